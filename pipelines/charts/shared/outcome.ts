// Colour and shape of the three outcomes on every page, so that nothing depends on colour alone.
import type {AnswerOutcome} from "../../studies/tokens/spending.js";

/** Names of the codes of `status`. */
export const STATUS_NAMES = ["incorrect", "correct", "truncated"] as const;

export const outcomeStyle: Record<AnswerOutcome, {color: string; symbol: "circle" | "triangle" | "square"}> = {
  correct: {color: "var(--theme-blue)", symbol: "circle"},
  incorrect: {color: "var(--theme-red)", symbol: "triangle"},
  truncated: {color: "#a463f2", symbol: "square"}
};

/** The scales of a Plot that shows outcomes, with their legend. */
export const outcomeScales = (outcomes: readonly AnswerOutcome[]) => ({
  color: {domain: outcomes, range: outcomes.map(outcome => outcomeStyle[outcome].color)},
  symbol: {domain: outcomes, range: outcomes.map(outcome => outcomeStyle[outcome].symbol), legend: true}
});
