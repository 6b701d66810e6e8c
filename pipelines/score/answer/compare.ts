// Compares a reading with the right answer, by the kind of the value.
import type {ScorerEffects} from "../scorers/scorer.js";
import {compareExpressions} from "./expression.js";
import {spellExpected} from "./kinds.js";
import type {Reading} from "./reading.js";
import type {ValueKind} from "./values.js";

/** A number in its canonical spelling. */
const NUMBER = /^-?\d+(?:\.\d+|\/\d+)?$/u;

interface Comparison {
  /** Null where the comparison has no result: the limit of the algebra engine was met. */
  right: boolean | null;
  reason?: "too long to compare";
}

/** Compares a reading with the right answer and with others that are right too. */
export function compareAnswer(
  {answer}: Reading,
  {expected, accept = []}: {expected: string; accept?: readonly string[] | undefined},
  kind: ValueKind,
  {equal}: Pick<ScorerEffects, "equal">
): Comparison {
  if (answer === null) return {right: false};
  let result: Comparison = {right: false};
  for (const truth of [expected, ...accept]) {
    const spelled = spellExpected(truth, kind);
    if (answer === spelled) return {right: true};
    if (kind.name !== "expression" && (kind.name !== "number" || NUMBER.test(answer))) continue;
    const compared = compareExpressions(answer, spelled, {equal});
    if (compared.right) return {right: true};
    if (compared.right === null || compared.reason) result = compared;
  }
  return result;
}
