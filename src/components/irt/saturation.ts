// Table of saturation: how well each category still separates the ablest models.

import {plural} from "../../pipelines/book/plural.js";
import {forest} from "../../pipelines/charts/shared/estimate.js";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {type Saturation, saturation, topOf} from "../../pipelines/studies/irt/diagnose/saturation.js";
import {type Calibration, categoriesOf, simulatedIn} from "./calibration.js";
import {number, shareSpan, spanText} from "./numbers.js";

export interface SaturationRow extends Saturation {
  category: string;
}

/** All items together, then each category. */
export function saturationRows(calibration: Calibration): SaturationRow[] {
  const top = topOf(calibration.persons.map(({eap}) => eap));
  const row = (category: string, items = calibration.items) => ({category, ...saturation(items, top)});
  const categories = categoriesOf(calibration);
  const rows = categories.map(category =>
    row(
      category,
      calibration.items.filter(item => item.category === category)
    )
  );
  return categories.length > 1 ? [row("all"), ...rows] : rows;
}

export function saturationColumns(): Column<SaturationRow>[] {
  const span = (
    key: "above" | "headroom" | "information" | "resolved" | "resolvedShare",
    label: string,
    description: string,
    show: (of: Saturation) => string
  ) => ({
    key,
    label,
    description,
    numeric: true,
    by: (row: SaturationRow) => row[key].value,
    show
  });
  return [
    {key: "category", label: "Category", by: row => row.category, show: row => row.category},
    {key: "items", label: "Items", numeric: true, by: row => row.items, show: row => formatCount(row.items)},
    span("above", "Items above .95", "share of items that more than 95 % of evaluations got right", row => shareSpan(row.above)),
    span("headroom", "Headroom", "share of items that an evaluation at the top is expected to get wrong", row =>
      shareSpan(row.headroom)
    ),
    span("information", "Information at the top", "sum of the items' Fisher information at the top abilities", row =>
      spanText(row.information, 1)
    ),
    span(
      "resolved",
      "Resolved",
      "smallest difference of two abilities at the top that these items distinguish, in standard deviations",
      row => spanText(row.resolved)
    ),
    span("resolvedShare", "in points", "the same difference as percentage points of expected right answers", row =>
      shareSpan(row.resolvedShare)
    )
  ];
}

export function saturationSentence(rows: readonly SaturationRow[], calibration: Calibration): string {
  const own = rows.length > 1 ? rows.slice(1) : rows;
  const by = (of: (row: SaturationRow) => number) => [...own].sort((a, b) => of(a) - of(b));
  const [least, most] = [by(row => row.headroom.value)[0]!, by(row => row.headroom.value).at(-1)!];
  const top = topOf(calibration.persons.map(({eap}) => eap)).length;
  if (least === most)
    return `The ${top} ablest of ${plural(calibration.persons.length, "evaluation")} are expected to get ${shareSpan(least.headroom)} of ${plural(least.items, "item")} wrong, and two of them can be distinguished when they differ by ${spanText(least.resolved)} standard deviations of ability.`;
  return `The ${top} ablest of ${plural(calibration.persons.length, "evaluation")} have least room in ${least.category}, where they are expected to get ${shareSpan(least.headroom)} of ${plural(least.items, "item")} wrong, and most in ${most.category}, ${shareSpan(most.headroom)} of ${plural(most.items, "item")}; all ${plural(rows[0]!.items, "item")} together tell two of them apart when they differ by ${spanText(rows[0]!.resolved)} standard deviations of ability.`;
}

export function headroomPlot(rows: readonly SaturationRow[], calibration: Calibration, {width = 640} = {}): HTMLElement {
  const simulated = simulatedIn(calibration);
  return forest(
    rows.map(row => ({
      name: row.category,
      simulated,
      estimate: {
        value: 100 * row.headroom.value,
        low: 100 * row.headroom.low,
        high: 100 * row.headroom.high,
        clusters: row.items
      },
      detail: `headroom ${shareSpan(row.headroom)}\nabove .95: ${shareSpan(row.above)}\nn = ${plural(row.items, "item")}\nresolves ${number(row.resolved.value)} standard deviations`
    })),
    {
      width,
      title: "Headroom",
      caption:
        "Share of items that the ablest evaluations are expected to get wrong, in percent, with 95 % intervals over items of the same kind. Near 0 a category is saturated.",
      id: "headroom",
      x: {label: "headroom, %", zero: true}
    }
  );
}
