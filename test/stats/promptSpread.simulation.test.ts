// Coverage of the interval of a difference over tests and prompts, and of the spread between prompts.
import {expect, test} from "vitest";
import {normal} from "../../pipelines/generate/normal.js";
import {randomOf} from "../../pipelines/generate/seed.js";
import {promptSpread} from "../../pipelines/stats/promptSpread.js";

const RUNS = process.env.REASONBOOK_SIMULATIONS === "twin" ? 400 : 4_000;

/** Differences of right and wrong answers of two models: normal effects of tests and prompts on both sides' chances. */
function drawn(seed: string, {prompts, tests, spread}: {prompts: number; tests: number; spread: number}) {
  const random = randomOf(seed);
  const items = Array.from({length: tests}, () => 0.2 * normal(random));
  return Array.from({length: prompts}, () => {
    const effect = spread * normal(random);
    return items.map(item => {
      const side = (gain: number) => Number(random.real() < Math.min(1, Math.max(0, 0.5 + item + gain / 2)));
      return side(0.06 + effect) - side(-0.06 - effect);
    });
  });
}

test("95 % intervals hold the difference in 93 % of draws or more", () => {
  for (const [prompts, tests, spread] of [
    [5, 120, 0],
    [5, 120, 0.04],
    [3, 400, 0.06],
    [8, 60, 0.1]
  ] as const) {
    let [held, heldSpread, width] = [0, 0, 0];
    for (let run = 0; run < RUNS; run++) {
      const {low, high, sd_low, sd_high} = promptSpread(drawn(`${prompts} ${tests} ${spread} ${run}`, {prompts, tests, spread}));
      held += Number(low! <= 0.06 && high! >= 0.06);
      heldSpread += Number(sd_low! <= spread && sd_high! >= spread);
      width += (high! - low!) / RUNS;
    }
    const name = `${prompts} prompts, ${tests} tests, spread ${spread}, width ${width.toFixed(3)}`;
    expect(held / RUNS, name).toBeGreaterThan(0.93);
    expect(heldSpread / RUNS, `spread: ${name}`).toBeGreaterThan(0.93);
    expect(width, name).toBeLessThan(0.5);
  }
});
