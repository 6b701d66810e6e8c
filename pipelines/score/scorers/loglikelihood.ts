// Scores multiple choice by the log-probability that a model gives each choice as a continuation of the question: raw, per byte and per
// token, as the Language Model Evaluation Harness does (acc, acc_norm).
import {letterOf} from "../../book/letters.js";
import {placeOf} from "./choice.js";
import {type Scoring, unscored, type Verdict} from "./scorer.js";

/** The log-probability of one choice as a continuation, natural logarithm, summed over its tokens. */
export interface ChoiceLikelihood {
  logprob: number;
  tokens: number;
}

const NORMS = {
  none: () => 1,
  bytes: ({bytes}: {bytes: number}) => Math.max(1, bytes),
  tokens: ({tokens}: {tokens: number}) => Math.max(1, tokens)
};

/** The place of the largest value; of equals, none, since a tie names no choice. */
function best(values: readonly number[]): number | null {
  const most = Math.max(...values);
  const places = values.flatMap((value, place) => (value === most ? [place] : []));
  return places.length === 1 ? places[0]! : null;
}

/**
 * The verdict on log-probabilities, one for each choice in order.
 * @param right the place of the right choice
 */
function likeliest(
  likelihoods: readonly ChoiceLikelihood[],
  {
    choices,
    right,
    normalise,
    all
  }: {choices: readonly string[]; right: number; normalise: keyof typeof NORMS; all: readonly number[]}
): Verdict {
  const sized = likelihoods.map((each, place) => ({...each, bytes: new TextEncoder().encode(choices[place]).length}));
  const chosen = (norm: keyof typeof NORMS) => best(sized.map(each => each.logprob / NORMS[norm](each)));
  const place = chosen(normalise);
  const most = Math.max(...likelihoods.map(({logprob}) => logprob));
  const weights = likelihoods.map(({logprob}) => Math.exp(logprob - most));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const share = (places: readonly number[]) => places.reduce((total, each) => total + weights[each]!, 0) / sum;
  return {
    right: place === right || (place !== null && all.includes(place)),
    parsed: place !== null,
    answer: place === null ? null : letterOf(place),
    answer_rule: place === null ? null : "likelihood",
    measures: {
      acc: chosen("none") === right ? 1 : 0,
      acc_bytes: chosen("bytes") === right ? 1 : 0,
      acc_tokens: chosen("tokens") === right ? 1 : 0,
      confidence: share([right]),
      ...(place !== null && {confidence_chosen: share([place])}),
      ...(all.length > 0 && {mc2: share([...new Set(all)])})
    }
  };
}

/** Reads the log-probabilities that the client has put together as the answer: a JSON list with one entry a choice. */
export const loglikelihood: Scoring<"loglikelihood"> = (answer, {expected, choices = []}, {normalise, right: all}) => {
  const right = placeOf(expected, choices);
  if (choices.length < 2 || right < 0)
    return unscored(`the right answer ${JSON.stringify(expected)} is no letter of its ${choices.length} choices`);
  if (all.some(place => place >= choices.length))
    return unscored(`right: ${all.join(", ")} goes beyond its ${choices.length} choices`);
  if (new Set([right, ...all]).size === choices.length)
    return unscored("each of its choices is right, so that none can be wrong");
  const likelihoods = JSON.parse(answer) as ChoiceLikelihood[];
  return likeliest(likelihoods, {choices, right, normalise, all});
};
