// What workers send to the coordinator of a run, as JSON: results of jobs, jobs they could not finish, and questions about its cache.
import {z} from "zod";
import type {ManifoldPoint} from "../../generate/manifold.node.js";
import type {Test} from "../../generate/task.js";
import {type Completion, completionSchema} from "../../infer/completion.js";
import type {Score} from "../../score/score.node.js";
import {UNSCORED} from "../../score/score.node.js";
import type {Evaluation} from "../evaluation.js";
import type {Outcome} from "../stages.js";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** Digits and letters by which workers and jobs are named. */
export const nameSchema = z.string().regex(/^[A-Za-z0-9-]{1,64}$/);
/** Values that go into tables as JSON, in the order in which they came. */
const asGiven = z.record(z.string(), z.unknown());
const count = z.int().min(0);
/** A position in a text, as a table's integer holds it. */
const position = count.max(2 ** 31 - 1);

/** A test, as far as tables have it. Its parameters are its point's. */
const testSchema = z.strictObject({
  item_id: z.string(),
  base_task: z.string(),
  generator_version: z.number(),
  seed: z.number(),
  index: count,
  prompt: z.string(),
  expected: z.string(),
  guess_chance: z.number(),
  choices: z.array(z.string()).optional(),
  steps: z.array(asGiven).optional(),
  pair_id: z.string().optional(),
  scorer: asGiven.optional(),
  reading: asGiven.optional(),
  domain: z.string().optional(),
  category: z.string().optional()
});

const scoreSchema = z.strictObject({
  status: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  parsed: z.boolean(),
  answer: z.string().nullable(),
  answer_rule: z.string().nullable(),
  answer_start: position.nullable(),
  answer_end: position.nullable(),
  answer_reason: z.string().nullable(),
  trace_bytes: z.number(),
  compressed_bytes: z.number(),
  measures: z.record(z.string(), z.number()).optional()
});

const requestsSchema = z.strictObject({asked: count, cached: count});
/** An answer: the place of a completion among those of the frame, or a completion that several requests gave together. */
const completionOf = z.union([count, completionSchema]);

const outcomeSchema = z.union([
  z.strictObject({
    index: count,
    trial: count,
    stopped: z.enum(["budget", "interrupted", "context", "failed"]),
    refused: z.literal(true).optional()
  }),
  z.strictObject({
    index: count,
    trial: count,
    test: count.describe("place among the frame's tests"),
    prompt: z.string().optional().describe("absent where it is the test's"),
    completion: completionOf,
    cached: z.boolean(),
    cost: z.number(),
    simulated: z.boolean(),
    requests: requestsSchema.optional(),
    cut: z.number().optional(),
    judged: z.strictObject({completion: completionOf, cached: z.boolean(), cost: z.number()}).optional(),
    score: scoreSchema.optional(),
    unscored: z.enum(UNSCORED).optional(),
    reason: z.string().optional()
  })
]);

const answersSchema = z.array(z.strictObject({key: sha256, model: z.string().optional(), completion: completionSchema}));

export const frameSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("result"),
    job: nameSchema,
    worker: nameSchema,
    answers: answersSchema.describe("of each request, as a cache keeps them"),
    tests: z.array(testSchema),
    outcomes: z.array(outcomeSchema),
    errors: z.array(z.strictObject({why: z.enum(["budget", "interrupted", "context", "failed"]), message: z.string()})),
    broken: z.array(requestsSchema).describe("answers that had come to tests whose next request failed")
  }),
  z.strictObject({
    kind: z.literal("unfinished"),
    job: nameSchema,
    worker: nameSchema,
    answers: answersSchema,
    message: z.string().nullable().describe("what failed; null where the worker was asked to end")
  }),
  z.strictObject({kind: z.literal("lookup"), worker: nameSchema, id: count, keys: z.array(sha256).max(10_000)})
]);
export type Frame = z.infer<typeof frameSchema>;
export type ResultFrame = Extract<Frame, {kind: "result"}>;

/** The coordinator's reply to a lookup: the completions that it has, by key. */
export const replySchema = z.strictObject({id: count, found: z.record(sha256, completionSchema)});

