// The benchmark ZenReason: chains of two to six facts of five kinds, among facts that lead nowhere.
import {letterOf} from "../../../book/letters.js";
import {optionLines} from "../../parts/choice.js";
import type {Random} from "../../seed.js";
import {THINK} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {KINDS, type Kind} from "./kinds.js";
import {HOPS} from "./story.js";

/** Items of each kind and number of hops: with 25 of those, 4,800 in all. */
const STORIES = 192;

/** The words that begin every question. */
export const OPENING = "Read these statements; not all of them are needed.";

export const reason: Benchmark = {
  name: "zen-reason",
  version: 1,
  summary: "Chains of two to six facts about people, kinds, amounts, dates and places, among facts that lead nowhere.",
  domain: "Reasoning",
  category: "ZenReason",
  facets: {
    kind: "what the facts are about",
    hops: "facts that must be put together; stories, questions and options are those of other numbers of hops"
  },
  paired: ["hops"],
  single: true,
  cells: (Object.keys(KINDS) as Kind[]).flatMap(kind =>
    HOPS.map((hops, i) => ({facets: {kind, hops}, size: STORIES, item: (_: number, random: Random) => itemOf(kind, i, random)}))
  )
};

function itemOf(kind: Kind, asked: number, random: Random): MadeItem {
  const {statements, answers, questions, steps} = KINDS[kind](random);
  const choices = random.shuffle(answers);
  return {
    prompt: `${OPENING}\n\n${statements.join("\n")}\n\n${questions[asked]}\n${optionLines(choices)}\n\n${THINK} with a line that holds only the letter of your choice:\nAnswer: (<letter>)`,
    expected: letterOf(choices.indexOf(answers[asked]!)),
    choices,
    guess_chance: 1 / choices.length,
    scorer: {kind: "choice"},
    steps: steps[asked]!
  };
}
