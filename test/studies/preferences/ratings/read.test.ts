import {describe, expect, test} from "vitest";
import {ratingsOf, ratingsOfVotes} from "../../../../pipelines/studies/preferences/ratings/ratings.js";
import {areRatings, readRatings} from "../../../../pipelines/studies/preferences/ratings/read.js";
import {readVotes, voteWarningLine} from "../../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../../pipelines/studies/preferences/votes/records.js";

const read = (text: string, scale?: {min: number; max: number}) => readRatings(recordsOf(text), {scale});
const lines = (...rows: object[]) => rows.map(row => JSON.stringify(row)).join("\n");

describe("files of ratings", () => {
  test("FastChat's single-answer grading: a list as the judge, a score, −1 where none was found", () => {
    const judge = ["gpt-4", "single-v1"];
    const row = {
      question_id: 81,
      model: "alpaca-13b",
      judge,
      user_prompt: "…",
      judgment: "Rating: [[6.5]]",
      turn: 1,
      tstamp: 1687222.5
    };
    const {ratings, warnings, notes, scales} = read(lines({...row, score: 6.5}, {...row, turn: 2, score: -1}));
    expect(ratings).toEqual([
      {judge: "gpt-4_single-v1", model: "alpaca-13b", question: "81", turn: 1, aspect: "score", value: 6.5}
    ]);
    expect(warnings).toEqual([]);
    expect(scales).toEqual({});
    expect(notes).toContain("ratings of −1, by which FastChat marks that no score was found: 1, left out");
    expect(notes.join()).toContain("not taken for ratings: tstamp");
  });

  test("columns for aspects, or an aspect a row; half points, texts that are numbers, blanks, a decimal CSV", () => {
    const wide = read("judge;model;question_id;turn;coherence;fluency;comment\nx;m;1;1;4.5;3;good\ny;m;1;1;;n/a;5\n");
    expect(wide.aspects).toEqual(["coherence", "fluency"]);
    expect(wide.ratings.map(({aspect, value}) => [aspect, value])).toEqual([
      ["coherence", 4.5],
      ["fluency", 3]
    ]);
    const long = read(
      lines(
        {judge: "x", model: "m", question_id: 1, aspect: "tone", rating: "4"},
        {judge: "x", model: "m", question_id: 1, aspect: "wit", rating: 2}
      )
    );
    expect(long.ratings.map(({aspect, value, turn}) => [aspect, value, turn])).toEqual([
      ["tone", 4, 1],
      ["wit", 2, 1]
    ]);
  });

  test("what is odd is counted, placed, and never dropped in silence", () => {
    const text = [
      "judge,model,question_id,fluency",
      ...Array.from({length: 30}, (_, q) => `x,m,${q},3`),
      "x,m,30,9",
      "x,,31,4",
      "x,m,1,3",
      "x,m,2,5",
      "x,m,32,good",
      ",m,,4"
    ].join("\n");
    const {ratings, warnings, notes} = read(text);
    expect(ratings).toHaveLength(33);
    expect(warnings.map(each => voteWarningLine(each, "f.csv"))).toEqual([
      expect.stringMatching(/^1 record left out, bad: missing "model": expected .* \(f\.csv:33:3\)$/),
      '1 record left out, bad: fluency "good" is not a number (f.csv:36:8)',
      "1 record left out, outside the scale: fluency 9; expected 1 to 5 (f.csv:32:8)",
      "1 record kept, duplicate: the same judge on the same answer, with the same fluency as before (f.csv:34)",
      "1 record kept, contradiction: the same judge on the same answer, with another fluency than before (f.csv:35)"
    ]);
    expect(notes).toEqual([
      "records without a judge: 1; together they count as one judge's",
      "records without a question_id: 1; each counts as a prompt of its own"
    ]);
  });

  test("scales: 1–5 for what votes carry too unless the ratings say another, observed for others, or as told", () => {
    const rows = (aspect: string, values: number[]) =>
      lines(...values.map((value, q) => ({judge: "x", model: "m", question_id: q, [aspect]: value})));
    const zeroToFour = read(rows("helpfulness", [0, 0, 1, 2, 3, 4, 4, 2]));
    expect(zeroToFour.ratings).toHaveLength(8);
    expect(zeroToFour.notes).toEqual(["helpfulness: 2 of 8 ratings lie outside 1–5; the scale is taken from the ratings"]);
    expect(ratingsOf(zeroToFour.ratings, zeroToFour.scales)[0]!.scale).toEqual({min: 0, max: 4, given: false});
    const told = read(rows("score", [1, 5, 11]), {min: 1, max: 10});
    expect(told.warnings).toEqual([
      {kind: "outside the scale", text: "score 11; expected 1 to 10", votes: 1, places: [{line: 3, column: 42}]}
    ]);
    expect(ratingsOf(told.ratings, told.scales)[0]!.scale).toEqual({min: 1, max: 10, given: true});
  });

  test("files are told apart: ratings, votes, and tables of scores", () => {
    const are = (text: string) => areRatings(recordsOf(text));
    expect(are("judge,model,question_id,score\nx,m,1,4\n")).toBe(true);
    expect(are("model,question_id,rating\nm,1,4\n")).toBe(true);
    expect(are("judge,model_a,model_b,winner\nx,m,n,tie\n")).toBe(false);
    expect(are("model,MMLU,MT-Bench\nm,70,8\n")).toBe(false);
    expect(are("model,benchmark,score\nm,MMLU,70\n")).toBe(false);
    expect(are("judge,model,question_id,verdict\nx,m,1,good\n")).toBe(false);
  });
});

test("a vote's ratings are two, of the answer shown first and of the other; what is missing is none", () => {
  const vote = {
    judge: "x",
    model_a: "n",
    model_b: "m",
    question_id: 1,
    turn: 2,
    winner: "tie",
    helpfulness: {a: 5, b: 2},
    fluency_a: 4.5
  };
  const [helpfulness, fluency, ...others] = ratingsOfVotes(readVotes(recordsOf(lines(vote))).votes);
  expect(others).toEqual([]);
  expect(Array.from(helpfulness!.value, (value, r) => [helpfulness!.models[helpfulness!.model[r]!], value])).toEqual([
    ["n", 5],
    ["m", 2]
  ]);
  expect(helpfulness).toMatchObject({n: 2, units: 2, items: 1, scale: {min: 1, max: 5, given: true}});
  expect(Array.from(fluency!.value)).toEqual([4.5]);
});
