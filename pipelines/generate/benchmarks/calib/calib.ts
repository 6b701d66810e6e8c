// The benchmark ZenCalib: questions of other categories that also ask how sure the answer is.
import type {Scorer} from "../../../book/scorers.js";
import {ASKS_CONFIDENCE} from "../../parts/confidence.js";
import type {Random} from "../../seed.js";
import type {Task} from "../../task.js";
import {arithmetic} from "../../tasks/arithmetic.js";
import {boolean} from "../../tasks/boolean.js";
import {dates} from "../../tasks/dates.js";
import {shuffle} from "../../tasks/shuffle.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {hallu} from "../hallu/hallu.js";
import {multilang} from "../multilang/multilang.js";
import {reason} from "../reason/reason.js";

/** Items of each category that is asked about. */
const EACH = 600;

type Scored = Extract<Scorer, {kind: "confidence"}>["of"];

interface Asked {
  /** How many of its items are asked; as many of each cell. */
  size: number;
  /** Item k of it, from its own stream. */
  item(k: number, random: Random): MadeItem;
}

/**
 * What can be asked, one line for each category: every generated one with one right answer in words. Left out are images, since who is asked in
 * words alone has nothing but the chance of a guess to state; programs and dialogues, whose outcome the text does not tell; and refusals, which
 * are neither true nor false. Tasks stand in for the domains without a generated category of words.
 */
const ASKED: Readonly<Record<string, Asked>> = {
  "zen-reason": ofBenchmark(reason),
  "zen-hallu": ofBenchmark(hallu),
  "zen-multilang": ofBenchmark(multilang),
  arithmetic: ofTask(arithmetic, [{}, {length: 12}, {length: 24, max_depth: 4}]),
  boolean: ofTask(boolean, [{length: 8}, {length: 16, max_depth: 3}, {length: 32, max_depth: 5}]),
  dates: ofTask(dates, [{tier: 2}, {tier: 4, steps: 5}, {tier: 4, steps: 12}]),
  shuffle: ofTask(shuffle, [{depth: 4}, {people: 6, depth: 10, confounders: 2}, {people: 8, depth: 24, confounders: 6}])
};

export const calib: Benchmark = {
  name: "zen-calib",
  version: 5,
  summary: "Questions of other categories that also ask for the confidence in the answer, as a percentage.",
  domain: "Safety",
  category: "ZenCalib",
  facets: {of: "the category or task that the question is of"},
  single: true,
  cells: Object.entries(ASKED).map(([of, asked]) => ({
    facets: {of},
    size: asked.size,
    item(k, random) {
      const {prompt, scorer, ...made} = asked.item(k, random);
      return {
        ...made,
        prompt: `${prompt}\n${ASKS_CONFIDENCE}`,
        scorer: {kind: "confidence", ...(scorer && {of: scorer as NonNullable<Scored>})}
      };
    }
  }))
};

/** Items of a benchmark, of its cells in turn. */
function ofBenchmark({cells}: Benchmark): Asked {
  return {
    size: Math.ceil(EACH / cells.length) * cells.length,
    item: (k, random) => cells[k % cells.length]!.item(Math.floor(k / cells.length), random)
  };
}

/** Questions of a task at several settings in turn, from easy to hard, so that there is something to be unsure of. */
function ofTask(task: Task, settings: readonly Record<string, unknown>[]): Asked {
  const params = settings.map(setting => task.params.parse(setting));
  return {
    size: EACH,
    item(k, random) {
      const {prompt, expected, guessChance, choices, steps} = task.generate(params[k % params.length], random);
      return {prompt, expected, guess_chance: guessChance, ...(choices && {choices}), ...(steps && {steps})};
    }
  };
}
