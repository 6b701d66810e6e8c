// Compares the windows of a corpus's documents with items by their embeddings: reads one document after the other, and keeps what is nearest.
import type {CorpusFile} from "./corpora.node.js";
import {documentsOf, type Reading} from "./documents.node.js";
import type {Item} from "./itemIndex.js";
import {MOST_COPIES} from "./results.js";
import {type Embed, LONGEST, openWindowSearch} from "./windows.js";

/** The window of one document that is nearest to an item, within the distance. */
interface NearWindow {
  /** Number of the item. */
  item: number;
  file: string;
  /** The document's name in the file; empty where the file is one document. */
  document: string;
  distance: number;
  /** Where in the document the window begins, UTF-16 code units, and its words. */
  at: number;
  words: number;
  /** The window's text. */
  excerpt: string;
}

interface EmbeddedFile extends Reading {
  file: CorpusFile;
  documents: number;
  windows: number;
}

export interface EmbeddedCorpora {
  /** By item: the nearest windows, at most one a document and 8 an item, nearest first. */
  nearest: NearWindow[][];
  /** By item: documents with a window within the distance. */
  within: number[];
  files: EmbeddedFile[];
  windows: number;
}

export interface EmbedFilesOptions {
  embed: Embed;
  /** Largest distance of a window that is kept. */
  atMost: number;
  onItems?: ((done: number) => void) | undefined;
  /** Called with bytes of the corpus that have been compared since the last call. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Called with the number of windows so far. */
  onWindows?: ((windows: number) => void) | undefined;
  onFile?: ((file: EmbeddedFile) => void) | undefined;
}

/** Code units by which pieces of a long document overlap: more than the longest window, of words of 128 code units. */
const OVERLAP = LONGEST * 128;

/** Whether a text has a word, without which it has no embedding. */
export const hasWord = (text: string): boolean => /\S/u.test(text);

/** Mistakes in files are reported in their results; throws what the embedder throws. */
export async function embedFiles(
  items: readonly Pick<Item, "text">[],
  files: readonly CorpusFile[],
  {embed, atMost, onItems, onBytes, onWindows, onFile}: EmbedFilesOptions
): Promise<EmbeddedCorpora> {
  const places = [...items.keys()].filter(i => hasWord(items[i]!.text));
  const search = await openWindowSearch(
    places.map(i => items[i]!.text),
    {embed, atMost, onItems}
  );
  const nearest: NearWindow[][] = items.map(() => []);
  const within = items.map(() => 0);
  const read: EmbeddedFile[] = [];
  for (const file of files) {
    const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
    const before = search.windows();
    const share = compared(file.bytes, onBytes);
    let documents = 0;
    let own = new Map<number, NearWindow>();
    const keep = () => {
      for (const hit of own.values()) {
        within[hit.item]!++;
        insert(nearest[hit.item]!, hit);
      }
      own = new Map();
    };
    let [begin, length] = [0, 0];
    for await (const {name, text, begins} of documentsOf(file.path, reading, {overlap: OVERLAP, onBytes: share.read})) {
      if (begins) {
        keep();
        documents++;
        begin = 0;
      } else begin += length - OVERLAP;
      length = text.length;
      const bytes = Buffer.byteLength(text);
      const onShare = (part: number) => {
        onWindows?.(search.windows());
        share.text(bytes * part);
      };
      const hits = await search.add(text, {onShare});
      share.done(bytes);
      for (const {item: place, distance, start, end, words} of hits) {
        const item = places[place]!;
        if ((own.get(item)?.distance ?? 3) <= distance) continue;
        const excerpt = text.slice(start, end);
        own.set(item, {item, file: file.path, document: name, distance, at: begin + start, words, excerpt});
      }
    }
    keep();
    share.end();
    const result = {...reading, file, documents, windows: search.windows() - before};
    read.push(result);
    onFile?.(result);
  }
  return {nearest, within, files: read, windows: search.windows()};
}

/** Puts a window into a list of the nearest ones, of which MOST_COPIES are kept; of equally near ones the earlier stays first. */
function insert(list: NearWindow[], hit: NearWindow): void {
  const after = list.findIndex(({distance}) => distance > hit.distance);
  list.splice(after < 0 ? list.length : after, 0, hit);
  if (list.length > MOST_COPIES) list.pop();
}

/**
 * Bytes of a file that have been compared: no more than have been read, and no more than the texts that came of them. A file is read far
 * ahead of what is embedded, and a packed one becomes more text than it has bytes.
 */
function compared(total: number, report: ((bytes: number) => void) | undefined) {
  let [read, texts, reported] = [0, 0, 0];
  const upTo = (bytes: number) => {
    if (bytes <= reported) return;
    report?.(bytes - reported);
    reported = bytes;
  };
  return {
    read: (bytes: number) => {
      read += bytes;
    },
    text: (part: number) => upTo(Math.min(read, texts + part)),
    done: (bytes: number) => {
      texts += bytes;
      upTo(Math.min(read, texts));
    },
    end: () => upTo(total)
  };
}
