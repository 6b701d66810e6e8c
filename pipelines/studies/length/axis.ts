// The axis of length: which parameter of a point says how long its questions are, and which points differ in length and position alone.
import {canonicalJson} from "../../book/canonical.js";
import {recallOf} from "../../infer/reference/mind.js";
import {mean} from "../../stats/mean.js";

/** Parameters that say how long a question is, in tokens; the first that a point has counts. */
const LENGTHS = ["context_tokens", "target_tokens"] as const;
/** The parameter that says where in the text stands what the answer rests on, 0…1; another value means that it is spread. */
const DEPTH = "depth";
/** The parameter of a bank's point, whose value may be a length, or end in one as BABILong's do: `4k`, `1M`, `qa1 4k`. */
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
  if (typeof given.form === "string" && given.form !== FORM_WITH_LENGTH) return null;
  const own = LENGTHS.find(name => isLength(given[name]));
  const named = own === undefined ? lengthNamed(given[CATEGORY]) : {length: given[own] as number, kind: null};
  if (named === null) return null;
  const {length, kind} = named;
  const {[own ?? CATEGORY]: _, [DEPTH]: depth, ...others} = given;
  const series = canonicalJson(kind === null ? others : {...others, [CATEGORY]: kind});
  return {series, length, depth: typeof depth === "number" && length > 0 ? depth : null};
}

const isLength = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value) && value >= 0;

const TIMES: Record<string, number> = {k: 1_000, m: 1_000_000};

/** `0k`, `4k`, `1M` as tokens, and what stands before them: `qa1` of `qa1 4k`; null for what ends in no length. */
function lengthNamed(text: unknown): {length: number; kind: string | null} | null {
  const found = typeof text === "string" ? /^(?:(.*\S)\s+)?(\d+(?:\.\d+)?)( ?)([km])$/iu.exec(text.trim()) : null;
  const [, kind = null, number, space, unit] = found ?? [];
  // Behind other words a length is spelt without a space: "over 5 m" is none.
  if (!found || (kind !== null && space !== "")) return null;
  return {length: Number(number) * TIMES[unit!.toLowerCase()]!, kind};
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

// What a simulated model recalls of a long text, by its faculties: the truth that effective lengths can be checked against.

/** Faculties of recall, by their names in the table reference_models. */
export type RecallFaculties = Parameters<typeof recallOf>[0];

/** Depths over which a spread position is averaged. */
const SPREAD = Array.from({length: 21}, (_, i) => i / 20);
/** Halvings of the range of ln(length). */
const BISECTIONS = 50;
/** Beyond this many tokens no length is looked for. */
const MOST_TOKENS = 1e12;

/** Mean probability of recalling one sentence of a text of so many tokens, over depths that count alike; null among them = spread. */
export const meanRecall = (faculties: RecallFaculties, length: number, depths: readonly (number | null)[]): number =>
  length === 0
    ? 1
    : mean(depths.map(depth => mean((depth === null ? SPREAD : [depth]).map(each => recallOf(faculties, length, each)))));

/** Tokens at which a share of what is recalled at `reference` tokens is left; recall falls with length at every depth. */
export function recallLength(
  faculties: RecallFaculties,
  {share, reference, depths}: {share: number; reference: number; depths: readonly (number | null)[]}
): number {
  const wanted = share * meanRecall(faculties, reference, depths);
  let [low, high] = [Math.log(Math.max(1, reference)), Math.log(MOST_TOKENS)];
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (meanRecall(faculties, Math.exp(middle), depths) > wanted) low = middle;
    else high = middle;
  }
  return Math.exp((low + high) / 2);
}
