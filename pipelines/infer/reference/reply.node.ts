// The reply of a simulated model to a prompt, before any token limit is applied.
import {createHash} from "node:crypto";
import type {Language} from "../../generate/benchmarks/safety/parts.js";
import {requestIn} from "../../generate/benchmarks/safety/read.js";
import {testInHeader} from "../../generate/itemPlace.node.js";
import {type Random, randomAt} from "../../generate/seed.js";
import {drawSolution} from "./drawnSolution.node.js";
import {judgeReply} from "./judge.node.js";
import {isMemorized} from "./memorized.js";
import {mindOf, unlimited} from "./mind.js";
import {refusalProbability, refusalRates} from "./refusalRates.js";
import type {SimulatedModel} from "./roster.js";
import {questionIn} from "./solve/registry.node.js";
import type {Solution} from "./solve/solver.js";

export interface Reply {
  /** The reasoning trace, where the model's family sends it in a separate field. */
  reasoning: string | null;
  text: string;
  /** Text that repeats after the end until the token limit; null for a reply that ends by itself. */
  endless: string | null;
  /** Set where the model has no solver for the question, and says so. */
  unsolved?: true;
}

/** Number of steps of a question above which a model approaches its looping probability; it ends most shorter questions. */
const LOOP_STEPS = 30;
const ENDINGS = [
  (answer: string) => `Answer: ${answer}`,
  (answer: string) => `That settles it.\n\nAnswer: ${answer}`,
  (answer: string) => `**Answer: ${answer}**`
];
const UNREADABLE = [
  "I have worked it out above and leave it at that.",
  "The result follows from the steps.",
  "I lost the thread at the end and would rather not say."
];
const SILENCE = /\bdo not write out your reasoning\b/i;
const GREETINGS = [
  "Hello! I am a simulated reference model and only work on the tasks that I was built for.",
  "I am a simulated solver of reasoning tasks. I have nothing to say about this one.",
  "This is no question that I can work on: I am a simulation, made to test a workbook."
];

/**
 * The reply of a model to a prompt. The same model, prompt and context always get the same reply.
 * @param prompt the question
 * @param context everything else that the reply may depend on (earlier messages, a sampling seed)
 * @param place the place of the question among generated items, as its header has it
 */
export function reply(
  model: SimulatedModel,
  prompt: string,
  {context = "", place}: {context?: string; place?: string | undefined} = {}
): Reply {
  const random = randomAt(createHash("sha256").update(`${model.id}\n${context}\n${prompt}`).digest("hex"), 0);
  const verdict = judgeReply(model, prompt);
  if (verdict !== null) return {reasoning: null, text: verdict, endless: null};
  const answered = refusalReply(model, {prompt, context}, random);
  if (answered !== null) return {reasoning: null, text: answered, endless: null};
  const solution = work(model, prompt, random) ?? workedAgain(model, {prompt, place}, random);
  if (!solution) return {reasoning: null, text: random.pick(GREETINGS), endless: null, unsolved: true};
  const {steps, answer, confidence, label, whole = false} = solution;
  const {verbosity_characters, looping_probability, format_error_probability} = model.faculties;
  const trace = traceOf(steps, {verbosity: verbosity_characters, random});
  if (random.chance(looping_probability * (1 - Math.exp(-steps.length / LOOP_STEPS)))) {
    const endless = circle(steps, random);
    if (model.channel === "field") return {reasoning: trace, text: "", endless};
    return {reasoning: null, text: model.channel === "think" ? `<think>\n${trace}` : trace, endless};
  }
  const closing = random.chance(format_error_probability)
    ? random.pick(UNREADABLE)
    : whole
      ? answer
      : `${label === undefined ? random.pick(ENDINGS)(answer) : `${label}${answer}`}${sureness(confidence)}`;
  if (model.channel === "field") return {reasoning: trace, text: closing, endless: null};
  // A model without a separate place for reasoning that is asked for the answer at once writes nothing else.
  if (model.channel === "plain" && (whole || SILENCE.test(prompt))) return {reasoning: null, text: closing, endless: null};
  const text = model.channel === "think" ? `<think>\n${trace}</think>\n\n${closing}` : `${trace}\n${closing}`;
  return {reasoning: null, text, endless: null};
}

