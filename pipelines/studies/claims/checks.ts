// Figures that cannot be recomputed from the report: what they imply, and whether that is possible.
import {normalQuantile} from "../../stats/distributions.js";
import {figureOf, show, showRange} from "./figure.js";
import {columnOf, type Finding, printedOf} from "./finding.js";
import type {ClaimOf, ClaimTable} from "./schema.js";

export function auditAuc(claim: ClaimOf<"auc">, table: ClaimTable): Finding[] {
  return columnOf(table, claim.column).map(cell => {
    const dPrime = (auc: number) => Math.SQRT2 * normalQuantile(auc);
    const range = {low: dPrime(cell.low), high: dPrime(cell.high)};
    return {
      part: cell.row,
      ...printedOf(cell),
      value: cell.value,
      low: cell.low,
      high: cell.high,
      quantity: "area under the curve: what rounding allows, no more is printed",
      n: 1,
      n_of: "figure",
      verdict: "possible",
      chance: null,
      arithmetic: `Gini 2 × ${cell.text} − 1 = ${show(2 * cell.value - 1, cell.digits + 1)}; d′ = √2 Φ⁻¹(${cell.text}) = ${show(dPrime(cell.value), 2)} ${showRange(range, 2)}; without the scores, or the counts of both classes, neither it nor its interval can be recomputed`,
      reading: ""
    };
  });
}

/** Range of κ = (Po − Pe) ÷ (1 − Pe), where Pe = Σpⱼ² lies between 1/q, with all q answers equally frequent, and 1. */
export function auditAgreement({printed: text, categories}: ClaimOf<"agreement">): Finding[] {
  const printed = figureOf(text, {within: [-1, 1]});
  const observed = (kappa: number) => kappa + (1 - kappa) / categories;
  const range = {low: observed(printed.low), high: observed(printed.high)};
  const possible = Math.abs(printed.value) <= 1;
  return [
    {
      part: "",
      ...printedOf(printed),
      value: printed.value,
      low: printed.low,
      high: printed.high,
      quantity: "agreement beyond chance: what rounding allows, no more is printed",
      n: categories,
      n_of: "categories",
      verdict: possible ? "possible" : "not reproducible",
      chance: null,
      arithmetic: `${text} + (1 − ${text}) ÷ ${categories} = ${show(observed(printed.value), 3)} ${showRange(range, 3)}: so often two judges agree if all ${categories} answers are equally common, and more often if they are not; without the votes neither it nor its interval can be recomputed`,
      reading: ""
    }
  ];
}

export function auditDesign({judgments, models}: ClaimOf<"design">): Finding[] {
  const pairs = (models * (models - 1)) / 2;
  const each = judgments / pairs;
  const even = Number.isInteger(each);
  return [
    {
      part: "",
      printed: `${show(judgments, 0)} judgments, ${models} models`,
      printed_value: null,
      printed_low: null,
      printed_high: null,
      value: each,
      low: null,
      high: null,
      quantity: "judgments per pair of models",
      n: judgments,
      n_of: "judgments",
      verdict: "possible",
      chance: null,
      arithmetic: `${models} × ${models - 1} ÷ 2 = ${pairs} pairs; ${show(judgments, 0)} ÷ ${pairs} = ${show(each, 2)} judgments a pair, ${show((2 * judgments) / models, 1)} a model`,
      reading: even ? "" : "no whole number: the pairs cannot all have been judged equally often"
    }
  ];
}
