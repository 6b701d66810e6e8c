// Classifies evaluations by accuracy and truncation, unless their intervals leave the quadrant open.

/** An evaluation or one of its tasks: excess accuracy over untruncated answers, and the share of truncated ones, each with its interval. */
export interface Standing {
  low: number;
  high: number;
  truncated_low: number;
  truncated_high: number;
}

export const READINGS = {
  strong: "strong",
  context: "capable but context-limited",
  both: "both problems",
  capability: "capability-limited",
  open: "cannot be placed"
} as const;
export type Reading = keyof typeof READINGS;

/** The quadrant, or "open" where an interval crosses a threshold. Accuracy is high from its threshold on, truncation above its own. */
export function readingOf(
  {low, high, truncated_low, truncated_high}: Standing,
  {accuracy, truncation}: {accuracy: number; truncation: number}
): Reading {
  const able = low >= accuracy ? true : high < accuracy ? false : null;
  const oftenTruncated = truncated_low > truncation ? true : truncated_high <= truncation ? false : null;
  if (able === null || oftenTruncated === null) return "open";
  return able ? (oftenTruncated ? "context" : "strong") : oftenTruncated ? "both" : "capability";
}
