// What an audit says of each item: the strongest finding over all documents, and the copies that are shown for it.
import {DEFAULTS, decide, type Finding, type Settings, VERDICTS, type Verdict} from "./settings.js";

/** One item's copy in one document of one file. */
export interface Copy {
  /** Number of the item. */
  item: number;
  /** The file, and the document's name in it; the name is empty where the file is one document. */
  file: string;
  document: string;
  containment: number;
  jaccard: number;
  run_words: number;
  subsequence: number;
  bits: number;
  /** The document's text around the copy, and where its longest run begins in it and how long that is, UTF-16 code units. */
  excerpt: string;
  run_at: number;
  run_length: number;
}

/** A copy of an item, or of a passage that the item shares with others. */
export interface ItemCopy extends Copy {
  /** Words of the item, or of the passage, that were compared. */
  words: number;
  isPassage: boolean;
}

/** One item as it was audited. */
export interface Audited {
  id: string;
  group: string;
  /** Words without boilerplate and passages, all words, and bits of a word. */
  words: number;
  all_words: number;
  bits_per_word: number;
  /** True for an item that shares a passage with others. */
  hasPassage: boolean;
  /** Why its words without passages cannot be tested; null where they can. */
  untestable: string | null;
}

export interface ItemResult {
  id: string;
  verdict: Verdict;
  reason: string;
  containment: number | null;
  jaccard_max: number | null;
  run_words: number | null;
  subsequence: number | null;
  /** Where the finding stands, or what is most alike; null where nothing is. */
  document: string | null;
  /** Whether only a passage that it shares with other items was found. */
  by_passage: boolean;
  /** Probability that a document has a paraphrase of it, 0…1; null where paraphrases were not searched for. */
  probability: number | null;
}

/** The text of a document that is most likely a paraphrase of an item. */
export interface LikelyParaphrase {
  probability: number;
  document: string;
}

/** What was read, which decides whether an item in which nothing was found may be called clean. */
export interface Coverage {
  files: number;
  /** Files of which some or all was not read. */
  unread: number;
  documents: number;
}

/** Most copies that are kept of an item, and measures from which a copy is worth being shown though it is no finding. */
export const MOST_COPIES = 8;
const SHOWN = {containment: 0.2, subsequence: 0.5, jaccard: 0.1};

export const isShown = (copy: Pick<Copy, "containment" | "subsequence" | "jaccard">): boolean =>
  copy.containment >= SHOWN.containment || copy.subsequence >= SHOWN.subsequence || copy.jaccard >= SHOWN.jaccard;

/** Where a copy stands: the file, and behind a # the document in it. */
export const placeOf = ({file, document}: Pick<Copy, "file" | "document">): string =>
  document === "" ? file : `${file}#${document}`;

const rank = (verdict: Verdict): number => VERDICTS.indexOf(verdict);

/** Decides on a copy of an item, or of its passage, which the reason then names. */
function findingOf(copy: ItemCopy, {bits_per_word}: Audited, settings: Settings): Finding {
  const {verdict, reason} = decide(copy, {words: copy.words, bits: bits_per_word}, settings);
  return {verdict, reason: copy.isPassage ? `its passage: ${reason}` : reason};
}

/** The copies of an item, those of the strongest verdict and of most bits first. */
export function ordered(
  copies: readonly ItemCopy[],
  item: Audited,
  settings: Settings = DEFAULTS
): {copy: ItemCopy; finding: Finding}[] {
  return copies
    .map(copy => ({copy, finding: findingOf(copy, item, settings)}))
    .sort(
      (a, b) =>
        rank(a.finding.verdict) - rank(b.finding.verdict) ||
        b.copy.bits - a.copy.bits ||
        b.copy.containment - a.copy.containment ||
        (placeOf(a.copy) < placeOf(b.copy) ? -1 : placeOf(a.copy) > placeOf(b.copy) ? 1 : 0)
    );
}

/**
 * The result of one item.
 * @param copies all copies of it that were found, shown or not
 * @param paraphrase the most likely one, null where there is none, absent where none was searched for; it decides where the words decide
 *   nothing and the settings have a probability
 */
export function resultOf(
  item: Audited,
  copies: readonly ItemCopy[],
  {files, unread, documents}: Coverage,
  {settings = DEFAULTS, paraphrase}: {settings?: Settings; paraphrase?: LikelyParaphrase | null | undefined} = {}
): ItemResult {
  const most = (of: (copy: Copy) => number) => copies.reduce((max, copy) => Math.max(max, of(copy)), 0);
  const probability = paraphrase === undefined ? null : (paraphrase?.probability ?? 0);
  const measured = {
    probability,
    containment: most(copy => copy.containment),
    jaccard_max: most(copy => copy.jaccard),
    run_words: most(copy => copy.run_words),
    subsequence: most(copy => copy.subsequence)
  };
  const none = {
    probability,
    containment: null,
    jaccard_max: null,
    run_words: null,
    subsequence: null,
    document: null,
    by_passage: false
  };
  if (item.untestable !== null && !item.hasPassage)
    return {id: item.id, verdict: "not_testable", reason: item.untestable, ...none};
  const sorted = ordered(copies, item, settings);
  const [best] = sorted;
  const document = best ? placeOf(best.copy) : null;
  if (best && best.finding.verdict !== "clean") {
    const [ownFinding, passageFinding] = [false, true].map(part => sorted.find(({copy}) => copy.isPassage === part)?.finding);
    const by_passage = ownFinding === undefined || ownFinding.verdict === "clean";
    const reasons = [ownFinding, passageFinding].flatMap(each => (each && each.verdict !== "clean" ? [each.reason] : []));
    if (by_passage) reasons.push(`its other words: ${item.untestable ?? ownFinding?.reason ?? "no copy found"}`);
    return {id: item.id, verdict: best.finding.verdict, reason: reasons.join("; "), ...measured, document, by_passage};
  }
  if (paraphrase && settings.probability !== null && paraphrase.probability >= settings.probability) {
    const reason = `paraphrase, probability ${(Math.floor(100 * paraphrase.probability) / 100).toFixed(2)}`;
    return {id: item.id, verdict: "near", reason, ...measured, document: paraphrase.document, by_passage: false};
  }
  if (documents === 0) return {id: item.id, verdict: "not_testable", reason: "no document was read", ...none};
  if (unread > 0) {
    const reason = `not found in what was read, but ${unread} of ${files} files ${unread === 1 ? "was" : "were"} not read completely`;
    return {id: item.id, verdict: "not_testable", reason, ...measured, document, by_passage: false};
  }
  const reason = best?.finding.reason ?? "no copy found";
  return {id: item.id, verdict: "clean", reason, ...measured, document, by_passage: false};
}
