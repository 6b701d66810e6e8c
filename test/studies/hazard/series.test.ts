import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {CORRECT, INCORRECT, type Status, TRUNCATED} from "../../../pipelines/score/status.js";
import {cohort, type Exit} from "../../../pipelines/studies/hazard/cohort.js";
import {drawnAt, riskTable, stack} from "../../../pipelines/studies/hazard/series.js";

const random = randomOf("series");
const exits: Exit[] = Array.from({length: 900}, (_, i) => {
  const tokens = random.integer(1, 3_000);
  return tokens > 2_000 ? {point: i % 9, tokens: 2_000, status: TRUNCATED} : {point: i % 9, tokens, status: (i % 2) as Status};
});
const samples = cohort(exits);

test("a stack's layers lie on each other and end at all samples, each edge inside its interval", () => {
  const rows = stack(samples, {limit: "event", design: "tests"});
  for (const [i, row] of rows.entries()) {
    const below = i % 3 === 0 ? 0 : rows[i - 1]!.to;
    expect(row.from).toBe(below);
    expect(row.to).toBeCloseTo(row.from + row.value, 10);
    expect(row.edgeLow! <= row.to && row.to <= row.edgeHigh!).toBe(true);
    expect(row.low! <= row.value && row.value <= row.high!).toBe(true);
    expect(row.value).toBeCloseTo(exits.filter(({tokens, status}) => tokens <= row.t && status === row.status).length / 900, 10);
  }
  expect(rows[rows.length - 1]).toMatchObject({t: 2_000, status: TRUNCATED, to: 1});
  expect(new Set(stack(samples, {limit: "censoring", design: "tests"}).map(({status}) => status))).toEqual(
    new Set([CORRECT, INCORRECT])
  );
});

test("curves are drawn at few counts, the first and the last among them, none below 1", () => {
  const drawn = drawnAt(samples);
  expect(drawn.length).toBeLessThan(170);
  expect([drawn[0], drawn[drawn.length - 1]]).toEqual([samples.times[0], 2_000]);
  expect(drawnAt(cohort([{point: 0, tokens: 0, status: INCORRECT}]))).toEqual([1]);
});

test("at risk are those that wrote at least so much; with those who ended within less they are all", () => {
  for (const {t, writing, correct, incorrect, truncated} of riskTable(samples, [0, 1, 500, 1_999, 2_000, 2_001])) {
    const of = (status: Status) => exits.filter(exit => exit.tokens <= t && exit.status === status).length;
    expect({writing, correct, incorrect, truncated}).toEqual({
      writing: exits.filter(({tokens}) => tokens >= t).length,
      correct: of(CORRECT),
      incorrect: of(INCORRECT),
      truncated: of(TRUNCATED)
    });
  }
});
