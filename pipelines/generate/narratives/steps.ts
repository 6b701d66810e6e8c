// Intermediate results of nested lists, as the text calls them.
import {MEDIAN_RULES, type MedianRule} from "../lists/operations.js";
import {innerFirst, type ListTree, operationsIn, readTree, treeText, treeValue} from "../lists/tree.js";
import type {Step} from "../task.js";

/** Results in an order in which they can be had, each under the name that the text calls it by; without names, under its list. */
export function stepsOf(tree: ListTree, median: MedianRule, anchors?: readonly string[]): Step[] {
  const operations = operationsIn(tree);
  return innerFirst(tree).map(node => ({
    name: anchors?.[operations.indexOf(node)] ?? treeText(node),
    value: treeValue(node, median)
  }));
}

/** The same of a list of a file of others; undefined where it cannot be read, or has another result than the answer. */
export function stepsWithin(
  {
    ast_str,
    median = "truncMean",
    anchors
  }: {ast_str: string; median?: string | undefined; anchors?: readonly string[] | undefined},
  answer: string
): Step[] | undefined {
  if (!(median in MEDIAN_RULES)) return undefined;
  try {
    const tree = readTree(ast_str);
    const named = anchors?.length === operationsIn(tree).length ? anchors : undefined;
    const steps = stepsOf(tree, median as MedianRule, named);
    return String(steps.at(-1)!.value) === answer ? steps : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined; // RangeError: too deep
    throw error;
  }
}
