// Nested lists as trees: reading, writing, evaluating and measuring them.
import {type MedianRule, OPERATION_NAMES, type Operation, resultOf} from "./operations.js";

/** An operation on whole numbers and on the results of other operations. */
export interface ListTree {
  operation: Operation;
  values: (number | ListTree)[];
}

/** The tree as text: `[MAX 2 [SM 8 9]]`, or with round brackets as the published Verbose ListOps writes it, `(MAX 2 (SM 8 9))`. */
export function treeText({operation, values}: ListTree, brackets: "[]" | "()" = "[]"): string {
  const inner = values.map(value => (typeof value === "number" ? value : treeText(value, brackets)));
  return `${brackets[0]}${operation} ${inner.join(" ")}${brackets[1]}`;
}

/**
 * The tree that a text says, with square or round brackets, or as the original ListOps file has it: `( ( ( [MAX 2 ) 9 ) ] )`, where round
 * brackets only bind to the left. SUM_MOD is read as SM. Throws a SyntaxError that names what is wrong.
 */
export function readTree(text: string): ListTree {
  const square = text.includes("[");
  const tokens = (square ? text.replace(/[()]/gu, " ") : text).match(/[[\]()]|[^\s[\]()]+/gu) ?? [];
  let at = 0;
  const tree = list();
  if (at < tokens.length) throw new SyntaxError(`${JSON.stringify(tokens[at])} stands behind the end of the list`);
  return tree;

  function list(): ListTree {
    const open = tokens[at++];
    if (open !== "[" && open !== "(")
      throw new SyntaxError(open === undefined ? "the list is missing" : `${JSON.stringify(open)} stands where a list begins`);
    const name = tokens[at++] ?? "";
    const operation = name === "SUM_MOD" ? "SM" : (name as Operation);
    if (!OPERATION_NAMES.includes(operation)) throw new SyntaxError(`unknown operation ${JSON.stringify(name)}`);
    const values: ListTree["values"] = [];
    for (let token = tokens[at]; token !== "]" && token !== ")"; token = tokens[at]) {
      if (token === undefined) throw new SyntaxError("a bracket is not closed");
      if (token === "[" || token === "(") values.push(list());
      else if (/^-?\d{1,15}$/u.test(token)) values.push(Number(tokens[at++]));
      else throw new SyntaxError(`${JSON.stringify(token)} is no whole number`);
    }
    at++;
    if (values.length === 0) throw new SyntaxError(`${operation} has no values`);
    return {operation, values};
  }
}

/** The value of a tree. */
export const treeValue = (tree: ListTree, median: MedianRule = "truncMean"): number =>
  resultOf(
    tree.operation,
    tree.values.map(value => (typeof value === "number" ? value : treeValue(value, median))),
    median
  );

/** The numbers among an operation's values. */
export const atomsOf = ({values}: ListTree): number[] => values.filter(value => typeof value === "number");
/** The operations among an operation's values. */
export const innerOf = ({values}: ListTree): ListTree[] => values.filter(value => typeof value !== "number");

/** All operations, each before those inside it: the number of an operation is its place here, 0 that of the outermost. */
export function operationsIn(tree: ListTree): ListTree[] {
  const found: ListTree[] = [];
  add(tree);
  return found;

  function add(node: ListTree): void {
    found.push(node);
    for (const value of node.values) if (typeof value !== "number") add(value);
  }
}

/** The operations in the order in which their results become known. */
export const innerFirst = (tree: ListTree): ListTree[] => [...innerOf(tree).flatMap(innerFirst), tree];

/** Levels of operations, the outermost is 1. */
export const depthOf = (tree: ListTree): number => 1 + Math.max(0, ...innerOf(tree).map(depthOf));

/** Whether no operation has more than one other inside: a linear chain. */
export const isChain = (tree: ListTree): boolean => operationsIn(tree).every(node => innerOf(node).length <= 1);

/** How it is found out whether a result matters: the answer is another one for at least one other result out of `results`. */
interface OtherResults {
  median: MedianRule;
  results: readonly number[];
}

/** Levels from the outermost operation down to the deepest whose result matters. */
export function effectiveDepth(tree: ListTree, other: OtherResults): number {
  let deepest = 1;
  eachThatMatters(tree, other, level => {
    deepest = Math.max(deepest, level);
  });
  return deepest;
}

/** Operations whose result matters; the outermost always does. */
export function effectiveOperations(tree: ListTree, other: OtherResults): number {
  let count = 0;
  eachThatMatters(tree, other, () => count++);
  return count;
}

/** Calls with the level of each operation whose result matters. Below one that does not, none does. */
function eachThatMatters(tree: ListTree, {median, results}: OtherResults, found: (level: number) => void): void {
  measure(tree, 1, value => value);

  /** @param answer the answer of the whole for a result of this node */
  function measure(node: ListTree, level: number, answer: (result: number) => unknown): void {
    found(level);
    const values = node.values.map(value => (typeof value === "number" ? value : treeValue(value, median)));
    node.values.forEach((value, place) => {
      if (typeof value === "number") return;
      const through = (result: number) => answer(resultOf(node.operation, values.with(place, result), median));
      const now = through(values[place]!);
      if (results.some(result => through(result) !== now)) measure(value, level + 1, through);
    });
  }
}
