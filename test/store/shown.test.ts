// Tables restricted to a suite: what a table's rows are told by, and which other tables must be open before.
import {expect, test} from "vitest";
import {restricted} from "../../pipelines/store/shown.js";

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
