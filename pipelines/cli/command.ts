// A command: its name, its options as one zod schema, and the function that runs it. Help, the reference, hints for misspelt
// names and input as JSON come from the schema.
import {type Command, Option} from "commander";
import {z} from "zod";
import {flagOf} from "../io/flag.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {readJsonInput} from "./jsonInput.js";

/** Registry entry of an option's schema, next to its description. */
interface OptionMeta {
  description?: string;
  /** Name of the value in the help, such as `file` in `--out <file>`; `file...` if a list takes all words up to the next option. */
  value?: string;
  /** True for a positional argument; an array takes all that remain. */
  positional?: boolean;
  /** True if the value may be left out: `--redis` as well as `--redis URL`. The field then receives `true`. */
  bare?: boolean;
  /** True if `--no-NAME` sets the field to false. */
  negatable?: boolean;
  /** Accepted, but not listed in the help. */
  hidden?: boolean;
  /** The values that are right, for the message about a wrong one: `a whole number of at least 1`. */
  expects?: string;
}

/** Returns the schema with a description and the facts that only the command line needs. */
export const option = <Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  meta: Omit<OptionMeta, "description"> = {}
): Schema => schema.meta({description, ...meta}) as Schema;

/** Returns the schema of a positional argument. */
export const positional = <Schema extends z.ZodType>(schema: Schema, description: string): Schema =>
  option(schema, description, {positional: true});

interface CommandFacts<Schema extends z.ZodObject> {
  /** Words that a user writes: `irt fit`. */
  name: string;
  /** One line of help: a verb and its object. */
  summary: string;
  options: Schema;
  /** True if a call without the last word runs it too: `claims` = `claims run`. */
  isDefault?: boolean;
  /** Words after the command's name, as a user writes them. */
  examples?: readonly string[];
  /** Former options, each with the answer that a user of it gets: `{"--out <folder>": "the store is --store"}`. */
  former?: Readonly<Record<string, string>>;
  /** JSON Schema of the output, which `--schema` prints instead of running the command. */
  outputSchema?(): object;
}

/** A command that writes to `io.stdout` itself. */
export interface WritingCommand<Schema extends z.ZodObject> extends CommandFacts<Schema> {
  /** Runs the command. Returns its exit code, 0 if none. Throws `UserError`. */
  run(options: z.infer<Schema>, io: Io): Promise<number> | Promise<void>;
}

/** A command that returns a result, which is printed as text, or as JSON with `--json`. */
export interface PrintingCommand<Schema extends z.ZodObject, Result> extends CommandFacts<Schema> {
  /** Runs the command. Throws `UserError`. */
  run(options: z.infer<Schema>, io: Io): Promise<Result>;
  /** Formats the result for a terminal. */
  print(result: Result, options: z.infer<Schema>): string;
  /** Formats the result for `--json`; by default JSON with two spaces of indentation. */
  json?(result: Result): string;
  /** Exit code of a result; 0 without it. */
  exitCode?(result: Result): number;
}

/** A command of any options. */
export interface AnyCommand {
  name: string;
  summary: string;
  options: z.ZodObject;
  examples: readonly string[];
  isDefault: boolean;
  /** Adds it to a program or to the command of its first word. */
  addTo(parent: Command, io: Io, end: (code: number) => void): void;
}

/** Options that each command has, or each that prints a result. */
const JSON_IN = "read the options from this file, or - for standard input, as a JSON object of their names with _ for -";
const JSON_OUT = "print the result as JSON";
const SCHEMA_OUT = "print the JSON Schema of the output instead";

/** Defines a command that writes its output itself. */
export const command = <Schema extends z.ZodObject>(definition: WritingCommand<Schema>): AnyCommand =>
  define(definition, async (values, io) => {
    const code = await definition.run(values, io);
    return typeof code === "number" ? code : 0;
  });

