import {readFileSync} from "node:fs";
import {describe, expect, test} from "vitest";
import {common, readLeaderboard, scoresOf} from "../../../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {readVotes, voteWarningLine} from "../../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../../pipelines/studies/preferences/votes/records.js";
import {byName, listOf, votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {withReal} from "../fixture.js";

const read = (text: string) => {
  const found = readVotes(recordsOf(text));
  return {...found, votes: listOf(found.votes)};
};
const line = (extra: object) =>
  JSON.stringify({judge: "j", model_a: "a", model_b: "b", question_id: 1, turn: 1, winner: "model_a", ...extra});

describe("votes", () => {
  test("MT-Bench's fields", () => {
    const {votes, warnings} = read(`${line({})}\n\n${line({winner: "tie", question_id: "x", turn: 2})}\n`);
    expect(votes).toEqual([
      {judge: "j", model_a: "a", model_b: "b", question: "1", turn: 1, winner: "a"},
      {judge: "j", model_a: "a", model_b: "b", question: "x", turn: 2, winner: "tie"}
    ]);
    expect(warnings).toEqual([]);
  });

  test("Chatbot Arena's: kinds of ties, metadata as covariates, one column per outcome", () => {
    const meta = {
      sum_assistant_a_tokens: 120,
      sum_assistant_b_tokens: 60,
      header_count_a: {h1: 1, h2: 2},
      header_count_b: {h1: 0}
    };
    const arena = line({winner: "tie (bothbad)", judge: "arena_user_9", anony: true, tstamp: 1.6e9, conv_metadata: meta});
    expect(read(arena).votes[0]).toMatchObject({
      winner: "tie",
      judge: "arena_user_9",
      covariates: {length: {a: 120, b: 60}, headers: {a: 3, b: 0}}
    });
    const table = "id,model_a,model_b,winner_model_a,winner_model_b,winner_tie\n1,x,y,0,1,0\n2,x,y,0,0,1\n";
    const found = read(table);
    expect(found.votes.map(({winner}) => winner)).toEqual(["b", "tie"]);
    expect(found.notes).toEqual([
      "2 votes name no judge: together they count as one judge's",
      "2 votes name no question_id: each counts as a prompt of its own"
    ]);
  });

  test("the winner by name, ratings nested or flat, other pairs of numbers as covariates", () => {
    const {votes} = read(
      [line({winner: "b"}), line({helpfulness: {a: 5, b: 2}, fluency_a: 4, fluency_b: 3, bold_a: 7, bold_b: 1})].join("\n")
    );
    expect(votes[0]!.winner).toBe("b");
    expect(votes[1]).toMatchObject({
      ratings: {helpfulness: {a: 5, b: 2}, fluency: {a: 4, b: 3}},
      covariates: {bold: {a: 7, b: 1}}
    });
  });

  test("what is odd is counted, placed and never dropped in silence", () => {
    const text = [
      line({}),
      line({winner: "model_c"}),
      line({model_b: "a"}),
      line({}),
      line({winner: "model_b"}),
      line({model_a: 7, turn: "first"}),
      "{broken",
      "[1, 2]"
    ].join("\n");
    const {votes, records, warnings} = read(text);
    expect(records).toBe(8);
    expect(votes).toHaveLength(3);
    expect(warnings.map(({kind, votes: n, places}) => [kind, n, places[0]!.line])).toEqual([
      ["unknown winner", 1, 2],
      ["self-comparison", 1, 3],
      ["duplicate", 1, 4],
      ["contradiction", 1, 5],
      ["bad", 1, 6],
      ["bad", 1, 7],
      ["bad", 1, 8]
    ]);
    const unknown = warnings[0]!;
    expect(voteWarningLine(unknown, "votes.jsonl")).toBe(
      '1 record left out, unknown winner: winner "model_c"; expected model_a, model_b or tie (votes.jsonl:2:67)'
    );
    expect(text.split("\n")[1]!.slice(66)).toMatch(/^"winner"/);
    expect(warnings[4]!.text).toContain('turn: expected a number, got "first"');
  });

  test("of CSV the place is that of the cell, quotes and line breaks within cells included", () => {
    const text = 'judge,model_a,model_b,question_id,winner\n"a, b",x,y,"q\n1",model_a\nj,x,y,q2,both\n';
    const {votes, warnings} = read(text);
    expect(votes[0]).toMatchObject({judge: "a, b", question: "q\n1"});
    expect(warnings[0]!.places).toEqual([{line: 4, column: 10}]);
    expect(() => recordsOf('a,b\n"never closed,1\n')).toThrow("2:1 a quote that is never closed");
    expect(() => recordsOf("a,b,a\n1,2,3\n")).toThrow('1:5 two columns are named "a"');
    expect(recordsOf("a;b\n1;\n").map(({value}) => value)).toEqual([{a: 1}]);
  });

  test("the alphabetically first model is the first of a pair, whichever was shown first", () => {
    const votes = votesOf(read([line({}), line({model_a: "b", model_b: "a", judge: "k"})].join("\n")).votes);
    expect([byName(votes, 0), byName(votes, 1)]).toEqual([0, 2]);
    expect(votes.units).toBe(1);
  });

  withReal("PandaLM's 999 pairs are 2,997 votes of three annotators", ["pandalm_labels.json"], ([file]) => {
    const {votes, warnings} = read(readFileSync(file!, "utf8"));
    expect(votes).toHaveLength(2_997);
    expect(warnings).toEqual([]);
  });

  withReal("GPT-4's verdicts that changed with the order are ties", ["mtbench_gpt4_pair.jsonl"], ([file]) => {
    const {votes} = read(readFileSync(file!, "utf8"));
    expect(votes.filter(({winner}) => winner === "tie")).toHaveLength(600);
  });
});

describe("leaderboards", () => {
  test("wide, long and by model come to the same, blanks and text columns left out", () => {
    const wide = readLeaderboard("model,mmlu,licence,arena\nx,70,MIT,1100\ny,-,MIT,1000\nz,61.5,,\n");
    const long = readLeaderboard("model,benchmark,score\nx,mmlu,70\nz,mmlu,61.5\nx,arena,1100\ny,arena,1000\n");
    const object = readLeaderboard(
      '{"x": {"mmlu": "70", "arena": 1100}, "y": {"mmlu": "-", "arena": 1000}, "z": {"mmlu": 61.5}}'
    );
    for (const table of [wide, long, object]) {
      expect(table.benchmarks.map(({name}) => name)).toEqual(["mmlu", "arena"]);
      expect([...scoresOf(table, table.benchmarks[0]!)]).toEqual([
        ["x", 70],
        ["z", 61.5]
      ]);
    }
    expect(wide.notes).toEqual(["no scores: licence"]);
    expect(() => readLeaderboard("model,mmlu\nx,70\ny,good\n")).toThrow('3:3 score "good" is not a number');
    expect(() => readLeaderboard("name,mmlu\nx,70\n")).toThrow('missing "model"');
  });

  test("a table that stands under a name, beside settings, is found", () => {
    const table = readLeaderboard('{"config": {"K": 4}, "elo": {"x": {"avg": 1000.5, "ci": [1, 2]}, "y": {"avg": 990}}}');
    expect(table.models).toEqual(["x", "y"]);
    expect(table.benchmarks).toEqual([{name: "avg", values: [1000.5, 990]}]);
  });

  test("names match without regard to case", () => {
    expect(common(new Map([["GPT-4", 9]]), new Map([["gpt-4", 2]]))).toEqual([{model: "GPT-4", x: 9, y: 2}]);
  });

  test("a model's other names match too, its own name first; nothing else does", () => {
    const votes = new Map([
      ["Claude-V1", 3],
      ["vicuna-13b-v1.2", 1],
      ["m", 5],
      ["n", 6]
    ]);
    const scores = new Map([
      ["Claude-1", 7.9],
      ["Vicuna-13B", 6.57],
      ["m", 2],
      ["toString", 1]
    ]);
    const aliases = {"Claude-1": ["claude-v1"], "Vicuna-13B": ["vicuna-13b-v1.5"], m: ["n"]};
    expect(common(scores, votes, {aliases})).toEqual([
      {model: "Claude-1", x: 7.9, y: 3},
      {model: "m", x: 2, y: 5}
    ]);
  });

  withReal("Arena-Hard and WildBench", ["arena_hard_v01_20240731.csv", "wildbench_all_stat.json"], files => {
    const [hard, wild] = files.map(file => readLeaderboard(readFileSync(file, "utf8")));
    expect(scoresOf(hard!, hard!.benchmarks.find(({name}) => name === "score")!).get("gpt-4-turbo-2024-04-09")).toBe(82.63);
    expect(hard!.notes.join()).toContain("CI");
    expect(wild!.models).toHaveLength(50);
    expect(scoresOf(wild!, wild!.benchmarks.find(({name}) => name === "AE2.0 LC")!).get("gpt-4-turbo-2024-04-09")).toBe(55);
  });
});
