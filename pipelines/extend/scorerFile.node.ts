// Checks a scorer of the user's own before anything rests on it.
import {nameSchema} from "../book/schemas.js";
import {scorerSchema} from "../book/scorers.js";
import {type OwnScorer, verdictFault} from "../score/scorers/own.js";
import type {ScoredTest} from "../score/scorers/scorer.js";
import {messageOf} from "./bundle.node.js";

/** Answers that models give: right, wrong, none, and what is no sentence. */
const ANSWERS = ["Answer: 4", "Answer: (A)", "", "I cannot say.", "4, no, 5\n\n```\n{}\n```", "\u0000\ud800 ٤ 4️⃣".repeat(50)];
const TESTS: ScoredTest[] = [
  {prompt: "What is 2 + 2?", expected: "4"},
  {prompt: "What is 2 + 2?\n(A) 4\n(B) 5", expected: "A", choices: ["4", "5"]}
];

/** What keeps an exported value from being a scorer; null where nothing does. */
export function scorerFault(value: unknown, {name}: {name: string}): string | null {
  if (typeof value !== "object" || value === null) return "its export is not a scorer; export one that scorer({…}) returns";
  const scorer = value as Partial<OwnScorer>;
  if (typeof scorer.name !== "string") return "its scorer has no name; name it as its file is";
  if (scorer.name !== name)
    return `its scorer is named ${JSON.stringify(scorer.name)}; name it ${JSON.stringify(name)}, as its file is`;
  if (!nameSchema.safeParse(name).success)
    return `${JSON.stringify(name)} is not a name for a scorer; use letters, digits and hyphens`;
  if (KINDS.has(name)) return `${JSON.stringify(name)} is the name of a built-in scorer; choose another`;
  if (scorer.version === undefined) return "its scorer has no version; write version: 1, and raise it when verdicts change";
  if (!Number.isSafeInteger(scorer.version) || scorer.version < 1)
    return `version ${String(scorer.version)} is not a whole number of at least 1`;
  if (typeof scorer.summary !== "string" || scorer.summary.trim() === "")
    return "its scorer has no summary; say in one sentence when an answer is right";
  if (typeof scorer.settings?.safeParse !== "function") return "its scorer has no settings; give z.strictObject({})";
  if (scorer.settings.safeParse({"no such setting": 1}).success)
    return "settings take a name that is not a setting; make them with z.strictObject";
  if (typeof scorer.score !== "function") return "its scorer has no score(answer, test, settings)";
  const settings = scorer.settings.safeParse({});
  return settings.success ? verdictsFault(scorer as OwnScorer, settings.data) : null; // without defaults nothing can be tried
}

const KINDS: ReadonlySet<string> = new Set(scorerSchema.options.map(({shape}) => shape.kind.value));

function verdictsFault(scorer: OwnScorer, settings: unknown): string | null {
  for (const test of TESTS)
    for (const answer of ANSWERS) {
      const shown = `of ${JSON.stringify(answer.slice(0, 20))} where ${JSON.stringify(test.expected)} is right`;
      try {
        const verdict = scorer.score(answer, test, settings);
        const fault = verdictFault(verdict);
        if (fault) return `its verdict ${shown} is ${fault}`;
        if (JSON.stringify(scorer.score(answer, test, settings)) !== JSON.stringify(verdict))
          return `its verdict ${shown} differs the second time; it may depend on nothing but what it is given`;
      } catch (error) {
        return `score throws on the answer ${JSON.stringify(answer.slice(0, 20))}: ${messageOf(error)}`;
      }
    }
  return null;
}
