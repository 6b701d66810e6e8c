import {createHash} from "node:crypto";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {extract, pack as tarPack} from "tar-stream";
import {expect, test} from "vitest";
import {command, stubServer, workbook} from "../workbook.js";

/** An empty folder, as a clone without data. */
async function emptyFolder(): Promise<AsyncDisposable & {path: string}> {
  const path = await mkdtemp(join(tmpdir(), "reasonbook-elsewhere-"));
  return {path, [Symbol.asyncDispose]: () => rm(path, {recursive: true, force: true})};
}

/** The entries of a tar file in order, by another reader than the command's: names and contents. */
async function entriesOf(file: string): Promise<[name: string, content: Buffer][]> {
  const reader = extract();
  reader.end(await readFile(file));
  const found: [string, Buffer][] = [];
  for await (const entry of reader) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    found.push([entry.header.name, Buffer.concat(chunks)]);
  }
  return found;
}

async function tarOf(entries: readonly (readonly [name: string, content: Buffer])[], file: string): Promise<void> {
  const tar = tarPack();
  for (const [name, content] of entries) tar.entry({name}, content);
  tar.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of tar) chunks.push(chunk as Buffer);
  await writeFile(file, Buffer.concat(chunks));
}

const SAME = (table: string) => new RegExp(`^${table} +same: `, "m");

test("an archive repeats byte for byte, scores to the same tables where there is no data, and every edit of it is named", async () => {
  await using book = await workbook({
    "models/private.yaml": "endpoint: https://internal.example/v1\nid: secret-project\n",
    "models/reference.yaml": 'endpoint: "reference:"\ngroups: [zeta, alpha]\nmodels: [{id: sim-cedar-01}, {id: sim-comet-05}]\n'
  });
  await using elsewhere = await emptyFolder();
  await book.command("run");
  const file = join(elsewhere.path, "all.tar");
  const packed = await book.command("archive", "pack", file);
  expect(packed.stderr).toContain("(with simulated responses)");
  expect(packed.code).toBe(0);
  const bytes = await readFile(file);
  expect(packed.stdout).toBe(`${createHash("sha256").update(bytes).digest("hex")}  ${file}\n`);
  await book.command("archive", file);
  expect((await readFile(file)).equals(bytes)).toBe(true);

  // what is in it: the book's own files and the store's; nothing that the book does not name
  const entries = await entriesOf(file);
  const names = entries.map(([name]) => name);
  expect(names[0]).toBe("archive.json");
  expect(names).toEqual(
    expect.arrayContaining([
      "data/book.yaml",
      "data/suites/small.yaml",
      "data/models/reference.yaml",
      "data/samplers/greedy.yaml",
      "store/responses.parquet",
      "store/manifest.json"
    ])
  );
  expect(names).not.toContain("data/models/private.yaml");
  const listing = JSON.parse(entries[0]![1].toString()) as {
    files: {name: string; sha256: string}[];
    generators: Record<string, number>;
    book: string;
  };
  expect(listing.files.map(({name}) => name)).toEqual(names.slice(1));
  expect(Object.keys(listing.generators)).toEqual(["arithmetic", "boolean", "listops"]);
  expect(listing.book).toBe("data/book.yaml");
  for (const [name, content] of entries.slice(1))
    expect(createHash("sha256").update(content).digest("hex")).toBe(listing.files.find(each => each.name === name)!.sha256);

  const verified = await command(["archive", "verify", file], elsewhere.path);
  expect(verified.code).toBe(0);
  for (const table of ["samples", "items", "responses", "points", "scores", "reference_models"])
    expect(verified.stdout).toMatch(SAME(table));
  expect(verified.stderr).toContain("all tables are the same");

  // damaged, edited, cut off, foreign
  const bad = join(elsewhere.path, "bad.tar");
  const said = async () => {
    const {code, stderr} = await command(["archive", "verify", bad], elsewhere.path);
    expect(code).toBe(2);
    return stderr;
  };
  const at = bytes.indexOf(entries.find(([name]) => name === "store/responses.parquet")![1]);
  const flipped = Buffer.from(bytes);
  flipped[at + 150]! ^= 1;
  await writeFile(bad, flipped);
  expect(await said()).toContain("store/responses.parquet is not what archive.json lists");
  await tarOf([...entries, ["store/extra.parquet", Buffer.from("x")]], bad);
  expect(await said()).toContain("store/extra.parquet is not listed");
  await tarOf(
    entries.filter(([name]) => name !== "store/items.parquet"),
    bad
  );
  expect(await said()).toContain("store/items.parquet is missing");
  await writeFile(bad, bytes.subarray(0, bytes.length >> 1));
  expect(await said()).toMatch(/damaged|missing/);
  await writeFile(bad, "");
  expect(await said()).toMatch(/not an archive of responses|damaged/);
  await writeFile(bad, "hello");
  expect(await said()).toMatch(/not an archive of responses|damaged/);
  const outside = {...listing, files: [{name: "store/../../evil", bytes: 1, sha256: "0".repeat(64)}]};
  await tarOf(
    [
      ["archive.json", Buffer.from(JSON.stringify(outside))],
      ["store/../../evil", Buffer.from("x")]
    ],
    bad
  );
  expect(await said()).toContain("archive.json is not a list of entries");
});

