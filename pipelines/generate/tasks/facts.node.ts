// Task "facts": questions about short facts that lie far apart in a long text. After bAbI (Weston et al. 2015) and BABILong (Kuratov et al. 2024).

import {z} from "zod";
import {amongPassages, BACKGROUND_FIELDS, backgroundFields, refusedLength} from "../background/insert.node.js";
import type {Skill} from "../facts/skill.js";
import {LABELS, SKILL_NAMES, SKILLS} from "../facts/skills.js";
import {DIRECTIONS} from "../facts/vocabulary.js";
import {integerParam, refuse} from "../parts/params.js";
import {THINK, task} from "../task.js";

/** The line behind which the text stands. */
const TEXT_BEGINS = "This is the text.";
/** Tokens in which a fact fits certainly. */
const FACT_TOKENS = 40;

const params = z
  .strictObject({
    skill: z.enum(SKILL_NAMES).default("one fact").describe("what is asked; after the bAbI tasks"),
    facts: integerParam(1, 40, 8, "facts in the text, those that do not matter included"),
    ...backgroundFields
  })
  .superRefine((given, context) => {
    const {skill, facts} = given;
    const {fewest} = SKILLS[skill];
    if (facts < fewest) refuse(context, `"${skill}" needs ${fewest} facts; raise facts to ${fewest}`);
    const reason = refusedLength(given, {sentences: facts, each: FACT_TOKENS, what: "facts"});
    if (reason !== undefined) refuse(context, reason);
  });

export const facts = task({
  name: "facts",
  version: 2,
  summary: "Twenty kinds of questions about short facts, alone or far apart in up to ten million tokens of other text.",
  params,
  paired: BACKGROUND_FIELDS,
  generate(params, random) {
    const skill: Skill = SKILLS[params.skill];
    const asked = skill.make(random, params.facts);
    const head = `${introduction(skill)}\n\n${TEXT_BEGINS}\n\n`;
    const tail = `\n\nQuestion: ${asked.question}\n${THINK} with a line of the form\nAnswer: <${skill.form}>`;
    return {
      prompt: `${head}${amongPassages(asked.facts, {supporting: asked.supporting, outside: head + tail, random, placed: params})}${tail}`,
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
