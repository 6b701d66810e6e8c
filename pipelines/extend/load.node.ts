// Loads the user's own tasks and scorers, checks them, and registers them under their names.
import {basename, relative} from "node:path";
import {nameSchema} from "../book/schemas.js";
import {scorerSchema} from "../book/scorers.js";
import {withinTime} from "../book/timeLimit.node.js";
import {benchmarkTasks} from "../generate/benchmarks/registry.js";
import {ownTasks, setOwnTasks, tasks} from "../generate/registry.node.js";
import type {Task} from "../generate/task.js";
import {UserError} from "../rows/error.js";
import {type OwnScorer, setOwnScorers, verdictFault} from "../score/scorers/own.js";
import type {ScoredTest} from "../score/scorers/scorer.js";
import {exportsOf, messageOf} from "./bundle.node.js";
import {goldenFault, readGolden} from "./golden.node.js";
import {taskFault} from "./taskFile.node.js";

/** Answers that models give: right, wrong, none, and what is no sentence. */
const ANSWERS = ["Answer: 4", "Answer: (A)", "", "I cannot say.", "4, no, 5\n\n```\n{}\n```", "\u0000\ud800 ٤ 4️⃣".repeat(50)];
const TESTS: ScoredTest[] = [
  {prompt: "What is 2 + 2?", expected: "4"},
  {prompt: "What is 2 + 2?\n(A) 4\n(B) 5", expected: "A", choices: ["4", "5"]}
];

/** What keeps an exported value from being a scorer; null where nothing does. */
function scorerFault(value: unknown, {name}: {name: string}): string | null {
  if (typeof value !== "object" || value === null) return "its export is not a scorer; export one that scorer({…}) returns";
  const scorer = value as Partial<OwnScorer>;
  if (typeof scorer.name !== "string") return "its scorer has no name; name it as its file is";
  if (scorer.name !== name)
    return `its scorer is named ${JSON.stringify(scorer.name)}; name it ${JSON.stringify(name)}, as its file is`;
  if (!nameSchema.safeParse(name).success)
    return `${JSON.stringify(name)} is not a name for a scorer; use letters, digits and hyphens`;
  if (KINDS.has(name)) return `${JSON.stringify(name)} is the name of a built-in scorer; choose another`;
  if (scorer.version === undefined) return "its scorer has no version; write version: 1, and raise it when verdicts change";
  if (!Number.isSafeInteger(scorer.version) || scorer.version < 1)
    return `version ${String(scorer.version)} is not a whole number of at least 1`;
  if (typeof scorer.summary !== "string" || scorer.summary.trim() === "")
    return "its scorer has no summary; say in one sentence when an answer is right";
  if (typeof scorer.settings?.safeParse !== "function") return "its scorer has no settings; give z.strictObject({})";
  if (scorer.settings.safeParse({"no such setting": 1}).success)
    return "settings take a name that is not a setting; make them with z.strictObject";
  if (typeof scorer.score !== "function") return "its scorer has no score(answer, test, settings)";
  const settings = scorer.settings.safeParse({});
  return settings.success ? verdictsFault(scorer as OwnScorer, settings.data) : null; // without defaults nothing can be tried
}

const KINDS: ReadonlySet<string> = new Set(scorerSchema.options.map(({shape}) => shape.kind.value));

function verdictsFault(scorer: OwnScorer, settings: unknown): string | null {
  for (const test of TESTS)
    for (const answer of ANSWERS) {
      const shown = `of ${JSON.stringify(answer.slice(0, 20))} where ${JSON.stringify(test.expected)} is right`;
      try {
        const verdict = scorer.score(answer, test, settings);
        const fault = verdictFault(verdict);
        if (fault) return `its verdict ${shown} is ${fault}`;
        if (JSON.stringify(scorer.score(answer, test, settings)) !== JSON.stringify(verdict))
          return `its verdict ${shown} differs the second time; it may depend on nothing but what it is given`;
      } catch (error) {
        return `score throws on the answer ${JSON.stringify(answer.slice(0, 20))}: ${messageOf(error)}`;
      }
    }
  return null;
}

