// Options of commands that a zod schema describes.
import {type Command, Option} from "commander";
import {z} from "zod";
import {flagOf} from "../analyze/filter.js";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";

/** Adds an option for each field of a schema. */
export function addOptions(command: Command, schema: z.ZodObject): Command {
  for (const [name, field] of Object.entries(schema.shape)) command.addOption(optionOf(name, field as z.ZodType));
  return command;
}

/** The command-line option of a zod field: booleans take no value, arrays may be repeated. */
function optionOf(name: string, field: z.ZodType): Option {
  const {type, description, fallback} = kindOf(field);
  const flag = `--${flagOf(name)}`;
  if (type === "boolean") return new Option(flag, description);
  const option = new Option(`${flag} <value>`, `${description}${type === "array" ? "; may be repeated" : ""}${fallback}`);
  return type === "array" ? option.argParser((value: string, before: string[] = []) => [...before, value]) : option;
}

function kindOf(field: z.ZodType): {type: string; description: string; fallback: string} {
  let inner = field;
  let fallback = "";
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodPipe
  ) {
    if (inner instanceof z.ZodDefault && !Array.isArray(inner.def.defaultValue))
      fallback = ` (default: ${inner.def.defaultValue})`;
    inner = (inner instanceof z.ZodPipe ? inner.def.in : inner.def.innerType) as z.ZodType;
  }
  return {type: inner.def.type, description: field.description ?? inner.description ?? "", fallback};
}

/** Checks options against their schema. Throws a UserError of one line that names the flag of the first mistake. */
export function parsed<Schema extends z.ZodObject>(schema: Schema, options: object): z.infer<Schema> {
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const given = Object.fromEntries(
    Object.keys(schema.shape).map(name => [name, (options as Record<string, unknown>)[camel(name)]])
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const flag = String(issue!.path[0]);
  const value = given[flag];
  const expected =
    issue!.code === "invalid_value"
      ? `expected one of: ${issue!.values.join(", ")}, got "${value}"${typeof value === "string" ? didYouMean(value, issue!.values.map(String)) : ""}`
      : issue!.message;
  throw new UserError(`--${flagOf(flag)}: ${expected}`);
}
