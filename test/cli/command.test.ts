// Options of commands: one schema gives the command line, input as JSON, help and messages.
import {mkdtempSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Readable, Writable} from "node:stream";
import {Command} from "commander";
import {afterAll, expect, test} from "vitest";
import {z} from "zod";
import {type AnyCommand, command, option, positional, printingCommand} from "../../pipelines/cli/command.js";
import {flag, path, shareBetween0And1, wholeNumber} from "../../pipelines/cli/optionTypes.js";
import type {Io} from "../../pipelines/io/io.js";
import {processIo} from "../../pipelines/io/node.process.js";

const folder = mkdtempSync(join(tmpdir(), "reasonbook-command-"));
afterAll(() => rmSync(folder, {recursive: true}));

const options = z.strictObject({
  file: positional(z.string(), "a file"),
  more: positional(z.array(z.string()).default([]), "further files"),
  max_cost: option(z.number().min(0).optional(), "dollars", {value: "dollars", expects: "an amount in US dollars"}),
  limit: wholeNumber("at most n").default(10),
  tag: option(z.array(z.string()).default([]), "tags", {value: "name"}),
  suite: option(z.array(z.string()).optional(), "suites", {value: "file..."}),
  layout: option(z.enum(["plain", "choices"]).default("plain"), "the layout", {value: "name"}),
  scale: option(z.literal([5, 10]).default(5), "the best grade"),
  level: shareBetween0And1("the level").optional(),
  history: option(z.union([z.string(), z.literal(false)]).optional(), "the record", {value: "folder", negatable: true}),
  redis: option(z.union([z.string(), z.literal(true)]).optional(), "the server", {value: "url", bare: true}),
  open: option(z.boolean().default(true), "do not open it"),
  yes: flag("do it"),
  secret: option(z.string().optional(), "an old option", {hidden: true})
});

/** Writes its options as JSON. */
const echo = command({
  name: "echo",
  summary: "write the options",
  options,
  examples: ["a.txt --limit 3"],
  former: {"--max <n>": "--max is now spelled --limit"},
  run: async (values, {stdout}) => void stdout.write(JSON.stringify(values))
});

async function run(
  each: AnyCommand,
  words: readonly string[],
  {stdin = ""} = {}
): Promise<{stdout: string; code: number | null}> {
  let [text, code]: [string, number | null] = ["", null];
  const stdout = new Writable({
    write(chunk: Buffer, _, done) {
      text += chunk.toString();
      done();
    }
  });
  const io: Io = {...processIo(), stdout, stdin: Readable.from([stdin])};
  const program = new Command().exitOverride().configureOutput({writeOut: each => void stdout.write(each), writeErr() {}});
  each.addTo(program, io, ended => {
    code = ended;
  });
  await program.parseAsync([each.name, ...words], {from: "user"});
  return {stdout: text, code};
}

const read = async (...words: string[]): Promise<unknown> => JSON.parse((await run(echo, words)).stdout);
const DEFAULTS = {more: [], limit: 10, tag: [], layout: "plain", scale: 5, open: true};

test("words and options become values of the schema's types; defaults fill the others", async () => {
  expect(await read("a")).toEqual({...DEFAULTS, file: "a"});
  const words = [
    "a",
    "b",
    "c",
    "--max-cost",
    "0.5",
    "--limit",
    "3",
    "--layout",
    "choices",
    "--scale",
    "10",
    "--yes",
    "--no-open"
  ];
  expect(await read(...words)).toEqual({
    ...DEFAULTS,
    file: "a",
    more: ["b", "c"],
    max_cost: 0.5,
    limit: 3,
    layout: "choices",
    scale: 10,
    yes: true,
    open: false
  });
});

test("a list takes one value each time, or all words up to the next option if its value ends in ...", async () => {
  expect(await read("--tag", "x", "a", "--tag", "y")).toEqual({...DEFAULTS, file: "a", tag: ["x", "y"]});
  expect(await read("a", "--suite", "x", "y", "--suite", "z")).toEqual({...DEFAULTS, file: "a", suite: ["x", "y", "z"]});
});

test("an option that takes one value is refused a second time: all but the last were dropped silently", async () => {
  await expect(read("a", "--limit", "3", "--limit", "4")).rejects.toThrow("--limit is given twice, and takes one value");
  await expect(read("a", "--layout", "plain", "--layout", "plain")).rejects.toThrow("--layout is given twice");
});

test("--no-NAME and an option without its value", async () => {
  expect(await read("a", "--no-history", "--redis")).toEqual({...DEFAULTS, file: "a", history: false, redis: true});
  expect(await read("a", "--history", "h", "--redis", "r")).toEqual({...DEFAULTS, file: "a", history: "h", redis: "r"});
});

