import {expect, test} from "vitest";
import {normal} from "../../../../pipelines/generate/normal.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {promptComponents} from "../../../../pipelines/studies/irt/variance/prompts.js";

interface Design {
  models: number;
  prompts: number;
  tests: number;
  prompt: number;
  interaction: number;
}

/** Normal scores: effects of models, tests, prompts and model×prompt, with a residual of variance 0.2. */
function drawn({models, prompts, tests, prompt, interaction}: Design, seed: string) {
  const random = randomOf(seed);
  const effects = (count: number, sd: number) => Array.from({length: count}, () => sd * normal(random));
  const [m, p, t] = [effects(models, 0.3), effects(prompts, prompt), effects(tests, 0.4)];
  const mp = effects(models * prompts, interaction);
  const answers = {model: [] as number[], prompt: [] as number[], test: [] as number[], score: [] as number[]};
  for (let i = 0; i < models; i++)
    for (let k = 0; k < prompts; k++)
      for (let j = 0; j < tests; j++) {
        answers.model.push(i);
        answers.prompt.push(k);
        answers.test.push(j);
        answers.score.push(m[i]! + p[k]! + t[j]! + mp[i * prompts + k]! + Math.sqrt(0.2) * normal(random));
      }
  return answers;
}

test("components are unbiased: the means of 80 designs equal those of the draws", () => {
  for (const [prompt, interaction] of [
    [0.2, 0.1],
    [0, 0.2],
    [0, 0]
  ] as const) {
    const estimates = Array.from({length: 80}, (_, run) =>
      promptComponents(drawn({models: 6, prompts: 5, tests: 30, prompt, interaction}, `${prompt} ${interaction} ${run}`))
    );
    const means = [0, 1].map(c => estimates.reduce((sum, each) => sum + each[c]!.raw, 0) / estimates.length);
    expect(Math.abs(means[0]! - prompt ** 2)).toBeLessThan(0.01);
    expect(means[1]).toBeCloseTo(interaction ** 2, 2);
  }
});

test("a complete design gives the estimates of analysis of variance", () => {
  const {score, ...facets} = drawn({models: 3, prompts: 4, tests: 5, prompt: 0.2, interaction: 0.2}, "anova");
  const [m, p, t] = [3, 4, 5];
  const mean = (isIn: (k: number) => boolean) => {
    const chosen = score.filter((_, k) => isIn(k));
    return chosen.reduce((sum, each) => sum + each, 0) / chosen.length;
  };
  const grand = mean(() => true);
  const ofPrompt = Array.from({length: p}, (_, k) => mean(i => facets.prompt[i] === k));
  const ofModel = Array.from({length: m}, (_, k) => mean(i => facets.model[i] === k));
  let [ssP, ssMP] = [0, 0];
  for (let k = 0; k < p; k++) {
    ssP += m * t * (ofPrompt[k]! - grand) ** 2;
    for (let i = 0; i < m; i++) {
      const cell = mean(answer => facets.prompt[answer] === k && facets.model[answer] === i);
      ssMP += t * (cell - ofPrompt[k]! - ofModel[i]! + grand) ** 2;
    }
  }
  const [msP, msMP] = [ssP / (p - 1), ssMP / ((m - 1) * (p - 1))];
  // tests cross both: their interactions with prompts are separated by pairs of different tests
  const ofTest = Array.from({length: t}, (_, k) => mean(i => facets.test[i] === k));
  let [ssPT, ssMPT] = [0, 0];
  for (let k = 0; k < p; k++)
    for (let j = 0; j < t; j++) {
      const both = mean(answer => facets.prompt[answer] === k && facets.test[answer] === j);
      ssPT += m * (both - ofPrompt[k]! - ofTest[j]! + grand) ** 2;
      for (let i = 0; i < m; i++) {
        const cell = mean(answer => facets.prompt[answer] === k && facets.test[answer] === j && facets.model[answer] === i);
        const [mp, mt] = [
          mean(answer => facets.prompt[answer] === k && facets.model[answer] === i),
          mean(answer => facets.test[answer] === j && facets.model[answer] === i)
        ];
        ssMPT += (cell - both - mp - mt + ofPrompt[k]! + ofTest[j]! + ofModel[i]! - grand) ** 2;
      }
    }
  const [msPT, msMPT] = [ssPT / ((p - 1) * (t - 1)), ssMPT / ((m - 1) * (p - 1) * (t - 1))];
  const [prompt, interaction] = promptComponents({...facets, score});
  expect(interaction!.raw).toBeCloseTo((msMP - msMPT) / t, 10);
  expect(prompt!.raw).toBeCloseTo((msP - msMP - msPT + msMPT) / (m * t), 10);
});

test("one prompt, one model or no answer has no component; answers that are all alike have none above 0", () => {
  expect(promptComponents({model: [], prompt: [], test: [], score: []})).toEqual([]);
  expect(promptComponents(drawn({models: 4, prompts: 1, tests: 9, prompt: 0, interaction: 0}, "one prompt"))).toEqual([]);
  expect(promptComponents(drawn({models: 1, prompts: 3, tests: 9, prompt: 0, interaction: 0}, "one model"))).toEqual([]);
  const alike = drawn({models: 3, prompts: 3, tests: 4, prompt: 0, interaction: 0}, "alike");
  for (const {variance, low, high} of promptComponents({...alike, score: alike.score.map(() => 1)}))
    expect([variance, low, high]).toEqual([0, 0, 0]);
});
