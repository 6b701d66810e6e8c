// Suites that list domains: what their files may say, where mistakes are placed, and the suite that ships.
import {mkdir, mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {afterEach, describe, expect, test} from "vitest";
import {parse} from "yaml";
import {bookHash, readBook, readSuites} from "../../pipelines/book/read.node.js";
import {benchmarks} from "../../pipelines/generate/benchmarks/registry.js";
import {UserError} from "../../pipelines/rows/error.js";

const roots: string[] = [];
afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, {recursive: true});
});

const bank = (name: string, more = "") =>
  `  - {name: ${name}, origin: ours, items: 10, bank: ${name}, layout: gsm8k, scorer: number, licence: MIT, source: nowhere${more}}\n`;
const FILES: Record<string, string> = {
  "data/book.yaml": "suite: suites/all.yaml\nmodels: [models/m.yaml]\ntemplate: templates/t.yaml\nsampler: samplers/s.yaml\n",
  "data/models/m.yaml": "id: m\nendpoint: http://localhost:8000/v1\n",
  "data/templates/t.yaml": "{}\n",
  "data/samplers/s.yaml": "temperature: 0\n",
  "data/suites/all.yaml": "published: {categories: 3, items: 30}\ndomains: [suites/all/one.yaml, suites/all/two.yaml]\n",
  "data/suites/all/one.yaml": `domain: One\npublished: {categories: 2, items: 20}\ncategories:\n${bank("plus", ", metric: em, prompt: {shots: 1, examples: {first: 1}}")}${bank("minus")}`,
  "data/suites/all/two.yaml":
    "domain: Two\ncategories:\n  - {name: Dreams, origin: published, items: 10, task: zen-dreams, params: {kind: [a, b]}, licence: MIT, source: here}\n",
  "data/banks/plus.jsonl": Array.from({length: 4}, (_, i) => JSON.stringify({question: `1 + ${i}?`, answer: String(i + 1)})).join(
    "\n"
  ),
  "data/banks/plus.yaml": "files: plus.jsonl\nlayout: plain\nimported_layout: gsm8k\n"
};

async function folder(changes: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "domains-"));
  roots.push(root);
  for (const [file, text] of Object.entries({...FILES, ...changes})) {
    await mkdir(dirname(join(root, file)), {recursive: true});
    await writeFile(join(root, file), text);
  }
  return root;
}
const book = async (changes: Record<string, string> = {}) => readBook(undefined, {root: await folder(changes)});

async function fault(changes: Record<string, string>): Promise<string> {
  const error: unknown = await book(changes).then(
    () => undefined,
    error => error
  );
  expect(error).toBeInstanceOf(UserError);
  return (error as Error).message;
}

test("categories with a bank that is there, or with a task, are the suite's entries; the others are listed with the reason", async () => {
  const {suites, banks} = await book();
  const [{suite, categories, locate}] = suites as [(typeof suites)[number]];
  expect(suite.tasks.map(({task, bank, params}) => [task, bank, params])).toEqual([
    [undefined, "plus", {}],
    ["zen-dreams", undefined, {kind: ["a", "b"]}]
  ]);
  expect(categories!.map(({domain, name, absent}) => [domain, name, absent])).toEqual([
    ["One", "plus", undefined],
    ["One", "minus", "there is no bank minus in data/banks"],
    ["Two", "Dreams", undefined]
  ]);
  expect(locate(["tasks", 1, "params", "kind"])).toMatch(/^data\/suites\/all\/two\.yaml:3:/u);
  expect(locate(["domains", 1])).toMatch(/^data\/suites\/all\.yaml:2:/u);
  // what the category says of prompt and metric holds where the bank's own file says nothing
  expect(banks!.map(({size, definition: {prompt, metric}}) => [size, prompt.shots, metric])).toEqual([[3, 1, "em"]]);
});

