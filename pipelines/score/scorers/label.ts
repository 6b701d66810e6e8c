// Scores answers that are one of a few words, after BABILong (Kuratov et al. 2024): its first sentence counts, and labels of the question do not.
import {type Scoring, unscored} from "./scorer.js";

/** Where the first sentence of an answer ends, or something begins that is no part of it. */
const END = /\.(?!\d)|<context>|<example>|\bquestion\b/iu;

export const label: Scoring<"label"> = (answer, {expected}, {labels, asked}) => {
  if (labels.length === 0) return unscored("its scorer of kind label has no labels: give the words that may be answers");
  const parts = partsOf(expected);
  const [sentence = ""] = answer.trim().split(END, 1);
  const dropped = new Set(named(asked, labels));
  const found = named(sentence, [...new Set([...labels, ...parts])]).filter(each => !dropped.has(each) || parts.includes(each));
  const left = [...new Set(found)];
  const ordered = parts.length > 1 && parts.some((part, i) => parts.indexOf(part) !== i || DIRECTIONS.has(part));
  const right = ordered
    ? found.join(",") === parts.join(",")
    : left.length === new Set(parts).size && parts.every(part => left.includes(part));
  const alone = answer.trim().replace(/^[\s"*`]+|[\s"*`.,;!]+$/gu, "");
  return {
    right,
    parsed: left.length > 0,
    answer: left.length > 0 ? (ordered ? found : left).join(", ") : null,
    answer_rule: null,
    measures: {exact: right && partsOf(alone).join(",") === parts.join(",") ? 1 : 0}
  };
};

/** Parts whose order is the answer: a path of bAbI is told by the letters of its directions. */
const DIRECTIONS: ReadonlySet<string> = new Set(["n", "s", "e", "w", "north", "south", "east", "west"]);

const partsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(",")
    .map(part => part.trim())
    .filter(Boolean);

/** The labels that a text names as whole words, in its order; of two in one place the longer. */
function named(text: string, labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  const escaped = labels
    .toSorted((a, b) => b.length - a.length)
    .map(each => each.toLowerCase().replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return [...text.toLowerCase().matchAll(pattern)].map(match => match[0]);
}
