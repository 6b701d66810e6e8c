import {Field, Float64, Struct, Table, tableFromJSON, tableToIPC, vectorFromArray} from "apache-arrow";
import {expect, test} from "vitest";
import type {Annotation} from "../../../pipelines/studies/preferences/annotation/annotation.js";
import {roundsTogether} from "../../../src/components/annotation/roundsOfVotes.js";

const MODELS = ["a", "b", "c", "d"];
const votes = Array.from({length: 48}, (_, i) => ({
  judge: i % 2 ? "one" : "two",
  wave: i < 24 ? "1" : "2",
  question_id: `q${(i >> 1) % 6}`,
  turn: 1,
  model_a: MODELS[i % 3]!,
  model_b: MODELS[3]!,
  winner: ["model_a", "model_b", "tie"][(i * 7) % 3]!,
  fluency: {a: i % 5 === 0 ? null : 1 + (i % 5), b: null}
}));
const text = {name: "votes.jsonl", text: votes.map(vote => JSON.stringify(vote)).join("\n")};
const sides = new Struct(["a", "b"].map(side => new Field(side, new Float64(), true)));
const columns = tableFromJSON(votes.map(({fluency: _, ...vote}) => vote)).assign(
  new Table({
    fluency: vectorFromArray(
      votes.map(vote => vote.fluency),
      sides
    )
  })
);
const arrow = {name: "votes.parquet", arrow: tableToIPC(columns, "stream")};
const score = new Map(MODELS.map((model, i) => [model, i / 4]));

test("the rows of a Parquet file give the rounds that the same votes give as JSON lines", () => {
  const rounds = roundsTogether([], arrow, score);
  expect(rounds.rounds.map(({wave, votes: n, judges}) => [wave, n, judges])).toEqual([
    ["1", 24, 2],
    ["2", 24, 2]
  ]);
  expect(rounds).toEqual(roundsTogether([], text, score));
});

test("votes of this browser that a file holds, too, count once, in either form", () => {
  const own = [...votes.slice(0, 10), {...votes[0]!, question_id: "new"}] as unknown as Annotation[];
  for (const file of [text, arrow]) {
    const {rounds, error} = roundsTogether(own, file, score);
    expect([error, ...rounds.map(round => round.votes)], file.name).toEqual([null, 25, 24]);
  }
});

test("no votes, a file of other columns, and one that is empty are told, not counted", () => {
  expect(roundsTogether([], null, score)).toMatchObject({rounds: [], error: null});
  const foreign = {name: "x.parquet", arrow: tableToIPC(tableFromJSON([{left: "a", right: "b"}]), "stream")};
  const {rounds, warnings} = roundsTogether([], foreign, score);
  expect(rounds.map(({votes: n}) => n)).toEqual([0]);
  expect(warnings[0]).toMatchObject({kind: "bad", votes: 1, places: [{line: 1}]});
  expect(roundsTogether([], {name: "y.jsonl", text: " \n"}, score)).toMatchObject({rounds: [], error: "y.jsonl is empty"});
});
