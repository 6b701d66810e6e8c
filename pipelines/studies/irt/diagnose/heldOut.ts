// Cross-validated predictive accuracy of several models. The in-sample likelihood always prefers more parameters, so that it cannot compare
// them.

import {type Random, randomOf} from "../../../generate/seed.js";
import {Z975} from "../../../stats/distributions.js";
import {type Item, MISSING, probability, type Responses, RIGHT} from "../item.js";

/** What the comparison needs from a unidimensional fit: its items, and each person's ability with its standard error. */
export interface AbilityFit {
  items: readonly Item[];
  eap: ArrayLike<number>;
  se: ArrayLike<number>;
}
/** What the comparison needs from any other fit: the probability of a right answer, averaged over the person's posterior. */
export interface Predictor {
  predict(person: number, item: number): number;
}

export interface HeldOut {
  name: string;
  /** answers that were predicted */
  n: number;
  /** mean log-probability of a held-out answer, natural logarithm; −0.693 is a coin toss */
  mean: number;
  /** mean minus that of the best model, with its 95 % interval over persons; 0 for the best */
  behind: number;
  low: number;
  high: number;
}

/**
 * Log-probability of held-out answers under each of several models, by K-fold cross-validation over cells: the answers of a fold are made
 * missing, the model is fitted to the others, and each answer is predicted by ∫ P(θ) over the posterior of the person's ability.
 * The interval of a difference is clustered by person, since the answers of a person share one ability.
 * The posterior is approximated by a normal distribution around EAP; with 20 answers or more the error is below the third digit.
 */
export function heldOut(
  responses: Responses,
  models: readonly {name: string; calibrate(responses: Responses): AbilityFit | Predictor}[],
  {folds = 5, random = randomOf("held out")}: {folds?: number; random?: Random} = {}
): HeldOut[] {
  const fold = Uint8Array.from(responses.cells, () => Math.floor(random.real() * folds));
  const persons = models.map(({calibrate}) => {
    const sums = new Float64Array(responses.persons.length);
    for (let k = 0; k < folds; k++) addFold(sums, responses, {fold, k, calibrate});
    return sums;
  });
  const counts = answersOf(responses);
  const n = counts.reduce((sum, x) => sum + x, 0);
  const means = persons.map(sums => sums.reduce((sum, x) => sum + x, 0) / n);
  const best = means.indexOf(Math.max(...means));
  return models.map(({name}, m) => ({name, n, mean: means[m]!, ...differenceOf(persons[m]!, persons[best]!, counts)}));
}

function addFold(
  sums: Float64Array,
  {persons, items, cells}: Responses,
  {fold, k, calibrate}: {fold: Uint8Array; k: number; calibrate(responses: Responses): AbilityFit | Predictor}
): void {
  const training = cells.map((cell, at) => (fold[at] === k ? MISSING : cell));
  const calibration = calibrate({persons, items, cells: training});
  const {predict} = "predict" in calibration ? calibration : predictorOf(calibration);
  for (let person = 0, at = 0; person < persons.length; person++)
    for (let item = 0; item < items.length; item++, at++) {
      if (fold[at] !== k || cells[at] === MISSING) continue;
      const p = predict(person, item);
      sums[person]! += Math.log(Math.max(LEAST, cells[at] === RIGHT ? p : 1 - p));
    }
}

function predictorOf({items, eap, se}: AbilityFit): Predictor {
  const nodes = Array.from(eap, (mean, person) => NODES.map(z => mean + z * se[person]!));
  return {
    predict: (person, item) =>
      nodes[person]!.reduce((sum, each, node) => sum + WEIGHTS[node]! * probability(items[item]!, each), 0)
  };
}
/** Predicted probabilities are not taken for smaller, so that one impossible answer does not make the mean infinite. */
const LEAST = 1e-12;
/** Nodes over the normal posterior; the sum over them errs by less than 1e-6 for curves with a slope of up to 4 per standard error. */
const NODES = Float64Array.from({length: 17}, (_, i) => (i - 8) * 0.5);
const DENSITY = NODES.map(z => Math.exp((-z * z) / 2));
const WEIGHTS = DENSITY.map(x => x / DENSITY.reduce((sum, each) => sum + each, 0));

function answersOf({persons, items, cells}: Responses): Float64Array {
  return Float64Array.from(persons, (_, person) =>
    cells.subarray(person * items.length, (person + 1) * items.length).reduce((sum, cell) => sum + Number(cell !== MISSING), 0)
  );
}

/** A sum of differences divided by a sum of counts, with its standard error clustered by person (linearisation; Cochran 1977, § 6.3). */
function differenceOf(own: Float64Array, best: Float64Array, counts: Float64Array): {behind: number; low: number; high: number} {
  const n = counts.reduce((sum, x) => sum + x, 0);
  const behind = own.reduce((sum, x, i) => sum + x - best[i]!, 0) / n;
  const size = own.length;
  const squares = own.reduce((sum, x, i) => sum + (x - best[i]! - behind * counts[i]!) ** 2, 0);
  const reach = size > 1 ? (Z975 * Math.sqrt((size / (size - 1)) * squares)) / n : Number.NaN;
  return {behind, low: behind - reach, high: behind + reach};
}
