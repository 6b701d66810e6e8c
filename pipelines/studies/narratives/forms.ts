// Paired comparison of forms: the same nested lists put as a story, as bare prose and written out, by one evaluation.
import type {Form} from "../../generate/narratives/settings.js";
import {CORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import {mcnemar} from "../../stats/mcnemar.js";
import {addPair, gainFigure, noPairs} from "./measures.js";

/** A row of `formAnswersQuery`. */
export interface FormRow extends Pick<FormAnswer, "eval_id" | "pair_id" | "status"> {
  /** The point's parameters, JSON. */
  params: string;
}

/** Answers with the form that the parameters of their points name; without those whose parameters name none. */
export function formAnswers(rows: Iterable<FormRow>): FormAnswer[] {
  const tellings = new Map<string, Telling | undefined>();
  return Array.from(rows).flatMap(({eval_id, pair_id, params, status}) => {
    if (!tellings.has(params)) tellings.set(params, tellingOf(params));
    const telling = tellings.get(params);
    return telling ? [{eval_id, pair_id, ...telling, status}] : [];
  });
}

function tellingOf(params: string): Telling | undefined {
  const {form, target_tokens} = JSON.parse(params) as Record<string, unknown>;
  if (typeof form !== "string") return undefined;
  return {form, target_tokens: typeof target_tokens === "number" ? target_tokens : null};
}

/** A form, and of stories the tokens that they were to have: what is compared. Other forms have no length of their own. */
export interface Telling {
  form: string;
  target_tokens: number | null;
}

/** An answer to a list in one of its tellings. */
export interface FormAnswer extends Telling {
  eval_id: string;
  /** Shared by the tests that ask about the same list. */
  pair_id: string;
  status: Status;
}

/** A telling's share of right answers (exact match; truncated ones are wrong) over the common lists, with Wilson's 95 % interval. */
export interface TellingAccuracy extends Telling {
  accuracy: number;
  low: number;
  high: number;
  truncated: number;
}

/** Two tellings of the same lists, answered by one evaluation. */
export interface FormPair {
  eval_id: string;
  /** The barer one: `expression`, `prose`, then stories from short to long. */
  a: TellingAccuracy;
  b: TellingAccuracy;
  /** Lists that were asked in both tellings. */
  n: number;
  both: number;
  only_a: number;
  only_b: number;
  neither: number;
  /** Accuracy of `a` minus that of `b`, with its paired 95 % interval; without ends where there is one list. */
  value: number;
  low: number | null;
  high: number | null;
  /** McNemar's test: exact p, and mid-p. */
  exact: number;
  mid: number;
  /**
   * Further answers to lists that a telling has an answer to already, because points differ in another parameter; they are left out, and
   * the first in order counts.
   */
  left_out: number;
}

/**
 * Compares every two tellings that an evaluation answered some common list in. Evaluations stand in the order of their first answers,
 * tellings from bare to long. Nothing for evaluations with one telling, and for tellings without a common list.
 */
export function formPairs(answers: Iterable<FormAnswer>): FormPair[] {
  return [...groupBy([...answers], ({eval_id}) => eval_id)].flatMap(([eval_id, own]) => {
    const sides = [...groupBy(own, nameOf).values()].map(sideOf).sort(byLength);
    return sides.flatMap((a, place) => sides.slice(place + 1).flatMap(b => paired(eval_id, a, b)));
  });
}

interface Side extends Telling {
  /** Status by list. */
  statuses: Map<string, Status>;
  leftOut: number;
}

const lengthOf = ({form, target_tokens}: Telling): number | null => (form === "story" ? target_tokens : null);
const nameOf = (telling: Telling): string => `${telling.form} ${lengthOf(telling)}`;

function sideOf(answers: readonly FormAnswer[]): Side {
  const [first] = answers;
  const statuses = new Map<string, Status>();
  for (const {pair_id, status} of answers) if (!statuses.has(pair_id)) statuses.set(pair_id, status);
  return {form: first!.form, target_tokens: lengthOf(first!), statuses, leftOut: answers.length - statuses.size};
}

/** From the barest form to the longest story; forms that this version does not know come last. */
const BARE_FIRST: readonly string[] = ["expression", "prose", "story"] satisfies Form[];
const rankOf = ({form}: Telling): number => (BARE_FIRST.includes(form) ? BARE_FIRST.indexOf(form) : BARE_FIRST.length);
const byLength = (x: Telling, y: Telling): number =>
  rankOf(x) - rankOf(y) || (x.target_tokens ?? 0) - (y.target_tokens ?? 0) || (x.form < y.form ? -1 : 1);

function paired(eval_id: string, a: Side, b: Side): FormPair[] {
  const pairs = noPairs();
  let [both, truncatedA, truncatedB] = [0, 0, 0];
  for (const [list, ofA] of a.statuses) {
    const ofB = b.statuses.get(list);
    if (ofB === undefined) continue;
    addPair(pairs, ofA === CORRECT, ofB === CORRECT);
    if (ofA === CORRECT && ofB === CORRECT) both++;
    if (ofA === TRUNCATED) truncatedA++;
    if (ofB === TRUNCATED) truncatedB++;
  }
  const {n, wins, losses} = pairs;
  if (n === 0) return [];
  const {value, low, high} = gainFigure(pairs, "");
  return [
    {
      eval_id,
      a: accuracyOf(a, {right: both + wins, n, truncated: truncatedA}),
      b: accuracyOf(b, {right: both + losses, n, truncated: truncatedB}),
      n,
      both,
      only_a: wins,
      only_b: losses,
      neither: n - both - wins - losses,
      value: value!,
      low,
      high,
      ...mcnemar(wins, losses),
      left_out: a.leftOut + b.leftOut
    }
  ];
}

function accuracyOf(
  {form, target_tokens}: Telling,
  {right, n, truncated}: {right: number; n: number; truncated: number}
): TellingAccuracy {
  const {value, low, high} = shareOf(right, n);
  return {form, target_tokens, accuracy: value!, low, high, truncated};
}
