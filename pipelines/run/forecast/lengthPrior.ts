// Length of a model's answers while no answer of any model is at hand: from published answers to the same benchmark, or to tests of the same
// kind.
import type {Test} from "../../generate/task.js";
import {tQuantile} from "../../stats/distributions.js";
import type {Evaluation} from "../evaluation.js";
import type {Belief} from "./predictive.js";

/** Models of the published answers to a benchmark: natural logarithm of each one's mean completion tokens, as mean and standard deviation. */
export interface PublishedLength {
  models: number;
  mean: number;
  sd: number;
}

/**
 * Lengths of the answers in `data/published`: worked answers of models without hidden reasoning. test/run/forecast/lengthPrior.test.ts
 * computes them again.
 */
export const PUBLISHED_LENGTHS = {
  gsm8k: {models: 48, mean: 5.024, sd: 0.243},
  "math-level-5": {models: 22, mean: 6.175, sd: 0.371},
  "mmlu-pro": {models: 20, mean: 4.726, sd: 0.526}
} satisfies Record<string, PublishedLength>;
type Benchmark = keyof typeof PUBLISHED_LENGTHS;

/** A benchmark by its name, multiple choice, another worked answer, the answers of built-in models, or one of unknown length. */
export type LengthKind = Benchmark | "choices" | "open" | "simulated" | "unknown";

/**
 * Models whose mean the prior counts for: models to come are not a random sample of the published ones, so that their common deviation is
 * not known better than this.
 */
const MODELS = 8;
const {gsm8k, "math-level-5": math, "mmlu-pro": mmluPro} = PUBLISHED_LENGTHS;
/** The belief about a model that is not among the published ones. */
export const publishedBelief = ({models, mean, sd}: PublishedLength): Belief => ({
  mean,
  weight: MODELS,
  spread: sd,
  df: models - 1
});
/** Answers of unknown length: 90 % within a factor of 7. A few observed models outweigh it. */
export const UNKNOWN_LENGTH: Belief = {mean: Math.log(500), weight: 0.25, spread: 0.45, df: 6};
const BELIEFS: Record<LengthKind, Belief> = {
  gsm8k: publishedBelief(gsm8k),
  "math-level-5": publishedBelief(math),
  "mmlu-pro": publishedBelief(mmluPro),
  choices: publishedBelief(mmluPro),
  open: publishedBelief(poolLengths(gsm8k, math)),
  // 64 built-in models on the tests of the starter book: 5 % to 95 % within a factor of 1.4; other suites differ by more
  simulated: {mean: 4.87, weight: 1, spread: 0.35, df: 6},
  // hidden reasoning, programs, dialogues, answers without working
  unknown: UNKNOWN_LENGTH
};

/** Mean and standard deviation over the models of several benchmarks. */
export function poolLengths(...parts: PublishedLength[]): PublishedLength {
  const models = parts.reduce((sum, part) => sum + part.models, 0);
  const mean = parts.reduce((sum, part) => sum + part.models * part.mean, 0) / models;
  const squares = parts.reduce((sum, part) => sum + (part.models - 1) * part.sd ** 2 + part.models * (part.mean - mean) ** 2, 0);
  return {models, mean, sd: Math.sqrt(squares / (models - 1))};
}

/** The kind of an evaluation's answers to the tests of a point. @param test one of these tests · @param name of the task or bank */
export function lengthKind(evaluation: Evaluation, test: Test, name: string): LengthKind {
  if (evaluation.simulated) return "simulated";
  const {scorer, tools, turns, think} = test;
  const {reasoning_effort, extra} = evaluation.sampling;
  const isReasoning =
    (reasoning_effort !== undefined && reasoning_effort !== "none") || /reason|think/i.test(JSON.stringify(extra ?? null));
  const isPlain = !tools && !turns && !["code", "sql", "environment"].includes(scorer?.kind ?? "");
  if (isReasoning || !isPlain || (think ?? evaluation.template.think) === false) return "unknown";
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  const benchmark = (Object.keys(PUBLISHED_LENGTHS) as Benchmark[]).find(each => plain === each || plain.startsWith(`${each}-`));
  return benchmark ?? (test.choices ? "choices" : "open");
}

/** A belief about the natural logarithm of a model's mean completion tokens, and its source. */
export interface LengthPrior {
  belief: Belief;
  source: string;
}

/**
 * The belief over the missing requests of an evaluation: the mean of the kinds' tokens, and the root of their mean variance. Requests of
 * unknown length that are a tenth of all or more leave it all unknown.
 * @param weights requests of each kind
 */
export function lengthPrior(weights: ReadonlyMap<LengthKind, number>): LengthPrior {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const shares = [...weights].map(([kind, weight]) => ({kind, share: total > 0 ? weight / total : 0}));
  const unknown = shares.find(({kind}) => kind === "unknown")?.share ?? 0;
  if (total === 0 || unknown >= 0.1) return {belief: BELIEFS.unknown, source: sourceOf(BELIEFS.unknown, "a prior")};
  const parts = shares.filter(({kind}) => kind !== "unknown").map(({kind, share}) => ({...BELIEFS[kind], share, kind}));
  const sum = (value: (part: (typeof parts)[number]) => number) =>
    parts.reduce((all, part) => all + part.share * value(part), 0) / (1 - unknown);
  const belief = {
    mean: Math.log(sum(({mean}) => Math.exp(mean))),
    weight: Math.min(...parts.map(({weight}) => weight)),
    spread: Math.sqrt(sum(({spread}) => spread ** 2)),
    df: Math.min(...parts.map(({df}) => df))
  };
  const names = [...new Set(parts.map(({kind}) => NAMES[kind]))];
  return {belief, source: sourceOf(belief, names.join(", and "))};
}

const NAMES: Record<LengthKind, string> = {
  gsm8k: "published answers to gsm8k",
  "math-level-5": "published answers to math-level-5",
  "mmlu-pro": "published answers to mmlu-pro",
  choices: "published answers to multiple choice",
  open: "published worked answers",
  simulated: "the built-in models' answers to the starter book",
  unknown: "a prior"
};

/** Half the width of the 90 % interval of a model's value: Student's t for the mean and standard deviation being estimated. */
export const beliefReach = ({weight, spread, df}: Belief): number => tQuantile(0.95, df) * spread * Math.sqrt(1 + 1 / weight);

function sourceOf(belief: Belief, name: string): string {
  const {mean} = belief;
  const factor = Math.exp(beliefReach(belief));
  return `${name}, since no answer of any model is at hand: ${Number(Math.exp(mean).toPrecision(2)).toLocaleString("en")} tokens a request, give or take a factor of ${Number(factor.toPrecision(2))}`;
}
