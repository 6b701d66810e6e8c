// Files as people send them: every record is read as it is written, or reported with its place; every answer is finite or null.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {pearson} from "../../../pipelines/stats/correlation.js";
import {voteAgreement} from "../../../pipelines/studies/preferences/agreement/agreement.js";
import {correlate} from "../../../pipelines/studies/preferences/benchmarks/correlation.js";
import {common, type Leaderboard, readLeaderboard} from "../../../pipelines/studies/preferences/benchmarks/leaderboard.js";
import {strengths} from "../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {detailsOf} from "../../../pipelines/studies/preferences/details.js";
import {type VotesFile, votesFrom} from "../../../pipelines/studies/preferences/files.node.js";
import {humanStudy} from "../../../pipelines/studies/preferences/study.js";
import {readVotes} from "../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../pipelines/studies/preferences/votes/records.js";
import {listOf, type Votes, votesOf} from "../../../pipelines/studies/preferences/votes/votes.js";
import {pairs} from "./fixture.js";

const HEAD = "judge,model_a,model_b,question_id,turn,winner";
const read = (text: string) => {
  const found = readVotes(recordsOf(text));
  return {...found, votes: listOf(found.votes)};
};
const table = (...rows: string[]) => read([HEAD, ...rows].join("\n"));
const line = (fields: object) =>
  JSON.stringify({judge: "j", model_a: "a", model_b: "b", question_id: 1, winner: "model_a", ...fields});

describe("names are as they are written", () => {
  test("ids beyond 2⁵³ stay apart, in CSV, JSON lines and lists", () => {
    const [one, two] = ["12345678901234567890", "12345678901234567891"];
    const given = [one, two].map(id => line({question_id: 0}).replace('"question_id":0', `"question_id":${id}`));
    for (const text of [`${HEAD}\nj,a,b,${one},1,tie\nk,a,b,${two},1,tie`, given.join("\n"), `[${given.join(",\n")}]`])
      expect(read(text).votes.map(({question}) => question)).toEqual([one, two]);
    // Digits in a string are left alone.
    expect(read(line({model_a: `m:${one}, "x`})).votes[0]!.model_a).toBe(`m:${one}, "x`);
  });

  test("007 is not 7, 1.10 not 1.1, and true is a name", () => {
    const {votes, warnings} = table("007,1.10,1.1,7,1,1.10", "7,true,a,007,1,true");
    expect(warnings).toEqual([]);
    expect(votes.map(({judge, model_a, question, winner}) => [judge, model_a, question, winner])).toEqual([
      ["007", "1.10", "7", "a"],
      ["7", "true", "007", "a"]
    ]);
  });

  test("spaces around names do not count; names that differ in case alone are two models, and the study says so", () => {
    const {votes, notes} = read([line({model_a: " a ", winner: "Model_A "}), line({model_a: "A", winner: " A"})].join("\n"));
    expect(votes.map(({model_a, winner}) => [model_a, winner])).toEqual([
      ["a", "a"],
      ["A", "a"]
    ]);
    expect(notes).toContain('"A" and "a" differ only in case or spaces, and count as different models');
  });

  test("a winner that is one model's name and the other's place is not guessed", () => {
    const {votes, warnings} = table("j,B,A,1,1,A", "j,A,B,2,1,A");
    expect(votes).toHaveLength(1);
    expect(warnings[0]).toMatchObject({kind: "unknown winner", votes: 1, places: [{line: 2, column: 11}]});
    expect(warnings[0]!.text).toContain("which names one model and stands for the other's place");
  });
});

