// Models of very unequal data side by side: 5 answers next to 12,032, one model in two sets, one that is never read, two releases of one.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {commands} from "../../pipelines/analyze/registry.js";
import {query} from "../../pipelines/store/sql.node.js";
import {answerOrReason, closeStore, rowsOf, storeOf, UNREADABLE} from "./stores.js";

const LARGE = 12_032;
const SMALL = 5;
const OTHERS = 60;

const answer = (model: string, index: number, more: object = {}) => ({
  model,
  base_task: "quinces",
  prompt: `How many quinces has basket ${index}?`,
  expected: String(index + 3),
  text: `Answer: ${index % 4 === 3 ? index + 4 : index + 3}`,
  ...more
});
const rows = (model: string, number: number, more: (index: number) => object = () => ({})) =>
  Array.from({length: number}, (_, index) => answer(model, index, more(index)));
/** The key of the first basket was corrected between the two releases of the set; the model of each answered 3. */
const corrected = (model: string) =>
  rows(model, OTHERS, index => (index === 0 ? {expected: model === "release-1" ? "4" : "3"} : {}));
const pears = rows("both", OTHERS, index => ({
  base_task: "pears",
  prompt: `How many pears has basket ${index}?`
}));

let root: string;
let store: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-uneven-"));
  store = await storeOf(root, "uneven", [
    ...rows("large", LARGE),
    ...rows("small", SMALL),
    ...rows("unread", OTHERS, () => ({text: "I prefer not to."})),
    ...rows("both", OTHERS),
    ...pears,
    ...corrected("release-1"),
    ...corrected("release-2")
  ]);
});
afterAll(() => {
  closeStore();
  return rm(root, {recursive: true, force: true});
});

interface Estimate {
  model: string;
  base_task: string;
  accuracy: number;
  low: number;
  high: number;
  n: number;
  unparsed: number;
  truncated: number | null;
}
const estimates = async (word: string): Promise<Estimate[]> => rowsOf<Estimate>(store, word);

test("each model has its own n and an interval of its width", async () => {
  const estimateOf = new Map((await estimates("evals")).map(each => [each.model, each]));
  // Wilson (1927) of 4 in 5 and 9,024 in 12,032, z = 1.959964
  for (const [model, n, low, high] of [
    ["small", SMALL, 0.3755, 0.9638],
    ["large", LARGE, 0.7422, 0.7577]
  ] as const) {
    expect(estimateOf.get(model)!.n, model).toBe(n);
    expect(estimateOf.get(model)!.low, model).toBeCloseTo(low, 3);
    expect(estimateOf.get(model)!.high, model).toBeCloseTo(high, 3);
  }
  expect(estimateOf.get("unread")).toMatchObject({accuracy: 0, n: OTHERS, unparsed: OTHERS});
  for (const {model, truncated} of estimateOf.values()) expect(truncated, model).toBeNull();
});

test("two models are compared on the tests of both: five", async () => {
  const [pair] = await rowsOf<{n: number}>(store, "compare", {options: {a: "large", b: "small"}});
  expect(pair!.n).toBe(SMALL);
});

test("a model in two sets is one evaluation, with a row for each task", async () => {
  const models = (await estimates("evals")).map(({model}) => model);
  expect(models.toSorted()).toEqual(["both", "large", "release-1", "release-2", "small", "unread"]);
  const counts = (
    await query("select base_task, sum(correct + incorrect)::int from points where model = 'both' group by all order by all", {
      folder: store
    })
  ).rows;
  expect(counts).toEqual([
    ["pears", OTHERS],
    ["quinces", OTHERS]
  ]);
});

test("an item whose key was corrected is two items, and releases are compared on the others", async () => {
  const keys = (
    await query("select expected from items where prompt = 'How many quinces has basket 0?' order by expected", {folder: store})
  ).rows;
  expect(keys).toEqual([["3"], ["4"]]);
  const [pair] = await rowsOf<{n: number; value: number}>(store, "compare", {options: {a: "release-1", b: "release-2"}});
  expect(pair).toMatchObject({n: OTHERS - 1, value: 0});
});

test("every word of analyze answers or says in a line why not", async () => {
  for (const word of commands.keys()) {
    if (word === "fft" || word === "spectra") continue; // tests of generators, which none of these are
    const options = word === "compare" || word === "flips" ? {a: "large", b: "small"} : {};
    const {text, reason} = await answerOrReason(store, word, {options, format: "table"});
    expect(reason ?? text, word).not.toMatch(UNREADABLE);
    if (["evals", "tasks", "points", "scores", "truncation"].includes(word)) expect(reason, word).toBeNull();
  }
});
