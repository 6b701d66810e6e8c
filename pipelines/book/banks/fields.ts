// Reads values out of records of unknown shape. Layouts are written with these. Pure and browser-safe.
import {exactJson, jsonOf} from "../../rows/json.js";
import {OPTION_LETTERS} from "../letters.js";

/** A record of a file. */
export type Fields = Readonly<Record<string, unknown>>;

export const isMap = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** A value as text; undefined where it is none. Numbers and truth values become their usual spelling. */
export function text(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean" || typeof value === "bigint") return String(value);
  return undefined;
}

/** A list of texts; undefined where it is none. A text that holds a JSON list is read as one, as in tables. */
export function texts(value: unknown): string[] | undefined {
  const list = typeof value === "string" && value.trimStart().startsWith("[") ? jsonOf(value, exactJson) : value;
  if (!Array.isArray(list)) return undefined;
  const found: string[] = [];
  for (const each of list) {
    const word = text(each);
    if (word === undefined) return undefined;
    found.push(word);
  }
  return found;
}

/** The right answers that a field holds: a text, or a list of them with the first one in front. */
export function answersIn(value: unknown): string[] {
  const single = text(value);
  return single === undefined ? (texts(value) ?? []) : [single];
}

/** A whole number; undefined where it is none. */
export function whole(value: unknown): number | undefined {
  const number =
    typeof value === "number" || typeof value === "bigint"
      ? Number(value)
      : typeof value === "string" && /^-?\d+$/u.test(value.trim())
        ? Number(value)
        : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

/** The value at a path such as `answer.text`. A field of the path's whole name comes first. */
export function at(record: Fields, path: string): unknown {
  if (Object.hasOwn(record, path)) return record[path];
  let value: unknown = record;
  for (const step of path.split(".")) {
    if (!isMap(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** A map, or the one that a text holds as JSON. */
export const map = (value: unknown): Fields | undefined => {
  const found = typeof value === "string" ? jsonOf(value) : value;
  return isMap(found) ? found : undefined;
};

/** 0-based place of a letter in parentheses or alone, A the first; undefined where the text is no single letter. */
export function letterPlace(value: unknown): number | undefined {
  const letter = typeof value === "string" ? /^\(?([A-Za-z])\)?[.:]?$/u.exec(value.trim())?.[1] : undefined;
  return letter === undefined ? undefined : OPTION_LETTERS.indexOf(letter.toUpperCase());
}
