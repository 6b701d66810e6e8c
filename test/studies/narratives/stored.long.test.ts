// The tables of narratives of a small store: the task's tests told anew, and those of a bank, whose model answers the same to everything.
import {mkdir, symlink} from "node:fs/promises";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {afterAll, beforeAll, expect, test} from "vitest";
import type {Part} from "../../../pipelines/generate/narratives/narrative.js";
import {loaderFolder} from "../../../pipelines/store/places.node.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {type Stub, stubServer, type Workbook, workbook} from "../../workbook.js";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
let book: Workbook;
let stub: Stub;
let folder: string;
const rows = async (text: string) => (await query(text, {folder})).rows;

/** A narrative as the published file has it, and one of which a line says all; the second list cannot be read. */
const BANK = [
  {
    id: "published",
    ast_str: "(MAX 3 (SUM 4 2))",
    num_operations: 2,
    ground_truth_value: 6,
    token_count_narrative: 12,
    full_text_for_eval: "Ann has 4 and 2, and calls the sum the Owl. The largest of the Owl and 3 is asked for."
  },
  {
    id: "broken",
    ast_str: "(MAX 3",
    num_operations: 1,
    ground_truth_value: 3,
    token_count_narrative: 3,
    full_text_for_eval: "Ben has 3."
  }
];

/** Makes the tables of a workbook as a page's loader does. */
async function made(own: Workbook): Promise<void> {
  const folder = loaderFolder(own.root);
  await mkdir(dirname(folder), {recursive: true});
  await symlink(join(ROOT, "loaders"), folder);
  const {code, stderr} = await own.command("refresh", "narratives", "narrative_shortcuts");
  expect(code, stderr).toBe(0);
}

beforeAll(async () => {
  stub = await stubServer(() => "Answer: 5");
  const one = "num_operations: 1, max_depth: 1, examples: 0";
  book = await workbook({
    "suites/small.yaml": `tasks:
  - {task: verbose-listops, params: {form: [story, prose, expression], num_operations: 3, max_depth: 3, target_tokens: 1500, order: outer first}}
  - {task: verbose-listops, params: {form: story, ${one}, target_tokens: 700}}
  - {task: arithmetic, params: {length: 4}}
  - {bank: stories}
`,
    "models/reference.yaml": `endpoint: ${stub.url}\nmodels: [{id: same}]\n`,
    "banks/stories.yaml": "title: stories\nfiles: stories.jsonl\nlayout: verbose-listops\nscorer: {kind: number}\nversion: 1\n",
    "banks/stories.jsonl": BANK.map(line => JSON.stringify(line)).join("\n"),
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8, width: 0.15}\nseed: 7\n"
  });
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  await made(book);
});
afterAll(async () => {
  await book?.[Symbol.asyncDispose]();
  await stub?.[Symbol.asyncDispose]();
});

test("every test of the task and of the bank has a row; no other has", async () => {
  expect(await rows("select data_set, form, count(*)::int from narratives group by all order by 1")).toEqual([
    ["stories", null, 2],
    ["verbose-listops expression", "expression", 8],
    ["verbose-listops prose order=outer first", "prose", 8],
    ["verbose-listops story order=outer first target_tokens=1500", "story", 8],
    ["verbose-listops story target_tokens=700 examples=0", "story", 8]
  ]);
  expect(
    await rows(
      "select count(*)::int from narratives join items using (item_id, base_task, params) where answer = expected::double"
    )
  ).toEqual([[34]]);
  expect(
    await rows(
      "select count(*)::int from narratives join items using (item_id) where narratives.pair_id is distinct from items.pair_id"
    )
  ).toEqual([[0]]);
});

