// Contamination in context: do examples of the same set make a model less sure of an item?
import {randomOf} from "../../generate/seed.js";
import {shareOf, type WilsonShare} from "../../stats/intervals.js";
import {newcombe} from "../../stats/newcombe.js";
import {permutationP} from "./effect.js";

/** A token of a text: its natural log-probability, and the characters of the text before it. */
interface PlacedToken {
  logprob: number;
  start?: number;
}

/** An item or a control: mean log-probability of its tokens, nats, alone and after examples of its set. */
export interface TextInContext {
  stratum: string;
  alone: number;
  inContext: number;
}

/** Share of texts whose mean log-probability falls after examples of the same set, of items next to controls. */
export interface ContextTest {
  items: WilsonShare;
  controls: WilsonShare;
  /** share of items − share of controls, of strata that have both; null where there is nothing to compare */
  difference: number | null;
  /** its 95 % interval (Newcombe) */
  low: number | null;
  high: number | null;
  /** one-sided p-value by permutation within strata */
  p: number | null;
  /** reason for a missing test; empty where there is one */
  why: string;
}

/** Least items and controls of a test. */
const MIN_TEXTS = 5;

/**
 * Chooses for each text examples from the other texts: of its stratum first, then of any, none equal to it, in a random order.
 * @param longest most characters of the examples and the text; what would exceed them is left out
 * @returns for each text the positions of its examples; none where nothing fits
 */
export function examplesFor(
  texts: readonly {text: string; stratum: string}[],
  {examples, longest, seed = 0}: {examples: number; longest: number; seed?: number | string}
): number[][] {
  const random = randomOf(`examples ${seed}`);
  return texts.map((target, i) => {
    const others = random.shuffle([...texts.keys()]).filter(k => k !== i && texts[k]!.text !== target.text);
    const isAlike = (k: number) => texts[k]!.stratum === target.stratum;
    const chosen: number[] = [];
    let length = target.text.length;
    for (const k of [...others.filter(isAlike), ...others.filter(k => !isAlike(k))]) {
      if (chosen.length === examples) break;
      if (length + texts[k]!.text.length > longest) continue;
      length += texts[k]!.text.length;
      chosen.push(k);
    }
    return chosen;
  });
}

/**
 * Mean log-probabilities of a text's tokens alone and after examples. The same characters are compared: alone, the first token has no
 * log-probability. Null where either has no token of them.
 * @param before characters of the examples before the text
 */
export function meansInContext(
  alone: readonly PlacedToken[],
  after: readonly PlacedToken[],
  before: number
): Omit<TextInContext, "stratum"> | null {
  const start = alone[0]?.start;
  if (start === undefined) return null;
  const compared = after.filter(token => token.start! >= before + start);
  if (compared.length === 0) return null;
  const meanOf = (tokens: readonly PlacedToken[]) => tokens.reduce((sum, {logprob}) => sum + logprob, 0) / tokens.length;
  return {alone: meanOf(alone), inContext: meanOf(compared)};
}

/**
 * The test after CoDeC (Zawalski et al. 2025, arXiv:2510.27055, and michalzawalski.github.io/codec): examples of a set that a model was not
 * trained on show it the form of the texts and raise their log-probabilities; of a set that it was trained on they disrupt what it remembers.
 * The published score is the share of texts whose mean log-probability falls. Since examples may also do harm without any memory, the share
 * is compared with that of controls, which have examples of the same kind as they are.
 */
export function contextTest(
  items: readonly TextInContext[],
  controls: readonly TextInContext[],
  {seed = 0, most = 9_999}: {seed?: number | string; most?: number} = {}
): ContextTest {
  const shareOfFalls = (texts: readonly TextInContext[]) => shareOf(texts.filter(isFall).length, texts.length);
  const result = {items: shareOfFalls(items), controls: shareOfFalls(controls), difference: null, low: null, high: null, p: null};
  if (items.length === 0) return {...result, why: "no item has a log-probability alone and after examples"};
  if (controls.length === 0) return {...result, why: "there are no controls to compare with: a share says nothing by itself"};
  const strata = new Map<string, {clean: number[]; contaminated: number[]}>();
  const addFalls = (texts: readonly TextInContext[], kind: "clean" | "contaminated") => {
    for (const text of texts) {
      let stratum = strata.get(text.stratum);
      if (!stratum) strata.set(text.stratum, (stratum = {clean: [], contaminated: []}));
      stratum[kind].push(Number(isFall(text)));
    }
  };
  addFalls(items, "contaminated");
  addFalls(controls, "clean");
  const both = [...strata.values()].filter(({clean, contaminated}) => clean.length > 0 && contaminated.length > 0);
  const [itemFalls, controlFalls] = [both.flatMap(({contaminated}) => contaminated), both.flatMap(({clean}) => clean)];
  if (Math.min(itemFalls.length, controlFalls.length) < MIN_TEXTS)
    return {
      ...result,
      why: `${itemFalls.length} items and ${controlFalls.length} controls can be compared; a test needs ${MIN_TEXTS} of each`
    };
  const share = (falls: readonly number[]) => {
    const {value, ...rest} = shareOf(falls.filter(Boolean).length, falls.length);
    return {...rest, value: value!};
  };
  const {value: difference, low, high} = newcombe(share(itemFalls), share(controlFalls));
  return {...result, difference, low, high, p: permutationP(both, {seed: `context ${seed}`, most}), why: ""};
}

const isFall = ({alone, inContext}: TextInContext): boolean => inContext < alone;
