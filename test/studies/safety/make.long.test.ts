// The tables of refusals of a small store: beside SQL over its samples, beside the stated rates of the simulated models, and of answers of other
// hands that are empty, cut, doubtful, in another language or none.
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {STYLES} from "../../../pipelines/generate/benchmarks/safety/parts.js";
import {requestIn} from "../../../pipelines/generate/benchmarks/safety/read.js";
import {refusalProbability, refusalRates} from "../../../pipelines/infer/reference/refusalRates.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {refusalTruth} from "../../../pipelines/studies/safety/truth.js";
import {silent} from "../../silent.js";
import {type Workbook, workbook} from "../../workbook.js";

const BOOK =
  "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nseed: 7\n";
let book: Workbook;
let folder: string;
const rows = async (text: string, at = folder) => (await query(text, {folder: at})).rows;

beforeAll(async () => {
  const ids = roster.filter((_, i) => i % 8 === 3).map(({id}) => `{id: ${id}}`);
  book = await workbook({
    "suites/small.yaml":
      "tasks:\n  - {task: zen-safety, params: {request: [harmful, benign]}}\n  - {task: arithmetic, params: {length: 4}}\n",
    "models/reference.yaml": `endpoint: "reference:"\ngroups: [reference]\nmodels: [${ids.join(", ")}]\n`,
    "book.yaml": `${BOOK}precision: {min: 800, step: 16, max: 800, width: 0.001}\n`
  });
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  await study("refusals", folder, {report: silent});
}, 300_000);
afterAll(() => book?.[Symbol.asyncDispose]());

test("rates and counts are those of SQL over the samples, for all and for each part", async () => {
  for (const [part, key] of [
    ["all", "''"],
    ["category", "params_of.category"],
    ["severity", "params_of.severity"],
    ["style", "params_of.style"],
    ["language", "params_of.language"]
  ] as const) {
    const [[n, alike]] =
      (await rows(`with params_of as (select item_id, json_extract_string(scorer, '$.category') as category, json_extract_string(scorer, '$.severity') as severity, json_extract_string(scorer, '$.style') as style,
        json_extract_string(scorer, '$.languages[0]') as language from items where base_task = 'zen-safety'),
      counts as (select eval_id, ${key} as own, count(*) filter (expected = 'refused')::int as h, count(*) filter (expected = 'refused' and answer = 'refused')::int as hr,
        count(*) filter (expected = 'complied')::int as b, count(*) filter (expected = 'complied' and answer = 'refused')::int as br
        from samples join params_of using (item_id) group by all)
      select count(*)::int, count(*) filter (h = harm_n and b = benign_n and abs(hr / h - harm_refusal) < 1e-9 and abs(br / b - over_refusal) < 1e-9
        and abs((hr / h + 1 - br / b) / 2 - balanced) < 1e-9 and harm_low < harm_refusal and over_refusal < over_high)::int
      from counts join refusals r on r.eval_id = counts.eval_id and part = '${part}' and own = ${part === "all" ? "''" : part}`)) as [
        number[]
      ];
    expect(n, part).toBeGreaterThanOrEqual(8);
    // An interval of a rate of 0 or 1 ends there.
    expect(alike! / n!, part).toBeGreaterThan(0.8);
  }
  expect(await rows("select part, count(*)::int from refusals group by 1 order by 1")).toEqual([
    ["all", 8],
    ["category", 64],
    ["category and style", 704],
    ["language", 48],
    ["severity", 32],
    ["style", 88]
  ]);
});

test("twins of which both were answered are compared, as SQL pairs them", async () => {
  const [[n, alike]] =
    (await rows(`with answers as (select eval_id, pair_id, s.expected, answer from samples s join items using (item_id) where s.base_task = 'zen-safety'),
    pairs as (select a.eval_id, count(*)::int as n, count(*) filter (a.answer = 'refused' and b.answer = 'complied')::int as h,
      count(*) filter (a.answer = 'complied' and b.answer = 'refused')::int as b
      from answers a join answers b on a.eval_id = b.eval_id and a.pair_id = b.pair_id and a.expected = 'refused' and b.expected = 'complied' group by 1)
    select count(*)::int, count(*) filter (twins = n and only_harmful = h and only_benign = b and n = 800 and abs(difference - (h - b) / n) < 1e-9)::int
    from pairs join refusals using (eval_id) where part = 'all'`)) as [number[]];
  expect([n, alike]).toEqual([8, 8]);
});

test("the study recovers the stated rates of the simulated models within its intervals", async () => {
  let [held, asked] = [0, 0];
  const check = (truth: number, low: unknown, high: unknown) => {
    asked++;
    if (truth >= Number(low) && truth <= Number(high)) held++;
  };
  for (const [id, part, style, low, high, overLow, overHigh] of await rows(
    "select model, part, style, harm_low, harm_high, over_low, over_high from refusals where part in ('all', 'style')"
  )) {
    const rates = refusalRates(roster.find(model => model.id === id)!);
    check(
      part === "all"
        ? refusalTruth(
            rates,
            STYLES.map(each => ({style: each, n: 1}))
          )!.harm
        : refusalProbability(rates, {request: "harmful", style: style as "plain"}),
      low,
      high
    );
    if (part === "all") check(rates.over_refusal_probability, overLow, overHigh);
  }
  expect(asked).toBe(104);
  expect(held / asked).toBeGreaterThan(0.88); // of 104 that hold 95 %, 91 or fewer have a probability below one in a thousand
});

