// How simulated models call tools: a planner that names no model's behaviour, but speaks the whole protocol. It calls every tool of whose
// name the question holds a word, all at once, with arguments taken from the question in order; then it answers with the results.
import {randomOf} from "../../generate/seed.js";
import type {Tool, ToolCall} from "../completion.js";
import type {SimulatedModel} from "./roster.js";

/** Shortest word of a tool's name that is looked for in a question. */
const SHORTEST_WORD = 4;

interface Property {
  type?: unknown;
  enum?: unknown;
}

/** The calls that a model makes for a question; none where it names no tool. Some models write malformed arguments as often as answers. */
export function callsFor(model: SimulatedModel, question: string, tools: readonly Tool[]): ToolCall[] {
  if (tools.length === 0) return [];
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const called = tools.filter(({name}) => {
    const parts = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
    return parts.some(part => part.length >= SHORTEST_WORD && words.has(part));
  });
  const found = {
    numbers: (question.match(/-?\d+(?:\.\d+)?/gu) ?? []).map(Number),
    texts: [...question.matchAll(/["“](.*?)["”]|(?<=\S\s)(\p{Lu}[\p{L}-]+)/gu)].map(([, quoted, name]) => quoted ?? name!)
  };
  return called.map((tool, i) => {
    const whole = JSON.stringify(argumentsOf(tool, question, found));
    const random = randomOf(`${model.id} calls ${tool.name} for ${question}`);
    const malformed = random.chance(model.faculties.format_error_probability);
    return {id: `call_${i}`, name: tool.name, arguments: malformed ? whole.slice(0, -1) : whole};
  });
}

function argumentsOf(
  {parameters}: Tool,
  question: string,
  {numbers, texts}: {numbers: number[]; texts: string[]}
): Record<string, unknown> {
  const properties = Object.entries((parameters.properties ?? {}) as Record<string, Property>);
  const given = properties.map(([name, {type, enum: options}]): [string, unknown] => {
    if (Array.isArray(options))
      return [name, options.find(option => question.toLowerCase().includes(String(option).toLowerCase())) ?? options[0]];
    if (type === "number" || type === "integer") return [name, numbers.shift() ?? 0];
    if (type === "boolean") return [name, true];
    return [name, texts.shift() ?? ""];
  });
  return Object.fromEntries(given);
}

/** The answer after the tools have answered. */
export const answerFrom = (results: readonly string[]): string => `Answer: ${results.join(", ")}`;

/** What a model thinks before it calls tools. */
export const planOfTools = (tools: readonly Tool[]): string =>
  `The question may need a tool. There are ${tools.map(({name}) => name).join(", ")}.`;