describe("places", () => {
  test("an entry of a list is named by the line where it begins, a field by its column", () => {
    const text = `[${line({})},\n\n  ${line({winner: "nobody"})},\n{"model_a":\n"x"}]`;
    const {warnings} = read(text);
    expect(warnings.map(({places}) => places[0]!.line)).toEqual([3, 4]);
    expect(text.split("\n")[2]!.slice(warnings[0]!.places[0]!.column! - 1)).toMatch(/^"winner":/);
  });

  test("a list that is no JSON is refused at the entry where it breaks", () => {
    expect(() => read(`[${line({})},\n{"model_a": nan}\n]`)).toThrow(/^text:2 not JSON/);
    expect(() => read(`[${line({})},\n]`)).toThrow(/^text:2 not JSON/);
  });

  test("lines that end in CR alone, CRLF, a byte order mark", () => {
    const text = `${HEAD}\nj,a,b,1,1,model_a\nk,b,a,2,1,tie`;
    for (const each of [text.replaceAll("\n", "\r"), text.replaceAll("\n", "\r\n"), `\ufeff${text}`])
      expect(read(each).votes).toEqual(read(text).votes);
  });
});

describe("files", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "votes-"));
  });
  afterAll(() => rm(folder, {recursive: true}));

  test("text in another encoding is refused, not read with other names", async () => {
    const file = join(folder, "latin.csv");
    await writeFile(file, Buffer.from(`${HEAD}\nJ\u00e9,a,b,1,1,model_a`, "latin1"));
    await expect(votesFrom(file)).rejects.toThrow("latin.csv:2 is not UTF-8 text (perhaps Latin-1); save it as UTF-8");
  });
});

test("covariates that are no finite number are missing, and counted", () => {
  const {votes, notes} = read(
    [`${HEAD},length_a,length_b`, "j,a,b,1,1,tie,NaN,10", "j,a,b,2,1,tie,1e999,10", "j,a,b,3,1,tie,20,10"].join("\n")
  );
  expect(votes.map(({covariates}) => covariates?.length)).toEqual([undefined, undefined, {a: 20, b: 10}]);
  expect(notes).toContain("2 votes have no length: effects held equal leave these out");
});

describe("tables", () => {
  test("a score that is no number is refused wherever it stands in its column, an infinite one too; a column of text is none", () => {
    expect(() => readLeaderboard("model,x\na,oops\nb,1")).toThrow('2:3 score "oops" is not a number');
    expect(() => readLeaderboard("model,x\na,1\nb,Infinity")).toThrow('3:3 score "Infinity" is not a finite number');
    expect(readLeaderboard("model,x,maker\na,1,one\nb,2,two").notes).toEqual(["no scores: maker"]);
  });

  test("names of a table that differ in case do not both take one model's votes", () => {
    const own = new Map([["a", 1], ["b", 2]]); // biome-ignore format: a small map
    expect(
      common(
        new Map([
          ["A", 5],
          ["a", 6],
          ["B", 7]
        ]),
        own
      )
    ).toEqual([
      // biome-ignore format: a small map
      {model: "a", x: 6, y: 1},
      {model: "B", x: 7, y: 2}
    ]);
  });

  test("models that only votes or only the table name are named; an alias and another case are the same model", () => {
    const own: Leaderboard = {
      models: ["A", "bee", "ghost"],
      benchmarks: [{name: "t", values: [1, 2, 3]}],
      notes: [],
      aliases: {bee: ["b"]}
    };
    const {notes} = humanStudy(pairs(["a>b", "b>c", "c>a"]), {against: own}).study;
    expect(notes).toContain("1 of 3 models of the votes are not in the table under that name: c");
    expect(notes).toContain("1 of 3 models of the table are in no comparison of the votes: ghost");
  });

  test("a column with one score for all has no correlation, and is named", () => {
    // Six times 3.5 ÷ 6 is not 3.5 in binary: the mean misses the values, which is no variation.
    expect(pearson([3.5, 3.5, 3.5, 3.5, 3.5, 3.5], [1, 2, 3, 4, 5, 6])).toBeNaN();
    const votes = pairs(["a>b", "b>c", "c>a", "c>d", "d>a", "b>d"]);
    const against = readLeaderboard("model,x,same\na,1,5\nb,3,5\nc,2,5\nd,9,5");
    const {study} = humanStudy(votes, {against});
    expect(new Set(study.correlations.map(({benchmark}) => benchmark))).toEqual(new Set(["x"]));
    expect(study.notes.join()).toContain(
      "no correlation of same: fewer than 4 models in common with the votes, or all with one score"
    );
  });

  test("a perfect correlation has no interval, and perfect agreement one that ends at 1 and says how little three units show", () => {
    for (const {intervals} of correlate([1, 2, 3, 4, 5, 6], [2, 4, 6, 8, 10, 12])) expect(intervals).toEqual({});
    const agreed = ["j", "k"].flatMap(judge =>
      [1, 2, 3].map(q => ({judge, model_a: "a", model_b: "b", question: `${q}`, turn: 1}))
    );
    const votes = votesOf(agreed.map((vote, i) => ({...vote, winner: i % 3 === 0 ? ("a" as const) : ("b" as const)})));
    const {value, lo, hi} = voteAgreement(votes).fleiss;
    expect([value, hi]).toEqual([1, 1]);
    expect(lo).toBeLessThan(0);
  });
});