test("tables that responses do not give are named, with the column, though every digest is right", async () => {
  await using book = await workbook();
  await using elsewhere = await emptyFolder();
  await book.command("run");
  const samples = join(book.root, "data/store/samples.parquet");
  // somebody makes one answer right, and the digests fit
  const {code} = await book.command(
    "sql",
    "--write",
    `copy (select * exclude (rowid_) replace ((case when rowid_ = 0 then 1 else status end) as status) from (select *, row_number() over (order by status, item_id) - 1 as rowid_ from samples)) to '${samples}.new' (format parquet)`
  );
  expect(code).toBe(0);
  const forged = await readFile(`${samples}.new`);
  const file = join(elsewhere.path, "all.tar");
  await book.command("archive", "pack", file, "--no-book");
  const entries = await entriesOf(file);
  const listing = JSON.parse(entries[0]![1].toString()) as {book: null; files: {name: string; sha256: string; bytes: number}[]};
  expect(listing.book).toBeNull();
  expect(entries.some(([name]) => name.startsWith("data/"))).toBe(false);
  const own = listing.files.find(({name}) => name === "store/samples.parquet")!;
  Object.assign(own, {bytes: forged.length, sha256: createHash("sha256").update(forged).digest("hex")});
  await tarOf(
    entries.map(
      ([name, content]) =>
        [name, name === "archive.json" ? Buffer.from(JSON.stringify(listing)) : name === own.name ? forged : content] as const
    ),
    file
  );
  const verified = await command(["archive", "verify", file], elsewhere.path);
  expect(verified.code).toBe(1);
  expect(verified.stdout).toMatch(/^samples +differs: .*status differs in 1 row$/m);
  expect(verified.stdout).toMatch(SAME("points"));
});

test("corrections go with an archive, and no key does", async () => {
  await using book = await workbook();
  await using elsewhere = await emptyFolder();
  await book.command("run");
  const {stdout} = await book.command(
    "sql",
    "--json",
    "select eval_id || '/' || item_id as key from samples where status = 0 and trial = 0 order by all limit 1"
  );
  const [{key}] = JSON.parse(stdout) as [{key: string}];
  await book.command("samples", "correct", key, "--status", "correct", "--reason", "it is", "--by", "Ada");
  const file = join(elsewhere.path, "all.tar");
  await book.command("archive", "pack", file);
  const verified = await command(["archive", "verify", file, "--json"], elsewhere.path);
  const {same, tables} = JSON.parse(verified.stdout) as {same: boolean; tables: {table: string; rows: {after: number | null}}[]};
  expect(same).toBe(true);
  expect(tables.find(({table}) => table === "corrections")!.rows.after).toBe(1);
  await writeFile(join(book.root, "data/templates/plain.yaml"), "before: sk-THE-KEY-OF-SOMEBODY\n");
  const refused = await book.commandWith({env: {SOME_API_KEY: "sk-THE-KEY-OF-SOMEBODY"}}, ["archive", "pack", file]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("data/templates/plain.yaml holds the value of SOME_API_KEY");
  expect(refused.stderr).not.toContain("sk-THE");
});

test("what judges replied goes with an archive: their grades are the same where nobody can be asked and nothing is cached", async () => {
  const stub = await stubServer(body => {
    const prompt = (body.messages as {content: string}[]).at(-1)!.content;
    if (!prompt.startsWith("You grade one answer")) return `An essay worth ${/number (\d)/u.exec(prompt)?.[1]}.`;
    return JSON.stringify({points: Number(/worth (\d)/u.exec(prompt)?.[1])});
  });
  await using elsewhere = await emptyFolder();
  const file = join(elsewhere.path, "all.tar");
  {
    await using book = await workbook({
      "book.yaml":
        "suite: suites/essays.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 4, max: 4}\nseed: 7\n",
      "suites/essays.yaml": "tasks:\n  - bank: essays\n",
      "models/own.yaml": `{id: writer, endpoint: ${stub.url}, retries: 0}\n`,
      "models/judge.yaml": `{id: examiner, endpoint: ${stub.url}, model: strict-1, retries: 0}\n`,
      "banks/essays.yaml":
        'files: essays.jsonl\nfields: {question: q, answer: a}\nmetric: grade\nscorer: {kind: rubric, rubric: "Is it clear?"}\njudge: models/judge.yaml\n',
      "banks/essays.jsonl": [2, 5, 8, 9]
        .map(i => JSON.stringify({q: `Write essay number ${i}.`, a: `model essay ${i}`}))
        .join("\n")
    });
    expect((await book.command("run")).code).toBe(0);
    expect((await book.command("archive", file)).code).toBe(0);
    await stub[Symbol.asyncDispose]();
  }
  const entries = await entriesOf(file);
  expect(entries.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      "store/judgements.jsonl",
      "data/banks/essays.yaml",
      "data/banks/essays.jsonl",
      "data/models/judge.yaml"
    ])
  );
  const verified = await command(["archive", "verify", file], elsewhere.path);
  expect(verified.stdout).toMatch(/^measures +same: [1-9]/m);
  expect(verified.stdout).toMatch(/^samples +same: 4 rows$/m);
  expect(verified.code).toBe(0);
  // without the replies the grades are missed, and verify says where
  const listing = JSON.parse(entries[0]![1].toString()) as {files: {name: string}[]};
  listing.files = listing.files.filter(({name}) => name !== "store/judgements.jsonl");
  const rest = entries.filter(([name]) => name !== "store/judgements.jsonl");
  await tarOf(
    rest.map(([name, content], i) => [name, i === 0 ? Buffer.from(JSON.stringify(listing)) : content] as const),
    file
  );
  const blind = await command(["archive", "verify", file], elsewhere.path);
  expect(blind.code).toBe(1);
  expect(blind.stdout).toMatch(/^samples +differs: 4 rows in the archive, no table when scored again/m);
});
