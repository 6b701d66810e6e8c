// Warnings of a fit of scores, as sentences without a full stop.
import {plural} from "../../../book/plural.js";
import {named} from "../diagnose/itemFit.js";
import {warnings} from "../diagnose/warnings.js";
import type {ScoredResponses} from "../item.js";
import type {ScoredFit} from "./fit.js";

/** Warnings of any fit, and the levels that were merged. */
export function scoredWarnings(fit: ScoredFit, responses: ScoredResponses): string[] {
  const {merged} = fit;
  const [first] = merged;
  if (!first) return warnings(fit, responses);
  const ids = named(
    merged.map(({id}) => id),
    3
  );
  const unused = first.levels.map(level => Number(level.toPrecision(4))).join(", ");
  return [
    ...warnings(fit, responses),
    `${plural(merged.length, "item leaves", "items leave")} scores between others unused, which are merged with the next: ${ids} (${first.id} never has ${unused})`
  ];
}
