// Membership scores of a text from the log-probabilities of its tokens: Min-K % Prob and Min-K %++.

/** A token of a text behind those before it. */
export interface ScoredToken {
  /** Natural log-probability of the token. */
  logprob: number;
  /** Log-probabilities of the likeliest other tokens at its place, where they are known. */
  others?: readonly number[] | undefined;
}

/** Share of the least likely tokens that the scores are taken over: 20 %, which Shi et al. chose by validation. */
const LEAST_LIKELY = 0.2;

/**
 * Min-K % Prob: the mean log-probability, nats, of the `share` least likely tokens, at least one. Texts that a model was trained on hold
 * few tokens that surprise it, so higher means more familiar (Shi et al. 2024, arXiv:2310.16789). Null without tokens.
 */
export const minK = (tokens: readonly ScoredToken[], share = LEAST_LIKELY): number | null =>
  meanOfLowest(
    tokens.map(({logprob}) => logprob),
    share
  );

/**
 * Min-K %++: the same over tokens' standardised log-probabilities (log p − μ) ÷ σ, where μ and σ are mean and standard deviation of the
 * log-probability over the vocabulary at that place, by the vocabulary's own probabilities (Zhang et al. 2025, arXiv:2404.02936). An
 * endpoint lists only the likeliest tokens, so that μ and σ are approximate: see `placeMoments`. Null where no place lists any.
 */
export function minKPlusPlus(tokens: readonly ScoredToken[], share = LEAST_LIKELY): {score: number; covered: number} | null {
  const places = tokens.flatMap(token => (token.others && token.others.length > 0 ? [{token, ...placeMoments(token)}] : []));
  const score = meanOfLowest(
    places.map(({token: {logprob}, mean, sd}) => (sd > 0 ? (logprob - mean) / sd : 0)),
    share
  );
  if (score === null) return null;
  return {score, covered: places.reduce((sum, {covered}) => sum + covered, 0) / places.length};
}

/**
 * Mean and standard deviation of the log-probability at one place, and the probability that the listed tokens cover. What is not listed
 * counts as made of tokens as likely as the least likely one of the list, the most they can be: the mean is then too high, by less the more
 * is covered. A certain token has standard deviation 0.
 */
export function placeMoments({logprob, others = []}: ScoredToken): {mean: number; sd: number; covered: number} {
  const listed = [logprob, ...others].map(value => ({value, p: Math.exp(value)}));
  const total = listed.reduce((sum, {p}) => sum + p, 0);
  const covered = Math.min(1, total);
  const rest = 1 - covered;
  const unlisted = Math.min(...(others.length > 0 ? others : [logprob]));
  const parts = [
    ...listed.filter(({p}) => p > 0).map(({value, p}) => ({value, p: p / Math.max(1, total)})),
    ...(rest > 0 ? [{value: unlisted, p: rest}] : [])
  ];
  const mean = parts.reduce((sum, {value, p}) => sum + p * value, 0);
  const variance = parts.reduce((sum, {value, p}) => sum + p * (value - mean) ** 2, 0);
  return {mean, sd: Math.sqrt(variance), covered};
}

function meanOfLowest(values: number[], share: number): number | null {
  if (values.length === 0) return null;
  const count = Math.max(1, Math.floor(share * values.length));
  const lowest = Float64Array.from(values).sort().subarray(0, count);
  return lowest.reduce((sum, value) => sum + value, 0) / count;
}

/** What an endpoint gave for an echoed text: completion.logprobs, values and lengths by token. */
export interface EchoedLogprobs {
  values: readonly (number | null)[];
  lengths: readonly number[];
  others?: readonly (readonly number[])[] | undefined;
}

/** Share of a text's characters below which tokens are not those of the text: the endpoint has ignored `echo`, or cut the prompt. */
const LEAST_ECHOED = 0.8;

/**
 * The tokens of an echoed text. The first one, which nothing comes before, and what was generated behind the text are left out.
 * @param length characters of the text
 * @returns a reason where the endpoint's tokens are not those of the text
 */
export function tokensOf({values, lengths, others}: EchoedLogprobs, length: number): {tokens: ScoredToken[]} | {why: string} {
  const tokens: ScoredToken[] = [];
  let at = 0;
  for (const [i, size] of lengths.entries()) {
    const value = values[i];
    if (at >= length) break;
    at += size;
    if (typeof value === "number" && Number.isFinite(value)) tokens.push({logprob: Math.min(0, value), others: others?.[i]});
  }
  if (at < LEAST_ECHOED * length)
    return {why: `log-probabilities of ${at} characters came for a text of ${length}: echo is ignored, or the text was cut`};
  if (tokens.length === 0) return {why: "no token has a log-probability"};
  return {tokens};
}
