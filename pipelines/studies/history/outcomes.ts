// Outcomes of a run by test, kept in few characters, so that two runs can be compared on the tests that both asked.
import {CORRECT, type Status, TRUNCATED} from "../../score/status.js";

/** What became of a test: its status, and whether the answer refuses. */
export interface Outcome {
  status: Status;
  refused: boolean;
}

/**
 * Outcomes under keys. A key that ends in a hyphen holds those of a point's tests in the order of their index, a character each, and a dot
 * for a test that was not asked; other keys are identities of single tests, such as items of a bank.
 */
export type Outcomes = Record<string, string>;

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

/** A test's outcome with its identity and its position in the stream of its point. */
export interface ItemOutcome extends Outcome {
  item_id: string;
  index: number | null;
}

/** Packs outcomes; keys are sorted, so that the same outcomes in any order give the same text. */
export function packed(outcomes: readonly ItemOutcome[]): Outcomes {
  const runs = new Map<string, Map<number, string>>();
  const entries: [string, string][] = [];
  for (const each of outcomes) {
    const {item_id, index} = each;
    const head = index === null || !item_id.endsWith(`-${index}`) ? null : item_id.slice(0, -String(index).length);
    if (head === null) entries.push([item_id, letterOf(each)]);
    else {
      if (!runs.has(head)) runs.set(head, new Map());
      runs.get(head)!.set(index!, letterOf(each));
    }
  }
  for (const [head, run] of runs) {
    const length = Math.max(...run.keys()) + 1;
    if (run.size < LEAST_FILLED * length) for (const [index, letter] of run) entries.push([`${head}${index}`, letter]);
    else entries.push([head, Array.from({length}, (_, index) => run.get(index) ?? ABSENT).join("")]);
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
