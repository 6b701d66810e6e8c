// Hashes of n-grams, and tables of items' n-grams: a bit filter, which most look-ups do not pass, in front of an open-addressing table.
// All of it lies in shared memory, so that threads search one copy.

const STEP = 0x2545f491; // odd, so that no power of it vanishes modulo 2³²
const SPREAD = 0x9e3779b1; // 2³² ÷ the golden ratio: multiplicative hashing (Knuth 1973, 6.4)
const FILTER_BITS_PER_GRAM = 12; // with two bits each, about 3 look-ups in 100 pass by chance; 10 million n-grams take 16 MB
const SLOTS_PER_GRAM = 1.4;

/**
 * Polynomial rolling hashes modulo 2³² (Karp and Rabin 1987).
 * @param into receives the hash of `values[i … i + n − 1]` at i
 * @returns number of n-grams
 */
export function rollingHashes(values: ArrayLike<number>, count: number, n: number, into: Int32Array): number {
  if (count < n) return 0;
  let leaving = 1; // factor of the value that leaves the n-gram
  for (let i = 0; i < n; i++) leaving = Math.imul(leaving, STEP);
  let hash = 0;
  for (let i = 0; i < n; i++) hash = (Math.imul(hash, STEP) + values[i]!) | 0;
  into[0] = hash;
  for (let i = n; i < count; i++) {
    hash = (Math.imul(hash, STEP) + values[i]! - Math.imul(values[i - n]!, leaving)) | 0;
    into[i - n + 1] = hash;
  }
  return count - n + 1;
}

/** The n-grams of all items of one size. */
export interface GramTable {
  /** Length of an n-gram, in words or characters. */
  size: number;
  /** Position of each n-gram among the items' words, or characters. */
  at: Int32Array;
  /** Another n-gram of the same text, + 1; 0 at the end of the chain. */
  next: Int32Array;
  /** Two numbers a slot: an n-gram's hash, and its number + 1, which is 0 where there is none. */
  slots: Int32Array;
  slotShift: number;
  filter: Int32Array;
  filterShift: number;
}

/** Memory that threads share; plain memory where there is none to share, as on pages. */
export const sharedBytes = (length: number): ArrayBufferLike =>
  typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(length) : new SharedArrayBuffer(length);
export const sharedInts = (length: number): Int32Array => new Int32Array(sharedBytes(4 * length));

const powerOver = (least: number): number => Math.max(10, Math.ceil(Math.log2(least)));

/**
 * A table of n-grams.
 * @param at positions of the n-grams in `values`
 * @param hashes hash of each of them
 */
export function gramTable(values: ArrayLike<number>, at: Int32Array, hashes: Int32Array, size: number): GramTable {
  const slotPower = powerOver(SLOTS_PER_GRAM * at.length);
  const filterPower = powerOver(FILTER_BITS_PER_GRAM * at.length);
  const table: GramTable = {
    size,
    at,
    next: sharedInts(at.length),
    slots: sharedInts(2 ** (slotPower + 1)),
    slotShift: 32 - slotPower,
    filter: sharedInts(2 ** (filterPower - 5)),
    filterShift: 37 - filterPower // of the number of a word of 32 bits
  };
  const {slots, next, filter, slotShift, filterShift} = table;
  const last = (slots.length >> 1) - 1;
  for (let gram = 0; gram < at.length; gram++) {
    const spread = Math.imul(hashes[gram]!, SPREAD);
    filter[spread >>> filterShift]! |= bitsOf(spread);
    const hash = hashes[gram]!;
    let slot = spread >>> slotShift;
    while (
      slots[2 * slot + 1] !== 0 &&
      (slots[2 * slot] !== hash || !alike(values, at[slots[2 * slot + 1]! - 1]!, values, at[gram]!, size))
    )
      slot = (slot + 1) & last;
    next[gram] = slots[2 * slot + 1]!;
    slots[2 * slot] = hash;
    slots[2 * slot + 1] = gram + 1;
  }
  return table;
}

/** Two bits of a filter's word, by the bits of the spread hash that do not choose the word. */
const bitsOf = (spread: number): number => (1 << (spread & 31)) | (1 << ((spread >>> 5) & 31));

function alike(a: ArrayLike<number>, i: number, b: ArrayLike<number>, k: number, size: number): boolean {
  for (let step = 0; step < size; step++) if (a[i + step] !== b[k + step]) return false;
  return true;
}

/** Whether a hash may be one of the table's: most that are not do not pass. */
export function passes({filter, filterShift}: GramTable, hash: number): boolean {
  const spread = Math.imul(hash, SPREAD);
  const bits = bitsOf(spread);
  return (filter[spread >>> filterShift]! & bits) === bits;
}

/**
 * Indices of hashes that pass the table's filter.
 * @param into receives them; at least as long as `count`
 * @returns how many there are
 */
export function passing({filter, filterShift}: GramTable, hashes: Int32Array, count: number, into: Int32Array): number {
  let found = 0;
  for (let i = 0; i < count; i++) {
    const spread = Math.imul(hashes[i]!, SPREAD);
    const bits = bitsOf(spread);
    if ((filter[spread >>> filterShift]! & bits) === bits) into[found++] = i;
  }
  return found;
}

/** The first of the items' n-grams that equals one of a document, + 1, from which `next` leads to others; 0 if there is none. */
export function lookUp(
  {slots, slotShift, at, size}: GramTable,
  values: ArrayLike<number>,
  hash: number,
  document: ArrayLike<number>,
  position: number
): number {
  const last = (slots.length >> 1) - 1;
  let slot = Math.imul(hash, SPREAD) >>> slotShift;
  for (let gram = slots[2 * slot + 1]!; gram !== 0; gram = slots[2 * slot + 1]!) {
    if (slots[2 * slot] === hash && alike(values, at[gram - 1]!, document, position, size)) return gram;
    slot = (slot + 1) & last;
  }
  return 0;
}
