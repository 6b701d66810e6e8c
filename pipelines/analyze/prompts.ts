// The command `prompts`: two models on the same tests in several prompts.
import {z} from "zod";
import {UserError} from "../rows/error.js";
import type {Evaluation} from "../studies/compare/answers.js";
import {comparePrompts, type PromptRow, promptsQuery} from "../studies/compare/prompts.js";
import {command} from "./command.js";
import {count, countOrNull, number, numberOrNull, simulatedField, text, textOrNull} from "./fields.js";
import {evaluationsOf} from "./paired.js";

/** A model under a sampler, in any prompts. */
type Side = Pick<Evaluation, "model" | "sampler" | "simulated">;

/** The two sides that options name. Throws a UserError where they are not one each. */
function sidesOf(evaluations: readonly Evaluation[], {a, b}: {a?: string | undefined; b?: string | undefined}): [Side, Side] {
  const sides = [...new Map(evaluations.map(each => [`${each.model} ${each.sampler}`, each])).values()];
  const sidesText = `the store has ${sides.map(({model, sampler}) => `"${model} ${sampler}"`).join(", ")}`;
  if (a === undefined && b === undefined && sides.length === 2) return [sides[0]!, sides[1]!];
  if (a === undefined || b === undefined)
    throw new UserError(`prompts needs two models; name them with --a and --b: ${sidesText}`);
  const named = (text: string, option: string): Side => {
    const matches = sides.filter(({model, sampler}) => text.split(" ").every(word => word === model || word === sampler));
    if (matches.length !== 1)
      throw new UserError(
        `${option}: "${text}" is ${matches.length === 0 ? "no model" : `${matches.length} evaluations`}; ${sidesText}`
      );
    return matches[0]!;
  };
  return [named(a, "--a"), named(b, "--b")];
}

export const prompts = command({
  name: "prompts",
  description: "two models on the tests that both answered in each of several prompts: does a difference survive another prompt?",
  options: z.object({
    a: z
      .string()
      .optional()
      .describe("a model, or model and sampler separated by a blank; without --a and --b, the only two models"),
    b: z.string().optional().describe("the one that it is compared with")
  }),
  empty: "both models need two prompts in common; npm run run -- --prompts 5 asks the same tests in five wordings",
  row: z.object({
    a: text("model of A"),
    b: text("model of B"),
    template: textOrNull("the prompt; null over all prompts"),
    value: number("excess accuracy of A minus that of B"),
    low: numberOrNull("lower end of its 95 % interval: over tests, and in the row of all prompts over prompts like these too"),
    high: numberOrNull("upper end"),
    n: count("tests that both answered in every prompt"),
    prompts: count("prompts of the row"),
    leads: countOrNull("prompts in which A leads; null in the rows of single prompts"),
    sd: numberOrNull("standard deviation of the true difference between prompts; null in the rows of single prompts"),
    sd_low: numberOrNull("lower end of its 95 % interval"),
    sd_high: numberOrNull("upper end"),
    ...simulatedField
  }),
  async rows(store, chosen) {
    const [a, b] = sidesOf(await evaluationsOf(store), chosen);
    const comparison = comparePrompts(
      (await store.ask(promptsQuery, [a.model, a.sampler, b.model, b.sampler])) as unknown as PromptRow[]
    );
    const {n, leads, spread} = comparison;
    if (comparison.prompts.length < 2 || spread === null) return [];
    const models = {a: a.model, b: b.model, n, simulated: a.simulated || b.simulated};
    const {value, low, high, sd, sd_low, sd_high} = spread;
    return [
      {...models, template: null, value, low, high, prompts: comparison.prompts.length, leads, sd, sd_low, sd_high},
      ...comparison.prompts.map(each => ({...models, ...each, prompts: 1, leads: null, sd: null, sd_low: null, sd_high: null}))
    ];
  },
  async sentence([all, ...prompts]) {
    if (!all) return "";
    const {promptsSentence} = await import("../charts/compare/compare.js");
    const {a, b, n, leads} = all;
    return promptsSentence(
      {prompts, spread: all, n, leads} as unknown as Parameters<typeof promptsSentence>[0],
      {a, b} as Parameters<typeof promptsSentence>[1]
    );
  }
});
