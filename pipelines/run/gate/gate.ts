// The gate: reads a store, decides a file of rules, and draws further answers where that was asked for.

import type {Book} from "../../book/types.js";
import type {Report} from "../../infer/progress.node.js";
import {UserError} from "../../rows/error.js";
import {fixedSamples} from "../../score/precision.js";
import {openTables} from "../../store/sql.node.js";
import type {Signals} from "../failures.js";
import {run} from "../run.js";
import {type Check, checksOf} from "./checks.js";
import {type Decided, decide, levelOf, needed, type Verdict, verdictOf} from "./decide.js";
import {type BaselineEntry, evidenceOf} from "./evidence.js";
import type {Rules} from "./rules.js";

export interface GateCheck extends Check, Decided {
  /** Further answers until it is likely decided; null where it is decided or nobody can say. */
  needed: number | null;
}

export interface Gate {
  verdict: Verdict;
  checks: GateCheck[];
  /** Level of the whole gate, and of this look. */
  level: number;
  lookLevel: number;
  /** Which look at growing data this was; null where they are looked at once. */
  look: number | null;
  /** Answers that were drawn for it. */
  drawn: number;
  /** Why no more were drawn, where that was asked for; null where it was not, or all is decided. */
  stopped: string | null;
}

export interface GateOptions extends Partial<Signals> {
  store: string;
  baseline: readonly BaselineEntry[] | null;
  /** Draws further answers of the book's models for undecided checks; `maxCost` is of all looks together. */
  extend?: {book: Book; budget: number; maxCost?: number | undefined} | undefined;
  /** Which look at growing data the first is; with `extend` 1 without it. */
  look?: number | undefined;
  report: Report;
}

/** Most looks of one command: each is a run, and the level of the eighth is 1 ÷ 72 of the whole. */
const MOST_LOOKS = 8;
/** Least growth of a store from look to look, since each look takes its part of the level. */
const LEAST_GROWTH = 1.25;

/** Decides a file of rules on a store. */
export async function runGate(rules: Rules, options: GateOptions): Promise<Gate> {
  const {store, baseline, extend, report} = options;
  const contamination = rules.rules.some(({metric}) => metric === "contaminated");
  const first = options.look ?? (extend ? 1 : null);
  let passed: boolean[] = [];
  let [drawn, spent] = [0, 0];
  for (let look = first; ; look!++) {
    const level = levelOf(rules.level, look);
    const evaluations = await evidenceOf(store, {contamination});
    const checks = checksOf(rules.rules, {evaluations, baseline, level});
    const decided = decide(
      checks.map(({tested}) => tested),
      {level, passed}
    );
    passed = decided.map(({verdict}) => verdict === "pass");
    const found = checks.map((check, i): GateCheck => {
      const open = decided[i]!.verdict === "undecided";
      return {...check, ...decided[i]!, needed: open ? needed(check.tested, {level}) : null};
    });
    const verdict = verdictOf(found.map(each => each.verdict));
    const gate = {verdict, checks: found, level: rules.level, lookLevel: level, look, drawn, stopped: null};
    if (!extend || verdict !== "undecided") return gate;
    const stop = (stopped: string): Gate => ({...gate, stopped});
    if (look! - first! + 1 >= MOST_LOOKS) return stop(`${MOST_LOOKS} looks were taken`);
    const open = extendable(found);
    if (open.length === 0) return stop("further answers would not decide what is open");
    const most = extend.maxCost ?? extend.book.max_cost;
    const maxCost = most === undefined ? undefined : most - spent;
    if (maxCost !== undefined && spent > 0 && maxCost <= 0) return stop(`the budget of $${most} is spent`);
    const more = await draw(open, {...options, extend: {...extend, maxCost}, budget: extend.budget - drawn});
    if (typeof more === "string") return stop(more);
    drawn += more.answers;
    spent += more.spent;
    report.info(`look ${look}: undecided; ${more.answers.toLocaleString("en")} further answers were drawn`);
  }
}

/** Checks that further answers can decide: those of a difference only while the other side has more tests. */
const extendable = (checks: readonly GateCheck[]): (GateCheck & {evaluation: NonNullable<Check["evaluation"]>})[] =>
  checks.filter(
    (each): each is GateCheck & {evaluation: NonNullable<Check["evaluation"]>} =>
      each.verdict === "undecided" && each.evaluation !== null && each.tested.n > 0 && !each.tested.exact && each.further !== 0
  );

/** Draws answers for open checks. Returns their number and what they cost, or why there are none. */
async function draw(
  checks: ReturnType<typeof extendable>,
  {
    store,
    extend: {book, maxCost},
    budget,
    report,
    stop = new AbortController().signal,
    abort = new AbortController().signal
  }: GateOptions & {extend: NonNullable<GateOptions["extend"]>; budget: number}
): Promise<{answers: number; spent: number} | string> {
  if (budget <= 0) return "the budget of answers is spent";
  const own = new Set(checks.flatMap(({rule, evaluation}) => [evaluation.model, ...(rule.against ? [rule.against] : [])]));
  const models = book.models.filter(({id}) => own.has(id));
  const known = new Set(models.map(({id}) => id));
  const unknown = checks.find(({evaluation}) => !known.has(evaluation.model));
  if (unknown) throw new UserError(`--extend asks models of the book, and it has no "${unknown.evaluation.model}"`);
  const counts = await countsOf(store, known);
  // a budget buys the widest step that the checks want and that it can pay for
  const growth = Math.max(LEAST_GROWTH, ...checks.map(({needed: more, tested: {n}}) => (more === null ? 2 : 1 + more / n)));
  const target = affordable(counts, {wanted: Math.ceil(Math.max(...counts) * growth), budget});
  if (target === null) return `the budget leaves ${budget.toLocaleString("en")} answers, fewer than one more for each point`;
  const before = counts.reduce((sum, count) => sum + count, 0);
  const ran = await run(
    {...book, models, precision: fixedSamples(target)},
    {folder: store, partial: true, maxCost, report, stop, abort}
  );
  const after = (await countsOf(store, known)).reduce((sum, count) => sum + count, 0);
  if (after > before) return {answers: after - before, spent: ran?.spent ?? 0};
  return ran && ran.status !== "complete"
    ? `the run ended as "${ran.status}" without a new answer`
    : "there are no further tests to ask";
}

/** Samples of each point of the models. */
async function countsOf(store: string, models: ReadonlySet<string>): Promise<number[]> {
  const {connection, close} = await openTables(store);
  try {
    const rows = await connection.runAndReadAll("select model, (correct + incorrect + truncated)::int from points");
    return rows.getRowsJS().flatMap(([model, n]) => (models.has(String(model)) ? [Number(n)] : []));
  } finally {
    close();
  }
}

/** The most samples a point, up to those wanted, that cost no more further answers than the budget; null where none are affordable. */
export function affordable(counts: readonly number[], {wanted, budget}: {wanted: number; budget: number}): number | null {
  const price = (target: number) => counts.reduce((sum, count) => sum + Math.max(0, target - count), 0);
  let [low, high] = [0, wanted];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (price(middle) <= budget) low = middle;
    else high = middle - 1;
  }
  return price(low) > 0 ? low : null;
}
