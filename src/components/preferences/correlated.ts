// The section on benchmarks of page Human: correlations of scores with a criterion, and of two benchmarks.
import {html} from "npm:htl";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {tableBox} from "../shared/page.js";
import {
  benchmarksFor,
  comparable,
  correlationColumns,
  correlationFile,
  correlationRows,
  correlationSentence,
  type criteriaOf,
  disattenuatedSentence,
  matchedTable,
  powerPlot,
  publishedCorrelations,
  rivalSentence,
  rivalsOf,
  scatterPlot,
  shownCorrelations
} from "./correlations.js";
import type {Scores} from "./data.js";
import {effectsIn, type Shown} from "./shown.js";

interface CorrelationOptions {
  criteria: ReturnType<typeof criteriaOf>;
  scores: Scores;
  /** a second table of scores */
  other: Scores | null;
  /** name of the criterion, and the kind of intervals */
  compareBy: {criterion: string; interval: "theory" | "bootstrap"};
  /** tables whose study has the correlations with the strengths of the votes; null where these are not of the shown votes */
  published: Sql | null;
}

/** Describes the correlations of benchmarks with the chosen criterion, and the benchmarks of a pair next to each other. */
export async function describeCorrelations(study: Shown, {criteria, scores, other, compareBy, published}: CorrelationOptions) {
  const criterion = criteria.find(({name}) => name === compareBy.criterion)!;
  const ofVotes = criteria.find(({from}) => from === "votes")!;
  const benchmarks = benchmarksFor(criterion, scores);
  const list =
    published && criterion === ofVotes
      ? await publishedCorrelations(published)
      : shownCorrelations(criterion, scores, {bootstrap: compareBy.interval === "bootstrap"});
  const rows = correlationRows(list, scores);
  const rowOf = (benchmark: string | undefined) => rows.find(row => row.benchmark === benchmark);
  const reliability = criterion === ofVotes ? ((await effectsIn(study)).halves?.reliability ?? null) : null;
  return {
    sentence: correlationSentence(rows, criterion, ofVotes, scores),
    /** benchmarks, those that can be ranked first */
    names: [...new Set([...comparable(rows), ...rows].map(({benchmark}) => benchmark))],
    matched: () => matchedTable(scores, other),
    table: () =>
      tableBox("correlations", rows, correlationColumns(compareBy.interval), {
        sort: "-pearson",
        key: "correlations-sort",
        tall: false,
        csv: ["correlations.csv", () => correlationFile(shownCorrelations(criterion, scores), reliability)]
      }),
    pair(names: Record<"one" | "other", string>) {
      const [first, second] = [names.one, names.other].map(name => benchmarks.find(each => each.name === name));
      const rivals = first && second ? rivalsOf(first, second, criterion, scores) : null;
      return {
        sentence: rivalSentence(rivals),
        corrected: disattenuatedSentence(rowOf(first?.name), reliability),
        figure: ({width}: {width: number}) =>
          first ? scatterPlot(criterion, first, scores, {width, found: rowOf(first.name)}) : html.fragment``,
        powerFigure: ({width}: {width: number}) => (rivals ? powerPlot(rivals, {width}) : html.fragment``)
      };
    }
  };
}