test("parts lie in the prompt: each beat names its result, and padding is the share that is said", async () => {
  const told = await rows(
    `select prompt, parts, anchors, padding_share, "order", depth, effective_depth, operations, problems, form from narratives join items using (item_id) where form in ('story', 'prose')`
  );
  expect(told.length).toBe(24);
  for (const [prompt, parts_json, anchors_json, share, order, depth, effective, operations, problems, form] of told) {
    const [parts, anchors] = [JSON.parse(String(parts_json)) as Part[], JSON.parse(String(anchors_json)) as string[]];
    const words = (part: Part) => String(prompt).slice(part.start, part.end);
    for (const part of parts.filter(({kind}) => kind === "beat"))
      expect(words(part).toLowerCase()).toContain(anchors[part.operation!]!.toLowerCase());
    expect(anchors.length).toBe(operations);
    const length = (kinds: readonly string[]) =>
      parts.filter(({kind}) => kinds.includes(kind)).reduce((sum, part) => sum + words(part).length, 0);
    expect(share).toBeCloseTo(length(["padding"]) / length(["introduction", "beat", "padding", "question"]), 12);
    if (form === "prose") expect(share).toBe(0);
    if (operations === 3) expect([order, depth]).toEqual(["outer first", 3]);
    expect(Number(effective)).toBeLessThanOrEqual(Number(depth));
    expect(problems).toBe(0);
  }
});

test("a list that is written out has its shape and no text of its own; forms of one list share it", async () => {
  expect(
    await rows(
      "select count(*)::int from narratives where form = 'expression' and tokens is null and parts is null and problems is null and depth = 3"
    )
  ).toEqual([[8]]);
  expect(
    await rows("select count(distinct tree)::int, count(distinct pair_id)::int from narratives where operations = 3")
  ).toEqual([[8, 8]]);
});

test("a bank of foreign lines: what lacks is null and said to be unchecked, and a list that cannot be read is a problem", async () => {
  const [published, broken] = await rows(
    "select tokens, operations, depth, chain, padding_share, anchors, parts, problems, problem_codes, len(unchecked) > 0, tree from narratives where data_set = 'stories' order by tokens desc"
  );
  expect(published).toEqual([12, 2, 2, true, null, null, null, 0, [], true, "(MAX 3 (SUM 4 2))"]);
  expect(broken).toEqual([3, null, null, null, null, null, null, 1, ["tree"], true, "(MAX 3"]);
  const [[n, reason]] = (await rows(
    "select count(*)::int, any_value(not_measured) from narrative_shortcuts where data_set = 'stories' and value is null"
  )) as [[number, string]];
  expect([n, reason]).toEqual([38, "broken: a bracket is not closed"]);
});

test("shortcuts of each set of narratives, overall and deep, n no larger than the set; none of lists that are written out", async () => {
  expect(
    await rows(
      "select data_set, count(*)::int, max(narratives)::int from narrative_shortcuts where scope = 'overall' and measure <> 'largest_sentence' group by 1 having max(n) <= max(narratives) order by 1"
    )
  ).toEqual([
    ["stories", 18, 1],
    ["verbose-listops prose order=outer first", 18, 8],
    ["verbose-listops story order=outer first target_tokens=1500", 18, 8],
    ["verbose-listops story target_tokens=700 examples=0", 18, 8]
  ]);
  const [row] = await rows(
    "select value, n, not_measured from narrative_shortcuts where data_set like '%=700%' and measure = 'root_operation' and scope = 'overall'"
  );
  expect(row).toEqual([1, 8, null]); // a single operation is all of the work
  const [deep] = await rows(
    "select value, n, not_measured from narrative_shortcuts where data_set like '%=700%' and measure = 'root_operation' and scope = 'deep'"
  );
  expect(deep).toEqual([null, 0, "no narrative is 4 levels deep"]);
});

test("a store without narratives has typed tables without rows", async () => {
  await using other = await workbook();
  expect((await other.command("run")).code).toBe(0);
  const own = join(other.root, "data/store");
  await made(other);
  for (const table of ["narratives", "narrative_shortcuts"])
    expect((await query(`select count(*)::int from ${table}`, {folder: own})).rows).toEqual([[0]]);
});
