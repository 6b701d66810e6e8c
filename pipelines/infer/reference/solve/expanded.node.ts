// Solver of the tasks "expanded-…": looks in a text for what its question speaks of, and solves what is recalled of it as a short question.
import {surroundedParts} from "../../../generate/background/surrounded.node.js";
import {DOMAINS} from "../../../generate/words/domains.js";
import type {Mind} from "../mind.js";
import {optionsIn} from "./block.js";
import {CHARACTERS_PER_TOKEN} from "./longText.js";
import type {Solver} from "./solver.js";

/** What is told of a recalled paragraph, characters. */
const TOLD = 80;
/** Prose ends where a sentence does; what is counted, sorted or worked out mostly does not. */
const ENDS = /[.!?…]["'”’»)\]]*$/u;
/** Paragraphs that end where a sentence does, and are no prose. */
const SAID = [/^I have /u, /^(?:Start from |\d+\. )/u, /^\S+ (?:dis)?liked "/u];
const openings = Object.values(DOMAINS).map(({opening}) => opening);
const HOLDER = /(?<=[.!?] )(\p{Lu}\p{L}+) (?!and )/gu;

/** Finds the solver of a short question. */
type QuestionIn = (prompt: string) => {question: string; solver: Solver} | null;

/** A solver of expanded questions, by those of the short ones. */
export const expandedSolver = (questionIn: QuestionIn): Solver => ({
  read: prompt => (surroundedParts(prompt) ? prompt : null),
  solve(prompt, mind) {
    const {text, question} = surroundedParts(prompt)!;
    const tokens = text.length / CHARACTERS_PER_TOKEN;
    const said = saidIn(text).filter(({at}) => mind.recalls(tokens, at / text.length));
    const steps = said.map(({paragraph}) => `The text says: ${paragraph.slice(0, TOLD).split("\n", 1)[0]}`);
    const end = question.indexOf("\n\n");
    const [rules, asked] = [question.slice(0, end), question.slice(end).trim()];
    const told = said.map(({paragraph}) => paragraph).join("\n");
    // Some short questions are asked in the paragraph that says what they are about, others below it.
    for (const below of told === "" ? [] : ["\n", "\n\n"]) {
      const read = questionIn(`${rules}\n\n${told}${below}${asked}`);
      try {
        const solved = read?.solver.solve(read.question, mind);
        if (solved) return {steps: [...steps, ...solved.steps], answer: solved.answer};
      } catch {
        // what is recalled is not all that the question needs
      }
    }
    return {steps: [...steps, "I do not find all that this needs in the text"], answer: guess(question, mind)};
  }
});

interface Paragraph {
  paragraph: string;
  at: number;
}

/** The paragraphs of a text that are no prose, or the beginning and the swaps of a game. */
export function saidIn(text: string): Paragraph[] {
  const found: Paragraph[] = [];
  /** Who takes part in a game that has begun. */
  let people: string[] = [];
  for (let at = 0; at <= text.length; ) {
    const end = text.indexOf("\n\n", at);
    const paragraph = text.slice(at, end < 0 ? text.length : end);
    if (paragraph !== "" && isSaid(paragraph)) found.push({paragraph, at});
    at += paragraph.length + 2;
  }
  return found;

  function isSaid(paragraph: string): boolean {
    if (openings.some(opening => paragraph.startsWith(opening))) {
      people = [...paragraph.matchAll(HOLDER)].map(([, name]) => name!);
      return true;
    }
    if (people.length > 0 && paragraph.split(/(?<=\.) /u).every(sentence => people.some(name => sentence.includes(name))))
      return true;
    return !ENDS.test(paragraph) || SAID.some(pattern => pattern.test(paragraph));
  }
}

/** An answer of the form that a question asks for. */
function guess(question: string, {random}: Mind): string {
  const form = question.slice(question.lastIndexOf("Answer: ") + "Answer: ".length).split("\n", 1)[0]!;
  const options = optionsIn(question);
  if (options.length > 0) return random.pick(options).letter;
  const two = (most: number) => String(random.integer(1, most)).padStart(2, "0");
  if (form === "False") return random.pick(["True", "False"]);
  if (form === "YYYY-MM-DD") return `20${two(99)}-${two(12)}-${two(28)}`;
  if (form.includes("brackets")) return random.pick([")", "]", "}"]);
  if (form.includes("word")) return "one, two";
  return String(random.integer(0, 99));
}
