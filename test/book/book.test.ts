import {mkdir, mkdtemp, rm, symlink, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, expect, test, vi} from "vitest";
import {bookHash, currentBook, readBook, readSuites} from "../../pipelines/book/read.node.js";
import {UserError} from "../../pipelines/rows/error.js";

const roots: string[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const root of roots.splice(0)) await rm(root, {recursive: true});
});

const FILES = {
  "data/book.yaml": `suite: suites/starter.yaml
models:
  - models/one.yaml
  - models/many.yaml
template: templates/plain.yaml
sampler: [samplers/greedy.yaml, samplers/warm.yaml]
`,
  "data/suites/starter.yaml": "tasks:\n  - task: arithmetic\n    params: {length: [4, 6]}\n",
  "data/models/one.yaml": "id: alone\nendpoint: http://localhost:8000/v1\napi_key_env: NOBODY_SET_THIS\n",
  "data/models/many.yaml": `endpoint: "reference:"
groups: [simulated]
context_tokens: 1000
sampler: {max_tokens: 99}
models:
  - {id: a, groups: [small]}
  - {id: b, context_tokens: 2000, sampler: {temperature: 1}}
`,
  "data/templates/plain.yaml": "after: Think.\n",
  "data/samplers/greedy.yaml": "temperature: 0\n",
  "data/samplers/warm.yaml": "id: hot\ntemperature: 1\n"
};

/** A folder with the files above, some of them replaced (or dropped by null). */
async function folder(changes: Record<string, string | null> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "book-"));
  roots.push(root);
  for (const [file, text] of Object.entries({...FILES, ...changes})) {
    if (text === null) continue;
    await mkdir(dirname(join(root, file)), {recursive: true});
    await writeFile(join(root, file), text);
  }
  return root;
}

/** The message of the UserError that reading gives. */
async function fault(changes: Record<string, string | null>, prepare = async (_root: string) => {}): Promise<string> {
  const root = await folder(changes);
  await prepare(root);
  const error: unknown = await readBook(undefined, {root}).then(
    () => undefined,
    error => error
  );
  expect(error).toBeInstanceOf(UserError);
  return (error as Error).message;
}

const changed = (file: keyof typeof FILES, from: string, to: string) => ({[file]: FILES[file].replace(from, to)});

test("a book is read with all that it names; ids default to file names, defaults are filled in", async () => {
  const book = await readBook(undefined, {root: await folder()});
  expect(book).toMatchObject({
    title: "reasonbook",
    seed: 42,
    precision: {min: 32, step: 32, max: 512, width: 0.05},
    suites: [{suite: {id: "starter"}}]
  });
  expect(book.templates).toEqual([{id: "plain", before: "", after: "Think."}]);
  expect(book.samplers).toEqual([
    {id: "greedy", temperature: 0, max_tokens: 4096},
    {id: "hot", temperature: 1, max_tokens: 4096}
  ]);
  expect(book.suites[0]!.locate(["tasks", 0, "params", "length"])).toBe("data/suites/starter.yaml:3:22");
  expect(book).not.toHaveProperty("max_cost");
});

test("models of one file share fields: their own win, groups add up, and what nobody wrote has its default", async () => {
  const {models} = await readBook(undefined, {root: await folder()});
  expect(models.map(({id}) => id)).toEqual(["alone", "a", "b"]);
  const [, a, b] = models;
  expect(a).toMatchObject({endpoint: "reference:", groups: ["simulated", "small"], context_tokens: 1000, concurrency: 64});
  expect(b).toMatchObject({groups: ["simulated"], context_tokens: 2000});
  // An override holds only what was written: a default here would undo the book's sampler.
  expect(a!.sampler).toEqual({max_tokens: 99});
  expect(b!.sampler).toEqual({temperature: 1});
});

test("an unset key is no error of reading; a hundred models in one file are none either", async () => {
  const many = `endpoint: "reference:"\nmodels:\n${Array.from({length: 100}, (_, i) => `  - id: m${i}\n`).join("")}`;
  const book = await readBook(undefined, {root: await folder({"data/models/many.yaml": many})});
  expect(book.models).toHaveLength(101);
  expect(book.models[0]!.api_key_env).toBe("NOBODY_SET_THIS");
});

test("a missing file is named where the book names it, with the nearest that exists", async () => {
  expect(await fault(changed("data/book.yaml", "suites/starter", "suites/startr"))).toBe(
    'data/book.yaml:1:8 no file "suites/startr.yaml" below data/; did you mean "suites/starter.yaml"?'
  );
  expect(await fault(changed("data/book.yaml", "samplers/warm", "samplers/wram"))).toBe(
    'data/book.yaml:6:33 no file "samplers/wram.yaml" below data/; did you mean "samplers/warm.yaml"?'
  );
  expect(await fault({"data/book.yaml": null})).toBe(
    'cannot read "data/book.yaml": this folder is no workbook; reasonbook init makes one'
  );
  expect(await fault(changed("data/book.yaml", "suites/starter.yaml", "suites"))).toMatch(
    /^data\/book\.yaml:1:8 .*a folder, not a file$/
  );
});

test.each([
  ["../secret.yaml"],
  ["suites/../../secret.yaml"],
  ["/etc/hostname"],
  [".."]
])("%s does not leave data/", async path => {
  expect(await fault({...changed("data/book.yaml", "suites/starter.yaml", path), "secret.yaml": "tasks: []"})).toBe(
    `data/book.yaml:1:8 path "${path}" leads outside data/`
  );
});

