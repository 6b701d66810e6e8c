// The operations of nested lists and their results.
import {namesIn} from "../parts/names.js";

/** What each operation gives, in the words of prompts. After ListOps (Nangia & Bowman 2018), with SUM and AVG added. */
export const OPERATIONS = {
  MAX: "the largest of its values",
  MIN: "the smallest of its values",
  MED: "the median of its values; for an even number of values, the mean of the two middle ones without its fraction",
  SM: "the sum of its values modulo 10 (the last digit of the sum)",
  SUM: "the sum of its values",
  AVG: "the mean of its values without its fraction (7.9 becomes 7)"
} as const;
export type Operation = keyof typeof OPERATIONS;
/** In the order in which prompts list them. */
export const OPERATION_NAMES = Object.keys(OPERATIONS) as Operation[];

/**
 * The median of an even number of values: the mean of the two middle ones towards zero, the upper or the lower of the two, or their mean
 * rounded down. The first and the last differ below zero alone.
 */
export const MEDIAN_RULES = {
  truncMean: "for an even number of values, the mean of the two middle ones without its fraction",
  upper: "for an even number of values, the larger of the two middle ones",
  lower: "for an even number of values, the smaller of the two middle ones",
  floorMean: "for an even number of values, the mean of the two middle ones, rounded down"
} as const;
export type MedianRule = keyof typeof MEDIAN_RULES;

/** The result of an operation on at least one whole number; AVG is rounded down, SM is 0 to 9 whatever the sign of the sum. */
export function resultOf(operation: Operation, values: readonly number[], median: MedianRule = "truncMean"): number {
  switch (operation) {
    case "MAX":
      return values.reduce((a, b) => Math.max(a, b));
    case "MIN":
      return values.reduce((a, b) => Math.min(a, b));
    case "MED":
      return medianOf(values, median);
    case "SM":
      return ((sum(values) % 10) + 10) % 10;
    case "SUM":
      return sum(values);
    case "AVG":
      return Math.floor(sum(values) / values.length);
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function medianOf(values: readonly number[], rule: MedianRule): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1]!;
  const lower = sorted[(sorted.length - 1) >> 1]!;
  if (rule === "upper") return upper;
  if (rule === "lower") return lower;
  return rule === "floorMean" ? Math.floor((lower + upper) / 2) : Math.trunc((lower + upper) / 2);
}

/** The named operations in one order. A number n names the first n. */
export const operationsOf = (given: string | number): Operation[] => namesIn(given, OPERATION_NAMES, "operation");
