// Tables and charts of one evaluation's page, task by task, besides the radar chart.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {costValue} from "../../infer/costText.js";
import {type Pooled, pool} from "../../score/pool.js";
import type {EvaluationName} from "../../store/evaluationName.js";
import type {EvaluatedPoint, Evaluation} from "../manifold/points.js";
import {truncatedColumn} from "../shared/columns.js";
import {figure} from "../shared/figure.js";
import {formatCost, formatCount, formatInterval, formatRate, formatTokens} from "../shared/interval.js";
import {nameAxis} from "../shared/label.js";
import {manifoldLink} from "../shared/modelLink.js";
import {drawPlot} from "../shared/plot.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";
import type {Spoke} from "./radar.js";

/** Results of one evaluation on a task, or on all of them. */
export interface TaskResult extends Pooled {
  task: string;
  /** results within each tier; absent where the task has no point in the tier */
  tiers: ReadonlyMap<string, Pooled>;
}

export const ALL_TIERS = "all";

/** Points in one tier, or all points. */
export const inTier = (points: readonly EvaluatedPoint[], tier: string): EvaluatedPoint[] =>
  points.filter(({place}) => tier === ALL_TIERS || place.tiers.includes(tier));

/** Pools the points of one evaluation by task, in order of names, with tiers in the order of `tiers`. */
export function byTask(points: readonly EvaluatedPoint[], tiers: readonly string[]): TaskResult[] {
  const tasks = [...new Set(points.map(({place}) => place.base_task))].sort();
  return tasks.map(task => {
    const own = points.filter(({place}) => place.base_task === task);
    const parts = tiers.map(tier => [tier, inTier(own, tier)] as const).filter(([, part]) => part.length > 0);
    return {task, ...pool(own), tiers: new Map(parts.map(([tier, part]) => [tier, pool(part)]))};
  });
}

/** Tiers from easy to hard by the results of the given points, since the suite does not order them. */
export function tiersOf(points: readonly EvaluatedPoint[]): string[] {
  const names = [...new Set(points.flatMap(({place}) => place.tiers))].sort();
  const rate = new Map(names.map(name => [name, pool(inTier(points, name)).accuracy ?? 0]));
  return names.sort((a, b) => rate.get(b)! - rate.get(a)!);
}

export const spokesOf = (results: readonly TaskResult[]): Spoke[] =>
  results.map(({task, ...result}) => ({name: task, ...result}));

/** Summary of the radar chart, in a sentence. */
export function modelSentence(results: readonly TaskResult[], label: string): string {
  const known = results.filter(({n, accuracy}) => n > 0 && accuracy !== null).sort((a, b) => b.accuracy! - a.accuracy!);
  const [best, worst] = [known[0], known.at(-1)];
  if (!best || !worst) return `${label} has no untruncated answer here.`;
  const describe = (result: TaskResult) => `${result.task} with ${formatInterval({value: result.accuracy, ...result})}`;
  const named = (of: readonly TaskResult[]) => of.map(({task}) => task).join(", ");
  const guessing = named(known.filter(({low, high}) => low <= 0 && high >= 0));
  const below = named(known.filter(({high}) => high < 0));
  const mostTruncated = [...results].sort((a, b) => (b.truncated ?? 0) - (a.truncated ?? 0))[0]!;
  const floor = `${guessing === "" ? "" : ` On ${guessing} it does not differ significantly from guessing.`}${below === "" ? "" : ` On ${below} it does worse than guessing.`}`;
  const stopped =
    (mostTruncated.truncated ?? 0) > 0
      ? ` The token limit stops it most often on ${mostTruncated.task}: ${formatInterval({value: mostTruncated.truncated, low: mostTruncated.truncated_low, high: mostTruncated.truncated_high, n: mostTruncated.samples})}.`
      : results.some(({truncated}) => truncated === null)
        ? " How often the token limit stopped it is unknown."
        : " The token limit never stopped it.";
  const range =
    best === worst
      ? `${label} was asked one task: ${describe(best)}.`
      : `${label} is best at ${describe(best)}, worst at ${describe(worst)}.`;
  return `${range}${floor}${stopped}`;
}

/** Tasks × tiers: excess accuracy with its interval and n in each cell. */
export function tierColumns(evaluation: Evaluation, tiers: readonly string[]): Column<TaskResult>[] {
  const rate = (key: string, label: string, of: (row: TaskResult) => Pooled | undefined): Column<TaskResult> => ({
    key,
    label,
    numeric: true,
    by: row => of(row)?.accuracy ?? null,
    show: row => cell(of(row)),
    description: "excess accuracy: 0 guessing, 100 % knowing; 95 % interval; n counts untruncated samples"
  });
  return [
    taskColumn(evaluation),
    ...tiers.map(tier => rate(`tier ${tier}`, tier, row => row.tiers.get(tier))),
    rate("all", "all points", row => row)
  ];
}

const cell = (result: Pooled | undefined): HTMLElement =>
  result
    ? html`<span>${formatRate({value: result.accuracy, ...result})} <small>n = ${formatCount(result.n)}</small></span>`
    : html`<span class="rb-null">no point</span>`;

const taskColumn = (evaluation: Evaluation): Column<TaskResult> => ({
  key: "task",
  label: "Task",
  by: row => row.task,
  show: row => manifoldLink(evaluation, row.task, {task: row.task})
});

