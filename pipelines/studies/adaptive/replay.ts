// Replays tests from stored answers, in the order in which an adaptive, a fixed or a random form would have asked them.
import type {Random} from "../../generate/seed.js";
import {probability, RIGHT, WRONG} from "../irt/item.js";
import {categoryLogs, evenLevels} from "../irt/scoreCurve.js";
import {type Bank, type BankIndex, informationAt, itemAt} from "./bank.js";

import {abilityOf, openPosterior} from "./posterior.js";
import {type Design, openSession} from "./session.js";

/**
 * Code of an answer that was truncated by the token limit: it was paid for but carries no information. The others are WRONG, RIGHT and
 * MISSING (never asked).
 */
export const TRUNCATED_ANSWER = 3;

/**
 * adaptive: each item depends on the answers so far · informative: the most informative items for a standard normal θ, the same for all ·
 * fixed: one random order, the same for all · random: a random order for each person.
 */
export const FORMS = ["adaptive", "informative", "fixed", "random"] as const;
export type Form = (typeof FORMS)[number];

/** The estimates after a number of items of a form. */
export interface ReplayedStep {
  items: number;
  theta: number;
  se: number;
  low: number;
  high: number;
  /** Right ÷ answered, the score of a leaderboard. NaN before the first informative answer. */
  share: number;
}

export interface ReplayOptions {
  /** Numbers of items after which estimates are recorded, ascending. */
  at: readonly number[];
  /** The answers of one person by item: WRONG, RIGHT, MISSING or CUT. */
  cells: Uint8Array;
  design?: Omit<Design, "stop" | "barred"> | undefined;
}

/** Replays one person's test of a form, item by item; where the person has no answers left, the last moment is repeated. */
export function replayForm(
  index: BankIndex,
  order: ArrayLike<number> | "adaptive",
  {at, cells, design}: ReplayOptions
): ReplayedStep[] {
  const {bank} = index;
  const answered = (i: number) => cells[i] === WRONG || cells[i] === RIGHT || cells[i] === TRUNCATED_ANSWER;
  const most = at.at(-1) ?? 0;
  const moments: ReplayedStep[] = [];
  let [items, right, wrong, place] = [0, 0, 0, 0];
  const session =
    order === "adaptive" ? openSession(index, {...design, barred: cells.map((_, i) => (answered(i) ? 0 : 1))}) : null;
  const posterior = session?.posterior ?? openPosterior(bank, design?.prior);
  const next = (): number | undefined => {
    if (session) return session.next()[0];
    while (place < order.length && !answered(order[place] as number)) place++;
    return order[place++] as number | undefined;
  };
  const look = () => void moments.push({items, ...(session?.ability() ?? abilityOf(posterior)), share: right / (right + wrong)});
  while (items < most) {
    const item = next();
    if (item === undefined) break;
    items++;
    if (cells[item] === RIGHT) right++;
    if (cells[item] === WRONG) wrong++;
    if (session) session.answer(item, cells[item] === TRUNCATED_ANSWER ? null : cells[item] === RIGHT);
    else if (cells[item] !== TRUNCATED_ANSWER) posterior.add(item, cells[item] === RIGHT);
    if (items === at[moments.length]) look();
  }
  while (moments.length < at.length) look();
  return moments;
}

/** The bank's items by their mean information for a standard normal θ, in descending order. */
function informativeOrder({bank}: BankIndex): Int32Array {
  const thetas = Array.from({length: 49}, (_, k) => -3 + k / 8);
  const weight = thetas.map(theta => Math.exp(-0.5 * theta * theta));
  const sums = Float64Array.from(bank.ids, (_, i) =>
    thetas.reduce((sum, theta, k) => sum + weight[k]! * informationAt(bank, i, theta), 0)
  );
  return Int32Array.from(bank.ids, (_, i) => i).sort((a, b) => sums[b]! - sums[a]! || a - b);
}

/** A random order of items. */
export const randomOrder = (count: number, random: Random): Int32Array =>
  Int32Array.from(random.shuffle(Array.from({length: count}, (_, i) => i)));

/** Each person's moments under each form: `fixed` is the order that all share, `random` draws each person's own. */
export function replayForms(
  index: BankIndex,
  persons: readonly Uint8Array[],
  {
    at,
    fixed,
    random,
    design,
    longest = {}
  }: {
    at: readonly number[];
    fixed: Int32Array;
    random: Random;
    design?: ReplayOptions["design"];
    /** Longest replayed length of each form. */
    longest?: Partial<Record<Form, number>>;
  }
): Record<Form, ReplayedStep[][]> {
  const size = index.bank.ids.length;
  const informative = informativeOrder(index);
  const all = (form: Form, order: () => ArrayLike<number> | "adaptive") => {
    const lengths = at.filter(items => items <= (longest[form] ?? Number.POSITIVE_INFINITY));
    return persons.map(cells => replayForm(index, order(), {at: lengths, cells, design}));
  };
  return {
    adaptive: all("adaptive", () => "adaptive"),
    informative: all("informative", () => informative),
    fixed: all("fixed", () => fixed),
    random: all("random", () => randomOrder(size, random))
  };
}

// Simulated persons, to test the method where the truth is known.

/**
 * Simulates answers of a person of ability θ: item i is right with the probability of its curve; a graded one has a score with the chance of
 * its category, a continuous one the share right among about 1 ÷ dispersion trials.
 */
export const simulatedAnswer =
  (bank: Bank, theta: number, random: Random) =>
  (i: number): boolean | number => {
    const item = itemAt(bank, i);
    if (item.steps) {
      let left = random.real();
      const category = categoryLogs(item, theta).findIndex(log => (left -= Math.exp(log)) < 0);
      return (item.levels ?? evenLevels(item.steps.length + 1)).at(category)!;
    }
    const p = probability(item, theta);
    const trials = Math.round(1 / (item.dispersion ?? 1));
    if (trials <= 1) return random.real() < p;
    let right = 0;
    for (let trial = 0; trial < trials; trial++) right += Number(random.real() < p);
    return right / trials;
  };
