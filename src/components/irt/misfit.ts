// Table of items by misfit: their fit statistics, and on request their text.

import {plural} from "../../pipelines/book/plural.js";
import {formatCount, formatP} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {type ItemFit, itemFits} from "../../pipelines/studies/irt/diagnose/itemFit.js";
import {slopeInterval} from "../../pipelines/studies/irt/item.js";
import {type CalibratedItem, type Calibration, thetas} from "./calibration.js";
import {itemChooser} from "./itemChooser.js";
import {number, spanText} from "./numbers.js";

export interface Misfit extends ItemFit {
  item: CalibratedItem;
}

const Q = 0.05;

/** Fit of every item, worst first. */
export const misfits = (calibration: Calibration): Misfit[] =>
  byMisfit(calibration.items, itemFits(calibration.items, calibration.responses, thetas(calibration)));

/** Items with their fit, worst first. */
export const byMisfit = (items: readonly CalibratedItem[], fits: readonly ItemFit[]): Misfit[] =>
  fits.map((own, i) => ({...own, item: items[i]!})).sort((a, b) => (a.p ?? 2) - (b.p ?? 2));

const misfitting = (rows: readonly Misfit[]): Misfit[] => rows.filter(({adjusted}) => adjusted !== null && adjusted <= Q);

export function misfitColumns(rows: readonly Misfit[]): Column<Misfit>[] {
  const ms = (key: "infit" | "outfit", z: "zInfit" | "zOutfit"): Column<Misfit> => ({
    key,
    label: key,
    numeric: true,
    by: row => row[z],
    show: row => `${number(row[key])} (z ${number(row[z], 1)})`,
    description:
      "mean square, expects 1; z is its normal deviate. Sorted by z: large is noisier than the model, small is too regular"
  });
  const score: Column<Misfit> = {
    key: "sx2",
    label: "S-X²",
    numeric: true,
    by: row => row.sx2?.x2 ?? null,
    show: row => (row.sx2?.x2 == null ? "–" : `${number(row.sx2.x2, 1)} (df ${row.sx2.df})`),
    description: "Orlando & Thissen 2000: observed and expected right answers by total score"
  };
  return [
    {key: "item", label: "Item", by: row => row.item.id, show: row => itemChooser(row.item.id)},
    {key: "category", label: "Category", by: row => row.item.category, show: row => row.item.category},
    {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
    {
      key: "b",
      label: "Difficulty",
      numeric: true,
      by: row => row.item.b,
      show: ({item: {b, se_b}}) => spanOf({value: b, low: b - Z975 * se_b, high: b + Z975 * se_b})
    },
    {
      key: "a",
      label: "Discrimination",
      numeric: true,
      by: row => row.item.a,
      show: ({item}) => spanOf({value: item.a, ...slopeInterval(item)})
    },
    ms("infit", "zInfit"),
    ms("outfit", "zOutfit"),
    ...(rows.some(({sx2}) => sx2) ? [score] : []),
    {
      key: "rest",
      label: "Item–rest",
      numeric: true,
      by: row => (Number.isFinite(row.screen.rest) ? row.screen.rest : null),
      show: row =>
        Number.isFinite(row.screen.rest) ? spanText({value: row.screen.rest, low: row.screen.low, high: row.screen.high}) : "–",
      description: "correlation with the share right on all other items; below 0 better models fail it"
    },
    {
      key: "p",
      label: "p",
      numeric: true,
      by: row => row.p,
      show: row => formatP(row.p),
      description: "S-X² where it is made, else the smaller of infit and outfit, doubled"
    },
    {
      key: "adjusted",
      label: "adjusted",
      numeric: true,
      by: row => row.adjusted,
      show: row => formatP(row.adjusted),
      description: "among all items (Benjamini–Hochberg)"
    }
  ];
}
const pText = (p: number | null): string => (formatP(p).startsWith("<") ? formatP(p) : `= ${formatP(p)}`);
const spanOf = (span: {value: number; low: number; high: number}): string =>
  Number.isFinite(span.low) && Number.isFinite(span.high) ? spanText(span) : `${number(span.value)} [–]`;

export function misfitSentence(rows: readonly Misfit[]): string {
  const bad = misfitting(rows);
  const noisy = bad.filter(({zOutfit, zInfit}) => zOutfit + zInfit > 0).length;
  if (bad.length === 0)
    return `No item of ${formatCount(rows.length)} misfits its curve significantly (Benjamini–Hochberg at 5 %).`;
  return `${formatCount(bad.length)} of ${plural(rows.length, "item")} ${bad.length === 1 ? "misfits its curve" : "misfit their curves"} significantly (Benjamini–Hochberg at 5 %): ${formatCount(noisy)} noisier than the model, ${formatCount(bad.length - noisy)} more regular. The worst is ${bad[0]!.item.id} (${bad[0]!.item.category === "all" ? "" : `${bad[0]!.item.category}, `}p ${pText(bad[0]!.p)}).`;
}

/** Every item as a row of a CSV file. */
export const misfitCsv = (rows: readonly Misfit[]): Record<string, unknown>[] =>
  rows.map(({item, screen, sx2, ...fit}) => {
    const {cov: _, ...own} = item;
    return {...own, ...fit, rest: screen.rest, rest_low: screen.low, rest_high: screen.high, sx2: sx2?.x2, sx2_df: sx2?.df};
  });
