// Applies a template and a sampler to a question: the messages and sampling parameters of a request.
import type {Model, Sampler, Template} from "../book/schemas.js";
import {tasks} from "../generate/registry.js";
import type {Test} from "../generate/task.js";
import type {Message} from "./completion.js";
import {type Example, examplesOf} from "./examples.js";

/** The words with which every task asks for reasoning. */
export const THINK = "Think it through, then finish";
/** The words that replace them in a template without reasoning. */
export const AT_ONCE = "Do not write out your reasoning, just finish";

/** The messages that put one question to a model. */
export function messagesOf(template: Template, {base_task, prompt}: Pick<Test, "base_task" | "prompt">): Message[] {
  const {system, before, after, think = true, examples} = template;
  const asked = (question: string) => (think ? question : question.replace(THINK, AT_ONCE));
  const framed = (text: string): Message => ({role: "user", content: `${before}${text}${after}`});
  const head: Message[] = system === undefined ? [] : [{role: "system", content: system}];
  const task = tasks.get(base_task);
  if (!examples || !task) return [...head, framed(asked(prompt))];

  const {count, as, reasoning, each, last} = examples;
  const shown = examplesOf(task, {count, besides: prompt}).map(example => ({
    question: asked(example.question),
    answer: reasoning ? worked(example) : example.answer
  }));
  if (as === "turns") {
    const turns = shown.flatMap(({question, answer}): Message[] => [framed(question), {role: "assistant", content: answer}]);
    return [...head, ...turns, framed(asked(prompt))];
  }
  const texts = shown.map((example, i) => filled(each, {...example, n: String(i + 1)}));
  return [...head, framed(`${texts.join("")}${last}${asked(prompt)}`)];
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
