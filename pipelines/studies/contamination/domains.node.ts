// Reads corpora for what their documents are about: shares of the domains of the audited items in each corpus, beside contamination by domain.
import {groupBy} from "../../stats/groupBy.js";
import type {Audit} from "./audit.node.js";
import {type CorpusFile, corpusFiles} from "./corpora.node.js";
import {type DomainCounter, type DomainRow, domainClassifier, domainRows, type LabelledText, OTHER} from "./distribution.js";

import {documentsOf, type Reading} from "./documents.node.js";
import type {Item} from "./itemIndex.js";
import {resultOf} from "./results.js";

/** Code units by which pieces of a long document overlap: none, since only the first piece is read. */
const OVERLAP = 0;

const domainOf = ({domain, group}: Item): string => domain ?? group;

/**
 * Rows of the table `contamination_domains`: for each corpus the items' contamination in it and its domains' shares.
 * @param items and files that were audited, in this order
 * @param onBytes called with bytes of the corpora that have been read
 */
export async function corpusDomains(
  items: readonly Item[],
  files: readonly CorpusFile[],
  audit: Audit,
  {onBytes}: {onBytes?: ((bytes: number) => void) | undefined} = {}
): Promise<DomainRow[]> {
  const labelled = items.map((item): LabelledText => ({domain: domainOf(item), text: item.text}));
  const rows: DomainRow[] = [];
  let [known, newCounter] = ["", domainClassifier([])];
  for (const [corpus, own] of groupBy([...files.entries()], ([, {corpus}]) => corpus.name)) {
    const background = own[0]![1].corpus.background;
    const needed = JSON.stringify(background ?? null);
    if (needed !== known) [known, newCounter] = [needed, domainClassifier([...labelled, ...(await textsOf(background))])];
    const counter: DomainCounter = newCounter();
    for (const [, {path}] of own) for await (const text of beginnings(path, onBytes)) counter.add(text);
    const among = new Set(own.map(([, {path}]) => path));
    const read = own.map(([i]) => audit.files[i]!);
    const coverage = {
      files: read.length,
      unread: read.filter(({whole}) => !whole).length,
      documents: read.reduce((sum, {documents}) => sum + documents, 0)
    };
    const judged = audit.items.map((item, i) => {
      const copies = (audit.copies.get(i) ?? []).filter(({file}) => among.has(file));
      return {domain: domainOf(items[i]!), verdict: resultOf(item, copies, coverage, {settings: audit.settings}).verdict};
    });
    rows.push(...domainRows(corpus, judged, counter.shares()));
  }
  return rows;
}

/** The documents of a background, labelled as of no domain. */
async function textsOf(background: string | readonly string[] | undefined): Promise<LabelledText[]> {
  if (background === undefined) return [];
  const found: LabelledText[] = [];
  for (const {path} of await corpusFiles([{name: "background", files: [background].flat()}]))
    for await (const text of beginnings(path)) found.push({domain: OTHER, text});
  return found;
}

/** Each document's beginning: of a long one its first piece, which is more than the classifier reads. */
async function* beginnings(path: string, onBytes?: (bytes: number) => void): AsyncGenerator<string> {
  const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
  for await (const {text, begins} of documentsOf(path, reading, {overlap: OVERLAP, onBytes})) if (begins) yield text;
}
