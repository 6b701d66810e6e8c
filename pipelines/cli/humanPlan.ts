// The command `human plan`: a study of pairwise votes by several people, one file a person.
import {existsSync} from "node:fs";
import {mkdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {pairSchema} from "../run/judge/pairs.js";
import type {ResponsePair} from "../studies/preferences/annotation/annotation.js";
import {drawPairs} from "../studies/preferences/annotation/make.node.js";
import {assignPairs, designOf, type PlanDesign} from "../studies/preferences/annotation/plan.js";
import {option, printingCommand} from "./command.js";
import {path, shareBetween0And1, storeOption, wholeNumber} from "./optionTypes.js";

const INSTRUCTIONS =
  "You see a question and two answers, without the names of who wrote them. Choose the better one: a right result counts most, then whether the way to it is sound, then how well it reads. Choose a tie only if you would be content with either. Some pairs check attention: read both answers to their end. You may stop and go on later in the same browser; at the end, download your votes and send them back.";

/** Digits of a person's number in a file's name. */
const DIGITS = 2;

interface Plan extends PlanDesign {
  models: string[];
  seed: string;
  checks: number;
  files: string[];
  simulated: boolean;
}

export const planCommand = printingCommand({
  name: "human plan",
  summary: "plan a study of votes by several people: draw pairs from a store and write one file a person (docs/annotate.md)",
  options: z.strictObject({
    models: wholeNumber("evaluations to compare, spread over the store's range of accuracy", {min: 2}).default(12),
    votes: wholeNumber("votes in all, attention checks not counted"),
    annotators: wholeNumber("people who vote"),
    kappa_width: shareBetween0And1("half width of the interval of κ between two people").default(0.1),
    instructions: path("a text that each file begins with, in place of the built-in one").optional(),
    seed: option(z.string().default("1"), "another seed deals the pairs out in another way", {value: "text"}),
    store: storeOption(),
    out: path("a new folder for plan.json and annotator-01.jsonl, …", {value: "folder"}).default("annotation-plan")
  }),
  examples: ["--models 15 --votes 12000 --annotators 20", "--votes 300 --annotators 3 --kappa-width 0.2 --out pilot"],
  async run({models, votes, annotators, kappa_width: halfWidth, instructions: file, seed, store, out}): Promise<Plan> {
    if (existsSync(join(out, "plan.json"))) throw new UserError(`${out} has a plan already; name another folder with --out`);
    const instructions = file === undefined ? INSTRUCTIONS : (await readFile(file, "utf8")).trim();
    const perTest = Math.floor(models / 2);
    const rows = await drawPairs(store, {most: votes, evaluations: models, perTest});
    const pairs = rows.map(row => pairSchema.parse(row) as ResponsePair);
    const design = designOf({votes, annotators, halfWidth}, pairs.length);
    if ("maxVotes" in design)
      throw new UserError(
        `${store} has ${plural(pairs.length, "pair")} of ${models} evaluations, enough for ${design.maxVotes} votes, each pair judged by ${annotators > 1 ? "two" : "one"}; ask for fewer --votes`
      );
    const hands = assignPairs(pairs, design, {seed});
    await mkdir(out, {recursive: true});
    const files = hands.map((_, person) => join(out, `annotator-${String(person + 1).padStart(DIGITS, "0")}.jsonl`));
    for (const [person, hand] of hands.entries()) {
      const lines = [{instructions}, ...hand.pairs.map(shownPart)].map(line => `${JSON.stringify(line)}\n`);
      await writeFile(files[person]!, lines.join(""));
    }
    const names = [...new Set(pairs.slice(0, design.pairs).flatMap(({model_a, model_b}) => [model_a, model_b]))].sort();
    const checks = hands.reduce((sum, hand) => sum + hand.checks.length, 0);
    const plan: Plan = {...design, models: names, seed, checks, files, simulated: pairs.some(({simulated}) => simulated)};
    await writeFile(join(out, "plan.json"), `${JSON.stringify(plan, null, 2)}\n`);
    if (design.halfWidth !== null && design.halfWidth > halfWidth + 1e-9)
      report().warn(`κ will be known to ± ${design.halfWidth.toFixed(2)} only: ± ${halfWidth} takes more votes`);
    return plan;
  },
  print: ({votes, annotators, pairs, overlap, halfWidth, models, checks, files, simulated}) =>
    `${plural(votes, "vote")} on ${plural(pairs, "pair")} of ${plural(models.length, "model")}${simulated ? " (simulated)" : ""} by ${plural(annotators, "person", "people")}: ${plural(overlap, "pair")} judged by two${halfWidth === null ? "" : `, so that κ is known to ± ${halfWidth.toFixed(2)}`}; ${plural(checks, "attention check")}\n${files[0]} …: send each person one file, to be opened on page Annotate; npm run human -- study reads the votes\n`
});

/** The fields of a pair that page Annotate needs: nothing that says which answer is right. */
const shownPart = ({pair_id, question_id, turn, model_a, model_b, prompt, response_a, response_b, simulated}: ResponsePair) => ({
  ...{pair_id, question_id, turn, model_a, model_b, prompt, response_a, response_b, simulated}
});
