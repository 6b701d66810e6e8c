// Scores JSON documents: by a JSON schema, by equality with the right one, or both.
import {z} from "zod";
import {jsonOf} from "../../rows/json.js";
import {canonicalJson} from "../../generate/seed.js";
import {type Scoring, unscored, wrong} from "./scorer.js";

const FENCE = /```(?:json)?[^\S\n]*\n([\s\S]*?)```/giu;

const schemas = new WeakMap<object, z.ZodType | string>();

/** The schema's check, or the reason why there is none. */
function checkOf(schema: Record<string, unknown>): z.ZodType | string {
  let known = schemas.get(schema);
  if (known === undefined) {
    try {
      known = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    } catch (error) {
      known = `the JSON schema cannot be used: ${(error as Error).message}`;
    }
    schemas.set(schema, known);
  }
  return known;
}

/** The one document of an answer: all of it, or its only fenced block. Of several different blocks none is the answer. */
function documentIn(answer: string): {value: unknown} | null {
  const whole = parsed(answer);
  if (whole) return whole;
  const blocks = [...answer.matchAll(FENCE)].flatMap(([, block]) => parsed(block!) ?? []);
  const different = new Set(blocks.map(({value}) => canonicalJson(value)));
  return different.size === 1 ? blocks[0]! : null;
}

function parsed(text: string): {value: unknown} | null {
  const value = jsonOf(text.trim());
  return value === undefined ? null : {value};
}

export const json: Scoring<"json"> = (answer, {expected}, {schema}) => {
  const check = schema === undefined ? null : checkOf(schema);
  if (typeof check === "string") return unscored(check);
  const truth = expected.trim() === "" ? null : parsed(expected);
  if (expected.trim() !== "" && !truth) return unscored(`the right answer ${JSON.stringify(expected.slice(0, 60))} is no JSON`);
  const found = documentIn(answer);
  if (!found) return wrong({valid: 0});
  const valid = check === null || check.safeParse(found.value).success;
  const text = canonicalJson(found.value);
  return {
    right: valid && (truth === null || text === canonicalJson(truth.value)),
    parsed: true,
    answer: text,
    answer_rule: "whole text",
    measures: {valid: valid ? 1 : 0}
  };
};
