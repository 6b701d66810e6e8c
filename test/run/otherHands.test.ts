// Whole runs against servers of other hands, or beside their clients: repeated answers from a mock server of the registry, scoring by
// log-probability from a stub server of the registry, and beside the official client. Mock servers of models have no log-probabilities
// (aimock, openai-api-mock) and bindings of llama.cpp ship no model, so the stub server is given them by rules.
import {writeFileSync} from "node:fs";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {LLMock} from "@copilotkit/aimock";
import OpenAI from "openai";
import {Stubby} from "stubby";
import {expect, onTestFinished, test} from "vitest";
import {query} from "../../pipelines/store/sql.node.js";
import {builtInServer} from "../builtInServer.js";
import {ask, quick} from "../infer/loopback.js";
import {type Workbook, workbook} from "../workbook.js";

async function rows<Row>({root}: Workbook, text: string): Promise<Row[]> {
  const {columns, rows} = await query(text, {folder: join(root, "data/store")});
  return rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as Row);
}

const bookOf = (endpoint: string, {model, bank, sampler}: {model: string; bank: string; sampler: string}) =>
  workbook({
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 64, max: 64}\n",
    "suites/own.yaml": "tasks: [{bank: own}]\n",
    "models/own.yaml": `id: ${model}\nendpoint: ${endpoint}\n`,
    "banks/own.yaml": bank,
    "samplers/greedy.yaml": sampler
  });

test("pass@4 of four answers to each question, by a mock server of the registry: the values are those of counting by hand", async () => {
  /** Right answers of four, by item. */
  const right = [0, 1, 2, 3, 4, 4, 1, 0, 2, 4];
  const mock = new LLMock({port: 0});
  const asked = new Map<number, number>();
  mock.onMessage(/item \d+/, request => {
    const item = Number(/item (\d+)/.exec(JSON.stringify(request.messages))![1]);
    const before = asked.get(item) ?? 0;
    asked.set(item, before + 1);
    return {content: `I think so.\n\nAnswer: ${before < right[item]! ? item : 1_000 + before}`};
  });
  await mock.start();
  onTestFinished(async () => {
    await mock.stop();
  });
  await using book = await bookOf(`${mock.url}/v1`, {
    model: "gpt-4o",
    bank: "files: own.jsonl\nscorer: {kind: number}\n",
    sampler: "max_tokens: 64\ntemperature: 0.7\ntrials: 4\n"
  });
  const items = right.map((_, i) => JSON.stringify({question: `What number has item ${i}?`, answer: String(i)}));
  writeFileSync(join(book.root, "data/banks/own.jsonl"), items.join("\n"));
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect([...asked.values()]).toEqual(right.map(() => 4));
  const printed = await book.command("analyze", "repetitions", "--format", "json");
  expect(printed.code, printed.stderr).toBe(0);
  const found = JSON.parse(printed.stdout) as {
    reducer: string;
    k: number | null;
    value: number;
    low: number;
    high: number;
    n: number;
  }[];
  const pass = (k: number) => found.find(row => row.reducer === "pass" && row.k === k)!;
  // Chen et al. 2021: 1 − C(4 − c, k)/C(4, k), its mean over items. For k = 1 it is the share of right answers.
  const chosen = (n: number, k: number): number => (k > n ? 0 : k === 0 ? 1 : (chosen(n - 1, k - 1) * n) / k);
  for (const k of [1, 2, 4]) {
    const expected = right.reduce((sum, c) => sum + 1 - chosen(4 - c, k) / chosen(4, k), 0) / right.length;
    expect(pass(k)).toMatchObject({n: right.length});
    expect(pass(k).value).toBeCloseTo(expected, 12);
    expect(pass(k).low).toBeLessThan(expected);
  }
  expect(pass(4).value).toBe(0.8); // eight of ten items are right at least once

  const again = await book.command("run");
  expect(again.code, again.stderr).toBe(0);
  expect([...asked.values()]).toEqual(right.map(() => 4)); // every answer was in the cache
});

