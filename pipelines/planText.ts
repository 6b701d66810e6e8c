// A plan for eyes.
import type {Range} from "./estimate.js";
import type {Prediction, Share} from "./plan.js";

/** Models that are named with their cost. */
const DEAREST = 5;

const whole = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const short = new Intl.NumberFormat("en", {notation: "compact", maximumSignificantDigits: 3});
const n = (value: number) => whole.format(value);
const money = (value: number) => `$${value.toFixed(value < 1 ? 4 : 2)}`;
const span = ({low, high}: Range, show = n) => (low === high ? show(low) : `${show(low)} – ${show(high)}`);
const brief = (of: Range) => span(of, value => short.format(value));

export function predictionText(prediction: Prediction): string {
  const {models, points, cells, requests, cached, prompt_tokens, completion_tokens, cost, by_model, unpriced} = prediction;
  const dearest = by_model
    .filter(({cost}) => cost.high > 0)
    .sort((a, b) => b.cost.high - a.cost.high)
    .slice(0, DEAREST);
  return [
    `${n(points)} points × ${n(cells / Math.max(points, 1))} evaluations of ${n(models)} models = ${n(cells)} cells`,
    `requests            ${span(requests)}   (the cache holds ${n(cached)} more)`,
    `prompt tokens       ${span(prompt_tokens)}`,
    `completion tokens   ${span(completion_tokens)}   (high: every answer runs to its limit)`,
    `cost                ${span(cost, money)}`,
    ...dearest.map(each => `  ${each.model}: ${span(each.cost, money)}`),
    ...unpriced.map(model => `  ${model}: no price is known, counted as free; no limit of cost can hold`),
    "",
    ...shares(prediction)
  ].join("\n");
}

/** The tables of tiers and densities, and what is saved: all as if the cache were empty. */
function shares({tiers, together, saved, densities}: Prediction): string[] {
  const {identity, prefix} = saved;
  const line = (name: string, {points, tests, requests, prompt_tokens, completion_tokens, cost}: Share) => [
    name,
    n(points),
    span(tests),
    brief(requests),
    brief(prompt_tokens),
    brief(completion_tokens),
    span(cost, money)
  ];
  const head = ["points", "tests", "requests", "prompt tokens", "completion tokens", "cost"];
  return [
    "Without the cache, by tier:",
    ...aligned([
      ["tier", ...head],
      ...tiers.map(({tier, ...share}) => line(tier || "(none)", share)),
      ["all, each point once", ...line("", together).slice(1)]
    ]),
    identity.points > 0
      ? `A point in several tiers is asked once: saves ${span(identity.tests)} tests, ${brief(identity.requests)} requests, ${span(identity.cost, money)}.`
      : "A point in several tiers would be asked once; none is.",
    prefix.to > prefix.from
      ? `A smaller number of tests is a prefix of a larger one: from ${prefix.from} to ${prefix.to} a point, only ${prefix.to - prefix.from} are new; saves ${span(prefix.tests)} tests, ${brief(prefix.requests)} requests, ${span(prefix.cost, money)}.`
      : `A smaller number of tests is a prefix of a larger one: more than ${prefix.to} a point will ask only what is new.`,
    "",
    "By density:",
    ...aligned([["density", ...head], ...densities.map(({density, ...share}) => line(density, share))])
  ];
}

/** Columns side by side, all but the first to the right. */
function aligned(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)));
  return rows.map(row => `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ")}`);
}