/** Truncation, tokens and cost per task. */
export function costColumns(evaluation: Evaluation): Column<TaskResult>[] {
  return [
    taskColumn(evaluation),
    truncatedColumn,
    {
      key: "tokens",
      label: "Tokens per answer",
      numeric: true,
      by: row => row.tokens,
      show: formatTokens,
      description: "mean completion tokens of all samples, truncated ones included; 95 % interval, points taken as fixed"
    },
    {key: "samples", label: "Samples", numeric: true, by: row => row.samples, show: row => formatCount(row.samples)},
    {
      key: "cost",
      label: "Cost",
      numeric: true,
      by: row => row.cost,
      show: row => formatCost(row.cost),
      description: "US dollars at list price, summed over these samples"
    }
  ];
}

/** Mean completion tokens per task with their interval. */
export function tokensPlot(
  results: readonly TaskResult[],
  {width, title, simulated}: {width: number; title: string; simulated: boolean}
): HTMLElement {
  if (results.every(({tokens}) => tokens === null))
    return html`<p class="rb-muted" id="model-tokens">The tokens of these responses were not counted.`;
  const names = nameAxis(
    results.map(({task}) => task),
    width
  );
  const plot = drawPlot({
    width,
    height: 60 + 26 * results.length,
    marginLeft: names.margin,
    marginRight: 30,
    marginTop: 6,
    marginBottom: 40,
    x: {label: "completion tokens per answer →", grid: true, zero: true, ticks: width < 500 ? 4 : 8},
    y: {domain: results.map(({task}) => task), label: null, tickFormat: names.format, tickSize: 0},
    marks: [
      Plot.barX(results, {x: "tokens", y: "task", fill: "var(--theme-foreground-fainter)", insetTop: 4, insetBottom: 4}),
      Plot.ruleY(
        results.filter(row => row.tokens_low !== null),
        {y: "task", x1: "tokens_low", x2: "tokens_high", stroke: "var(--theme-foreground)", strokeWidth: 2}
      ),
      Plot.tip(
        results,
        Plot.pointerY({
          x: "tokens",
          y: "task",
          title: row => `${row.task}\n${formatTokens(row)} tokens, n = ${formatCount(row.samples)}`
        })
      )
    ]
  });
  const counts = results.map(({samples}) => samples);
  const n = `${formatCount(Math.min(...counts))}–${formatCount(Math.max(...counts))}`;
  return figure(plot, {
    title,
    simulated,
    caption: `Bars are means over all samples, truncated ones included; lines are 95 % intervals with the points taken as fixed. Samples per task ${n}.`,
    id: "model-tokens"
  });
}

/** Settings of an evaluation from the manifest. */
export interface EvaluationSettings extends EvaluationName {
  max_tokens: number | null;
  price: {input: number; output: number; list_date?: string};
}

/** Settings of the model and the resulting cost: facts, and one estimate with its n. */
export function costFacts(
  total: Pooled,
  evaluation: Evaluation,
  {asked, groups}: {asked?: EvaluationSettings | undefined; groups: readonly string[]}
): HTMLElement {
  const facts: [string, string | Node][] = [
    ["Model", html`<span>${evaluation.model} ${evaluation.simulated ? simulatedBadge() : ""}</span>`],
    ["Template, sampler", `${evaluation.template}, ${evaluation.sampler}`],
    ["Groups", groups.join(", ") || "none"],
    ...(asked ? promptFacts(asked) : []),
    ["Samples", formatCount(total.samples)],
    ...costTexts(total, evaluation, asked),
    ["Tokens per answer", total.tokens === null ? "not known" : `${formatTokens(total)}, n = ${formatCount(total.samples)}`]
  ];
  return html`<dl class="rb-facts" id="facts">${facts.map(([name, value]) => html.fragment`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function costTexts(total: Pooled, {simulated}: Evaluation, asked: EvaluationSettings | undefined): [string, string][] {
  if (simulated) return [["Cost", costValue(0, "simulated")]];
  if (total.cost === 0 && unpriced(asked)) return [["Cost", costValue(0, "unpriced")]];
  const date = asked?.price.list_date;
  return [
    ["Total cost", `${formatCost(total.cost)} at list price${date === undefined ? "" : ` of ${date}`}`],
    ["Per 1,000 answers", perThousand(total, asked)]
  ];
}

/**
 * Mean cost per thousand answers. The prompt's cost hardly varies within a point, so the interval is that of the completion tokens times
 * their price.
 */
function perThousand({cost, samples, tokens, tokens_high}: Pooled, asked: EvaluationSettings | undefined): string {
  const n = `n = ${formatCount(samples)}`;
  if (samples === 0 || cost === 0) return `${formatCost(cost)}, ${n}`;
  const mean = (1000 * cost) / samples;
  if (!asked || tokens === null || tokens_high === null) return `${formatCost(mean)}, ${n}`;
  const half = ((tokens_high - tokens) * asked.price.output) / 1000;
  return `${formatCost(mean)} [${formatCost(Math.max(0, mean - half))}, ${formatCost(mean + half)}], ${n}; the interval is that of completion tokens`;
}

const promptFacts = ({max_tokens, price}: EvaluationSettings): [string, string][] => [
  ["Token limit", max_tokens === null ? "the model's own" : formatCount(max_tokens)],
  [
    "List price",
    price.input === 0 && price.output === 0
      ? "none"
      : `${formatCost(price.input)} in, ${formatCost(price.output)} out per million tokens`
  ]
];

const unpriced = (asked: EvaluationSettings | undefined): boolean =>
  !asked || (asked.price.input === 0 && asked.price.output === 0);
