// Shows the computation of ReasonScore step by step, with the functions that compute the score itself.
import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import type {TierScore} from "../../pipelines/charts/reasonscore/reasonscore.js";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatEstimate} from "../../pipelines/charts/shared/interval.js";
import {STATUS_NAMES} from "../../pipelines/charts/shared/outcome.js";
import {drawPlot} from "../../pipelines/charts/shared/plot.js";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import {plus} from "../../pipelines/score/counters.js";
import {pool, reasonScore, type ScoreParts, type Suite, scoreParts, TASK_FLOOR} from "../../pipelines/score/reasonscore.js";
import {answerFound, untrusted} from "../shared/text.js";
import type {ScoredPoint} from "./sensitivity.js";

/** One scored response of the task used as the example. */
interface WalkSample extends StoredReading {
  params: string;
  index: number;
  item_id: string;
  /** 0 incorrect, 1 correct, 2 truncated */
  status: number;
  expected: string;
  guess_chance: number;
  completion_tokens: number;
}

interface WalkPoint extends ScoredPoint {
  params: string;
}

export interface Walk {
  sample: WalkSample;
  tier: string;
  base_task: string;
  /** all points of the evaluation */
  points: readonly WalkPoint[];
  suite: Suite;
  /** the tier's row of the table `scores`, which the computation must reproduce */
  stored: TierScore | undefined;
}

const three = new Intl.NumberFormat("en-US", {minimumFractionDigits: 3, maximumFractionDigits: 3});
const number = (x: number) => three.format(x).replace("-", "−");
const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);

/** Five steps, each with its numbers. */
export function walk({sample, tier, base_task, points, suite, stored}: Walk): HTMLElement {
  const inTier = points.filter(point => point.tiers.includes(tier));
  const ofTask = inTier.filter(point => point.base_task === base_task);
  const own = ofTask.find(point => point.params === sample.params);
  if (!own) return html`<p>This evaluation has no such point.`;
  const scores = reasonScore(points, {suite});
  const tasks = [...(scores.tasks.get(tier) ?? [])];
  const samples = sum(points.map(({correct, incorrect, truncated}) => correct + incorrect + truncated));
  const tokens = points.map(point => point.tokens_completion).reduce(plus, 0);
  const point = step(own, scoreParts(own));
  const pooled = pool(ofTask);
  return html`<ol class="rb-walk">
    <li><h3>The sample is ${STATUS_NAMES[sample.status]}</h3>${facts({
      Test: html`<span>number ${String(sample.index)} of ${base_task} at <code>${sample.params}</code>`,
      Answer: html`<span>${answerFound(sample)}; expected ${untrusted(sample.expected)}</span>`,
      "Guess chance": number(sample.guess_chance),
      Tokens: formatCount(sample.completion_tokens),
      "It adds": ADDS[sample.status] ?? ""
    })}</li>
    <li><h3>The point scores ${point.score}</h3>${point.facts}</li>
    <li><h3>The task scores ${number(tasks.find(([task]) => task === base_task)?.[1] ?? 0)}</h3>
      ${facts({Points: `${formatCount(ofTask.length)} of ${base_task} in the tier ${tier}, their counters added up`})}${step(pooled, scoreParts(pooled)).facts}</li>
    <li><h3>The tier scores ${score(scores.tiers.get(tier))}</h3>${facts({
      Tasks: tasks.map(([task, value]) => `${task} ${number(value)}`).join(" · "),
      Mean: `1,000 × (${tasks.map(([, value]) => number(Math.max(TASK_FLOOR, value))).join(" × ")}) ^ (1 ÷ ${tasks.length}) = ${score(scores.tiers.get(tier))}`,
      "In the table": stored
        ? html`<span id="walk-stored">${formatEstimate({value: stored.score, low: stored.low, high: stored.high})}, n = ${formatCount(stored.n)}</span>`
        : "–"
    })}</li>
    <li><h3>Per token it is ${scores.perToken === null ? "–" : number(scores.perToken)}</h3>${facts({
      "Mean of the tiers": `(${[...scores.tiers].map(([name, value]) => `${name} ${score(value)}`).join(" + ")}) ÷ ${scores.tiers.size} = ${score(scores.mean)}`,
      "Tokens per answer":
        tokens === null ? "not known" : `${formatCount(tokens)} ÷ ${formatCount(samples)} samples = ${score(tokens / samples)}`,
      "Score per token":
        scores.perToken === null || tokens === null
          ? "–"
          : `${score(scores.mean)} ÷ ${score(tokens / samples)} = ${number(scores.perToken)}`
    })}</li>
  </ol>`;
}