test("an imported source of a generated category is a separate entry, with its place and the settings of its bank", async () => {
  const {suites, banks} = await book({
    "data/suites/all/one.yaml": `domain: One\ncategories:\n${bank("minus")}${bank("third")}`,
    "data/suites/all/two.yaml": `domain: Two\ncategories:\n  - {name: Dreams, origin: ours, items: 10, task: zen-dreams, licence: MIT, source: here, sources: [{name: Plus, bank: plus, layout: gsm8k, scorer: number, metric: em, prompt: {shots: 1, examples: {first: 1}}, licence: MIT, source: nowhere}]}\n`
  });
  const [{suite, categories, locate}] = suites as [(typeof suites)[number]];
  expect(suite.tasks.map(({task, bank}) => task ?? bank)).toEqual(["zen-dreams", "plus"]);
  expect(categories!.at(-1)!.sources).toMatchObject([{name: "Plus", bank: "plus"}]);
  expect(locate(["tasks", 1])).toMatch(/^data\/suites\/all\/two\.yaml:3:/u);
  expect(banks!.map(({definition: {prompt, metric}}) => [prompt.shots, metric])).toEqual([[1, "em"]]);
});

test("a generated source of a bank's category is asked where the bank is not imported", async () => {
  const {suites} = await book({
    "data/suites/all/one.yaml": `domain: One\ncategories:\n${bank("third")}${bank("minus", ", sources: [{name: Night, task: zen-night, licence: MIT, source: here}]")}`
  });
  const [{suite, categories, locate}] = suites as [(typeof suites)[number]];
  expect(suite.tasks.map(({task, bank}) => task ?? bank)).toEqual(["zen-night", "zen-dreams"]);
  expect(categories![1]!.sources).toMatchObject([{name: "Night", task: "zen-night"}]);
  expect(locate(["tasks", 0])).toMatch(/^data\/suites\/all\/one\.yaml:4:/u);
});

test("a bank's own prompt and metric go before the category's, and a bank of another layout fills nothing", async () => {
  const own = await book({"data/banks/plus.yaml": `${FILES["data/banks/plus.yaml"]}prompt: {shots: 0}\nmetric: f1\n`});
  expect(own.banks!.map(({size, definition: {prompt, metric}}) => [size, prompt.shots, metric])).toEqual([[4, 0, "f1"]]);
  const other = await book({"data/banks/plus.yaml": "files: plus.jsonl\nlayout: plain\nimported_layout: mmlu\n"});
  expect(other.suites[0]!.categories![0]!.absent).toBe("the bank plus in data/banks is of layout mmlu, not of gsm8k");
  expect(other.banks).toBeUndefined();
  // a bank whose layout nobody wrote down is taken at its name
  expect((await book({"data/banks/plus.yaml": "files: plus.jsonl\n"})).banks).toHaveLength(1);
});

test("the hash of a book changes with what is asked, and not with licences, sources or notes", async () => {
  const before = bookHash(await book());
  const one = FILES["data/suites/all/one.yaml"]!;
  expect(
    bookHash(await book({"data/suites/all/one.yaml": one.replaceAll("source: nowhere", "source: elsewhere, notes: new")}))
  ).toBe(before);
  expect(bookHash(await book({"data/suites/all/one.yaml": one.replace("shots: 1", "shots: 0")}))).not.toBe(before);
  expect(bookHash(await book({"data/banks/minus.yaml": "files: plus.jsonl\n"}))).not.toBe(before);
  const two = FILES["data/suites/all/two.yaml"]!;
  expect(bookHash(await book({"data/suites/all/two.yaml": two.replace("[a, b]", "[a]")}))).not.toBe(before);
});

