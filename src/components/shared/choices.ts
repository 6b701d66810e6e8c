import {form, select} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {ERROR_OVER, OVER_NAMES} from "../../pipelines/stats/errorOver.js";
import {TRUNCATED_AS, WEIGHTS} from "../../pipelines/stats/paired.js";
import {permalink} from "./permalink.js";

/** One of a few named values, tied to a key of the address; `label` says what it decides, `names` how a value reads. */
export function choice<T extends string>(
  key: string,
  values: readonly T[],
  {label, names = {}, value = values[0]!}: {label: string; names?: Partial<Record<T, string>>; value?: T | undefined}
): Input<T> {
  const input = select(values, {label, value, format: (each: T) => names[each] ?? each}) as Input<T>;
  return permalink(key, input, {among: values});
}

/** How paired differences are made: what becomes of truncated answers, how tasks are pooled, and what the error speaks of. */
export const pairedChoices = () => ({
  truncated: choice("truncated", TRUNCATED_AS, {label: "Truncated", names: {wrong: "counted as wrong"}}),
  weights: choice("weights", WEIGHTS, {label: "Equal weight", names: {test: "for each test", task: "for each task"}}),
  error: choice("error", ERROR_OVER, {
    label: "Error over",
    names: OVER_NAMES
  })
});

/** Several inputs as one, side by side where there is room. */
export const choices = <T extends Record<string, HTMLElement>>(inputs: T): Input<Record<keyof T, string>> =>
  form(inputs, {template: (each: T) => html`<div class="rb-questions">${Object.values(each)}</div>`});

/** "all" and the names that occur, for a filter. */
export const named = (values: Iterable<string>): string[] => ["all", ...[...new Set(values)].sort()];
