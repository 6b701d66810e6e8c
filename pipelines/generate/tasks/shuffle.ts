// Task "shuffle": who has which thing after a number of swaps.

import {z} from "zod";
import {LETTERS, letterForm, optionLines} from "../parts/choice.js";
import {integerParam} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";
import {DOMAINS, domainNames, PEOPLE} from "../words/domains.js";

/** Most people: each option needs a letter, each thing is an option, and each person has one thing. */
const MOST_PEOPLE = LETTERS.length;

const params = z.strictObject({
  people: integerParam(2, MOST_PEOPLE, 4, "people, each with one thing; also the options to choose from"),
  depth: integerParam(1, 200, 4, "swaps between two of them"),
  confounders: integerParam(0, 200, 0, "sentences among the swaps that change nothing, such as a swap that is refused"),
  anchors: integerParam(
    0,
    200,
    0,
    "sentences among the swaps that recall who had what at the start, which is true but of no help"
  ),
  domain: z
    .enum(["mixed", ...domainNames])
    .default("mixed")
    .describe("what changes hands; mixed = each test picks one of the five")
});

export const shuffle = task({
  name: "shuffle",
  version: 1,
  summary: "Who has what after a number of swaps, among sentences that change nothing.",
  params,
  generate({people, depth, confounders, anchors, domain}, random) {
    const {things, opening, has, swap, idle, recall, question} = DOMAINS[domain === "mixed" ? random.pick(domainNames) : domain];
    const names = random.shuffle(PEOPLE).slice(0, people);
    const start = random.shuffle(things).slice(0, people);
    const held = [...start];
    const moved = new Set<number>();
    // The order of the three kinds of sentence is drawn before their contents.
    const kinds = random.shuffle([
      ...Array(depth).fill("swap"),
      ...Array(confounders).fill("idle"),
      ...Array(anchors).fill("recall")
    ]);
    const sentences = kinds.map(kind => {
      const [i, j] = pair(people, random);
      if (kind === "recall") return recall(names[i]!, start[i]!);
      if (kind === "idle") return random.pick(idle)(names[i]!, names[j]!);
      [held[i], held[j]] = [held[j]!, held[i]!];
      moved.add(i).add(j);
      return random.pick(swap)(names[i]!, names[j]!);
    });
    // The question is about a person who took part in a swap, so that the start alone does not answer it.
    const whose = random.pick([...moved]);
    const options = random.shuffle(start);
    const expression = `${opening} ${names.map((name, i) => has(name, start[i]!)).join(" ")}
${sentences.join(" ")}
${question(names[whose]!)}
${optionLines(options)}`;
    const prompt = `Follow the swaps one after the other. Only a swap that is said to happen changes anything.

${expression}

Think it through, then finish with the letter of the right option in parentheses:
Answer: (<letter>)`;
    const expected = LETTERS[options.indexOf(held[whose]!)]!;
    return {prompt, expected, guessChance: 1 / people, choices: options, expression};
  },
  answer: letterForm
});

/** Two different positions below `size`. */
function pair(size: number, random: Random): [number, number] {
  const i = random.integer(0, size - 1);
  const j = random.integer(0, size - 2);
  return [i, j < i ? j : j + 1];
}
