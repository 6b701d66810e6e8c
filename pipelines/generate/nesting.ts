import type {Random} from "./seed.js";

/** The skeleton of an infix expression: null is an operand, an array a pair of parentheses around what it holds. */
export type Nest = readonly (Nest | null)[];

/** Probability that an operand off the deepest branch opens parentheses of its own. */
const SIDE_BRANCH = 0.25;

/**
 * A random skeleton of exactly `leaves` operands whose deepest parentheses are exactly `depth` deep.
 * Parentheses never hold a lone operand or only another pair, except around the whole where there is no other room.
 * @param leaves at least depth + 1, and at least 2
 */
export function nesting(random: Random, leaves: number, depth: number): Nest {
  if (depth === 0) return sideBranches(random, leaves, 0, 0);
  if (leaves === depth + 1) return [nesting(random, leaves, depth - 1)];
  const deepest = random.integer(depth + 1, leaves - 1);
  const before = random.integer(0, leaves - deepest);
  const after = leaves - deepest - before;
  return [
    ...sideBranches(random, before, depth, before),
    nesting(random, deepest, depth - 1),
    ...sideBranches(random, after, depth, after)
  ];
}

/** @param widest the most operands that one pair of parentheses may hold */
function sideBranches(random: Random, leaves: number, depth: number, widest: number): Nest {
  const terms: (Nest | null)[] = [];
  while (leaves > 0) {
    const room = Math.min(leaves, widest);
    if (depth > 0 && room > 1 && random.chance(SIDE_BRANCH)) {
      const size = random.integer(2, room);
      terms.push(sideBranches(random, size, depth - 1, size - 1));
      leaves -= size;
    } else {
      terms.push(null);
      leaves--;
    }
  }
  return terms;
}

/** Why `leaves` operands cannot be nested `depth` deep, in the house's words, or null where they can. */
export const nestingFault = (leaves: number, depth: number): string | null =>
  leaves > depth ? null : `length ${leaves} is less than max_depth ${depth}; raise length to ${depth + 1} or lower max_depth`;
