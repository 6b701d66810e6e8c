// Sums over response patterns by table: the answers to a few items make up one code, and what a code contributes is computed once for all
// persons who gave it (the method of four Russians; Arlazarov, Dinic, Kronrod & Faradzev 1970).
import type {Packed} from "./packed.js";

export interface PatternTables {
  /**
   * Adds each pattern's log-likelihood at each node.
   * @param curves log(1 − P) and log P of each item at each node: items × 2 × nodes
   * @param sums patterns × nodes
   */
  addLikelihoods(curves: Float64Array, sums: Float64Array): void;
  /**
   * Writes how many persons at each node are expected to have answered each item right, and wrong: items × nodes.
   * @param posterior patterns × nodes
   */
  expectAnswers(posterior: Float64Array, to: {right: Float64Array; wrong: Float64Array}): void;
}

export function patternTables(
  {radix, width, groups, patterns, codes, counts}: Packed,
  {items, nodes}: {items: number; nodes: number}
): PatternTables {
  const table = new Float64Array(radix ** width * nodes);
  const codesOf = (g: number) => codes.subarray(g * patterns, (g + 1) * patterns);
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
    addLikelihoods(curves, sums) {
      for (let g = 0; g < groups; g++) {
        sumAnswers(g, curves);
        const code = codesOf(g);
        for (let p = 0; p < patterns; p++) {
          const from = code[p]! * nodes;
          const to = p * nodes;
          for (let q = 0; q < nodes; q++) sums[to + q]! += table[from + q]!;
        }
      }
    },
    expectAnswers(posterior, to) {
      for (let g = 0; g < groups; g++) {
        table.fill(0);
        const code = codesOf(g);
        for (let p = 0; p < patterns; p++) {
          const [at, from, n] = [code[p]! * nodes, p * nodes, counts[p]!];
          for (let q = 0; q < nodes; q++) table[at + q]! += n * posterior[from + q]!;
        }
        splitAnswers(g, to);
      }
    }
  };
}
