// Small and odd stores of answers that were collected elsewhere: every question has an answer, or a line that says why there is none.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {commands} from "../../pipelines/analyze/registry.js";
import {study} from "../../pipelines/studies/make.node.js";
import {answerOrReason, closeStore, rowsOf, storeOf, UNREADABLE} from "./stores.js";

const MODELS = ["m-1", "m-2", "m-3"];

/** Enough for a fit: what is odd about a store does not grow with its items, but the fits of every model to them do. */
const ITEMS = 5;

interface Shape {
  models?: readonly string[];
  items?: number;
  right?: (model: number, item: number) => boolean;
  more?: (model: number, item: number) => object;
}

/** Arithmetic that no generator of ours made. */
const rows = ({models = MODELS, items = ITEMS, right = (model, item) => (item * 7 + model) % 3 > 0, more = () => ({})}: Shape) =>
  models.flatMap((model, i) =>
    Array.from({length: items}, (_, item) => ({
      model,
      base_task: "sums",
      prompt: `What is ${item} + ${item}?`,
      text: `It is ${right(i, item) ? 2 * item : 2 * item + 1}.`,
      expected: String(2 * item),
      ...more(i, item)
    }))
  );

const WILD = [
  "a b",
  'say "no"',
  "it's",
  "<script>alert(1)</script>",
  "größer 🦊",
  "x".repeat(3_000),
  "a,b|c\n\td",
  "\u202Eright to left"
];

const STORES: Record<string, readonly object[]> = {
  "one model": rows({models: ["alone"]}),
  "one item": rows({items: 1}),
  "one model and one item": rows({models: ["alone"], items: 1}),
  "all right": rows({right: () => true}),
  "all wrong": rows({right: () => false}),
  "a task of ours with other params": rows({more: () => ({base_task: "arithmetic", params: {colour: "red"}})}),
  "numbers as text": rows({more: (_, item) => ({params: {size: String(item % 3)}})}),
  "params for some": rows({more: (_, item) => (item % 2 ? {params: {size: item, wide: item > 2}} : {})}),
  "wild names": rows({
    items: WILD.length,
    more: (model, item) => ({
      params: {"a b": WILD[item % WILD.length], 'q"uote': "<img src=x onerror=alert(1)>"},
      prompt: `${item} ${WILD[item % WILD.length]}`,
      text: `${WILD[(item + model) % WILD.length]} ${item}`,
      expected: String(item),
      eval_id: `id ${model} <b>'"`
    })
  }),
  "ten trials": rows({items: 4, more: () => ({})}).flatMap(row =>
    Array.from({length: 10}, (_, trial) => ({...row, trial, completion_tokens: 5 + trial}))
  ),
  "tokens for one model": rows({
    more: model => (model === 0 ? {prompt_tokens: 9, completion_tokens: 30, finish_reason: "stop"} : {})
  }),
  "everything truncated": rows({more: () => ({completion_tokens: 50, finish_reason: "length"})}),
  "no answer at all": rows({more: () => ({text: ""})}),
  "seeds of the sampler": rows({more: (model, item) => ({seed: model, params: {size: item % 2}})})
};

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-edges-"));
});
afterAll(() => {
  closeStore();
  return rm(root, {recursive: true, force: true});
});

/** Study tables that the pages ask for beside what commands need. */
const STUDIES = ["annotation_pairs", "irt_items", "adaptive_steps", "traces"] as const;

describe.each(Object.entries(STORES))("%s", (name, given) => {
  test("every word of analyze answers or says why not, and the studies are made", async () => {
    const store = await storeOf(root, name.replaceAll(" ", "-"), given);
    for (const study_ of STUDIES) await study(study_, store, {report: {info() {}, warn() {}, progress() {}, done() {}}});
    for (const [word, {plots}] of commands) {
      if (word === "fft" || word === "spectra") continue; // tests of generators, which none of these are
      const options =
        word === "compare" || word === "flips" ? {a: MODELS[0], b: MODELS[1]} : word === "projection" ? {x: "size"} : {};
      for (const format of ["table", ...(plots ? (["svg"] as const) : [])] as const) {
        const {text, reason} = await answerOrReason(store, word, {options, format});
        expect(reason === null ? text : reason, `${word} ${format}`).not.toMatch(UNREADABLE);
        if (format === "svg") expect(text, word).not.toContain("<script>alert");
        if (ALWAYS.includes(word)) expect(reason, `${word} ${format}`).toBeNull();
      }
    }
    for (const row of await rowsOf<Record<string, number>>(store, "evals")) {
      const {accuracy, low, high, n} = row;
      if (n! > 0) expect(low! <= accuracy! && accuracy! <= high! && low! < high!, JSON.stringify(row)).toBe(true);
      else expect([accuracy, low, high]).toEqual([null, 0, 1]);
    }
  }, 600_000);
});

/** Words that every store has an answer to. */
const ALWAYS = ["evals", "tasks", "points", "scores", "truncation"];

test("tests pair up across sampler seeds, and a repetition without a trial is refused by line", async () => {
  const store = await storeOf(root, "seeded", rows({items: 12, more: model => ({seed: model})}));
  const [pooled] = await rowsOf<{n: number}>(store, "compare", {options: {a: MODELS[0], b: MODELS[1]}});
  expect(pooled!.n).toBe(12);
  const twice = [...rows({items: 2}), ...rows({items: 2}).map(row => ({...row, seed: 1}))];
  await expect(storeOf(root, "twice", twice)).rejects.toThrow(/number repetitions by trial$/);
});

test("some counted, some not: those with counts are shown, the others are not made up", async () => {
  const store = await storeOf(root, "some", STORES["tokens for one model"]!);
  const spent = await rowsOf<{model: string; samples: number}>(store, "tokens");
  expect(spent.map(({model, samples}) => [model, samples])).toEqual([["m-1", ITEMS]]);
  const tokens = (await rowsOf<{model: string; tokens: number | null}>(store, "evals")).map(row => [row.model, row.tokens]);
  expect(Object.fromEntries(tokens)).toEqual({"m-1": 30, "m-2": null, "m-3": null});
  const [all] = await rowsOf<{tokens: number | null}>(store, "tasks");
  expect(all!.tokens ?? null).toBeNull();
});
