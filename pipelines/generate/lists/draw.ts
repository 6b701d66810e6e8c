// Draws nested lists under a budget of operations, so that no part of a tree gives its answer away.
import type {Random} from "../seed.js";
import {type MedianRule, type Operation, resultOf} from "./operations.js";
import {atomsOf, effectiveDepth, effectiveOperations, type ListTree, operationsIn, treeValue} from "./tree.js";

/** What a tree must be like. */
export interface TreeShape {
  /** Operations in the tree. */
  operations: number;
  /** Levels of operations at the deepest, the outermost is 1; always reached. */
  depth: number;
  /** Values of each operation, numbers and inner operations together; at least one is a number. */
  minArity: number;
  maxArity: number;
  /** Operations with the weights by which they are drawn. */
  mix: readonly {operation: Operation; weight: number}[];
  /** Range of the numbers. */
  minOperand: number;
  maxOperand: number;
  /** Levels that matter for the answer, at least (see `effectiveDepth`); a tree with fewer levels has them all. */
  effectiveDepth: number;
  /** Share of trees in which each operation has one inner operation at most; they have as many operations as levels. */
  chainShare: number;
  median: MedianRule;
  /** `digit`: the answer is 0 to 9. `integer`: any whole number. */
  answer: "digit" | "integer";
}

/** Trees among which one is chosen. Rare answers would otherwise stay rare. */
const CANDIDATES = 48;
/** Draws after which a shape is taken to have no tree. */
const MOST_DRAWS = 4_000;
/**
 * Share of candidates kept among those whose outermost operation gives the answer from its own numbers alone, which without selection is
 * every third. It brings them to about one in ten, the share that guessing a digit has.
 */
const KEPT_OF_SHALLOW = 0.25;

/**
 * Throws a RangeError where no tree can have this shape: the budget is smaller than the depth, or greater than what fits.
 */
export function checkShape({operations, depth, minArity, maxArity, minOperand, maxOperand, chainShare}: TreeShape): void {
  if (minArity > maxArity) throw new RangeError(`min_arity ${minArity} is more than max_arity ${maxArity}`);
  if (minOperand > maxOperand) throw new RangeError(`min_operand ${minOperand} is more than max_operand ${maxOperand}`);
  if (operations < depth) throw new RangeError(`${operations} operations cannot be nested ${depth} deep; give at least ${depth}`);
  let most = 0;
  for (let level = 0, width = 1; level < depth && most < operations; level++, width *= maxArity - 1) most += width;
  if (operations > most)
    throw new RangeError(
      `${operations} operations do not fit into ${depth} levels of at most ${maxArity} values; ${most} do. Give fewer operations, more levels or more values`
    );
  if (chainShare > 0 && chainShare < 1 && operations === depth)
    throw new RangeError(
      `${operations} operations in ${depth} levels are always a chain; give chain_share 1, or more operations`
    );
}

/**
 * A tree of this shape. Answers are spread evenly over those that occur among the candidates, and few trees give theirs away by the
 * outermost operation's own numbers. Throws a RangeError where no candidate is found.
 */
export function drawTree(shape: TreeShape, random: Random): ListTree {
  const chain = random.chance(shape.chainShare) || shape.operations === shape.depth;
  const wanted = Math.min(shape.effectiveDepth, shape.depth);
  for (let draws = 0; draws < MOST_DRAWS; ) {
    const found = new Map<number, ListTree[]>();
    for (const end = draws + CANDIDATES; draws < end; draws++) {
      const tree = candidate(shape, chain, random);
      const answer = treeValue(tree, shape.median);
      const dropped = random.chance(1 - KEPT_OF_SHALLOW);
      if (shape.answer === "digit" && (answer < 0 || answer > 9)) continue;
      if (shape.depth > 1 && dropped && resultOf(tree.operation, atomsOf(tree), shape.median) === answer) continue;
      const alike = found.get(answer);
      if (alike) alike.push(tree);
      else found.set(answer, [tree]);
    }
    const answers = [...found.keys()].sort((a, b) => a - b);
    while (answers.length > 0) {
      const answer = random.pick(answers);
      const alike = found.get(answer)!;
      const [tree] = alike.splice(random.integer(0, alike.length - 1), 1);
      if (wanted <= 1 || levelsThatMatter(tree!, shape) >= wanted) return tree!;
      if (alike.length === 0) answers.splice(answers.indexOf(answer), 1);
    }
  }
  throw new RangeError(
    `no tree of ${shape.operations} operations and ${shape.depth} levels has ${wanted} levels that matter${shape.answer === "digit" ? " and a digit as its answer" : ""} (${MOST_DRAWS.toLocaleString("en")} were drawn); ask for fewer levels that matter, other operations or operands, or answer: integer`
  );
}

/** Results that an operation might have had instead, for `effectiveDepth`: those that numbers can have, and digits. */
const otherResults = ({minOperand, maxOperand}: Pick<TreeShape, "minOperand" | "maxOperand">): number[] => {
  const low = Math.min(0, minOperand);
  const high = Math.max(9, maxOperand);
  const step = Math.max(1, Math.floor((high - low) / 20));
  return Array.from({length: Math.floor((high - low) / step) + 1}, (_, i) => low + i * step);
};

/** Levels of a tree that matter for its answer. */
export const levelsThatMatter = (tree: ListTree, shape: Pick<TreeShape, "median" | "minOperand" | "maxOperand">): number =>
  effectiveDepth(tree, {median: shape.median, results: otherResults(shape)});

/** Operations of a tree whose result matters for its answer, under the results that its own numbers suggest. */
export const operationsThatMatter = (tree: ListTree, median: MedianRule): number =>
  effectiveOperations(tree, {median, results: otherResults(operandsIn(tree))});

/** Levels of a tree that matter for its answer, under the same results. */
export const depthThatMatters = (tree: ListTree, median: MedianRule): number =>
  levelsThatMatter(tree, {median, ...operandsIn(tree)});

function operandsIn(tree: ListTree): Pick<TreeShape, "minOperand" | "maxOperand"> {
  const numbers = operationsIn(tree).flatMap(atomsOf);
  return {minOperand: Math.min(...numbers), maxOperand: Math.max(...numbers)};
}

function candidate(shape: TreeShape, chain: boolean, random: Random): ListTree {
  const {depth, maxArity, minArity, mix} = shape;
  let total = 0;
  for (const {weight} of mix) total += weight;
  const node = (): ListTree => {
    let left = random.real() * total;
    for (const {operation, weight} of mix) if ((left -= weight) < 0) return {operation, values: []};
    return {operation: mix[0]!.operation, values: []};
  };
  const root = node();
  // One branch reaches the full depth; every further operation goes into one of those that have room, whichever level it is on.
  const room: {node: ListTree; level: number}[] = [];
  let deepest = root;
  for (let level = 1; level < depth; level++) {
    room.push({node: deepest, level});
    const inner = node();
    deepest.values.push(inner);
    deepest = inner;
  }
  for (let left = chain ? 0 : shape.operations - depth; left > 0; left--) {
    const open = room.filter(({node}) => node.values.length < maxArity - 1);
    const {node: outer, level} = random.pick(open);
    const inner = node();
    outer.values.push(inner);
    if (level + 1 < depth) room.push({node: inner, level: level + 1});
  }
  for (const each of operationsIn(root)) {
    // Until now its values are operations alone.
    const size = random.integer(Math.max(minArity, each.values.length + 1), Math.max(minArity, maxArity));
    while (each.values.length < size) each.values.push(random.integer(shape.minOperand, shape.maxOperand));
    each.values = random.shuffle(each.values);
  }
  return root;
}
