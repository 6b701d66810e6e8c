import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {endsOf, readLeaderboard, sortColumns} from "../../../../pipelines/studies/preferences/benchmarks/leaderboard.js";

import {withReal} from "../fixture.js";

const kinds = (...names: string[]) => {
  const {scores, aside} = sortColumns(names);
  return {scores, aside: aside.map(({name, kind}) => `${name}: ${kind}`)};
};

describe("columns by their names", () => {
  test("ends of intervals, errors, counts and what a model costs are no benchmarks", () => {
    expect(kinds("score", "rating_q025", "rating_q975", "avg_tokens", "date")).toEqual({
      scores: ["score"],
      aside: ["rating_q025: low", "rating_q975: high", "avg_tokens: covariate", "date: covariate"]
    });
    expect(kinds("elo", "elo_low", "elo_high", "elo_se", "n_battles", "Input price", "release_date", "License").aside).toEqual([
      "elo_low: low",
      "elo_high: high",
      "elo_se: error",
      "n_battles: count",
      "Input price: covariate",
      "release_date: covariate",
      "License: covariate"
    ]);
    expect(kinds("MMLU", "MMLU 95% CI lower", "MMLU 95% CI upper", "CI", "std_error", "num_votes").scores).toEqual(["MMLU"]);
  });

  test("benchmarks that share a word with them stay", () => {
    const names = [
      "date_understanding",
      "length_controlled_winrate",
      "SWE high",
      "GPQA",
      "salient_translation",
      "slow_qa",
      "nli"
    ];
    expect(kinds(...names)).toEqual({scores: names, aside: []});
    expect(kinds("reasoning high", "reasoning low", "MMLU").scores).toEqual(["MMLU"]); // both ends of one stem are an interval
  });

  test("where nothing else is there, such columns are what is compared", () => {
    expect(kinds("cost", "tokens").scores).toEqual(["cost", "tokens"]);
  });

  test("ends belong to the score of their name, or to the only one", () => {
    expect(endsOf(sortColumns(["a", "b", "a_lower", "a_upper"]))).toEqual(new Map([["a", {low: "a_lower", high: "a_upper"}]]));
    expect(endsOf(sortColumns(["score", "rating_q025", "rating_q975"])).get("score")).toEqual({
      low: "rating_q025",
      high: "rating_q975"
    });
    expect(endsOf(sortColumns(["a", "b", "rating_q025", "rating_q975"])).size).toBe(0);
  });
});

describe("tables", () => {
  const text = "model,score,rating_q025,rating_q975,avg_tokens\nx,82,80,84,600\ny,79,77,80,500\n";

  test("take the ends with the score, and leave out the rest with a word", () => {
    const {benchmarks, aside, notes} = readLeaderboard(text);
    expect(benchmarks).toEqual([{name: "score", values: [82, 79], low: [80, 77], high: [84, 80]}]);
    expect(aside?.map(({name}) => name)).toEqual(["avg_tokens"]);
    expect(notes).toEqual([
      "rating_q025 and rating_q975 are the ends of the intervals of score",
      "no benchmarks by their names: avg_tokens"
    ]);
  });

  test("columns that are named are taken, and no others; an unknown one is a mistake that names what there is", () => {
    expect(readLeaderboard(text, {columns: ["avg_tokens"]}).benchmarks).toEqual([{name: "avg_tokens", values: [600, 500]}]);
    expect(() => readLeaderboard(text, {columns: ["avg_token"]})).toThrow(
      'no column of numbers is called "avg_token"; did you mean "avg_tokens"?'
    );
  });

  test("ends that leave out the score are no interval of it", () => {
    const {benchmarks, aside} = readLeaderboard("model,score,other_low,other_high\nx,82,10,12\ny,79,11,13\n");
    expect(benchmarks).toEqual([{name: "score", values: [82, 79]}]);
    expect(aside?.map(({name}) => name)).toEqual(["other_low", "other_high"]);
  });

  withReal("Arena-Hard's table has one benchmark, with intervals", ["arena_hard_v01_20240731.csv"], ([file]) => {
    const {benchmarks, models} = readLeaderboard(readFileSync(file!, "utf8"));
    expect(benchmarks.map(({name}) => name)).toEqual(["score"]);
    const at = models.indexOf("gpt-4-turbo-2024-04-09");
    expect([benchmarks[0]!.low![at], benchmarks[0]!.high![at]]).toEqual([80.75, 84.6]);
  });
});
