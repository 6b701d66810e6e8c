// Reads what a model replies for the world of a story and for the names of its results.
import {z} from "zod";
import {plural} from "../../book/plural.js";
import {anchorsIn, plainAnchor} from "../../generate/narratives/anchors.js";
import {numeralsIn} from "../../generate/narratives/numerals.js";
import {nameProblems} from "../../generate/narratives/validateAnchors.js";
import {type World, worldSchema} from "../../infer/narrating.js";
import type {Read} from "./askPart.js";

/** Longest name of a result, characters. */
const LONGEST_NAME = 80;

/** A reply that is one JSON value and nothing else. */
function readJson<T>(text: string, schema: z.ZodType<T>): Read<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {
      faults: [/^[`~]{3}/u.test(text) ? "It stands in a fence of code, not as plain JSON." : "It is not JSON and nothing else."]
    };
  }
  const read = schema.safeParse(json);
  if (read.success) return {value: read.data};
  return {
    faults: read.error.issues.map(({path, message}) => `${path.length === 0 ? "The JSON" : path.join(".")}: ${message}.`)
  };
}

/** Whether a text has a number beyond doubt. */
const hasNumber = (text: string): boolean => numeralsIn(text).some(({certain, kind}) => certain && kind !== "pronoun");

/** A world with exactly these people, and without numbers. */
export function readWorld(text: string, names: readonly string[]): Read<World> {
  const read = readJson(text, worldSchema);
  if ("faults" in read) return read;
  const {genre, setting, characters, object} = read.value;
  const faults: string[] = [];
  const there = characters.map(({name}) => name);
  const missing = names.filter(name => !there.includes(name));
  const others = there.filter((name, i) => !names.includes(name) || there.indexOf(name) !== i);
  if (missing.length > 0) faults.push(`characters: ${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} missing.`);
  if (others.length > 0) faults.push(`characters: ${others.join(", ")} ${others.length === 1 ? "is" : "are"} too many.`);
  const texts = [genre, setting, object.one, object.many, ...characters.flatMap(({role, quirk}) => [role, quirk])];
  for (const numbered of texts.filter(hasNumber)) faults.push(`It has a number: ${JSON.stringify(numbered)}.`);
  return faults.length > 0 ? {faults} : {value: read.value};
}

/** As many names as wanted, none of which stands in the instructions. */
export function readAnchors(
  text: string,
  {count, longest, instructions}: {count: number; longest: number; instructions: string}
): Read<string[]> {
  const read = readJson(text, z.array(z.string().trim().min(1).max(LONGEST_NAME)));
  if ("faults" in read) return read;
  const names = read.value;
  if (names.length !== count) return {faults: [`There are ${plural(names.length, "name")}, and ${count} are needed.`]};
  const faults = nameProblems(names, count).map(({message, words}) => (words === "" ? message : `${message} ${words}.`));
  for (const name of names) {
    const words = name.split(/\s+/u).length;
    if (words > longest) faults.push(`${JSON.stringify(name)} has ${words} words, and at most ${longest} are allowed.`);
    if (!/^[\p{L}\p{M}'’ -]+$/u.test(name)) faults.push(`${JSON.stringify(name)} has other signs than letters.`);
    else if (!/^[\p{L}\p{M}]/u.test(plainAnchor(name))) faults.push(`${JSON.stringify(name)} does not begin with a letter.`);
  }
  for (const {operation} of anchorsIn(instructions, names))
    faults.push(`${JSON.stringify(names[operation])} is taken, another example has it.`);
  return faults.length > 0 ? {faults: [...new Set(faults)]} : {value: names};
}
