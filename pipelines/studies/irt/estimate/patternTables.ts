// Sums over response patterns by table: the answers to a few items make up one code, and what a code contributes is computed once for all
// persons who gave it (the method of four Russians; Arlazarov, Dinic, Kronrod & Faradzev 1970).
import {
  assemble,
  type Code,
  F64,
  f64,
  f64x2,
  get,
  I32,
  i32,
  memoryOf,
  type Routine,
  set,
  upTo,
  V128,
  v128
} from "../../../stats/assembler.js";
import type {Packed} from "./packed.js";

export interface PatternTables {
  /** patterns × nodes: what the sums are added to, and the posteriors from which answers are expected */
  posterior: Float64Array;
  /**
   * Adds each pattern's log-likelihood at each node to `posterior`.
   * @param curves log(1 − P) and log P of each item at each node: items × 2 × nodes
   */
  addLikelihoods(curves: Float64Array): void;
  /** Writes how many persons at each node are expected to have answered each item right, and wrong: items × nodes. */
  expectAnswers(to: {right: Float64Array; wrong: Float64Array}): void;
}

/** Parameters of both routines: addresses of the codes and of their end, of the table, of the rows of the patterns, and bytes of a row. */
const [CODE, CODES_END, TABLE, ROW, BYTES] = [0, 1, 2, 3, 4];

/** Goes through the patterns with their rows; `pair` and `single` handle two numbers and one of a row and of its code's row in the table. */
const overPatterns = (place: number, end: number, {before = [], pair, single}: {before?: Code; pair: Code; single: Code}): Code =>
  upTo(CODE, get(CODES_END), i32.constant(1), [
    ...before,
    ...set(place, i32.add(get(TABLE), i32.multiply(i32.loadByte(get(CODE)), get(BYTES)))),
    ...set(end, i32.add(get(ROW), i32.and(get(BYTES), i32.constant(-16)))),
    ...upTo(ROW, get(end), i32.constant(16), [...pair, ...set(place, i32.add(get(place), i32.constant(16)))]),
    ...set(end, i32.add(get(end), i32.and(get(BYTES), i32.constant(8)))),
    ...upTo(ROW, get(end), i32.constant(8), single)
  ]);

/** Adds to each pattern's row the row of its code in the table. */
const adding = (): Routine => {
  const [place, end] = [5, 6];
  return {
    name: "add",
    parameters: 5,
    locals: [I32, I32],
    body: overPatterns(place, end, {
      pair: v128.store(get(ROW), f64x2.add(v128.load(get(ROW)), v128.load(get(place)))),
      single: f64.store(get(ROW), f64.add(f64.load(get(ROW)), f64.load(get(place))))
    })
  };
};

/** Adds to the row of each pattern's code in the table the pattern's row times its count; the counts are at the last parameter. */
const spreading = (): Routine => {
  const [count, place, end, one, two] = [5, 6, 7, 8, 9];
  return {
    name: "spread",
    parameters: 6,
    locals: [I32, I32, F64, V128],
    body: overPatterns(place, end, {
      before: [
        ...set(one, f64.load(get(count))),
        ...set(two, f64x2.splat(get(one))),
        ...set(count, i32.add(get(count), i32.constant(8)))
      ],
      pair: v128.store(get(place), f64x2.add(v128.load(get(place)), f64x2.multiply(get(two), v128.load(get(ROW))))),
      single: f64.store(get(place), f64.add(f64.load(get(place)), f64.multiply(get(one), f64.load(get(ROW)))))
    })
  };
};

export function patternTables(
  {radix, width, groups, patterns, codes, counts}: Packed,
  {items, nodes}: {items: number; nodes: number}
): PatternTables {
  const bytes = 8 * nodes;
  const tableBytes = radix ** width * bytes;
  const posteriorAt = tableBytes;
  const countsAt = posteriorAt + patterns * bytes;
  const codesAt = countsAt + 8 * patterns;
  const memory = memoryOf(codesAt + codes.length);
  const table = new Float64Array(memory.buffer, 0, tableBytes / 8);
  const posterior = new Float64Array(memory.buffer, posteriorAt, patterns * nodes);
  new Float64Array(memory.buffer, countsAt, patterns).set(counts);
  new Uint8Array(memory.buffer, codesAt, codes.length).set(codes);
  const {add, spread} = assemble(memory, [adding(), spreading()]);
  const codesOf = (g: number): [from: number, to: number] => [codesAt + g * patterns, codesAt + (g + 1) * patterns];
  const lastOf = (g: number) => Math.min(items, (g + 1) * width);

  /** Fills the table with the sums of log-probabilities of every pattern of answers to one group's items. */
  function sumAnswers(g: number, curves: Float64Array): void {
    table.fill(0, 0, nodes);
    let size = 1;
    for (let j = g * width; j < lastOf(g); j++) {
      const base = j * 2 * nodes;
      for (let code = size - 1; code >= 0; code--)
        for (let answer = radix - 1; answer >= 0; answer--) {
          const to = (code * radix + answer) * nodes;
          const from = code * nodes;
          const curve = base + answer * nodes;
          if (answer === 2) for (let q = 0; q < nodes; q++) table[to + q] = table[from + q]!;
          else for (let q = 0; q < nodes; q++) table[to + q] = table[from + q]! + curves[curve + q]!;
        }
      size *= radix;
    }
  }

  /** Turns a table of expected persons per pattern into expected persons per answer to each item of the group. */
  function splitAnswers(g: number, {right, wrong}: {right: Float64Array; wrong: Float64Array}): void {
    let size = radix ** (lastOf(g) - g * width - 1);
    for (let j = lastOf(g) - 1; j >= g * width; j--) {
      const at = j * nodes;
      right.fill(0, at, at + nodes);
      wrong.fill(0, at, at + nodes);
      for (let code = 0; code < size; code++) {
        const from = code * radix * nodes;
        const to = code * nodes;
        for (let q = 0; q < nodes; q++) {
          const no = table[from + q]!;
          const yes = table[from + nodes + q]!;
          wrong[at + q]! += no;
          right[at + q]! += yes;
          table[to + q] = no + yes + (radix === 3 ? table[from + 2 * nodes + q]! : 0);
        }
      }
      size /= radix;
    }
  }

  return {
    posterior,
    addLikelihoods(curves) {
      for (let g = 0; g < groups; g++) {
        sumAnswers(g, curves);
        add!(...codesOf(g), 0, posteriorAt, bytes);
      }
    },
    expectAnswers(to) {
      for (let g = 0; g < groups; g++) {
        table.fill(0);
        spread!(...codesOf(g), 0, posteriorAt, bytes, countsAt);
        splitAnswers(g, to);
      }
    }
  };
}
