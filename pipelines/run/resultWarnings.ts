// Warnings about results as a whole: a number that looks like a model's fault but may be one of the file, the server or the expected values.
import {plural} from "../book/plural.js";
import type {Test} from "../generate/task.js";
import {CONTENT_FILTER, type ForeignCompletion, isContentFilter} from "../infer/completion.js";
import {OUT_OF_TURNS} from "../score/episode.js";
import type {Score, Unscored} from "../score/score.node.js";
import {CORRECT, TRUNCATED} from "../score/status.js";
import {groupBy} from "../stats/groupBy.js";
import type {EvaluationKey} from "../store/rows.node.js";
import {type ExpectedKinds, openExpectedKinds} from "./expectedKinds.js";

/** Fewest answers about which something is said: below, a weak model may have none right, or some unreadable, without a cause. */
export const MIN_ANSWERS = 20;
/** Share of unreadable answers from which on they are reported. */
const MAX_UNREAD = 0.2;
/** Probability that guessing alone finds no right answer, above which finding none proves nothing. */
const MAX_CHANCE = 0.01;
/** Longest value, and longest end of a text, that a warning shows. */
const MAX_VALUE_LENGTH = 60;

/** A response as warnings see it, with its score or the reason why it has none. */
export interface CheckedResponse {
  test: Pick<Test, "item_id" | "base_task" | "expected" | "guess_chance" | "choices">;
  /** 0-based repetition. */
  trial: number;
  completion: Pick<ForeignCompletion, "text" | "reasoning" | "finish_reason" | "reported_finish" | "completion_tokens">;
  /** Whether a built-in model gave it: these are measured for what they are. */
  simulated: boolean;
  score: Score | Unscored;
}

export interface ResultWarnings {
  add(key: EvaluationKey, response: CheckedResponse): void;
  /** One sentence for each kind of warning that applies. */
  sentences(): string[];
}

/** Responses of one kind: how many, and the first of them. */
interface Tally {
  count: number;
  item: string;
  example: string;
}

/** The answers of one evaluation to one task. */
interface Cell {
  key: EvaluationKey;
  task: string;
  responses: number;
  /** First answers with a score that no limit cut, and those of them that are right, or in which an answer was found. */
  scored: number;
  right: number;
  read: number;
  /** Those that cannot be guessed, and the logarithm of the chance that guessing the others finds no right answer. */
  unguessable: number;
  logChance: number;
  /** A wrong answer, one that differs from the right one in marks alone where there is any. */
  wrong: {item: string; expected: string; answer: string; isSpelling: boolean} | null;
  unread: Tally;
  withoutText: Tally;
  cut: Tally;
  filtered: Tally;
}

const noTally = (): Tally => ({count: 0, item: "", example: ""});
function count(tally: Tally, item: string, example = ""): void {
  if (tally.count++ === 0) Object.assign(tally, {item, example});
}

/**
 * Returns a collector of warnings, which keeps counts and one example for each evaluation and task.
 * @param kinds whether expected values come from a file, where they may be of several kinds
 */
export function openResultWarnings({kinds = false} = {}): ResultWarnings {
  const cells = new Map<string, Cell>();
  const expectedKinds: ExpectedKinds | null = kinds ? openExpectedKinds() : null;

  const cellOf = (key: EvaluationKey, task: string): Cell => {
    const id = `${key.eval_id} ${key.model} ${task}`;
    let cell = cells.get(id);
    if (!cell) {
      cell = {
        key,
        task,
        responses: 0,
        scored: 0,
        right: 0,
        read: 0,
        unguessable: 0,
        logChance: 0,
        wrong: null,
        unread: noTally(),
        withoutText: noTally(),
        cut: noTally(),
        filtered: noTally()
      };
      cells.set(id, cell);
    }
    return cell;
  };

  const addScored = (cell: Cell, score: Score, {test, completion}: CheckedResponse) => {
    const {item_id, expected, guess_chance} = test;
    cell.scored++;
    if (guess_chance > 0) cell.logChance += Math.log1p(-Math.min(guess_chance, 1 - Number.EPSILON));
    else cell.unguessable++;
    if (score.status === CORRECT) cell.right++;
    if (!score.parsed) count(cell.unread, item_id, quoted(completion.text.slice(-MAX_VALUE_LENGTH).trim()));
    else if (score.answer !== null && expected !== "") {
      cell.read++;
      if (score.status === CORRECT || cell.wrong?.isSpelling) return;
      const isSpelling = spelling(score.answer) === spelling(expected) && spelling(expected) !== "";
      if (!cell.wrong || isSpelling)
        cell.wrong = {item: item_id, expected: short(expected), answer: short(score.answer), isSpelling};
    }
  };

  return {
    add(key, response) {
      const {test, trial, completion, simulated, score} = response;
      if (simulated) return;
      const {item_id, base_task} = test;
      const {finish_reason, text, reasoning} = completion;
      const cell = cellOf(key, base_task);
      cell.responses++;
      if (isContentFilter(finish_reason)) count(cell.filtered, item_id);
      if (completion.reported_finish !== undefined)
        count(cell.cut, item_id, `${n(completion.completion_tokens ?? 0)} tokens, finish_reason ${completion.reported_finish}`);
      const hasEnded = !("status" in score && score.status === TRUNCATED) && !NO_TEXT_EXPECTED.has(finish_reason);
      if (hasEnded && reasoning?.trim() && text.trim() === "") count(cell.withoutText, item_id);
      if (trial > 0) return;
      expectedKinds?.add(test);
      if ("status" in score && score.status !== TRUNCATED) addScored(cell, score, response);
    },
    sentences() {
      const all = [...cells.values()];
      return [
        ...noneRight(all),
        ...unreadable(all),
        ...tallied(
          all,
          "withoutText",
          ({responses}, {count, item}) =>
            `${n(count)} of ${plural(responses, "answer")} ${count === 1 ? "has" : "have"} reasoning but no text (first: item ${item}); check the reasoning parser of the model's server`
        ),
        ...tallied(
          all,
          "cut",
          ({responses}, {count, item, example}) =>
            `${n(count)} of ${plural(responses, "answer")} ${count === 1 ? "has" : "have"} as many tokens as the limit (first: item ${item}, ${example}) and ${count === 1 ? "counts" : "count"} as truncated`
        ),
        ...tallied(
          all,
          "filtered",
          ({responses}, {count, item}) =>
            `a content filter withheld ${n(count)} of ${plural(responses, "answer")} (first: item ${item}); ${count === 1 ? "it has" : "they have"} no score`
        ),
        ...(expectedKinds?.sentences() ?? [])
      ];
    }
  };
}

