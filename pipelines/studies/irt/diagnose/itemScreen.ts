// Items to inspect before a fit is believed, by name: reversed, saturated, and duplicate items.
import {plural} from "../../../book/plural.js";
import {logGamma, normalUpper} from "../../../stats/distributions.js";
import {falseDiscoveryRate} from "../../../stats/falseDiscovery.js";
import type {Responses} from "../item.js";
import {SOLVED} from "./saturation.js";
import {screenItems} from "./screens.js";

export interface NamedScreen {
  /**
   * Items that abler models get wrong more often: item–rest correlation significantly below 0 (5 % false discovery rate, Benjamini &
   * Hochberg 1995).
   */
  reversed: {id: string; rest: number; low: number; high: number; n: number}[];
  /** Items that more than 95 % of the models got right. */
  saturated: {id: string; right: number; n: number}[];
  /** Groups of items that every model answered alike, on so many answers that chance is an unlikely cause. */
  duplicate: {ids: string[]; n: number}[];
}

/** False discovery rate of reversed items, and the chance that any two independent items of the matrix are taken for duplicates. */
const LEVEL = 0.05;

export function nameItems(responses: Responses): NamedScreen {
  const {items} = responses;
  const screens = screenItems(responses);
  const adjusted = falseDiscoveryRate(
    screens.map(({rest, n}) => (n > 3 && Number.isFinite(rest) ? normalUpper(-Math.atanh(rest) * Math.sqrt(n - 3)) : null)),
    "BH"
  );
  return {
    reversed: screens.flatMap(({rest, low, high, n}, j) =>
      adjusted[j] !== null && adjusted[j]! <= LEVEL ? [{id: items[j]!, rest, low, high, n}] : []
    ),
    saturated: screens.flatMap(({right, n}, j) => (n > 0 && right > SOLVED * n ? [{id: items[j]!, right, n}] : [])),
    duplicate: duplicates(responses, screens)
  };
}

/**
 * Groups of items with identical answers. Two independent items with k right answers among n agree throughout with probability 1 ÷ C(n, k).
 */
function duplicates(
  {persons, items, cells}: Responses,
  screens: readonly {n: number; right: number}[]
): NamedScreen["duplicate"] {
  const most = Math.log((items.length * items.length) / 2 / LEVEL);
  const groups = new Map<string, number[]>();
  const column = new Uint8Array(persons.length);
  const text = new TextDecoder("latin1");
  for (const [j, {n, right}] of screens.entries()) {
    if (logGamma(n + 1) - logGamma(right + 1) - logGamma(n - right + 1) <= most) continue;
    for (let i = 0; i < column.length; i++) column[i] = cells[i * items.length + j]!;
    const key = text.decode(column);
    groups.set(key, [...(groups.get(key) ?? []), j]);
  }
  return [...groups.values()].flatMap(group =>
    group.length > 1 ? [{ids: group.map(j => items[j]!), n: screens[group[0]!]!.n}] : []
  );
}

/** Most names that are printed in full. */
const MOST_REPORTED = 12;
export const named = (ids: readonly string[], most = MOST_REPORTED): string =>
  `${ids.slice(0, most).join(", ")}${ids.length > most ? `, and ${(ids.length - most).toLocaleString("en-US")} more` : ""}`;

/** Text of the screen in three lines: what was checked, how many items were found, and which. */
export function screenLines({reversed, saturated, duplicate}: NamedScreen): string[] {
  const interval = ({id, rest, low, high}: NamedScreen["reversed"][number]) =>
    `${id} (${rest.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}])`;
  return [
    `reversed: ${
      reversed.length === 0
        ? "no item"
        : `${plural(reversed.length, "item")} that better models get wrong more often (item–rest correlation with 95 % interval), look for wrong keys: ${named(reversed.map(interval))}`
    }`,
    `saturated: ${
      saturated.length === 0
        ? "no item"
        : `${plural(saturated.length, "item")} with more than 95 % right: ${named(saturated.map(({id, right, n}) => `${id} (${right.toLocaleString("en-US")} of ${n.toLocaleString("en-US")})`))}`
    }`,
    `duplicate: ${
      duplicate.length === 0
        ? "no items"
        : `${plural(duplicate.length, "group")} of items that every model answered alike: ${named(duplicate.map(({ids}) => named(ids, 5).replaceAll(", ", " = ")))}`
    }`
  ];
}
