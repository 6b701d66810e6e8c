// Plans of simulated votes that coverage is tested on.
import {expect} from "vitest";
import type {VotePlan} from "../../../pipelines/studies/preferences/simulate/simulateVotes.js";
import {leeway, MIN_TWIN} from "../../repetitions.js";

export const STRENGTHS = [0.9, 0.5, 0.1, -0.2, -0.5, -0.8];
export const plain = {discrimination: 1, position: 0, length: 0, ties: 0};

/** Six models and twenty judges; what is not said plays no part. */
export const plan = (
  seed: string,
  changes: Partial<Omit<VotePlan, "judges">> & {judge?: Partial<typeof plain>; panelists?: number} = {}
): VotePlan => {
  const {judge, panelists = 20, ...rest} = changes;
  return {
    models: STRENGTHS.map((strength, i) => ({model: `m${i}`, strength, length: 5 + 0.2 * (i % 3)})),
    judges: Array.from({length: panelists}, (_, j) => ({judge: `j${j}`, ...plain, ...judge})),
    prompts: 100,
    turns: 2,
    units: 500,
    panel: 1,
    luck: 0,
    lengthSd: 0.5,
    swapped: 0,
    seed,
    ...rest
  };
};

/** A share of intervals that hold the truth, as it ought to be for 95 % intervals. */
export const right = (share: number) => {
  expect(share).toBeGreaterThanOrEqual(0.93 - leeway(0.93, MIN_TWIN));
  expect(share).toBeLessThanOrEqual(0.97 + leeway(0.97, MIN_TWIN));
};