/** Defines a command that returns its result; in the definition `run` comes before `print`, so that its result has a type there. */
export const printingCommand = <Schema extends z.ZodObject, Result>(definition: PrintingCommand<Schema, Result>): AnyCommand =>
  define(
    definition,
    async (values, io, {asJson}) => {
      const result = await definition.run(values, io);
      const {json = jsonText, print} = definition;
      io.stdout.write(asJson ? json(result) : print(result, values));
      return definition.exitCode?.(result) ?? 0;
    },
    {hasJson: true}
  );

/** A result as `--json` prints it. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function define<Schema extends z.ZodObject>(
  {name, summary, options, examples = [], former = {}, isDefault = false, outputSchema}: CommandFacts<Schema>,
  execute: (values: z.infer<Schema>, io: Io, flags: {asJson: boolean}) => Promise<number>,
  {hasJson = false} = {}
): AnyCommand {
  return {
    name,
    summary,
    options,
    examples,
    isDefault,
    addTo(parent, io, end) {
      const added = parent.command(name.split(" ").at(-1)!, {isDefault}).description(summary);
      const fields = Object.entries(options.shape) as [string, z.ZodType][];
      const positionals = fields.filter(([, field]) => metaOf(field).positional);
      // Each may be missing for commander, since --json-in may have it.
      for (const [key, field] of positionals) added.argument(`[${argumentOf(key, field)}]`, metaOf(field).description);
      added.usage(["[options]", ...positionals.map(([key, field]) => usageOf(key, field))].join(" "));
      for (const [key, field] of fields)
        for (const each of metaOf(field).positional ? [] : optionsOf(key, field)) added.addOption(each);
      if (hasJson) added.option("--json", JSON_OUT);
      if (outputSchema) added.option("--schema", SCHEMA_OUT);
      added.option("--json-in <file>", JSON_IN);
      for (const [flags, hint] of Object.entries(former)) added.addOption(formerOption(flags, hint));
      if (examples.length > 0)
        added.addHelpText("after", `\nExamples:\n${examples.map(each => `  reasonbook ${name} ${each}`.trimEnd()).join("\n")}`);
      added.action(async (...words: unknown[]) => {
        const {jsonIn, ...flags} = added.opts() as Record<string, unknown> & {jsonIn?: string};
        if (outputSchema && flags.schema === true) {
          io.stdout.write(jsonText(outputSchema()));
          return end(0);
        }
        const asJson = hasJson && flags.json === true;
        const input: Record<string, unknown> = Object.fromEntries(
          fields.flatMap(([key, field]) => {
            const place = positionals.findIndex(([each]) => each === key);
            if (place < 0) return added.getOptionValueSource(camelCase(key)) === "cli" ? [[key, flags[camelCase(key)]]] : [];
            const word = words[place];
            if (word === undefined || (Array.isArray(word) && word.length === 0)) return [];
            return [[key, typeof word === "string" ? typedValue(field, word) : word]];
          })
        );
        const values = check(options, {...(jsonIn !== undefined && (await readJsonInput(jsonIn, io))), ...input});
        end(await execute(values, io, {asJson}));
      });
    }
  };
}

/** Removes wrappers such as `optional` and `default`. */
function unwrap(field: z.ZodType): z.ZodType {
  let inner = field;
  while (
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodPrefault ||
    inner instanceof z.ZodPipe
  )
    inner = (inner instanceof z.ZodPipe ? inner.def.in : inner.def.innerType) as z.ZodType;
  return inner;
}

/** Registry entry of a field, or of the schema that it wraps. */
function metaOf(field: z.ZodType): OptionMeta {
  const own = (field.meta() ?? {}) as OptionMeta;
  const wrapped = field instanceof z.ZodDefault || field instanceof z.ZodOptional || field instanceof z.ZodPrefault;
  return wrapped ? {...metaOf(field.def.innerType as z.ZodType), ...own} : own;
}

const defaultOf = (field: z.ZodType): unknown => (field instanceof z.ZodDefault ? field.def.defaultValue : undefined);
const isRequired = (field: z.ZodType): boolean => !field.safeParse(undefined).success;
const camelCase = (key: string): string => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** `files...`, `query` */
const argumentOf = (key: string, field: z.ZodType): string =>
  `${metaOf(field).value ?? key}${unwrap(field) instanceof z.ZodArray ? "..." : ""}`;
