// Claims about the result of a nested list of operations, as ListOps writes it.
import {atomsOf, innerFirst, operationsIn, readTree, treeText, treeValue} from "../../generate/lists/tree.js";
import {figureOf, holds} from "./figure.js";
import {type Finding, printedOf} from "./finding.js";
import type {ClaimOf} from "./schema.js";

/** Evaluates the list, innermost operations first; the numbers are whole, so that no rounding is possible. */
export function auditList({list, printed: text}: ClaimOf<"list">): Finding[] {
  const tree = readTree(list);
  const value = treeValue(tree);
  const printed = figureOf(text, {exact: true});
  return [
    {
      part: "",
      ...printedOf(printed),
      value,
      low: value,
      high: value,
      quantity: "result of the list",
      n: operationsIn(tree).reduce((sum, node) => sum + atomsOf(node).length, 0),
      n_of: "numbers",
      verdict: holds(printed, value) ? "reproduced" : "not reproducible",
      chance: null,
      arithmetic: innerFirst(tree)
        .map(node => `${treeText(node)} = ${treeValue(node)}`)
        .join("; "),
      reading: holds(printed, value) ? "" : `the list gives ${value}`
    }
  ];
}
