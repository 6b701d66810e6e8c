import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test} from "vitest";
import {readSuites} from "../../../pipelines/book/read.node.js";
import {storedItems} from "../../book/banks/files.js";
import {importQuestions} from "../../ownBank.js";
import {stubServer, workbook} from "../../workbook.js";

const PLACES = ["river", "mountain", "harbour", "village", "forest", "desert", "island", "valley", "castle", "bridge"];
const question = (i: number) => ({
  question: `What do people of the ${PLACES[i % 10]} number ${i} call their ${PLACES[(i * 7 + 3) % 10]} in spring?`,
  choices: [`one ${i}`, `two ${i}`, `three ${i}`, `four ${i}`],
  answer: i % 4
});
const submission = (items: readonly object[], bank = "places") =>
  JSON.stringify({bank, by: "Ada | <b>", date: "2026-10-01", licence: "CC0-1.0", items});
const fresh = Array.from({length: 4}, (_, i) => ({
  question: `Which of these ${PLACES[i]} songs was written ${i + 11} years before the other three songs of its ${PLACES[9 - i]}?`,
  choices: ["first", "second", "third", "fourth"],
  answer: "ABCD"[i]
}));

test("items are submitted, piloted, reviewed and rotated in; what is retired is kept, and the changelog says why", async () => {
  // Three models that know the letter of every question but of the last new one, on which they agree on another letter.
  const stub = await stubServer(({messages}) => {
    const text = (messages as {content: string}[]).at(-1)!.content;
    const song = /written (\d+) years/u.exec(text)?.[1];
    if (song !== undefined) return `Answer: ${song === "14" ? "A" : "ABCD"[Number(song) - 11]}`;
    return `Answer: ${"ABCD"[Number(/number (\d+) call/u.exec(text)?.[1]) % 4]}`;
  });
  await using _stub = stub;
  await using book = await workbook({
    "book.yaml":
      "suite: suites/places.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 16, max: 16}\nseed: 7\n",
    "suites/places.yaml": "tasks:\n  - {task: boolean, params: {length: 6}}\n  - bank: places-pilot\n",
    "models/own.yaml": `endpoint: ${stub.url}\nretries: 0\nmodels: [{id: m1}, {id: m2}, {id: m3}]\n`
  });
  await importQuestions(book, {name: "places", questions: Array.from({length: 10}, (_, i) => question(i)), layout: "plain"});
  const banks = join(book.root, "data/banks");
  const original = await storedItems(join(banks, "places.parquet"));

  // refused: no answer; the same as an item; nearly the same; the same as one of this file
  const near = {...question(3), question: question(3).question.replace("spring", "summer")};
  await writeFile(
    join(book.root, "new.yaml"),
    submission([{question: "Without an answer?"}, question(0), near, ...fresh, fresh[0]!])
  );
  const checked = await book.command("items", "submit", "new.yaml", "--check");
  expect(checked.code).toBe(1);
  expect(checked.stdout.match(/ can be submitted$/gm)).toHaveLength(4);
  expect(existsSync(join(banks, "submitted"))).toBe(false);
  const submitted = await book.command("items", "submit", "new.yaml");
  expect(submitted.code).toBe(1);
  expect(submitted.stdout).toMatch(/^new\.yaml:1:\d+ missing answer$/m);
  expect(submitted.stdout).toMatch(/^new\.yaml:1:\d+ the same as item [0-9a-f]{16} of the bank$/m);
  expect(submitted.stdout).toMatch(/nearly the same \(similarity 0\.\d\d\) as item [0-9a-f]{16} of the bank/);
  expect(submitted.stdout).toMatch(/the same as item \d of this file/);
  expect(submitted.stdout.match(/ submitted$/gm)).toHaveLength(4);
  const again = await book.command("items", "submit", "new.yaml");
  expect(again.stdout).toContain("the same as the submitted item");
  expect(again.stdout).not.toMatch(/ submitted$/m);

  const ids = [...submitted.stdout.matchAll(/^([0-9a-f]{16}) submitted$/gm)].map(([, id]) => id!);
  const early = await book.command(
    "items",
    "review",
    "places",
    "--item",
    ids[0]!,
    "--state",
    "accepted",
    "--by",
    "Bo",
    "--reason",
    "fine"
  );
  expect(early.code).toBe(2);
  expect(early.stderr).toContain("no pilot: no model has answered it");
  const short = await book.command("items", "rotate", "places", "--quarter", "2026-Q4");
  expect(short.stderr).toContain("0 submitted items are accepted");

  expect((await book.command("run")).code).toBe(0);
  const list = await book.command("items", "review", "places", "--pilot", "data/store");
  expect(list.stderr).toContain("4 items of the pilot read from data/store");
  expect(list.stdout).toContain("3 of 3 strong models agree on an answer other than its key");
  expect(list.stdout).toContain("all 3 models are right");
  const accepted = await book.command(
    "items",
    "review",
    "places",
    "--item",
    ids[0]!,
    ids[1]!,
    "--state",
    "accepted",
    "--by",
    "Bo",
    "--date",
    "2026-10-02",
    "--reason",
    "easy on purpose",
    "--despite"
  );
  expect(accepted.code).toBe(0);
  await book.command(
    "items",
    "review",
    "places",
    "--item",
    ids[3]!,
    "--state",
    "rejected",
    "--by",
    "Bo",
    "--reason",
    "its key is wrong"
  );

  const dry = await book.command("items", "rotate", "places", "--quarter", "2026-Q4", "--share", "0.1", "--dry-run");
  expect(dry.stderr).toContain("1 item of 10 would be retired");
  expect(await storedItems(join(banks, "places.parquet"))).toEqual(original);
  const rotated = await book.command("items", "rotate", "places", "--quarter", "2026-Q4", "--share", "0.1");
  expect(rotated.code).toBe(0);
  expect(rotated.stdout).toBe(dry.stdout);
  expect(rotated.stderr).toContain("data/store has no row of places in irt_items");
  const [, gone, by] = /^([0-9a-f]{16}) at random, replaced by ([0-9a-f]{16})$/m.exec(rotated.stdout)!;
  expect(by).toBe(ids[0]);
  const now = await storedItems(join(banks, "places.parquet"));
  expect(now).toHaveLength(10);
  expect(original.filter(item => now.includes(item))).toHaveLength(9);
  expect(JSON.parse(now.at(-1)!)).toMatchObject({question: fresh[0]!.question, choices: fresh[0]!.choices});
  expect(JSON.parse(await readFile(join(banks, "places.retired.jsonl"), "utf8"))).toMatchObject({
    id: gone,
    quarter: "2026-Q4",
    version: 1,
    why: "at random"
  });
  expect(await readFile(join(banks, "places.yaml"), "utf8")).toMatch(/^version: 2$/m);
  const changelog = await readFile(join(banks, "places.CHANGELOG.md"), "utf8");
  expect(changelog).toContain("## 2026-Q4: version 2");
  expect(changelog).toContain(`| ${gone} | at random | ${by} | Ada b |`);
  expect((await book.command("items", "check", "places")).code).toBe(0);
  // once a quarter; a retired item does not come back, a used one is not used twice
  expect((await book.command("items", "rotate", "places", "--quarter", "2026-Q4", "--share", "0.1")).stderr).toContain(
    "was rotated in 2026-Q4 before"
  );
  await writeFile(join(book.root, "old.yaml"), submission([JSON.parse(original.find(item => !now.includes(item))!) as object]));
  expect((await book.command("items", "submit", "old.yaml")).stdout).toContain("as the retired item");
  // tables that know the bank: an item that a corpus holds goes first, one that all answered alike waits
  const known = (await book.command("items", "show", "places", "--count", "9", "--json")).stdout.trim().split("\n");
  const [saturated, contaminated] = known.map(line => (JSON.parse(line) as {id: string}).id) as [string, string];
  for (const [table, columns] of [
    ["contamination_items", `'x-${contaminated}' as item_id, 'places' as base_task, 'exact' as verdict`],
    [
      "irt_items",
      `'x-${saturated}' as item_id, 'places' as base_task, 6 as n, 6 as correct, null::double as a, null::double as misfit_adjusted`
    ]
  ] as const)
    await book.command("sql", "--write", `copy (select ${columns}) to 'data/store/${table}.parquet' (format parquet)`);
  const second = await book.command("items", "rotate", "places", "--quarter", "2027-Q1", "--share", "0.1");
  expect(second.stdout).toBe(
    `${contaminated} contaminated, replaced by ${ids[1]}\n${saturated} saturated, stays: the share is used up\n`
  );
  expect(second.stderr).toContain("fewer than 20 anchors is weak");
  expect((await book.command("items", "rotate", "places", "--quarter", "2027-Q2", "--share", "0.1")).stderr).toContain(
    "0 submitted items are accepted"
  );
});

