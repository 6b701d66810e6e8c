// Measures by how much the error of an adaptive test exceeds its standard error, by replaying answers that are already stored. A test that
// selects by information relies on items whose discrimination was overestimated and on what a model happens to be good at; curves that do
// not quite fit a model misfit it systematically, and such errors do not average out.

import type {Random} from "../../generate/seed.js";
import {Z950} from "../../stats/distributions.js";
import {quantile} from "../../stats/quantile.js";
import {type Item, MISSING, RIGHT, WRONG} from "../irt/item.js";
import type {BankIndex} from "./bank.js";
import type {Inflation} from "./inflatedErrors.js";
import {type Prior, posteriorOf} from "./posterior.js";
import {replayForm} from "./replay.js";

/** Lengths at which the error is measured. */
const LENGTHS = [5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 400, 600, 1_000] as const;
/** Largest share of all answers in a test: a larger test shares too many answers with the reference. */
const LARGEST_PART = 1 / 4;
/** Most persons that are replayed: more would not improve the factor noticeably. */
const MOST_PERSONS = 200;
/** Most answers that are evaluated in all, which takes a few seconds: of larger banks fewer persons are replayed. */
const MOST_ANSWERS = 1_000_000;
/** Fewest persons for a factor: with fewer it would be off by more than a fifth. */
const FEWEST_PERSONS = 12;
/** The quantile of absolute differences from which the factor is computed; higher ones would rest on two or three persons. */
const SHARE = 0.9;

/** Differences from the ability by all answers at one length, each divided by the standard error of the difference. */
export interface Discrepancy {
  items: number;
  ratios: number[];
}

/**
 * Replays each person's adaptive test and compares it, at each length up to a quarter of the answers, with the ability from all answers. If
 * the curves are correct, the variance of the difference is the difference of the variances, since the longer test contains the shorter one
 * (Hausman 1978, doi:10.2307/1913827); at least half of the shorter one's variance is used.
 * @param persons answers by item of the bank: WRONG, RIGHT, MISSING or CUT. Persons on whom the bank was calibrated show slightly too small
 * differences, since curves follow their own answers.
 */
export function discrepancies(
  index: BankIndex,
  persons: readonly Uint8Array[],
  {random, prior}: {random: Random; prior?: Prior}
): Discrepancy[] {
  const {bank} = index;
  const sums = LENGTHS.filter(items => items <= LARGEST_PART * bank.ids.length).map(items => ({items, ratios: [] as number[]}));
  const most = Math.min(MOST_PERSONS, Math.floor(MOST_ANSWERS / bank.ids.length));
  if (most < FEWEST_PERSONS) return [];
  const chosen = persons.length <= most ? persons : random.shuffle([...persons]).slice(0, most);
  for (const cells of chosen) {
    const answered = Uint8Array.from(cells, cell => (cell === RIGHT || cell === WRONG ? cell : MISSING));
    const all = posteriorOf(bank, answered, prior);
    const answers = answered.reduce((sum, cell) => sum + Number(cell !== MISSING), 0);
    const own = sums.filter(({items}) => items <= LARGEST_PART * answers);
    const moments = replayForm(index, "adaptive", {at: own.map(({items}) => items), cells: answered, design: {prior}});
    for (const [k, {theta, se}] of moments.entries())
      own[k]!.ratios.push(Math.abs(theta - all.mean) / Math.sqrt(Math.max(se ** 2 / 2, se ** 2 - all.sd ** 2)));
  }
  return sums;
}

/** Factors by length, from the differences of several groups of persons. */
export function inflationOf(groups: readonly (readonly Discrepancy[])[]): Inflation[] {
  return LENGTHS.flatMap(items => {
    const ratios = groups.flatMap(group => group.find(each => each.items === items)?.ratios ?? []);
    if (ratios.length < FEWEST_PERSONS) return [];
    return [{items, factor: Math.max(1, quantile(ratios, SHARE) / Z950), persons: ratios.length}];
  });
}

// Response curves averaged over the uncertainty of their parameters. A test that selects by estimated information prefers items whose
// discrimination was overestimated, so that its standard errors are too small (van der Linden & Glas 2000, doi:10.1207/S15324818AME1301_2).

/** An item with the standard errors of its estimates. */
interface UncertainItem extends Item {
  se_a: number;
  se_b: number;
}

/** Mean square of a(θ − b) where an item is informative. */
const REACH = 1;

/**
 * The expected response function (Lewis 2001, in Essays on Item Response Theory; Mislevy, Wingersky & Sheehan 1994): the curve averaged
 * over the uncertainty of a and b, approximated by a logistic curve. E σ(x) ≈ σ(x ÷ √(1 + πv/8)) for x normal with variance v (MacKay 1992,
 * doi:10.1162/neco.1992.4.5.720), with v = a² se_b² + (θ − b)² se_a² at a typical distance where the item is informative. If the standard
 * errors are not numbers, a flat curve remains.
 */
export function expectedItem<T extends UncertainItem>(item: T): T {
  const {a, d, se_a, se_b} = item;
  const variance = (a * se_b) ** 2 + REACH * (se_a / a) ** 2;
  const flat = Number.isFinite(variance) ? 1 / Math.sqrt(1 + (Math.PI * variance) / 8) : 0.1;
  return {...item, a: a * flat, d: d * flat};
}
