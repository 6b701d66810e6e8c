// Sentences of a story, and their words with names and numbers masked.
import type {Part} from "../../generate/narratives/narrative.js";

/** A stretch of a text, UTF-16 code units; `end` is behind its last. */
export type Span = Pick<Part, "start" | "end">;

/** A line's end, or the end of a sentence with its closing quotes, where what follows does not go on in lower case. */
const SENTENCE_END = /\n|[.!?…]+["'”’)\]]*(?=\s+[^\s\p{Ll}])/gu;
/** Titles with a point that ends no sentence. */
const TITLE = /\b(?:Mr|Mrs|Ms|Dr|St|No|Prof|Capt)$/u;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;

/** Sentences of a stretch; a line's end ends a sentence, too. White space around them is left out. */
export function sentencesIn(text: string, {start, end}: Span): Span[] {
  const part = text.slice(start, end);
  const found: Span[] = [];
  let from = 0;
  const add = (to: number): void => {
    const words = part.slice(from, to);
    const first = from + words.length - words.trimStart().length;
    const last = first + words.trim().length;
    if (last > first) found.push({start: start + first, end: start + last});
    from = to;
  };
  for (const match of part.matchAll(SENTENCE_END)) {
    if (match[0] === "." && TITLE.test(part.slice(Math.max(0, match.index - 5), match.index))) continue;
    add(match.index + match[0].length);
  }
  add(part.length);
  return found;
}

/** What stands for a name, and for a number. */
export const NAME = "@";
export const NUMBER = "#";

/** A stretch that is masked as a whole. */
export interface Mask extends Span {
  as: typeof NAME | typeof NUMBER;
}

/**
 * The words and signs of each sentence in lower case, names and numbers masked. Names are the given stretches, a line's speaker, and words
 * with a capital that somewhere in these sentences stands within one; runs of them count once.
 * @param masks in the order of the text; of two that overlap the first counts
 */
export function maskedSentences(text: string, sentences: readonly Span[], masks: readonly Mask[]): string[][] {
  const names = new Set<string>();
  for (const {start, end} of sentences) {
    let opens = true;
    for (const {0: word, index} of text.slice(start, end).matchAll(WORD)) {
      const capital = isCapital(word);
      if (capital && (!opens || (index === 0 && text[start + word.length] === ":"))) names.add(word);
      opens = !/^[\p{L}\p{N}]/u.test(word) && word !== "," && word !== "-";
    }
  }
  let next = 0;
  return sentences.map(({start, end}) => {
    const words: string[] = [];
    for (const {0: word, index} of text.slice(start, end).matchAll(WORD)) {
      const at = start + index;
      while (next < masks.length && masks[next]!.end <= at) next++;
      const mask = masks[next];
      const masked = mask && mask.start < at + word.length ? mask.as : names.has(word) ? NAME : word.toLowerCase();
      if ((masked === NAME || masked === NUMBER) && words.at(-1) === masked) continue;
      words.push(masked);
    }
    return words;
  });
}

/** Whether a word may be a name: a capital first, and not "I" with what hangs on it. */
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word) && !/^I(?:$|['’])/u.test(word);
