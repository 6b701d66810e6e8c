// Formats a prediction for the terminal.

import {plural} from "../../book/plural.js";
import {groupBy} from "../../stats/groupBy.js";
import {PRIOR_VERDICT} from "./grades.js";
import type {PointShare, Prediction} from "./plan.js";
import type {Bounds} from "./pointEstimate.js";
import type {Expected} from "./predictive.js";

/** Most evaluations that get a line of their own. */
const NAMED = 10;

const whole = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const tenths = new Intl.NumberFormat("en", {maximumFractionDigits: 1});
const short = new Intl.NumberFormat("en", {notation: "compact", maximumSignificantDigits: 3});
const n = (value: number) => whole.format(value);
const mean = (value: number) => tenths.format(value);
const few = (value: number) => short.format(value);
const money = (value: number) => (value === 0 ? "$0" : `$${value.toFixed(value < 1 ? 4 : 2)}`);
const span = ({low, high}: Bounds, show = n) => (low === high ? show(low) : `${show(low)} – ${show(high)}`);
const brief = (of: Bounds) => span(of, few);
const likely = ({estimate, low, high}: Expected, show = n) =>
  low === high ? show(estimate) : `${show(estimate)} [${show(low)}, ${show(high)}]`;
const UNKNOWN = "unknown: no price";

/** The text that `plan` prints: bounds, expected values, tiers, densities and savings. */
export function predictionText(prediction: Prediction): string {
  const {models, points, cells, cached, unpriced} = prediction;
  return [
    `${n(points)} points × ${n(cells / Math.max(points, 1))} evaluations of ${n(models)} models = ${n(cells)} cells; ${n(cached)} answers are at hand`,
    ...(prediction.requests.high === 0 ? ["Nothing is left to ask: 0 requests, $0."] : outlook(prediction)),
    ...unaskedLines(prediction),
    ...unpriced.map(model => `  ${model}: no price is known, counted as free; no cost limit can be enforced`),
    "",
    ...shares(prediction)
  ].join("\n");
}

/** Lines with expected values beside the bounds, and the most expensive evaluations with the basis of their forecasts. */
function outlook(prediction: Prediction): string[] {
  const {expected, requests, prompt_tokens, completion_tokens, by_model, unpriced, in_batches} = prediction;
  const open = by_model.filter(({requests}) => requests.high > 0);
  const named = open.toSorted((a, b) => weight(b) - weight(a)).slice(0, NAMED);
  const total = expected.cost === null ? UNKNOWN : likely(expected.cost, money);
  return [
    ...aligned([
      ["still to ask", "expected [90 % interval]", "bounds"],
      ["requests", likely(expected.requests), span(requests)],
      ["prompt tokens", likely(expected.prompt_tokens), span(prompt_tokens)],
      ["completion tokens", likely(expected.completion_tokens), span(completion_tokens)],
      [
        "cost",
        unpriced.length > 0 && expected.cost !== null ? `${total} without the unpriced` : total,
        costs(prediction)(prediction.cost)
      ],
      ...(in_batches
        ? [
            [
              "cost in batches",
              in_batches.expected === null ? UNKNOWN : likely(in_batches.expected, money),
              costs(prediction)(in_batches.cost)
            ]
          ]
        : [])
    ]),
    ...(in_batches
      ? [`With --batch ${in_batches.models.join(", ")} would be asked in batches, at the lower price and within hours.`]
      : []),
    "The upper bound is what a limit of cost reserves: every point to its maximum, every answer to its limit.",
    ...(prediction.reallocates
      ? ["Samples that a point saves below its maximum may go to wider points of the same evaluation; no more are asked in all."]
      : []),
    ...severalLines(prediction),
    ...imageLines(prediction),
    ...gradedLines(prediction),
    "",
    `${named.length < open.length ? `The ${named.length} most expensive of ${n(open.length)} evaluations` : "By evaluation"} (--json has all, with what each rests on):`,
    ...aligned([
      ["model", "requests", "tokens a request", "cost"],
      ...named.map(({model, template, sampler, expected}) => [
        named.some(other => other.model === model && (other.template !== template || other.sampler !== sampler))
          ? `${model} / ${template} / ${sampler}`
          : model,
        likely(expected.requests, few),
        few(expected.completion_tokens.estimate / Math.max(1, expected.requests.estimate)),
        expected.cost === null ? UNKNOWN : likely(expected.cost, money)
      ])
    ]),
    ...basesOf(open)
  ];
}

/** Points that will not be asked, since their prompts do not fit. */
const unaskedLines = ({unasked = []}: Prediction): string[] =>
  unasked.map(({model, template, sampler, context_tokens, points, of, tests}) => {
    const several = unasked.filter(other => other.model === model).length > 1;
    const part = points === of ? "no point fits" : `${n(points)} of ${n(of)} points do not fit`;
    return `  ${several ? `${model} / ${template} / ${sampler}` : model}: ${part} into its context of ${n(context_tokens)} tokens; ${span(tests)} tests will not be asked (context_tokens of the model)`;
  });

/** How many requests a question takes, where it may be several. */
function severalLines({several = []}: Prediction): string[] {
  return several.map(({bank, each, expected}) => {
    if (each.low === each.high)
      return `A question of ${bank} takes ${mean(each.low)} requests: one for the log-probability of each choice.`;
    const basis =
      expected === undefined
        ? ""
        : expected.known > 0
          ? `; ${mean(expected.requests)} expected, from ${n(expected.known)} ${expected.known === 1 ? "dialogue" : "dialogues"} at hand`
          : `; ${mean(expected.requests)} expected, half of the range, since no dialogue is at hand`;
    return `A question of ${bank} takes ${mean(each.low)} to ${mean(each.high)} requests, depending on its dialogue${basis}.`;
  });
}

