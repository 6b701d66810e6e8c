// The data behind the charts of the page: items with their curves, persons with their abilities, and the responses.
import {plural} from "../../pipelines/book/plural.js";
import {correlation} from "../../pipelines/studies/irt/diagnose/residuals.js";
import {settingsText} from "../../pipelines/studies/irt/estimate/settings.js";
import {type Item, MISSING, type Responses, RIGHT} from "../../pipelines/studies/irt/item.js";
import {isScoreModel} from "../../pipelines/studies/irt/scored/scale.js";

// The data behind the charts of the page: items with their curves, persons with their abilities, and the responses.

export interface CalibratedItem extends Item {
  b: number;
  se_a: number;
  se_b: number;
  se_c: number;
  /** standard errors of a graded item's thresholds */
  se_thresholds?: readonly number[];
  /** covariances of (log a, d, logit c), upper triangle by rows; null where the fit does not contain them */
  cov: readonly number[] | null;
  /** the task, or the part of a name before its last dot */
  category: string;
  /** the point's parameters, canonical JSON; "" where there are none */
  params: string;
  n: number;
  right: number;
}

export interface Person {
  name: string;
  model: string | null;
  groups: readonly string[];
  simulated: boolean;
  eap: number;
  se: number;
  /** 95 % interval, including the uncertainty of the items */
  low: number;
  high: number;
  /** number of answers */
  n: number;
}

export interface Calibration {
  /** Rasch, 2PL or 3PL, on a scale on which abilities of the population are standard normal */
  model: string;
  estimate: string;
  /** whether guessing was known (each test's guess chance) or estimated; null where not recorded */
  guessing: string | null;
  converged: boolean;
  items: readonly CalibratedItem[];
  persons: readonly Person[];
  /** identities of the persons, in their order */
  personIds: readonly string[];
  /** abilities when truncated answers count as wrong; empty where truncation is unknown */
  moved: readonly Moved[];
  /** number of items that were not fitted because all answers are alike or there are none */
  leftOut: number;
}

/** A calibration and its responses. */
export interface Answered extends Calibration {
  /** persons × items in the same order; truncated answers and those not asked are missing */
  responses: Responses;
}

/** A calibration whose responses are read when a part of the page needs them. */
export interface Readable extends Calibration {
  /** Reads the responses to some items, by index, or to all. */
  readResponses(items?: readonly number[]): Promise<Responses>;
}

/** The calibration with its responses, as workers take it. */
export async function answered({readResponses, ...calibration}: Readable): Promise<Answered> {
  return {...calibration, responses: await readResponses()};
}

/** A calibration whose responses are in memory. */
export const readable = ({responses, ...calibration}: Answered): Readable => ({
  ...calibration,
  readResponses: async items => (items ? columns(responses, items) : responses)
});

/** Some items of a calibration, by index. */
export const withItems = (calibration: Readable, chosen: readonly number[]): Readable => ({
  ...calibration,
  items: chosen.map(i => calibration.items[i]!),
  readResponses: items => calibration.readResponses(items?.map(i => chosen[i]!) ?? chosen)
});

export const simulatedIn = ({persons}: Calibration): boolean => persons.some(({simulated}) => simulated);
export const thetas = ({persons}: Calibration): Float64Array => Float64Array.from(persons, ({eap}) => eap);
export const categoriesOf = ({items}: Calibration): string[] => [...new Set(items.map(({category}) => category))].sort();

/** Where the data come from and how the fit ended, as a sentence. */
export function sourceSentence(
  {model, estimate, guessing, converged, items, persons}: Calibration,
  brought: {file: string; why: string | null} | null,
  store = "this workbook"
): string {
  const from = brought ? `Drawn from ${brought.file}; nothing leaves this page` : `Drawn from ${store}`;
  const more = brought ? "" : " To see another matrix of models × items with 0, 1, scores or blank, choose its file.";
  const end = converged ? "" : " The fit has not converged: do not rely on its numbers.";
  if (items.length === 0) return `${from}: no item could be fitted.${more}`;
  const why = brought?.why ? ` (chosen: ${brought.why})` : "";
  const promise = hasScores({model})
    ? " Of 95 % intervals of abilities 95 of 100 hold the ability, if the model holds and the scale is taken as given."
    : "";
  return `${from}: ${settingsText({model, estimate})}${guessing ? `, ${GUESSING[guessing] ?? `guessing ${guessing}`}` : ""}${why}, ${plural(persons.length, "evaluation")} and ${plural(items.length, "item")}.${promise}${end}${more}`;
}
/** Names of the treatments of guessing. */
const GUESSING: Record<string, string> = {
  known: "guessing held at each test’s guess chance",
  estimated: "guessing estimated"
};

