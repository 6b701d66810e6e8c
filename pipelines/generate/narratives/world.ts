// Worlds of the user's own, data/worlds/NAME.yaml: people, what is counted, phrases of operations, and the signals that are scored.
import {z} from "zod";
import {ownText, TEXT_ID} from "../../book/ownTexts.js";
import {parseYaml} from "../../book/yaml.js";
import {UserError} from "../../rows/error.js";
import {OPERATION_NAMES, type Operation} from "../lists/operations.js";
import {GENRES, type Genre} from "./grammar/worlds.js";
import {markersIn} from "./markers.js";
import {numeralsIn} from "./numerals.js";
import {operationsSaid, RULE_NUMBERS} from "./operationCues.js";

/** Fewest people of a story: one speaks, another answers. */
const MIN_PEOPLE = 2;
/** Most phrases of a list, and most characters of one. */
const MAX_PHRASES = 10_000;
const MAX_PHRASE_LENGTH = 200;

const phrase = z
  .string()
  .trim()
  .min(1)
  .max(MAX_PHRASE_LENGTH)
  .regex(/^[^\p{Cc}\u2028\u2029{}]*$/u, "more than one line, a control character or a brace");
const phrases = z.array(phrase);

/** Reports a list with too few phrases, too many, or one twice. */
function checkList(
  texts: readonly string[],
  path: (string | number)[],
  {least, context}: {least: number; context: z.RefinementCtx}
): void {
  if (texts.length < least) report(context, path, `expected at least ${least}, got ${texts.length}`);
  if (texts.length > MAX_PHRASES) report(context, path, `expected at most ${MAX_PHRASES}, got ${texts.length}`);
  const seen = new Set<string>();
  for (const [i, text] of texts.entries()) {
    if (seen.has(text)) report(context, [...path, i], `${JSON.stringify(text)} twice`);
    seen.add(text);
  }
}

const capitalised = (most: number) =>
  z
    .string()
    .regex(
      new RegExp(`^[A-Z][a-z]+(?: [A-Z][a-z]+){0,${most - 1}}$`, "u"),
      `expected ${most === 1 ? "one word" : `at most ${most} words`} of letters, each with a capital first`
    );
const operation = z.enum(OPERATION_NAMES);

/** A file of data/worlds. */
export const worldFile = z
  .strictObject({
    title: phrase.describe("what the world is, for people"),
    like: z
      .enum(GENRES.map(({id}) => id))
      .describe(
        "the built-in world whose sentences are used, and whose lists where this file has none: a transcript for `sales call`, else prose"
      ),
    people: phrases.describe("first names; 5 to 9 of them take part in a story, or all where they are fewer"),
    roles: phrases.describe("what people do, without an article: harbour pilot"),
    counted: z
      .array(z.strictObject({one: phrase, many: phrase}))
      .describe("what is counted, in singular and plural; a story has one of them"),
    operations: z
      .partialRecord(operation, phrases)
      .default({})
      .describe("phrases that say an operation, such as `SUM: [the full sum of these figures]`; absent = those of the grammar"),
    signals: z
      .array(
        z.strictObject({
          name: capitalised(3).describe("the signal, such as Decision Maker"),
          scored_by: operation.describe("operation that makes its score")
        })
      )
      .max(MAX_PHRASES)
      .default([])
      .describe(
        "what is extracted and scored: each result of a story is one signal of one subject; without any, results have drawn names"
      ),
    subjects: z
      .array(capitalised(1))
      .optional()
      .describe("of whom signals are extracted, such as customers: `the Halden Decision Maker`; needed with signals"),
    settings: phrases.optional().describe("where stories play: the northern region"),
    places: phrases.optional().describe("places in it, with their article: the pricing sheet"),
    props: phrases.optional().describe("things in it, with their article: a slide deck"),
    ambient: phrases.optional().describe("what goes on around, subject and verb in the past: typing filled the pause")
  })
  .superRefine((file, context) => {
    for (const {path, texts} of listsOf(file)) checkList(texts, path, {least: path[0] === "people" ? MIN_PEOPLE : 1, context});
    if (file.signals.length > MAX_PHRASES)
      report(context, ["signals"], `expected at most ${MAX_PHRASES}, got ${file.signals.length}`);
    if (context.issues.length > 0) return;
    for (const {path, texts} of textsOf(file)) checkTexts(texts, path, context);
    for (const [name, said] of Object.entries(file.operations) as [Operation, string[]][])
      for (const [i, text] of said.entries()) checkOperation(name, text, {path: ["operations", name, i], context});
    for (const [i, {name}] of file.signals.entries())
      if (file.signals.findIndex(other => other.name === name) < i)
        report(context, ["signals", i, "name"], `${JSON.stringify(name)} twice`);
    if (file.signals.length > 0 && file.subjects === undefined)
      report(context, ["signals"], "they need subjects, of whom they are extracted");
  });
type WorldFile = z.infer<typeof worldFile>;

