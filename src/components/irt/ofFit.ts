// Converts a fit and its responses to the data of the charts.
import {Z975} from "../../pipelines/stats/distributions.js";
import type {Fit} from "../../pipelines/studies/irt/estimate/fit.js";
import type {Responses} from "../../pipelines/studies/irt/item.js";
import {type Answered, type CalibratedItem, type Calibration, columns, counts, type Person} from "./calibration.js";

interface FitItem {
  id: string;
  /** null, as are the others, for an item that was left out of the fit */
  a: number | null;
  b: number | null;
  c: number | null;
  d: number | null;
  u?: number;
  steps?: readonly number[];
  levels?: readonly number[];
  dispersion?: number;
  se_thresholds?: readonly (number | null)[];
  se_a: number | null;
  se_b: number | null;
  se_c: number | null;
  se_d?: number | null;
}
export type FittedItem = FitItem & Record<"a" | "b" | "c" | "d", number>;
/** Numbers of answers and of right ones. */
interface Counted {
  n: number;
  right: number;
}
interface FitAbility {
  id: string;
  eap: number;
  eap_se: number;
  lo: number;
  hi: number;
}
/** The fields of a file of `npm run irt -- fit --out` that are drawn. */
export interface FitFile {
  model: string;
  estimate: string;
  converged: boolean;
  /** standard deviation of ability in the population; 1 where it is not given */
  spread?: number;
  /** scores of the matrix that graded items were fitted to, lowest first */
  categories?: readonly number[];
  item: readonly FitItem[];
  ability: readonly FitAbility[];
}

export const fitFile = ({items, ability, ...fit}: Fit): FitFile => ({...fit, item: items, ability});

/** Known properties of items and persons beyond a fit. */
export interface Facts {
  item(id: string): {category: string; params: string};
  person(id: string): Pick<Person, "name" | "model" | "groups" | "simulated">;
}
const BARE: Facts = {
  // "professional_law.737" of a set of many subjects; a number alone is no category
  item: id => ({category: /^(.*[^\d.].*)\.[^.]+$/.exec(id)?.[1] ?? "all", params: ""}),
  person: id => ({name: id, model: null, groups: [], simulated: false})
};
/** Limits within which the first parts of item names are categories: otherwise every item would be its own category. */
const MOST_CATEGORIES = 100;
const FEWEST_ITEMS = 5;

/** The items that a fit has parameters of, among those of a list. */
export function fittedIn<Item extends FitItem>(items: readonly Item[], ids: readonly string[]): (Item & FittedItem)[] {
  const known = new Set(ids);
  return items.filter((item): item is Item & FittedItem => known.has(item.id) && item.a !== null);
}

/** Items and persons that both the fit and the responses contain. */
export function ofFit(fit: FitFile, responses: Responses, {facts = BARE}: {facts?: Facts} = {}): Answered {
  const place = new Map(responses.items.map((id, i) => [id, i]));
  const fitItems = fittedIn(fit.item, responses.items);
  const order = fitItems.map(({id}) => place.get(id)!);
  const answered = onUnitScale(columns(responses, order), fit.categories);
  const {n, right} = counts(answered);
  const answers = answersOf(answered);
  const items = fitItems.map((item, i) => ({...item, n: n[i]!, right: right[i]!}));
  const persons = answered.persons.map((id, i) => ({id, n: answers[i]!}));
  return {...calibrationOf(fit, {items, persons, facts}), leftOut: responses.items.length - fitItems.length, responses: answered};
}

/** Responses whose scores go from 0 to 1, as the expected ones do. */
function onUnitScale(responses: Responses, categories: readonly number[] = []): Responses {
  const [low = 0, high = 1] = [categories[0], categories.at(-1)];
  return responses.scores ? {...responses, scores: responses.scores.map(score => (score - low) / (high - low))} : responses;
}

/**
 * A fit on a scale on which abilities of the population are standard normal.
 * @param items fitted ones, and how they were answered · @param persons identities, and numbers of their answers
 */
export function calibrationOf(
  fit: FitFile,
  {items, persons, facts}: {items: readonly (FittedItem & Counted)[]; persons: readonly {id: string; n: number}[]; facts: Facts}
): Omit<Calibration, "leftOut"> {
  const spread = fit.spread ?? 1;
  const abilities = new Map(fit.ability.map(each => [each.id, each]));
  return {
    model: fit.model,
    estimate: fit.estimate,
    guessing: null,
    converged: fit.converged,
    items: grouped(items.map(item => calibrated(item, {spread, n: item.n, right: item.right, ...facts.item(item.id)}))),
    persons: persons.map(({id, n}) => personOf(abilities.get(id), {spread, n, ...facts.person(id)})),
    personIds: persons.map(({id}) => id),
    moved: []
  };
}

function calibrated(
  {id, a, b, c, d, u = 1, steps, levels, dispersion, se_thresholds, se_a, se_b, se_c, se_d}: FittedItem,
  {spread, ...facts}: {spread: number; category: string; params: string} & Counted
): CalibratedItem {
  const se = (value: number | null | undefined): number => value ?? Number.NaN;
  return {
    id,
    a: a * spread,
    d,
    c,
    u,
    b: b / spread,
    se_a: se(se_a) * spread,
    se_b: se(se_b) / spread,
    se_c: se(se_c),
    ...(steps && {steps, se_thresholds: (se_thresholds ?? steps.map(() => null)).map(error => se(error) / spread)}),
    ...(levels && {levels}),
    ...(dispersion !== undefined && {dispersion}),
    cov: steps ? null : covariance({a, d, c, se_a: se(se_a), se_b: se(se_b), se_c: se(se_c), se_d: se(se_d)}),
    ...facts
  };
}

/**
 * Covariances of (log a, d, logit c) as far as standard errors determine them: that of log a and d follows from the standard error of b =
 * −d/a. Those of guessing with the others are unknown, so that a fit with guessing has none.
 */
function covariance({
  a,
  d,
  c,
  se_a,
  se_b,
  se_c,
  se_d
}: Record<"a" | "d" | "c" | "se_a" | "se_b" | "se_c" | "se_d", number>): number[] | null {
  if (c > 0 && se_c > 0) return null;
  const [aa, dd] = [(se_a / a) ** 2, se_d ** 2];
  const ad = Math.abs(d) > 1e-6 ? (d * d * aa + dd - (a * se_b) ** 2) / (2 * d) : 0;
  return [aa, ad, dd].every(Number.isFinite) ? [aa, ad, 0, dd, 0, 0] : null;
}

function personOf(
  ability: FitAbility | undefined,
  {spread, ...facts}: {spread: number; n: number} & Pick<Person, "name" | "model" | "groups" | "simulated">
): Person {
  const {eap, eap_se, lo, hi} = ability ?? {eap: 0, eap_se: 1, lo: -Z975, hi: Z975};
  return {...facts, eap: eap / spread, se: eap_se / spread, low: lo / spread, high: hi / spread};
}

function answersOf(responses: Responses): Float64Array {
  const size = responses.items.length;
  return Float64Array.from(responses.persons, (_, person) =>
    responses.cells.subarray(person * size, (person + 1) * size).reduce((sum, cell) => sum + Number(cell < 2), 0)
  );
}

function grouped(items: CalibratedItem[]): CalibratedItem[] {
  const sizes = new Map<string, number>();
  for (const {category} of items) sizes.set(category, (sizes.get(category) ?? 0) + 1);
  if (sizes.size <= MOST_CATEGORIES && items.length / sizes.size >= FEWEST_ITEMS) return items;
  return items.map(item => ({...item, category: "all"}));
}
