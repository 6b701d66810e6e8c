import {expect, test} from "vitest";
import {NEXT_STEP_OPENING, nextStep} from "../../../../pipelines/generate/benchmarks/reasoning/nextStep.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveNextStep} from "./nextStepSolver.js";

const measured = {benchmark: nextStep, solve: solveNextStep, least_rate: 200};

qualityTests(measured, {size: 4_800});

const placed = placedItems(nextStep, {count: 800});

test("four different options of one length, of which the words shared with the others show nothing", () => {
  const right = {most: 0, fewest: 0};
  for (const {item} of placed) {
    const options = item.choices!;
    expect(new Set(options).size).toBe(4);
    expect(Math.max(...options.map(({length}) => length)) - Math.min(...options.map(({length}) => length))).toBeLessThan(30);
    const bags = options.map(option => new Set(option.match(/\w+/gu)));
    const shared = bags.map(bag => bags.reduce((sum, other) => sum + [...bag].filter(word => other.has(word)).length, -bag.size));
    const key = shared[item.expected.charCodeAt(0) - 65]!;
    const share = (end: number) => (key === end ? 1 / shared.filter(each => each === end).length : 0);
    right.most += share(Math.max(...shared)) / placed.length;
    right.fewest += share(Math.min(...shared)) / placed.length;
  }
  expect(right.most).toBeLessThan(0.25 + 0.045); // three standard errors of 800 guesses
  expect(right.fewest).toBeLessThan(0.25 + 0.045);
});

test("at level 5 at least eight changes concern the options", () => {
  for (const {item, level} of placed) if (level === 5) expect(item.steps!.length).toBeGreaterThanOrEqual(8);
});

const story = (options: string, lines: string) =>
  `${NEXT_STEP_OPENING}\n\nAmir and Berta cook together. The fridge (open) contains the butter and the key. The oven, which is closed, not locked, contains the pan. The chest (locked) contains nothing.\nThese rules hold.\n\n${lines}\n\nWhich of these can come next?\n${options}\n\nThink it through, then finish`;

test.each([
  [
    "used up, in a locked place, too early",
    "(A) Amir uses up the butter.\n(B) Amir opens the chest.\n(C) Amir opens the oven.\n(D) Amir opens the fridge.",
    "1. Berta took the butter out of the fridge.\n2. Berta needed all of the butter.\n3. Amir started the oven.\n4. Berta shut the fridge.",
    "(D)"
  ],
  [
    "hands that are full, objects elsewhere",
    "(A) Amir takes the pan out of the oven.\n(B) Berta takes the pan out of the oven.\n(C) Berta takes the butter out of the fridge.\n(D) Berta puts the butter into the chest.",
    "1. Amir fetched the butter from the fridge.\n2. From the fridge, Amir got the key.\n3. Amir turned the key and unlocked the chest.\n4. Berta opened the oven.",
    "(B)"
  ]
])("the second solver: %s", (_, options, lines, answer) => {
  expect(solveNextStep(story(options, lines))?.answer).toBe(answer);
});

test("a wrong key is found by the second solver", async () => {
  const wrong = placed
    .slice(0, 20)
    .map(each => ({...each, item: {...each.item, expected: each.item.expected === "A" ? "B" : "A"}}));
  expect(await disagreements(measured, wrong)).toEqual(wrong);
});
