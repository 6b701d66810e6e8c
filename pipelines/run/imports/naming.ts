// Names and numbers of imported results: of models, tasks and evaluations, and of items within their task.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import type {ForeignRun} from "./foreign.js";

/** Longest name of a model, task, template or sampler. */
const LONGEST = 200;

/** A text as a name: characters that a name may not have become hyphens, and a long one ends in a digest. */
export function nameOf(text: string): string {
  const plain = text
    .replace(/[^A-Za-z0-9._:@/+-]+/gu, "-")
    .replace(/^[^A-Za-z0-9]+/u, "")
    .replace(/-+$/u, "");
  if (plain === "") return `unnamed-${sha256Hex(text).slice(0, 8)}`;
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST - 9)}-${sha256Hex(text).slice(0, 8)}`;
}

/** A configuration as a name: `temperature:0+max_tokens:512`; null where it holds nothing. */
export function configName(config: Readonly<Record<string, unknown>>): string | null {
  const parts = Object.entries(config)
    .filter(([, value]) => value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}:${typeof value === "object" ? sha256Hex(canonicalJson(value)).slice(0, 8) : String(value)}`);
  return parts.length === 0 ? null : nameOf(parts.join("+"));
}

/** Name of a template or sampler where a model was asked in one way only, or nothing is known. */
const ONLY = "given";

/**
 * Names of the evaluations of runs. Template and sampler are told only where one model was asked the same task in several ways; then all its
 * runs have them, since a model with one configuration for each task is still one evaluation.
 */
export function evaluationNames(
  runs: readonly ForeignRun[]
): (run: ForeignRun, model: string) => {template: string; sampler: string} {
  const several = (key: "template" | "sampler"): Set<string> => {
    const ways = new Map<string, string | null>();
    const found = new Set<string>();
    for (const run of runs) {
      const task = `${run.model}\n${run.task}`;
      if (ways.has(task) && ways.get(task) !== run[key]) found.add(run.model);
      ways.set(task, run[key]);
    }
    return found;
  };
  const [templates, samplers] = [several("template"), several("sampler")];
  return run => ({
    template: (templates.has(run.model) && run.template) || ONLY,
    sampler: (samplers.has(run.model) && run.sampler) || ONLY
  });
}

/** First number of items whose own number is taken by another question, or which have a name beside others with numbers. */
const ELSEWHERE = 2 ** 30;

/** Numbers the items of each task by their own ids. */
export interface Numbering {
  /** The item's number; equal ids with equal content have one, and equal ids with other content another. */
  of(task: string, id: string | number, content: string): number;
  /** Number of items whose id stands for several questions. */
  readonly shared: number;
}

export function openNumbering(): Numbering {
  interface Task {
    named: boolean;
    byId: Map<string | number, {digest: string; index: number}>;
    others: Map<string, number>;
  }
  const tasks = new Map<string, Task>();
  let shared = 0;
  return {
    of(task, id, content) {
      const whole = typeof id === "number" && Number.isSafeInteger(id) && id >= 0 && id < ELSEWHERE;
      let own = tasks.get(task);
      if (!own) tasks.set(task, (own = {named: !whole, byId: new Map(), others: new Map()}));
      const digest = sha256Hex(content).slice(0, 12);
      const known = own.byId.get(id);
      if (known?.digest === digest) return known.index;
      if (!known && whole !== own.named) {
        const index = whole ? id : own.byId.size;
        own.byId.set(id, {digest, index});
        return index;
      }
      const key = `${id}\n${digest}`;
      let index = own.others.get(key);
      if (index === undefined) {
        index = ELSEWHERE + own.others.size;
        own.others.set(key, index);
        if (known) shared++;
      }
      return index;
    },
    get shared() {
      return shared;
    }
  };
}
