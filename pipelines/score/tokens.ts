// Mean completion tokens of an evaluation's samples, with standard error.

/**
 * Counts of a point: samples by status, and sums of completion tokens and of their squares; null where the tokens of a sample are not
 * known.
 */
interface TokenCounts {
  correct: number;
  incorrect: number;
  truncated: number;
  completion_tokens: number | null;
  tokens_squared: number | null;
}

/**
 * n s² of a point's completion tokens, its contribution to the variance of a sum over fixed points; NaN where it cannot be estimated
 * because there is a single sample or the squares are not known.
 */
export function tokenSpread({correct, incorrect, truncated, completion_tokens, tokens_squared}: TokenCounts): number {
  const samples = correct + incorrect + truncated;
  if (samples === 0) return 0;
  if (samples < 2 || completion_tokens === null || tokens_squared === null) return Number.NaN;
  return (samples / (samples - 1)) * Math.max(0, tokens_squared - completion_tokens ** 2 / samples);
}

/**
 * Mean over all samples, truncated ones included, and its standard error over tests. Where a point has a single sample, whose variance
 * cannot be estimated, samples are treated as drawn from all points together. Null where tokens are not known or there are no samples; the
 * error is NaN where squares are not known.
 */
export function meanTokens(points: readonly TokenCounts[]): {value: number; se: number} | null {
  let [samples, tokens, squares, spread] = [0, 0, 0, 0];
  for (const point of points) {
    samples += point.correct + point.incorrect + point.truncated;
    tokens += point.completion_tokens ?? Number.NaN;
    squares += point.tokens_squared ?? Number.NaN;
    spread += tokenSpread(point);
  }
  if (samples === 0 || Number.isNaN(tokens)) return null;
  const value = tokens / samples;
  const drawn = (Math.max(0, squares - tokens * value) / (samples - 1)) * samples;
  return {value, se: Math.sqrt(Number.isNaN(spread) ? drawn : spread) / samples};
}
