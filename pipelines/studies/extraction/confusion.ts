// How well answers are found in texts of which it is known what they state: outcomes, precision, recall and macro-F1.
import {randomOf} from "../../generate/seed.js";
import {ENGLISH, type ValueKind} from "../../score/answer/values.js";
import {quantileOf} from "../../stats/quantile.js";
import {resampler} from "../../stats/random.js";

/** What became of one text. `invented` and `wrong` are false answers, `missed` and `wrong` are answers not found. */
export const OUTCOMES = ["right", "wrong", "missed", "invented", "none"] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Counts = Record<Outcome, number>;

/** Methods that find answers. */
export const METHODS = ["rules", "classifier"] as const;
export type Method = (typeof METHODS)[number];

/** One text: what kind of answer was looked for in it, and what became of it by each method. */
export interface Checked extends Record<Method, Outcome> {
  /** A class of F1: texts of one kind, such as numbers. */
  kind: string;
}

const plain = (text: string): string => text.replace(/^(?:the|an?)\s+(?=\p{L})/iu, "");

/** Whether a found answer is the stated one: equal in canonical spelling, a leading article aside where any text may be an answer. */
export function sameAnswer(found: string, stated: string, kind: ValueKind): boolean {
  const own = kind.spell(stated, ENGLISH) ?? stated;
  return found === own || (kind.whole && plain(found) === plain(own));
}

/** @param found null where none was found · @param stated null where the text states none */
export function outcomeOf(found: string | null, stated: string | null, kind: ValueKind): Outcome {
  if (stated === null) return found === null ? "none" : "invented";
  if (found === null) return "missed";
  return sameAnswer(found, stated, kind) ? "right" : "wrong";
}

/** Counts of one method. */
export function countsOf(checked: readonly Checked[], method: Method): Counts {
  const counts: Counts = {right: 0, wrong: 0, missed: 0, invented: 0, none: 0};
  for (const each of checked) counts[each[method]]++;
  return counts;
}

const share = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** Answers given that are the stated ones; null where none was given. */
export const precisionOf = ({right, wrong, invented}: Counts): number | null => share(right, right + wrong + invented);
/** Stated answers that were found; null where none was stated. */
export const recallOf = ({right, wrong, missed}: Counts): number | null => share(right, right + wrong + missed);
/** F1 of answers, the harmonic mean of both (van Rijsbergen 1979); null where none was stated, since nothing could be right then. */
export const answerF1 = ({right, wrong, missed, invented}: Counts): number | null =>
  right + wrong + missed > 0 ? (2 * right) / (2 * right + 2 * wrong + missed + invented) : null;
/** F1 of the class of texts that state no answer; null where there are none. */
export const noneF1 = ({none, missed, invented}: Counts): number | null =>
  none + invented > 0 ? (2 * none) / (2 * none + missed + invented) : null;

/** Texts of equal kind and outcomes, counted: all that F1 depends on. */
interface Cell extends Checked {
  count: number;
}

function cellsOf(checked: readonly Checked[]): Cell[] {
  const cells = new Map<string, Cell>();
  for (const {kind, rules, classifier} of checked) {
    const key = `${rules} ${classifier} ${kind}`;
    const cell = cells.get(key);
    if (cell) cell.count++;
    else cells.set(key, {kind, rules, classifier, count: 1});
  }
  return [...cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}

/**
 * Macro-F1: the mean of the F1 of each kind's answers and of texts without one, over the classes that the texts have. Null without texts.
 */
function macroOf(cells: readonly Cell[], method: Method): number | null {
  const zero = (): Counts => ({right: 0, wrong: 0, missed: 0, invented: 0, none: 0});
  const [all, kinds] = [zero(), new Map<string, Counts>()];
  for (const cell of cells) {
    const own = kinds.get(cell.kind) ?? zero();
    kinds.set(cell.kind, own);
    own[cell[method]] += cell.count;
    all[cell[method]] += cell.count;
  }
  const found = [...[...kinds.values()].map(answerF1), noneF1(all)].filter(value => value !== null);
  return found.length > 0 ? found.reduce((sum, value) => sum + value, 0) / found.length : null;
}

export const macroF1 = (checked: readonly Checked[], method: Method): number | null => macroOf(cellsOf(checked), method);

export interface Estimated {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** Replicates of the bootstrap: ends of an interval repeat to about a hundredth of its width. */
const REPLICATES = 1_000;

/**
 * Macro-F1 of both methods and classifier − rules, each with its 95 % interval: percentile bootstrap over texts, with the same replicates
 * for both, since they read the same texts. Ends are null where fewer than two texts are there.
 */
export function macroIntervals(checked: readonly Checked[], seed: string): Record<Method | "difference", Estimated> {
  const cells = cellsOf(checked);
  const n = checked.length;
  const random = randomOf(`macro-F1 ${seed} ${n}`);
  const drawn: Record<Method | "difference", number[]> = {rules: [], classifier: [], difference: []};
  const draw = resampler(cells.map(({count}) => count));
  const counts = new Float64Array(cells.length);
  for (let i = 0; n > 1 && i < REPLICATES; i++) {
    draw(random, counts);
    const own = cells.map((cell, k) => ({...cell, count: counts[k]!}));
    const [rules, classifier] = [macroOf(own, "rules")!, macroOf(own, "classifier")!];
    drawn.rules.push(rules);
    drawn.classifier.push(classifier);
    drawn.difference.push(classifier - rules);
  }
  const [rules, classifier] = [macroF1(checked, "rules"), macroF1(checked, "classifier")];
  const estimated = (value: number | null, own: number[]): Estimated => {
    if (own.length === 0) return {value, low: null, high: null};
    const sorted = Float64Array.from(own).sort();
    return {value, low: quantileOf(sorted, 0.025), high: quantileOf(sorted, 0.975)};
  };
  return {
    rules: estimated(rules, drawn.rules),
    classifier: estimated(classifier, drawn.classifier),
    difference: estimated(rules === null || classifier === null ? null : classifier - rules, drawn.difference)
  };
}
