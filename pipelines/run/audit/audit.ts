// Audits a category: what it gives to answerers who know nothing, whether items repeat, and how reliably it tells models apart.
import {plural} from "../../book/plural.js";
import {randomOf} from "../../generate/seed.js";
import type {DrawnItem} from "../../generate/task.js";
import {roster, type SimulatedModel} from "../../infer/reference/roster.js";
import {CORRECT} from "../../score/status.js";
import {normalQuantile} from "../../stats/distributions.js";
import {shareOf, wilson} from "../../stats/intervals.js";
import type {Alpha} from "../../stats/reliability.js";
import {ANSWERERS, type Answerer} from "./answerers.js";
import type {AuditedCategory} from "./categories.js";
import {constantScore, dialoguesOf} from "./dialogues.js";
import {byItsScorer, completionOf, type Scoring} from "./scoring.js";
import {reliabilityOn, type Unreliable} from "./simulated.js";

/** Items that put the same in several ways stand in one half, so that nobody learns an item's answer from its like. */
function halvesOf(items: readonly DrawnItem[]): [DrawnItem[], DrawnItem[]] {
  const alike = new Map<string, DrawnItem[]>();
  for (const item of items) {
    const key = item.pair ?? item.content;
    const same = alike.get(key);
    if (same) same.push(item);
    else alike.set(key, [item]);
  }
  const halves: [DrawnItem[], DrawnItem[]] = [[], []];
  for (const [i, same] of randomOf("audit: halves")
    .shuffle([...alike.values()])
    .entries())
    halves[i % 2 === 0 ? 0 : 1].push(...same);
  return halves;
}

/** What an answerer earned. */
export interface Earned {
  answerer: string;
  /** Items that it had an answer to and that text alone can answer; those that it has none for are not among them. */
  n: number;
  /** Share of these that it answered rightly, with its 95 % interval (Wilson); null without any. */
  accuracy: number | null;
  low: number | null;
  high: number | null;
  /** Mean chance of a right guess at the same items. */
  chance: number | null;
  /** Items that no text alone answers, such as programs that have to be run; of dialogues with tools, those that were not held. */
  unscored: number;
}

export interface Audit {
  name: string;
  domain: string;
  category: string;
  generated: boolean;
  /** Items that the category has, those that were audited, and how many of these are different. */
  size: number;
  items: number;
  distinct: number;
  /** Items that ask the same as another and have another answer. */
  contradicting: number;
  /** Mean chance of a right guess. */
  chance: number;
  earned: Earned[];
  reliability: (Alpha & {answered: number}) | null;
  /** Why there is no reliability; null where there is one. */
  unreliable: Unreliable | null;
  /** Whether text alone answers any of its items. Without, only repeated items and their number are judged. */
  by_text: boolean;
  /** What fails, each as a sentence; none where the category passes. */
  fails: string[];
}

/** Most by which an answerer who knows nothing may be better than chance. */
const BEYOND_CHANCE = 0.03;
/** With which the intervals of all answerers of a category hold together, where it is judged. */
const TOGETHER = 0.99;
/** Least reliability on models that can answer. */
const LEAST_RELIABILITY = 0.8;
/** Least number of different items of a generated category. */
const LEAST_ITEMS = 500;

export interface Auditing {
  answerers?: readonly Answerer[];
  models?: readonly SimulatedModel[];
  score?: Scoring;
}

/** Every second simulated model: half of each family and of the range of abilities. */
const MODELS = roster.filter((_, i) => i % 2 === 0);

export async function audit(
  {items, size, ...category}: AuditedCategory,
  {answerers = ANSWERERS, models = MODELS, score = byItsScorer({simulated: false})}: Auditing = {}
): Promise<Audit> {
  const earned = await answered(items, {answerers, score: withDialogues(items, score)});
  const reliability = await reliabilityOn(items, {models, score: byItsScorer({simulated: true})});
  const found = {
    ...category,
    size,
    items: items.length,
    distinct: new Set(items.map(({content}) => content)).size,
    contradicting: contradicting(items),
    chance: meanOf(items.map(({guess_chance}) => guess_chance)) ?? 0,
    earned,
    reliability: typeof reliability === "string" ? null : reliability,
    unreliable: typeof reliability === "string" ? reliability : null,
    by_text: earned.some(({n}) => n > 0)
  };
  return {...found, fails: failsOf(found)};
}

/** Scores as before, and by a whole dialogue where a text alone has no score; some of the dialogues, since each takes its time. */
function withDialogues(items: readonly DrawnItem[], score: Scoring): Scoring {
  const dialogues = new Set(dialoguesOf(items));
  if (dialogues.size === 0) return score;
  return async (completion, item) => {
    const scored = await score(completion, item);
    return "unscored" in scored && dialogues.has(item) ? constantScore(completion.text, item) : scored;
  };
}

