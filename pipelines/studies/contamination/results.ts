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

/** One item as it was audited. */
export interface Audited {
  id: string;
  group: string;
  /** Words without boilerplate, all words, and bits of a word. */
  words: number;
  all_words: number;
  bits_per_word: number;
  /** Why it cannot be tested; null where it can. */
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
}

/** The window of a document that is nearest to an item by embeddings of a model. */
export interface Nearest {
  distance: number;
  document: string;
  model: string;
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
const wordsOf = ({words, bits_per_word}: Audited) => ({words, bits: bits_per_word});

/** The copies of an item, those of the strongest verdict and of most bits first. */
export function ordered(copies: readonly Copy[], item: Audited, settings: Settings = DEFAULTS): {copy: Copy; finding: Finding}[] {
  return copies
    .map(copy => ({copy, finding: decide(copy, wordsOf(item), settings)}))
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
 * @param nearest what embeddings found, which decides only where the settings have a distance and the words decide nothing
 */
export function resultOf(
  item: Audited,
  copies: readonly Copy[],
  {files, unread, documents}: Coverage,
  {settings = DEFAULTS, nearest}: {settings?: Settings; nearest?: Nearest | undefined} = {}
): ItemResult {
  const most = (of: (copy: Copy) => number) => copies.reduce((max, copy) => Math.max(max, of(copy)), 0);
  const measured = {
    containment: most(copy => copy.containment),
    jaccard_max: most(copy => copy.jaccard),
    run_words: most(copy => copy.run_words),
    subsequence: most(copy => copy.subsequence)
  };
  const none = {containment: null, jaccard_max: null, run_words: null, subsequence: null, document: null};
  if (item.untestable !== null) return {id: item.id, verdict: "not_testable", reason: item.untestable, ...none};
  const [best] = ordered(copies, item, settings);
  const document = best ? placeOf(best.copy) : null;
  if (best && best.finding.verdict !== "clean") return {id: item.id, ...best.finding, ...measured, document};
  if (nearest && settings.distance !== null && nearest.distance <= settings.distance) {
    const reason = `embedding distance ${nearest.distance.toFixed(2)} by ${nearest.model}`;
    return {id: item.id, verdict: "near", reason, ...measured, document: nearest.document};
  }
  if (documents === 0) return {id: item.id, verdict: "not_testable", reason: "no document was read", ...none};
  if (unread > 0) {
    const reason = `not found in what was read, but ${unread} of ${files} files ${unread === 1 ? "was" : "were"} not read completely`;
    return {id: item.id, verdict: "not_testable", reason, ...measured, document};
  }
  return {id: item.id, verdict: "clean", reason: best?.finding.reason ?? "no copy found", ...measured, document};
}