test("the same options as JSON, from a file and from standard input; the command line wins", async () => {
  const values = {file: "a", more: ["b"], max_cost: 0.5, suite: ["x"], history: false, redis: true, open: false, scale: 10};
  const file = join(folder, "options.json");
  writeFileSync(file, JSON.stringify(values));
  expect(await read("--json-in", file)).toEqual({...DEFAULTS, ...values});
  expect(await read("--json-in", file, "--max-cost", "1", "c")).toEqual({...DEFAULTS, ...values, max_cost: 1, file: "c"});
  const {stdout} = await run(echo, ["--json-in", "-"], {stdin: JSON.stringify(values)});
  expect(JSON.parse(stdout)).toEqual({...DEFAULTS, ...values});
});

test.each([
  [{file: "a", limt: 1}, 'unknown option "limt"; did you mean "limit"?'],
  [{limit: 1}, "missing required argument 'file'"],
  [{file: "a", limit: "3"}, '--limit expects a whole number of at least 1, got "3"'],
  [{file: "a", open: "no"}, "--open: Invalid input: expected boolean, received string"],
  [[], "--json-in: standard input holds no JSON object of options"]
])("refuses the JSON %j", async (values, message) => {
  await expect(run(echo, ["--json-in", "-"], {stdin: JSON.stringify(values)})).rejects.toThrow(message);
});

test.each([
  ["a --limit 0", '--limit expects a whole number of at least 1, got "0"'],
  ["a --limit x", '--limit expects a whole number of at least 1, got "x"'],
  ["a --max-cost -1", '--max-cost expects an amount in US dollars, got "-1"'],
  ["a --level 1", '--level expects a share between 0 and 1 such as 0.01, got "1"'],
  ["a --layout plian", '--layout: expected one of: plain, choices, got "plian"; did you mean "plain"?'],
  ["a --scale 7", '--scale: expected one of: 5, 10, got "7"'],
  ["", "missing required argument 'file'"],
  ["a --max 3", "--max is now spelled --limit"]
])("refuses %j in one line that names option and value", async (line, message) => {
  const error = await run(echo, line.split(" ").filter(Boolean)).catch((error: Error) => error);
  expect((error as Error).message).toBe(message);
});

test("a required option that is missing", async () => {
  const each = command({name: "x", summary: "need it", options: z.strictObject({judge: path("the model")}), run: async () => {}});
  await expect(run(each, [])).rejects.toThrow("required option '--judge' not specified");
});

test("help has arguments, options with values, choices and defaults, and examples, but nothing hidden", async () => {
  const error = await run(echo, ["--help"]).catch((error: {code: string}) => error.code);
  expect(error).toBe("commander.helpDisplayed");
  let help = "";
  const program = new Command().exitOverride().configureOutput({writeOut: text => void (help += text)});
  echo.addTo(program, processIo(), () => {});
  await program.parseAsync(["echo", "--help"], {from: "user"}).catch(() => {});
  for (const part of [
    "echo [options] <file> [more...]",
    "write the options",
    "--max-cost <dollars>",
    "--suite <file...>",
    "(default: plain) (one of: plain, choices)",
    "--no-history",
    "--redis [url]",
    "--no-open",
    "--json-in <file>",
    "reasonbook echo a.txt --limit 3"
  ])
    expect(help.replace(/\s+/g, " ")).toContain(part);
  expect(help).not.toContain("--secret");
  expect(help).not.toContain("--max <n>");
});

test("a printing command prints its result as text or as JSON, and its result decides the exit code", async () => {
  const each = printingCommand({
    name: "sum",
    summary: "add",
    options: z.strictObject({n: positional(z.array(z.coerce.number()), "numbers")}),
    outputSchema: () => z.toJSONSchema(z.object({sum: z.number()})),
    run: async ({n}) => ({sum: n.reduce((sum, each) => sum + each, 0)}),
    print: ({sum}) => `sum ${sum}\n`,
    exitCode: ({sum}) => (sum > 5 ? 1 : 0)
  });
  expect(await run(each, ["1", "2"])).toEqual({stdout: "sum 3\n", code: 0});
  expect(await run(each, ["4", "2", "--json"])).toEqual({stdout: '{\n  "sum": 6\n}\n', code: 1});
  const {stdout, code} = await run(each, ["--schema"]);
  expect(JSON.parse(stdout)).toMatchObject({type: "object", properties: {sum: {type: "number"}}});
  expect(code).toBe(0);
});
