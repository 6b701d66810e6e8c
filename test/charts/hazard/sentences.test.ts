// The sentence on the best limit: its accuracy is that of counting, and n is named.
import {expect, test} from "vitest";
import {bestSentence} from "../../../pipelines/charts/hazard/sentences.js";
import {shareOf} from "../../../pipelines/stats/intervals.js";
import {cohort} from "../../../pipelines/studies/hazard/cohort.js";
import {hazardRows} from "../../../pipelines/studies/hazard/competingRisks.js";

const view = {limit: "event", design: "samples"} as const;
/** Of 40 samples 10 are right at 10 tokens and 20 at 100, and 10 are wrong at 100. */
const exits = [
  {point: 0, tokens: 10, status: 1, item: null, count: 10},
  {point: 0, tokens: 100, status: 1, item: null, count: 20},
  {point: 0, tokens: 100, status: 0, item: null, count: 10}
] as const;
const points = [{point: 0, base_task: "a", tiers: [], prompt_tokens: 0, samples: 40, ended_unknown: 0}];
const rowOf = (some: readonly (typeof exits)[number][]) =>
  hazardRows({points, exits: some}, {...view, budget: null, price: null, replicates: 20})[0]!;

test("the accuracy that the best limit costs is counted: 25 % within 10 tokens, 75 % within 100", () => {
  const text = bestSentence(rowOf(exits), cohort(exits), view);
  expect(text).toContain("under a limit of 10 tokens");
  expect(text).toContain("(n = 40 samples)");
  const [low, high] = /It costs accuracy: 25\.0 % \[([\d.]+), ([\d.]+)\]/u.exec(text)!.slice(1).map(Number) as [number, number];
  expect(text).toMatch(/75\.0 % \[[\d.]+, [\d.]+\] within 100 tokens, the longest sample/u);
  // Wilson 1927 for 10 of 40 is 14.2 to 40.2 %; the delta method on another scale stays near it
  const wilson = shareOf(10, 40);
  expect(Math.abs(low - 100 * wilson.low)).toBeLessThan(3);
  expect(Math.abs(high - 100 * wilson.high)).toBeLessThan(3);
  expect(text).not.toContain("No price");
});

test("a best limit that is the largest costs nothing; without a correct answer there is none", () => {
  const last = exits.slice(1);
  expect(bestSentence(rowOf(last), cohort(last), view)).not.toContain("costs accuracy");
  expect(bestSentence(rowOf(exits.slice(2)), cohort(exits.slice(2)), view)).toContain("Without a correct answer");
  expect(bestSentence(undefined)).toContain("Without a correct answer");
});