describe("mistakes are told with their place, in the domain's file", () => {
  const one = (text: string) => ({
    "data/suites/all.yaml": FILES["data/suites/all.yaml"]!.replace(/^published.*\n/u, ""),
    "data/suites/all/one.yaml": `domain: One\ncategories:\n${text}`
  });
  test.each([
    [{"data/suites/all.yaml": "domains: [suites/all/one.yaml]\ntasks: []\n"}, 'data/suites/all.yaml:2:1 unknown key "tasks"'],
    [{"data/suites/all.yaml": "domains: []\n"}, "data/suites/all.yaml:1:10 no domains: give at least one"],
    [
      {"data/suites/all.yaml": "domains: [suites/all/on.yaml]\n"},
      'no file "suites/all/on.yaml" below data/; did you mean "suites/all/one.yaml"?'
    ],
    [
      {"data/suites/all.yaml": "published: {categories: 4, items: 30}\ndomains: [suites/all/one.yaml, suites/all/two.yaml]\n"},
      "data/suites/all.yaml:1:12 4 categories are published, and 3 are listed"
    ],
    [
      {"data/suites/all/one.yaml": FILES["data/suites/all/one.yaml"]!.replace("items: 20", "items: 21")},
      "data/suites/all/one.yaml:2:12 21 items are published, and 20 are listed"
    ],
    [
      {"data/suites/all/two.yaml": FILES["data/suites/all/one.yaml"]!},
      'domain "One" is already given at data/suites/all/one.yaml:1:9'
    ],
    [one(bank("plus") + bank("plus")), 'category "plus" is already given at'],
    [one(bank("plus") + bank("plus").replace("name: plus", "name: again")), 'bank "plus" is already given at'],
    [one("  - {name: A, origin: ours, items: 1, licence: MIT, source: x}\n"), 'data/suites/all/one.yaml:3:5 missing "bank"'],
    [one("  - {name: A, origin: theirs, items: 1, task: t, licence: MIT, source: x}\n"), "expected one of published, ours"],
    [
      one("  - {name: A, origin: ours, items: 1, task: t, bank: b, licence: MIT, source: x}\n"),
      "a category has a task or a bank; leave one out"
    ],
    [
      one("  - {name: A, origin: ours, items: 1, task: t, scorer: exact, licence: MIT, source: x}\n"),
      "a generated benchmark has no scorer here"
    ],
    [
      one("  - {name: A, origin: ours, items: 1, bank: b, scorer: exact, licence: MIT, source: x}\n"),
      "say how its files are arranged: layout, or fields"
    ],
    [one("  - {name: A, origin: ours, items: 1, bank: b, layout: gsm9k, scorer: exact, licence: MIT, source: x}\n"), "gsm8k"],
    [
      one(
        "  - {name: A, origin: ours, items: 1, bank: b, layout: gsm8k, scorer: exact, licence: MIT, source: x, state: imported}\n"
      ),
      'unknown key "state"'
    ],
    [
      one(bank("plus", ", prompt: {shots: 9, examples: {first: 1}}")),
      "data/suites/all/one.yaml:3:5 9 shots, but only 1 examples"
    ],
    [
      one(bank("plus", ", prompt: {shots: 1, examples: {first: 9}}")),
      "no item that can be asked: all are set apart as examples by data/suites/all/one.yaml:3:5"
    ]
  ])("%#", async (changes, message) => {
    expect(await fault(changes as Record<string, string>)).toContain(message);
  });

  test("a bank or task that is a source and a category at once, a source without an arrangement, and one with both", async () => {
    const changes = (text: string) => ({"data/suites/all/two.yaml": `domain: Two\ncategories:\n${text}`});
    const task = (sources: string) =>
      `  - {name: Dreams, origin: published, items: 10, task: zen-dreams, licence: MIT, source: here, sources: [${sources}]}\n`;
    const source = (bank: string, rest = ", layout: gsm8k") =>
      `{name: S, bank: ${bank}, scorer: number, licence: MIT, source: here${rest}}`;
    expect(await fault(changes(task(source("plus"))))).toContain('bank "plus" is already given at data/suites/all/one.yaml');
    expect(await fault(changes(task(source("other", ""))))).toContain("say how its files are arranged");
    expect(await fault(changes(task(source("other", ", layout: gsm8k, task: zen-night"))))).toContain("a task or a bank");
    expect(await fault(changes(task("{name: S, task: zen-dreams, licence: MIT, source: here}")))).toContain(
      "task zen-dreams is already given"
    );
  });

  test("two suites that say something else of one bank", async () => {
    const changes = {
      "data/book.yaml": FILES["data/book.yaml"]!.replace("suite: suites/all.yaml", "suites: [suites/all.yaml, suites/more.yaml]"),
      "data/suites/more.yaml": "domains: [suites/more/one.yaml]\n",
      "data/suites/more/one.yaml": `domain: More\ncategories:\n${bank("plus", ", prompt: {shots: 0}")}`
    };
    expect(await fault(changes)).toContain(
      "data/suites/more/one.yaml:3:5 the bank plus has another prompt or metric here than at data/suites/all/one.yaml"
    );
  });
});