/** Items with negative discrimination: abler evaluations get them wrong more often. */
export const reversedIn = (items: readonly CalibratedItem[]): CalibratedItem[] => items.filter(({a}) => a < 0);

/** The items of one category; abilities remain those of the whole test. */
export function within(calibration: Readable, category: string): Readable {
  if (category === "all") return calibration;
  return withItems(
    calibration,
    calibration.items.flatMap((item, i) => (item.category === category ? [i] : []))
  );
}

/** Responses to some items, by index; index −1 stands for an item without answers. */
export function columns({persons, items, cells, scores}: Responses, chosen: readonly number[]): Responses {
  const narrow = new Uint8Array(persons.length * chosen.length);
  const some = scores && new Float64Array(narrow.length);
  for (let person = 0, cell = 0; person < persons.length; person++)
    for (const item of chosen) {
      if (some) some[cell] = item < 0 ? Number.NaN : scores![person * items.length + item]!;
      narrow[cell++] = item < 0 ? MISSING : cells[person * items.length + item]!;
    }
  return {persons, items: chosen.map(item => items[item] ?? ""), cells: narrow, ...(some && {scores: some})};
}

/** Whether answers are scores between right and wrong. */
export const hasScores = ({model}: Pick<Calibration, "model">): boolean => isScoreModel(model);

/** Number of answers and of right answers of each item; of scores their sum. */
export function counts({persons, items, cells, scores}: Responses): {n: Float64Array; right: Float64Array} {
  const [n, right] = [new Float64Array(items.length), new Float64Array(items.length)];
  for (let person = 0, cell = 0; person < persons.length; person++)
    for (let item = 0; item < items.length; item++, cell++) {
      if (cells[cell] === MISSING) continue;
      n[item]! += 1;
      if (scores) right[item]! += scores[cell]!;
      else if (cells[cell] === RIGHT) right[item]! += 1;
    }
  return {n, right};
}

/** Ability of an evaluation when truncated answers count as wrong and items are fitted accordingly. */
export interface Moved {
  person: Person;
  /** that ability, with its 95 % interval */
  wrong: number;
  low: number;
  high: number;
  truncated: number;
}

/**
 * Whether items of medium difficulty have more answers, as happens when sampling continues until an interval is narrow: correlation over
 * items between the number of answers and the distance of the share right from one half.
 */
export function samplingLean({items}: Calibration): {r: number; n: number; least: number; most: number} {
  const answered = items.filter(({n}) => n > 0);
  const {r, n} = correlation(
    answered.map(item => item.n),
    answered.map(item => -Math.abs(item.right / item.n - 0.5))
  );
  const sizes = answered.map(item => item.n);
  return {r, n, least: Math.min(...sizes), most: Math.max(...sizes)};
}

// Formats the numbers of the page.

/** `−0.83` */
export const number = (value: number, digits = 2): string =>
  Number.isFinite(value)
    ? value
        .toFixed(digits)
        .replace(/^-(?=0\.?0*$)/, "")
        .replace("-", "−")
    : "–";

/** `0.42 [0.40, 0.44]` */
export const spanText = ({value, low, high}: {value: number; low: number; high: number}, digits = 2): string =>
  `${number(value, digits)} [${number(low, digits)}, ${number(high, digits)}]`;

/** `12.3 % [10.1, 14.0]` */
export const shareSpan = ({value, low, high}: {value: number; low: number; high: number}, digits = 1): string =>
  `${number(100 * value, digits)} % [${number(100 * low, digits)}, ${number(100 * high, digits)}]`;
