// The measures of agents as a table, as bars with intervals and in a sentence.
import {countColumn, evaluationColumns} from "../../pipelines/charts/shared/columns.js";
import {type Estimated, forest} from "../../pipelines/charts/shared/estimate.js";
import {formatCount, formatEstimate, formatRate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {MEASURE_NAMES, MEASURES, type Measure, type Measured} from "../../pipelines/studies/agents/measures.js";
import type {AgentRow} from "./shown.js";

export const MEASURE_LABELS: Readonly<Record<Measure, string>> = {
  success: "Success",
  reached: "Goal reached",
  forbidden: "Forbidden",
  needless: "Needless calls",
  recovery: "Recovery",
  efficiency: "Efficiency",
  malformed: "Malformed calls",
  unknown: "Unknown tools",
  out_of_turns: "Out of turns",
  unscored: "Without score"
};

/** `61.2 % [58.0, 64.3] n = 480`, or a mean in its own unit; what has no interval says so. */
function measureText(measured: Measured | undefined): string {
  if (!measured || measured.value === null || measured.n === 0) return "none";
  const {measure, value, low, high, n} = measured;
  const count = ` n = ${formatCount(n)}`;
  if (measure === "needless")
    return `${formatEstimate({value, low, high}, {digits: 2})}${low === null ? ", no interval," : ""}${count}`;
  if (low === null || high === null) return `${formatEstimate({value: 100 * value, low, high})} %, no interval, ${count.trim()}`;
  return `${formatRate({value, low, high, n})}${count}`;
}

export const agentColumns = (): Column<AgentRow>[] => [
  ...evaluationColumns,
  countColumn("episodes", "Episodes", "scored ones, those among them that a token limit ended"),
  ...MEASURE_NAMES.map(
    (measure): Column<AgentRow> => ({
      key: measure,
      label: MEASURE_LABELS[measure],
      numeric: true,
      by: ({measures}) => measures.get(measure)?.value ?? null,
      show: ({measures}) => measureText(measures.get(measure)),
      description: `${MEASURES[measure].what}, with its 95 % interval, clustered by task`
    })
  )
];

/** A measure of all evaluations, in their order; those without an interval stand in the table alone. */
export function measureForest(
  rows: readonly AgentRow[],
  {measure, width}: {measure: Measure; width: number}
): HTMLElement | null {
  const drawn = rows.flatMap(({evaluation, simulated, measures}): Estimated[] => {
    const own = measures.get(measure);
    if (!own || own.value === null || own.low === null || own.high === null) return [];
    const scale = measure === "needless" ? 1 : 100;
    return [
      {
        name: evaluation,
        simulated,
        detail: measureText(own),
        estimate: {value: scale * own.value, low: scale * own.low, high: scale * own.high, clusters: own.n}
      }
    ];
  });
  if (drawn.length === 0) return null;
  const left = rows.length - drawn.length;
  return forest(drawn, {
    width,
    id: "agents-forest",
    title: MEASURE_LABELS[measure],
    x: {label: measure === "needless" ? "calls an episode →" : "% →"},
    caption: `${MEASURES[measure].what[0]!.toUpperCase()}${MEASURES[measure].what.slice(1)}, with 95 % intervals clustered by task.${left > 0 ? ` ${formatCount(left)} without an interval ${left === 1 ? "is" : "are"} in the table.` : ""}`
  });
}

/** Who succeeds most often and least, and who does what is forbidden. */
export function agentsSentence(rows: readonly AgentRow[]): string {
  const [best, worst] = [rows[0], rows.at(-1)];
  if (!best || !worst) return "";
  const success = (row: AgentRow) => measureText(row.measures.get("success"));
  const broken = rows.filter(({measures}) => (measures.get("forbidden")?.value ?? 0) > 0).length;
  const among =
    rows.length === 1
      ? `${best.evaluation} succeeds in ${success(best)} episodes.`
      : `Of ${formatCount(rows.length)} evaluations, ${best.evaluation} succeeds most often: ${success(best)}; ${worst.evaluation} least: ${success(worst)}.`;
  return `${among} ${broken === 0 ? "None made a forbidden call." : `${formatCount(broken)} made a forbidden call at least once.`}`;
}

export const agentsCsv = (rows: readonly AgentRow[]): Record<string, unknown>[] =>
  rows.flatMap(({measures, evaluation: _, ...row}) => [...measures.values()].map(measured => ({...row, ...measured})));
