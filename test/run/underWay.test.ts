// What is under way at a time, and what a stop leaves undone, where points have very many tests.
import {lastValueFrom, toArray} from "rxjs";
import {expect, test} from "vitest";
import {readBook} from "../../pipelines/book/read.node.js";
import {openMemoryRoom} from "../../pipelines/infer/memoryRoom.js";
import {openQueue} from "../../pipelines/run/backpressure.js";
import {drawTests, evaluate, memoTests} from "../../pipelines/run/evaluate.js";
import {planOf} from "../../pipelines/run/evaluation.js";
import {completion} from "../infer/loopback.js";
import {type Workbook, workbook} from "../workbook.js";

const FEW = 4;
const MANY = 2_000;
const model = (more = "") => ({
  "models/reference.yaml": `id: m\nendpoint: http://127.0.0.1:9/v1\nconcurrency: ${FEW}\n${more}`,
  "suites/small.yaml": "tasks:\n  - {task: sort, params: {length: [8, 9, 10]}}\n"
});
/** Every point gets the same number of tests, at once. */
const planIn = async ({root}: Workbook) => {
  const book = await readBook(undefined, {root});
  return planOf({...book, precision: {...book.precision, min: MANY, max: MANY, step: MANY}});
};
const later = () => new Promise<void>(resolve => setImmediate(resolve));

test("a point of thousands of tests has no more requests under way than the model may be asked, and some that wait", async () => {
  await using book = await workbook(model());
  let [open, most, asked] = [0, 0, 0];
  const answer = async () => {
    most = Math.max(most, ++open);
    asked++;
    await later();
    open--;
    return {completion: completion({text: "Answer: 4"}), cached: false};
  };
  const plan = await planIn(book);
  const events = await lastValueFrom(evaluate(plan, {answer, reason: () => "failed"}).pipe(toArray()));
  expect(asked).toBe(3 * MANY);
  expect(events.filter(event => "score" in event).length).toBe(3 * MANY);
  expect(most).toBe(1.5 * FEW);
});

test("answers at hand come in spite of a full queue, in any mixture with others, and rejections give their places back", async () => {
  await using book = await workbook(model());
  let asked = 0;
  const answer = () => {
    asked++;
    const known = {completion: completion({text: "Answer: 4"}), cached: asked % 3 > 0};
    if (asked % 3 > 0) return known;
    return later().then(() => (asked % 2 ? known : Promise.reject(new Error("refused"))));
  };
  const events = await lastValueFrom(evaluate(await planIn(book), {answer, reason: () => "failed"}).pipe(toArray()));
  expect(asked).toBe(3 * MANY);
  expect(events.filter(event => "stopped" in event).length).toBe(3);
});

test("after a stop no further test is made or asked, however many are left", async () => {
  await using book = await workbook(model());
  const stop = new AbortController();
  let asked = 0;
  const answer = async () => {
    if (++asked === 20) stop.abort();
    await later();
    stop.signal.throwIfAborted();
    return {completion: completion({text: "Answer: 4"}), cached: false};
  };
  const plan = await planIn(book);
  const events = await lastValueFrom(evaluate(plan, {answer, reason: () => "interrupted", stop: stop.signal}).pipe(toArray()));
  const points = events.filter(event => "stopped" in event);
  expect(points.map(({stopped}) => stopped)).toEqual(["interrupted", "interrupted", "interrupted"]);
  expect(asked).toBeLessThanOrEqual(20 + 1.5 * FEW);
  expect(points.filter(({counters}) => counters.correct + counters.incorrect > 0).length).toBeLessThanOrEqual(1);
});

test("tests that wait for room in memory end with a stop, too", async () => {
  await using book = await workbook(model());
  const stop = new AbortController();
  const {points, evaluations, ...plan} = await planIn(book);
  const answer = async () => {
    await later();
    stop.abort();
    return {completion: completion({text: "Answer: 4"}), cached: false};
  };
  const drawn = drawTests(
    {evaluation: evaluations[0]!, point: points[0]!, first: 0, end: 50},
    {
      answer,
      reason: () => "interrupted",
      stop: stop.signal,
      tasks: plan.tasks,
      judges: plan.judges,
      queue: openQueue(100),
      room: openMemoryRoom(1),
      testsOf: memoTests({...plan, points, evaluations})
    }
  );
  const outcomes = await lastValueFrom(drawn.pipe(toArray()));
  expect(outcomes.length).toBe(50);
  expect(outcomes.filter(outcome => "response" in outcome).length).toBeLessThan(3);
});

test("a run that was stopped before it began asks nothing and ends", async () => {
  await using book = await workbook(model());
  const answer = () => {
    throw new Error("asked");
  };
  const plan = await planIn(book);
  const events = await lastValueFrom(evaluate(plan, {answer, reason: () => "failed", stop: AbortSignal.abort()}).pipe(toArray()));
  expect(events.map(event => "stopped" in event && event.stopped)).toEqual(["interrupted", "interrupted", "interrupted"]);
});