type Origin = {evaluation: Evaluation; point: ManifoldPoint};
type AnyOutcome = Outcome<Origin>;
type Response = Extract<AnyOutcome, {response: unknown}>["response"];

/** Packs what came of a job's tests; each answer and each test stands in it once. */
export function packed(
  outcomes: readonly AnyOutcome[],
  {answers, models}: {answers: ReadonlyMap<string, Completion>; models: ReadonlyMap<string, string>}
): Pick<ResultFrame, "answers" | "tests" | "outcomes"> {
  const places = new Map<Completion, number>();
  const kept = [...answers].map(([key, completion], i) => {
    places.set(completion, i);
    return {key, model: models.get(key), completion};
  });
  const tests: ResultFrame["tests"] = [];
  const known = new Map<string, number>();
  const testOf = ({test}: Response): number => {
    const id = `${test.item_id} ${test.index}`;
    const place = known.get(id) ?? tests.push(columnsOf(test)) - 1;
    known.set(id, place);
    return place;
  };
  const completionOf = (completion: Completion) => places.get(completion) ?? completion;
  return {
    answers: kept,
    tests,
    outcomes: outcomes.map((outcome): ResultFrame["outcomes"][number] => {
      const {index, trial} = outcome;
      if ("stopped" in outcome)
        return {index, trial, stopped: outcome.stopped as "failed", ...(outcome.refused && {refused: true})};
      const {response} = outcome;
      const {prompt, completion, cached, cost, simulated, requests, cut, judged} = response;
      return {
        index,
        trial,
        test: testOf(response),
        completion: completionOf(completion),
        cached,
        cost,
        simulated,
        ...(prompt !== response.test.prompt && {prompt}),
        ...(requests && {requests}),
        ...(cut !== undefined && {cut}),
        ...(judged && {judged: {completion: completionOf(judged.completion), cached: judged.cached, cost: judged.cost}}),
        ...("score" in response ? {score: response.score} : {unscored: response.unscored, reason: response.reason})
      };
    })
  };
}

function columnsOf(test: Test): ResultFrame["tests"][number] {
  const {item_id, base_task, generator_version, seed, index, prompt, expected, guess_chance} = test;
  const {choices, steps, pair_id, scorer, reading, domain, category} = test;
  return {
    item_id,
    base_task,
    generator_version,
    seed,
    index,
    prompt,
    expected,
    guess_chance,
    ...(choices && {choices}),
    ...(steps && {steps: steps as unknown as Record<string, unknown>[]}),
    ...(pair_id !== undefined && {pair_id}),
    ...(scorer && {scorer: scorer as unknown as Record<string, unknown>}),
    ...(reading && {reading: reading as Record<string, unknown>}),
    ...(domain !== undefined && {domain}),
    ...(category !== undefined && {category})
  };
}

/** The outcomes of a frame as the run takes them. Throws where it contradicts itself. */
export function unpacked({answers, tests, outcomes}: ResultFrame, origin: Origin): AnyOutcome[] {
  const completionOf = (of: number | Completion): Completion => (typeof of === "number" ? at(answers, of).completion : of);
  return outcomes.map((outcome): AnyOutcome => {
    if ("stopped" in outcome) return outcome;
    const {index, trial, cached, cost, simulated, requests, cut, judged, score, unscored, reason} = outcome;
    const test = {...at(tests, outcome.test), params: origin.point.params} as unknown as Test;
    const response = {
      ...origin,
      completion: completionOf(outcome.completion),
      cached,
      test,
      trial,
      cost,
      simulated,
      prompt: outcome.prompt ?? test.prompt,
      ...(requests && {requests}),
      ...(cut !== undefined && {cut}),
      ...(judged && {judged: {...judged, completion: completionOf(judged.completion)}})
    };
    if (score) return {index, trial, response: {...response, score: score as Score}};
    if (unscored === undefined || reason === undefined)
      throw new RangeError("a response has neither a score nor a reason for none");
    return {index, trial, response: {...response, unscored, reason}};
  });
}

function at<T>(list: readonly T[], place: number): T {
  const found = list[place];
  if (found === undefined) throw new RangeError(`a frame names part ${place} of ${list.length}`);
  return found;
}
