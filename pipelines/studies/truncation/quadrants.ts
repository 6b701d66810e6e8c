// Classifies evaluations by accuracy and truncation, unless their intervals leave the quadrant open.

/** An evaluation or one of its tasks: excess accuracy over untruncated answers, and the share of truncated ones, each with its interval. */
export interface AccuracyAndTruncation {
  low: number;
  high: number;
  truncated_low: number;
  truncated_high: number;
}

export const QUADRANTS = {
  strong: "strong",
  context: "capable but context-limited",
  both: "both problems",
  capability: "capability-limited",
  open: "cannot be placed"
} as const;
export type Quadrant = keyof typeof QUADRANTS;

/** The quadrant, or "open" where an interval crosses a threshold. Accuracy is high from its threshold on, truncation above its own. */
export function quadrantOf(
  {low, high, truncated_low, truncated_high}: AccuracyAndTruncation,
  {accuracy, truncation}: {accuracy: number; truncation: number}
): Quadrant {
  const able = low >= accuracy ? true : high < accuracy ? false : null;
  const oftenTruncated = truncated_low > truncation ? true : truncated_high <= truncation ? false : null;
  if (able === null || oftenTruncated === null) return "open";
  return able ? (oftenTruncated ? "context" : "strong") : oftenTruncated ? "both" : "capability";
}
