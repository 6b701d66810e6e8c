// `irt: {guessing: known | estimated}` of a book: the study's tables follow it, and are made anew when it changes.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {expect, test, vi} from "vitest";
import {query} from "../../../pipelines/store/sql.node.js";
import {isCurrent, study} from "../../../pipelines/studies/make.node.js";
import {sourceSentence} from "../../../src/components/irt/calibration.js";
import {comparedFits, type FitRow, modelSentence} from "../../../src/components/irt/checks.js";
import {silent} from "../../silent.js";
import {workbook} from "../../workbook.js";

test("known asymptotes are the tests' guess chances without error, estimated ones differ from them; the page says which", async () => {
  const names = ["cedar", "heron", "comet"].flatMap(family => Array.from({length: 8}, (_, k) => `{id: sim-${family}-0${k + 1}}`));
  await using book = await workbook({
    "models/reference.yaml": `endpoint: "reference:"\nmodels: [${names.join(", ")}]\n`,
    // two answers to choose from: the guess chance is ½
    "suites/small.yaml": "tasks:\n  - {task: boolean, params: {length: [8, 24]}}\n",
    "book.yaml":
      "suite: suites/small.yaml\nmodels: [models/reference.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 6, step: 6, max: 6}\n"
  });
  expect((await book.command("run")).code).toBe(0);
  const [folder, file] = [join(book.root, "data/store"), join(book.root, "data/book.yaml")];
  const bare = await readFile(file, "utf8");
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(book.root);
  try {
    const made = async (guessing: string) => {
      await writeFile(file, `${bare}${guessing}`);
      const current = await isCurrent("irt_items", folder);
      await study("irt_items", folder, {report: silent});
      const items = (
        await query("select c, se_c, guess_chance from irt_items join items using (item_id) where a is not null", {folder})
      ).rows as [number, number, number][];
      const {columns, rows} = await query("from irt_fit", {folder});
      const fits = rows.map(row => Object.fromEntries(columns.map((name, k) => [name, row[k]]))) as unknown as FitRow[];
      expect(fits.map(({irt_model, guessing: held}) => [irt_model, held])).toEqual(
        ["2pl", "3pl", "3pl", "rasch"].map(name => [
          name,
          name === "3pl" ? (/estimated/.test(guessing) ? "estimated" : "known") : "none"
        ])
      );
      return {current, items, sentence: modelSentence(comparedFits(fits))};
    };
    const known = await made("");
    expect(known.current).toBe(false);
    expect(known.items.length).toBeGreaterThan(3);
    for (const [c, se, chance] of known.items) expect([c, se]).toEqual([chance, 0]);
    expect(known.sentence).toContain("3PL, guess chance as asymptote");
    expect((await made("irt: {guessing: known}\n")).current).toBe(true);
    const free = await made("irt: {guessing: estimated}\n");
    expect(free.current).toBe(false);
    expect(free.items.some(([c, se, chance]) => Math.abs(c - chance) > 1e-3 && se > 0)).toBe(true);
    expect(free.items.every(([c]) => c >= 0 && c < 1)).toBe(true);
    expect(free.sentence).toContain("3PL, asymptotes estimated");
    await expect(made("irt: {guessing: guessed}\n")).rejects.toThrow(/book\.yaml:\d+:\d+ .*guess/);
  } finally {
    cwd.mockRestore();
  }
});

test("the source's sentence names how asymptotes were had, where that is on record", () => {
  const of = (guessing: string | null) =>
    sourceSentence({model: "3pl", estimate: "eb", guessing, converged: true, items: [{}], persons: []} as never, null);
  expect(of("known")).toContain("3PL by empirical Bayes, guessing held at each test’s guess chance, 0 evaluations");
  expect(of("estimated")).toContain("3PL by empirical Bayes, guessing estimated, ");
  expect(of(null)).toContain("3PL by empirical Bayes, 0 evaluations");
});
