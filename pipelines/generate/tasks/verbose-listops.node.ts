// Task "verbose-listops": a nested list told as a story, as bare prose or written out. After Verbose ListOps.

import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {tokenCounter} from "../../tokenizer/counter.node.js";
import {treeText, treeValue} from "../lists/tree.js";
import {TooShort} from "../narratives/grammar/narrate.js";
import {askedList, drawTrees, EXAMPLE, narrate} from "../narratives/make.js";
import {NARRATIVE_TASK, type NarrativeParams, narrativeParams, operationsAllowed, PAIRED} from "../narratives/settings.js";
import {stepsOf} from "../narratives/steps.js";
import {genreOf, tooFewSignals} from "../narratives/world.js";
import {refuse} from "../parts/params.js";
import {randomOf} from "../seed.js";
import {type Question, THINK, task} from "../task.js";
import {listops} from "./listops.js";

/** Stories that are told when parameters are read, to see whether lists of this shape can be told in so many tokens. */
const TRIALS = 4;
/** Operations of all trials together, about: large lists take long to draw, and differ little in length. */
const OPERATIONS_OF_TRIALS = 200;
/** A list may take so much more to tell than those of the trials. */
const MARGIN = 1.25;
/** Tokens for each value and example that are far more than it takes to tell them. */
const ALWAYS_ENOUGH = 1_000;

const params = narrativeParams.superRefine((given, context) => {
  if (context.issues.length > 0) return; // a parameter that is wrong by itself has been reported
  try {
    const genre = genreOf(given.genre);
    const results = given.num_operations + EXAMPLE.num_operations * given.examples;
    const reason = genre && tooFewSignals(genre, {operations: operationsAllowed(given), results});
    if (reason !== undefined) return refuse(context, reason, "genre");
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return refuse(context, error.message, "genre");
  }
  try {
    const reason = given.form === "story" ? tooShort(given) : undefined;
    if (reason !== undefined) refuse(context, reason);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    refuse(context, error.message); // no such list can be drawn
  }
});

/** The question that puts a list in this form. */
export const listPrompt = (text: string): string => `${text}\n\n${THINK} with a line of the form\nAnswer: <integer>`;

export const verboseListops = task({
  name: NARRATIVE_TASK,
  version: 2,
  summary: "A nested list told as a long story, as bare prose, or written out: all three of the same lists.",
  params,
  paired: PAIRED,
  generate(params, random): Question {
    const {median, answer} = params;
    const {tree, text, narrative} = askedList(params, {id: "", random, count: tokenCounter(params.tokenizer)});
    return {
      prompt: listPrompt(text),
      expected: String(treeValue(tree, median)),
      guessChance: answer === "digit" ? 0.1 : 0,
      expression: treeText(tree),
      steps: stepsOf(tree, median, narrative?.anchors)
    };
  },
  answer: listops.answer!
});

const reasons = new Map<string, string | undefined>();

/** Why stories of these parameters would be too short for their lists; undefined where they are not. */
function tooShort(given: NarrativeParams): string | undefined {
  const {target_tokens, num_operations, max_arity, examples} = given;
  if (target_tokens >= ALWAYS_ENOUGH * (examples + num_operations * max_arity + 1)) return undefined;
  const key = JSON.stringify(given);
  if (!reasons.has(key)) {
    let enough = target_tokens;
    while (!fits(given, enough)) enough = Math.ceil((enough * MARGIN) / 100) * 100;
    const reason = `target_tokens ${target_tokens} is too few for ${plural(num_operations, "operation")} and ${plural(examples, "example")}; give ${enough} or more`;
    reasons.set(key, enough === target_tokens ? undefined : reason);
  }
  return reasons.get(key);
}

/** Whether the stories of the trials would fit into that many tokens with some to spare. */
function fits(given: NarrativeParams, tokens: number): boolean {
  const settings = {...given, beat_tokens: 0, target_tokens: Math.floor(tokens / MARGIN)};
  const count = tokenCounter(given.tokenizer);
  const trials = Math.max(1, Math.min(TRIALS, Math.floor(OPERATIONS_OF_TRIALS / given.num_operations)));
  for (let trial = 0; trial < trials; trial++) {
    const random = randomOf(`verbose-listops trial ${trial}`);
    const trees = drawTrees(given, random);
    try {
      narrate(trees, settings, {id: "", random, count});
    } catch (error) {
      if (error instanceof TooShort) return false;
      throw error;
    }
  }
  return true;
}
