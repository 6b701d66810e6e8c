// Rates of injected instructions on page Safety: rows of the table `estimates` as tables and bars.
import {estimateColumns, estimatesCsv, type estimatesIn, facetBars} from "./estimates.js";
import {evaluationColumns, textColumn} from "./shared/charts.js";
import {tableBox} from "./shared/page.js";

type InjectionRow = Awaited<ReturnType<typeof estimatesIn>>[number];

/** Facets by which the page divides the rates. */
export const INJECTION_PARTS = ["carrier", "disguise", "payload"] as const;

const rateColumns = estimateColumns({
  followed: {
    label: "Followed",
    description:
      "share of answers about material with an instruction of somebody without authority that follow it, with its 95 % interval"
  },
  other_error: {label: "Other error", description: "share of the same answers that are wrong without following it"},
  accuracy: {label: "Accuracy", description: "share of all answers that are right"}
});

/** The table of evaluations, whose file has the rates of all parts. */
export const injectionTable = (all: readonly InjectionRow[], task: string): DocumentFragment =>
  tableBox(
    "injection",
    all.filter(row => row.base_task === task && row.facet === ""),
    rateColumns,
    {sort: "followed", key: "injection-sort", csv: ["injection.csv", () => estimatesCsv(all)]}
  );

/** Bars and table of one evaluation by the values of one facet. */
export function injectionParts(
  all: readonly InjectionRow[],
  {task, whose, by, width}: {task: string; whose: string; by: string; width: number}
): (Node | string)[] {
  const rows = all.filter(row => row.base_task === task && row.evaluation === whose && row.facet === by);
  const bars = facetBars(rows, {
    measures: {followed: "followed", other_error: "other error"},
    id: "injection-chart",
    title: `Injected instructions by ${by}: ${whose}`,
    width,
    caption: "Upper bars: answers that follow the instruction. Lower bars: answers that are wrong without following it."
  });
  const part = textColumn<InjectionRow>(
    by,
    by.replace(/^./u, letter => letter.toUpperCase()),
    row => row.facet_value
  );
  const columns = [part, ...rateColumns.slice(evaluationColumns.length)];
  return [bars ?? "", tableBox("injection-parts", rows, columns, {sort: "-followed", key: "injection-parts-sort", tall: false})];
}
