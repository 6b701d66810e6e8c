// Answers that need only be copied: what a question holds as the only possible answer.
import type {DrawnItem} from "../../generate/task.js";
import {numbersIn, rightPlace, stemOf, wordsIn} from "./question.js";

/** Quoted text of one line. */
const QUOTED = /"([^"\n]{1,200})"|“([^”\n]{1,200})”|`([^`\n]{1,200})`|«([^»\n]{1,200})»/gu;

/**
 * Returns the only answer that an item's question can mean, by what stands in it: its only number where its answer is one, else the only
 * answer to any of the other items, or its only quotation. Null where there is none, or several.
 */
export function copier(others: readonly DrawnItem[]): (item: DrawnItem) => string | null {
  const open = others.filter(item => rightPlace(item) < 0 && item.expected !== "");
  const answers = new Map(open.map(({expected}) => [wordsIn(expected.toLowerCase()).join(" "), expected]));
  answers.delete("");
  const longest = Math.max(0, ...new Set([...answers.keys()].map(words => words.split(" ").length)));
  return item => {
    const stem = stemOf(item);
    const candidates = isNumber(item.expected) ? numbersIn(stem) : known(stem);
    const different = [...new Set(candidates.length > 0 ? candidates : quoted(stem))];
    return different.length === 1 ? different[0]! : null;
  };

  /** Answers to any of the items among the words of a text; of two that overlap, the longer. */
  function known(text: string): string[] {
    const words = wordsIn(text.toLowerCase());
    const found: string[] = [];
    for (let start = 0; start < words.length; start++)
      for (let length = Math.min(longest, words.length - start); length > 0; length--) {
        const answer = answers.get(words.slice(start, start + length).join(" "));
        if (answer === undefined) continue;
        found.push(answer);
        start += length - 1;
        break;
      }
    return found;
  }
}

const isNumber = (text: string): boolean => /^-?\d+(?:[.,]\d+)*$/u.test(text.trim());
const quoted = (text: string): string[] => Array.from(text.matchAll(QUOTED), ([, ...found]) => found.find(Boolean)!);
