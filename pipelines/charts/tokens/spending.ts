// Rows and charts of the page on tokens.

import * as Plot from "npm:@observablehq/plot";
import {countedEvaluations} from "../../store/counted.sql.js";
import type {NamedEvaluation} from "../../store/evaluationName.js";
import {
  type AnswerOutcome,
  adjustedP,
  OUTCOMES,
  type Spending,
  type SpendingPoint,
  spendingOf,
  spendingPoint,
  type TokenQuantiles
} from "../../studies/tokens/spending.js";
import {type Estimated, estimateText, forest, shareText} from "../shared/estimate.js";
import {figure} from "../shared/figure.js";
import type {Evaluated} from "../shared/filtered.js";
import {formatCost, formatCount} from "../shared/interval.js";
import {evaluationLabels, nameAxis} from "../shared/label.js";
import {outcomeScales, outcomeStyle} from "../shared/outcome.js";
import {drawPlot} from "../shared/plot.js";
import type {Sql} from "../shared/sql.js";

/** One evaluation with its token statistics. */
export interface SpendingRow extends NamedEvaluation, Spending {
  /** van Elteren's p-value adjusted for the number of rows (Benjamini & Hochberg) */
  adjusted: number | null;
}

/** False discovery rate among the evaluations that are reported to differ. */
export const DISCOVERY_RATE = 0.05;

/** One row per evaluation, from the points that pass the filters. */
export function spendingRows(points: readonly OutcomePoint[], {share}: {share: number}): SpendingRow[] {
  const groups = byEvaluation(points);
  const label = evaluationLabels(groups.map(([first]) => first!));
  const rows = groups.map(group => {
    const {eval_id, model, template, sampler, simulated} = group[0]!;
    return {eval_id, model, template, sampler, simulated, name: label(group[0]!), ...spendingOf(group, {share})};
  });
  const adjusted = adjustedP(rows);
  return rows.map((row, i) => ({...row, adjusted: adjusted[i]!}));
}

/** `50 %` */
export const whole = (share: number): string => `${Math.round(100 * share)} %`;
export const factor = (ratio: number): string => `× ${ratio.toFixed(ratio < 10 ? 2 : 1)}`;

/**
 * Quantiles of completion tokens by outcome: thin bars from the 5th to the 95th percentile, thick bars from the 25th to the 75th, a mark at
 * the median.
 */
export function spreadPlot(rows: readonly SpendingRow[], {width}: {width: number}): HTMLElement {
  const names = nameAxis(
    rows.map(({name}) => name),
    width
  );
  const marks = OUTCOMES.flatMap((outcome, i) => spreadMarks(rows, outcome, 6 * (i - 1), width));
  const plot = drawPlot({
    width,
    height: 90 + 26 * rows.length,
    marginLeft: names.margin,
    marginRight: 24,
    marginBottom: 40,
    x: {
      type: "log",
      grid: true,
      axis: "both",
      label: "completion tokens (log scale)",
      ticks: width < 500 ? 3 : 6,
      tickFormat: ","
    },
    y: {domain: rows.map(({name}) => name), label: null, tickFormat: names.format, tickSize: 0},
    ...outcomeScales(OUTCOMES),
    marks
  });
  const n = (outcome: AnswerOutcome) => formatCount(rows.reduce((sum, row) => sum + (row.spread[outcome]?.n ?? 0), 0));
  return figure(plot, {
    title: "Completion tokens by outcome",
    simulated: rows.some(({simulated}) => simulated),
    caption: `Thin bars: 5th to 95th percentile; thick: the middle half; mark: median. n = ${n("correct")} correct, ${n("incorrect")} incorrect, ${n("truncated")} truncated samples. Point at a mark for its interval.`,
    id: "spread-plot"
  });
}

type Marked = TokenQuantiles & {name: string; outcome: AnswerOutcome; simulated: boolean};

function spreadMarks(rows: readonly SpendingRow[], outcome: AnswerOutcome, dy: number, width: number): Plot.Markish[] {
  const {color} = outcomeStyle[outcome];
  const spreads: Marked[] = rows.flatMap(({name, simulated, spread}) =>
    spread[outcome] ? [{...spread[outcome], name, outcome, simulated}] : []
  );
  const place = {y: "name", dy};
  return [
    Plot.ruleY(spreads, {...place, x1: "q05", x2: "q95", stroke: color, strokeWidth: 1}),
    Plot.ruleY(spreads, {...place, x1: "q25", x2: "q75", stroke: color, strokeWidth: 3.5, strokeOpacity: 0.55}),
    Plot.dot(spreads, {
      ...place,
      x: "median",
      r: width < 500 ? 2 : 2.8,
      symbol: "outcome",
      fill: "var(--theme-background)",
      stroke: "outcome", // a scale rather than a colour, so that the legend shows it
      strokeWidth: 1.5
    }),
    Plot.tip(spreads, Plot.pointer({...place, x: "median", maxRadius: 12, title: spreadTitle}))
  ];
}

