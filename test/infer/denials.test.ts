// Refusals of keys and questions, while other requests are under way.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {describe, expect, onTestFinished, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {denials} from "../../pipelines/infer/denials.js";
import {ask, chat, completion, json, quick, serve} from "./loopback.js";

const never = () => false;
const refuse = (guard: ReturnType<typeof denials>, question: string): boolean => {
  guard.sent();
  const ends = guard.endsModel("request", question);
  guard.ended({answered: false});
  return ends;
};

test("a key ends a model at once, a question after three different ones, and neither a model that has answered", () => {
  expect(denials(never).endsModel("key", "a")).toBe(true);
  const guard = denials(never);
  expect(["a", "b", "a", "b", "c"].map(question => refuse(guard, question))).toEqual([false, false, false, false, true]);
  const answering = denials(never);
  answering.sent();
  answering.ended({answered: true});
  expect([answering.endsModel("key", "a"), ...["a", "b", "c", "d"].map(question => refuse(answering, question))]).not.toContain(
    true
  );
});

test("an answer of an earlier run counts, and is looked for once", () => {
  let looked = 0;
  const guard = denials(() => ++looked > 0);
  expect(["a", "b", "c", "d", "e"].map(question => refuse(guard, question))).not.toContain(true);
  expect(guard.endsModel("key", "a")).toBe(false);
  expect(looked).toBe(1);
});

test("while a request is under way, further ones wait after the third refusal, until it is answered or the signal ends them", async () => {
  const guard = denials(never);
  guard.sent(); // a slow one
  expect(["a", "b", "c"].map(question => refuse(guard, question))).toEqual([false, false, false]);
  const control = new AbortController();
  const aborted = guard.enter(control.signal).catch((error: Error) => error.name);
  let entered = false;
  const waiting = guard.enter().then(() => (entered = true));
  await new Promise(setImmediate);
  expect(entered).toBe(false);
  control.abort();
  expect(await aborted).toBe("AbortError");
  guard.ended({answered: true});
  await waiting;
  expect(refuse(guard, "d")).toBe(false);
});

describe("over loopback, 16 requests at a time", () => {
  const asking = async (reply: Parameters<typeof serve>[0], questions = 100) => {
    const {base, calls} = await serve(reply);
    const model = quick({base, concurrency: 16, retries: 0});
    const left = Array.from({length: questions}, (_, i) => `question ${i}`);
    const failures: string[] = [];
    const lane = async () => {
      for (let question = left.shift(); question; question = left.shift())
        await model.ask(ask(question)).catch((error: Error) => void failures.push(error.message));
    };
    await Promise.all(Array.from({length: 16}, lane));
    return {asked: calls.length, failures};
  };

  test("a firewall that refuses the first four at once, before the slow answers come, costs these four alone", async () => {
    const {asked, failures} = await asking((response, {number}) =>
      number < 4 ? json(response, "{}", 403) : setTimeout(() => json(response, chat("42")), 10)
    );
    expect({asked, failures: failures.length}).toEqual({asked: 100, failures: 4});
  });

  test("a key without rights is refused by those under way, and no more", async () => {
    const {asked, failures} = await asking(response => json(response, "{}", 403));
    expect(failures).toHaveLength(100);
    expect(asked).toBeLessThanOrEqual(2 * 16);
  });

  test("where moderation refuses every question, each fails for itself", async () => {
    const body = JSON.stringify({error: {code: 403, message: "flagged", metadata: {reasons: ["violence"], flagged_input: "x"}}});
    expect(await asking(response => json(response, body, 403), 20)).toMatchObject({asked: 20});
  });
});

test("a cache knows whose answers it has, by name and address; entries of older versions say neither", async () => {
  const folder = mkdtempSync(join(tmpdir(), "denials-"));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const cache = openCache(folder);
  const [one, two, three] = ["1", "2", "3"].map(digit => digit.repeat(64)) as [string, string, string];
  await cache.put(one, completion({text: 'a text with ,"origin":{"model":"b"}'}), "a", "http://a/v1");
  await cache.put(two, completion(), "c");
  await cache.put(three, completion());
  const has = (model: string, base: string) => cache.hasAnswerOf({model, base});
  expect([has("a", "http://a/v1"), has("a", "http://b/v1"), has("b", "http://a/v1"), has("c", "http://b/v1")]).toEqual([
    true,
    false,
    false,
    true
  ]);
  expect(cache.originOf(one)).toMatchObject({model: "a", base: "http://a/v1"});
  await cache.close();
});
