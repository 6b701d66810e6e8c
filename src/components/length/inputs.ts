// Inputs of page Long context; hidden without a choice.
import {SHARES} from "../../pipelines/studies/length/effective.js";
import type {Input} from "../shared/charts.js";
import {choice, choices, noChoice} from "../shared/page.js";
import {type ContrastRow, depthText, lengthName, type ShownSeries} from "./length.js";

/** Returns the input for a series by its name, and for the share of accuracy that an effective length keeps; null without series. */
export function seriesInputs(series: readonly ShownSeries[]): Input<{series: string; share: string} | null> {
  if (series.length === 0) return noChoice();
  const shares = SHARES.map(String);
  const text = (share: string) => `${Math.round(100 * Number(share))} % of the accuracy on the shortest`;
  const names = series.map(({name}) => name);
  return choices({
    series: choice("series", names, {label: "Questions"}),
    share: choice("share", shares, {label: "Share that is left", value: shares.at(-1), names: named(shares, text)})
  });
}

/** Returns the input for a length that a contrast is of: first all together, or for losses the longest. */
export function lengthInput(key: string, rows: readonly ContrastRow[], contrast: ContrastRow["contrast"]): Input<string> {
  const lengths = new Set(rows.filter(row => row.contrast === contrast).map(({length}) => length));
  const values = [...lengths].sort((a, b) => (b ?? Infinity) - (a ?? Infinity)).map(String);
  return choice(key, values, {label: "Length", names: named(values, each => lengthName(each === "null" ? null : Number(each)))});
}

/** Returns the input for a position that losses at a length are of: first their mean. */
export function depthInput(rows: readonly ContrastRow[], length: string | null): Input<string> {
  const depths = new Set(rows.filter(row => row.contrast === "loss" && String(row.length) === length).map(({depth}) => depth));
  const values = [...depths].sort((a, b) => (a ?? -1) - (b ?? -1)).map(String);
  if (values.length < 2) return noChoice(values[0]!);
  const text = (depth: string) => (depth === "null" ? "the mean of all" : `at ${depthText(Number(depth))}`);
  return choice("depth", values, {label: "Position", names: named(values, text)});
}

const named = (values: readonly string[], text: (value: string) => string): Record<string, string> =>
  Object.fromEntries(values.map(value => [value, text(value)]));
