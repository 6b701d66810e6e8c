// Turns the issues that zod reports into one sentence about the most important mistake.

import type {z} from "zod";
import {didYouMean} from "../rows/nearest.js";
import {plural} from "./plural.js";
import {looksSecret, namesSecret} from "./secret.js";
import type {Path} from "./types.js";

/** A mistake: where it is (a key, or the value behind it) and what to do about it. */
export interface Problem {
  path: Path;
  key: boolean;
  text: string;
}

type Schema = z.core.$ZodType;
type Issue = z.core.$ZodIssue;
/**
 * One mistake with its rank of importance. `expected` lists the kinds of value that would be accepted, where the kind is wrong; branches of
 * a union add theirs.
 */
type Fault = Omit<Problem, "text"> & {rank: number; text: string; expected?: string[]};

// Order in which mistakes are reported, most important first. A mistyped key also leaves the right key missing, so wrong and unknown
// entries come before missing ones.
const RANK = {secret: 0, unknown: 1, wrong: 2, missing: 3};
// Longest excerpt of a value in an error message, so that the message stays on one line.
const SHOWN_CHARACTERS = 40;
const KIND: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
  record: "a map",
  null: "null"
};

/** The most important mistake of a failed parse. `value` is what was parsed, `schema` is the schema that it failed. */
export function explain(error: z.ZodError, {value, schema}: {value: unknown; schema: Schema}): Problem {
  const faults = error.issues.flatMap(issue => faultsOf(issue, [], {value, schema}));
  const {path, key, text, expected} = faults.reduce((worst, fault) => (fault.rank < worst.rank ? fault : worst));
  if (!expected) return {path, key, text: oneLine(text)};
  const found = at(value, path);
  const kinds = [...expected.slice(0, -2), expected.slice(-2).join(" or ")].join(", ");
  if (found === undefined) return {path, key, text: `missing "${path.at(-1)}": expected ${kinds}`};
  return {path, key, text: `expected ${kinds}, got ${shown(found, path)}`};
}

/** The schemas that may apply to the value at a path: one, or as many as unions on the way allow. */
export function schemasAt(schema: Schema, path: Path): Schema[] {
  let here = opened(schema);
  for (const step of path) {
    here = here.flatMap(outer => {
      const {def} = (outer as z.core.$ZodTypes)._zod;
      if (def.type === "object") return Object.hasOwn(def.shape, step) ? opened(def.shape[step]!) : [];
      if (def.type === "array") return opened(def.element);
      return def.type === "record" ? opened(def.valueType) : [];
    });
  }
  return here;
}

/** The keys that are allowed in the map at a path. */
export function keysAt(schema: Schema, path: Path): string[] {
  const keys = schemasAt(schema, path).flatMap(inner => {
    const {def} = (inner as z.core.$ZodTypes)._zod;
    return def.type === "object" ? Object.keys(def.shape) : [];
  });
  return [...new Set(keys)];
}

/** A value as an error may print it: short, on one line, and replaced by a placeholder where it may be a secret. */
export function shown(value: unknown, path: Path = []): string {
  if (value === null || value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Uint8Array) return "binary data";
  if (typeof value === "object") return "a map";
  const hidden = path.some(
    step => typeof step === "string" && (namesSecret(step) || step === "api_key_env" || step === "endpoint")
  );
  if (hidden || (typeof value === "string" && looksSecret(value))) return "a value not shown here, as it may be a key";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > SHOWN_CHARACTERS ? `${value.slice(0, SHOWN_CHARACTERS)}…` : value);
}

