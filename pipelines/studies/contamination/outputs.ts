// Rows that an audit writes: one for each item, one for each copy that is shown, one for each file.
import type {Corpus} from "../../book/types.js";
import type {Paraphrase} from "./paraphrases/decision.js";
import {type Audited, type ItemCopy, type ItemResult, isShown, MOST_COPIES, ordered, placeOf} from "./results.js";
import type {Settings, Verdict} from "./settings.js";

/** One copy as it is shown. */
export interface Hit extends Omit<ItemCopy, "item" | "file" | "document" | "isPassage"> {
  id: string;
  document: string;
  verdict: Verdict;
  reason: string;
}

/** The copies that are shown for an item: the strongest ones. */
export function hitsOf(item: Audited, copies: readonly ItemCopy[], settings: Settings): Hit[] {
  if (item.untestable !== null && !item.hasPassage) return [];
  const shown = ordered(copies, item, settings).filter(({copy, finding}) => finding.verdict !== "clean" || isShown(copy));
  return shown.slice(0, MOST_COPIES).map(({copy, finding}) => {
    const {item: _, file: __, document: ___, isPassage: ____, ...rest} = copy;
    return {id: item.id, document: placeOf(copy), ...finding, ...rest};
  });
}

/** One item with everything that was measured. */
export const itemRow = (item: Audited, result: ItemResult) => ({
  ...result,
  group: item.group,
  words: item.words,
  all_words: item.all_words,
  bits_per_word: item.bits_per_word
});

/** A line of paraphrases.jsonl: the text of a document that is most likely a paraphrase of the item. */
export const paraphraseRow = ({id, group}: Pick<Audited, "id" | "group">, paraphrase: Paraphrase | null) => ({
  id,
  group,
  probability: paraphrase?.probability ?? 0,
  document: paraphrase && placeOf(paraphrase.window),
  begin: paraphrase?.window.begin ?? null,
  words: paraphrase?.window.words ?? null,
  excerpt: paraphrase?.window.text ?? null
});

/** What a file of a corpus is, and what became of it. */
interface ReadFile {
  file: string;
  format: string;
  bytes: number;
  sha256: string | null;
  documents: number;
  words: number;
  whole: boolean;
  problems: readonly string[];
}

/** A line of the manifest. */
export const fileRow = (
  {
    name,
    source = null,
    licence = null
  }: Pick<Corpus, "name"> & {source?: string | null | undefined; licence?: string | null | undefined},
  {file, format, bytes, sha256, documents, words, whole, problems}: ReadFile
) => ({corpus: name, source, licence, file, format, bytes, sha256, documents, words, read: whole, problems});

/** Number of items by verdict, as a sentence. */
export function verdictText(results: readonly Pick<ItemResult, "verdict">[]): string {
  const of = (verdict: Verdict) => results.filter(result => result.verdict === verdict).length;
  return `${results.length} items: ${of("exact")} exact, ${of("near")} near, ${of("clean")} clean, ${of("not_testable")} not testable`;
}
