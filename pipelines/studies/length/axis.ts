// The axis of length: which parameter of a point says how long its questions are, and which points differ in length and position alone.
import {canonicalJson} from "../../book/canonical.js";

/** Parameters that say how long a question is, in tokens; the first that a point has counts. */
const LENGTHS = ["context_tokens", "target_tokens"] as const;
/** The parameter that says where in the text stands what the answer rests on, 0…1; another value means that it is spread. */
const DEPTH = "depth";
/** The parameter of a bank's point, whose value may be a length: `4k`, `1M`. */
const CATEGORY = "category";
/** Of a parameter `form`, the value with which the length holds: nested lists that are no stories are as long as they are. */
const FORM_WITH_LENGTH = "story";

/** Where a point stands among those that ask the same at other lengths and positions. */
export interface Place {
  /** All other parameters, canonical JSON. */
  series: string;
  /** Tokens; 0 = without a background. */
  length: number;
  /** Where the text says what the answer rests on, 0…1; null where that is spread, or no parameter says it. */
  depth: number | null;
}

/** The place of a point's parameters (JSON); null where they name no length. */
export function placeOf(params: string): Place | null {
  const given = JSON.parse(params) as Record<string, unknown>;
  const own = LENGTHS.find(name => isLength(given[name]));
  const named = own === undefined ? CATEGORY : own;
  const length = own === undefined ? lengthNamed(given[CATEGORY]) : (given[own] as number);
  if (length === null || (typeof given.form === "string" && given.form !== FORM_WITH_LENGTH)) return null;
  const {[named]: _, [DEPTH]: depth, ...others} = given;
  return {series: canonicalJson(others), length, depth: typeof depth === "number" && length > 0 ? depth : null};
}

const isLength = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

const TIMES: Record<string, number> = {"": 1, k: 1_000, m: 1_000_000};

/** `0k`, `4k`, `1M` as tokens; null for what is no length. */
function lengthNamed(text: unknown): number | null {
  const found = typeof text === "string" ? /^(\d+(?:\.\d+)?) ?([km])$/iu.exec(text.trim()) : null;
  return found ? Number(found[1]) * TIMES[found[2]!.toLowerCase()]! : null;
}

/** Thirds of a text, of what is spread, and of all positions together. */
export const POSITIONS = ["all", "spread", "beginning", "middle", "end"] as const;
export type Position = (typeof POSITIONS)[number];

/** The third of a text in which a depth lies; its bounds belong to the middle. */
export const thirdOf = (depth: number | null): Exclude<Position, "all"> =>
  depth === null ? "spread" : depth < 1 / 3 ? "beginning" : depth > 2 / 3 ? "end" : "middle";

/** Words for parameters that differ between the series of a task: `one fact`, `kind = variables`. */
export function seriesNames(all: readonly string[]): ReadonlyMap<string, string> {
  const read = new Map(all.filter(text => text !== "").map(text => [text, JSON.parse(text) as Record<string, unknown>]));
  const values = new Map<string, Set<string>>();
  for (const given of read.values())
    for (const [name, value] of Object.entries(given))
      values.set(name, (values.get(name) ?? new Set()).add(JSON.stringify(value)));
  const differs = ([name]: [string, unknown]) =>
    (values.get(name)?.size ?? 0) > 1 || [...read.values()].some(given => !Object.hasOwn(given, name));
  const shown = ([name, value]: [string, unknown]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`;
  return new Map(
    all.map(text => {
      const own = read.get(text);
      if (!own) return [text, ALL_SERIES];
      const apart = Object.entries(own).filter(differs);
      return [text, apart.length === 0 ? ONE_SERIES : apart.map(shown).join(", ")];
    })
  );
}

const ALL_SERIES = "all, each with the same weight";
const ONE_SERIES = "its only kind";
