import {sampleRankCorrelation} from "simple-statistics";
import {expect, test} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {mindOf, unlimited} from "../../../pipelines/infer/reference/mind.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {questionIn, solvers} from "../../../pipelines/infer/reference/solve/registry.node.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";
import {stepMeasures} from "../../../pipelines/score/steps.js";

const {at} = benchmarkTasks.get("zen-reason")!.items;
const solver = solvers.get("zen-reason")!;
const HOPS = [2, 4, 6, 8, 10, 12];
const CELL = 160;
/** Items of all kinds at one number of hops. */
const ofHops = (hops: number, each: number) =>
  [0, 1, 2, 3, 4].flatMap(kind => Array.from({length: each}, (_, k) => at(CELL * (6 * kind + HOPS.indexOf(hops)) + k)));
const solved = ({prompt}: {prompt: string}, faculties = unlimited, seed = "") =>
  solver.solve(solver.read(prompt)!, mindOf(faculties, randomOf(seed)));
const right = (item: ReturnType<typeof at>, answer: string): boolean =>
  verdictOf(`Answer: ${answer}`, item, item.scorer!, {search: () => null, equal: () => null}).right === true;

test("a mind without limits is always right, and states each step as it is", () => {
  for (let place = 0; place < 4_800; place += 11) {
    const item = at(place);
    const {answer, steps, chance} = solved(item);
    expect(right(item, answer)).toBe(true);
    expect(chance).toBe(1);
    const {length} = item.steps!;
    expect(stepMeasures(steps.join(".\n"), item.steps!)).toEqual({steps: length, steps_stated: length, steps_right: length});
  }
});

test("no other solver takes its questions for its own, and it takes no other's", () => {
  for (let place = 0; place < 4_800; place += 37) {
    const {prompt} = at(place);
    expect(questionIn(prompt)!.solver).toBe(solver);
    expect([...solvers].filter(([, {read}]) => read(prompt) !== null).map(([name]) => name)).toEqual(["zen-reason"]);
  }
  for (const task of tasks.values()) {
    const {prompt} = task.generate(task.params.parse({}), randomOf("other"));
    expect(solver.read(prompt)).toBeNull();
  }
});

test("accuracy follows ability (Spearman ≥ 0.9) and falls with hops", () => {
  const asked = HOPS.map(hops => ofHops(hops, 8));
  const found = roster.map(({id, faculties}) =>
    asked.map(items => items.filter((item, i) => right(item, solved(item, faculties, `${id} ${i}`).answer)).length / items.length)
  );
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(
    sampleRankCorrelation(
      roster.map(({ability}) => ability),
      found.map(mean)
    )
  ).toBeGreaterThanOrEqual(0.9);
  const byHops = asked.map((_, i) => mean(found.map(each => each[i]!)));
  for (let i = 1; i < byHops.length; i++) expect(byHops[i - 1]! - byHops[i]!).toBeGreaterThan(0.03);
});

/** Kuder and Richardson's formula 20 over a matrix of persons by items. */
function kr20(matrix: readonly (readonly number[])[]): number {
  const [persons, items] = [matrix.length, matrix[0]!.length];
  const shares = matrix[0]!.map((_, i) => matrix.reduce((sum, row) => sum + row[i]!, 0) / persons);
  const totals = matrix.map(row => row.reduce((sum, value) => sum + value, 0));
  const mean = totals.reduce((sum, total) => sum + total, 0) / persons;
  const variance = totals.reduce((sum, total) => sum + (total - mean) ** 2, 0) / persons;
  return (items / (items - 1)) * (1 - shares.reduce((sum, p) => sum + p * (1 - p), 0) / variance);
}

test("200 items have a reliability (KR-20) of at least 0.8 over the 64 models", () => {
  const items = HOPS.flatMap(hops => ofHops(hops, 8));
  const matrix = roster.map(({id, faculties}) =>
    items.map((item, i) => (right(item, solved(item, faculties, `${id} reliability ${i}`).answer) ? 1 : 0))
  );
  expect(kr20(matrix)).toBeGreaterThanOrEqual(0.8);
});

test("a model's stated chance is the share that it gets right", () => {
  const items = HOPS.flatMap(hops => ofHops(hops, 40));
  for (const {id, faculties} of roster.filter((_, i) => i % 13 === 0)) {
    const answers = items.map((item, i) => ({item, ...solved(item, faculties, `${id} chance ${i}`)}));
    const chances = answers.map(({chance}) => chance!);
    const [hit, expected] = [answers.filter(({item, answer}) => right(item, answer)).length, chances.reduce((a, b) => a + b)];
    const sd = Math.sqrt(chances.reduce((sum, p) => sum + p * (1 - p), 0));
    expect(Math.abs(hit - expected)).toBeLessThan(3.5 * sd);
  }
});

test("a question that is cut or without its facts gets no answer instead of a wrong one", () => {
  const {prompt} = at(0);
  expect(solver.read(prompt.slice(0, prompt.indexOf("\n\nThink")))).toBeNull();
  expect(() => solver.solve("Who?\n\nWhat?", mindOf(unlimited, randomOf("")))).toThrow();
});