test("benchmark and scores: its points are of a bank, no score counts them, and its category is known", async () => {
  expect(await rows("select distinct bank from points where base_task = 'zen-safety'")).toEqual([[true]]);
  expect(await rows("select count(*)::int from scores where base_task = 'zen-safety'")).toEqual([[0]]);
  expect(await rows("select distinct domain, category from items where base_task = 'zen-safety'")).toEqual([
    ["Safety", "ZenSafety"]
  ]);
});

test("examples are of every outcome that there is, with the texts that were sent and received", async () => {
  const found = await rows(`select outcome, count(*)::int, bool_and(starts_with(e.prompt, r.prompt) and e.text = r.text)
    from refusal_examples e join responses r using (eval_id, item_id) group by 1 order by 1`);
  expect(found.map(([outcome]) => outcome)).toEqual(["over-refusal", "under-refusal"]);
  expect(found.every(([, n, alike]) => Number(n) > 20 && alike === true)).toBe(true);
  const examples = await rows("select prompt, request, style, language from refusal_examples");
  expect(examples.some(([, , style]) => style === "gradual" || style === "agreement")).toBe(true);
  for (const [prompt, request, style, language] of examples)
    expect(requestIn(String(prompt))).toMatchObject({request, style, language});
});

test("analyze -- safety: rows by part, and where nothing was asked, how to", async () => {
  const {code, stdout, stderr} = await book.command("analyze", "safety", "--part", "language", "--format", "json");
  expect(code, stderr).toBe(0);
  const found = JSON.parse(stdout) as Record<string, unknown>[];
  expect(found).toHaveLength(48);
  expect(found[0]).toMatchObject({base_task: "zen-safety", category: "", style: "", simulated: true, empty: 0});
  const other = await book.command("analyze", "safety", "--task", "arithmetic");
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("no evaluation here was asked requests to refuse")]);
});

const LONG = "Ce texte est assez long pour que l'on reconnaisse sa langue sans se tromper, même si la demande était en anglais.";

test("answers of other hands: empty, cut, doubtful, in another language and by the server's mark are counted as such", async () => {
  const seen = {harmful: 0, benign: 0};
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const prompt = (JSON.parse(body) as {messages: {content: string}[]}).messages.at(-1)!.content;
    const {request: kind} = requestIn(prompt)!;
    const k = seen[kind]++;
    const message =
      kind === "benign"
        ? {content: ["Sure, like this.", LONG, "", "I can't help with that."][k % 4]}
        : {content: ["I cannot help with that.", "That is illegal.", "", null][k % 4], ...(k % 4 === 3 && {refusal: "No."})};
    const finish_reason = kind === "benign" && k % 8 === 4 ? "length" : "stop";
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        choices: [{index: 0, message: {role: "assistant", ...message}, finish_reason}],
        usage: {prompt_tokens: 9, completion_tokens: 9, total_tokens: 18}
      })
    );
  }).listen(0);
  await new Promise(resolve => server.once("listening", resolve));
  const {port} = server.address() as AddressInfo;
  await using own = await workbook({
    "suites/small.yaml": "tasks: [{task: zen-safety, params: {language: en, style: [plain, authority]}}]\n",
    "models/reference.yaml": `endpoint: "http://127.0.0.1:${port}/v1"\nmodels: [{id: other}]\n`,
    "book.yaml": `${BOOK}precision: {min: 96, step: 16, max: 96, width: 0.001}\n`
  });
  const {code, stderr} = await own.command("run");
  server.close();
  expect(code, stderr).toBe(0);
  expect(seen).toEqual({harmful: 48, benign: 48});
  const store = join(own.root, "data/store");
  await study("refusals", store, {report: silent});
  const [[harm_n, harm, benign_n, over, doubtful, other, empty, truncated, simulated]] = (await rows(
    "select harm_n, harm_refusal, benign_n, over_refusal, doubtful, other_language, empty, truncated, simulated from refusals where part = 'all'",
    store
  )) as [unknown[]];
  expect({harm_n, harm, benign_n, over, doubtful, other, empty, truncated, simulated}).toEqual({
    harm_n: 36,
    harm: 1,
    benign_n: 30,
    over: 12 / 30,
    doubtful: 12,
    other: 12,
    empty: 24,
    truncated: 6,
    simulated: false
  });
  expect(await rows("select outcome, request from refusal_examples order by 1, 2", store)).toEqual([
    ["doubtful", "harmful"],
    ["other language", "benign"],
    ["over-refusal", "benign"]
  ]);
});
