// Narratives told by a model at an endpoint: from settings to a valid file by commands, each fault of a model told, nothing half-written.
import {mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import type {NarrativeLine as Line} from "../../../pipelines/generate/narratives/narrative.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {World} from "../../../pipelines/infer/narrating.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {questionIn} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {builtInServer} from "../../builtInServer.js";
import {type Workbook, workbook} from "../../workbook.js";

const SETTINGS = "seed: 3\ntarget_tokens: 1200\nnum_operations: 4\nmax_depth: 3\nretries: 1\nretry_delay: 0\n";
const OUT = "data/banks/told.jsonl";

async function bookWith(models: string, settings = SETTINGS): Promise<Workbook> {
  const book = await workbook({"models/reference.yaml": models, "narrators/mine.yaml": settings});
  await mkdir(join(book.root, "data/banks"), {recursive: true});
  return book;
}
const simulated = (...ids: string[]) =>
  `endpoint: "reference:"\nretries: 0\nmodels: [${ids.map(id => `{id: ${id}}`).join(", ")}]\n`;
const make = (book: Workbook, ...words: string[]) =>
  book.command("narratives", "make", "--settings", "data/narrators/mine.yaml", "--out", OUT, ...words);
const lines = async (book: Workbook, file = OUT): Promise<Line[]> =>
  (await readFile(join(book.root, file), "utf8"))
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
const files = async (book: Workbook) => (await readdir(join(book.root, "data/banks"))).sort();

test("a model of the book tells narratives that are valid, of the right length, and have the answers; a rerun asks nothing", async () => {
  await using book = await bookWith(simulated("narrator"));
  const made = await make(book, "--narrator", "narrator", "--count", "6");
  expect(made.code, made.stderr).toBe(0);
  expect(made.stderr).toMatch(/told\.jsonl: 6 narratives, [\d,]+ tokens; by narrator \(simulated\), \d+ asked, 0 from the cache/);
  const told = await lines(book);
  expect(told).toHaveLength(6);
  for (const {token_count_narrative: tokens, full_text_for_eval: text, ground_truth_value: answer} of told) {
    expect(Math.abs(tokens - 1200)).toBeLessThanOrEqual(24);
    const {question, solver} = questionIn(text)!;
    expect(solver.solve(question, mindOf(unlimited, randomOf("reader"))).answer).toBe(String(answer));
  }
  const worlds = JSON.parse(await readFile(join(book.root, "data/banks/told.world.json"), "utf8"));
  expect(Object.keys(worlds).sort()).toEqual(told.map(({id}) => id).sort());
  for (const {characters} of Object.values<World>(worlds)) {
    expect(characters.length).toBeGreaterThanOrEqual(5);
    expect(characters.length).toBeLessThanOrEqual(9);
  }
  const valid = await book.command("narratives", "validate", OUT);
  expect(valid.code, valid.stdout).toBe(0);
  const bytes = await readFile(join(book.root, OUT));
  const worldBytes = await readFile(join(book.root, "data/banks/told.world.json"));

  const again = await make(book, "--narrator", "narrator", "--count", "6");
  expect(again.stderr).toMatch(/, 0 asked, \d+ from the cache/);
  expect((await readFile(join(book.root, OUT))).equals(bytes)).toBe(true);
  expect((await readFile(join(book.root, "data/banks/told.world.json"))).equals(worldBytes)).toBe(true);
  const fewer = await make(book, "--narrator", "narrator", "--count", "2");
  expect(fewer.stderr).toMatch(/, 0 asked, \d+ from the cache/);
  expect(bytes.toString().startsWith(await readFile(join(book.root, OUT), "utf8"))).toBe(true);

  // The lists are those that the built-in narrator tells.
  const grammar = await make(book, "--narrator", "grammar", "--count", "6");
  expect(grammar.code, grammar.stderr).toBe(0);
  expect((await lines(book)).map(({ast_str}) => ast_str)).toEqual(told.map(({ast_str}) => ast_str));
});

test("outermost first, names and question by either narrator, a world of few, one operation", async () => {
  const settings = `${SETTINGS}order: outer first\nanchors: grammar\nquestion: model\nmin_characters: 1\nmax_characters: 1\n`;
  await using book = await bookWith(simulated("narrator"), settings);
  const made = await make(book, "--narrator", "narrator", "--count", "2");
  expect(made.code, made.stderr).toBe(0);
  expect((await book.command("narratives", "validate", OUT)).code).toBe(0);
  const one = "seed: 1\ntarget_tokens: 700\nnum_operations: 1\nmax_depth: 1\ncount: 1\n";
  await writeFile(join(book.root, "data/narrators/mine.yaml"), one);
  const least = await make(book, "--narrator", "narrator");
  expect(least.code, least.stderr).toBe(0);
  expect(least.stderr).toContain("1 narrative, ");
  expect((await book.command("narratives", "validate", OUT)).code).toBe(0);
});

test("a model defined in the settings is asked over HTTP, streamed or whole", async () => {
  const url = await builtInServer();
  for (const stream of [true, false]) {
    const own = `narrator: mine\nmodels: [{id: mine, endpoint: "${url}", model: narrator, stream: ${stream}}]\n`;
    await using book = await bookWith(simulated("sim-heron-08"), `${SETTINGS}${own}judge: mine\n`);
    const made = await make(book, "--count", "2");
    expect(made.code, made.stderr).toBe(0);
    expect(made.stderr).toContain("by mine, ");
    expect(made.stderr).toContain("cost unknown: no price");
    expect((await book.command("narratives", "validate", OUT)).code).toBe(0);
  }
});

test.each<[string, RegExp]>([
  ["narrator-markdown", /beat of operation \d, not accepted in 2 attempts, .*begins with a remark.*"Here is the scene:".*/],
  ["narrator-numbers", /beat of operation \d, .*has the number 40.*a time of day/],
  ["narrator-leak", /beat of operation \d, .*states \d, (?:its result|the answer)/],
  ["narrator-cut", /beat of operation \d: narrator-cut at \S+: (?:connection|stream) was cut/],
  ["narrator-names", /world, not accepted in 2 attempts, .*characters: \w+ is missing\./],
  ["narrator-empty", /beat of operation \d: narrator-empty at \S+: empty completion/],
  ["narrator-stubborn", /beat of operation \d, .*has its operand \d (?:nowhere|\d of \d times)/],
  ["sim-heron-08", /world, .*It is not JSON and nothing else\./]
])("%s: the fault is told, and nothing is written", async (narrator, told) => {
  for (const stream of [false, true]) {
    await using book = await bookWith(`stream: ${stream}\n${simulated(narrator)}`);
    const made = await make(book, "--narrator", narrator, "--count", "2");
    expect(made.code).toBe(1);
    const failed = made.stderr.split("\n").filter(line => / failed: /.test(line));
    expect(failed, made.stderr).toHaveLength(2);
    expect(failed[0]).toMatch(told);
    expect(made.stderr).toContain("told.jsonl is not written: no narrative was completed, 2 failed");
    expect(await files(book)).toEqual([]);
  }
});

test("mistakes in settings and options are one line before anything is asked", async () => {
  await using book = await bookWith(simulated("narrator"));
  const settings = join(book.root, "data/narrators/mine.yaml");
  const refused = async (text: string, told: RegExp, ...words: string[]) => {
    await writeFile(settings, text);
    const made = await make(book, ...words);
    expect([made.code, made.stderr.trim().split("\n").length], made.stderr).toEqual([2, 1]);
    expect(made.stderr).toMatch(told);
  };
  await refused(SETTINGS, /no model "narator" in the settings or the book; did you mean "?narrator/, "--narrator", "narator");
  await refused(`${SETTINGS}narrator: narrator\njudge: nobody\n`, /no model "nobody"/);
  await refused("count: 1\njudge: narrator\n", /mine\.yaml:2:1 unknown key "judge"/);
  await refused(`${SETTINGS}narrator: narrator\nmin_characters: 9\nmax_characters: 5\n`, /min_characters 9 is greater than/);
  await refused(`${SETTINGS}narrator: narrator\nlog_size: big\n`, /log_size|expected a size such as/);
  await refused(
    `${SETTINGS}narrator: mine\nmodels: [{id: mine, endpoint: "http://127.0.0.1:9/v1", api_key_env: NOT_THERE_AT_ALL}]\n`,
    /needs its API key in the environment variable NOT_THERE_AT_ALL/
  );
  await refused(
    `${SETTINGS}narrator: mine\nmodels: [{id: mine, endpoint: "http://127.0.0.1:9/v1"}]\n`,
    /no price is known/,
    "--max-cost",
    "1"
  );
  await refused(
    `narrator: mine\nmodels: [{id: mine, endpoint: "http://127.0.0.1:9/v1"}]\ntarget_tokens: 300\nnum_operations: 12\nmax_depth: 4\n`,
    /narrative 1: the list takes at least \d+ tokens to tell, instructions and examples included, more than the 300/
  );
  await refused(`${SETTINGS}narrator: narrator\n`, /--count 0: a model writes at least one narrative/, "--count", "0");
  expect(await files(book)).toEqual([]);
});

test("the example of a model's settings is whole, and asks for its key before anything else; the grammar can tell it too", async () => {
  await using book = await bookWith(simulated("narrator"), await readFile("data/narrators/model.yaml", "utf8"));
  const made = await make(book);
  expect(made.code).toBe(2);
  expect(made.stderr).toBe(
    'model "my-narrator" needs its API key in the environment variable NARRATOR_API_KEY, which is not set (--api-key-env, or api_key_env in its file)\n'
  );
  expect(await files(book)).toEqual([]);
  const grammar = await make(book, "--narrator", "grammar", "--count", "1");
  expect(grammar.code, grammar.stderr).toBe(0);
});
