// The command `human plan`: a study of votes on pairs, or of labels of single answers, by several people, one file a person.
import {existsSync} from "node:fs";
import {mkdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {pairSchema} from "../run/judge/pairs.js";
import {withStore} from "../studies/maker.node.js";
import type {ResponsePair} from "../studies/preferences/annotation/annotation.js";
import {drawPairs} from "../studies/preferences/annotation/make.node.js";
import {
  assignAnswers,
  assignPairs,
  designOf,
  LABEL_AGREEMENT,
  PAIR_AGREEMENT,
  type PlanDesign
} from "../studies/preferences/annotation/plan.js";
import {type DrawnAnswer, drawAnswers} from "../studies/preferences/labels/draw.node.js";
import {viewAnswers} from "../studies/preferences/labels/store.node.js";
import {option, printingCommand} from "./command.js";
import {flag, path, shareBetween0And1, storeOption, wholeNumber} from "./optionTypes.js";

const PAIR_INSTRUCTIONS =
  "You see a question and two answers, without the names of who wrote them. Choose the better one: a right result counts most, then whether the way to it is sound, then how well it reads. Choose a tie only if you would be content with either. Some pairs check attention: read both answers to their end. You may stop and go on later in the same browser; at the end, download your votes and send them back.";
const ANSWER_INSTRUCTIONS =
  "You see a question and one answer, without the name of who wrote it, with the expected answer or a rubric where there is one. Say whether the answer is correct: its final result counts, not the way to it, unless the rubric says more. Leave a note where you are in doubt. You may stop and go on later in the same browser; at the end, download your labels and send them back.";

/** Evaluations that pairs compare, if a command names no other number. */
const MODELS = 12;
/** Digits of a person's number in a file's name. */
const DIGITS = 2;

interface Plan extends PlanDesign {
  /** what people judge */
  kind: "pairs" | "answers";
  models: string[];
  seed: string;
  checks: number;
  files: string[];
  simulated: boolean;
}

/** A design with the lines of each person's file. */
interface Dealt {
  design: PlanDesign;
  hands: object[][];
  models: string[];
  checks: number;
  simulated: boolean;
}

interface Wishes {
  votes: number;
  annotators: number;
  halfWidth: number;
  seed: string;
  store: string;
}

export const planCommand = printingCommand({
  name: "human plan",
  summary:
    "plan a study by several people: draw pairs, or single answers, from a store and write one file a person (docs/annotate.md)",
  options: z.strictObject({
    single: flag("labels of single answers, right or wrong, drawn at random from all evaluations, in place of votes on pairs"),
    models: wholeNumber(`evaluations to compare, spread over the store's range of accuracy; default: ${MODELS}`, {
      min: 2
    }).optional(),
    votes: wholeNumber("votes, or labels, in all, attention checks not counted"),
    annotators: wholeNumber("people who vote"),
    kappa_width: shareBetween0And1("half width of the interval of κ between two people").default(0.1),
    instructions: path("a text that each file begins with, in place of the built-in one").optional(),
    seed: option(z.string().default("1"), "another seed deals the entries out in another way", {value: "text"}),
    store: storeOption(),
    out: path("a new folder for plan.json and annotator-01.jsonl, …", {value: "folder"}).default("annotation-plan")
  }),
  examples: ["--models 15 --votes 12000 --annotators 20", "--single --votes 400 --annotators 4 --out labels"],
  async run({single = false, models, kappa_width: halfWidth, instructions: file, out, ...rest}): Promise<Plan> {
    if (existsSync(join(out, "plan.json"))) throw new UserError(`${out} has a plan already; name another folder with --out`);
    if (single && models !== undefined)
      throw new UserError("--models is of pairs; single answers are drawn from all evaluations of the store");
    const builtIn = single ? ANSWER_INSTRUCTIONS : PAIR_INSTRUCTIONS;
    const instructions = file === undefined ? builtIn : (await readFile(file, "utf8")).trim();
    const wishes: Wishes = {...rest, halfWidth};
    const {design, hands, ...facts} = single ? await dealAnswers(wishes) : await dealPairs(wishes, models ?? MODELS);
    await mkdir(out, {recursive: true});
    const files = hands.map((_, person) => join(out, `annotator-${String(person + 1).padStart(DIGITS, "0")}.jsonl`));
    for (const [person, hand] of hands.entries()) {
      const lines = [{instructions}, ...hand].map(line => `${JSON.stringify(line)}\n`);
      await writeFile(files[person]!, lines.join(""));
    }
    const plan: Plan = {kind: single ? "answers" : "pairs", ...design, seed: rest.seed, files, ...facts};
    await writeFile(join(out, "plan.json"), `${JSON.stringify(plan, null, 2)}\n`);
    if (design.halfWidth !== null && design.halfWidth > halfWidth + 1e-9)
      report().warn(
        `κ will be known to ± ${design.halfWidth.toFixed(2)} only: ± ${halfWidth} takes more ${single ? "labels" : "votes"}`
      );
    return plan;
  },
  print({kind, votes, annotators, pairs, overlap, halfWidth, models, checks, files, simulated}) {
    const [entry, vote, reader] =
      kind === "pairs"
        ? (["pair", "vote", `${plural(checks, "attention check")}\n`] as const)
        : (["answer", "label", "no attention checks\n"] as const);
    const next = kind === "pairs" ? "npm run human -- study reads the votes" : "npm run human -- correct reads the labels";
    return `${plural(votes, vote)} on ${plural(pairs, entry)} of ${plural(models.length, "model")}${simulated ? " (simulated)" : ""} by ${plural(annotators, "person", "people")}: ${plural(overlap, entry)} judged by two${halfWidth === null ? "" : `, so that κ is known to ± ${halfWidth.toFixed(2)}`}; ${reader}${files[0]} …: send each person one file, to be opened on page Annotate; ${next}\n`;
  }
});

async function dealPairs({votes, annotators, halfWidth, seed, store}: Wishes, evaluations: number): Promise<Dealt> {
  const rows = await drawPairs(store, {most: votes, evaluations, perTest: Math.floor(evaluations / 2)});
  const pairs = rows.map(row => pairSchema.parse(row) as ResponsePair);
  const design = designOf({votes, annotators, halfWidth}, pairs.length, PAIR_AGREEMENT);
  if ("maxVotes" in design)
    throw new UserError(
      `${store} has ${plural(pairs.length, "pair")} of ${evaluations} evaluations, enough for ${design.maxVotes} votes, each pair judged by ${annotators > 1 ? "two" : "one"}; ask for fewer --votes`
    );
  const hands = assignPairs(pairs, design, {seed});
  return {
    design,
    hands: hands.map(hand => hand.pairs.map(shownPair)),
    models: [...new Set(pairs.slice(0, design.pairs).flatMap(({model_a, model_b}) => [model_a, model_b]))].sort(),
    checks: hands.reduce((sum, hand) => sum + hand.checks.length, 0),
    simulated: pairs.some(({simulated}) => simulated)
  };
}

async function dealAnswers({votes, annotators, halfWidth, seed, store}: Wishes): Promise<Dealt> {
  const answers = await withStore(store, async tables => {
    if (!tables.tables.includes("samples")) return [];
    await viewAnswers(tables);
    return (await drawAnswers(store, tables, {random: votes, others: 0})).filter(({random}) => random);
  });
  const design = designOf({votes, annotators, halfWidth}, answers.length, LABEL_AGREEMENT);
  if ("maxVotes" in design)
    throw new UserError(
      `${store} has ${plural(answers.length, "answer")} with a text that was not cut, enough for ${plural(design.maxVotes, "label")}, each answer judged by ${annotators > 1 ? "two" : "one"}; ask for fewer --votes`
    );
  const chosen = answers.slice(0, design.pairs);
  return {
    design,
    hands: assignAnswers(chosen, design, {seed}).map(hand => hand.map(shownAnswer)),
    models: [...new Set(chosen.map(({model}) => model))].sort(),
    checks: 0,
    simulated: chosen.some(({simulated}) => simulated)
  };
}

/** The fields of a pair that page Annotate needs: nothing that says which answer is right. */
const shownPair = ({pair_id, question_id, turn, model_a, model_b, prompt, response_a, response_b, simulated}: ResponsePair) => ({
  ...{pair_id, question_id, turn, model_a, model_b, prompt, response_a, response_b, simulated}
});

/** The fields of an answer that page Annotate and its label need: neither the model nor a verdict. */
const shownAnswer = ({eval_id, item_id, trial, prompt, expected, rubric, ...answer}: DrawnAnswer) => {
  const {response, response_digest, rubric_digest, simulated} = answer;
  return {eval_id, item_id, trial, prompt, expected, rubric, response, response_digest, rubric_digest, simulated};
};
