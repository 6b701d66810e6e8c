// What a job says: which tests of a book a worker is to ask. It names them and nothing else, so that no job can make a worker ask another
// host, read a file or use another key.
import {z} from "zod";
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import {canonicalJson, sha256Hex} from "../../generate/seed.js";
import {fixedSamples} from "../../score/precision.js";
import {availableTests} from "../evaluate.js";
import {type Evaluation, madeFrom, type Plan} from "../evaluation.js";

/** Increased whenever jobs or what workers send back have another form. */
export const PROTOCOL = 1;
/** Most tests of one job: enough that the queue's own work is small beside it, few enough that workers end together. */
export const MOST_TESTS = 32;

const jobSchema = z.strictObject({
  protocol: z.literal(PROTOCOL).describe("form of jobs"),
  plan: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .describe("digest of the book, its generators, the columns and the project's version"),
  evaluation: z
    .string()
    .regex(/^[0-9a-f]{12}$/)
    .describe("`eval_id` of the evaluation"),
  point: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe("key of the point"),
  first: z.int().min(0).describe("place of the first test"),
  end: z.int().min(1).describe("place behind the last test")
});
export type Job = z.infer<typeof jobSchema>;

/** The identity of a job by its content: equal work has one name, whoever adds it. */
export const jobId = (job: Job): string => `t${sha256Hex(canonicalJson(job)).slice(0, 32)}`;

/**
 * 16 hexadecimal digits of everything that workers and coordinator must agree on. How precise a run has to be, what it may cost and where
 * its files are is the coordinator's alone.
 */
export function planDigest({book, evaluations, judges}: Pick<Plan, "book" | "evaluations" | "judges">, version: string): string {
  const sameFor = {...book, precision: fixedSamples(1)};
  const made = evaluations.map(evaluation => [evaluation.key.eval_id, madeFrom(sameFor, evaluation)]).sort();
  const graded = [...judges].map(([bank, {key}]) => [bank, key.eval_id]).sort();
  return sha256Hex(canonicalJson({protocol: PROTOCOL, version, made, graded})).slice(0, 16);
}

/** The tests that a job names in a plan, or why there are none. */
export function testsOf(
  data: unknown,
  plan: {
    digest: string;
    evaluations: ReadonlyMap<string, Evaluation>;
    points: ReadonlyMap<string, ManifoldPoint>;
    tasks: Plan["tasks"];
  }
): {evaluation: Evaluation; point: ManifoldPoint; first: number; end: number} | {refused: string} {
  const parsed = jobSchema.safeParse(data);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const keys = issue?.code === "unrecognized_keys" ? issue.keys.length : 0;
    const place = issue?.path.join(".") || (keys > 0 ? "a field that no job has" : "the whole");
    return {refused: `it does not have the form of protocol ${PROTOCOL} (${place})`};
  }
  const {plan: digest, evaluation: id, point: key, first, end} = parsed.data;
  if (digest !== plan.digest) return {refused: `it is of another book or version (${digest}, this worker has ${plan.digest})`};
  const evaluation = plan.evaluations.get(id);
  const point = plan.points.get(key);
  if (!evaluation || !point) return {refused: `this book has no ${evaluation ? "point" : "evaluation"} of that name`};
  if (end <= first || end - first > MOST_TESTS)
    return {refused: `it names tests ${first} to ${end}; at most ${MOST_TESTS} in a row are allowed`};
  if (availableTests(point, plan.tasks, end) < end) return {refused: `its point has no test ${end - 1}`};
  return {evaluation, point, first, end};
}
