// What is said of repeated answers where there is least: nobody, or one simulated model on one item.
import {expect, test} from "vitest";
import {type RepetitionRow, repetitionColumns, repetitionSentence} from "../../pipelines/charts/leaderboard/repetitions.js";

const row = (reducer: RepetitionRow["reducer"], k: number | null = null): RepetitionRow => ({
  eval_id: "e",
  model: "m",
  template: "t",
  sampler: "s",
  base_task: "",
  reducer,
  k,
  value: 0,
  low: null,
  high: null,
  items: 1,
  answers: 2,
  simulated: true,
  suite: ""
});

test("nobody, and one simulated model that is wrong on its one item", () => {
  expect(repetitionSentence([])).toBe("No evaluation here was asked the same question more than once.");
  const said = repetitionSentence([row("pass_hat", 2), row("majority"), row("mean"), row("pass", 1), row("pass", 2)]);
  expect(said).toContain("m (simulated), n = 1 item and 2 answers: of its answers 0.0 % [–] are right; of 2 answers");
  expect(said).not.toMatch(/NaN|null|undefined/u);
});

test("reducers are sorted by number, not by text", () => {
  const rows = [row("pass_hat", 2), row("pass", 16), row("pass", 2), row("mean")];
  const {by, show} = repetitionColumns(rows).find(({key}) => key === "reducer")!;
  const sorted = [...rows].sort((a, b) => String(by!(a)).localeCompare(String(by!(b))));
  expect(sorted.map(each => show(each))).toEqual(["mean", "pass@2", "pass@16", "pass^2"]);
});