const spreadTitle = (each: Marked): string =>
  `${each.name}${each.simulated ? " (simulated)" : ""}, ${each.outcome}\nmedian ${medianText(each)}, n = ${formatCount(each.n)}\nmiddle half ${formatCount(each.q25)}–${formatCount(each.q75)}`;

/** `97 [93, 101]` */
export const medianText = (spread: TokenQuantiles | null): string =>
  spread
    ? spread.low === null || spread.high === null
      ? "too few samples"
      : `${formatCount(spread.median)} [${formatCount(spread.low)}, ${formatCount(spread.high)}]`
    : "–";

/** Tokens per correct answer. */
export function perCorrectPlot(
  rows: readonly SpendingRow[],
  {width, unit}: {width: number; unit: "tokens" | "dollars"}
): HTMLElement {
  const of = unit === "tokens" ? (row: SpendingRow) => row.tokensPerCorrect : (row: SpendingRow) => row.costPerCorrect;
  const format = unit === "tokens" ? formatCount : formatCost;
  const estimated = ranked(
    rows,
    of,
    row =>
      `${estimateText(of(row), format)} per correct answer\n${formatCount(row.correct)} correct of ${formatCount(row.samples)} samples, ${formatCount(row.points)} points`
  );
  if (estimated.length === 0) return nothing("No evaluation here has a list price and a correct answer.");
  return forest(estimated, {
    width,
    title: unit === "tokens" ? "Completion tokens per correct answer" : "Cost per correct answer",
    caption: `Everything that was ${unit === "tokens" ? "written" : "paid"}, wrong and truncated answers included, divided by the number of correct ones. Bars are 95 % intervals over points${lacking(rows.length - estimated.length, "has too few correct answers or no list price")}.`,
    id: "per-correct-plot",
    x: {
      type: "log",
      label: unit === "tokens" ? "tokens per correct answer (log scale)" : "US dollars per correct answer (log scale)",
      ticks: width < 500 ? 3 : 6,
      tickFormat: unit === "tokens" ? "," : "~g"
    }
  });
}

/** Probability that a wrong answer uses more tokens than a right one on the same point. */
export function superiorityPlot(rows: readonly SpendingRow[], {width}: {width: number}): HTMLElement {
  const estimated = ranked(
    rows,
    row => row.superiority,
    row =>
      `${shareText(row.superiority)} of pairs\n${factor(row.ratio?.value ?? Number.NaN)} tokens, over ${formatCount(row.superiority!.clusters)} points`
  );
  if (estimated.length === 0) return nothing("No point has both correct and incorrect answers.");
  return forest(estimated, {
    width,
    title: "Do wrong answers use more tokens?",
    caption: `How often a wrong answer is longer than a right one to a test of the same point (ties as half), averaged over points with van Elteren's weights; 50 % is no difference. Bars are 95 % intervals over points${lacking(rows.length - estimated.length, "has too few points with both")}.`,
    id: "superiority-plot",
    reference: 0.5,
    x: {
      label: "wrong answer longer (% of pairs within points)",
      transform: (share: number) => 100 * share,
      ticks: width < 500 ? 4 : 8
    }
  });
}

/** The number of tokens beyond which most unfinished answers end up truncated. */
export function onsetPlot(rows: readonly SpendingRow[], {width, share}: {width: number; share: number}): HTMLElement {
  const found = rows.flatMap(({name, simulated, onset}) =>
    onset?.at !== null && onset !== null && onset !== undefined
      ? [
          {
            name,
            simulated,
            estimate: {
              value: Math.max(1, onset.at),
              low: lowest(onset.low),
              high: onset.high ?? Number.POSITIVE_INFINITY,
              clusters: onset.beyond
            },
            detail: onsetText({onset})
          }
        ]
      : []
  );
  if (found.length === 0) return nothing("No answer here is known to have been truncated.");
  const open = rows.filter(({onset}) => onset && onset.at !== null && onset.high === null).length;
  return forest(
    found.sort((a, b) => a.estimate.value - b.estimate.value),
    {
      width,
      title: "At what length does truncation begin?",
      caption: `Beyond this many completion tokens ${whole(share)} or more of the answers still being written were cut off in the end. Bars are 95 % intervals${open > 0 ? `; those of ${formatCount(open)} have no upper end, since too few answers got that far` : ""}.`,
      id: "onset-plot",
      x: {type: "log", label: "completion tokens (log scale)", ticks: width < 500 ? 3 : 6, tickFormat: ","}
    }
  );
}