/** `<files...>`, `[query]` */
const usageOf = (key: string, field: z.ZodType): string =>
  isRequired(field) ? `<${argumentOf(key, field)}>` : `[${argumentOf(key, field)}]`;

/** Reads the text of an option as the type of its field; a text that is no such value goes on to the schema as it is. */
function typedValue(field: z.ZodType, text: string): unknown {
  const inner = unwrap(field);
  const isNumber =
    inner instanceof z.ZodNumber || (inner instanceof z.ZodLiteral && [...inner.values].every(each => typeof each === "number"));
  if (!isNumber) return text;
  return text.trim() === "" || Number.isNaN(Number(text)) ? text : Number(text);
}

/** Booleans take no value, and one whose default is true is written `--no-NAME`; arrays may be repeated. */
function optionsOf(key: string, field: z.ZodType): Option[] {
  const inner = unwrap(field);
  const {description = "", value = "value", bare, hidden = false, negatable} = metaOf(field);
  const fallback = defaultOf(field);
  const flag = flagOf(key);
  if (inner instanceof z.ZodBoolean)
    return [new Option(fallback === true ? `--no-${flag}` : `--${flag}`, description).hideHelp(hidden)];
  const isList = inner instanceof z.ZodArray;
  const item = isList ? (inner.def.element as z.ZodType) : field;
  const required = isRequired(field) ? " (required)" : "";
  const shown = `${description}${isList && !value.endsWith("...") ? "; may be repeated" : ""}${fallback === undefined || typeof fallback === "object" ? "" : ` (default: ${String(fallback)})`}${required}`;
  const made = new Option(`--${flag} ${bare ? `[${value}]` : `<${value}>`}`, shown).hideHelp(hidden);
  const one = unwrap(item);
  const choices = one instanceof z.ZodEnum ? one.options : one instanceof z.ZodLiteral ? [...one.values] : undefined;
  if (choices) made.description = `${shown} (one of: ${choices.join(", ")})`;
  made.argParser((text: string, before: unknown) => {
    if (isList) return [...(Array.isArray(before) ? before : []), typedValue(item, text)];
    if (before !== undefined) throw new UserError(`--${flag} is given twice, and takes one value`);
    return typedValue(item, text);
  });
  return negatable ? [made, new Option(`--no-${flag}`, `leave out --${flag}`).hideHelp(hidden)] : [made];
}

const formerOption = (flags: string, hint: string): Option =>
  new Option(flags)
    .argParser(() => {
      throw new UserError(hint);
    })
    .hideHelp();

/** Checks options against their schema. Throws a UserError of one line that names the option, its value and the right ones. */
function check<Schema extends z.ZodObject>(schema: Schema, input: Record<string, unknown>): z.infer<Schema> {
  const unknown = Object.keys(input).find(key => !(key in schema.shape));
  if (unknown !== undefined) throw new UserError(`unknown option "${unknown}"${didYouMean(unknown, Object.keys(schema.shape))}`);
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const key = String(issue.path[0] ?? "");
  const field = schema.shape[key] as z.ZodType | undefined;
  if (field === undefined) throw new UserError(issue.message);
  const {positional: isPositional, expects} = metaOf(field);
  const label = isPositional ? `<${key}>` : `--${flagOf(key)}`;
  const value = input[key];
  if (value === undefined)
    throw new UserError(isPositional ? `missing required argument '${key}'` : `required option '${label}' not specified`);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (issue.code === "invalid_value") {
    const values = issue.values.map(String);
    throw new UserError(
      `${label}: expected one of: ${values.join(", ")}, got "${text}"${typeof value === "string" ? didYouMean(value, values) : ""}`
    );
  }
  throw new UserError(expects === undefined ? `${label}: ${issue.message}` : `${label} expects ${expects}, got "${text}"`);
}
