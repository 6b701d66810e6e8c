// Nearest windows of documents to items by cosine distance of their embeddings: exact search in blocks, with early rejection.

/** Embeds texts, none of them empty: one vector a text, all of one length, in their order. */
export type Embed = (texts: string[]) => Promise<Float32Array[]>;

/** A window of a document: words `word` to `word + words − 1`, counted from 0, and the same as character offsets. */
export interface TextWindow {
  word: number;
  words: number;
  start: number;
  end: number;
}

/** The window of a text that comes closest to an item. */
interface WindowHit extends TextWindow {
  /** Number of the item. */
  item: number;
  /** 1 − cosine, 0 the same direction … 2 the opposite one. */
  distance: number;
}

/** Largest distance at which an item counts as found, by default. */
export const NEAR = 0.15;
/** Words of the shortest and of the longest windows; the built-in sentence encoder reads 128 pieces of words. */
const SHORTEST = 8;
export const LONGEST = 128;
/** Windows begin every quarter of their length, so that an item is off by an eighth of its length at most. */
const STEPS = 4;
/** Texts that are embedded together. */
const BATCH = 256;
/** Dimensions after which a pair is given up where it can no longer be near. */
const BLOCK = 64;

/** The length of window that an item is compared with: the power of two nearest to its number of words, 8 to 128. */
export const windowLength = (words: number): number =>
  Math.min(LONGEST, Math.max(SHORTEST, 2 ** Math.round(Math.log2(Math.max(1, words)))));

/** Windows of a text with so many words each; one window where the text is shorter, none where it has no words. */
export function windowsOf(text: string, length: number): TextWindow[] {
  const words = [...text.matchAll(/\S+/gu)].map(({index, 0: word}) => ({start: index, end: index + word.length}));
  const step = Math.max(1, Math.floor(length / STEPS));
  const windows: TextWindow[] = [];
  for (let word = 0; word < words.length; word += step) {
    const size = Math.min(length, words.length - word);
    windows.push({word, words: size, start: words[word]!.start, end: words[word + size - 1]!.end});
    if (word + size >= words.length) break; // later windows would lie within this one
  }
  return windows;
}

/** Vectors as rows of one matrix, scaled to length 1, with the lengths of what remains of each row after every block of dimensions. */
interface UnitRows {
  count: number;
  dimensions: number;
  values: Float32Array;
  /** rows × blocks: Euclidean length of the dimensions from the end of the block on. */
  rest: Float32Array;
  blocks: number;
}

/**
 * Unit rows of vectors. A vector of zeros, or one with a part that is no number, has no direction: its row is all zeros, and it is at
 * distance 1 from everything. Throws a RangeError where vectors differ in length.
 */
export function unitRows(vectors: readonly ArrayLike<number>[]): UnitRows {
  const dimensions = vectors[0]?.length ?? 0;
  const blocks = Math.ceil(dimensions / BLOCK);
  const values = new Float32Array(vectors.length * dimensions);
  const rest = new Float32Array(vectors.length * blocks);
  for (const [row, vector] of vectors.entries()) {
    if (vector.length !== dimensions)
      throw new RangeError(`vectors of ${dimensions} and of ${vector.length} dimensions cannot be compared`);
    let squares = 0;
    for (let i = 0; i < dimensions; i++) squares += vector[i]! * vector[i]!;
    const scale = squares > 0 && Number.isFinite(squares) ? 1 / Math.sqrt(squares) : 0;
    if (scale > 0) for (let i = 0; i < dimensions; i++) values[row * dimensions + i] = vector[i]! * scale;
    let left = 0;
    for (let block = blocks - 1; block >= 0; block--) {
      rest[row * blocks + block] = Math.sqrt(left);
      for (let i = block * BLOCK; i < Math.min(dimensions, (block + 1) * BLOCK); i++) left += values[row * dimensions + i]! ** 2;
    }
  }
  return {count: vectors.length, dimensions, values, rest, blocks};
}

/** The nearest row of `windows` to each row of `items`: its position, −1 where none is within reach, and the cosine. */
export interface Nearest {
  position: Int32Array;
  cosine: Float32Array;
}

/** Rounding of 32-bit sums over a thousand dimensions: pairs are given up only beyond it. */
const SLACK = 1e-5;

/**
 * Exact nearest windows by cosine. A pair is given up after a block of dimensions where even parallel remainders could not bring it above
 * what the item has already (Cauchy–Schwarz), so that the result is that of comparing all pairs in full.
 * @param least smallest cosine that counts; of equal ones the first window is taken
 */
