// The table of languages over models with planted gaps in 22 languages, beside a count over pairs by hand; over banks of translated items; and over
// stores without such questions.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {afterAll, beforeAll, expect, onTestFinished, test} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {importQuestions, suiteOf} from "../../ownBank.js";
import {silent} from "../../silent.js";
import {stubServer, type Workbook, workbook} from "../../workbook.js";
import {asked, bookOf, isForeign, isRight, LANGUAGES, MODELS, reply} from "./given.js";

let book: Workbook;
let stub: Awaited<ReturnType<typeof stubServer>>;
let folder: string;
type Found = Record<string, number | string | null>;
async function rows(text: string, at = folder): Promise<Found[]> {
  const {columns, rows: found} = await query(text, {folder: at});
  return found.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])) as Found);
}

beforeAll(async () => {
  stub = await stubServer(reply);
  book = await workbook(bookOf(stub.url));
  folder = join(book.root, "data/store");
  const {code, stderr} = await book.command("run");
  expect(code, stderr).toBe(0);
  await study("estimates", folder, {report: silent});
});
afterAll(async () => {
  await book?.[Symbol.asyncDispose]();
  await stub?.[Symbol.asyncDispose]();
});

test("gaps of 22 languages are those that were planted, counted from the questions alone", async () => {
  const questions = await rows("select distinct prompt from items where base_task = 'zen-multilang'");
  const known = questions.map(({prompt}) => asked.get(String(prompt))!);
  expect(known).toHaveLength(22 * 70);
  const found = await rows("from language_gaps");
  for (const model of MODELS)
    for (const kind of ["", ...new Set(known.map(each => each.kind))])
      for (const language of LANGUAGES) {
        const own = known.filter(each => each.language === language && (kind === "" || each.kind === kind));
        const english = new Map(
          known.filter(each => each.language === "en").map(each => [`${each.kind} ${each.k}`, isRight(model, each)])
        );
        const both = own.map(each => [english.get(`${each.kind} ${each.k}`)!, isRight(model, each)] as const);
        const row = found.find(each => each.model === model && each.kind === kind && each.language === language)!;
        const about = `${model} ${kind} ${language}`;
        expect([row.n, row.correct], about).toEqual([own.length, own.filter(each => isRight(model, each)).length]);
        if (language === "en") {
          expect([row.pairs, row.gap, row.q], about).toEqual([0, null, null]);
          continue;
        }
        const lost = both.filter(([first, second]) => first && !second).length;
        const won = both.filter(([first, second]) => !first && second).length;
        expect([row.pairs, row.only_english, row.only_language], about).toEqual([own.length, lost, won]);
        const room = own.reduce((sum, {guess}) => sum + (1 - guess), 0);
        expect(row.gap, about).toBeCloseTo((lost - won) / room, 9);
        const foreign = own.filter(each => isForeign(model, each)).length;
        if (row.measured === 0) expect(row.wrong_language, about).toBeNull();
        else expect(Number(row.wrong_language) * Number(row.measured), about).toBeCloseTo(foreign, 9);
      }
});

test("gaps grow along the languages of the fading model alone, and only there are differences significant", async () => {
  const gaps = await rows(
    "select model, language, gap, gap_low, q from language_gaps where kind = '' and language not in ('', 'en')"
  );
  const of = (model: string) => gaps.filter(row => row.model === model);
  const [first, last] = [LANGUAGES[1]!, LANGUAGES.at(-1)!].map(name => of("fading").find(({language}) => language === name)!);
  expect(Number(first!.gap)).toBeLessThan(0.1);
  expect(Number(last!.gap)).toBeGreaterThan(0.7);
  expect(Number(last!.gap_low)).toBeGreaterThan(0.5);
  expect(Number(last!.q)).toBeLessThan(1e-6);
  for (const model of ["even", "mute"]) for (const {gap, q} of of(model)) expect([gap, Number(q) > 0.05]).toEqual([0, true]);
});

test("analyze prints the rows, with kinds where they are asked for", async () => {
  const print = async (...options: string[]) => {
    const {stdout, stderr, code} = await book.command("analyze", "languages", "--format", "json", ...options);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout) as Found[];
  };
  expect(await print()).toHaveLength(MODELS.length * 23);
  const kinds = await print("--by", "kind");
  expect(kinds.every(({kind}) => kind !== "")).toBe(true);
  const [one] = await rows(
    "select gap, gap_low, gap_high, pairs from language_gaps where model = 'fading' and kind = '' and language = 'de'"
  );
  expect((await print()).find(({model, language}) => model === "fading" && language === "de")).toMatchObject(one!);
});

