// Where a confidence comes from.

/** Sources of confidence: stated in words, the probability of the chosen option, or the mean probability of the answer's tokens. */
export const SOURCES = ["stated", "choice", "tokens"] as const;
export type Source = (typeof SOURCES)[number];

/** The sources as pages name them. */
export const SOURCE_NAMES: Record<Source, string> = {
  stated: "stated in the answer",
  choice: "probability of the chosen option",
  tokens: "mean probability of the answer's tokens"
};
