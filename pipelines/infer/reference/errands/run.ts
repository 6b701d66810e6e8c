// How simulated models run errands: each step as a call of a tool, with errors where their faculties are limited.
import {jsonOf} from "../../../rows/json.js";
import {type Random, randomOf} from "../../../generate/seed.js";
import type {Tool, ToolCall} from "../../completion.js";
import {mindOf} from "../mind.js";
import type {SimulatedModel} from "../roster.js";
import {type Found, type Given, type Step, stepsOf} from "./steps.js";

/** A message behind the question: a call, or what a tool answered. */
export interface Heard {
  role: string;
  content: string;
  /** Of a tool's message: the id of the call that it answers. */
  call?: string | undefined;
}

/** The next move: calls of tools, or the last words. */
export type Move = {calls: ToolCall[]} | {text: string};

/** Probability of not trying again after a failure of the server, as a multiple of the probability of a slip. */
const GIVES_UP = 3;
/** Most times that a model tries one step. */
const TRIES = 4;
/** Size of the step of writing a call, where looking something up is 0: it has several arguments. */
const LOAD = 1.2;
/** Things that an errand has that may be overlooked. */
const PARTS = 12;
/** Number of steps above which a model approaches its looping probability (reply.ts). */
const LOOP_STEPS = 30;

interface Flaws {
  forgotten: boolean;
  wrong: boolean;
  malformed: boolean;
  givesUp: boolean;
  /** Whether it looks the same up twice. */
  twice: boolean;
}

/**
 * The next move of a model in a dialogue about errands; null where the prompt is another one, or a tool is missing. The same model, prompt and
 * results always get the same move.
 * @param heard the messages behind the prompt, in order @param seed of the sampler, which draws other errors
 */
export function nextMove(
  model: SimulatedModel,
  {
    prompt,
    tools,
    heard,
    seed
  }: {prompt: string; tools: readonly Tool[]; heard: readonly Heard[]; seed?: number | null | undefined}
): Move | null {
  const read = stepsOf(prompt);
  if (!read) return null;
  const {steps, errands} = read;
  const names = new Set(tools.map(({name}) => name));
  if (!steps.every(({tool}) => names.has(tool))) return null;
  const random = randomOf(`${model.id} runs errands ${seed ?? ""}\n${prompt}`);
  const {slip_probability, format_error_probability, looping_probability} = model.faculties;
  const mind = mindOf(model.faculties, random);
  const flaws = steps.map((step): Flaws => {
    const forgotten = mind.overlooks(PARTS * errands);
    const wrong = mind.errs({load: LOAD, remembered: 2 * errands, depth: 0});
    return {
      forgotten: forgotten && !step.reads,
      wrong: wrong && !step.reads,
      malformed: random.chance(format_error_probability),
      givesUp: random.chance(Math.min(0.9, GIVES_UP * slip_probability)),
      twice: random.chance(slip_probability) && step.reads
    };
  });
  const loops = random.chance(looping_probability * (1 - Math.exp(-steps.length / LOOP_STEPS)));
  const wrongs = steps.map(() => random.integer(1, 9));

  const tried = triesOf(steps.length, heard);
  const results = tried.map(answers => answers.find(({failed}) => !failed)?.value);
  const isDone = (at: number): boolean => results[at] !== undefined;
  const isLeft = (at: number): boolean => {
    const answers = tried[at]!;
    if (flaws[at]!.forgotten || isDone(at) || answers.length >= TRIES) return false;
    const last = answers.at(-1);
    return !last || (last.failed === "server" && !flaws[at]!.givesUp) || last.failed === "malformed";
  };
  const ready = steps.flatMap((step, at) =>
    isLeft(at) && needs(step).every(isDone) && valuesOf(step, results) !== null ? [at] : []
  );
  const reading = ready.filter(at => steps[at]!.reads);
  const again = steps.flatMap((_, at) => (flaws[at]!.twice && isDone(at) && tried[at]!.length === 1 ? [at] : []));
  const next = reading.length > 0 ? [...reading, ...again] : ready;
  const turn = heard.filter(({role}) => role === "assistant").length;
  if (next.length === 0 && loops) return {calls: [callOf(steps[0]!, 0)]};
  return next.length > 0 ? {calls: next.map(at => callOf(steps[at]!, at))} : {text: "I have done what I could."};

  function callOf(step: Step, at: number): ToolCall {
    const values = valuesOf(step, results) ?? {};
    const given = JSON.stringify(
      flaws[at]!.wrong ? misread(values, step, {random: randomOf(`${at} ${wrongs[at]}`), results}) : values
    );
    const malformed = flaws[at]!.malformed && tried[at]!.length === 0;
    return {id: `call_${turn}_${at}`, name: step.tool, arguments: malformed ? given.slice(0, -1) : given};
  }
}

interface Tried {
  value: unknown;
  /** Why the call failed; undefined where it did not. */
  failed?: "server" | "malformed" | "refused";
}

/** What the tools answered to each step, by the numbers in the ids of the calls. */
function triesOf(count: number, heard: readonly Heard[]): Tried[][] {
  const tried: Tried[][] = Array.from({length: count}, () => []);
  for (const {role, content, call} of heard) {
    const at = role === "tool" ? Number(/^call_\d+_(\d+)$/u.exec(call ?? "")?.[1] ?? Number.NaN) : Number.NaN;
    const value = jsonOf(content);
    const status = Number((value as {status?: unknown} | undefined)?.status ?? (value === undefined ? 400 : 200));
    const failed =
      !Number.isFinite(status) || status < 400 ? undefined : status >= 500 ? "server" : status === 400 ? "malformed" : "refused";
    tried[at]?.push({value, ...(failed && {failed})});
  }
  return tried;
}

const isFound = (given: Given): given is Found => typeof given === "object";
const needs = ({given, after}: Step): number[] => [
  ...Object.values(given).flatMap(each => (isFound(each) ? [each.step] : [])),
  ...(after === undefined ? [] : [after])
];

/** The arguments of a step; null where a result lacks one. */
function valuesOf({given}: Step, results: readonly unknown[]): Record<string, string | number> | null {
  const values: Record<string, string | number> = {};
  for (const [name, each] of Object.entries(given)) {
    const value = isFound(each) ? foundIn(each, results[each.step]) : each;
    if (value === undefined) return null;
    values[name] = value;
  }
  return values;
}

function foundIn({field, where, as}: Found, result: unknown): string | number | undefined {
  const entries = (Array.isArray(result) ? result : [result]) as (Record<string, string | number> | undefined)[];
  const value = entries.find(entry => !where || entry?.[where.field] === where.value)?.[field];
  return typeof value === "number" && as ? as(value) : value;
}

/** The arguments with one of them wrong: another entry of a list, another number, or a text cut short. */
function misread(
  values: Record<string, string | number>,
  {given}: Step,
  {random, results}: {random: Random; results: readonly unknown[]}
): Record<string, string | number> {
  const name = random.pick(Object.keys(values));
  const value = values[name]!;
  const source = given[name]!;
  const list = isFound(source) ? results[source.step] : undefined;
  const others = Array.isArray(list) ? list.map(entry => entry[(source as Found).field]).filter(other => other !== value) : [];
  const wrong =
    others.length > 0 ? random.pick(others) : typeof value === "number" ? value + random.integer(1, 9) : value.slice(0, -1);
  return {...values, [name]: wrong};
}
