// Inputs that choose among named values, kept in the address.
import {form, select} from "npm:@observablehq/inputs";
import {html} from "npm:htl";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {ERROR_OVER, OVER_NAMES} from "../../pipelines/stats/errorOver.js";
import {TRUNCATED_AS, WEIGHTS} from "../../pipelines/stats/paired.js";
import {permalink} from "./permalink.js";

/**
 * An input for one of a few named values, tied to a key of the address.
 * @param label what the input decides
 * @param names text of each value
 */
export function choice<T extends string>(
  key: string,
  values: readonly T[],
  {label, names = {}, value = values[0]!}: {label: string; names?: Partial<Record<T, string>>; value?: T | undefined}
): Input<T> {
  const input = select(values, {label, value, format: (each: T) => names[each] ?? each}) as Input<T>;
  return permalink(key, input, {among: values});
}

/** An input without a choice, in the place of one that there is nothing for: its value is null. */
export const noChoice = (): Input<null> => Object.defineProperty(html`<span hidden>`, "value", {get: () => null}) as Input<null>;

/** Inputs for paired comparisons: the treatment of truncated answers, the pooling of tasks, and what the error generalises to. */
export const pairedChoices = () => ({
  truncated: choice("truncated", TRUNCATED_AS, {label: "Truncated", names: {wrong: "counted as wrong"}}),
  weights: choice("weights", WEIGHTS, {label: "Weight per"}),
  error: choice("error", ERROR_OVER, {label: "Clustering", names: OVER_NAMES})
});

/** Combines several inputs into one, side by side where there is room. */
export const choices = <T extends Record<string, HTMLElement>>(inputs: T): Input<Record<keyof T, string>> =>
  form(inputs, {template: (each: T) => html`<div class="rb-questions">${Object.values(each)}</div>`});

/** "all" and the names that occur, sorted, for a filter. */
export const named = (values: Iterable<string>): string[] => ["all", ...[...new Set(values)].sort()];
