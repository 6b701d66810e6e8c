// Audits texts that are in memory, as a page does with a reader's own: each is searched for the items of an index.
import {type Item, type ItemIndex, untestableItems} from "./itemIndex.js";
import {type Audited, type Copy, type ItemCopy, isShown} from "./results.js";
import {type Match, searcher, stronger} from "./search.js";
import {normalised, splitWords, type Words, wordBuffers} from "./words.js";

/** Longest text of a copy that is kept, code units; and text that is kept on each side of a copy. */
const LONGEST_EXCERPT = 4_000;
const AROUND = 80;
/** Each item with what its index says of it. */
export function auditedItems(items: readonly Item[], index: ItemIndex): Audited[] {
  const untestable = untestableItems(index);
  return items.map(({id, group}, item): Audited => {
    const {bits} = index.groups[index.groupOf[item]!]!;
    const words = index.first[item + 1]! - index.first[item]!;
    const all_words = index.firstOfAll[item + 1]! - index.firstOfAll[item]!;
    const hasPassage = index.passagesOf.has(item);
    return {id, group, words, all_words, bits_per_word: bits, hasPassage, untestable: untestable[item]!};
  });
}

/** The copies of each item, in the order in which they were found; a copy of a passage is one of each item that shares it. */
export function copiesByItem(index: ItemIndex, copies: Iterable<Copy>): Map<number, ItemCopy[]> {
  const itemsOf = new Map<number, number[]>();
  for (const [item, passages] of index.passagesOf)
    for (const passage of passages) {
      const others = itemsOf.get(passage);
      if (others) others.push(item);
      else itemsOf.set(passage, [item]);
    }
  const byItem = new Map<number, ItemCopy[]>();
  for (const copy of copies) {
    const words = index.first[copy.item + 1]! - index.first[copy.item]!;
    const isPassage = copy.item >= index.items;
    for (const item of isPassage ? (itemsOf.get(copy.item) ?? []) : [copy.item]) {
      const itemCopy = {...copy, item, words, isPassage};
      const others = byItem.get(item);
      if (others) others.push(itemCopy);
      else byItem.set(item, [itemCopy]);
    }
  }
  return byItem;
}

/** The strongest copy of each item in each text. Texts are searched whole, so they should be documents, not libraries. */
export function auditTexts(index: ItemIndex, texts: Iterable<{file: string; document: string; text: string}>): Copy[] {
  const {search} = searcher(index);
  const buffers = wordBuffers();
  const copies: Copy[] = [];
  for (const {file, document, text} of texts) {
    const strongest = new Map<number, Match>();
    const own = normalised(text);
    const words = splitWords(own, buffers);
    for (const match of search(words)) {
      const earlier = strongest.get(match.item);
      if (!earlier || stronger(match, earlier)) strongest.set(match.item, match);
    }
    for (const match of strongest.values()) copies.push(copyOf(match, {file, document, text: own, words}));
  }
  return copies;
}

/** A match with the document's text around it. */
export function copyOf(
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
