// Pairwise votes as columns, the input of every statistic of the study, so that a filter takes one pass.

/** Outcome of a vote: the answer shown as a is preferred, neither, or the one shown as b. */
/** Name of the response that an attention check shows next to a model's: one to another question (annotation/plan.ts). */
export const CHECK_MODEL = "(attention check)";

export const OUTCOMES = ["a", "tie", "b"] as const;
export type VoteOutcome = (typeof OUTCOMES)[number];

/** One vote, as in a file. */
export interface Vote {
  judge: string;
  model_a: string;
  model_b: string;
  question: string;
  turn: number;
  winner: VoteOutcome;
  /** ratings of the two answers, by name: helpfulness, correctness, fluency */
  ratings?: Record<string, {a: number | null; b: number | null}>;
  /** other properties of the two answers, by name: length, lists … */
  covariates?: Record<string, {a: number; b: number}>;
}

/** Names in the order of their indices. */
export interface Votes {
  n: number;
  models: readonly string[];
  judges: readonly string[];
  questions: readonly string[];
  /**
   * indices of the model shown as a, of the one shown as b, of the judge and of the question; the turn itself; the outcome as an index of
   * OUTCOMES
   */
  a: Int32Array;
  b: Int32Array;
  judge: Int32Array;
  question: Int32Array;
  turn: Int32Array;
  outcome: Uint8Array;
  /** question × turn × unordered pair, which several judges may have judged; indices below `units`, in order of first appearance */
  unit: Int32Array;
  units: number;
  /** values for a's and b's answer, NaN where unknown */
  covariates: Readonly<Record<string, {a: Float64Array; b: Float64Array}>>;
  /** ratings of a's and b's answer by aspect, NaN where there is none */
  ratings: Readonly<Record<string, {a: Float64Array; b: Float64Array}>>;
}

/** Columns from a list of votes. Models are sorted by name, so that "the first of a pair" means the same in every file. */
export function votesOf(list: Iterable<Vote>): Votes {
  const columns = voteColumns();
  for (const vote of list) columns.add(vote);
  return columns.votes();
}

/** Collects votes one at a time, so that a long file is never held as a list of them. */
export function voteColumns() {
  const [judges, questions, models] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const [a, b, judge, question, turn, outcome]: number[][] = [[], [], [], [], [], []];
  const [ratings, covariates] = [sides(), sides()];
  return {
    add(vote: Vote): void {
      const v = outcome!.length;
      a!.push(indexIn(models, vote.model_a));
      b!.push(indexIn(models, vote.model_b));
      judge!.push(indexIn(judges, vote.judge));
      question!.push(indexIn(questions, vote.question));
      turn!.push(vote.turn);
      outcome!.push(OUTCOMES.indexOf(vote.winner));
      if (vote.ratings) ratings.set(v, vote.ratings);
      if (vote.covariates) covariates.set(v, vote.covariates);
    },
    /** All votes so far. */
    votes(): Votes {
      const n = outcome!.length;
      const names = [...models.keys()].sort();
      const place = new Map(names.map((name, i) => [name, i]));
      const sorted = Int32Array.from(models.keys(), name => place.get(name)!);
      const columns = {
        n,
        models: names,
        judges: [...judges.keys()],
        questions: [...questions.keys()],
        a: Int32Array.from(a!, model => sorted[model]!),
        b: Int32Array.from(b!, model => sorted[model]!),
        judge: Int32Array.from(judge!),
        question: Int32Array.from(question!),
        turn: Int32Array.from(turn!),
        outcome: Uint8Array.from(outcome!)
      };
      const byName = Object.entries(covariates.columns(n)).sort(([one], [other]) => (one < other ? -1 : 1));
      return {...columns, ...unitsOf(columns), ratings: ratings.columns(n), covariates: Object.fromEntries(byName)};
    }
  };
}

/** Collects properties of the two answers of each vote by name; those of votes that have none are NaN. */
function sides() {
  const found = new Map<string, {a: number[]; b: number[]}>();
  const filled = (column: number[], n: number) => {
    while (column.length < n) column.push(Number.NaN);
  };
  return {
    set(v: number, properties: NonNullable<Vote["ratings"]>): void {
      for (const [name, pair] of Object.entries(properties)) {
        let own = found.get(name);
        if (!own) found.set(name, (own = {a: [], b: []}));
        for (const side of ["a", "b"] as const) {
          filled(own[side], v);
          own[side].push(pair[side] ?? Number.NaN);
        }
      }
    },
    columns: (n: number) =>
      Object.fromEntries(
        Array.from(found, ([name, {a, b}]) => {
          filled(a, n);
          filled(b, n);
          return [name, {a: Float64Array.from(a), b: Float64Array.from(b)}] as const;
        })
      )
  };
}

