// Shared by the commands `clusters`, `pairs`, `compare` and `flips`: options of paired differences, and the statuses of evaluations on
// common tests.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import {ERROR_OVER} from "../stats/errorOver.js";
import {TRUNCATED_AS, WEIGHTS} from "../stats/paired.js";
import {fullName} from "../store/evaluationName.js";
import {findEvaluation} from "../store/evaluationSearch.js";
import {type ComparedTest, type Evaluation, gather, narrow} from "../studies/compare/answers.js";
import {answersQuery, evaluationsQuery, testsQuery} from "../studies/compare/answers.sql.js";
import {best, METHODS} from "../studies/compare/clusters.js";
import type {Store} from "./store.js";

/** Option for the source of error of intervals, for all results that can have either. */
export const errorOption = z
  .enum(ERROR_OVER)
  .default(ERROR_OVER[0])
  .describe("what intervals are over: tests of these points, or points (tests clustered by point)");

const pairedOptions = {
  truncated: z
    .enum(TRUNCATED_AS)
    .default(TRUNCATED_AS[0])
    .describe("truncated answers: left out with the pair, or counted as wrong"),
  weights: z.enum(WEIGHTS).default(WEIGHTS[0]).describe("pooling over tasks: each test counts the same, or each task does"),
  error: errorOption
};

export const clusterOptions = {
  method: z
    .enum(METHODS)
    .default(METHODS[0])
    .describe("paired tests with false-discovery control (BH, BY), or intervals that overlap"),
  q: z.coerce
    .number("expects a number")
    .gt(0, "expects more than 0")
    .lt(1, "expects less than 1")
    .default(0.05)
    .describe("false discovery rate accepted among the pairs that differ significantly"),
  most: z.coerce
    .number("expects a whole number")
    .int("expects a whole number")
    .min(2, "expects at least 2")
    .optional()
    .describe("only the best n"),
  ...pairedOptions
};
const clusterSchema = z.object(clusterOptions);

/** The part of the store that passes the filters, in the form that `clusters` needs. */
export async function answersOf(store: Store, {most = Number.POSITIVE_INFINITY, ...options}: z.infer<typeof clusterSchema>) {
  store.need("samples");
  store.need("items");
  const statuses = (await store.ask(answersQuery)) as {evaluation: number; test: number; status: number}[];
  const column = (name: "evaluation" | "test" | "status") => Int32Array.from(statuses, row => row[name]);
  const evaluations = await evaluationsOf(store);
  if (evaluations.length < 2) throw new UserError("fewer than two evaluations pass the filters: there is nothing to compare");
  const gathered = gather((await store.ask(testsQuery)) as never as ComparedTest[], evaluations, {
    evaluation: column("evaluation"),
    test: column("test"),
    status: column("status")
  });
  return best(narrow(gathered, {}), most, options);
}

/** The evaluations that pass the filters. */
export const evaluationsOf = async (store: Store): Promise<Evaluation[]> =>
  (await store.ask(evaluationsQuery)) as never as Evaluation[];

export const pairOptions = {
  a: z
    .string()
    .optional()
    .describe('an evaluation: its eval_id, model, or model, template and sampler separated by blanks ("my-model tight")'),
  b: z.string().optional().describe("the one that it is compared with"),
  ...pairedOptions
};

/**
 * The two evaluations that --a and --b name; without these options, the only two that pass the filters. Throws a UserError where they are
 * ambiguous.
 */
export async function pairOf(
  store: Store,
  {a, b}: {a?: string | undefined; b?: string | undefined}
): Promise<[Evaluation, Evaluation]> {
  store.need("samples");
  store.need("items");
  const all = await evaluationsOf(store);
  if (a === undefined && b === undefined && all.length === 2) return all as [Evaluation, Evaluation];
  if (a === undefined || b === undefined)
    throw new UserError(`compare needs two evaluations, ${all.length} pass the filters; name them with --a and --b`);
  const named = (text: string, option: string) => findEvaluation(all, text, {option, absence: "passes the filters"});
  const [first, second] = [named(a, "--a"), named(b, "--b")];
  if (first.eval_id === second.eval_id) throw new UserError(`--a and --b are both ${fullName(first)}`);
  return [first, second];
}
