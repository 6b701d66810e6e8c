// Codes of cells that may be scores: one number for each different score, so that a large matrix is read into whole numbers.

/** Code of a cell that is neither a response nor missing. */
export const OTHER = 255;
/** First code of a score other than 0 and 1. */
const FIRST_SCORE = 256;
const MAX_CODES = 2 ** 16;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/iu;
/** Largest whole number that is taken for a score; identities are larger. */
const MAX_WHOLE = 1_000;

export interface Coder {
  /** code of a cell, below 256 as of right or wrong */
  code(value: unknown): number;
  /** score of a code; NaN of a missing response */
  score(code: number): number;
  /** whether a score other than 0 and 1 has been coded */
  hasScores(): boolean;
}

/**
 * Coder of scores from 0 to 1 and of whole numbers from 0; with categories of these names alone, in their order, lowest first.
 * @param binary code of a cell as right, wrong, missing or `OTHER`
 */
export function scoreCoder(
  binary: (value: unknown) => number,
  {missing, categories}: {missing: number; categories?: readonly string[] | undefined}
): Coder {
  const codes = new Map<number, number>();
  const scores: number[] = [];
  const places = categories && new Map(categories.map((name, place) => [name, place]));
  const coded = (score: number): number => {
    const code = codes.get(score);
    if (code !== undefined) return code;
    const next = FIRST_SCORE + scores.length;
    if (next >= MAX_CODES) return OTHER;
    codes.set(score, next);
    scores.push(score);
    return next;
  };
  return {
    code(value) {
      const code = binary(value);
      if (code === missing) return missing;
      if (places) {
        const place = places.get(String(value).trim());
        return place === undefined ? OTHER : coded(place);
      }
      if (code !== OTHER || (typeof value !== "string" && typeof value !== "number")) return code;
      const text = String(value).trim();
      const score = NUMBER.test(text) ? Number(text) : Number.NaN;
      const isScore = (score >= 0 && score <= 1) || (Number.isInteger(score) && score >= 0 && score <= MAX_WHOLE);
      if (!isScore) return OTHER;
      return score === 0 || score === 1 ? score : coded(score);
    },
    score: code => (code === missing ? Number.NaN : code < FIRST_SCORE ? code : scores[code - FIRST_SCORE]!),
    hasScores: () => scores.length > 0
  };
}
