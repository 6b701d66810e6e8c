// Examples for the classifier: real answers without their claim that no rule reads, of models split by family.

import {randomOf} from "../../../../pipelines/generate/seed.js";
import {isHedged} from "../../../../pipelines/score/answer/classifier/classify.js";
import {featuresOf} from "../../../../pipelines/score/answer/classifier/features.js";
import {readByRules} from "../../../../pipelines/score/answer/read.js";
import {type Source, sources, withoutClaim} from "./claimless.js";

export const PARTS = ["training", "held out", "unseen"] as const;
export type Part = (typeof PARTS)[number];

/** Families by the beginning of a model's name: models of one family are all in one part, so that no style is in two. */
const FAMILIES: readonly [RegExp, Part][] = [
  [/^(?:meta-)?llama|^claude|^gemini|^reka|^jamba/iu, "training"],
  [/^mi[sx]tral|^athene|^phi/iu, "held out"],
  [/^qwen|^yi|^gemma|^command|^c4ai|^deepseek|^gpt|^o1/iu, "unseen"]
];
export function partOf(model: string): Part {
  const family = FAMILIES.find(([name]) => name.test(model));
  if (!family) throw new Error(`no family for ${model}`);
  return family[1];
}

export interface Example {
  kind: string;
  set: string;
  model: string;
  id: string;
  cut: boolean;
  /** Whether the text states the answer near its end. */
  stated: boolean;
  /** Answers of the candidates, the right value, and the features of each candidate and of none. */
  answers: string[];
  value: string;
  names: string[][];
  /** Whether the text hedges near the last mention of each candidate. */
  hedged: boolean[];
  text: string;
}

/** Share of texts that are also cut at random, as answers are that meet a limit of tokens. */
export const CUTS = 0.1;
/** Characters at the end of a text within which a value counts as stated. */
const NEAR_END = 300;
/** Shortest text that is left of one that is cut, as a share. */
const MIN_CUT = 0.3;

/** The example of a text, where no rule reads it and no rule says that it has several answers, refuses or denies. */
function exampleOf({set, model, id, kind}: Source, text: string, value: string, cut: boolean): Example | null {
  const {reading, whole} = readByRules(text, kind);
  if (reading.reason !== "none" && reading.reason !== "cut short") return null;
  const {candidates, names} = featuresOf(whole);
  const from = whole.text.trimEnd().length - NEAR_END;
  const stated = candidates.some(({answer, mentions}) => answer === value && mentions.some(({start}) => start >= from));
  const hedged = candidates.map(({mentions}) => isHedged(whole.text, mentions.at(-1)!));
  return {
    kind: kind.name,
    set,
    model,
    id,
    cut,
    stated,
    answers: candidates.map(({answer}) => answer),
    value,
    names,
    hedged,
    text: whole.text
  };
}

/** Examples of all models. @param each most answers of a model to a set · @param cuts share of texts that are also cut */
export function* examplesOf({each, cuts, part}: {each?: (set: string) => number; cuts: number; part?: Part}): Generator<Example> {
  for (const source of sources({...(each !== undefined && {each}), ...(part && {models: model => partOf(model) === part})})) {
    const random = randomOf(`classifier ${source.set} ${source.model} ${source.id}`);
    const claimless = withoutClaim(source.text, source.kind, random.chance(0.5) ? "object" : "reasoning");
    if (!claimless) continue;
    const {text, value} = claimless;
    const own = exampleOf(source, text, value, false);
    if (own) yield own;
    if (random.real() >= cuts) continue;
    const length = Math.floor(text.length * (MIN_CUT + (1 - MIN_CUT) * random.real()));
    const short = text.slice(0, length);
    const example = short.trim() === "" ? null : exampleOf(source, short, value, true);
    if (example) yield example;
  }
}