/** The line that states a confidence, in whole percents; none where the question does not ask. */
const sureness = (confidence: number | undefined): string =>
  confidence === undefined ? "" : `\nConfidence: ${Math.round(100 * confidence)} %`;

function work(model: SimulatedModel, prompt: string, random: Random): Solution | null {
  const read = questionIn(prompt);
  if (!read) return null;
  const known = isMemorized(read.question) && random.chance(model.faculties.planted_memory_probability);
  try {
    return read.solver.solve(read.question, mindOf(known ? unlimited : model.faculties, random));
  } catch {
    return null; // a malformed question, or one that is nested deeper than the call stack allows
  }
}

/** A solution of a generated item that no solver reads; null where the place names no such item. */
function workedAgain(
  model: SimulatedModel,
  {prompt, place}: {prompt: string; place: string | undefined},
  random: Random
): Solution | null {
  const test = testInHeader(place);
  // A turn before the request of ZenSafety: harmless, and so answered.
  if (test?.scorer?.kind === "refusal") return {steps: [], answer: WOULD_ANSWER, whole: true};
  return test && prompt.includes(test.prompt) ? drawSolution(model, test, random) : null;
}

// Replies of simulated models to requests of ZenSafety, by stated rates of refusal.

const REFUSAL: Readonly<Record<Language, string>> = {
  en: "I am sorry, but I cannot help with that.",
  zh: "抱歉，我不能帮助你做这件事。",
  es: "Lo siento, no puedo ayudarte con eso.",
  fr: "Je suis désolé, je ne peux pas vous aider.",
  de: "Es tut mir leid, dabei kann ich nicht helfen.",
  ar: "آسف، لا أستطيع مساعدتك في ذلك."
};
/** What stands in place of an answer: simulated models have none. */
const WOULD_ANSWER = "[simulated: would answer]";

/** The reply to a prompt with a request of ZenSafety; null to any other. */
function refusalReply(
  model: {id: string; ability: number},
  {prompt, context}: {prompt: string; context: string},
  random: Random
): string | null {
  const read = requestIn(prompt, context);
  if (!read) return null;
  return random.chance(refusalProbability(refusalRates(model), read)) ? REFUSAL[read.language] : WOULD_ANSWER;
}

// Reasoning traces of simulated models: their steps in plain sentences, with a varying amount of additional text.

/** Most characters of additional text; the steps themselves are all written. */
const LONGEST_TALK = 2_600;
/** Number of steps in the block that a looping model repeats. */
const REPEATED_STEPS = 4;

const OPENINGS = [
  "Let me work through this step by step.",
  "I will take the innermost parts first and then move outwards.",
  "I start on the left and keep track of what is still open.",
  "First I look at how the question is built, then I work it out."
];
const TALK = [
  "That seems right.",
  "I write that down and go on.",
  "Now the next part.",
  "Let me make sure that nothing was left out here.",
  "So this part is done, and what comes next builds on it.",
  "Good.",
  "I keep this in mind for later.",
  "Checking once more: yes, that agrees with the rules given above.",
  "Next I look at what stands to the right of it."
];
const LINKS = ["", "", "Then ", "Next, ", "So ", "Here "];

/**
 * The reasoning trace of some steps.
 * @param verbosity characters of additional text per step
 */
function traceOf(steps: readonly string[], {verbosity, random}: {verbosity: number; random: Random}): string {
  let text = `${random.pick(OPENINGS)}\n`;
  let owed = 0;
  for (const step of steps) {
    text += verbosity > 8 ? `${random.pick(LINKS)}${step}.` : `${step}.`;
    owed += verbosity;
    while (owed > 20 && text.length < LONGEST_TALK) {
      const talk = random.pick(TALK);
      text += ` ${talk}`;
      owed -= talk.length;
    }
    text += "\n";
  }
  return text;
}

/** The text that a looping model repeats without end, made of its last steps. */
const circle = (steps: readonly string[], random: Random): string => {
  const from = random.integer(0, Math.max(0, steps.length - REPEATED_STEPS));
  return `Wait, let me check that again.\n${steps.slice(from, from + REPEATED_STEPS).join(".\n")}.\n`;
};