const FORMULAS = {tiles: "85 and 170 for each tile of 512 pixels", area: "width × height ÷ 750"};

/** What images are estimated to count as, one line for models that count them alike. */
const imageLines = ({images = []}: Prediction): string[] =>
  [...groupBy(images, ({formula, tokens}) => `${formula} ${mean(tokens)}`).values()].map(alike => {
    const [{model, formula, tokens}, ...others] = alike as [(typeof images)[number], ...typeof images];
    const models = others.length > 0 ? `${model} and ${plural(others.length, "other model")}` : model;
    return `An image shown to ${models} counts as ${mean(tokens)} prompt tokens on average, an estimate (${FORMULAS[formula]}).`;
  });

/** What judges are asked, which the sums contain. */
function gradedLines({graded = []}: Prediction): string[] {
  const open = graded.filter(({requests}) => requests.high > 0);
  if (open.length === 0) return [];
  return [
    "",
    "Of this, grades by judges:",
    ...aligned([
      [
        "bank",
        "judge",
        "$ per million tokens in, out",
        "requests",
        "prompt tokens",
        "completion tokens",
        "cost",
        "bounds of cost"
      ],
      ...open.map(({bank, judge, price, expected, cost}) => [
        bank,
        judge,
        price ? `${price.input}, ${price.output}` : "unknown",
        likely(expected.requests, few),
        likely(expected.prompt_tokens, few),
        likely(expected.completion_tokens, few),
        expected.cost === null ? UNKNOWN : likely(expected.cost, money),
        price ? span(cost, money) : UNKNOWN
      ])
    ]),
    ...[...new Set(open.map(({known}) => known))].map(known =>
      known > 0
        ? `Lengths of grades as in ${n(known)} at hand.`
        : `Lengths of grades from a prior: ${PRIOR_VERDICT.tokens} tokens each, give or take a factor of ${PRIOR_VERDICT.factor}.`
    )
  ];
}

/** Sorting weight that puts the most expensive evaluations first; where no price is known, those with the most completion tokens. */
const weight = ({expected}: Prediction["by_model"][number]) =>
  expected.cost?.estimate ?? expected.completion_tokens.estimate / 1e9;

/** The bases of the forecasts, each kind listed once. */
function basesOf(open: Prediction["by_model"]): string[] {
  return [...groupBy(open, ({basis}) => basis.kind).values()].map(own => {
    const [first, ...more] = own.map(({basis}) => basis.text);
    if (more.length === 0) return `Forecast from ${first}.`;
    const evaluations = `${n(more.length + 1)} evaluations`;
    return more.every(text => text === first)
      ? `Forecast from ${first}; so ${evaluations}.`
      : `Forecast from ${first}, or similar; so ${evaluations}.`;
  });
}

/** How bounds of cost are printed: in words where no model has a price. */
const costs =
  ({by_model, unpriced}: Prediction) =>
  (cost: Bounds): string =>
    by_model.length > 0 && by_model.every(({model}) => unpriced.includes(model)) ? "unknown" : span(cost, money);

/** Tables of tiers and densities, and the savings, all as if the cache were empty. */
function shares(prediction: Prediction): string[] {
  const {tiers, suites = [], together, saved, densities} = prediction;
  const costText = costs(prediction);
  const graded = prediction.graded !== undefined;
  const {identity, prefix} = saved;
  const line = (name: string, {points, tests, requests, prompt_tokens, completion_tokens, cost}: PointShare) => [
    name,
    n(points),
    span(tests),
    brief(requests),
    brief(prompt_tokens),
    brief(completion_tokens),
    costText(cost)
  ];
  const head = ["points", "tests", "requests", "prompt tokens", "completion tokens", "cost"];
  return [
    `Without the cache${graded ? " and without grades" : ""}, by tier:`,
    ...aligned([
      ["tier", ...head],
      ...tiers.map(({tier, ...share}) => line(tier || "(none)", share)),
      ["all, each point once", ...line("", together).slice(1)]
    ]),
    identity.points > 0
      ? `A point in several tiers is asked once: saves ${span(identity.tests)} tests, ${brief(identity.requests)} requests, cost ${costText(identity.cost)}.`
      : "A point in several tiers would be asked once; none is.",
    prefix.to > prefix.from
      ? `A smaller number of tests is a prefix of a larger one: from ${prefix.from} to ${prefix.to} a point, only ${prefix.to - prefix.from} are new; saves ${span(prefix.tests)} tests, ${brief(prefix.requests)} requests, cost ${costText(prefix.cost)}.`
      : `A smaller number of tests is a prefix of a larger one: more than ${prefix.to} a point will ask only what is new.`,
    ...(suites.length > 0
      ? [
          "",
          "By suite; a point in two is asked once:",
          ...aligned([["suite", ...head], ...suites.map(({suite, ...share}) => line(suite, share))])
        ]
      : []),
    "",
    "By density:",
    ...aligned([["density", ...head], ...densities.map(({density, ...share}) => line(density, share))])
  ];
}

/** Columns side by side, all but the first aligned right. */
function aligned(rows: string[][]): string[] {
  const widths = rows[0]!.map((_, i) => Math.max(...rows.map(row => row[i]!.length)));
  return rows.map(row => `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ")}`);
}
