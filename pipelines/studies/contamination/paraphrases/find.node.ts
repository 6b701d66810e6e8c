// Searches the files of corpora for paraphrases of items.
import type {CorpusFile} from "../corpora.node.js";
import {documentsOf, type Reading} from "../documents.node.js";
import type {Item} from "../itemIndex.js";
import {judgeCandidates, type Paraphrase} from "./decision.js";
import {openCandidateSearch} from "./search.js";

/** Code units by which pieces of a long document overlap: more than a window of 512 words. */
const OVERLAP = 2 ** 13;

/**
 * The most likely paraphrase of each item; null where no document shares rare words with it. Unreadable parts of a file are left out, as
 * an audit of the same files reports. Memory is bounded by the number of items.
 * @param onBytes called with bytes of the corpus that have been searched since the last call
 */
export async function findParaphrases(
  items: readonly Pick<Item, "text">[],
  files: readonly CorpusFile[],
  {onBytes}: {onBytes?: ((bytes: number) => void) | undefined} = {}
): Promise<(Paraphrase | null)[]> {
  const texts = items.map(({text}) => text);
  const search = openCandidateSearch(texts);
  for (const {path} of files) {
    const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
    let [begin, length] = [0, 0];
    for await (const {name, text, begins} of documentsOf(path, reading, {overlap: OVERLAP, onBytes})) {
      begin = begins ? 0 : begin + length - OVERLAP;
      length = text.length;
      search.add(text, {file: path, document: name, begin});
    }
  }
  return judgeCandidates(texts, search);
}
