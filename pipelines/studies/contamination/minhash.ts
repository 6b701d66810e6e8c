// MinHash signatures: 128 permutations of a set's hashes, computed four at a time by a WebAssembly function that is assembled here.
// The share of places in which two signatures agree estimates the sets' Jaccard similarity (Broder 1997).
import {assemble, type Code, get, i32, i32x4, type Routine, set, upTo, V128, v128} from "../../stats/assembler.js";

/** Permutations of a signature. */
export const PERMUTATIONS = 128;
/** Permutations of one pass over a set: four vectors of four, whose factors and minima stay in registers. */
const LANES = 16;
const VECTORS = 4;

/**
 * `sign(from, to, factors, signature)` reads the hashes at from ≤ address < to, and writes to `signature` the least of hash × a + b modulo
 * 2³² for 16 pairs (a, b), of which `factors` holds the a and, 64 bytes further, the b.
 */
function signing(): Routine {
  const [from, to, factors, signature] = [0, 1, 2, 3];
  const [x, a, b, least] = [4, 5, 5 + VECTORS, 5 + 2 * VECTORS];
  const each = (code: (vector: number) => Code) => Array.from({length: VECTORS}, (_, vector) => code(vector)).flat();
  const pass = upTo(from, get(to), i32.constant(4), [
    ...set(x, v128.loadSplat32(get(from))),
    ...each(k => set(least + k, i32x4.leastUnsigned(get(least + k), i32x4.add(i32x4.multiply(get(x), get(a + k)), get(b + k)))))
  ]);
  return {
    name: "sign",
    parameters: 4,
    locals: new Array<number>(1 + 3 * VECTORS).fill(V128),
    body: [
      ...each(k => set(a + k, v128.load(get(factors), 16 * k))),
      ...each(k => set(b + k, v128.load(get(factors), 64 + 16 * k))),
      ...each(k => set(least + k, i32x4.largest)),
      ...pass,
      ...each(k => v128.store(get(signature), get(least + k), 16 * k))
    ]
  };
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
  const sign = assemble(memory, [signing()]).sign!;
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