describe("errors where votes hardly vary are not near 0", () => {
  test("a model that always wins: each kind of error is at least the information's", () => {
    const {rows} = strengths(pairs(["a>b", "a>c", "b>c", "c>b", "a>b", "a>c", "a>b", "a>c", "b>c", "c>b"]));
    expect(rows[0]!.model).toBe("a");
    for (const {se} of rows)
      for (const kind of ["votes", "prompts"] as const) expect(se[kind]).toBeGreaterThanOrEqual(se.information!);
  });

  test("all ties", () => {
    const {rows, notes} = strengths(pairs(["a=b", "b=c", "a=c", "a=b", "b=c"]));
    for (const {se} of rows) expect(se.votes).toBeCloseTo(se.information!, 12);
    expect(notes).toContain("all votes are as expected (all ties, say): errors are the information's");
  });
});

test("every number of a study with details is finite or null, whatever the votes", () => {
  const sets = [["a>b"], ["a=b"], ["a>b", "a<b"], ["a>b", "x>y"], ["a>b", "a>b", "b>c", "a>c"], ["a=b", "b=c", "c=a"]];
  sets.push(["a=b", "b=c", "c=d", "d=a", "a=c", "b=d"], ["a>b", "b>c", "c>d", "d>a", "a=c", "b>d", "x>y", "y>x"]);
  for (const texts of sets)
    for (const question of [undefined, "q"]) {
      const votes = pairs(texts, question === undefined ? {} : {question});
      const models = ["a", "b", "c", "d", "e"];
      const table: Leaderboard = {
        models,
        benchmarks: [
          {name: "t", values: [1, 3, 2, 5, 4]},
          {name: "u", values: [2, 1, 3, 4, 9]}
        ],
        notes: []
      };
      const found = humanStudy(votes, {against: table});
      const {against, ...details} = detailsOf(votes, found, {ties: "half", replicates: 20, against: itself(votes), table});
      const {correlations, ...study} = against!;
      for (const {value} of correlations) expect(Number.isFinite(value)).toBe(true); // models left out in turn may leave all equal
      for (const [path, value] of numbersOf({found: found.study, details, study}))
        expect(Number.isFinite(value), `${texts.join(" ")}: ${path} is ${value}`).toBe(true);
    }
});

/** Votes held against themselves. */
const itself = (votes: Votes): VotesFile => ({
  votes,
  read: {votes: votesOf([]), records: 0, warnings: [], notes: [], inconsistent: null},
  simulated: false,
  notes: []
});

function* numbersOf(value: unknown, path = ""): Generator<[path: string, value: number]> {
  if (typeof value === "number") yield [path, value];
  else if (value !== null && typeof value === "object")
    for (const [key, own] of Object.entries(value)) yield* numbersOf(own, `${path}.${key}`);
}
