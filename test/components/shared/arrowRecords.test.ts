// A reader's Parquet file reaches the study as Arrow: the same votes, ratings and scores as from a text.
import {
  Bool,
  Field,
  Float64,
  Int64,
  List,
  Struct,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray
} from "apache-arrow";
import {expect, test} from "vitest";
import {recordsOf} from "../../../pipelines/studies/preferences/votes/records.js";
import {judgmentsOf, ratedOfFile, scoresOfFile} from "../../../src/components/preferences/data.js";
import {recordsOfArrow} from "../../../src/components/shared/arrowRecords.js";

const bytesOf = (columns: Record<string, Vector>) => tableToIPC(new Table(columns), "stream");
const text = (values: (string | null)[]) => vectorFromArray(values, new Utf8());

const VOTES = {
  judge: ["ann", "bob", null, "bob"],
  model_a: ["x", "y", "x", "007"],
  model_b: ["y", "z", "z", "x"],
  question_id: ["12345678901234567890", "12345678901234567891", "q3", "q3"],
  winner: ["model_a", "tie", "model_b", "nobody"],
  length_a: [10, null, 30, 1],
  length_b: [20, 5, 7, 1]
};
const lines = VOTES.judge
  .map((_, i) => JSON.stringify(Object.fromEntries(Object.entries(VOTES).map(([name, list]) => [name, list[i]]))))
  .join("\n");
const votes = () =>
  bytesOf({
    ...Object.fromEntries(
      (["judge", "model_a", "model_b", "question_id", "winner"] as const).map(name => [name, text(VOTES[name])])
    ),
    length_a: vectorFromArray(VOTES.length_a, new Float64()),
    length_b: vectorFromArray(VOTES.length_b, new Float64())
  });

test("votes are those of the same records as JSON lines, ids beyond 2⁵³ and warnings included", () => {
  const [arrow, json] = [judgmentsOf({name: "v", arrow: votes()}), judgmentsOf({name: "v", text: lines})];
  expect(arrow.votes).toEqual(json.votes);
  expect(arrow.votes.n).toBe(3);
  const withoutColumns = (notes: string[]) => notes.map(note => note.replace(/(v:\d+):\d+/g, "$1")); // a row has no column of characters
  expect(arrow.notes).toEqual(withoutColumns(json.notes));
  expect(arrow.notes.join()).toContain('winner "nobody"; expected model_a, model_b or tie (v:4)');
});

test("nulls are absent, numbers, lists and objects are those of JSON, and times are ISO 8601 text", () => {
  const list = vectorFromArray([["gpt", null, "pair"], []], new List(new Field("item", new Utf8(), true)));
  const number = (name: string) => new Field(name, new Float64(), true);
  const nested = vectorFromArray(
    [
      {a: 1, b: null},
      {a: 2, b: 3}
    ],
    new Struct([number("a"), number("b")])
  );
  const bytes = bytesOf({
    big: vectorFromArray([7n, null], new Int64()),
    when: vectorFromArray([new Date(0), null], new TimestampMillisecond()),
    yes: vectorFromArray([true, false], new Bool()),
    list,
    nested
  });
  expect(recordsOfArrow(bytes)).toEqual([
    {line: 1, value: {big: 7, when: "1970-01-01T00:00:00", yes: true, list: ["gpt", null, "pair"], nested: {a: 1}}},
    {line: 2, value: {yes: false, list: [], nested: {a: 2, b: 3}}}
  ]);
  expect(recordsOfArrow(bytesOf({model: text([])}))).toEqual([]);
  expect(recordsOf(lines).map(({value}) => Object.entries(value!).filter(([, each]) => each !== null))).toEqual(
    recordsOfArrow(votes()).map(({value}) => Object.entries(value!))
  );
});

test("ratings and scores are read, and a file in the wrong place is sent to the right one", () => {
  const ratings = bytesOf({
    judge: text(["ann", "bob"]),
    model: text(["x", "x"]),
    question_id: text(["1", "1"]),
    helpfulness: vectorFromArray([3, 4], new Float64())
  });
  const scores = bytesOf({
    model: text(["x", "y"]),
    mmlu: vectorFromArray([70.5, null], new Float64()),
    maker: text(["one", "two"])
  });
  expect(ratedOfFile({name: "r", arrow: ratings}).ratings[0]!.n).toBe(2);
  const table = scoresOfFile({name: "s", arrow: scores});
  expect([table.models, table.benchmarks[0]!.values, table.notes]).toEqual([["x", "y"], [70.5, null], ["no scores: maker"]]);
  expect(() => scoresOfFile({name: "v", arrow: votes()})).toThrow('v holds votes: load it under "Votes of your own"');
  expect(() => judgmentsOf({name: "s", arrow: scores})).toThrow("s is a table of scores (2 models)");
  expect(() => judgmentsOf({name: "r", arrow: ratings})).toThrow("r holds ratings of single answers");
  expect(() => judgmentsOf({name: "none", arrow: bytesOf({model_a: text([])})})).toThrow("none holds no vote");
});
