// The command line as a function: help, mistakes, input as JSON, exit codes, and commands of several folders at the same time.
import {mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, resolve} from "node:path";
import {Readable} from "node:stream";
import {afterAll, expect, test} from "vitest";
import {catalog, SECTIONS} from "../../pipelines/cli/catalog.js";
import {ask} from "../analyze/store.js";
import {inProcess} from "../inProcess.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "reasonbook-main-")));
afterAll(() => rmSync(root, {recursive: true}));

/** Makes a folder with a store whose table `points` has so many rows. */
async function folderWith(name: string, rows: number): Promise<string> {
  const folder = join(root, name);
  mkdirSync(join(folder, "data", "store"), {recursive: true});
  await ask(`copy (select unnest(range(${rows})) as n) to '${join(folder, "data", "store", "points.parquet")}'`);
  return folder;
}

const COUNT = "select count(*)::int as n from points";

test("help lists at most 12 commands by section, with --all all of them", async () => {
  const named = (text: string) => [...text.matchAll(/^ {2}(\S+) {2,}\S/gmu)].map(([, name]) => name);
  for (const words of [[], ["--help"], ["-h"]]) {
    const {code, stdout, stderr} = await inProcess(words);
    expect({code, stderr}).toEqual({code: 0, stderr: ""});
    expect(named(stdout).length).toBeLessThanOrEqual(12);
    expect(stdout.match(/^[a-z]+$/gmu)).toEqual(
      SECTIONS.filter(section => catalog.some(each => each.isListed && each.section === section))
    );
  }
  const {stdout} = await inProcess(["--help", "--all"]);
  expect(named(stdout).sort()).toEqual(catalog.map(({name}) => name).sort());
});

test("--version is that of package.json", async () => {
  const {version} = JSON.parse(readFileSync("package.json", "utf8")) as {version: string};
  expect(await inProcess(["--version"])).toEqual({code: 0, stdout: `${version}\n`, stderr: ""});
});

test("every command's module has its commands, each with one schema, a summary and examples", async () => {
  for (const {name, load} of catalog) {
    const commands = (await load()).commands.filter(each => each.name.split(" ")[0] === name);
    expect(commands.length, name).toBeGreaterThan(0);
    for (const each of commands) {
      expect(each.summary, each.name).toMatch(/^[^\n]+[^.\n]$/u);
      expect(each.examples.length, each.name).toBeLessThanOrEqual(2);
      for (const key of Object.keys(each.options.shape)) expect(key, each.name).toMatch(/^[a-z][a-z0-9_]*$/u);
    }
  }
});

test.each([
  [["rnu"], `unknown command 'rnu'; did you mean "run"?\n`],
  [["xyzzy"], "unknown command 'xyzzy'; reasonbook --help --all lists the commands\n"],
  [["sql", "--jsno", "x"], "unknown option '--jsno'; did you mean --json?\n"],
  [["sql", "--api-key=s3cret"], "unknown option '--api-key'\n"],
  [["points", "cuont"], `unknown subcommand "cuont"; did you mean "count"?\n`],
  [["plan", "--book", "absent.yaml"], expect.stringContaining("absent.yaml")],
  [["sql"], expect.stringContaining("give one of a query, --shell or --export")]
])("%j is the user's mistake: one line and exit code 2", async (words, stderr) => {
  expect(await inProcess(words)).toEqual({code: 2, stdout: "", stderr});
});

test("options as JSON, from a file and from standard input", async () => {
  const cwd = await folderWith("json", 3);
  const options = {query: COUNT, json: true};
  writeFileSync(join(cwd, "options.json"), JSON.stringify(options));
  const fromFile = await inProcess(["sql", "--json-in", "options.json"], {cwd});
  expect(fromFile).toMatchObject({code: 0, stderr: ""});
  expect(JSON.parse(fromFile.stdout)).toEqual([{n: 3}]);
  expect(await inProcess(["sql", "--json-in", "-"], {cwd, stdin: Readable.from([JSON.stringify(options)])})).toEqual(fromFile);
  expect(await inProcess(["sql", "--json-in", "-"], {cwd, stdin: Readable.from(['{"qery": "x"}'])})).toEqual({
    code: 2,
    stdout: "",
    stderr: 'unknown option "qery"; did you mean "query"?\n'
  });
});

test("a damaged table is one sentence, and exit code 2", async () => {
  const cwd = await folderWith("failure", 1);
  writeFileSync(join(cwd, "data", "store", "points.parquet"), "no table");
  const {code, stdout, stderr} = await inProcess(["sql", COUNT], {cwd});
  expect({code, stdout}).toEqual({code: 2, stdout: ""});
  expect(stderr).toMatch(/^\S*points\.parquet is damaged\n$/u);
});

test("commands of two folders at the same time each work in their own; those of one run side by side", async () => {
  const home = resolve(".");
  const folders = [await folderWith("one", 1), await folderWith("two", 2)];
  const count = (cwd: string) => inProcess(["sql", "--json", COUNT], {cwd});
  const results = await Promise.all([0, 1, 0, 1].map(i => count(folders[i]!)));
  expect(results.map(({stdout}) => JSON.parse(stdout))).toEqual([[{n: 1}], [{n: 2}], [{n: 1}], [{n: 2}]]);
  expect(resolve(".")).toBe(home);
});

test("a command of a folder that does not exist fails, and leaves the next ones their folder", async () => {
  await expect(inProcess(["sql", "select 1"], {cwd: join(root, "absent")})).rejects.toThrow(/absent/u);
  expect((await inProcess(["--help"])).code).toBe(0);
  const cwd = await folderWith("next", 4);
  const {stdout} = await inProcess(["sql", "--json", COUNT], {cwd});
  expect(JSON.parse(stdout)).toEqual([{n: 4}]);
});
