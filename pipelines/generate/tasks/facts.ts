// Task "facts": questions about short facts that lie far apart in a long text. After bAbI (Weston et al. 2015) and BABILong (Kuratov et al. 2024).
import {z} from "zod";
import {tokenCounter} from "../../tokenizer/counter.js";
import {BUNDLED} from "../../tokenizer/types.js";
import {passagesFor, tokensOf} from "../background/passages.js";
import {BACKGROUNDS, builtInBackground} from "../background/sources.js";
import type {FactsQuestion, Skill} from "../facts/skill.js";
import {LABELS, SKILL_NAMES, SKILLS} from "../facts/skills.js";
import {DIRECTIONS} from "../facts/vocabulary.js";
import type {Random} from "../seed.js";
import {THINK, task} from "../task.js";

/** The line behind which the text stands. */
const TEXT_BEGINS = "This is the text.";
/** Tokens in which instructions, and each fact, fit certainly. */
const MOST_TOKENS = {instructions: 260, fact: 40};

const params = z
  .strictObject({
    skill: z.enum(SKILL_NAMES).default("one fact").describe("what is asked; after the bAbI tasks"),
    facts: z.int().min(1).max(40).default(8).describe("facts in the text, those that do not matter included"),
    context_tokens: z
      .int()
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe("tokens of the whole question, within 2 %; 0 = the facts without a background"),
    depth: z
      .union([z.literal("spread"), z.number().min(0).max(1)])
      .default("spread")
      .describe(
        "where the facts stand that the answer rests on, 0 = at the beginning of the text, 1 = at its end; spread = at random, like all others"
      ),
    background: z
      .enum(BACKGROUNDS)
      .default("stories")
      .describe("stories = told by the narrator of verbose-listops, without end; king-james = a translation of the Bible, 1769"),
    tokenizer: z.enum(BUNDLED).default("o200k").describe("the tokenizer that lengths are measured with")
  })
  .superRefine((given, context) => {
    const refuse = (message: string) => context.addIssue({code: "custom", message});
    const {skill, facts, context_tokens, background, tokenizer} = given;
    const {fewest} = SKILLS[skill];
    if (facts < fewest) refuse(`"${skill}" needs ${fewest} facts; raise facts to ${fewest}`);
    const least = MOST_TOKENS.instructions + facts * MOST_TOKENS.fact;
    if (context_tokens > 0 && context_tokens < least)
      refuse(`context_tokens ${context_tokens} may be too few for ${facts} facts; give ${least} or more, or 0 for no background`);
    if (background === "king-james" && context_tokens > 0) {
      const most = tokensOf(builtInBackground(background, {tokens: context_tokens, tokenizer}));
      if (context_tokens > most)
        refuse(`the background king-james has ${most} tokens by ${tokenizer}; give fewer, or background: stories`);
    }
  });
type FactsParams = z.infer<typeof params>;

export const facts = task({
  name: "facts",
  version: 1,
  summary: "Twenty kinds of questions about short facts, alone or far apart in up to ten million tokens of other text.",
  params,
  paired: ["context_tokens", "depth", "background", "tokenizer"],
  generate(params, random) {
    const skill: Skill = SKILLS[params.skill];
    const asked = skill.make(random, params.facts);
    const head = `${introduction(skill)}\n\n${TEXT_BEGINS}\n\n`;
    const tail = `\n\nQuestion: ${asked.question}\n${THINK} with a line of the form\nAnswer: <${skill.form}>`;
    return {
      prompt: `${head}${textOf(asked, params, {outside: head + tail, random})}${tail}`,
      expected: canonical(asked.answer)!,
      guessChance: skill.labels.length === 2 ? 0.5 : skill.labels.length === 3 ? 1 / 3 : 0
    };
  },
  answer: {
    literal: new RegExp(
      `(?<![\\p{L}\\p{N}])(?:${LABELS.join("|")})(?:(?:, | and |, and )(?:${LABELS.join("|")}))*(?![\\p{L}\\p{N}])`,
      "giu"
    ),
    normalise: canonical
  }
});

const introduction = ({rule}: Skill): string =>
  `The text below tells a few facts about people, places and things, perhaps among much else that has nothing to do with them. Answer the question behind the text by these facts alone.${rule === undefined ? "" : ` ${rule}`}`;

const SPELT = new Map(LABELS.map(label => [label.toLowerCase(), label]));
const ORDERED: ReadonlySet<string> = new Set(DIRECTIONS);

/** Labels in one spelling: those of a list in the order of the alphabet, directions as they come; null where something else stands among them. */
function canonical(text: string): string | null {
  const parts = text
    .trim()
    .toLowerCase()
    .split(/,? and |, /u)
    .map(part => SPELT.get(part.trim()));
  if (parts.some(part => part === undefined)) return null;
  const labels = parts as string[];
  return (labels.every(label => ORDERED.has(label)) ? labels : [...new Set(labels)].sort()).join(", ");
}

/** The facts, in their order, among passages of the background. */
function textOf(
  {facts, supporting}: FactsQuestion,
  {context_tokens, background: name, depth, tokenizer}: FactsParams,
  {outside, random}: {outside: string; random: Random}
): string {
  if (context_tokens === 0) return facts.join(" ");
  const wanted = context_tokens - tokenCounter(tokenizer)(`${outside}${facts.join(" ")}`);
  const background = builtInBackground(name, {tokens: wanted, tokenizer});
  const passages = passagesFor(background, wanted);
  const size = passages.length;
  const pieces: string[] = [];
  let last = 0;
  for (const [i, place] of placesOf(facts.length, {supporting, depth, size, random}).entries()) {
    for (; last < place; last++) pieces.push(passages[last]!);
    pieces.push(facts[i]!);
  }
  for (; last < size; last++) pieces.push(passages[last]!);
  return pieces.join(" ");
}

/** Before which passage each fact stands, ascending. Facts before those that matter stand before their place, and others behind it. */
function placesOf(
  count: number,
  {supporting, depth, size, random}: {supporting: readonly number[]; depth: number | "spread"; size: number; random: Random}
): number[] {
  const between = (low: number, high: number, size: number): number[] =>
    Array.from({length: size}, () => random.integer(low, high)).sort((a, b) => a - b);
  if (depth === "spread") return between(0, size, count);
  const place = Math.round(depth * size);
  const [first, last] = [supporting[0]!, supporting.at(-1)!];
  return [
    ...between(0, place, first),
    ...Array.from({length: last - first + 1}, () => place),
    ...between(place, size, count - 1 - last)
  ];
}
