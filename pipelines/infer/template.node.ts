// Applies a template and a sampler to a question: the messages and sampling parameters of a request.
import {examplesSchema, type Model, type Sampler, type Template} from "../book/schemas.js";
import {withoutReasoning} from "../generate/parts/closings.js";
import {questionsOf} from "../generate/question.js";
import {tasks} from "../generate/registry.node.js";
import {randomAt} from "../generate/seed.js";
import type {Question, Shot, Task, Test} from "../generate/task.js";
import type {Message} from "./completion.js";
import {mindOf, unlimited} from "./reference/mind.js";
import {questionIn} from "./reference/solve/registry.node.js";

// Worked examples for prompts: questions of the same task with answers, drawn from a seed that no test uses.

interface Example {
  question: string;
  /** The last line of an answer, in the form that the question asks for. */
  answer: string;
  /** The derivation, one sentence without its full stop for each step; empty where no solver is available. */
  steps: string[];
}

/** Seed of examples. Seeds of books are 0 or more, so no test is ever drawn from this one. */
export const EXAMPLE_SEED = -1;
/**
 * Parameters of examples that differ from a task's defaults: a small table shows as much as one of a thousand tokens, a list written out
 * the same rules as a long story, and sequences with small steps are so few that a test might happen to be equal to an example.
 */
export const EXAMPLE_PARAMS: Readonly<Record<string, Record<string, unknown>>> = {
  tables: {target_tokens: 300, format: "csv"},
  sequence: {length: 8, max_step: 97},
  "verbose-listops": {form: "expression", num_operations: 3, max_depth: 2, examples: 0}
};
/** Most questions that are tried for one more example, before fewer examples are given than requested. */
const MOST_DRAWS = 100;

const streams = new WeakMap<Task, () => Example>();
const made = new WeakMap<Task, Example[]>();

/** `count` examples of a task, none of which is the question `besides`: always the first suitable ones of one sequence. */
export function examplesOf(task: Task, {count, besides}: {count: number; besides: string}): Example[] {
  const next = streams.get(task) ?? streamOf(task);
  const known = made.get(task) ?? [];
  streams.set(task, next);
  made.set(task, known);
  const found: Example[] = [];
  for (let i = 0; found.length < count && i < count + MOST_DRAWS; i++) {
    known[i] ??= next();
    const {question} = known[i]!;
    if (question !== besides && found.every(earlier => earlier.question !== question)) found.push(known[i]!);
  }
  return found;
}

function streamOf(task: Task): () => Example {
  const params = task.params.parse(EXAMPLE_PARAMS[task.name] ?? {}) as Record<string, unknown>;
  const question = questionsOf(task, {params, seed: EXAMPLE_SEED});
  let index = 0;
  return () => exampleOf(question(index++));
}

function exampleOf({prompt, expected}: Question): Example {
  const letter = prompt.includes("Answer: (<letter>)");
  return {question: prompt, answer: `Answer: ${letter ? `(${expected})` : expected}`, steps: stepsOf(prompt, expected)};
}

/** The reasoning steps of a simulated model that makes no errors. */
function stepsOf(prompt: string, expected: string): string[] {
  const read = questionIn(prompt);
  if (!read) return [];
  const {steps, answer} = read.solver.solve(read.question, mindOf(unlimited, randomAt("", 0)));
  return answer === expected ? steps : [];
}

/** How worked examples are laid out where a template does not say. */
const EXAMPLES = examplesSchema.parse({});

/**
 * The messages that put one question to a model. How many worked examples an item of a bank has, and whether it asks for thought, is a
 * matter of its bank; how examples are laid out is the template's.
 */
export function messagesOf(template: Template, test: Pick<Test, "base_task" | "prompt" | "shots" | "think">): Message[] {
  const think = test.think ?? template.think ?? true;
  const head: Message[] = template.system === undefined ? [] : [{role: "system", content: template.system}];
  const shots = shotsOf(template, test);
  // Every sample of a rerun comes through here.
  if (shots.length === 0) return [...head, framed(template, asked(test.prompt, think))];
  const shown = shots.map(({question, answer}) => ({question: asked(question, think), answer}));

  const {as, each, last} = template.examples ?? EXAMPLES;
  if (as === "turns") {
    const turns = shown.flatMap(({question, answer}): Message[] => [
      framed(template, question),
      {role: "assistant", content: answer}
    ]);
    return [...head, ...turns, framed(template, asked(test.prompt, think))];
  }
  const texts = shown.map((example, i) => filled(each, {...example, n: String(i + 1)}));
  return [...head, framed(template, `${texts.join("")}${last}${asked(test.prompt, think)}`)];
}

/** A question as it is put where thought is asked for or not. */
const asked = (question: string, think: boolean): string => (think ? question : withoutReasoning(question));

/** A text as the user's message of a template. */
const framed = ({before, after}: Template, text: string): Message => ({role: "user", content: `${before}${text}${after}`});

/** The worked examples in front of a question: those of its bank, or generated ones as many as the template says. */
function shotsOf(
  {examples}: Template,
  {base_task, prompt, shots}: Pick<Test, "base_task" | "prompt" | "shots">
): readonly Shot[] {
  if (shots) return shots;
  const task = tasks.get(base_task);
  if (!examples || !task) return [];
  const {count, reasoning} = examples;
  return examplesOf(task, {count, besides: prompt}).map(example => ({
    question: example.question,
    answer: reasoning ? worked(example) : example.answer
  }));
}

const worked = ({steps, answer}: Example) =>
  steps.length > 0 ? `${steps.map(step => `${step}.`).join("\n")}\n\n${answer}` : answer;

/** Replaces all placeholders in one pass, so that braces within a question are not replaced. */
const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{(n|question|answer)\}/g, (_, name: string) => values[name]!);

/** Sampling parameters of a request: the model's values override the sampler's, null included; absent and null ones are then left out. */
export function samplingOf(sampler: Sampler, model: Model): Record<string, unknown> {
  const {id: _, trials: __, extra, ...fields} = {...sampler, ...without(model.sampler ?? {}, undefined)};
  return {...without(without(fields, undefined), null), ...(extra as Sampler["extra"] | null)};
}

/** Number of answers to each question: the model's own, or the sampler's. */
export const trialsOf = ({trials}: Sampler, {sampler: own}: Model): number => own?.trials ?? trials ?? 1;

const without = (fields: Record<string, unknown>, absent: null | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent));
