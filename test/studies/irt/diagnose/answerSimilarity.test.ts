import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {query} from "../../../../pipelines/store/sql.node.js";
import {
  compareAnswers,
  copiesText,
  countCopies,
  fitSimilarity,
  withoutCopies
} from "../../../../pipelines/studies/irt/diagnose/answerSimilarity.js";
import {fit as fitted} from "../../../../pipelines/studies/irt/estimate/fit.js";
import {MISSING, type Responses} from "../../../../pipelines/studies/irt/item.js";
import {answers, normal, someItems} from "../simulated.js";

const RANDOM = randomOf("answer similarity");
const ITEMS = someItems(200, RANDOM);
const THETA = Array.from({length: 80}, () => normal(RANDOM));
const INDEPENDENT = answers(THETA, () => ITEMS, "independent answers");

/** Rows of the given persons, each answer reversed with the chance `flips`. */
const rowsOf = ({items, cells}: Responses, persons: readonly number[], flips = 0): Responses => ({
  persons: persons.map((_, i) => String(i)),
  items,
  cells: Uint8Array.from(
    persons.flatMap(i =>
      Array.from(cells.subarray(i * items.length, (i + 1) * items.length), cell =>
        cell !== MISSING && RANDOM.real() < flips ? 1 - cell : cell
      )
    )
  )
});

test("80 independent models count as about 80; each of 40 entered twice, as about 40, in 40 groups", () => {
  const alone = compareAnswers(ITEMS, INDEPENDENT, THETA);
  expect(alone).toMatchObject({compared: 3160, copies: []});
  expect(alone.effective).toBeGreaterThan(76);
  const twice = Array.from({length: 80}, (_, i) => i >> 1);
  const doubled = compareAnswers(
    ITEMS,
    rowsOf(INDEPENDENT, twice),
    twice.map(i => THETA[i]!)
  );
  expect(doubled.effective).toBeGreaterThan(38);
  expect(doubled.effective).toBeLessThan(41);
  expect(doubled.pairs.filter(({r}) => r > 0.999)).toHaveLength(40);
  expect(doubled.copies).toEqual(Array.from({length: 40}, (_, k) => [2 * k, 2 * k + 1]));
  expect(countCopies(doubled.copies)).toBe(40);
});

test("no pair is reported in at least 95 % of fitted matrices of independent models", () => {
  const random = randomOf("false discoveries");
  const isFree = Array.from({length: 40}, (_, seed) => {
    const theta = Array.from({length: 16}, () => normal(random));
    const matrix = answers(theta, () => ITEMS, `null ${seed}`);
    return fitSimilarity(fitted(matrix, {model: "rasch", estimate: "eb"}), matrix).alike === 0;
  });
  expect(isFree.filter(Boolean).length).toBeGreaterThanOrEqual(38);
});

test("a model under ten names, 5 % of whose answers change, is one group; counted once, 20 models remain", () => {
  const names = [...Array.from({length: 20}, (_, i) => i), ...Array.from({length: 9}, () => 3)];
  const original = rowsOf(INDEPENDENT, names.slice(0, 20));
  const copies = rowsOf(INDEPENDENT, names.slice(20), 0.05);
  const cells = Uint8Array.from([...original.cells, ...copies.cells]);
  const all = {persons: names.map((_, i) => `m${i}`), items: INDEPENDENT.items, cells};
  const similarity = fitSimilarity(fitted(all, {model: "2pl", estimate: "eb"}), all);
  expect(similarity.copies).toEqual([[3, ...Array.from({length: 9}, (_, k) => 20 + k)]]);
  expect(withoutCopies(all, similarity.copies)).toEqual(names.slice(0, 20));
  // the one with most answers is kept
  cells.fill(MISSING, 3 * 200, 3 * 200 + 10);
  expect(withoutCopies(all, similarity.copies)).toEqual([0, 1, 2, ...names.slice(4, 20), 20]);
  expect(copiesText(["a", "b"])).toContain("a, b");
});

test("one item, all right, nothing answered, or two models that miss the same item: no pair is compared", () => {
  const flat = (cell: number, size: number): Responses => ({
    persons: ["a", "b", "c"],
    items: Array.from({length: size}, (_, j) => `i${j}`),
    cells: new Uint8Array(3 * size).fill(cell)
  });
  const none = {compared: 0, alike: 0, pairs: [], copies: []};
  expect(compareAnswers(ITEMS.slice(0, 1), flat(1, 1), [0, 0, 0])).toMatchObject(none);
  expect(compareAnswers(ITEMS, flat(1, 200), [3, 3, 3])).toMatchObject(none);
  expect(compareAnswers(ITEMS, flat(MISSING, 200), [0, 0, 0])).toMatchObject(none);
  const nearly = flat(1, 200);
  for (const person of [0, 1]) nearly.cells[person * 200 + 7] = 0;
  expect(compareAnswers(ITEMS, nearly, [2, 2, 2])).toMatchObject(none);
  expect(compareAnswers([], {persons: [], cells: new Uint8Array()}, [])).toMatchObject({...none, effective: 0});
});

test("of more pairs than are compared, a sample is", () => {
  const {compared, effective} = compareAnswers(ITEMS, INDEPENDENT, THETA, {maxPairs: 500});
  expect(compared).toBe(500);
  expect(effective).toBeGreaterThan(60);
});

test("published answers to GSM8K: Llama 3.1 405B is found under its three names", async () => {
  const folder = "data/published";
  const {rows} = await query(
    `select model, item_id, status from samples where base_task = 'gsm8k' and trial = 0 and status <> 2`,
    {folder}
  );
  const persons = [...new Set(rows.map(([model]) => String(model)))].sort();
  const items = [...new Set(rows.map(([, item]) => String(item)))].sort();
  const cells = new Uint8Array(persons.length * items.length).fill(MISSING);
  const [person, item] = [new Map(persons.map((id, i) => [id, i])), new Map(items.map((id, j) => [id, j]))];
  for (const [model, id, status] of rows)
    cells[person.get(String(model))! * items.length + item.get(String(id))!] = Number(status);
  const all = {persons, items, cells};
  const {copies} = fitSimilarity(fitted(all, {model: "2pl", estimate: "eb"}), all);
  const names = copies.map(group => group.map(i => persons[i]!));
  expect(names[0]).toEqual([
    "Llama-3.1-405B-Inst@sambanova",
    "Llama-3.1-405B-Instruct-Turbo",
    "Meta-Llama-3.1-405B-Instruct@hyperbolic"
  ]);
  for (const group of names.slice(1)) expect(new Set(group.map(name => name.split(/[-@]/)[0]))).toHaveProperty("size", 1);
});
