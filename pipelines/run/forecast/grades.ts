// Predicts what the judges of item banks are asked: a grade for each answer to an item with a rubric.

import type {ManifoldPoint} from "../../generate/manifold.node.js";
import {listCost, type Price} from "../../infer/budget.js";
import {gradePrompt} from "../../infer/judging.js";
import {mean} from "../../stats/mean.js";
import {promptTokens} from "../../tokenizer/prompt.js";
import type {Tokenizer} from "../../tokenizer/types.js";
import {availableTests} from "../evaluate.js";
import type {Evaluation, Plan} from "../evaluation.js";
import type {Forecast, Grader} from "./forecast.js";
import {type Bounds, COUNTED, type CostBounds, longestAnswer, nothing, plus, testsOf} from "./pointEstimate.js";
import type {CachedGrades} from "./replay.js";

/** The prediction for the grades of one bank. */
export interface Graded extends CostBounds {
  bank: string;
  judge: string;
  /** US dollars per million tokens; null where no price is known, so that the cost is not. */
  price: Price | null;
  expected: Forecast;
  /** Number of grades at hand on which the expected tokens rest; 0 = a prior. */
  known: number;
}

/** Completion tokens of the shortest verdict, {"points":7}. */
const SHORT_VERDICT = 5;
/** Prior median of completion tokens of a verdict, and the factor by which its 90 % interval reaches beyond: judges may think first. */
export const PRIOR_VERDICT = {tokens: 50, factor: 10};
const Z90 = 1.645;
/** Standard deviation of the logarithm where grades are at hand. */
const KNOWN_SPREAD = 0.1;
/** Fewest grades from which tokens are estimated. */
const FEW = 4;

/** Missing grades of one bank, and those at hand. */
interface Counted {
  bank: string;
  judge: Evaluation;
  cached: CachedGrades;
  base: number;
  bounds: CostBounds;
}

/** Counts the grades of each bank with a judge. */
export function gradesCounter({judges, points, tasks}: Plan, tokenizers: ReadonlyMap<string, Tokenizer>) {
  const banks = [...judges].flatMap(([bank, judge]): Counted[] => {
    const own = points.filter(({base_task}) => base_task === bank);
    if (own.length === 0) return [];
    const base = mean(own.map(point => baseOf(point, {tasks, tokenizer: tokenizers.get(judge.model.tokenizer)!})));
    return [{bank, judge, base, cached: {n: 0, prompt_tokens: 0, completion_tokens: 0}, bounds: nothing()}];
  });
  const place = new Map(banks.map(({bank}, i) => [bank, i]));
  return {
    /** Counts grades that are missing of an evaluation's answers, and those at hand; returns the place of the bank's judge. */
    add(bank: string, evaluation: Evaluation, missing: Bounds, cached: CachedGrades): number | undefined {
      const i = place.get(bank);
      if (i === undefined) return undefined;
      const own = banks[i]!;
      const {judge, base, bounds} = own;
      own.cached = plus(own.cached, cached);
      const {context_tokens, price} = judge.model;
      const longest = longestAnswer(judge);
      const at = {
        low: {prompt: base + 1, completion: Math.min(SHORT_VERDICT, longest)},
        high: {prompt: Math.max(base, Math.min(context_tokens, base + longestAnswer(evaluation))), completion: longest}
      };
      for (const end of ["low", "high"] as const) {
        const tokens = {prompt_tokens: missing[end] * at[end].prompt, completion_tokens: missing[end] * at[end].completion};
        bounds.requests[end] += missing[end];
        bounds.prompt_tokens[end] += tokens.prompt_tokens;
        bounds.completion_tokens[end] += tokens.completion_tokens;
        bounds.cost[end] += listCost(tokens, price);
      }
      return i;
    },
    graders: (): Grader[] =>
      banks.map(({judge, base, cached}) => {
        const is = cached.n >= FEW;
        return {
          prompt: base,
          known: is ? cached.prompt_tokens / cached.n : null,
          tokens: is ? cached.completion_tokens / cached.n : PRIOR_VERDICT.tokens,
          spread: is ? KNOWN_SPREAD : Math.log(PRIOR_VERDICT.factor) / Z90,
          longest: longestAnswer(judge),
          price: judge.model.price ?? null
        };
      }),
    graded: (expected: readonly Forecast[]): Graded[] =>
      banks.map(({bank, judge, bounds, cached}, i) => ({
        bank,
        judge: judge.model.id,
        price: judge.model.price ?? null,
        ...bounds,
        expected: expected[i]!,
        known: cached.n >= FEW ? cached.n : 0
      }))
  };
}

/** Mean prompt tokens of a grade without its answer, over a point's first tests. */
function baseOf(point: ManifoldPoint, {tasks, tokenizer}: {tasks: Plan["tasks"]; tokenizer: Tokenizer}): number {
  const test = testsOf(point, tasks);
  const sizes = Array.from({length: availableTests(point, tasks, COUNTED)}, (_, i) => {
    const {prompt, expected, scorer, seed} = test(i);
    if (scorer?.kind !== "rubric") return 0;
    const {rubric, most} = scorer;
    const content = gradePrompt({question: prompt, reference: expected, answer: ""}, {rubric, most, key: String(seed)});
    return promptTokens(tokenizer, [{role: "user", content}]);
  }).filter(tokens => tokens > 0);
  return sizes.length > 0 ? mean(sizes) : 0;
}
