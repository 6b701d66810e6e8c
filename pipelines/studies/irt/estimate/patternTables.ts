// Sums over response patterns by table: the answers to a few items make up one code, and what a code contributes is computed once for all
// persons who gave it (the method of four Russians; Arlazarov, Dinic, Kronrod & Faradzev 1970). Codes that nobody gave have no row in the
// table, and answers that several codes begin with are summed once.
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

/** Parameters of the routines over patterns: addresses of the codes and of their end, of the table, of the rows of the patterns, and bytes of a row. */
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

/** Numbers of an operation of a program: the addresses of a row and of the two rows whose sum is written there. */
const OPERATION = 3;

/** Carries out a program: writes into one row after the other the sum of two. */
const summing = (): Routine => {
  const [at, programEnd, bytes, to, one, other, end] = [0, 1, 2, 3, 4, 5, 6];
  const onBy = (size: number): Code => [one, other].flatMap(place => set(place, i32.add(get(place), i32.constant(size))));
  return {
    name: "sum",
    parameters: 3,
    locals: [I32, I32, I32, I32],
    body: upTo(at, get(programEnd), i32.constant(4 * OPERATION), [
      ...[to, one, other].flatMap((place, n) => set(place, i32.load(get(at), 4 * n))),
      ...set(end, i32.add(get(to), i32.and(get(bytes), i32.constant(-16)))),
      ...upTo(to, get(end), i32.constant(16), [
        ...v128.store(get(to), f64x2.add(v128.load(get(one)), v128.load(get(other)))),
        ...onBy(16)
      ]),
      ...set(end, i32.add(get(to), i32.and(get(bytes), i32.constant(8)))),
      ...upTo(to, get(end), i32.constant(8), [
        ...f64.store(get(to), f64.add(f64.load(get(one)), f64.load(get(other)))),
        ...onBy(8)
      ])
    ])
  };
};

const ROUTINES = [adding(), spreading(), summing()];

/** The codes that occur in one group of items, ascending, and the place of each among them. */
function codesIn(codes: Uint8Array): {present: number[]; rankOf: Uint8Array} {
  const rankOf = new Uint8Array(256);
  for (const code of codes) rankOf[code] = 1;
  const present = [...rankOf.keys()].filter(code => rankOf[code] === 1);
  for (const [rank, code] of present.entries()) rankOf[code] = rank;
  return {present, rankOf};
}

/** Addresses of rows of a table and its surroundings. */
interface Rows {
  /** Row of the code with a rank. */
  code(rank: number): number;
  /** Row for the sum of a code's first answers. */
  start(answers: number): number;
  /** A row of zeros. */
  none: number;
  curve(item: number, answer: number): number;
  /** Row of the expected persons who gave an answer to an item. */
  expected(item: number, answer: number): number;
}

/** Items of a group, by their indices, and the codes of their answers that occur, ascending. */
interface Group {
  radix: number;
  items: readonly number[];
  present: readonly number[];
}

/** The program that fills a group's table: with the sums of log-probabilities of the answers of each code that occurs. */
function sumsOf({radix, items, present}: Group, rows: Rows): number[] {
  const program: number[] = [];
  const known: {prefix: number; row: number}[] = []; // of the last code, by number of answers
  for (const [rank, code] of present.entries()) {
    let row = rows.none;
    for (const [k, item] of items.entries()) {
      const last = k + 1 === items.length;
      const prefix = Math.floor(code / radix ** (items.length - k - 1));
      if (known[k]?.prefix === prefix) {
        row = known[k].row;
        continue;
      }
      known.length = k;
      const answer = prefix % radix;
      const curve = answer === 2 ? rows.none : rows.curve(item, answer);
      const to = last ? rows.code(rank) : rows.start(k);
      if (!last && row === rows.none) row = curve;
      else if (last || curve !== rows.none) {
        program.push(to, row, curve);
        row = to;
      }
      known[k] = {prefix, row};
    }
  }
  return program;
}

/**
 * The program that turns a table of expected persons per code into expected persons per answer to each item: the row of the first code with
 * given first answers becomes the sum of all that have them.
 */
