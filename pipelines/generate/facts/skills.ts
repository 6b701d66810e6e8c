// The twenty skills by name, in the order of the bAbI tasks.
import {deduction, induction, motivation} from "./inference.js";
import {compoundCoreference, conjunction, coreference, indefinite, negation, oneFact, time, yesNo} from "./moving.js";
import {pathFinding, position, size, threeArguments, twoArguments} from "./relations.js";
import type {Skill} from "./skill.js";
import {counting, lists, threeFacts, twoFacts} from "./things.js";
import {NAMED} from "./vocabulary.js";

export const SKILLS = {
  "one fact": oneFact,
  "two facts": twoFacts,
  "three facts": threeFacts,
  "two arguments": twoArguments,
  "three arguments": threeArguments,
  "yes or no": yesNo,
  counting,
  lists,
  negation,
  "indefinite knowledge": indefinite,
  coreference,
  conjunction,
  "compound coreference": compoundCoreference,
  time,
  deduction,
  induction,
  position,
  size,
  "path finding": pathFinding,
  motivation
} satisfies Record<string, Skill>;
export type SkillName = keyof typeof SKILLS;
export const SKILL_NAMES = Object.keys(SKILLS) as [SkillName, ...SkillName[]];

/** All answers of all skills, or the parts of them. */
export const LABELS: readonly string[] = [...new Set(Object.values<Skill>(SKILLS).flatMap(({labels}) => labels))];

/** Every word that is an answer or names what a question is about, in lower case. No background may hold one. */
export const WORDS: ReadonlySet<string> = new Set([...LABELS, ...NAMED].map(word => word.toLowerCase()));
