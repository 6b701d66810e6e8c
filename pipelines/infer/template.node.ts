// Applies a template and a sampler to a question: the messages and sampling parameters of a request.
import {examplesSchema, type Model, type Sampler, type Template} from "../book/schemas.js";
import {withoutReasoning} from "../generate/parts/closings.js";
import {tasks} from "../generate/registry.node.js";
import type {Shot, Test} from "../generate/task.js";
import type {Message} from "./completion.js";
import {type Example, examplesOf} from "./examples.node.js";

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
