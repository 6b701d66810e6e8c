// Models with planted gaps between 22 languages on ZenMultilang, as a loopback server; their answers are the truth that the study is checked against.

import {multilang} from "../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {CLOSINGS} from "../../../pipelines/generate/parts/closings.js";

export const LANGUAGES = [...new Set(multilang.cells.map(({facets}) => String(facets.language)))];
export const KINDS = [...new Set(multilang.cells.map(({facets}) => String(facets.kind)))];

interface Known {
  language: string;
  kind: string;
  /** Number of the question within its kind, the same in every language. */
  k: number;
  /** Chance of a guess. */
  guess: number;
  expected: string;
  /** An answer that says the same in another language; undefined where none is known. */
  foreign: string | undefined;
}

const {items} = benchmarkTasks.get("zen-multilang")!;
/** What is asked, by the prompt. */
export const asked = new Map<string, Known>();
let place = 0;
/** Questions so far, by kind and language. */
const counts = new Map<string, number>();
for (const {facets, size} of multilang.cells)
  for (const end = place + size; place < end; place++) {
    const {prompt, expected, scorer, guess_chance} = items.at(place, {edition: 1});
    const of = `${facets.kind} ${facets.language}`;
    const k = counts.get(of) ?? 0;
    counts.set(of, k + 1);
    const known = scorer?.kind === "localized" ? scorer : undefined;
    const foreign = known?.form === "list" ? known.foreign[0] : known?.foreign.at(-1);
    asked.set(prompt, {language: String(facets.language), kind: String(facets.kind), k, guess: guess_chance, expected, foreign});
  }

/**
 * `fading` is wrong in every language but English about the first questions of each kind, by the language's place in the list; where it is wrong, it
 * answers in another language if k is even. `even` is wrong about every fifth question, in every language alike. `mute` says nothing.
 */
export const MODELS = ["even", "fading", "mute"] as const;
export const isRight = (model: string, {language, k}: Pick<Known, "language" | "k">): boolean =>
  model === "even" ? k % 5 !== 0 : model === "fading" && k >= LANGUAGES.indexOf(language);
export const isForeign = (model: string, known: Known): boolean =>
  model === "fading" && !isRight(model, known) && known.k % 2 === 0 && known.foreign !== undefined;

/** The server's reply to a request, in a line as the question asks for it. */
export function reply({model, messages}: Record<string, unknown>): string {
  const known = asked.get((messages as {content: string}[]).at(-1)!.content);
  if (model === "mute") return "";
  if (!known) return "What do you mean?";
  const {label} = CLOSINGS.get(known.language)!;
  if (isRight(String(model), known)) return `${label} ${known.expected}`;
  return `${label} ${isForeign(String(model), known) ? known.foreign : "0000-00-00 nothing"}`;
}

/** A book that asks all questions in points of one language each. @param models lines of a model file */
export const bookOf = (
  url: string,
  suite = `{task: zen-multilang, params: {language: [${LANGUAGES.join(", ")}]}}`
): Record<string, string> => ({
  "suites/small.yaml": `tasks:\n  - ${suite}\n  - {task: boolean, params: {length: 6}}\n`,
  "models/own.yaml": `endpoint: ${url}\nmodels: [${MODELS.map(id => `{id: "${id}"}`).join(", ")}]\n`,
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 70, step: 70, max: 70}\nseed: 7\n"
});
