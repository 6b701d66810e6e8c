// Queries in answers through the whole pipeline: run against an endpoint, scored by their rows, the same again from the cache and from the store.
import {join} from "node:path";
import {expect, test} from "vitest";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {referenceQuery} from "../generate/benchmarks/code/sqlReference.js";
import {stubServer, workbook} from "../workbook.js";

/** A right query to questions of the library, and no query to others. */
const reply = ({messages}: {messages?: {content: string}[]}): string => {
  const prompt = messages!.at(-1)!.content;
  return prompt.includes("TABLE members") ? `\`\`\`sql\n${referenceQuery(prompt)}\n\`\`\`` : "I cannot.";
};

test("answers of ZenSQL are run and scored, and scored again as they were", async () => {
  await using stub = await stubServer(reply);
  await using book = await workbook({
    "book.yaml":
      "suite: suites/mine.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 20, step: 20, max: 20}\nseed: 7\n",
    "models/own.yaml": `id: own\nendpoint: ${stub.url}\n`,
    "suites/mine.yaml": "tasks:\n  - {task: zen-sql, params: {level: [1, 5], database: [library, shop]}}\n"
  });
  const ran = await book.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const {connection, close} = await openDuckDB();
  const statuses = async () => {
    const samples = `read_parquet('${join(book.root, "data/store/samples.parquet")}')`;
    const query = `select json_extract_string(params, '$.database') as name, status, count(*)::int from ${samples} group by all order by all`;
    return (await connection.runAndReadAll(query)).getRows();
  };
  try {
    const right = [
      ["library", 1, 40],
      ["shop", 0, 40]
    ];
    expect(await statuses()).toEqual(right);
    const asked = stub.requests.length;
    const hashes = await book.tableHashes();
    expect((await book.command("run")).code).toBe(0);
    expect(stub.requests.length).toBe(asked);
    expect(await book.tableHashes()).toEqual(hashes);
    const scored = await book.command("score");
    expect(scored.code, scored.stderr).toBe(0);
    expect(await statuses()).toEqual(right);
  } finally {
    close();
  }
});
