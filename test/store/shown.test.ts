// Tables restricted to a suite: what a table's rows are told by, and which other tables must be open before.
import {expect, test} from "vitest";
import {evaluationsShown, firstShown, isOneSuite, restricted} from "../../pipelines/store/shown.js";

const ANSWERS = ["eval_id", "item_id", "base_task", "params", "status"];
const shown = {evaluations: null, suite: "starter"};
const narrowed = (columns: string[], there: string[]) => restricted("select * from t", {columns, shown, there});

test("answers follow the points of a suite where the page has them", () => {
  expect(narrowed(ANSWERS, ["points", "responses"]).needs).toEqual(["points"]);
});

test("answers that are a page's only table are shown whole: they wait for no other table, nor for themselves", () => {
  expect(narrowed(ANSWERS, [])).toEqual({query: "select * from (select * from t)", needs: []});
});

test("texts of answers follow the answers", () => {
  const {query, needs} = narrowed(["eval_id", "item_id", "text"], ["samples"]);
  expect(needs).toEqual(["samples"]);
  expect(query).toContain("item_id in (select item_id from samples)");
});

test("rows of an evaluation's tasks follow the points of a suite where they name no point", () => {
  const {query, needs} = narrowed(["eval_id", "base_task", "rule", "n"], ["points"]);
  expect(needs).toEqual(["points"]);
  expect(query).toContain("semi join points using (eval_id, base_task)");
});

test("the evaluations shown are those of the dataset that were asked the suite", () => {
  const evaluations = [
    {eval_id: "a", suites: ["1"]},
    {eval_id: "b", suites: ["1", "2"]},
    {eval_id: "c", suites: ["2"]}
  ];
  const suites = {1: {id: "small", tiers: {}}, 2: {id: "large", tiers: {}}};
  const ids = (choice: Parameters<typeof evaluationsShown>[1]) =>
    evaluationsShown({evaluations, suites}, choice).map(({eval_id}) => eval_id);
  expect(ids(null)).toEqual(["a", "b", "c"]);
  expect(ids({evaluations: null, suite: "small"})).toEqual(["a", "b"]);
  expect(ids({evaluations: ["b", "c"], suite: "small"})).toEqual(["b"]);
  expect(ids({evaluations: ["a"], suite: null})).toEqual(["a"]);
});

const manifest = (...asked: string[][]) => ({
  evaluations: asked.map(suites => ({suites})),
  suites: Object.fromEntries(["small", "large"].map(id => [id, {id, tiers: {}}]))
});

test("a page of fits shows one suite where evaluations were asked different ones, that of most evaluations first", () => {
  const apart = manifest(["small", "large"], ["large"]);
  expect(isOneSuite(apart, {fitted: true})).toBe(true);
  expect(firstShown(apart, {fitted: true})).toEqual({evaluations: null, suite: "large"});
  expect(firstShown(apart, {one: true})).toEqual({evaluations: null, suite: "small"});
  expect(firstShown(apart, {one: true, noSuite: true})).toBeNull();
  expect(firstShown(manifest(["small", "large"], ["small", "large"]), {fitted: true})).toBeNull();
});
