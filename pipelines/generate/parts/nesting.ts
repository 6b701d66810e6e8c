// Random nesting of parentheses in infix expressions.
import type {Random} from "../seed.js";

/** The skeleton of an infix expression: null is an operand, an array is a pair of parentheses around its elements. */
export type Nest = readonly (Nest | null)[];

/** How parentheses outside the deepest branch are generated. */
interface Branching {
  /** Probability that an operand there becomes a pair of parentheses. */
  open?: number;
  /** Probability that they close after an operand, from the second one on; if absent, all sizes that fit are equally likely. */
  close?: number;
}

/** Default probability that an operand opens parentheses. */
const OPEN = 0.25;

/**
 * A random skeleton of exactly `leaves` operands whose deepest parentheses are exactly `depth` deep. Parentheses never hold a single
 * operand or only another pair, except around the whole where there is no other room.
 * @param leaves at least depth + 1, and at least 2
 */
export function nesting(random: Random, leaves: number, depth: number, {open = OPEN, close}: Branching = {}): Nest {
  const inner = (size: number) => nesting(random, size, depth - 1, {open, ...(close !== undefined && {close})});
  const side = (size: number) => sideBranches(random, size, {depth, widest: size, open, close});
  if (depth === 0) return Array<null>(leaves).fill(null);
  if (leaves === depth + 1) return [inner(leaves)];
  const deepest = random.integer(depth + 1, leaves - 1);
  const before = random.integer(0, leaves - deepest);
  const after = leaves - deepest - before;
  return [...side(before), inner(deepest), ...side(after)];
}

interface Side {
  depth: number;
  /** Most operands that one pair of parentheses may hold. */
  widest: number;
  open: number;
  close: number | undefined;
}

function sideBranches(random: Random, leaves: number, {depth, widest, open, close}: Side): Nest {
  const terms: (Nest | null)[] = [];
  for (let left = leaves; left > 0; ) {
    const room = Math.min(left, widest);
    if (depth > 0 && room > 1 && random.chance(open)) {
      const size = sizeOf(room, close, random);
      terms.push(sideBranches(random, size, {depth: depth - 1, widest: size - 1, open, close}));
      left -= size;
    } else {
      terms.push(null);
      left--;
    }
  }
  return terms;
}

function sizeOf(room: number, close: number | undefined, random: Random): number {
  if (close === undefined) return random.integer(2, room);
  let size = 2;
  while (size < room && !random.chance(close)) size++;
  return size;
}

/** Why `leaves` operands cannot be nested `depth` deep, as text for an error message; null where they can. */
export function nestingFault(leaves: number, depth: number): string | null {
  if (leaves > depth) return null;
  return `length ${leaves} is ${leaves === depth ? "no more" : "less"} than max_depth ${depth}; raise length to ${depth + 1} or lower max_depth`;
}
