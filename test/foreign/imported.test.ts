// Stores of imported results: every question of `npm run analyze` has an answer or a line that says why not, and every table of a page is printed.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {Writable} from "node:stream";
import {afterAll, beforeAll, expect, test} from "vitest";
import {commands} from "../../pipelines/analyze/registry.js";
import {importResults} from "../../pipelines/run/imports/importResults.js";
import {publish} from "../../pipelines/store/publish.node.js";
import {tables} from "../../pipelines/store/tables.js";
import {study} from "../../pipelines/studies/make.node.js";
import {drawPairs} from "../../pipelines/studies/preferences/annotation/make.node.js";
import {type StudyTable, studyTables} from "../../pipelines/studies/registry.js";
import {
  EVALS,
  HELM,
  inspectLog,
  inspectSample,
  jsonLines,
  LM_EVAL,
  layout,
  MT_BENCH,
  PROMPTFOO,
  write
} from "../run/imports/layouts.js";
import {silent} from "../silent.js";
import {answerOrReason, closeStore, rowsOf, UNREADABLE} from "./stores.js";

let root: string;
let store: string;
/** Answers without any score. */
let unscored: string;
/** Results of five programs in one folder; two models answer the same twelve items of Inspect, in two epochs. */
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-imported-"));
  store = join(root, "store");
  const results = join(root, "results");
  await layout(results, {...LM_EVAL, ...HELM, "out.json": PROMPTFOO});
  await write(results, "evals.jsonl", jsonLines(EVALS));
  for (const [m, model] of ["acme/oak-1", "acme/elm-2"].entries())
    await write(
      results,
      `log-${m}.json`,
      inspectLog(
        [0, 1].flatMap(epoch =>
          Array.from({length: 12}, (_, i) => {
            const value = (i * 5 + epoch + m * 3) % 4 > m ? "C" : "I";
            return inspectSample(i + 1, {epoch: epoch + 1, scores: {choice: {value, answer: value === "C" ? "B" : "A"}}});
          })
        ),
        {model, eval: {run_id: model}}
      )
    );
  await importResults({paths: [results], folder: store, report: silent});
  unscored = join(root, "unscored");
  await importResults({paths: [await layout(join(root, "answers"), MT_BENCH)], folder: unscored, report: silent});
});
afterAll(() => {
  closeStore();
  return rm(root, {recursive: true, force: true});
});

/** Words that rest on the tables of every store, or on studies of seconds; the others are asked of foreign answers in commands.test.ts. */
const ASKED = [
  "evals",
  "scores",
  "points",
  "tokens",
  "truncation",
  "compare",
  "flips",
  "pairs",
  "clusters",
  "repetitions",
  "calibration",
  "tasks",
  "modelinfo"
];

test("analyze answers, or says in a line why it cannot", async () => {
  for (const name of ASKED) {
    expect(commands.has(name), name).toBe(true);
    const options = name === "compare" || name === "flips" ? {a: "acme/oak-1", b: "acme/elm-2"} : {};
    const filter = ["modelinfo", "compare", "flips", "clusters", "pairs"].includes(name)
      ? {model: name === "modelinfo" ? ["acme/oak-1"] : ["acme/oak-1", "acme/elm-2"]}
      : {};
    const {text, reason} = await answerOrReason(store, name, {filter, options, format: "table"});
    expect(`${text}${reason ?? ""}`, name).not.toMatch(UNREADABLE);
    expect(`${text}${reason ?? ""}`.length, name).toBeGreaterThan(10);
  }
}, 600_000);

test("accuracy counts the first epoch, repetitions reduce both", async () => {
  const right = (m: number, epoch: number) => Array.from({length: 12}, (_, i) => (i * 5 + epoch + m * 3) % 4 > m);
  for (const [m, model] of ["acme/oak-1", "acme/elm-2"].entries()) {
    const asked = {filter: {model: [model], task: ["colours"]}};
    const [row] = await rowsOf<{correct: number; n: number}>(store, "evals", asked);
    expect([row!.correct, row!.n]).toEqual([right(m, 0).filter(Boolean).length, 12]);
    const reduced = await rowsOf<{base_task: string; reducer: string; value: number}>(store, "repetitions", {
      ...asked,
      options: {by: "task"}
    });
    const mean = reduced.find(each => each.base_task === "colours" && each.reducer === "mean");
    expect(mean?.value).toBeCloseTo([...right(m, 0), ...right(m, 1)].filter(Boolean).length / 24, 12);
  }
});

/** Tables of every store, and of studies that read what an import writes. */
const PRINTED = [
  ...Object.keys(tables),
  "estimates",
  "calibration",
  "calibration_bins",
  "annotation_answers",
  "annotation_pairs",
  "waves",
  "answer_rules",
  "traces"
];

test("tables that pages ask for are printed, of answers without a score too", async () => {
  const nowhere = () => new Writable({write: (_chunk, _encoding, done) => done()});
  for (const folder of [store, unscored])
    for (const name of PRINTED) {
      if (name in studyTables) await study(name as StudyTable, folder, {report: silent});
      await publish(name, folder, {output: nowhere()});
    }
}, 600_000);

test("answers without a score are drawn in pairs, for people and judges", async () => {
  const pairs = await drawPairs(unscored);
  expect(pairs.map(({model_a, model_b, response_a}) => [model_a, model_b, String(response_a).slice(0, 5)])).toEqual(
    Array.from({length: 4}, () => ["elm-2", "oak-1", "elm-2"])
  );
});
