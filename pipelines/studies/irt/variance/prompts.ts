// Variance between prompts: how far wordings of a question move all models alike, and how far each model by itself.
import {add, half, interval, type Pairs, type Sums, total} from "./components.js";

/** Answers as parallel lists: the numbers, from 0, of model (the same in all prompts), prompt and test, and the score. */
export interface PromptAnswers {
  model: ArrayLike<number>;
  prompt: ArrayLike<number>;
  test: ArrayLike<number>;
  score: ArrayLike<number>;
}

export const PROMPT_COMPONENTS = ["prompt", "model×prompt"] as const;
export interface PromptComponent {
  component: (typeof PROMPT_COMPONENTS)[number];
  /** the estimate, 0 where it is negative */
  variance: number;
  raw: number;
  /** its 95 % interval by the jackknife over models, cut at 0; NaN below three models */
  low: number;
  high: number;
}

/** Answers beyond which the jackknife, a pass for each model, is left out: about 10 seconds. */
const MAX_PASSES = 1e8;

/**
 * Components of prompts in a design of models × prompts × tests, by symmetric differences (Koch 1968, doi:10.2307/1266507): half the mean
 * squared difference of two answers to different tests is taken with model and prompt alike or not. Another prompt adds the
 * component of the prompt with two models, and the interaction too with one.
 * @returns none with fewer than two prompts of two models
 */
export function promptComponents(answers: PromptAnswers): PromptComponent[] {
  const models = [...new Set(Array.from(answers.model))];
  const raw = estimates(answers, -1);
  if (raw === null || models.length < 2) return [];
  const isShort = models.length * answers.score.length <= MAX_PASSES;
  const without = models.length > 2 && isShort ? models.map(model => estimates(answers, model)) : [];
  return PROMPT_COMPONENTS.map((component, c) => {
    const [low, high] = interval(
      raw[c]!,
      without.map(each => each?.[c] ?? null)
    );
    return {component, variance: Math.max(0, raw[c]!), raw: raw[c]!, low, high};
  });
}

/** Estimates without a model, or of all for −1; null where the design has no pairs of each kind. */
function estimates({model, prompt, test, score}: PromptAnswers, without: number): [prompt: number, interaction: number] | null {
  const pairsBy = (key: (k: number) => string): Pairs => {
    const groups = new Map<string, Sums>();
    for (let k = 0; k < score.length; k++) if (model[k] !== without) add(groups, key(k), score[k]!);
    return total(groups.values());
  };
  const [all, m, p, t] = [
    pairsBy(() => ""),
    pairsBy(k => `${model[k]}`),
    pairsBy(k => `${prompt[k]}`),
    pairsBy(k => `${test[k]}`)
  ];
  const mp = pairsBy(k => `${model[k]} ${prompt[k]}`);
  const mt = pairsBy(k => `${model[k]} ${test[k]}`);
  const pt = pairsBy(k => `${prompt[k]} ${test[k]}`);
  const mpt = pairsBy(k => `${model[k]} ${prompt[k]} ${test[k]}`);
  const same = half([1, mp], [-1, mpt]);
  const otherPrompt = half([1, m], [-1, mp], [-1, mt], [1, mpt]);
  const otherModel = half([1, p], [-1, mp], [-1, pt], [1, mpt]);
  const bothOther = half([1, all], [-1, m], [-1, p], [1, mp], [-1, t], [1, mt], [1, pt], [-1, mpt]);
  if (same === null || otherPrompt === null || otherModel === null || bothOther === null) return null;
  const ofPrompt = bothOther - otherModel;
  return [ofPrompt, otherPrompt - same - ofPrompt];
}