describe("the suite that ships", () => {
  test("has the domains, categories and items that the report prints, which the claims repeat digit by digit", async () => {
    const claims = parse(await readFile("data/claims/zenbench.yaml", "utf8")) as {
      tables: {domains: {rows: Record<string, [string, number, string, ...unknown[]]>}};
    };
    const {categories = []} = (await readSuites(["data/suites/zen.yaml"])).suites[0]!;
    const printed = Object.entries(claims.tables.domains.rows);
    const domains = [...new Set(categories.map(({domain}) => domain))];
    expect(domains).toHaveLength(printed.length);
    const digits = (text: string) => Number(text.replaceAll(",", ""));
    for (const [i, [name, [items, count, average]]] of printed.entries()) {
      const own = categories.filter(({domain}) => domain === domains[i]);
      expect(domains[i]!.startsWith(name), `${domains[i]} for ${name}`).toBe(true);
      expect(own, name).toHaveLength(count);
      expect(
        own.reduce((sum, {items}) => sum + items, 0),
        name
      ).toBe(digits(items));
      for (const each of own) expect(each.items, each.name).toBe(digits(average));
    }
    expect([categories.length, categories.reduce((sum, {items}) => sum + items, 0)]).toEqual([52, 248_000]);
  });

  test("marks the twelve names of the published text, and all others as our choice", async () => {
    const {categories = []} = (await readSuites(["data/suites/zen.yaml"])).suites[0]!;
    const named = categories.filter(({origin}) => origin === "published").map(({name}) => name);
    expect(named.toSorted()).toEqual(
      [
        ...["MMLU", "GSM8K", "HumanEval", "HellaSwag", "TruthfulQA"],
        ...["ZenHallu", "ZenSafety", "ZenReason", "ZenAgent", "ZenCode-Hard", "ZenMultilang", "ZenCalib"]
      ].toSorted()
    );
    // The others that are generated have the names of their benchmarks.
    for (const {name, task, origin} of categories)
      if (origin === "ours" && task !== undefined) expect(benchmarks.get(task)?.category).toBe(name);
    expect(categories.filter(({task}) => task !== undefined).length).toBeGreaterThanOrEqual(15);
    for (const {name, task} of categories.flatMap(({sources = []}) => sources))
      if (task !== undefined) expect(benchmarks.get(task)?.category).toBe(name);
  });

  test("names each public benchmark once, as a category or as a source of a generated one", async () => {
    const {categories = []} = (await readSuites(["data/suites/zen.yaml"])).suites[0]!;
    const sources = categories.flatMap(({name, sources = []}) => sources.map(source => [name, source.bank, source.absent]));
    for (const pair of [
      ["State tracking and planning", "listops-lra"],
      ["Deduction", "bbh"],
      ["Algebra", "math"],
      ["ZenCode-Hard", "leetcode"],
      ["Instruction following", "ifeval"]
    ])
      expect(sources).toContainEqual([...pair, `there is no bank ${pair[1]} in data/banks`]);
    const banks = [...categories, ...categories.flatMap(({sources = []}) => sources)].flatMap(({bank}) => bank ?? []);
    expect(new Set(banks).size).toBe(banks.length);
    expect(banks).toHaveLength(41);
  });

  test("is put 5-shot in knowledge, without examples in reasoning and with a chain of thought in mathematics", async () => {
    const {categories = []} = (await readSuites(["data/suites/zen.yaml"])).suites[0]!;
    const policies = (domain: string) =>
      categories
        .filter(each => each.domain === domain)
        .flatMap(({sources = [], ...category}) => [category, ...sources])
        .filter(({bank}) => bank !== undefined)
        .map(({prompt}) => [prompt?.shots, prompt?.think]);
    for (const policy of policies("Academic knowledge")) expect(policy).toEqual([5, undefined]);
    for (const policy of policies("Reasoning")) expect(policy).toEqual([0, undefined]);
    for (const policy of policies("Mathematics")) expect(policy).toEqual([0, true]);
  });
});