const lowest = (low: number | null): number | null => (low === null ? null : Math.max(1, low));

/** `612 [480, 700]`, `612 [480, –]` */
export function onsetCount({onset}: Pick<Spending, "onset">): string {
  if (!onset) return "none known";
  if (onset.at === null) return "no such count";
  return `${formatCount(onset.at)} [${formatCount(onset.low)}, ${formatCount(onset.high)}]`;
}

/** The same with the numbers it is based on: `612 [480, 700] (16 of 29 beyond)` */
export const onsetText = ({onset}: Pick<Spending, "onset">): string =>
  onset?.at === null || !onset
    ? onsetCount({onset})
    : `${onsetCount({onset})} (${formatCount(onset.truncated)} of ${formatCount(onset.beyond)} beyond)`;

function ranked(
  rows: readonly SpendingRow[],
  of: (row: SpendingRow) => Spending["superiority"],
  detail: (row: SpendingRow) => string
): Estimated[] {
  return rows
    .flatMap(row => {
      const estimate = of(row);
      return estimate && estimate.low !== null ? [{name: row.name, simulated: row.simulated, estimate, detail: detail(row)}] : [];
    })
    .sort((a, b) => a.estimate.value - b.estimate.value);
}

const lacking = (count: number, what: string): string => (count > 0 ? `; ${formatCount(count)} not shown: ${what}` : "");

function nothing(text: string): HTMLElement {
  const note = document.createElement("p");
  note.className = "rb-muted";
  note.textContent = text;
  return note;
}

// Reads completion tokens of every sample, grouped by evaluation and point, for the page on tokens.

interface OutcomePoint extends Evaluated, SpendingPoint {
  eval_id: string;
  params: string;
}

/** Points in the same order for both queries, so that samples can refer to theirs by a number. */
const POINTS = `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, base_task, params,
  any_value(groups) as groups, any_value(tiers) as tiers, sum(cost) as cost, bool_or(simulated) as simulated,
  row_number() over (order by eval_id, base_task, params) - 1 as point
  from points where eval_id in (${countedEvaluations}) group by eval_id, base_task, params`;
/** Codes of a sample's status in tables. */
const STATUS: Record<number, AnswerOutcome> = {0: "incorrect", 1: "correct", 2: "truncated"};

/** Reads the tables `points` and `samples`; evaluations without token counts are left out. */
export async function outcomePoints(sql: Sql): Promise<OutcomePoint[]> {
  const [points, samples] = await Promise.all([
    sql.query(`${POINTS} order by point`),
    sql.query(`with numbered as (${POINTS}) select point::integer as point, status::integer as status, completion_tokens::integer as tokens
      from samples join numbered using (eval_id, base_task, params) where trial = 0`)
  ]);
  // Hundreds of thousands of samples are read by column, not by row.
  const [point, status, tokens] = [0, 1, 2].map(column => samples.getChildAt(column)?.toArray() ?? []);
  const gathered = Array.from(
    {length: points.numRows},
    () => ({correct: [], incorrect: [], truncated: []}) as Record<AnswerOutcome, number[]>
  );
  for (let i = 0; i < point!.length; i++) gathered[point![i]!]![STATUS[status![i]!]!].push(tokens![i]!);
  return Array.from(points, (row, i) => {
    const plain = (row as unknown as {toJSON(): Record<string, unknown>}).toJSON();
    const list = (name: string) => Array.from((plain[name] ?? []) as Iterable<string>);
    return {
      ...(plain as unknown as Omit<OutcomePoint, AnswerOutcome | "stratum" | "groups" | "tiers">),
      groups: list("groups"),
      tiers: list("tiers"),
      ...spendingPoint(gathered[i]!, Number(plain.cost))
    };
  });
}

/** Points grouped by evaluation, in order of name. */
function byEvaluation<Point extends {eval_id: string; model: string}>(points: readonly Point[]): Point[][] {
  const groups = new Map<string, Point[]>();
  for (const point of points) {
    const group = groups.get(point.eval_id);
    if (group) group.push(point);
    else groups.set(point.eval_id, [point]);
  }
  return [...groups.values()].sort(([a], [b]) => a!.model.localeCompare(b!.model) || a!.eval_id.localeCompare(b!.eval_id));
}
