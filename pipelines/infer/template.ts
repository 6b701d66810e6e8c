// What a template and a sampler make of a question.
import type {Model, Sampler, Template} from "../book/schemas.js";
import {tasks} from "../generate/registry.js";
import type {Test} from "../generate/task.js";
import type {Message} from "./completion.js";
import {type Example, examplesOf} from "./examples.js";

/** With these words every task asks for thought … */
export const THINK = "Think it through, then finish";
/** … which a template without thought replaces by these. */
export const AT_ONCE = "Do not write out your reasoning, just finish";

/** The conversation that puts one question to a model. */
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

/** One pass, so that braces within a question stay what they are. */
const filled = (text: string, values: Record<string, string>) =>
  text.replace(/\{(n|question|answer)\}/g, (_, name: string) => values[name]!);

/** Sampling fields as they are asked for: the model's own override the sampler's, null included; then absent and null ones are left out. */
export function samplingOf(sampler: Sampler, model: Model): Record<string, unknown> {
  const {id: _, extra, ...fields} = {...sampler, ...without(model.sampler ?? {}, undefined)};
  return {...without(without(fields, undefined), null), ...(extra as Sampler["extra"] | null)};
}

const without = (fields: Record<string, unknown>, absent: null | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== absent));
