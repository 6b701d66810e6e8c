// The interface of the twenty skills, each a kind of question about short facts. After the bAbI tasks (Weston et al. 2015).
import type {Random} from "../seed.js";

/** Facts in the order in which they are told, and a question about them. */
export interface FactsQuestion {
  /** Each one sentence, or two that must stand together. */
  facts: string[];
  /** Numbers of the facts that the answer follows from, ascending. */
  supporting: number[];
  question: string;
  /** In lower case but for names; several parts are separated by a comma and a blank. */
  answer: string;
}

/** A kind of question. */
export interface Skill {
  /** Its place among the bAbI tasks, 1 to 20. */
  number: number;
  /** What is tested, in a few words. */
  title: string;
  /** Fewest facts that it needs. */
  fewest: number;
  /** All answers that its questions may have; of a list or a path, the parts. */
  labels: readonly string[];
  /** What a reader must know beside the facts, one sentence; absent where nothing. */
  rule?: string;
  /** How the answer is given, such as "one place". */
  form: string;
  /** A question of so many facts, `fewest` or more. Throws a RangeError where none is found. */
  make(random: Random, facts: number): FactsQuestion;
}

/** What a reader must know of skills whose facts are told one after the other. */
export const IN_ORDER = "Facts stand in the order in which they came about.";

/** Checks a skill at its definition. */
export const skill = (definition: Skill): Skill => definition;

/** Most draws of a question before its parameters are taken to have none. */
const MOST_DRAWS = 10_000;

/** The first draw that is none of null. Throws a RangeError where all are. */
export function drawn<T>(draw: () => T | null): T {
  for (let i = 0; i < MOST_DRAWS; i++) {
    const found = draw();
    if (found !== null) return found;
  }
  throw new RangeError(`no question in ${MOST_DRAWS} draws`);
}

/** Several different elements of a list. */
export const some = <T>(list: readonly T[], count: number, random: Random): T[] => random.shuffle(list).slice(0, count);

/** Numbers without repetition, ascending. */
export const ascending = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** The numbers of the elements that a test holds for. */
export const numbersWhere = <T>(list: readonly T[], holds: (each: T) => boolean): number[] =>
  list.flatMap((each, i) => (holds(each) ? [i] : []));