function faultsOf(issue: Issue, base: Path, whole: {value: unknown; schema: Schema}): Fault[] {
  const path = [...base, ...issue.path.map(step => (typeof step === "number" ? step : String(step)))];
  const found = at(whole.value, path);
  const wrong = (text: string): Fault[] => [{path, key: false, rank: RANK.wrong, text}];
  const got = `, got ${shown(found, path)}`;
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map(name => unknownKey(name, path, {candidates: keysAt(whole.schema, path), value: at(found, [name])}));
    case "invalid_union":
      if (issue.errors.length === 0) return unknownKind(path, found, whole.schema);
      return closest(
        issue.errors.map(branch => branch.flatMap(inner => faultsOf(inner, path, whole))),
        path
      );
    case "invalid_type": {
      const rank = found === undefined ? RANK.missing : RANK.wrong;
      return [{path, key: false, rank, text: issue.message, expected: [KIND[issue.expected] ?? issue.expected]}];
    }
    case "invalid_value": {
      const names = issue.values.map(String);
      const hint = typeof found === "string" ? didYouMean(found, names) : "";
      if (found === undefined) return [{path, key: false, rank: RANK.missing, text: `missing "${path.at(-1)}"`}];
      return wrong(`expected ${names.length > 1 ? "one of " : ""}${names.join(", ")}${got}${hint}`);
    }
    case "too_small":
      return wrong(
        issue.message.startsWith("Too ") ? bound(issue.inclusive ? "at least" : "more than", issue.minimum) : issue.message
      );
    case "too_big":
      return wrong(
        issue.message.startsWith("Too ") ? bound(issue.inclusive ? "at most" : "less than", issue.maximum) : issue.message
      );
    case "invalid_format":
      return wrong(`${issue.message}${got}`);
    case "invalid_key":
      return [
        {path, key: true, rank: RANK.wrong, text: `${issue.issues[0]?.message ?? issue.message}, got ${shown(path.at(-1))}`}
      ];
    default:
      return wrong(issue.message);
  }

  function bound(relation: string, limit: number | bigint): string {
    if (typeof found === "string") return `expected ${relation} ${plural(limit, "character")}, got ${found.length}`;
    if (Array.isArray(found)) return `expected ${relation} ${plural(limit, "item")}, got ${found.length}`;
    return `expected ${relation} ${limit}${got}`;
  }
}

/** Mistakes of a discriminated union whose discriminating field has a value that no branch accepts. */
function unknownKind(path: Path, found: unknown, schema: Schema): Fault[] {
  if (found === undefined) return [{path, key: false, rank: RANK.missing, text: `missing "${path.at(-1)}"`}];
  const names = schemasAt(schema, path).flatMap(branch => [...((branch as z.core.$ZodTypes)._zod.values ?? [])].map(String));
  const hint = typeof found === "string" ? didYouMean(found, names) : "";
  const text = `expected one of ${names.join(", ")}, got ${shown(found, path)}${hint}`;
  return [{path, key: false, rank: RANK.wrong, text}];
}

function unknownKey(name: string, parent: Path, {candidates, value}: {candidates: string[]; value: unknown}): Fault {
  const fault = {path: [...parent, name], key: true};
  if (looksSecret(name))
    return {
      ...fault,
      rank: RANK.secret,
      text: "unknown key that may be a secret; keys belong in the environment: use api_key_env"
    };
  if (namesSecret(name)) {
    return {...fault, rank: RANK.secret, text: `unknown key "${name}"; keys belong in the environment: use api_key_env`};
  }
  // In YAML, `{says: 4,000 items}` is a text followed by a key without a value.
  const comma = value === null ? "; a text that holds a comma stands in quotes" : "";
  return {...fault, rank: RANK.unknown, text: `unknown key ${shown(name)}${didYouMean(name, candidates) || comma}`};
}

/**
 * The mistakes of the union branch that got furthest; where every branch rejects the very kind of the value, one mistake that lists all
 * kinds that are accepted.
 */
function closest(branches: Fault[][], path: Path): Fault[] {
  const further = branches.filter(faults => !faults.some(fault => fault.expected && fault.path.length === path.length));
  if (further.length === 0) {
    const faults = branches.flat().filter(fault => fault.expected && fault.path.length === path.length);
    return [{...faults[0]!, expected: [...new Set(faults.flatMap(fault => fault.expected!))]}];
  }
  const depth = (faults: Fault[]) => Math.max(...faults.map(fault => fault.path.length));
  return further.reduce((best, faults) => {
    const gain = depth(faults) - depth(best) || best.length - faults.length;
    return gain > 0 ? faults : best;
  });
}

/** A schema without wrappers such as optional or default; several schemas where it is a union. */
function opened(schema: Schema): Schema[] {
  const {def} = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
      return opened(def.innerType);
    case "union":
      return def.options.flatMap(opened);
    case "pipe":
      return opened(def.in);
    case "lazy":
      return opened(def.getter());
    default:
      return [schema];
  }
}

function at(value: unknown, path: Path): unknown {
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

const oneLine = (text: string) => text.replace(/\s+/gu, " ").trim();
