// Posterior predictive check of a fit by empirical Bayes: response matrices are simulated with new items from its population and with
// persons at abilities drawn from their posteriors, and compared with the observed answers (mixed prediction: Gelman, Meng & Stern 1996;
// for item response models, Sinharay, Johnson & Stern 2006). A property outside the range of 95 % of the simulated matrices is one that the
// fit does not reproduce.
import {normal} from "../../../generate/normal.js";
import {type Random, randomOf} from "../../../generate/seed.js";
import type {Fit} from "../estimate/result.js";
import {MISSING, type Responses, RIGHT} from "../item.js";
import {correlation} from "./residuals.js";

export interface Predicted {
  property: string;
  observed: number;
  /** middle 95 % of the simulated matrices */
  low: number;
  high: number;
  outside: boolean;
}

/** Most persons and items that are compared; of a larger matrix, evenly spaced ones are taken. */
const MOST_PERSONS = 150;
const MOST_ITEMS = 300;
/** Number of simulated matrices: enough for the 2.5 % and 97.5 % quantiles. */
const DRAWS = 100;
/** Most draws of a column that is not all alike: items answered alike by all persons are not part of a fit. */
const TRIES = 50;

/** Observed and simulated properties of a response matrix; empty for a fit without a population of items. */
export function predictive(
  fit: Fit,
  responses: Responses,
  {draws = DRAWS, random = randomOf("posterior prediction")}: {draws?: number; random?: Random} = {}
): Predicted[] {
  if (!fit.population || fit.items.length < 2 || fit.persons < 3) return [];
  const place = new Map(responses.items.map((id, j) => [id, j]));
  const persons = evenly(fit.persons, MOST_PERSONS);
  const items = evenly(fit.items.length, MOST_ITEMS);
  const size = responses.items.length;
  const observed = items.map(k => {
    const j = place.get(fit.items[k]!.id)!;
    return Float64Array.from(persons, i => cellOf(responses.cells[i * size + j]!));
  });
  const properties = Array.from(propertiesOf(observed), ([property, value]) => ({property, value, drawn: [] as number[]}));
  for (let draw = 0; draw < draws; draw++) {
    const theta = persons.map(i => fit.ability[i]!.eap + fit.ability[i]!.eap_se * normal(random));
    const columns = observed.map((column, k) => drawColumn(fit, fit.items[items[k]!]!.c, {column, theta, random}));
    const found = propertiesOf(columns);
    for (const {property, drawn} of properties) drawn.push(found.get(property)!);
  }
  return properties.map(({property, value, drawn}) => {
    drawn.sort((a, b) => a - b);
    const at = (share: number) => drawn[Math.round(share * (drawn.length - 1))]!;
    const [low, high] = [at(0.025), at(0.975)];
    return {property, observed: value, low, high, outside: value < low || value > high};
  });
}

const evenly = (count: number, most: number): number[] =>
  Array.from({length: Math.min(count, most)}, (_, k) => Math.floor((k * count) / Math.min(count, most)));
const cellOf = (cell: number): number => (cell === MISSING ? Number.NaN : Number(cell === RIGHT));
/** Simulated answers to a new item of the population, missing wherever those to an item of the matrix are. */
function drawColumn(
  {population, model, items}: Fit,
  known: number,
  {column, theta, random}: {column: Float64Array; theta: readonly number[]; random: Random}
): Float64Array {
  const {mean, sd, power} = population!;
  const reversed = items.filter(({a}) => a < 0).length / items.length;
  const guessing = model === "3pl" && items.some(({se_c}) => se_c > 0);
  let drawn = column;
  for (let tries = 0; tries < TRIES; tries++) {
    const log = mean[0] + sd[0] * normal(random);
    const a = model === "rasch" ? 1 : (random.real() < reversed ? -1 : 1) * Math.exp(log);
    const z = mean[1] + sd[1] * normal(random);
    const d = model === "rasch" ? z : z * Math.exp(power * (log - mean[0]));
    const c = guessing ? 1 / (1 + Math.exp(-mean[2] - sd[2] * normal(random))) : known;
    drawn = column.map((cell, i) =>
      Number.isNaN(cell) ? cell : Number(random.real() < c + (1 - c) / (1 + Math.exp(-a * theta[i]! - d)))
    );
    const answers = drawn.filter(cell => !Number.isNaN(cell));
    if (answers.some(cell => cell !== answers[0])) break;
  }
  return drawn;
}

/** The properties that are compared: how items differ in difficulty and in item–rest correlation, and how persons differ. */
function propertiesOf(columns: readonly Float64Array[]): Map<string, number> {
  const persons = columns[0]!.length;
  const [right, answered] = [new Float64Array(persons), new Float64Array(persons)];
  for (const column of columns)
    for (let i = 0; i < persons; i++) {
      if (Number.isNaN(column[i]!)) continue;
      right[i]! += column[i]!;
      answered[i]!++;
    }
  const shares = columns.map(column => average(column.filter(cell => !Number.isNaN(cell))));
  const rest = columns
    .map(
      column =>
        correlation(
          column,
          column.map((cell, i) => (right[i]! - cell) / (answered[i]! - 1))
        ).r
    )
    .filter(r => !Number.isNaN(r));
  const scores = right.map((count, i) => count / answered[i]!).filter(score => !Number.isNaN(score));
  return new Map([
    ["mean share right", average(shares)],
    ["spread of items' shares right", spread(shares)],
    ["skewness of items' shares right", skewness(shares)],
    ["mean item–rest correlation", average(rest)],
    ["spread of item–rest correlations", spread(rest)],
    ["items with a negative one, share", rest.filter(r => r < 0).length / Math.max(1, rest.length)],
    ["spread of models' shares right", spread(scores)]
  ]);
}

const average = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0) / values.length;
function spread(values: ArrayLike<number>): number {
  const middle = average(values);
  return Math.sqrt(average(Array.from(values, value => (value - middle) ** 2)));
}
function skewness(values: ArrayLike<number>): number {
  const [middle, width] = [average(values), spread(values)];
  return width > 0 ? average(Array.from(values, value => ((value - middle) / width) ** 3)) : 0;
}
