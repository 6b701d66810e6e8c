// Answers to items with tools or further turns, which take several requests: through the stages of an ordinary run.
import {filter, firstValueFrom, from, lastValueFrom, map, mergeMap, type Observable, range, tap} from "rxjs";
import {modelSchema, samplerSchema, templateSchema} from "../../book/schemas.js";
import {randomOf} from "../../generate/seed.js";
import type {DrawnItem, Test} from "../../generate/task.js";
import {budget} from "../../infer/budget.js";
import type {AnswerCaches} from "../../infer/caches.node.js";
import {MAX_CHARACTERS, openMemoryRoom} from "../../infer/memoryRoom.js";
import type {SimulatedModel} from "../../infer/reference/roster.js";
import type {Score, Unscored} from "../../score/score.node.js";
import {CORRECT} from "../../score/status.js";
import {openQueue} from "../backpressure.js";
import {type Evaluation, evaluationsOf, REFERENCE} from "../evaluation.js";
import {openModelClient} from "../modelClient.js";
import {type InferEffects, infer, score} from "../stages.js";
import {completionOf} from "./scoring.js";

/** Simulated answers cost nothing, so that none has to be kept. */
const KEEPS_NOTHING: AnswerCaches = {
  get: () => undefined,
  has: () => false,
  hasAnswerOf: () => false,
  count: () => 0,
  put: () => Promise.resolve(),
  reserve: () => () => {},
  failure: null,
  close: () => Promise.resolve()
};

/** Items of dialogues that are asked, since each takes several requests. */
const MOST_DIALOGUES = 100;
/** Models that are asked side by side; all have one server. */
const AT_ONCE = 4;

/** Whether an item takes several requests. */
export const isDialogue = ({tools, turns}: DrawnItem): boolean => (tools?.length ?? 0) > 0 || (turns?.length ?? 0) > 0;

/** The dialogues among the items that are asked: a sample of all. */
export const dialoguesOf = (items: readonly DrawnItem[]): DrawnItem[] =>
  randomOf("audit: dialogues").shuffle(items.filter(isDialogue)).slice(0, MOST_DIALOGUES);

const settings = {
  templates: [{...templateSchema.parse({}), id: "plain"}],
  samplers: [{...samplerSchema.parse({}), id: "greedy"}]
};
const modelOf = (id: string) => ({...modelSchema.parse({endpoint: REFERENCE, id}), id});

const testOf = (item: DrawnItem, index: number): Test => ({
  item_id: String(index),
  base_task: "audit",
  params: {},
  generator_version: 1,
  seed: 0,
  index,
  ...item
});

/** The scores of an evaluation's answers to the items, in the order in which they come. */
const scoresOf = (
  evaluation: Evaluation,
  items: readonly DrawnItem[],
  answer: InferEffects["answer"]
): Observable<{index: number; scored: Score | Unscored}> =>
  range(0, items.length).pipe(
    map(index => ({index, trial: 0})),
    infer(evaluation, {
      testOf: index => testOf(items[index]!, index),
      answer,
      reason: error => {
        throw error;
      },
      queue: openQueue(evaluation.model.concurrency),
      room: openMemoryRoom(MAX_CHARACTERS)
    }),
    score(evaluation, {origin: {}, formOf: () => undefined}),
    filter(outcome => "response" in outcome),
    map(({index, response}) => ({index, scored: "score" in response ? response.score : response}))
  );

/** The score of somebody who answers every request of a dialogue with one text and calls no tool. */
export function constantScore(text: string, item: DrawnItem): Promise<Score | Unscored> {
  const [evaluation] = evaluationsOf({...settings, models: [modelOf("constant")]});
  const completion = {...completionOf(text), prompt_tokens: 0, completion_tokens: 0};
  return firstValueFrom(scoresOf(evaluation!, [item], () => ({completion, cached: false})).pipe(map(({scored}) => scored)));
}

/** Right and wrong answers of each model to dialogues, a row for each model; null where the models have none to any of them. */
export async function dialogueAnswers(
  items: readonly DrawnItem[],
  models: readonly SimulatedModel[]
): Promise<Uint8Array[] | null> {
  const evaluations = evaluationsOf({...settings, models: models.map(({id}) => modelOf(id))});
  await using client = await openModelClient(evaluations, {cache: KEEPS_NOTHING, budget: budget(), onRetry: () => {}});
  let answered = 0;
  const rows = evaluations.map(() => new Uint8Array(items.length));
  const asked = from(evaluations.entries()).pipe(
    mergeMap(
      ([row, evaluation]) =>
        scoresOf(evaluation, items, client.answer).pipe(
          tap(({index, scored}) => {
            if ("unscored" in scored) return;
            answered++;
            if (scored.status === CORRECT) rows[row]![index] = 1;
          })
        ),
      AT_ONCE
    )
  );
  await lastValueFrom(asked, {defaultValue: null});
  return answered === 0 ? null : rows;
}