test("mistakes in a submission are named with their place", async () => {
  await using book = await workbook();
  await importQuestions(book, {name: "places", questions: [question(0), question(1)], layout: "plain"});
  await writeFile(join(book.root, "bad.yaml"), "bank: places\nby: Ada\ndate: yesterday\nlicence: CC0\nitems: []\n");
  const bad = await book.command("items", "submit", "bad.yaml");
  expect(bad.code).toBe(2);
  expect(bad.stderr).toMatch(/^bad\.yaml:\d+:\d+ /);
  await writeFile(join(book.root, "foreign.yaml"), submission(fresh, "nowhere"));
  expect((await book.command("items", "submit", "foreign.yaml")).stderr).toContain('no bank "nowhere"');
  expect((await book.command("items", "review", "places")).stderr).toContain("nobody has submitted an item for places");
  expect((await book.command("items", "rotate", "places", "--quarter", "soon")).stderr).toContain("2026-Q4");
  expect((await book.command("items", "review", "places", "--pilot", "data/store")).stderr).toContain("no samples in data/store");
});

test("a suite is moved to a quarter, which its items then are of; a dry run and a wrong quarter write nothing", async () => {
  const suite = "# ours\npublished: {categories: 2, items: 9000}\ndomains:\n  - suites/zen/all.yaml # one\n";
  const category = (name: string, rest: string) => `  - {name: ${name}, origin: ours, licence: MIT, source: here, ${rest}}\n`;
  await using book = await workbook({
    "suites/zen.yaml": suite,
    "suites/zen/all.yaml": `domain: All\ncategories:\n${category("Algebra", "items: 4000, task: zen-algebra")}${category("Absent", "items: 5000, bank: absent, layout: gsm8k, scorer: number")}`
  });
  const file = join(book.root, "data/suites/zen.yaml");
  const dry = await book.command("items", "edition", "2027Q1", "--dry-run");
  expect([dry.code, dry.stdout]).toEqual([
    0,
    expect.stringMatching(
      /^All \/ Algebra: (\d+) of 4000 new \(12\.\d %\), \d+ anchors\nAll \/ Absent: not generated; npm run items -- rotate absent/
    )
  ]);
  expect((await book.command("items", "edition", "2026Q4")).code).toBe(2);
  expect(await readFile(file, "utf8")).toBe(suite);

  const {stdout, code} = await book.command("items", "edition", "2027Q1", "--json");
  expect(code).toBe(0);
  const {categories} = JSON.parse(stdout) as {categories: {items: number | null; renewed: number; anchors: number}[]};
  expect(categories[0]!.renewed + categories[0]!.anchors).toBe(4_000);
  expect(categories[1]!.items).toBeNull();
  expect(await readFile(file, "utf8")).toBe(suite.replace("domains:", "edition: 2027Q1\ndomains:"));
  expect((await book.command("items", "edition", "2027Q2")).code).toBe(0);
  expect(await readFile(file, "utf8")).toBe(suite.replace("domains:", "edition: 2027Q2\ndomains:"));
  const {suites} = await readSuites([file], {root: book.root});
  expect(suites[0]!.suite.tasks.map(({task, params}) => [task, params])).toEqual([["zen-algebra", {edition: [20272]}]]);
});

test("a submission for a bank that is not here is checked by itself, and taken by no queue", async () => {
  await using book = await workbook({});
  await writeFile(join(book.root, "new.yaml"), submission([...fresh, fresh[0]!], "elsewhere"));
  const {code, stdout, stderr} = await book.command("items", "submit", "new.yaml", "--check");
  expect([code, stdout.match(/ can be submitted$/gm)?.length]).toEqual([1, 4]);
  expect(stdout).toContain("the same as item 1 of this file");
  expect(stderr).toContain("note: there is no bank elsewhere here");
  expect((await book.command("items", "submit", "new.yaml")).stderr).toContain('no bank "elsewhere"');
});
