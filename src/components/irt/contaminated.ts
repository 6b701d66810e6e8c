// The page without items that are in a corpus: abilities by the others, and which items those are.

import {Z975} from "../../pipelines/stats/distributions.js";
import {isContaminated, type Verdict} from "../../pipelines/studies/contamination/settings.js";
import {plainRows} from "../shared/answers.js";
import {type Column, formatCount, numberColumn, plural, type Sql, textColumn} from "../shared/charts.js";
import type {Ranked} from "./abilities.js";
import {type CalibratedItem, type Calibration, number, type Readable, spanText, withItems} from "./calibration.js";
import type {Finding, Misfit} from "./checks.js";
import {type ChosenItem, curveSentence} from "./items.js";

/** Verdicts on items by identity. */
export type Verdicts = ReadonlyMap<string, Verdict>;

interface AbilityRow {
  id: string;
  n: number;
  theta: number | null;
  se: number | null;
  low: number | null;
  high: number | null;
}

/**
 * The calibration without contaminated items: their curves and answers are left out, and abilities are those of the table
 * `adjusted_ability`. The other items keep the curves of the fit to all.
 */
export async function withoutContaminated(
  calibration: Readable,
  sql: Sql,
  {verdicts, suite}: {verdicts: Verdicts; suite: string}
): Promise<Readable> {
  if (verdicts.size === 0) return calibration;
  const rows = plainRows<AbilityRow>(
    await sql`select eval_id as id, n, theta, se, low, high from adjusted_ability where suite = ${suite}`
  );
  const abilities = new Map(rows.map(row => [row.id, row]));
  const kept = calibration.items.flatMap((item, i) => (isContaminated(verdicts.get(item.id)) ? [] : [i]));
  const persons = calibration.persons.map((person, i) => {
    const fitted = abilities.get(calibration.personIds[i]!);
    // without an answer the posterior is the population's
    return {
      ...person,
      n: fitted?.n ?? 0,
      eap: fitted?.theta ?? 0,
      se: fitted?.se ?? 1,
      low: fitted?.low ?? -Z975,
      high: fitted?.high ?? Z975
    };
  });
  return {...withItems(calibration, kept), persons};
}

/** The column of abilities by all items, beside those without contaminated ones. */
export function allItemsColumn({persons}: Calibration): Column<Ranked> {
  const byName = new Map(persons.map(person => [person.name, person]));
  const of = ({name}: Ranked) => byName.get(name);
  return numberColumn(
    "all",
    "Ability by all items",
    row => of(row)?.eap ?? null,
    row => {
      const person = of(row);
      return person ? `${spanText({value: person.eap, low: person.low, high: person.high})}, n = ${formatCount(person.n)}` : "–";
    },
    "contaminated items included; its interval holds the items' uncertainty as well"
  );
}

const verdictText = (verdicts: Verdicts, id: string): string => (verdicts.get(id) ?? "not looked for").replace("_", " ");

/** The column of what an audit of the corpora found of each item. */
export const corpusColumn = (verdicts: Verdicts): Column<Misfit> =>
  textColumn("corpus", "In a corpus", row => verdictText(verdicts, row.item.id), {
    description: "exact or near: it is in a corpus of the book; clean: not found in all that was read"
  });

/** Most items that are named. */
const MOST_NAMED = 5;

/** How many items stand in a corpus, and whether their fit is worse than that of others. */
export function contaminatedFinding(rows: readonly Misfit[], verdicts: Verdicts): Finding {
  const name = "Contaminated items";
  const audited = rows.filter(({item}) => verdicts.has(item.id));
  if (audited.length === 0)
    return {
      name,
      text: "No corpus has been searched for these items, or they are not shown: nothing is known of whether they leaked."
    };
  const found = audited.filter(({item}) => isContaminated(verdicts.get(item.id)));
  const unknown = audited.filter(({item}) => verdicts.get(item.id) === "not_testable").length;
  const named = found.slice(0, MOST_NAMED).map(({item}) => item.id);
  const rest = audited.filter(({item}) => verdicts.get(item.id) === "clean");
  const outfit = (of: readonly Misfit[]) => {
    const known = of.map(each => each.outfit).filter(Number.isFinite);
    return `${number(known.reduce((sum, each) => sum + each, 0) / known.length)} (n = ${formatCount(known.length)})`;
  };
  const compared =
    found.length > 0 && rest.length > 0 ? ` Their mean outfit is ${outfit(found)}, that of clean items ${outfit(rest)}.` : "";
  return {
    name,
    text: `${formatCount(found.length)} of ${plural(audited.length, "item")} ${found.length === 1 ? "is" : "are"} in a corpus; ${formatCount(unknown)} could not be tested.${named.length > 0 ? ` First by misfit: ${named.join(", ")}.` : ""}${compared}`
  };
}

/** The reading of an item's curve, and of its place in a corpus. */
export const itemReading = (chosen: ChosenItem, calibration: Calibration, verdicts: Verdicts): string =>
  `${curveSentence(chosen, calibration)} ${itemVerdictSentence(chosen.item, verdicts)}`;

/** What is known of one item. */
const itemVerdictSentence = ({id}: Pick<CalibratedItem, "id">, verdicts: Verdicts): string => {
  const verdict = verdicts.get(id);
  if (verdict === undefined) return "";
  if (isContaminated(verdict)) return `This item is in a corpus (${verdict}).`;
  return verdict === "clean" ? "It was not found in any corpus of the book." : "Whether it is in a corpus could not be tested.";
};