/** Log-probabilities that the stub server gives to the tokens of each choice behind each bird's question. */
const LIKELY: Record<string, Record<string, [token: string, logprob: number][]>> = {
  heron: {
    fish: [[" fish", -4]],
    "a letter from home": [
      [" a letter", -3],
      [" from home", -6]
    ],
    rain: [[" rain", -6]],
    silence: [[" silence", -8]]
  },
  stork: {
    fish: [[" fish", -5]],
    "a letter from home": [
      [" a letter", -20],
      [" from home", -6]
    ],
    rain: [[" rain", -1.5]],
    silence: [
      [" sil", -1],
      ["ence", -3]
    ]
  }
};

test("log-probabilities of a stub server of the registry: choices are scored by its numbers, per byte, raw and per token", async () => {
  // The rules echo the prompt that was asked, as one token without a log-probability, and one generated token behind the choice.
  const rules = Object.entries(LIKELY).flatMap(([bird, choices]) =>
    Object.entries(choices).map(([choice, tokens]) => {
      const all = ["<% post[1] %>", ...tokens.map(([token]) => token), " indeed"];
      const logprobs = {tokens: all, token_logprobs: [null, ...tokens.map(([, logprob]) => logprob), -0.01]};
      return {
        request: {url: "^/v1/completions$", method: "POST", post: `"prompt":"(A ${bird} [^"]*Answer:) ${choice}"`},
        response: {
          headers: {"content-type": "application/json"},
          body: JSON.stringify({choices: [{text: "", logprobs}], usage: {prompt_tokens: 20, completion_tokens: 1}})
        }
      };
    })
  );
  const stub = new Stubby();
  await stub.start({data: rules, stubs: 0, tls: 0, admin: 0, location: "127.0.0.1"});
  onTestFinished(() => stub.stop());
  const asked = () => stub.get().reduce((sum, {hits}) => sum + hits, 0);
  const {port} = stub.stubsPortal.address() as AddressInfo;
  await using book = await bookOf(`http://127.0.0.1:${port}/v1`, {
    model: "stub",
    bank: "files: own.jsonl\nscorer: {kind: loglikelihood}\n",
    sampler: "max_tokens: 64\n"
  });
  const choices = Object.keys(LIKELY.heron!);
  const items = ["heron", "stork"].map(bird => ({
    question: `A ${bird} stands in the water.\nWhat does it wait for?`,
    choices,
    answer: "a letter from home"
  }));
  writeFileSync(join(book.root, "data/banks/own.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  expect(asked()).toBe(8); // each choice once
  const found = await rows<{bird: string; answer: string; status: number; name: string; value: number}>(
    book,
    `select regexp_extract(i.prompt, 'A (\\w+)', 1) as bird, s.answer, s.status::int as status, m.name, m.value
     from samples s join items i using (item_id) join measures m using (item_id) order by all`
  );
  const of = (bird: string) => found.filter(row => row.bird === bird);
  const measure = (bird: string, name: string) => of(bird).find(row => row.name === name)!.value;
  // The heron: −4, −9, −6, −8 in sum. By 4, 18, 4 and 7 bytes −1, −0.5, −1.5, −1.14: the second; raw and by 1, 2, 1, 1 tokens the first, −4.
  expect(of("heron")[0]).toMatchObject({answer: "B", status: 1});
  expect(["acc", "acc_bytes", "acc_tokens"].map(name => measure("heron", name))).toEqual([0, 1, 0]);
  const weights = [-4, -9, -6, -8].map(Math.exp);
  expect(measure("heron", "confidence")).toBeCloseTo(weights[1]! / weights.reduce((a, b) => a + b), 12);
  // The stork: −5, −26, −1.5, −4 in sum, by bytes −1.25, −1.44, −0.375, −0.57: rain, however it is counted.
  expect(of("stork")[0]).toMatchObject({answer: "C", status: 0});
  expect(["acc", "acc_bytes", "acc_tokens"].map(name => measure("stork", name))).toEqual([0, 0, 0]);

  const again = await book.command("run");
  expect(again.code, again.stderr).toBe(0);
  expect(asked()).toBe(8); // every answer was in the cache
});

async function served() {
  const base = await builtInServer();
  return {base, official: new OpenAI({dangerouslyAllowBrowser: true, baseURL: base, apiKey: "none", maxRetries: 0})};
}

test("log-probabilities: a run scores choices as the official client's numbers say", async () => {
  const {base, official} = await served();
  const model = "sim-lynx-05";
  await using book = await bookOf(base, {
    model,
    bank: "files: own.jsonl\nscorer: {kind: loglikelihood}\n",
    sampler: "max_tokens: 64\n"
  });
  const items = Array.from({length: 12}, (_, i) => ({
    question: `A heron stands in water number ${i}. What does it wait for?`,
    choices: ["fish", "a letter from home", "ünïcode 🐟", "rain"],
    answer: "ABCD"[i % 4]!
  }));
  writeFileSync(join(book.root, "data/banks/own.jsonl"), items.map(item => JSON.stringify(item)).join("\n"));
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const found = await rows<{prompt: string; answer: string; expected: string; status: number; acc: number}>(
    book,
    `select i.prompt, s.answer, s.expected, s.status::int as status, m.value as acc
     from samples s join items i using (item_id) join measures m using (item_id) where m.name = 'acc'`
  );
  expect(found.length).toBe(items.length);
  for (const {prompt, answer, expected, status, acc} of found) {
    expect(prompt).toMatch(/^A heron stands in water number \d+\. What does it wait for\?\n\nAnswer:$/);
    const {choices} = items.find(({question}) => prompt.startsWith(question))!;
    const sums: number[] = [];
    for (const choice of choices) {
      const echoed = await official.completions.create({
        model,
        prompt: `${prompt} ${choice}`,
        max_tokens: 1,
        echo: true,
        logprobs: 1
      });
      const {tokens, token_logprobs} = echoed.choices[0]!.logprobs!;
      let [at, sum] = [0, 0];
      for (const [i, token] of tokens!.entries()) {
        const [begin, end] = [at, at + token.length];
        if (end > prompt.length && begin < prompt.length + 1 + choice.length) sum += token_logprobs![i]!;
        at = end;
      }
      sums.push(sum);
    }
    const best = (values: readonly number[]) => "ABCD"[values.indexOf(Math.max(...values))];
    expect(answer).toBe(best(sums.map((sum, i) => sum / Buffer.byteLength(choices[i]!))));
    expect(status).toBe(Number(answer === expected));
    expect(acc).toBe(Number(best(sums) === expected));
  }
});

test.each([false, true])("log-probabilities of an answer are those that the official client reads (stream: %s)", async stream => {
  const {base, official} = await served();
  const messages = [{role: "user" as const, content: "Is the following true? not ( True ) and False"}];
  const theirs: OpenAI.ChatCompletionTokenLogprob[] = [];
  const request = {model: "sim-lynx-05", messages, logprobs: true, max_tokens: 64};
  if (stream)
    for await (const chunk of await official.chat.completions.create({...request, stream: true}))
      theirs.push(...(chunk.choices[0]?.logprobs?.content ?? []));
  else theirs.push(...(await official.chat.completions.create(request)).choices[0]!.logprobs!.content!);
  expect(theirs.length).toBeGreaterThan(0);
  const ours = await quick({base, stream, retries: 0}).ask(
    ask("", {model: "sim-lynx-05", messages, sampling: {logprobs: true, max_tokens: 64}})
  );
  expect(ours.logprobs!.values).toEqual(theirs.map(({logprob}) => Number(logprob.toPrecision(5))));
  expect(ours.logprobs!.lengths).toEqual(theirs.map(({token}) => token.length));
});
