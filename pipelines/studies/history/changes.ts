// Changes of an evaluation from date to date: paired on the tests that both dates asked, and change points of the whole series.
import {CORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {tQuantile, tTwoSided} from "../../stats/distributions.js";
import {holm} from "../../stats/falseDiscovery.js";
import {differenceInterval, type PairSums, pairSumsDifference} from "../../stats/paired.js";
import type {ItemTrials} from "../../stats/passK.js";
import {type HistoryRow, hasUnknownTruncation} from "./row.js";

/** Measures of each test, which are compared on the same tests, and amounts, of which a date has one. */
const MARKS = {
  accuracy: ({status}: Outcome) => (status === CORRECT ? 1 : 0),
  refused: ({refused}: Outcome) => (refused ? 1 : 0),
  truncated: ({status}: Outcome) => (status === TRUNCATED ? 1 : 0)
} as const;
const AMOUNTS = {
  cost: ({cost}: HistoryRow) => cost.mean,
  latency: ({latency}: HistoryRow) => latency?.p50 ?? null
} as const;
type Mark = keyof typeof MARKS;
type Amount = keyof typeof AMOUNTS;
type ChangeMeasure = Mark | Amount;
export const CHANGE_KINDS = ["step", "change point"] as const;

/** Most chance that a series of which nothing changes has a change that is named, for each measure and kind. */
const LEVEL = 0.05;

export interface Change {
  kind: (typeof CHANGE_KINDS)[number];
  measure: ChangeMeasure;
  /** The last date before it and the first one after it. */
  before: string;
  after: string;
  /** Dates that were compared, and tests that all of them have in common; of amounts no tests. */
  dates: number;
  n: number;
  /** After minus before. */
  value: number | null;
  /** Its interval, which holds for all comparisons of the series together (Bonferroni). */
  low: number | null;
  high: number | null;
  p: number | null;
  /** p-value adjusted for all dates of the series. */
  adjusted: number | null;
  /** Of a step: tests with the mark before only, and after only. */
  only_before: number | null;
  only_after: number | null;
  named: boolean;
}

/** Two dates of a series with less have no comparison: one test has no interval. */
const LEAST_COMMON = 2;

/** The changes of one series, by date: each date against the one before, then its change points. One date has none. */
export function changesOf(series: readonly HistoryRow[]): Change[] {
  if (series.length < 2) return [];
  const outcomes = series.map(row => unpacked(row.outcomes));
  const endsKnown = series.map((row, date) => (hasUnknownTruncation(row) ? new Map<string, Outcome>() : outcomes[date]!));
  const outcomesOf = (measure: Mark) => (measure === "truncated" ? endsKnown : outcomes);
  const steps = (Object.keys(MARKS) as Mark[]).flatMap(measure => stepsOf(series, outcomesOf(measure), measure));
  const points = (Object.keys(MARKS) as Mark[]).flatMap(measure =>
    segmented(series, measure, (from, split, until) => markContrast(outcomesOf(measure), MARKS[measure], {from, split, until}))
  );
  const amounts = (Object.keys(AMOUNTS) as Amount[]).flatMap(measure =>
    segmented(series, measure, (from, split, until) => amountContrast(series.map(AMOUNTS[measure]), {from, split, until}))
  );
  return [...steps, ...points, ...amounts];
}

interface Contrast {
  n: number;
  value: number | null;
  p: number | null;
  interval: (confidence: number) => {low: number; high: number} | null;
}

/** Each date against the one before, on the tests of both; p-values by Holm over all steps. */
function stepsOf(series: readonly HistoryRow[], outcomes: readonly Map<string, Outcome>[], measure: Mark): Change[] {
  const mark = MARKS[measure];
  const comparisons = series.length - 1;
  const found = Array.from({length: comparisons}, (_, i): Change => {
    const [old, now] = [outcomes[i]!, outcomes[i + 1]!];
    let [gone, come] = [0, 0];
    for (const [item, outcome] of now) {
      const before = old.get(item);
      if (!before) continue;
      gone += mark(before) > mark(outcome) ? 1 : 0;
      come += mark(before) < mark(outcome) ? 1 : 0;
    }
    const contrast = markContrast(outcomes, mark, {from: i, split: i + 1, until: i + 2});
    return {
      kind: "step",
      measure,
      before: series[i]!.date,
      after: series[i + 1]!.date,
      dates: 2,
      ...ends(contrast, comparisons),
      adjusted: null,
      only_before: gone,
      only_after: come,
      named: false
    };
  });
  const adjusted = holm(found.map(({p}) => p));
  return found.map((change, i) => ({...change, adjusted: adjusted[i]!, named: adjusted[i] !== null && adjusted[i]! <= LEVEL}));
}

/** The value of a contrast with the interval that holds for all comparisons of its series. */
const ends = ({n, value, p, interval}: Contrast, comparisons: number) => {
  const both = interval(1 - LEVEL / comparisons);
  return {n, value, low: both?.low ?? null, high: both?.high ?? null, p};
};

/**
 * Change points by binary segmentation (Vostrikova 1981, Soviet Mathematics Doklady 24, 55–59): the place whose two sides differ most is one
 * if its p-value, times the number of places of the whole series (Bonferroni), is at most 5 %; both sides are then searched likewise. Only the
 * points that are found are changes; where none is, the strongest place is returned unnamed, so that a reader sees what was looked for.
 */
function segmented(
  series: readonly HistoryRow[],
  measure: ChangeMeasure,
  contrast: (from: number, split: number, until: number) => Contrast
): Change[] {
  const places = series.length - 1;
  const found: Change[] = [];
  const search = (from: number, until: number): void => {
    let best: {split: number; of: Contrast} | null = null;
    for (let split = from + 1; split < until; split++) {
      const of = contrast(from, split, until);
      if (of.p !== null && (best === null || of.p < best.of.p!)) best = {split, of};
    }
    if (best === null) return;
    const adjusted = Math.min(1, best.of.p! * places);
    const named = adjusted <= LEVEL;
    if (!named && (from > 0 || until < series.length)) return;
    const {split, of} = best;
    found.push({
      kind: "change point",
      measure,
      before: series[split - 1]!.date,
      after: series[split]!.date,
      dates: until - from,
      ...ends(of, places),
      adjusted,
      only_before: null,
      only_after: null,
      named
    });
    if (!named) return;
    search(from, split);
    search(split, until);
  };
  search(0, series.length);
  return found.sort((a, b) => (a.after < b.after ? -1 : a.after > b.after ? 1 : 0));
}

interface Segment {
  from: number;
  split: number;
  until: number;
}

/**
 * The mean mark of the dates from `split` on minus that of those before, on the tests that all dates of the segment asked: paired, with
 * tests as units (`pairedDifference`).
 */
function markContrast(
  outcomes: readonly Map<string, Outcome>[],
  mark: (outcome: Outcome) => number,
  {from, split, until}: Segment
): Contrast {
  const sums: PairSums = {n: 0, m: 0, d: 0, dd: 0, dm: 0, mm: 0};
  for (const item of outcomes[from]!.keys()) {
    let [old, now, everywhere] = [0, 0, true];
    for (let date = from; date < until; date++) {
      const outcome = outcomes[date]!.get(item);
      if (!outcome) {
        everywhere = false;
        break;
      }
      if (date < split) old += mark(outcome);
      else now += mark(outcome);
    }
    if (!everywhere) continue;
    const gain = now / (until - split) - old / (split - from);
    sums.n++;
    sums.m++;
    sums.mm++;
    sums.d += gain;
    sums.dd += gain * gain;
    sums.dm += gain;
  }
  if (sums.n < LEAST_COMMON) return {n: sums.n, value: null, p: null, interval: () => null};
  const difference = pairSumsDifference(sums);
  return {
    n: sums.n,
    value: difference.value,
    p: difference.p,
    interval: confidence => differenceInterval(difference, {confidence})
  };
}

/** Least dates on either side for amounts: what varies from date to date, as the load of a server does, is seen in dates alone. */
const LEAST_DATES = 2;

/** The mean amount of the later dates minus that of the earlier ones, by Student's t with dates as units and one variance. */
function amountContrast(amounts: readonly (number | null)[], {from, split, until}: Segment): Contrast {
  const side = (a: number, b: number) => amounts.slice(a, b).filter(each => each !== null);
  const [old, now] = [side(from, split), side(split, until)];
  const none: Contrast = {n: 0, value: null, p: null, interval: () => null};
  if (old.length < LEAST_DATES || now.length < LEAST_DATES) return none;
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const spread = (values: readonly number[]) => values.reduce((sum, each) => sum + (each - mean(values)) ** 2, 0);
  const df = old.length + now.length - 2;
  const value = mean(now) - mean(old);
  const se = Math.sqrt(((spread(old) + spread(now)) / df) * (1 / old.length + 1 / now.length));
  if (!(se > 0)) return {...none, value}; // amounts that never vary, as those of a simulated model, have no error to compare with
  return {
    n: 0,
    value,
    p: tTwoSided(value / se, df),
    interval(confidence) {
      const half = tQuantile((1 + confidence) / 2, df) * se;
      return {low: value - half, high: value + half};
    }
  };
}

// Outcomes of a run by test, kept in few characters, so that two runs can be compared on the tests that both asked.

/** What became of a test: its status, and whether the answer refuses. */
export interface Outcome {
  status: Status;
  refused: boolean;
}

/**
 * Outcomes under keys. A key that ends in a hyphen holds those of a point's tests in the order of their index, a character each, and a dot
 * for a test that was not asked; other keys are identities of single tests, such as items of a bank.
 */
type Outcomes = Record<string, string>;

/** 0 wrong, 1 right, 2 truncated, x a refusal that counts as wrong, y one that counts as right. */
const LETTERS = "012xy";
const ABSENT = ".";
/** Least share of a run of characters that stand for tests; where it would be less, tests are kept by themselves. */
const LEAST_FILLED = 0.1;

const letterOf = ({status, refused}: Outcome): string =>
  refused && status !== TRUNCATED ? (status === CORRECT ? "y" : "x") : LETTERS[status]!;

const outcomeOf = (letter: string): Outcome | null =>
  letter === "x" || letter === "y"
    ? {status: letter === "y" ? 1 : 0, refused: true}
    : letter === "0" || letter === "1" || letter === "2"
      ? {status: Number(letter) as Status, refused: false}
      : null;

/** A test's identity and its position in the stream of its point. */
interface ItemPlace {
  item_id: string;
  index: number | null;
}

/** A test's outcome with its place. */
interface ItemOutcome extends Outcome, ItemPlace {}

/** Packs outcomes; keys are sorted, so that the same outcomes in any order give the same text. */
export const packed = (outcomes: readonly ItemOutcome[]): Outcomes =>
  packedRuns(
    outcomes.map(outcome => ({...outcome, word: letterOf(outcome)})),
    ""
  );

/** Packs words of tests under the same keys. @param separator between the words of a point's tests; none for single characters */
function packedRuns(items: readonly (ItemPlace & {word: string})[], separator: string): Outcomes {
  const runs = new Map<string, Map<number, string>>();
  const entries: [string, string][] = [];
  for (const {item_id, index, word} of items) {
    const head = index === null || !item_id.endsWith(`-${index}`) ? null : item_id.slice(0, -String(index).length);
    if (head === null) entries.push([item_id, word]);
    else {
      if (!runs.has(head)) runs.set(head, new Map());
      runs.get(head)!.set(index!, word);
    }
  }
  for (const [head, run] of runs) {
    const length = Math.max(...run.keys()) + 1;
    if (run.size < LEAST_FILLED * length) for (const [index, word] of run) entries.push([`${head}${index}`, word]);
    else entries.push([head, Array.from({length}, (_, index) => run.get(index) ?? ABSENT).join(separator)]);
  }
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
}

/** The outcomes by identity of the test. Letters of later versions are left out. */
export function unpacked(outcomes: Outcomes): Map<string, Outcome> {
  const items = new Map<string, Outcome>();
  for (const [key, letters] of Object.entries(outcomes)) {
    const run = key.endsWith("-");
    for (const [index, letter] of [...(run ? letters : letters.slice(0, 1))].entries()) {
      const outcome = outcomeOf(letter);
      if (outcome) items.set(run ? `${key}${index}` : key, outcome);
    }
  }
  return items;
}

/** Numbers of all answers to a test, of right ones, and of truncated and refusing ones, absent in rows of earlier versions. */
interface AnswerNumbers extends ItemTrials {
  cut?: number;
  refused?: number;
}

/**
 * Packs the numbers of right, all, truncated and refusing answers to tests, `3/4/1/0`, with a space between those of a point's tests; `3/4`
 * where the last two are not known.
 */
export const packedTrials = (items: readonly (ItemPlace & AnswerNumbers)[]): Outcomes =>
  packedRuns(
    items.map(({c, n, cut, refused, ...item}) => ({
      ...item,
      word: [c, n, ...(cut === undefined || refused === undefined ? [] : [cut, refused])].join("/")
    })),
    " "
  );

/** The numbers by identity of the test. Words that are no such numbers are left out. */
export function unpackedTrials(repeats: Outcomes): Map<string, AnswerNumbers> {
  const items = new Map<string, AnswerNumbers>();
  for (const [key, words] of Object.entries(repeats))
    for (const [index, word] of words.split(" ").entries()) {
      const [c, n, cut, refused] = word.split("/").map(Number);
      const isPart = (part: number | undefined): part is number => Number.isInteger(part) && part! >= 0 && part! <= n!;
      if (!isPart(n) || !isPart(c)) continue;
      const others = isPart(cut) && isPart(refused) ? {cut, refused} : {};
      items.set(key.endsWith("-") ? `${key}${index}` : key, {n, c, ...others});
    }
  return items;
}
