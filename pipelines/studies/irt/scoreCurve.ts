// Curves of an item whose scores are graded: the chance of each score by ability (graded response model of Samejima: each score or a higher
// one has a logistic curve, all with one discrimination), their derivatives, the expected score and the information.

/** Discrimination and intercepts of an item: P(score reaches category k | θ) = σ(aθ + steps[k − 1]), steps falling. */
export interface ScoreCurve {
  a: number;
  steps?: readonly number[] | undefined;
  /** scores of the categories from 0 to 1, lowest first; equally spaced where absent */
  levels?: readonly number[] | undefined;
  /** divides the information; 1 where absent */
  dispersion?: number | undefined;
}

/** Arrays for `evaluateCategories`, made once for items of up to so many categories. */
export interface CategoryValues {
  /** log P of each category */
  log: Float64Array;
  p: Float64Array;
  /** derivative of log P by a common shift of all intercepts, 1 − P(reaches it) − P(reaches the next) */
  shift: Float64Array;
  /** derivatives of log P by the intercept below the category and by the one above it; 0 where there is none */
  below: Float64Array;
  above: Float64Array;
  /** chances to reach each category, and to miss it */
  reached: Float64Array;
  missed: Float64Array;
}

export const categoryValues = (count: number): CategoryValues => ({
  log: new Float64Array(count),
  p: new Float64Array(count),
  shift: new Float64Array(count),
  below: new Float64Array(count),
  above: new Float64Array(count),
  reached: new Float64Array(count + 1),
  missed: new Float64Array(count + 1)
});

/** ln(1 + eˣ) without overflow. */
const softplus = (x: number): number => (x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x)));

/**
 * Chances of the categories at the logits x₁ > x₂ > … of reaching them, with the derivatives of their logarithms. A difference of two nearly
 * equal chances is written as σ(x) − σ(y) = σ(x) σ(−y) (1 − e^(y − x)), which loses no digits.
 * @param logit of reaching category k + 1, k from 0
 */
export function evaluateCategories(logit: ArrayLike<number>, count: number, values: CategoryValues): void {
  const {log, p, shift, below, above, reached, missed} = values;
  [reached[0], missed[0], reached[count], missed[count]] = [1, 0, 0, 1];
  for (let k = 1; k < count; k++) {
    const small = Math.exp(-Math.abs(logit[k - 1]!));
    const [more, less] = [1 / (1 + small), small / (1 + small)];
    [reached[k], missed[k]] = logit[k - 1]! >= 0 ? [more, less] : [less, more];
  }
  for (let k = 0; k < count; k++) {
    const inner = k > 0 && k < count - 1;
    const gap = inner ? -Math.expm1(logit[k]! - logit[k - 1]!) : 1;
    log[k] = (k > 0 ? -softplus(-logit[k - 1]!) : 0) - (k < count - 1 ? softplus(logit[k]!) : 0) + (inner ? Math.log(gap) : 0);
    p[k] = Math.exp(log[k]!);
    shift[k] = 1 - reached[k]! - reached[k + 1]!;
    below[k] = k > 0 ? missed[k]! / (missed[k + 1]! * gap) : 0;
    above[k] = k < count - 1 ? -reached[k + 1]! / (reached[k]! * gap) : 0;
  }
}

function valuesAt({a, steps = []}: ScoreCurve, theta: number): CategoryValues {
  const values = categoryValues(steps.length + 1);
  evaluateCategories(
    steps.map(step => a * theta + step),
    steps.length + 1,
    values
  );
  return values;
}

/** Log-probabilities of the categories at ability θ. */
export const categoryLogs = (curve: ScoreCurve, theta: number): Float64Array => valuesAt(curve, theta).log;

/** Scores of so many categories, equally spaced from 0 to 1. */
export const evenLevels = (count: number): number[] => Array.from({length: count}, (_, k) => k / (count - 1));

/** Expected score at ability θ, from 0 to 1: Σ level · P. */
export function expectedScore(curve: ScoreCurve, theta: number): number {
  const {p} = valuesAt(curve, theta);
  const levels = curve.levels ?? evenLevels(p.length);
  return p.reduce((sum, chance, k) => sum + chance * levels[k]!, 0);
}

/** Slope of the expected score at ability θ. */
export function expectedSlope(curve: ScoreCurve, theta: number): number {
  const {p, shift} = valuesAt(curve, theta);
  const levels = curve.levels ?? evenLevels(p.length);
  return curve.a * p.reduce((sum, chance, k) => sum + levels[k]! * chance * shift[k]!, 0);
}

/** Fisher information about θ: Σ P′² ÷ P = a² Σ P (1 − P(reaches it) − P(reaches the next))², over the dispersion. */
export function scoreInformation(curve: ScoreCurve, theta: number): number {
  const {p, shift} = valuesAt(curve, theta);
  return (curve.a ** 2 * p.reduce((sum, chance, k) => sum + chance * shift[k]! ** 2, 0)) / (curve.dispersion ?? 1);
}

/** Category of a score from 0 to 1: the one with the nearest level. */
export function categoryOf({steps = [], levels = evenLevels(steps.length + 1)}: ScoreCurve, score: number): number {
  let nearest = 0;
  for (const [k, level] of levels.entries()) if (Math.abs(level - score) < Math.abs(levels[nearest]! - score)) nearest = k;
  return nearest;
}
