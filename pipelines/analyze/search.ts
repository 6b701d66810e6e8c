// Fuzzy search over the names of evaluations, tasks and params.
import Fuse from "fuse.js";
import {UserError} from "../rows/error.js";
import type {Known} from "./filter.js";

/** A name that a search can find. */
export interface Name {
  kind: "evaluation" | "task" | "param";
  name: string;
  /** Whether the name is a hash, which is found only by its beginning, never by similarity. */
  hash?: boolean;
}

/** Largest distance at which a name still matches, by Fuse's score: 0 is equal, 1 has nothing in common. */
const THRESHOLD = 0.35;
/** Largest difference of two scores that count as equal. */
const TIE = 1e-9;
/** Fewest characters by which a hash can be found. */
const LEAST_OF_HASH = 4;

/** All names that can be found. A param whose values are text can also be found by `name=value`. */
export function namesOf({evaluations, tasks}: Known): Name[] {
  const names = new Map<string, Name>();
  const add = (kind: Name["kind"], name: string) => names.set(`${kind} ${name}`, {kind, name});
  for (const {eval_id, model, template, sampler} of evaluations) {
    for (const name of [model, template, sampler]) add("evaluation", name);
    names.set(`hash ${eval_id}`, {kind: "evaluation", name: eval_id, hash: true});
  }
  for (const [task, params] of tasks) {
    add("task", task);
    for (const [param, values] of params) {
      add("param", param);
      for (const value of values) if (Number.isNaN(Number(value))) add("param", `${param}=${value}`);
    }
  }
  return [...names.values()];
}

/**
 * The names that each word of a search matches: those that contain it, else the most similar ones, all of them in a tie. Words restrict
 * each other; the names found for one word are alternatives. Throws a UserError for a word that matches nothing.
 */
export function find(text: string, names: readonly Name[]): {word: string; found: Name[]}[] {
  const fuse = new Fuse(names, {
    keys: ["name"],
    threshold: THRESHOLD,
    ignoreLocation: true,
    ignoreFieldNorm: true,
    includeScore: true
  });
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) throw new UserError("--search is empty");
  return words.map(word => {
    const part = word.toLowerCase();
    const exact = names.filter(({name}) => name.toLowerCase() === part);
    const contains = ({name, hash}: Name) =>
      hash ? part.length >= LEAST_OF_HASH && name.startsWith(part) : name.toLowerCase().includes(part);
    const within = exact.length > 0 ? exact : names.filter(contains);
    if (within.length > 0) return {word, found: within};
    const ranked = fuse.search(word);
    if (ranked.length === 0) throw new UserError(`--search: nothing is named like "${word}" among evaluations, tasks and params`);
    const best = ranked[0]!.score!;
    const found = new Set(ranked.filter(({score}) => score! <= best + TIE).map(({item}) => item));
    return {word, found: names.filter(name => found.has(name))};
  });
}