/** Scorers that hold what a question is about, such as the data that its tools reach; others hold the answer, or how it is read. */
const HOLDS_QUESTION: ReadonlySet<string> = new Set(["environment"]);

/** Items that ask the same as another and have another answer. */
function contradicting(items: readonly DrawnItem[]): number {
  const asked = new Map<string, Set<string>>();
  for (const {content: _, pair: __, guess_chance: ___, steps: ____, reading, expected, scorer, ...question} of items) {
    const isAsked = HOLDS_QUESTION.has(scorer?.kind ?? "");
    const key = JSON.stringify([question, isAsked && scorer]);
    asked.set(key, (asked.get(key) ?? new Set()).add(JSON.stringify([expected, isAsked || scorer, reading?.accept])));
  }
  return [...asked.values()].reduce((sum, {size}) => sum + size - 1, 0);
}

/** All answerers on all items, each having learnt from the half in which the item is not. */
async function answered(
  items: readonly DrawnItem[],
  {answerers, score}: {answerers: readonly Answerer[]; score: Scoring}
): Promise<Earned[]> {
  const tallies = answerers.map(() => ({n: 0, right: 0, chance: 0, unscored: 0}));
  const halves = halvesOf(items);
  for (const [i, half] of halves.entries()) {
    const learnt = answerers.map(({learn}) => learn(halves[1 - i]!));
    for (const item of half) {
      const verdicts: Verdicts = new Map();
      for (const [place, answer] of learnt.entries()) {
        const answers = answer(item);
        if (answers === null) continue;
        const tally = tallies[place]!;
        const share = await shareRight(answers, item, {score, verdicts});
        if (share === null) {
          tally.unscored++;
          continue;
        }
        tally.n++;
        tally.right += share;
        tally.chance += item.guess_chance;
      }
    }
  }
  return tallies.map(({n, right, chance, unscored}, place): Earned => {
    const answerer = answerers[place]!.name;
    if (n === 0) return {answerer, n, accuracy: null, low: null, high: null, chance: null, unscored};
    const {low, high} = shareOf(right, n);
    return {answerer, n, accuracy: right / n, low, high, chance: chance / n, unscored};
  });
}

/** Whether each text is a right answer to one item; null where text alone answers nothing. */
type Verdicts = Map<string, boolean | null>;

/**
 * Share of the answers that are right; null where text alone answers nothing.
 * @param verdicts of texts that other answerers gave to the same item: of four options, a dozen answerers choose one
 */
async function shareRight(
  answers: readonly string[],
  item: DrawnItem,
  {score, verdicts}: {score: Scoring; verdicts: Verdicts}
): Promise<number | null> {
  let right = 0;
  for (const text of answers) {
    let isRight = verdicts.get(text);
    if (isRight === undefined) {
      const given = score(completionOf(text), item);
      const scored = given instanceof Promise ? await given : given;
      isRight = "unscored" in scored ? null : scored.status === CORRECT;
      verdicts.set(text, isRight);
    }
    if (isRight === null) return null;
    if (isRight) right++;
  }
  return right / answers.length;
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

export const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/**
 * What fails. An answerer does where it is better than chance by more than the limit, and chance is not within its interval either, which is
 * so wide that those of all answerers hold together: with few items the first may be luck.
 */
function failsOf({earned, items, size, distinct, contradicting, generated, reliability}: Omit<Audit, "fails">): string[] {
  const z = normalQuantile(1 - (1 - TOGETHER) / (2 * Math.max(1, earned.length)));
  const isLuck = (accuracy: number, {n, chance}: Earned) => {
    const {center, margin} = wilson(accuracy, n, {z});
    return center - margin <= chance!;
  };
  const fails = earned.flatMap(each => {
    const {answerer, accuracy, chance, n} = each;
    if (accuracy === null || accuracy <= chance! + BEYOND_CHANCE || isLuck(accuracy, each)) return [];
    return [`${answerer} earns ${percent(accuracy)} of ${n} items, where chance is ${percent(chance!)}`];
  });
  if (distinct < items) fails.push(`${items - distinct} of ${items} items repeat another`);
  if (contradicting > 0)
    fails.push(
      `${plural(contradicting, "item")} ${contradicting === 1 ? "asks" : "ask"} the same as another item and ${contradicting === 1 ? "has" : "have"} a different answer`
    );
  if (generated && size < LEAST_ITEMS) fails.push(`it has ${size} items; at least ${LEAST_ITEMS} are needed`);
  if (items === 0) fails.push("it has no items");
  if (reliability && reliability.alpha < LEAST_RELIABILITY)
    fails.push(
      `its reliability is ${reliability.alpha.toFixed(2)} on ${reliability.persons} models and ${reliability.items} items; at least ${LEAST_RELIABILITY} is needed`
    );
  return fails;
}
