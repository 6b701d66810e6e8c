// Parses responses from text: separated values or JSON lines.
import {UserError} from "../../book/error.js";
import type {Responses} from "./item.js";
import {codeOf, fillCells, longForm, Names, namesPersons, OTHER, parseResponses, type Separated} from "./matrix.js";

/**
 * Reads CSV, TSV or JSON lines. A line of JSON is one response, `{"model": …, "item": …, "correct": 1}` (or response, or score), or all
 * responses of a model, `{"model": …, "first item": 1, …}`.
 * @param file named in errors
 * @throws UserError `file:line…`
 */
export function responsesOfText(text: string, file: string, separated: Separated): Responses {
  const json = /^\uFEFF?\s*\{/u.test(text);
  return json ? responsesOfLines(text, file) : parseResponses(text, file, separated);
}

function responsesOfLines(text: string, file: string): Responses {
  const [persons, items] = [new Names(), new Names()];
  const entries: {person: number; item: number; code: number; line: number}[] = [];
  const add = (person: string, item: string, value: unknown, line: number): void => {
    const code = jsonCode(value);
    if (code === OTHER)
      throw new UserError(`${file}:${line}:1 response ${shown(value)} to item "${item}" is not 0, 1, true, false or null`);
    entries.push({person: persons.index(person), item: items.index(item), code, line});
  };
  for (const [i, source] of text
    .replace(/^\uFEFF/u, "")
    .split("\n")
    .entries()) {
    if (source.trim() === "") continue;
    const row = parsed(source, `${file}:${i + 1}:1`);
    const keys = Object.keys(row);
    const long = longForm(keys);
    const name = long ? keys[long.person]! : keys.find(key => namesPersons(key));
    if (name === undefined)
      throw new UserError(
        `${file}:${i + 1}:1 no field names the model; expected "model", with "item" and "correct" or a field for each item`
      );
    const person = named(row[name], `${file}:${i + 1}:1 field "${name}"`);
    if (long)
      add(
        person,
        named(row[keys[long.item]!], `${file}:${i + 1}:1 field "${keys[long.item]}"`),
        row[keys[long.response]!],
        i + 1
      );
    else for (const key of keys) if (key !== name) add(person, key, row[key], i + 1);
  }
  if (entries.length === 0) throw new UserError(`${file}:1:1 holds no responses`);
  return fillCells(persons, items, entries, ({person, item, line}) => {
    throw new UserError(
      `${file}:${line}:1 model "${persons.names[person]}" answers item "${items.names[item]}" a second time; give one response`
    );
  });
}

function parsed(source: string, place: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch (error) {
    throw new UserError(`${place} is not a line of JSON: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UserError(`${place} is not an object; expected {"model": …, "item": …, "correct": 0 or 1}`);
  return value as Record<string, unknown>;
}

function named(value: unknown, place: string): string {
  if ((typeof value === "string" && value.trim() !== "") || typeof value === "number") return String(value);
  throw new UserError(`${place} holds no name`);
}

function jsonCode(value: unknown): number {
  if (value === null || typeof value === "string" || typeof value === "number") return codeOf(String(value ?? ""));
  return typeof value === "boolean" ? Number(value) : OTHER;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
