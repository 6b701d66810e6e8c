// Ratings of single answers as columns, one set per aspect: from a list, or from votes whose judges rated both answers.
import {indexed, type Votes} from "../votes/votes.js";

/** One judge's rating of one answer in one aspect, as in a file. */
export interface Rating {
  judge: string;
  model: string;
  question: string;
  turn: number;
  aspect: string;
  value: number;
}

/** The ends of a rating scale; `given` if they were specified, otherwise they are the smallest and the largest rating. */
export interface Scale {
  min: number;
  max: number;
  given: boolean;
}

/** Ratings in one aspect. Names are in the order of their indices. */
export interface Ratings {
  aspect: string;
  n: number;
  models: readonly string[];
  judges: readonly string[];
  questions: readonly string[];
  model: Int32Array;
  judge: Int32Array;
  question: Int32Array;
  turn: Int32Array;
  value: Float64Array;
  /** item: question × turn, which every model answered; answer: item × model, which several judges may have rated */
  item: Int32Array;
  items: number;
  unit: Int32Array;
  units: number;
  scale: Scale;
}

type Columns = Pick<Ratings, "models" | "judges" | "questions" | "model" | "judge" | "question" | "turn" | "value">;

/**
 * Columns from a list of ratings, one set per aspect in order of first appearance.
 * @param scales known scales by aspect
 */
export function ratingsOf(list: readonly Rating[], scales: Readonly<Record<string, Scale>> = {}): Ratings[] {
  const aspects = [...new Set(list.map(({aspect}) => aspect))];
  return aspects.map(aspect => {
    const own = list.filter(rating => rating.aspect === aspect);
    const models = [...new Set(own.map(({model}) => model))].sort();
    const at = new Map(models.map((name, i) => [name, i]));
    const [judges, judge] = indexed(own.map(rating => rating.judge));
    const [questions, question] = indexed(own.map(rating => rating.question));
    const model = Int32Array.from(own, rating => at.get(rating.model)!);
    const turn = Int32Array.from(own, rating => rating.turn);
    const value = Float64Array.from(own, rating => rating.value);
    return withUnits(aspect, {models, judges, questions, model, judge, question, turn, value}, scales[aspect]);
  });
}

/** The ratings in votes: two per vote and aspect, of the answer shown first and of the other. */
export function ratingsOfVotes(votes: Votes, scales: Readonly<Record<string, Scale>> = {}): Ratings[] {
  return Object.entries(votes.ratings).flatMap(([aspect, {a, b}]) => {
    const rows: number[] = [];
    for (let v = 0; v < votes.n; v++) {
      if (!Number.isNaN(a[v]!)) rows.push(2 * v);
      if (!Number.isNaN(b[v]!)) rows.push(2 * v + 1);
    }
    if (rows.length === 0) return [];
    const of = (column: Int32Array) => Int32Array.from(rows, row => column[row >> 1]!);
    const columns: Columns = {
      models: votes.models,
      judges: votes.judges,
      questions: votes.questions,
      model: Int32Array.from(rows, row => (row & 1 ? votes.b : votes.a)[row >> 1]!),
      judge: of(votes.judge),
      question: of(votes.question),
      turn: of(votes.turn),
      value: Float64Array.from(rows, row => (row & 1 ? b : a)[row >> 1]!)
    };
    return [withUnits(aspect, columns, scales[aspect] ?? {min: 1, max: 5, given: true})];
  });
}

function withUnits(aspect: string, columns: Columns, scale?: Scale): Ratings {
  const {question, turn, model, questions, models, value} = columns;
  const n = value.length;
  const [items, units] = [new Map<number, number>(), new Map<number, number>()];
  const numbered = (known: Map<number, number>, key: number): number => {
    let own = known.get(key);
    if (own === undefined) known.set(key, (own = known.size));
    return own;
  };
  const item = Int32Array.from({length: n}, (_, r) => numbered(items, turn[r]! * questions.length + question[r]!));
  const unit = Int32Array.from({length: n}, (_, r) => numbered(units, item[r]! * models.length + model[r]!));
  return {aspect, n, ...columns, item, items: items.size, unit, units: units.size, scale: scale ?? observed(value)};
}

function observed(value: Float64Array): Scale {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const each of value) [min, max] = [Math.min(min, each), Math.max(max, each)];
  return {min, max, given: false};
}

/** The values that occur, in ascending order, and how often each does. */
export function distributionOf({value}: Pick<Ratings, "value">): {value: number; n: number}[] {
  const counts = new Map<number, number>();
  for (const each of value) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].sort(([x], [y]) => x - y).map(([each, n]) => ({value: each, n}));
}