const ADDS = [
  "1 to incorrect, and its guess chance to Σg",
  "1 to correct, and its guess chance to Σg",
  "1 to truncated, and nothing to the interval"
];

/** How layers 1 and 2 transform the counts, in words and numbers. */
function step(counts: ReturnType<typeof pool>, {accuracy, n, center, margin, truncated, score}: ScoreParts) {
  const {correct, incorrect, guess_sum} = counts;
  const samples = correct + incorrect + counts.truncated;
  return {
    score: number(score),
    facts: facts({
      Counters: `${formatCount(correct)} correct, ${formatCount(incorrect)} incorrect, ${formatCount(counts.truncated)} truncated of ${formatCount(samples)}; Σg = ${number(guess_sum)}`,
      "Excess accuracy":
        accuracy === null
          ? "nothing to say"
          : `(${formatCount(correct)} − ${number(guess_sum)}) ÷ (${formatCount(correct + incorrect)} − ${number(guess_sum)}) = ${number(accuracy)}`,
      "Adjusted interval": `centre ${number(center)} ± ${number(margin)}, Wilson's at n = ${number(n)}`,
      Truncated: `${formatCount(counts.truncated)} ÷ ${formatCount(samples)} = ${number(truncated)}`,
      Score: `${number(center)} + ${number(margin)} − ${number(truncated)} = ${number(center + margin - truncated)}${score === center + margin - truncated ? "" : `, kept within 0 and 1: ${number(score)}`}`
    })
  };
}

const score = (value: number | null | undefined) => formatEstimate({value: value ?? null, low: null, high: null});

const facts = (of: Record<string, string | Node>): HTMLElement =>
  html`<dl class="rb-facts">${Object.entries(of).map(([term, fact]) => html.fragment`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;

/** Each task of the tier: its interval, how truncation lowers its upper end, and the resulting score. */
export function tasksPlot({points, tier, suite}: Pick<Walk, "points" | "tier" | "suite">, {width}: {width: number}): HTMLElement {
  const rows = (suite.get(tier) ?? []).flatMap(task => {
    const own = points.filter(point => point.base_task === task && point.tiers.includes(tier));
    if (own.length === 0) return [];
    const counts = pool(own);
    const parts = scoreParts(counts);
    return [
      {
        task,
        samples: counts.correct + counts.incorrect + counts.truncated,
        low: parts.center - parts.margin,
        high: parts.center + parts.margin,
        ...parts
      }
    ];
  });
  const simulated = points.some(point => point.simulated);
  const plot = drawPlot({
    width,
    height: 70 + 24 * rows.length,
    marginLeft: 20 + 6.5 * Math.max(4, ...rows.map(({task}) => task.length)),
    x: {domain: [0, 1], label: "score of a task →", grid: true},
    y: {domain: rows.map(({task}) => task), label: null},
    marks: [
      Plot.link(rows, {y: "task", x1: "low", x2: "high", stroke: "var(--theme-foreground-muted)", strokeWidth: 2}),
      Plot.arrow(
        rows.filter(({truncated}) => truncated > 0.005),
        {y: "task", x1: "high", x2: "score", stroke: "#c2570c", headLength: 6}
      ),
      Plot.tickX(rows, {y: "task", x: "center", stroke: "currentColor", insetTop: 6, insetBottom: 6}),
      Plot.dot(rows, {
        y: "task",
        x: "score",
        r: 4,
        fill: simulated ? "var(--theme-background)" : "var(--theme-blue)",
        stroke: "var(--theme-blue)",
        strokeWidth: 1.5,
        title: row =>
          `${row.task}\ncentre ${number(row.center)} ± ${number(row.margin)}\ntruncated ${number(row.truncated)}\nscore ${number(row.score)}\nn = ${formatCount(row.samples)}`
      })
    ]
  });
  const counts = rows.map(({samples}) => samples);
  return figure(plot, {
    title: `The tasks of the tier ${tier}`,
    simulated,
    id: "walk-tasks",
    caption: `Bars are the adjusted 95 % intervals with their centres; an arrow is what truncation takes off the upper end; the dot is the score. n per task ${formatCount(Math.min(...counts))}–${formatCount(Math.max(...counts))}.`
  });
}
