// Audits one file of a corpus: reads its documents and searches each for the items of an index.
import {documentsOf, type Reading} from "./documents.js";
import type {ItemIndex} from "./itemIndex.js";
import {type Copy, isShown} from "./results.js";
import {type Match, searcher, stronger} from "./search.js";
import {normalised, splitWords, type Words, wordBuffers} from "./words.js";

/** What one file holds. */
export interface FileResult extends Reading {
  file: string;
  documents: number;
  words: number;
  /** The strongest copy of each item in each document. */
  copies: Copy[];
}

/** Longest text of a copy that is kept, code units; and text that is kept on each side of a copy. */
const LONGEST_EXCERPT = 4_000;
const AROUND = 80;
/** Least overlap of the pieces of a long document. */
const LEAST_OVERLAP = 2 ** 14;

/** Makes an auditor of files, which keeps its buffers from one to the next. */
export function fileAuditor(index: ItemIndex): (file: string, onBytes?: (bytes: number) => void) => Promise<FileResult> {
  const {search} = searcher(index);
  const overlap = Math.max(LEAST_OVERLAP, 4 * longestItem(index));
  const buffers = wordBuffers({
    copy: (text, units) => {
      Buffer.from(units.buffer, units.byteOffset, units.byteLength).write(text, "utf16le");
    }
  });
  return async (file, onBytes) => {
    const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
    const result: FileResult = {file, ...reading, documents: 0, words: 0, copies: []};
    const strongest = new Map<number, Match & {copy: Copy}>();
    const keep = () => {
      for (const {copy} of strongest.values()) result.copies.push(copy);
      strongest.clear();
    };
    for await (const {name, text, begins} of documentsOf(file, reading, {overlap, onBytes})) {
      if (begins) {
        keep();
        result.documents++;
      }
      const own = normalised(text);
      const words = splitWords(own, buffers);
      result.words += words.count;
      for (const match of search(words)) {
        const earlier = strongest.get(match.item);
        if (!earlier || stronger(match, earlier))
          strongest.set(match.item, {...match, copy: copyOf(match, {file, document: name, text: own, words})});
      }
    }
    keep();
    return Object.assign(result, reading);
  };
}

/** Characters of the longest item's words, with a space behind each; an item may be long by its boilerplate. */
function longestItem({firstOfAll, first, offsets}: ItemIndex): number {
  let longest = 0;
  for (let item = 0; item + 1 < first.length; item++) {
    const [from, to] = [first[item]!, first[item + 1]!];
    const left = firstOfAll[item + 1]! - firstOfAll[item]! - (to - from);
    longest = Math.max(longest, offsets[to]! - offsets[from]! + (to - from) + 8 * left); // 8: a long mean word and its space
  }
  return longest;
}

/** A match with the document's text around it. */
function copyOf(
  {item, containment, jaccard, run_words, subsequence, bits, from, to, runFrom, runTo}: Match,
  {file, document, text, words}: {file: string; document: string; text: string; words: Words}
): Copy {
  const measures = {item, file, document, containment, jaccard, run_words, subsequence, bits};
  if (!isShown(measures)) return {...measures, excerpt: "", run_at: 0, run_length: 0};
  const {starts, ends} = words;
  const run = {from: starts[runFrom]!, to: ends[runTo - 1]!};
  let begin = Math.max(0, Math.min(run.from, to > from ? starts[from]! : run.from) - AROUND);
  if (run.from - begin > LONGEST_EXCERPT / 2) begin = run.from - AROUND;
  const end = Math.min(text.length, begin + LONGEST_EXCERPT, Math.max(run.to, to > from ? ends[to - 1]! : run.to) + AROUND);
  // a surrogate is not parted from its other half
  if (begin > 0 && /[\udc00-\udfff]/.test(text[begin]!)) begin++;
  const last = end < text.length && /[\udc00-\udfff]/.test(text[end]!) ? end - 1 : end;
  return {
    ...measures,
    excerpt: text.slice(begin, last),
    run_at: Math.max(0, run.from - begin),
    run_length: Math.max(0, Math.min(run.to, last) - run.from)
  };
}