/** The index of a name in order of first appearance. */
function indexIn(names: Map<string, number>, name: string): number {
  let index = names.get(name);
  if (index === undefined) names.set(name, (index = names.size));
  return index;
}

/** Names in order of first appearance, and the index of each entry among them. */
export function indexed(values: readonly string[]): [names: string[], indices: Int32Array] {
  const at = new Map<string, number>();
  const indices = Int32Array.from(values, value => indexIn(at, value));
  return [[...at.keys()], indices];
}

function unitsOf({n, models, questions, a, b, question, turn}: Omit<Votes, "unit" | "units" | "covariates" | "ratings">) {
  const at = new Map<number, number>();
  const unit = new Int32Array(n);
  const pairs = models.length * models.length;
  for (let v = 0; v < n; v++) {
    const [low, high] = a[v]! < b[v]! ? [a[v]!, b[v]!] : [b[v]!, a[v]!];
    const key = (turn[v]! * questions.length + question[v]!) * pairs + low * models.length + high;
    let own = at.get(key);
    if (own === undefined) at.set(key, (own = at.size));
    unit[v] = own;
  }
  return {unit, units: at.size};
}

/** Whether the alphabetically first model of the pair won (0), it was a tie (1), or the second won (2). */
export const byName = ({a, b, outcome}: Votes, v: number): number => (a[v]! < b[v]! ? outcome[v]! : 2 - outcome[v]!);

/** The votes for which `passes` is true; names keep their indices. */
export function where(votes: Votes, passes: (vote: number) => boolean): Votes {
  const kept = new Int32Array(votes.n);
  let n = 0;
  for (let v = 0; v < votes.n; v++) if (passes(v)) kept[n++] = v;
  if (n === votes.n) return votes;
  const rows = kept.subarray(0, n);
  const ints = (column: Int32Array) => taken(column, rows, new Int32Array(n));
  const reals = (column: Float64Array) => taken(column, rows, new Float64Array(n));
  const sides = (of: Votes["ratings"]) =>
    Object.fromEntries(Object.entries(of).map(([name, {a, b}]) => [name, {a: reals(a), b: reals(b)}]));
  return {
    ...votes,
    n,
    a: ints(votes.a),
    b: ints(votes.b),
    judge: ints(votes.judge),
    question: ints(votes.question),
    turn: ints(votes.turn),
    outcome: taken(votes.outcome, rows, new Uint8Array(n)),
    unit: ints(votes.unit),
    covariates: sides(votes.covariates),
    ratings: sides(votes.ratings)
  };
}

function taken<T extends Int32Array | Float64Array | Uint8Array>(column: T, rows: Int32Array, into: T): T {
  for (let i = 0; i < rows.length; i++) into[i] = column[rows[i]!]!;
  return into;
}

/** Number of votes of each judge, question or model. */
export function occurrences(column: Int32Array, size: number): Int32Array {
  const counts = new Int32Array(size);
  for (let v = 0; v < column.length; v++) counts[column[v]!] = counts[column[v]!]! + 1;
  return counts;
}

/** Number of different judges, questions or models that occur. */
export const distinct = (column: Int32Array, size: number): number =>
  occurrences(column, size).reduce((sum, n) => sum + (n > 0 ? 1 : 0), 0);

/** Votes as a list again, the inverse of `votesOf`. */
export function listOf(votes: Votes): Vote[] {
  const {n, models, judges, questions, a, b, judge, question, turn, outcome} = votes;
  const pairsOf = (of: Votes["ratings"], v: number) =>
    Object.entries(of)
      .map(([name, pair]) => [name, {a: known(pair.a[v]!), b: known(pair.b[v]!)}] as const)
      .filter(([, pair]) => pair.a !== null || pair.b !== null);
  return Array.from({length: n}, (_, v) => {
    const [ratings, covariates] = [pairsOf(votes.ratings, v), pairsOf(votes.covariates, v)];
    return {
      judge: judges[judge[v]!]!,
      model_a: models[a[v]!]!,
      model_b: models[b[v]!]!,
      question: questions[question[v]!]!,
      turn: turn[v]!,
      winner: OUTCOMES[outcome[v]!]!,
      ...(ratings.length > 0 && {ratings: Object.fromEntries(ratings)}),
      ...(covariates.length > 0 && {covariates: Object.fromEntries(covariates) as NonNullable<Vote["covariates"]>})
    };
  });
}

const known = (value: number): number | null => (Number.isNaN(value) ? null : value);