/** Finish reasons of responses that may end without a text. */
const NO_TEXT_EXPECTED: ReadonlySet<string> = new Set(["length", "tool_calls", OUT_OF_TURNS, CONTENT_FILTER]);

/**
 * Reports tasks to which a model gave no right answer although most answers were read: where guessing would have found one, or where no
 * other model has one right either, or where an answer differs from the right one in marks alone.
 */
function noneRight(cells: readonly Cell[]): string[] {
  const solved = new Set(cells.filter(({right}) => right > 0).map(({task}) => task));
  const found = cells.filter(({right, scored, read, wrong, unguessable, logChance, task}) => {
    if (right > 0 || scored < MIN_ANSWERS || 2 * read <= scored || !wrong) return false;
    if (logChance <= Math.log(MAX_CHANCE)) return true;
    return unguessable >= MIN_ANSWERS && (wrong.isSpelling || !solved.has(task));
  });
  const [first, ...others] = bySize(found, ({scored}) => scored);
  if (!first) return [];
  const {wrong, scored, read} = first;
  return [
    `${placeOf(first)}: no answer of ${n(scored)} is right, although ${n(read)} were read; expected ${quoted(wrong!.expected)}, read ${quoted(wrong!.answer)} (item ${wrong!.item})${andOthers(others)}`
  ];
}

/** Reports models of which many answers cannot be read, or tasks of a model where others hide them. */
function unreadable(cells: readonly Cell[]): string[] {
  const isReported = ({scored, unread}: {scored: number; unread: number}) =>
    scored >= MIN_ANSWERS && unread > MAX_UNREAD * scored;
  const sumOf = (own: readonly Cell[]) => ({
    scored: own.reduce((sum, {scored}) => sum + scored, 0),
    unread: own.reduce((sum, {unread}) => sum + unread.count, 0)
  });
  const evaluations = groupBy(cells, ({key}) => `${key.eval_id} ${key.model}`);
  const found = [...evaluations.values()].flatMap(own => {
    const sum = sumOf(own);
    const [worst] = bySize(own, ({unread}) => unread.count);
    if (isReported(sum)) return [{...sum, place: own.length === 1 ? placeOf(worst!) : worst!.key.model, unreadOf: worst!.unread}];
    return own.flatMap(cell => {
      const sum = sumOf([cell]);
      return isReported(sum) ? [{...sum, place: placeOf(cell), unreadOf: cell.unread}] : [];
    });
  });
  const [first, ...others] = bySize(found, ({unread}) => unread);
  if (!first) return [];
  const {place, scored, unread, unreadOf} = first;
  return [
    `${place}: ${n(unread)} of ${n(scored)} answers (${Math.round((100 * unread) / scored)} %) cannot be read (first: item ${unreadOf.item}, which ends in ${unreadOf.example})${andOthers(others)}`
  ];
}

/** Reports the cell with most responses of a kind, and in how many others there are any. */
function tallied(
  cells: readonly Cell[],
  kind: "withoutText" | "cut" | "filtered",
  sentence: (cell: Cell, tally: Tally) => string
): string[] {
  const [first, ...others] = bySize(
    cells.filter(cell => cell[kind].count > 0),
    cell => cell[kind].count
  );
  return first ? [`${placeOf(first)}: ${sentence(first, first[kind])}${andOthers(others)}`] : [];
}

/** Sorted by size, the largest first; equal ones stay in their order. */
const bySize = <T>(values: readonly T[], sizeOf: (value: T) => number): T[] => values.toSorted((a, b) => sizeOf(b) - sizeOf(a));

const placeOf = ({key: {model}, task}: Cell): string => `${model}, ${task}`;
const andOthers = (others: readonly unknown[]): string =>
  others.length > 0 ? `; likewise ${plural(others.length, "other evaluation or task", "other evaluations or tasks")}` : "";
const n = (value: number): string => value.toLocaleString("en");
const short = (text: string): string => (text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text);
const quoted = (text: string): string => JSON.stringify(text);

/** A value without marks and case, but with signs and points of its numbers: "# 18" and "18." have one spelling, "-18" another. */
const spelling = (value: string): string =>
  value
    .slice(0, 10 * MAX_VALUE_LENGTH)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.−-]+/gu, "")
    .replace(/[−-](?!\d)|\.(?!\d)/gu, "");
