// Reads pairs of responses to judge, drawn from a store or listed in a file.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {z} from "zod";
import {explain} from "../../book/issue.js";
import {UserError} from "../../rows/error.js";
import type {ResponsePair} from "../../studies/preferences/annotation/annotation.js";
import {drawPairs} from "../../studies/preferences/annotation/make.node.js";

const identity = z.union([z.string().min(1), z.number()]).transform(String);

export const pairSchema = z
  .looseObject({
    pair_id: identity.nullish().describe("identity of the pair; by default its place in the file"),
    question_id: identity.describe("identity of the question"),
    turn: z.int().min(1).default(1).describe("turn of the conversation"),
    model_a: z.string().min(1).describe("who gave response_a"),
    model_b: z.string().min(1).describe("who gave response_b"),
    prompt: z.string().describe("the question"),
    response_a: z.string().describe("one response"),
    response_b: z.string().describe("the other"),
    simulated: z.boolean().default(false).describe("the responses are of simulated models")
  })
  .describe("two responses to one question");

/** @param source a store's folder, or a file of JSON lines with one pair each */
export async function pairsFrom(source: string, {most}: {most: number}): Promise<ResponsePair[]> {
  if (!existsSync(source)) throw new UserError(`no file or store ${source}`);
  if (!/\.(jsonl|ndjson|json)$/u.test(source)) {
    const pairs = (await drawPairs(source, {most})).map(row => pairSchema.parse(row) as ResponsePair);
    if (pairs.length === 0)
      throw new UserError(`${source} has no two models' responses to one test, so there is nothing to judge`);
    return pairs;
  }
  const lines = (await readFile(source, "utf8")).split("\n");
  const pairs = lines.flatMap((line, i) => (line.trim() === "" ? [] : [pairOf(line, `${source}:${i + 1}`, i)]));
  return pairs.slice(0, most);
}

/** Models with more than one response to a question and turn. A vote names only these three, so it would be ambiguous. */
export function ambiguous(pairs: readonly ResponsePair[]): {count: number; first: string | null} {
  const responses = new Map<string, string>();
  const several = new Set<string>();
  for (const {question_id, turn, model_a, model_b, response_a, response_b} of pairs)
    for (const [model, response] of [
      [model_a, response_a],
      [model_b, response_b]
    ] as const) {
      const key = JSON.stringify([question_id, turn, model]);
      if ((responses.get(key) ?? response) === response) responses.set(key, response);
      else several.add(key);
    }
  const [first] = several;
  if (first === undefined) return {count: 0, first: null};
  const [question, turn, model] = JSON.parse(first) as [string, number, string];
  return {count: several.size, first: `${model} on question ${question}, turn ${turn}`};
}

function pairOf(line: string, place: string, index: number): ResponsePair {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new UserError(`${place} is not JSON; expected one pair a line`);
  }
  const result = pairSchema.safeParse(value);
  if (!result.success) throw new UserError(`${place} ${explain(result.error, {value, schema: pairSchema}).text}`);
  if (result.data.model_a === result.data.model_b)
    throw new UserError(`${place} "${result.data.model_a}" is compared with itself`);
  return {...result.data, pair_id: result.data.pair_id ?? String(index + 1)};
}
