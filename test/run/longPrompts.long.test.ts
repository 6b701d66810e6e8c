// A run with prompts of a megabyte, in far less memory than they take together.
import {createHash} from "node:crypto";
import {writeFileSync} from "node:fs";
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {join} from "node:path";
import {expect, onTestFinished, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {english} from "../../pipelines/generate/words/english.js";
import {isShortened} from "../../pipelines/infer/shortened.node.js";
import {openTables} from "../../pipelines/store/sql.node.js";
import {workbook} from "../workbook.js";

const ITEMS = 60;
const WORDS = 150_000;
/** Megabytes of JavaScript's heap. Asked all at once, 180 requests would take half a gigabyte. */
const OLD_SPACE = 260;

test(`${ITEMS} prompts of a megabyte, of three models, are asked within ${OLD_SPACE} MB of heap; tables hold their ends`, async () => {
  const answer = JSON.stringify({
    choices: [{index: 0, message: {role: "assistant", content: "Answer: 7"}, finish_reason: "stop"}],
    usage: {prompt_tokens: 200_000, completion_tokens: 4}
  });
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(200, {"content-type": "application/json"}).end(answer));
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await using book = await workbook({
    "book.yaml":
      "suite: suites/long.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 60, max: 60}\n",
    "suites/long.yaml": "tasks: [{bank: long}]\n",
    "models/own.yaml": `endpoint: ${endpoint}\ncontext_tokens: 4000000\nmodels: [{id: a}, {id: b}, {id: c}]\n`,
    "banks/long.yaml": "files: long.jsonl\nlayout: plain\nscorer: {kind: number}\nprompt: {instruction: ''}\n"
  });
  const random = randomOf("long prompts");
  const texts = Array.from({length: ITEMS}, () => Array.from({length: WORDS}, () => random.pick(english)).join(" "));
  const lines = texts.map((question, i) => JSON.stringify({question, answer: String(i % 10)}));
  writeFileSync(join(book.root, "data/banks/long.jsonl"), lines.join("\n"));
  const ran = await book.start(["run"], {NODE_OPTIONS: `--max-old-space-size=${OLD_SPACE}`}).ended;
  expect(ran.code, ran.stderr.slice(-2_000)).toBe(0);

  const {connection, close} = await openTables(join(book.root, "data/store"));
  onTestFinished(close);
  const sql = async <Row>(query: string) => (await connection.runAndReadAll(query)).getRowObjectsJS() as unknown as Row[];
  const digests = new Set(texts.map(text => createHash("sha256").update(text).digest("hex")));
  const rows = await sql<{prompt: string; n: number}>(
    "select prompt, count(*)::int as n from responses group by prompt union all select prompt, 3 from items"
  );
  expect(rows.length).toBe(2 * ITEMS);
  for (const {prompt, n} of rows) {
    expect(n).toBe(3);
    expect(prompt.length).toBeLessThan(40_000);
    expect(isShortened(prompt)).toBe(true);
    expect(digests).toContain(/SHA-256 ([\da-f]{64})/u.exec(prompt)![1]);
  }
  // What stands once in items is not repeated by responses.
  const [bytes] = await sql<{items: number; responses: number}>(
    "select (select max(length(prompt)) from items)::int as items, (select max(length(prompt)) from responses)::int as responses"
  );
  expect(bytes!.items).toBeGreaterThan(32_000);
  expect(bytes!.responses).toBeLessThan(4_400);
  const [scored] = await sql<{right: number; n: number}>("select count(*)::int as n, sum(status)::int as right from samples");
  expect(scored).toEqual({n: 3 * ITEMS, right: 3 * (ITEMS / 10)});
});
