// MinHash signatures: 128 permutations of a set's hashes, computed four at a time by a WebAssembly function that is assembled here.
// The share of places in which two signatures agree estimates the sets' Jaccard similarity (Broder 1997).

/** Permutations of a signature. */
export const PERMUTATIONS = 128;
/** Permutations of one pass over a set: four vectors of four, whose factors and minima stay in registers. */
const LANES = 16;
const VECTORS = 4;

// Opcodes of WebAssembly (W3C core specification 2.0, 5.4); vector instructions stand behind VECTOR.
const [BLOCK, LOOP, BR_IF, END] = [0x02, 0x03, 0x0d, 0x0b];
const [GET, SET] = [0x20, 0x21];
const [I32_CONST, I32_ADD, I32_GE_U, I32_LT_U] = [0x41, 0x6a, 0x4f, 0x49];
const VECTOR = 0xfd;
const [LOAD, LOAD_SPLAT, STORE] = [0x00, 0x09, 0x0b];
const [MUL, ADD, MIN_U] = [
  [0xb5, 0x01],
  [0xae, 0x01],
  [0xb7, 0x01]
] as const;
const [I32, V128] = [0x7f, 0x7b];
const EMPTY = 0x40;

const unsigned = (value: number): number[] => (value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]);
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, entries: readonly number[][]): number[] => [
  id,
  ...sized([...unsigned(entries.length), ...entries.flat()])
];
const named = (text: string): number[] => sized([...text].map(letter => letter.charCodeAt(0)));

/**
 * The module: `sign(from, to, factors, signature)` reads the hashes at from ≤ address < to, and writes to `signature` the least of
 * hash × a + b modulo 2³² for 16 pairs (a, b), of which `factors` holds the a and, 64 bytes further, the b.
 */
function assembled(): Uint8Array<ArrayBuffer> {
  const [from, to, factors, signature] = [0, 1, 2, 3];
  const [x, a, b, least] = [4, 5, 5 + VECTORS, 5 + 2 * VECTORS];
  const get = (local: number) => [GET, local];
  const set = (local: number) => [SET, local];
  const at = (operation: number, offset: number) => [VECTOR, operation, 2, ...unsigned(offset)]; // 2: addresses are multiples of 4
  const each = (code: (vector: number) => number[]) => Array.from({length: VECTORS}, (_, vector) => code(vector)).flat();
  const body = [
    ...each(k => [...get(factors), ...at(LOAD, 16 * k), ...set(a + k)]),
    ...each(k => [...get(factors), ...at(LOAD, 64 + 16 * k), ...set(b + k)]),
    ...each(k => [VECTOR, 0x0c, ...new Array<number>(16).fill(0xff), ...set(least + k)]), // v128.const: the largest values
    ...[BLOCK, EMPTY, ...get(from), ...get(to), I32_GE_U, BR_IF, 0],
    ...[LOOP, EMPTY, ...get(from), ...at(LOAD_SPLAT, 0), ...set(x)],
    ...each(k => [
      ...get(least + k),
      ...[...get(x), ...get(a + k), VECTOR, ...MUL],
      ...[...get(b + k), VECTOR, ...ADD],
      ...[VECTOR, ...MIN_U, ...set(least + k)]
    ]),
    ...[...get(from), I32_CONST, 4, I32_ADD, ...set(from)],
    ...[...get(from), ...get(to), I32_LT_U, BR_IF, 0, END, END],
    ...each(k => [...get(signature), ...get(least + k), ...at(STORE, 16 * k)]),
    END
  ];
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // "\0asm", version 1
    ...section(1, [[0x60, 4, I32, I32, I32, I32, 0]]), // one type: four numbers, no result
    ...section(2, [[...named("e"), ...named("memory"), 2, 0, 1]]), // the memory is given
    ...section(3, [[0]]),
    ...section(7, [[...named("sign"), 0, 0]]),
    ...section(10, [sized([1, ...unsigned(1 + 3 * VECTORS), V128, ...body])])
  ]);
}

const PAGE = 2 ** 16;
const FACTORS_AT = 0;
const SIGNATURE_AT = FACTORS_AT + 8 * PERMUTATIONS;
const HASHES_AT = SIGNATURE_AT + 4 * PERMUTATIONS;

/** Pseudo-random 32-bit numbers (a Weyl sequence, mixed as in MurmurHash3). */
const mixed = (i: number): number => {
  let z = Math.imul(i + 1, 0x9e3779b9);
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
  return (z ^ (z >>> 16)) >>> 0;
};

/** Factor and summand of a permutation x ↦ a·x + b modulo 2³²; a is odd, so that no two hashes become one. */
export const permutation = (i: number): {a: number; b: number} => ({a: mixed(2 * i) | 1, b: mixed(2 * i + 1)});

/** The bits of a hash spread, since the permutations are linear. */
export const spread = (hash: number): number => {
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return hash ^ (hash >>> 16);
};

/** Writes the signature of a set: the least value of each permutation; all ones for an empty set. Equal hashes count once. */
export type Signer = (hashes: Int32Array, count: number, into: Uint32Array) => void;

/** Makes a signer, with memory of its own that grows with the largest set. */
export function signer(): Signer {
  const memory = new WebAssembly.Memory({initial: 1});
  const {exports} = new WebAssembly.Instance(new WebAssembly.Module(assembled()), {e: {memory}});
  const sign = exports.sign as (from: number, to: number, factors: number, signature: number) => void;
  let words = new Int32Array(memory.buffer);
  const prepare = () => {
    words = new Int32Array(memory.buffer);
  };
  for (let i = 0; i < PERMUTATIONS; i++) {
    const {a, b} = permutation(i);
    const block = (FACTORS_AT >> 2) + 2 * LANES * Math.floor(i / LANES) + (i % LANES);
    words[block] = a;
    words[block + LANES] = b;
  }
  return (hashes, count, into) => {
    const end = HASHES_AT + 4 * count;
    if (end > memory.buffer.byteLength) {
      memory.grow(Math.ceil((end - memory.buffer.byteLength) / PAGE));
      prepare();
    }
    for (let i = 0; i < count; i++) words[(HASHES_AT >> 2) + i] = spread(hashes[i]!);
    for (let pass = 0; pass < PERMUTATIONS / LANES; pass++)
      sign(HASHES_AT, end, FACTORS_AT + 8 * LANES * pass, SIGNATURE_AT + 4 * LANES * pass);
    into.set(new Uint32Array(memory.buffer, SIGNATURE_AT, PERMUTATIONS));
  };
}