export function nearestRows(items: UnitRows, windows: UnitRows, {least}: {least: number}): Nearest {
  const position = new Int32Array(items.count).fill(-1);
  const cosine = new Float32Array(items.count).fill(least);
  if (items.count > 0 && windows.count > 0 && items.dimensions !== windows.dimensions)
    throw new RangeError(`vectors of ${items.dimensions} and of ${windows.dimensions} dimensions cannot be compared`);
  const {dimensions, blocks, values: a, rest: restA} = items;
  const {values: b, rest: restB} = windows;
  for (let w = 0; w < windows.count; w++) {
    const from = w * dimensions;
    for (let i = 0; i < items.count; i++) {
      const best = cosine[i]!;
      const own = i * dimensions;
      let dot = 0;
      let block = 0;
      for (; block < blocks; block++) {
        const end = Math.min(dimensions, (block + 1) * BLOCK);
        let k = block * BLOCK;
        let [d0, d1, d2, d3] = [0, 0, 0, 0]; // four sums, since one would wait for itself
        for (; k + 3 < end; k += 4) {
          d0 += a[own + k]! * b[from + k]!;
          d1 += a[own + k + 1]! * b[from + k + 1]!;
          d2 += a[own + k + 2]! * b[from + k + 2]!;
          d3 += a[own + k + 3]! * b[from + k + 3]!;
        }
        for (; k < end; k++) d0 += a[own + k]! * b[from + k]!;
        dot += d0 + d1 + d2 + d3;
        if (dot + restA[i * blocks + block]! * restB[w * blocks + block]! < best - SLACK) break;
      }
      if (block < blocks) continue;
      const value = Math.fround(dot);
      if (position[i]! < 0 ? value >= least : value > best) {
        position[i] = w;
        cosine[i] = value;
      }
    }
  }
  return {position, cosine};
}

export interface WindowSearch {
  /**
   * The nearest window of one text to each item that has one within the distance, in the order of the items of each length of window.
   * `onShare` is called with the share of the text's windows that have been compared.
   */
  add(text: string, options?: {onShare?: (share: number) => void}): Promise<WindowHit[]>;
  /** Windows that have been embedded so far. */
  windows(): number;
}

/**
 * Opens a search for items in texts. Items are embedded at once; a text is cut into windows of the lengths that its items have, and each
 * item is compared with those of its own length alone. Memory is that of the items and of one batch of windows.
 * @param items none of which is empty
 * @param atMost largest distance of a hit; 2 reports every item's nearest window
 * @param onItems called with the number of items that have been embedded
 */
export async function openWindowSearch(
  items: readonly string[],
  {embed, atMost = NEAR, onItems}: {embed: Embed; atMost?: number; onItems?: ((done: number) => void) | undefined}
): Promise<WindowSearch> {
  const ofLength = new Map<number, number[]>();
  for (const [i, text] of items.entries()) {
    const length = windowLength(text.match(/\S+/gu)?.length ?? 0);
    const known = ofLength.get(length);
    if (known) known.push(i);
    else ofLength.set(length, [i]);
  }
  const groups: {length: number; places: number[]; rows: UnitRows}[] = [];
  let known = 0;
  for (const [length, places] of ofLength) {
    const vectors: Float32Array[] = [];
    for (let at = 0; at < places.length; at += BATCH) {
      const batch = places.slice(at, at + BATCH).map(place => items[place]!);
      vectors.push(...(await embedded(batch, embed)));
      onItems?.((known += batch.length));
    }
    groups.push({length, places, rows: unitRows(vectors)});
  }
  let count = 0;
  return {
    async add(text, {onShare} = {}) {
      const all = groups.map(group => ({...group, windows: windowsOf(text, group.length)}));
      const total = all.reduce((sum, {windows}) => sum + windows.length, 0);
      const nearest = new Map<number, WindowHit>();
      let done = 0;
      for (const {windows, places, rows} of all) {
        for (let at = 0; at < windows.length; at += BATCH) {
          const batch = windows.slice(at, at + BATCH);
          const vectors = await embedded(
            batch.map(({start, end}) => text.slice(start, end)),
            embed
          );
          const {position, cosine} = nearestRows(rows, unitRows(vectors), {least: 1 - atMost - SLACK});
          for (const [k, item] of places.entries()) {
            if (position[k]! < 0) continue;
            const distance = Math.max(0, 1 - cosine[k]!);
            if ((nearest.get(item)?.distance ?? 3) > distance) nearest.set(item, {item, distance, ...batch[position[k]!]!});
          }
          count += batch.length;
          done += batch.length;
          onShare?.(done / total);
        }
      }
      return [...nearest.values()];
    },
    windows: () => count
  };
}

/** The vectors of texts; an error where the embedder does not give one for each. */
async function embedded(texts: string[], embed: Embed): Promise<Float32Array[]> {
  const vectors = await embed(texts);
  if (vectors.length !== texts.length)
    throw new RangeError(`the embedder gave ${vectors.length} vectors for ${texts.length} texts`);
  return vectors;
}