test("a symbolic link does not leave data/ either; one that stays inside may be followed", async () => {
  const outside = async (root: string) => {
    await writeFile(join(root, "secret.yaml"), "tasks: []");
    await symlink("../../secret.yaml", join(root, "data/suites/link.yaml"));
  };
  expect(await fault(changed("data/book.yaml", "suites/starter.yaml", "suites/link.yaml"), outside)).toBe(
    'data/book.yaml:1:8 path "suites/link.yaml" leads outside data/'
  );
  const folderLink = async (root: string) => {
    await mkdir(join(root, "elsewhere"));
    await writeFile(join(root, "elsewhere/s.yaml"), "tasks: []");
    await symlink("../elsewhere", join(root, "data/linked"));
  };
  expect(await fault(changed("data/book.yaml", "suites/starter.yaml", "linked/s.yaml"), folderLink)).toMatch(
    /leads outside data\/$/
  );

  const root = await folder(changed("data/book.yaml", "suites/starter.yaml", "suites/inner.yaml"));
  await symlink("starter.yaml", join(root, "data/suites/inner.yaml"));
  expect((await readBook(undefined, {root})).suites.map(({suite}) => suite.id)).toEqual(["inner"]);
});

test("an id given twice names both places", async () => {
  expect(await fault(changed("data/models/many.yaml", "id: b", "id: alone"))).toBe(
    'data/models/many.yaml:7:10 model "alone" is already given at data/models/one.yaml:1:5'
  );
  expect(await fault(changed("data/samplers/warm.yaml", "hot", "greedy"))).toBe(
    'data/samplers/warm.yaml:1:5 sampler "greedy" is already given at data/samplers/greedy.yaml:1:1'
  );
});

test("mistakes in named files are placed in those files", async () => {
  expect(await fault(changed("data/models/many.yaml", 'endpoint: "reference:"\n', ""))).toBe(
    'data/models/many.yaml:5:5 missing "endpoint": expected text'
  );
  expect(await fault(changed("data/models/many.yaml", "context_tokens: 2000", "contxt_tokens: 2000"))).toBe(
    'data/models/many.yaml:7:13 unknown key "contxt_tokens"; did you mean "context_tokens"?'
  );
  // A file with both an id and models is a list of models with an id too many, not a model with unknown models.
  expect(await fault(changed("data/models/many.yaml", "groups: [simulated]", "id: x"))).toBe(
    'data/models/many.yaml:2:1 unknown key "id"'
  );
  expect(await fault(changed("data/samplers/warm.yaml", "temperature: 1", "temperature: hot"))).toBe(
    'data/samplers/warm.yaml:2:14 expected a number, got "hot"'
  );
  expect(
    await fault({
      ...changed("data/book.yaml", "templates/plain", "templates/my plain"),
      "data/templates/my plain.yaml": "after: x"
    })
  ).toBe(
    'data/templates/my plain.yaml:1:1 the file\'s name "my plain" cannot serve as id; write one into the file: id: some-name'
  );
});

test("the hash follows what results depend on and nothing else", async () => {
  const hash = async (changes: Record<string, string> = {}) => bookHash(await readBook(undefined, {root: await folder(changes)}));
  const base = await hash();
  expect(base).toMatch(/^[0-9a-f]{64}$/);
  const one = "data/models/one.yaml";
  const same = [
    {},
    {[one]: `${FILES[one]}concurrency: 3\ntimeout_seconds: 5\nstream: true\n`},
    changed(one, "NOBODY_SET_THIS", "ANOTHER"),
    {"data/book.yaml": `# a comment\ntitle: Mine\nmax_cost: 3\n${FILES["data/book.yaml"]}`},
    changed("data/book.yaml", "[samplers/greedy.yaml, samplers/warm.yaml]", "[samplers/warm.yaml, samplers/greedy.yaml]")
  ];
  for (const changes of same) expect(await hash(changes)).toBe(base);
  const other = [
    {"data/book.yaml": `${FILES["data/book.yaml"]}seed: 43\n`},
    {"data/book.yaml": `${FILES["data/book.yaml"]}precision: {width: 0.1}\n`},
    changed("data/suites/starter.yaml", "[4, 6]", "[4, 7]"),
    changed("data/templates/plain.yaml", "Think.", "Think!"),
    changed("data/samplers/warm.yaml", "temperature: 1", "temperature: 2"),
    changed(one, "8000", "8001")
  ];
  const hashes = [base, ...(await Promise.all(other.map(hash)))];
  expect(new Set(hashes).size).toBe(hashes.length);
});

test("currentBook reads the environment's book; readSuites reads a suite from anywhere", async () => {
  const root = await folder({"data/other.yaml": "suite: [\n"});
  vi.stubEnv("REASONBOOK_BOOK", join(root, "data/other.yaml"));
  await expect(currentBook()).rejects.toThrow(/other\.yaml:\d+:\d+ /);
  const {suite, locate} = (await readSuites([join(root, "data/suites/starter.yaml")])).suites[0]!;
  expect(suite.id).toBe("starter");
  expect(locate(["tasks"])).toMatch(/starter\.yaml:2:3$/);
  await expect(readSuites([join(root, "none.yaml")])).rejects.toThrow(UserError);
});