/** A store of a bank whose answers are right but in the stated questions. */
async function bankOf(questions: readonly Record<string, unknown>[], {by = ""} = {}) {
  const server = await stubServer(({messages}) => {
    const {content} = (messages as {content: string}[]).at(-1)!;
    const found = questions.find(({question}) => content.startsWith(String(question)));
    return `Answer: ${found && !found.wrong ? found.answer : "nothing"}`;
  });
  const own = await workbook({
    "models/own.yaml": `{id: own, endpoint: ${server.url}}\n`,
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 64}\n"
  });
  onTestFinished(async () => {
    await own[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });
  await importQuestions(own, {name: "mgsm", layout: "plain", questions: questions.map(({wrong: _, ...each}) => each)});
  writeFileSync(join(own.root, "data/suites/small.yaml"), suiteOf(`mgsm${by}`));
  const {code, stderr} = await own.command("run");
  expect(code, stderr).toBe(0);
  const store = join(own.root, "data/store");
  await study("estimates", store, {report: silent});
  return {own, gaps: () => rows("from language_gaps", store)};
}

const translated = (language: string, wrong: (k: number) => boolean) =>
  Array.from({length: 12}, (_, k) => ({
    question: `[${language}] question number ${k} of the bank?`,
    answer: String(100 + k),
    pair_id: `q${k}`,
    category: language,
    wrong: wrong(k)
  }));

test.each([
  "",
  "\n    by: category"
])("a bank of translated items is paired by its pair_id, its categories name the languages%s", async by => {
  const questions = [...translated("en", k => k === 0), ...translated("de_DE", k => k < 4), ...translated("sw", k => k < 9)];
  const {gaps} = await bankOf(questions, {by});
  const found = await gaps();
  expect(
    found.map(({language, n, pairs, only_english, only_language}) => [language, n, pairs, only_english, only_language])
  ).toEqual([
    ["", 24, 12, null, null],
    ["de", 12, 12, 3, 0],
    ["en", 12, 0, null, null],
    ["sw", 12, 12, 8, 0]
  ]);
  expect(found[1]!.gap).toBeCloseTo(3 / 12, 12);
  expect(found[3]!.gap).toBeCloseTo(8 / 12, 12);
  expect(found.every(({measured, wrong_language}) => measured === 0 && wrong_language === null)).toBe(true);
});

test("without English there is accuracy but no gap; banks of one language, or without pairs, have no row", async () => {
  const without = await (await bankOf([...translated("de", k => k < 4), ...translated("fr", () => false)])).gaps();
  expect(without.map(({language, n, pairs, gap}) => [language, n, pairs, gap])).toEqual([
    ["", 24, 0, null],
    ["de", 12, 0, null],
    ["fr", 12, 0, null]
  ]);
  expect(await (await bankOf(translated("de", () => false))).gaps()).toEqual([]);
  const loose = [...translated("en", () => false), ...translated("de", () => false)].map(({pair_id: _, ...each}) => each);
  const {own, gaps} = await bankOf(loose);
  expect(await gaps()).toEqual([]);
  const {code, stderr} = await own.command("analyze", "languages");
  expect(code).toBe(2);
  expect(stderr).toContain("no question here was asked in several languages");
});

test("simulated models are asked the same questions in each language", async () => {
  await using own = await workbook({
    "suites/small.yaml": "tasks:\n  - {task: zen-multilang, params: {language: [en, de]}}\n  - {task: boolean}\n"
  });
  const {code, stderr} = await own.command("run");
  expect(code, stderr).toBe(0);
  const store = join(own.root, "data/store");
  await study("estimates", store, {report: silent});
  const answers = await rows("select model, count(*) as n from samples where base_task = 'zen-multilang' group by model", store);
  expect(answers.length).toBeGreaterThan(1);
  const gaps = await rows("from language_gaps where kind = '' and language in ('en', 'de')", store);
  for (const {model, n} of answers) {
    const [de, en] = ["de", "en"].map(code => gaps.find(row => row.model === model && row.language === code)!);
    expect(Number(de!.n) + Number(en!.n), String(model)).toBe(n);
    expect([de!.n, de!.pairs, en!.pairs], String(model)).toEqual([en!.n, en!.n, 0]);
    expect(de!.correct, String(model)).toBe(Number(en!.correct) - Number(de!.only_english) + Number(de!.only_language));
  }
});
