// Audits one file of a corpus: reads its documents and searches each for the items of an index.

import {copyOf} from "./auditText.js";
import {documentsOf, type Reading} from "./documents.node.js";
import type {ItemIndex} from "./itemIndex.js";
import type {Copy} from "./results.js";
import {type Match, searcher, stronger} from "./search.js";
import {normalised, splitWords, wordBuffers} from "./words.js";

/** What one file holds. */
export interface FileResult extends Reading {
  file: string;
  documents: number;
  words: number;
  /** The strongest copy of each item in each document. */
  copies: Copy[];
}

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
