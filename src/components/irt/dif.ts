// Table of differential item functioning between a group of models and the others.

import {plural} from "../../pipelines/book/plural.js";
import {formatCount, formatP} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {comparableGroups, differentialItems, type MantelHaenszel} from "../../pipelines/studies/irt/diagnose/dif.js";
import {type CalibratedItem, type Calibration, thetas} from "./calibration.js";
import {itemChooser} from "./itemChooser.js";
import {number, spanText} from "./numbers.js";

export interface DifRow extends MantelHaenszel {
  item: CalibratedItem;
}

/** Groups with enough evaluations on either side. */
export const groupsOf = ({persons}: Calibration): string[] => comparableGroups(persons.map(({groups}) => groups));

/** Mantel–Haenszel test of each item, with the group as the focal one, matched by ability; most significant first. */
export function difRows(calibration: Calibration, group: string): DifRow[] {
  const focal = calibration.persons.map(({groups}) => groups.includes(group));
  return differentialItems(calibration.responses, focal, {matching: thetas(calibration)})
    .flatMap((found, i) => (found ? [{...found, item: calibration.items[i]!}] : []))
    .sort((a, b) => a.p - b.p);
}

/** End of an interval; infinite where one group is entirely right or the other entirely wrong. */
const end = (value: number): string => (Number.isFinite(value) ? number(value) : value < 0 ? "−∞" : "∞");

export function difColumns(): Column<DifRow>[] {
  return [
    {key: "item", label: "Item", by: row => row.item.id, show: row => itemChooser(row.item.id)},
    {key: "category", label: "Category", by: row => row.item.category, show: row => row.item.category},
    {
      key: "delta",
      label: "Δ",
      numeric: true,
      by: row => row.delta,
      show: ({delta, low, high}) =>
        Number.isFinite(delta) ? spanText({value: delta, low, high}) : `${end(delta)} [${end(low)}, ${end(high)}]`,
      description: "delta of Mantel–Haenszel, −2.35 ln odds, with its 95 % interval; below 0 the item is harder for the group"
    },
    {key: "size", label: "ETS", by: row => row.size, show: row => row.size, description: "A negligible, B moderate, C large"},
    {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
    {key: "p", label: "p", numeric: true, by: row => row.p, show: row => formatP(row.p)},
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

export function difSentence(rows: readonly DifRow[], group: string, calibration: Calibration): string {
  const own = calibration.persons.filter(({groups}) => groups.includes(group)).length;
  const sure = rows.filter(({adjusted}) => adjusted <= 0.05);
  const large = sure.filter(({size}) => size === "C").length;
  const harder = sure.filter(({delta}) => delta < 0).length;
  const who = `${plural(own, "evaluation")} of ${group} against ${formatCount(calibration.persons.length - own)} others of like ability`;
  if (sure.length === 0)
    return `${who}: no item of ${formatCount(rows.length)} significantly treats them differently (Benjamini–Hochberg at 5 %).`;
  return `${who}: ${formatCount(sure.length)} of ${plural(rows.length, "item")} significantly ${sure.length === 1 ? "treats" : "treat"} them differently (Benjamini–Hochberg at 5 %), ${formatCount(harder)} being harder for the group, ${formatCount(large)} of the size that ETS calls large.`;
}