function splitsOf({radix, items, present}: Group, rows: Rows): number[] {
  const program: number[] = [];
  /** Goes through the codes from one rank to another, which share their first k answers. */
  const split = (from: number, to: number, k: number): void => {
    if (k === items.length) return;
    const item = items[k]!;
    const answerOf = (rank: number) => Math.floor(present[rank]! / radix ** (items.length - k - 1)) % radix;
    for (let first = from; first < to; ) {
      const answer = answerOf(first);
      let next = first + 1;
      while (next < to && answerOf(next) === answer) next++;
      split(first, next, k + 1);
      const row = rows.code(first);
      if (answer !== 2) program.push(rows.expected(item, answer), rows.expected(item, answer), row);
      if (first > from) program.push(rows.code(from), rows.code(from), row);
      first = next;
    }
  };
  split(0, present.length, 0);
  return program;
}

export function patternTables(
  {radix, width, groups, patterns, codes, counts}: Packed,
  {items, nodes}: {items: number; nodes: number}
): PatternTables {
  const bytes = 8 * nodes;
  const each = Array.from({length: groups}, (_, g) => {
    const own = codesIn(codes.subarray(g * patterns, (g + 1) * patterns));
    const first = g * width;
    return {...own, radix, items: Array.from({length: Math.min(width, items - first)}, (_, k) => first + k)};
  });
  const most = Math.max(0, ...each.map(({present}) => present.length));
  // rows: the table, sums of first answers, one of zeros, curves, expected answers, posteriors
  const [startAt, noneAt] = [most * bytes, (most + width) * bytes];
  const curvesAt = noneAt + bytes;
  const expectedAt = curvesAt + 2 * items * bytes;
  const posteriorAt = expectedAt + 2 * items * bytes;
  const countsAt = posteriorAt + patterns * bytes;
  const rows: Rows = {
    code: rank => rank * bytes,
    start: answers => startAt + answers * bytes,
    none: noneAt,
    curve: (item, answer) => curvesAt + (2 * item + answer) * bytes,
    expected: (item, answer) => expectedAt + (answer * items + item) * bytes
  };
  const programs = each.map(group => ({sums: sumsOf(group, rows), splits: splitsOf(group, rows)}));
  const program = programs.flatMap(({sums, splits}) => [...sums, ...splits]);
  const programAt = countsAt + 8 * patterns;
  const codesAt = programAt + 4 * program.length;
  const memory = memoryOf(codesAt + codes.length);
  const doubles = (at: number, length: number) => new Float64Array(memory.buffer, at, length);
  const posterior = doubles(posteriorAt, patterns * nodes);
  const [curves, wrong, right] = [
    doubles(curvesAt, 2 * items * nodes),
    doubles(expectedAt, items * nodes),
    doubles(expectedAt + items * bytes, items * nodes)
  ];
  doubles(countsAt, patterns).set(counts);
  new Int32Array(memory.buffer, programAt, program.length).set(program);
  const ranks = new Uint8Array(memory.buffer, codesAt, codes.length);
  for (const [at, code] of codes.entries()) ranks[at] = each[Math.floor(at / patterns)]!.rankOf[code]!;
  const {add, spread, sum} = assemble(memory, ROUTINES);

  let from = programAt;
  const passes = programs.map(({sums, splits}, g) => {
    const [start, middle] = [from, from + 4 * sums.length];
    from = middle + 4 * splits.length;
    return {
      codes: [codesAt + g * patterns, codesAt + (g + 1) * patterns] as const,
      table: doubles(0, each[g]!.present.length * nodes),
      sums: [start, middle] as const,
      splits: [middle, from] as const
    };
  });

  return {
    posterior,
    addLikelihoods(given) {
      curves.set(given);
      for (const {codes, sums} of passes) {
        sum!(...sums, bytes);
        add!(...codes, 0, posteriorAt, bytes);
      }
    },
    expectAnswers(to) {
      right.fill(0);
      wrong.fill(0);
      for (const {codes, table, splits} of passes) {
        table.fill(0);
        spread!(...codes, 0, posteriorAt, bytes, countsAt);
        sum!(...splits, bytes);
      }
      to.right.set(right);
      to.wrong.set(wrong);
    }
  };
}
