// The operations of a nested list as nodes of a drawing: places, own numbers and results.
import {hierarchy, tree as tidy} from "npm:d3";
import type {MedianRule} from "../../pipelines/generate/lists/operations.js";
import {atomsOf, innerOf, type ListTree, operationsIn} from "../../pipelines/generate/lists/tree.js";
import {resultsOf} from "../../pipelines/generate/narratives/beatStructure.js";

/** Pixels between neighbours of one level, and between levels. */
const ROW = 30;
const LEVEL = 176;

export interface TreeNode {
  /** Number of the operation: 0 the outermost, each before those inside it. */
  operation: number;
  name: ListTree["operation"];
  numbers: number[];
  result: number;
  /** Numbers of the operation that uses the result, and of those inside; null of the outermost. */
  parent: number | null;
  inner: number[];
  level: number;
  x: number;
  y: number;
}

export interface DrawnTree {
  nodes: TreeNode[];
  width: number;
  height: number;
}

/** Nodes by number, laid out from left to right (Reingold & Tilford 1981), with the size that they take. */
export function treeNodes(tree: ListTree, median: MedianRule): DrawnTree {
  const operations = operationsIn(tree);
  const number = new Map(operations.map((node, i) => [node, i]));
  const results = resultsOf(operations, median);
  const root = tidy<ListTree>().nodeSize([ROW, LEVEL])(hierarchy(tree, innerOf));
  const laid = root.descendants();
  const top = Math.min(...laid.map(({x}) => x));
  const nodes = laid
    .map(
      ({data, parent, depth, x, y}): TreeNode => ({
        operation: number.get(data)!,
        name: data.operation,
        numbers: atomsOf(data),
        result: results[number.get(data)!]!,
        parent: parent ? number.get(parent.data)! : null,
        inner: innerOf(data).map(inner => number.get(inner)!),
        level: depth + 1,
        x: y,
        y: x - top
      })
    )
    .sort((a, b) => a.operation - b.operation);
  return {
    nodes,
    width: LEVEL * Math.max(...nodes.map(({level}) => level)),
    height: ROW + Math.max(...nodes.map(({y}) => y))
  };
}

/** The numbers of operations in an order in which results can be had: each behind those inside it. */
export function inOrderOfSteps(tree: ListTree): number[] {
  const number = new Map(operationsIn(tree).map((node, i) => [node, i]));
  const order: number[] = [];
  const visit = (node: ListTree): void => {
    for (const inner of innerOf(node)) visit(inner);
    order.push(number.get(node)!);
  };
  visit(tree);
  return order;
}

/** Where an arrow key leads from a node: left to the operation that uses it, right to the first inside it, up and down by number. */
export function neighbourOf(nodes: readonly TreeNode[], operation: number, key: string): number | undefined {
  const {parent, inner} = nodes[operation]!;
  switch (key) {
    case "ArrowLeft":
      return parent ?? undefined;
    case "ArrowRight":
      return inner[0];
    case "ArrowUp":
      return operation > 0 ? operation - 1 : undefined;
    case "ArrowDown":
      return operation + 1 < nodes.length ? operation + 1 : undefined;
    case "Home":
      return 0;
    case "End":
      return nodes.length - 1;
  }
  return undefined;
}
