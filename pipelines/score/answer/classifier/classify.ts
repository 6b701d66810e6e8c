// Chooses the answer of a text in which no rule finds a claim, by a conditional logit over its distinct values and no answer.
import type {Text} from "../claims.js";
import {type Features, featuresOf} from "./features.js";
import type {Model} from "./figures.js";
import {MODELS} from "./weights.js";

interface Choice {
  answer: string;
  start: number;
  end: number;
  /** How probably the text states this answer, 0–1. */
  probability: number;
}

/** Whole weights in one logit: sums are exact, so that choices are the same on every machine. */
export const UNITS = 64;

/** Chooses an answer; null where its probability is below the threshold, the text hedges, or the kind of value is switched off. */
export function classify(whole: Text): Choice | null {
  const model = MODELS[whole.kind.name];
  if (!model?.enabled) return null;
  const choice = chooseBy(model, weightsOf(model), whole);
  return choice && choice.probability >= model.threshold ? choice : null;
}

const parsed = new WeakMap<Model, ReadonlyMap<string, number>>();
function weightsOf(model: Model): ReadonlyMap<string, number> {
  let weights = parsed.get(model);
  if (!weights) parsed.set(model, (weights = parseWeights(model.weights)));
  return weights;
}

/** Weights by name. A name that begins with a space continues the last one that does not. */
export function parseWeights(text: string): ReadonlyMap<string, number> {
  let base = "";
  return new Map(
    text.split("|").map(pair => {
      const equals = pair.lastIndexOf("=");
      const name = pair.slice(0, equals);
      if (!name.startsWith(" ")) base = name;
      return [name === base ? name : base + name, Number(pair.slice(equals + 1))];
    })
  );
}

/** The most probable value of a text, whatever its probability; null where it has none or hedges. */
function chooseBy({slope, intercept}: Model, weights: ReadonlyMap<string, number>, whole: Text): Choice | null {
  const features = featuresOf(whole);
  const best = bestOf(features, weights);
  if (!best) return null;
  const {answer, mentions} = features.candidates[best.place]!;
  const {start, end} = mentions.at(-1)!;
  if (isHedged(whole.text, {start, end})) return null;
  return {answer, start, end, probability: probabilityOf(best.logit, {slope, intercept})};
}

/** Place and log-odds of the best candidate; of equal ones the later. */
export function bestOf(
  {names}: Pick<Features, "names">,
  weights: ReadonlyMap<string, number>
): {place: number; logit: number} | null {
  if (names.length < 2) return null;
  const sums = names.map(own => own.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0));
  let place = 0;
  for (let i = 1; i < sums.length - 1; i++) if (sums[i]! >= sums[place]!) place = i;
  const others = sums.reduce((sum, value, i) => (i === place ? sum : sum + Math.exp((value - sums[place]!) / UNITS)), 0);
  return {place, logit: -Math.log(others)};
}

/** Probability of log-odds, in steps of 1/10,000. */
export const probabilityOf = (logit: number, {slope, intercept}: Pick<Model, "slope" | "intercept">): number =>
  Math.round(10_000 / (1 + Math.exp(-slope * logit - intercept))) / 10_000;

// Words by which a text leaves its answer open, so that no value of it is chosen.

/** Characters before and after a value, and at the end of a text, in which a hedge is looked for. */
const NEAR = 160;
const END = 240;

/** Alternatives, doubt and refusal. */
const OPEN =
  /\b(?:either|neither|maybe|perhaps|possibly|presumably|might|may be|could(?: also)? be|can be|unsure|uncertain|not (?:sure|certain|clear|enough|possible)|(?:can|could|do|does|did) ?not (?:be )?(?:determine|decide|say|tell|know|choose|pick|answer|find|give|conclude|settle)\w*|(?:can|could|do|does|did)n't (?:be )?(?:determine|decide|say|tell|know|choose|pick|answer|find|give|conclude|settle)\w*|cannot|can't|unable|impossible|insufficient|unknown|undetermined|unclear|ambiguous|hard to (?:say|tell|know)|difficult to (?:say|tell)|torn|toss-?up|coin|guess\w*|depends|no idea|none of|nor|versus|vs|alternatively|otherwise|one of|plausible|likely|lean\w*|hesitat\w*|seems?|undecided|anyone's|somewhere|wrong|incorrect|open question|who knows|difficult to)\b|\?/iu;
/** "12 or 13", "between 12 and 13" near a value. */
const ALTERNATIVE = /\bor\b(?! (?:so|more|less|fewer)\b)|\bbetween\b|\bnot\b|\bno\b|n't\b|\/ ?\d|\d ?[-–—~] ?\d/iu;

/** Whether a text hedges near a value, or at its end. */
export function isHedged(text: string, {start, end}: {start: number; end: number}): boolean {
  const sentenceStart = Math.max(start - NEAR, lastBoundary(text, start));
  const near = text.slice(sentenceStart, Math.min(text.length, end + NEAR));
  if (OPEN.test(near) || OPEN.test(text.slice(-END))) return true;
  const sentenceEnd = /[.!?](?:\s|$)|\n/u.exec(text.slice(end, end + NEAR));
  return (
    ALTERNATIVE.test(text.slice(sentenceStart, start)) || ALTERNATIVE.test(text.slice(end, end + (sentenceEnd?.index ?? NEAR)))
  );
}

/** Position after the last end of a sentence or line before a position. */
function lastBoundary(text: string, at: number): number {
  const near = text.slice(Math.max(0, at - NEAR), at);
  const ends = [...near.matchAll(/[.!?]\s|\n/gu)].map(({index}) => at - near.length + index + 1);
  return ends.at(-1) ?? Math.max(0, at - NEAR);
}
