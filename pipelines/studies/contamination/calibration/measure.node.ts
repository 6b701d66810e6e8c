// Measures how well an embedder's distances separate paraphrases from other questions of the same template.

import {defaultQuestions, isPaired, tasks} from "../../../generate/registry.node.js";
import {type Random, randomOf} from "../../../generate/seed.js";
import type {Area} from "../../../stats/area.js";
import type {Embed} from "../windows.js";
import {areaUnderRoc, type CalibrationPair, type CalibrationRow, calibrationCurve} from "./curve.js";

/** Thresholds of the curve: 0 to 1 by 0.01, among them the published 0.15. */
const THRESHOLDS: readonly number[] = Array.from({length: 101}, (_, i) => Number((i * 0.01).toFixed(2)));

export interface Calibration {
  curve: CalibrationRow[];
  area: Area;
}

/**
 * Precision and recall over thresholds on labelled pairs of all tasks, and the area under the ROC.
 * @param count items of each task, each with one paraphrase and one other question; the items of a smaller count are among those of a larger
 */
export async function calibrated(
  embed: Embed,
  {count, thresholds = THRESHOLDS}: {count: number; thresholds?: readonly number[]}
): Promise<Calibration> {
  const labelled = labelledPairs({count});
  const texts = [...new Set(labelled.flatMap(({item, other}) => [item, other]))];
  const vectors = new Map<string, ArrayLike<number>>();
  for (const [i, vector] of (await embed(texts)).entries()) vectors.set(texts[i]!, vector);
  const pairs = labelled.map(
    ({kind, item, other}): CalibrationPair => ({kind, distance: cosineDistance(vectors.get(item)!, vectors.get(other)!)})
  );
  return {curve: calibrationCurve(pairs, {thresholds}), area: areaUnderRoc(pairs)};
}

/** 1 − cosine; NaN where a vector has no direction. */
function cosineDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let [dot, lengthA, lengthB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    dot += a[i]! * b[i]!;
    lengthA += a[i]! * a[i]!;
    lengthB += b[i]! * b[i]!;
  }
  return 1 - dot / Math.sqrt(lengthA * lengthB);
}

// Planted paraphrases of our tasks' questions, and hard negatives: other questions of the same template.

/** An item with a text that is, or is not, the same question. */
interface LabelledPair {
  task: string;
  kind: "paraphrase" | "hard negative";
  item: string;
  other: string;
}

/** Words and phrases of our prompts that may stand for each other. Numbers, names and operations are the question itself, and stay. */
const SYNONYMS: readonly (readonly string[])[] = [
  ["Work out", "Calculate", "Determine", "Compute"],
  ["Find", "Identify", "Determine", "Give"],
  ["Follow", "Keep track of", "Trace"],
  ["Which", "What"],
  ["value", "result"],
  ["expression", "formula", "term"],
  ["nested list", "list of lists"],
  ["Parentheses come first", "Brackets are evaluated first", "Begin with what stands in parentheses"],
  ["inner lists come first", "start with the innermost lists"],
  ["holds", "contains", "consists of"],
  ["at the end", "in the end", "finally"],
  ["in the end", "at the end"],
  ["trade", "swap", "exchange"],
  ["exchange", "swap", "trade"],
  ["swaps", "exchanges"],
  ["takes", "gets", "is given"],
  ["everybody", "everyone"],
  ["Start from", "Begin at", "Take"],
  ["Go", "Move"],
  ["forward", "ahead", "later"],
  ["back", "earlier", "backwards"],
  ["film", "movie"],
  ["films", "movies"],
  ["liked", "enjoyed", "was fond of"],
  ["disliked", "did not like", "could not stand"],
  ["suits", "fits", "is right for"],
  ["best", "most of all"],
  ["smallest", "least"],
  ["largest", "greatest"],
  ["how many", "what number of"],
  ["How many", "What number of"],
  ["the following", "these"],
  ["Count", "Add up", "Tally"],
  ["in all", "altogether", "in total"],
  ["Sort", "Order", "Arrange"],
  ["words", "terms"],
  ["are said to", "are stated to"],
  ["happen", "take place"],
  ["changes", "alters"],
  ["parks", "stands", "is parked"],
  ["car", "vehicle"],
  ["cars", "vehicles"]
];
const LISTED = new Map(SYNONYMS.map(([word, ...others]) => [word!, others] as const));
const PHRASES = new RegExp(`\\b(?:${[...LISTED.keys()].sort((a, b) => b.length - a.length).join("|")})\\b`, "gu");
/** What a page or a forum puts in front of a question. */
const OPENINGS = ["", "", "Here is a question: ", "A friend asked me this one. ", "Puzzle of the day. ", "Can anybody help? "];

/**
 * A rewording of a prompt: synonyms for three in four of the listed words, the instruction's sentences in another order, no closing line on
 * the form of the answer, and sometimes an opening. What the question is about, its numbers and names, stays. Deterministic in the stream.
 */
export function paraphrase(prompt: string, random: Random): string {
  const paragraphs = prompt.split("\n\n");
  const kept = paragraphs.length > 1 ? paragraphs.slice(0, -1) : paragraphs; // the last one says how to answer
  const [instruction = "", ...question] = kept;
  const sentences = instruction.split(/(?<=\.) /u);
  const ordered = sentences.length > 2 ? [sentences[0]!, ...random.shuffle(sentences.slice(1))] : sentences;
  const reworded = [ordered.join(" "), ...question].map(part =>
    part.replace(PHRASES, word => (random.chance(0.75) ? random.pick(LISTED.get(word)!) : word))
  );
  return random.pick(OPENINGS) + reworded.join("\n\n");
}

/** Pairs of the given tasks (without names, of all but the paired ones, whose long texts nobody rewords by synonyms): for each of `count` items one paraphrase, and one other question of the same point. */
export function labelledPairs({
  names = [...tasks.keys()].filter(name => !isPaired(name)),
  count,
  seed = 0
}: {
  names?: readonly string[];
  count: number;
  seed?: number;
}): LabelledPair[] {
  return names.flatMap(name => {
    const questionAt = defaultQuestions(name, seed);
    return Array.from({length: count}, (_, i): LabelledPair[] => {
      const item = questionAt(2 * i).prompt;
      return [
        {task: name, kind: "paraphrase", item, other: paraphrase(item, randomOf(`paraphrase ${seed} ${name} ${i}`))},
        {task: name, kind: "hard negative", item, other: questionAt(2 * i + 1).prompt}
      ];
    }).flat();
  });
}
