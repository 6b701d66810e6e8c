// Scores sets (elements in any order) and lists (elements in order).
import {jsonOf} from "../../rows/json.js";
import {textKind} from "../answer/kinds.js";
import {type ReadOptions, readAnswer, readOptions} from "../answer/read.js";
import type {Reading} from "../answer/reading.js";
import {plainText} from "../answer/values.js";
import {type Scoring, unreadVerdict, verdictFields} from "./scorer.js";

const BULLET = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/u;

/** The elements of a written collection, in canonical spelling, empty ones left out. */
function elementsOf(text: string, separator: string): string[] {
  const plain = text.trim();
  const json = plain.startsWith("[") ? parsed(plain) : null;
  const bare = /^[[({](.*)[\])}]$/su.exec(plain)?.[1] ?? plain;
  const parts = json ?? bare.split(separator).map(part => part.replace(BULLET, ""));
  return parts.flatMap(part => plainText(part) || []);
}

function parsed(text: string): string[] | null {
  const value = jsonOf(text);
  return Array.isArray(value) ? value.map(each => (typeof each === "string" ? each : JSON.stringify(each))) : null;
}

/** The answer's elements; of a last one such as "b and c" that is not expected as a whole, both. */
function givenElements(text: string, separator: string, expected: readonly string[]): string[] {
  const given = elementsOf(text, separator);
  const last = given.at(-1);
  if (last === undefined || expected.includes(last)) return given;
  const both = last.replace(/^and\s+/u, "").split(/\s+and\s+/u);
  return [...given.slice(0, -1), ...both];
}

/** The statement of a collection: a claim or the last line, or the whole answer where elements stand on lines of their own. */
function readCollection(answer: string, options: ReadOptions, separator: string): Reading {
  if (!separator.includes("\n") || answer.trim() === "") return readAnswer(answer, textKind, options);
  const start = answer.length - answer.trimStart().length;
  return {answer: answer.trim(), rule: "whole text", span: {start, end: answer.trimEnd().length}, reason: null};
}

export const set: Scoring<"set"> = (answer, {prompt, reading: settings, expected}, {separator}) => {
  const truth = new Set(elementsOf(expected, separator));
  const reading = readCollection(answer, readOptions(prompt, settings), separator);
  if (reading.answer === null) return unreadVerdict(reading, {precision: 0, recall: 0, f1: 0});
  const given = new Set(givenElements(reading.answer, separator, [...truth]));
  const shared = [...given].filter(element => truth.has(element)).length;
  const none = given.size + truth.size === 0;
  return {
    right: shared === truth.size && shared === given.size,
    ...verdictFields({...reading, answer: [...given].sort().join(", ")}),
    measures: {
      precision: given.size === 0 ? (none ? 1 : 0) : shared / given.size,
      recall: truth.size === 0 ? (none ? 1 : 0) : shared / truth.size,
      f1: none ? 1 : (2 * shared) / (given.size + truth.size)
    }
  };
};

export const list: Scoring<"list"> = (answer, {prompt, reading: settings, expected}, {separator}) => {
  const truth = elementsOf(expected, separator);
  const reading = readCollection(answer, readOptions(prompt, settings), separator);
  if (reading.answer === null) return unreadVerdict(reading, {in_place: 0});
  const given = givenElements(reading.answer, separator, truth);
  const same = given.filter((element, place) => element === truth[place]).length;
  const longest = Math.max(given.length, truth.length);
  return {
    right: same === longest,
    ...verdictFields({...reading, answer: given.join(", ")}),
    measures: {in_place: longest === 0 ? 1 : same / longest}
  };
};