/** The lists of a file with their places. */
function listsOf({people, roles, counted, operations, subjects, settings, places, props, ambient}: WorldFile) {
  const lists = {people, roles, counted: counted.map(({one}) => one), subjects, settings, places, props, ambient};
  return [
    ...Object.entries(lists).flatMap(([name, texts]) => (texts ? [{path: [name] as (string | number)[], texts}] : [])),
    ...Object.entries(operations).map(([name, texts]) => ({path: ["operations", name], texts}))
  ];
}

/** All phrases of a file that stories say, by the list that they are in. */
function textsOf(file: WorldFile): {path: (string | number)[]; texts: string[]}[] {
  return [
    ...listsOf(file).filter(({path: [name]}) => name !== "counted"),
    ...(["one", "many"] as const).flatMap(key => file.counted.map((each, i) => ({path: ["counted", i, key], texts: [each[key]]})))
  ];
}

/** Why no story may say a phrase: a number or a mark in it; undefined where it may. Words for operations may hold the number of their rule. */
function faultIn(text: string): string | undefined {
  const plain = text.replaceAll(RULE_NUMBERS, "");
  const number = numeralsIn(plain).find(({kind, certain, value}) => kind !== "pronoun" && (certain || value !== 1));
  if (number)
    return `says a number, ${JSON.stringify(plain.slice(number.start, number.end))}, and stories say no other than their list's`;
  const [mark] = markersIn(text);
  return mark && `has markup or a label, ${JSON.stringify(text.slice(mark.start, mark.end))}`;
}

function checkTexts(texts: readonly string[], path: readonly (string | number)[], context: z.RefinementCtx): void {
  const isAlone = typeof path.at(-1) === "string" && path[0] === "counted";
  for (const [i, text] of texts.entries()) {
    const fault = faultIn(text);
    const position = isAlone ? [...path] : [...path, i];
    if (fault !== undefined) report(context, position, `${JSON.stringify(text)} ${fault}`);
  }
}

/** Reports a mistake with the field, as `places[1]: …`. */
function report(context: z.RefinementCtx, path: (string | number)[], message: string): void {
  const field = path.map(step => (typeof step === "number" ? `[${step}]` : `.${step}`)).join("");
  context.addIssue({code: "custom", path, message: `${field.slice(1)}: ${message}`});
}

function checkOperation(
  expected: Operation,
  text: string,
  {path, context}: {path: (string | number)[]; context: z.RefinementCtx}
): void {
  const said = operationsSaid(`They settled on ${text}.`, []).map(cue => cue.operation);
  if (said.length === 1 && said[0] === expected) return;
  const reading = said.length === 0 ? "no operation in words that are known" : said.join(" and ");
  report(context, path, `${JSON.stringify(text)} says ${reading}, not ${expected} alone`);
}

/** Worlds that have been read, by the id of their text. */
const worlds = new Map<string, Genre>();

/** The world of an id, undefined for "any". Throws a UserError with the place of what is wrong in a file. */
export function genreOf(id: string): Genre | undefined {
  if (id === "any") return undefined;
  const builtIn = GENRES.find(genre => genre.id === id);
  if (builtIn) return builtIn;
  let world = worlds.get(id);
  if (!world) worlds.set(id, (world = readWorld(id)));
  return world;
}

function readWorld(id: string): Genre {
  const file = TEXT_ID.test(id) ? ownText(id) : undefined;
  if (!file) throw new UserError(`the world ${id} is not at hand; name its file in a suite of the book`);
  const {value} = parseYaml(file.text, `data/${file.name}`, worldFile);
  const {like, people, roles, counted, operations, signals, subjects, settings, places, props, ambient} = value;
  const base = GENRES.find(genre => genre.id === like)!;
  return {
    ...base,
    id,
    people,
    roles,
    objects: counted.map(({one, many}) => [one, many] as const),
    phrases: operations,
    ...(settings && {settings}),
    ...(places && {places}),
    ...(props && {props}),
    ...(ambient && {ambient}),
    ...(signals.length > 0 && {names: namesOf(signals, subjects!)})
  };
}

/** Names of results by the operation that scores them: each signal of each subject. */
function namesOf(signals: WorldFile["signals"], subjects: readonly string[]): NonNullable<Genre["names"]> {
  const names: Partial<Record<Operation, string[]>> = {};
  for (const {name, scored_by} of signals) (names[scored_by] ??= []).push(...subjects.map(subject => `the ${subject} ${name}`));
  return names;
}

/** Why this world has too few names for a story with so many results of these operations; undefined where it has enough. */
export function tooFewSignals(
  {names}: Pick<Genre, "names">,
  {operations, results}: {operations: readonly Operation[]; results: number}
): string | undefined {
  if (names === undefined) return undefined;
  for (const operation of operations) {
    const count = names[operation]?.length ?? 0;
    if (count === 0) return `no signal of the world is scored by ${operation}; add one, or leave ${operation} out of operations`;
    if (count < results)
      return `the world has ${count} names of results for ${operation}, and a story may need ${results}; add signals or subjects`;
  }
  return undefined;
}
