// Page Human shows from tables what it would compute from the votes.
import {existsSync} from "node:fs";
import {expect, test} from "vitest";
import {leavesOf, valueOfLeaves} from "../../../pipelines/store/pointers.js";
import {study} from "../../../pipelines/studies/make.node.js";
import {strengths} from "../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {shownParts} from "../../../pipelines/studies/preferences/shownParts.js";
import {votesOf} from "../../../pipelines/studies/preferences/votes/votes.js";
import {criteriaOf, publishedCorrelations, shownCorrelations} from "../../../src/components/preferences/correlations.js";
import {ratingsFromVotes, sampleJudge, shippedJudgments, shippedScores} from "../../../src/components/preferences/data.js";
import {computed, isDefault, published} from "../../../src/components/preferences/shown.js";
import {shownStrengths} from "../../../src/components/preferences/strengths.js";
import {sqlOf} from "../../sqlOf.js";

const STORE = "data/store";
const silent = {info() {}, warn() {}, progress() {}, done() {}};
const DEFAULTS = {judge: "all", turn: "all", ties: "half", errors: "both"} as const;

/** Equal but for the last digits: tables are written by the same functions from the same votes. */
function expectAlike(read: unknown, made: unknown, place: string): void {
  if (typeof made === "number" && typeof read === "number") expect(read, place).toBeCloseTo(made, 6);
  else if (made !== null && typeof made === "object") {
    const [one, other] = [read, made].map(of =>
      Object.entries(of as object).filter(([key, own]) => own !== undefined && key !== "why")
    );
    expect(one!.map(([key]) => key).toSorted(), place).toEqual(other!.map(([key]) => key).toSorted());
    for (const [key, own] of other!) expectAlike((read as Record<string, unknown>)[key], own, `${place}/${key}`);
  } else expect(read ?? null, place).toEqual(Number.isNaN(made) ? null : (made ?? null));
}

test.skipIf(!existsSync(`${STORE}/scores.parquet`))(
  "every part that is read from tables is what the votes give when it is computed",
  async () => {
    await study("preference_details", STORE, {report: silent});
    const {sql, close} = await sqlOf(STORE);
    try {
      const judgments = await shippedJudgments(sql);
      const rated = ratingsFromVotes(judgments, judgments.votes);
      const made = computed(judgments.votes, {ties: "half", filters: DEFAULTS, rated, shipped: () => sampleJudge(sql)});
      const read = (await published(sql, judgments))!;
      expectAlike(shownStrengths(read.fit, true), shownStrengths(made.fit, true), "strengths");
      expectAlike(read.fit.lead, made.fit.lead, "lead");
      expect(made.fit.notes).toEqual([]);
      expectAlike(await read.wins(), await made.wins(), "wins");
      expectAlike(await read.agreement(), await made.agreement(), "agreement");
      expectAlike(await read.judges(), await made.judges(), "judges");
      expectAlike(await read.pairs(), await made.pairs(), "pairs");
      expectAlike(await read.effects(), await made.effects(), "effects");
      expectAlike(await read.ratings(null), await made.ratings(null), "ratings");
      expectAlike(await read.against(null), await made.against(null), "against");
      const scores = await shippedScores(sql);
      const [criterion] = criteriaOf(shownStrengths(made.fit, true), scores);
      const [one, other] = [await publishedCorrelations(sql), shownCorrelations(criterion!, scores, {bootstrap: true})];
      expect(one.map(({benchmark}) => benchmark).filter((name, i, all) => all.indexOf(name) === i)).toEqual(
        other.map(({benchmark}) => benchmark).filter((name, i, all) => all.indexOf(name) === i)
      );
      const keyed = (rows: typeof one) => Object.fromEntries(rows.map(row => [`${row.benchmark} ${row.coefficient}`, row.value]));
      expectAlike(keyed(one), keyed(other), "correlations");
    } finally {
      close();
    }
  },
  120_000
);

test("no votes, and votes on two models by one judge, have parts that come back", () => {
  const vote = {judge: "x", model_a: "a", model_b: "b", question: "q", turn: 1, winner: "a"} as const;
  for (const list of [[], [vote], [vote, {...vote, question: "r", winner: "tie" as const}]]) {
    const votes = votesOf(list);
    const parts = shownParts(votes, strengths(votes), votes);
    for (const [part, value] of Object.entries(parts))
      expect(valueOfLeaves(leavesOf(value)), part).toEqual(JSON.parse(JSON.stringify(value)));
  }
});

test("any filter leaves the tables", () => {
  expect(isDefault(DEFAULTS)).toBe(true);
  for (const other of [{judge: "x"}, {turn: "2"}, {ties: "davidson"}, {ties: "left out"}, {errors: "prompts"}] as const)
    expect(isDefault({...DEFAULTS, ...other})).toBe(false);
});