const shown = (file: string): string => relative(".", file) || file;

/** Registers the tasks and scorers of files, in place of those that were there. Throws a UserError at the first fault; then none are there. */
export async function registerOwn(
  files: {tasks: readonly string[]; scorers: readonly string[]},
  {golden}: {golden: boolean}
): Promise<void> {
  setOwnTasks([]);
  setOwnScorers([]);
  const scorers: OwnScorer[] = [];
  for (const file of files.scorers) scorers.push(await scorerIn(file));
  const taken = new Map([
    ...[...tasks.keys()].map(name => [name, "a built-in task"] as const),
    ...[...benchmarkTasks.keys()].map(name => [name, "a generated benchmark"] as const)
  ]);
  const own: Task[] = [];
  for (const file of files.tasks) own.push(await taskIn(file, {taken, golden}));
  setOwnScorers(scorers);
  setOwnTasks(own);
}

/** The file of a task's golden vectors, beside its own. */
export const goldenFile = (file: string): string => file.replace(/\.ts$/u, ".golden.json");

/** The file of a task of the user's own; undefined where it is none. */
export const fileOfOwn = (name: string): string | undefined => {
  const task = ownTasks().find(each => each.name === name);
  return task && places.get(task);
};
const places = new WeakMap<Task, string>();

async function taskIn(file: string, {taken, golden}: {taken: ReadonlyMap<string, string>; golden: boolean}): Promise<Task> {
  const found = await only(file, {kind: "task", has: "generate"});
  const fault = taskFault(found, {name: basename(file, ".ts"), taken});
  if (fault) throw new UserError(`${shown(file)}: ${fault}`);
  const task = guarded(found as Task, file);
  places.set(task, file);
  const recorded = golden ? await readGolden(goldenFile(file)) : null;
  const changed = recorded && goldenFault(task, recorded);
  if (changed) throw new UserError(`${shown(goldenFile(file))}: ${changed}`);
  return task;
}

async function scorerIn(file: string): Promise<OwnScorer> {
  const found = await only(file, {kind: "scorer", has: "score"});
  const bounded = typeof Object(found).score === "function" ? withTimeLimit(found as OwnScorer) : found;
  const fault = scorerFault(bounded, {name: basename(file, ".ts")});
  if (fault) throw new UserError(`${shown(file)}: ${fault}`);
  return bounded as OwnScorer;
}

/** Longest time that a scorer may take for one answer: a pattern that goes back without end would stop the run. */
const MAX_SCORING_MS = 5_000;

/** A scorer that throws where it takes too long, so that the answer has no score. */
const withTimeLimit = (scorer: OwnScorer): OwnScorer => ({
  ...scorer,
  score(...input) {
    const result = withinTime(() => scorer.score(...input), MAX_SCORING_MS);
    if (result === null) throw new Error(`it takes longer than ${MAX_SCORING_MS / 1000} s`);
    return result.value;
  }
});

/** The one export of a file that is a task or scorer, whatever its name; what else it exports is its own matter. */
async function only(file: string, {kind, has}: {kind: string; has: string}): Promise<unknown> {
  const values = [...new Set(Object.values(await exportsOf(file)))];
  if (values.length === 0) throw new UserError(`${shown(file)}: it exports nothing; export one ${kind}`);
  const found = values.filter(value => typeof value === "object" && value !== null && has in value);
  if (found.length > 1) throw new UserError(`${shown(file)}: it exports ${found.length} ${kind}s; give each a file of its own`);
  return found[0] ?? values[0];
}

/** A task whose mistakes at other parameters than the default ones are told with its file, as its mistakes on load are. */
const guarded = (task: Task, file: string): Task => ({
  ...task,
  generate(params, random) {
    try {
      return task.generate(params, random);
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(`${shown(file)}: generate throws at ${JSON.stringify(params)}: ${messageOf(error)}`);
    }
  }
});
