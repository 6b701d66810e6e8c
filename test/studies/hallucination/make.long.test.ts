// The tables of hallucination of a small store whose models behave as stated, beside SQL over its samples, and of stores without such questions.
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {silent} from "../../silent.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";
import {bookOf, INVENTED, MODELS, reply} from "./given.js";

let book: Workbook;
let stub: Awaited<ReturnType<typeof stubServer>>;
let folder: string;
const rows = async (text: string, at = folder) => (await query(text, {folder: at})).rows;

beforeAll(async () => {
  stub = await stubServer(reply);
  book = await workbook(bookOf(stub.url));
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  for (const table of ["estimates", "confabulations"] as const) await study(table, folder, {report: silent});
});
afterAll(async () => {
  await book?.[Symbol.asyncDispose]();
  await stub?.[Symbol.asyncDispose]();
});

test("rates are those that the models were given", async () => {
  const shown = await rows(
    "select model, rate, value, low, high, n from hallucination where subject = '' and rate in ('abstained_fabricated', 'abstained_real', 'confabulated', 'no_answer', 'answered') order by model, rate"
  );
  const at = (model: string, rate: string) => shown.find(row => row[0] === model && row[1] === rate)!.slice(2) as number[];
  expect(at("careful", "abstained_fabricated")[0]).toBe(1);
  expect(at("careful", "abstained_real")[0]).toBe(0);
  expect(at("bold", "confabulated")[0]).toBe(1);
  expect(at("bold", "answered")[0]).toBe(1);
  expect(at("shy", "abstained_real")[0]).toBe(1);
  expect(at("shy", "answered")[0]).toBe(0);
  expect(at("mute", "no_answer")[0]).toBe(1);
  for (const [model, rate, value, low, high, n] of shown as [string, string, number, number, number, number][]) {
    // Wilson's interval, from its quadratic: (p − value)² = z² p (1 − p) / n at both ends, one on either side.
    for (const end of [low, high])
      expect((end - value) ** 2, `${model} ${rate}`).toBeCloseTo((1.959963984540054 ** 2 * end * (1 - end)) / n, 9);
    expect(low <= value && value <= high && low < high, `${model} ${rate}`).toBe(true);
    expect(n, `${model} ${rate}`).toBeGreaterThan(80);
  }
  expect(at("careful", "answered")[3]).toBe(240);
});

test("accuracy, wrong answers and the score are those of SQL over samples; no task without facts has a row", async () => {
  expect(await rows("select distinct base_task from hallucination")).toEqual([["zen-hallu"]]);
  const differ =
    await rows(`with asked as (select item_id, expected = 'unknown' as made_up, json_extract_string(scorer, '$.subject') as subject from items),
    counted as (select model, coalesce(subject, '') as subject, avg(status) filter (not made_up) as accuracy, avg(status) filter (made_up) as abstained,
      count(*) filter (not made_up) as n from samples join asked using (item_id) where base_task = 'zen-hallu' group by grouping sets ((model, subject), (model)))
    select model, subject from counted join hallucination own using (model, subject) where
      (rate = 'accuracy' and (abs(value - accuracy) > 1e-9 or own.n <> counted.n)) or (rate = 'score' and abs(value - (accuracy + abstained - 1)) > 1e-9)`);
  expect(differ).toEqual([]);
  const [[count]] = (await rows("select count(*)::int from hallucination where rate = 'score'")) as [number[]];
  expect(count).toBe(MODELS.length * 7);
  // Always and never abstaining earn nothing.
  const scores = new Map(
    (await rows("select model, value from hallucination where rate = 'score' and subject = ''")) as [string, number][]
  );
  expect(scores.get("shy")).toBe(0);
  expect(scores.get("mute")).toBe(-1);
  expect(scores.get("bold")!).toBeLessThan(0);
  expect(scores.get("careful")!).toBeGreaterThan(0.5);
});

test("examples are a few of each subject, as the model wrote them", async () => {
  const shown = await rows("select model, subject, count(*)::int, any_value(answer) from confabulations group by all");
  expect(shown.length).toBe(6);
  for (const [model, , count, answer] of shown) {
    expect([model, answer]).toEqual(["bold", INVENTED.toLowerCase()]);
    expect(count).toBe(4);
  }
});

test("the command prints them, with interval and n", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "hallucination", "--format", "json");
  expect(code, stderr).toBe(0);
  const printed = JSON.parse(stdout) as Record<string, unknown>[];
  expect(printed.length).toBe(MODELS.length * 7);
  const total = printed.find(({model, subject}) => model === "careful" && subject === "")!;
  expect(total).toMatchObject({
    abstained_fabricated: 1,
    abstained_fabricated_high: 1,
    confabulated: 0,
    simulated: false,
    truncated: 0
  });
  const {stdout: one} = await book.command("analyze", "hallucination", "--subject", "elements", "--format", "json");
  expect((JSON.parse(one) as unknown[]).length).toBe(MODELS.length);
  const none = await book.command("analyze", "hallucination", "--subject", "planets");
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringContaining('no answer here is to a question about facts of the subject "planets"')
  ]);
});
