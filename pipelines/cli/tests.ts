// The command `tests` (`npm run -s tests`): prints generated tests as JSON lines.
import {readFileSync} from "node:fs";
import {relative, resolve} from "node:path";
import {z} from "zod";
import {withBackgrounds} from "../book/backgrounds.node.js";
import {explain} from "../book/issue.js";
import {FOLDER} from "../book/read.node.js";
import {goldenFault, readGolden, writeGolden} from "../extend/golden.node.js";
import {fileOfOwn, goldenFile} from "../extend/load.node.js";
import {leftOutOf} from "../generate/background/sources.node.js";
import {tasksOf} from "../generate/bankTask.node.js";
import {drawsOf} from "../generate/draws.node.js";
import {operationsIn, readTree, treeText} from "../generate/lists/tree.js";
import {manifold, testAt} from "../generate/manifold.node.js";
import type {NarrativeLine} from "../generate/narratives/narrative.js";
import {STORY_BEGINS} from "../generate/narratives/narrative.js";
import type {NarrativeParams} from "../generate/narratives/settings.js";
import {ownTasks} from "../generate/registry.node.js";
import {type AnyTask, type Task, type Test, THINK} from "../generate/task.js";
import {verboseListops} from "../generate/tasks/verbose-listops.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {nearest} from "../rows/nearest.js";
import {tokenCounter} from "../tokenizer/counter.node.js";
import {command, option} from "./command.js";
import {wholeNumber} from "./optionTypes.js";

/** One line of the output. */
export const testSchema = z.object({
  item_id: z.string().describe("identity of the test: head of the point key, hyphen, index"),
  base_task: z.string(),
  params: z.record(z.string(), z.json()).describe("every parameter, defaults filled in"),
  generator_version: z.int(),
  seed: z.int(),
  index: z.int().describe("0-based position in the point's stream"),
  prompt: z.string(),
  expected: z.string(),
  guess_chance: z.number().describe("probability of being right by guessing, 0–1"),
  choices: z.array(z.string()).optional(),
  expression: z.string().optional().describe("the bare expression, where the task has one"),
  steps: z
    .array(
      z.object({name: z.string().describe("the name by which the prompt calls it"), value: z.union([z.number(), z.string()])})
    )
    .optional()
    .describe(
      "intermediate results in an order in which they can be computed, where the task knows them; the last is the answer"
    ),
  pair_id: z
    .string()
    .optional()
    .describe("shared by tests that ask the same question in another form or length, where the task has such"),
  domain: z.string().optional().describe("of an item of a generated benchmark"),
  category: z.string().optional(),
  scorer: z.record(z.string(), z.json()).optional().describe("how its answers are scored; absent = as other answers to its task")
});

const FORMATS = ["jsonl", "verbose-listops", "text"] as const;
const GOLDEN = ["check", "write"] as const;

const unknownTask = (name: string, known: readonly string[]): UserError => {
  const guess = nearest(name, known);
  return new UserError(`unknown task "${name}"; ${guess ? `did you mean "${guess}"?` : `expected one of: ${known.join(", ")}`}`);
};

/** Parameters as a JSON object; `@FILE` names a file of it. */
const params = z.union([
  z.record(z.string(), z.unknown()),
  z.string().transform((text, context) => {
    try {
      return z
        .record(z.string(), z.unknown())
        .parse(JSON.parse(text.startsWith("@") ? readFileSync(text.slice(1), "utf8") : text));
    } catch (error) {
      if (error instanceof SyntaxError) throw new UserError(`--params is not JSON: ${error.message}`);
      if (!(error instanceof z.ZodError)) throw error;
      context.addIssue({code: "custom", message: "not an object"});
      return z.NEVER;
    }
  })
]);

const options = z.strictObject({
  task: option(z.string().optional(), "a built-in task, a generated benchmark, or a task of data/tasks", {value: "name"}),
  params: option(params.default({}), "parameters of the point as JSON, or @FILE; absent ones have their defaults", {
    value: "json",
    expects: "a JSON object"
  }),
  count: wholeNumber("number of tests", {min: 0}).default(8),
  from: wholeNumber("first index", {min: 0, value: "index"}).default(0),
  seed: wholeNumber("global seed", {min: 0}).default(42),
  format: option(
    z.enum(FORMATS).default("jsonl"),
    "jsonl; verbose-listops: its published fields alone; text: the narrative and its question, for reading",
    {value: "name"}
  ),
  golden: option(z.enum(GOLDEN).optional(), "golden vectors of tasks of data/tasks: check them, or write them, at --params too", {
    value: "action"
  })
});
type Options = z.infer<typeof options>;

export const commands = [
  command({
    name: "tests",
    summary: "print generated tests, one JSON object a line, or as text",
    options,
    examples: ["--task arithmetic --count 3", `--task listops --params '{"max_depth": 3}' --format text`],
    outputSchema: () => z.toJSONSchema(testSchema),
    async run({golden, ...chosen}, io) {
      if (golden) return goldenVectors(golden, chosen, io);
      const {count, from, seed, format} = chosen;
      const known = tasksOf({});
      if (!chosen.task) throw new UserError(`--task is missing; expected one of: ${[...known.keys()].join(", ")}`);
      const task = known.get(chosen.task);
      if (!task) throw unknownTask(chosen.task, [...known.keys()]);
      if (format === "verbose-listops" && task.name !== verboseListops.name)
        throw new UserError(
          `--format verbose-listops is for the task ${verboseListops.name}; for ${task.name} leave it out, or give --format text`
        );
      const {count: _, ...params} = chosen.params;
      const grid = {task: task.name, params: params as never, tiers: {}, surfaces: {}, projections: {}};
      const locate = () => "--params";
      const {suites, backgrounds} = await withBackgrounds([{suite: {id: "command line", tasks: [grid]}, locate}], {
        folder: resolve(FOLDER)
      });
      for (const note of leftOutOf(backgrounds)) io.stderr.write(`${note}\n`);
      const [point] = manifold(suites[0]!.suite, {tasks: known, seed, locate});
      const drawn = task.items ? drawsOf(point!, task) : undefined;
      const end = drawn ? drawn.available(from + count) : from + count;
      for (let index = from; index < end; index++) {
        const test = drawn ? drawn.test(index) : testAt(point!, task as Task, index);
        io.stdout.write(`${formatted(test, task, format)}\n`);
      }
    }
  })
];

function formatted(test: Test, task: AnyTask, format: Options["format"]): string {
  if (format === "jsonl") return JSON.stringify(test);
  return format === "text" ? `${readable(test, task)}\n` : JSON.stringify(publishedLine(test));
}

/** A test to read: of a story what is told and asked, without instructions and examples; else the prompt. */
function readable({prompt}: Test, {name}: AnyTask): string {
  const begins = name === verboseListops.name ? prompt.lastIndexOf(STORY_BEGINS) : -1;
  if (begins < 0) return prompt;
  return prompt.slice(begins + STORY_BEGINS.length, prompt.lastIndexOf(THINK)).trim();
}

/** The published fields of Verbose ListOps. */
function publishedLine({item_id, prompt, expected, expression, params}: Test): Omit<NarrativeLine, "median"> {
  const tree = readTree(expression!);
  return {
    id: item_id,
    full_text_for_eval: prompt,
    ground_truth_value: Number(expected),
    ast_str: treeText(tree, "()"),
    num_operations: operationsIn(tree).length,
    token_count_narrative: tokenCounter((params as NarrativeParams).tokenizer)(prompt)
  };
}

/** Checks or writes the golden vectors of the tasks of data/tasks, or of one of them. */
async function goldenVectors(
  action: (typeof GOLDEN)[number],
  {task: only, params}: Pick<Options, "task" | "params">,
  io: Io
): Promise<void> {
  const own = ownTasks();
  if (only !== undefined && !own.some(({name}) => name === only)) {
    if (tasksOf({}).has(only))
      throw new UserError(`--golden is for tasks of data/tasks; those of ${only} are in test/golden of the workbook`);
    throw unknownTask(
      only,
      own.map(({name}) => name)
    );
  }
  if (own.length === 0) throw new UserError("no tasks in data/tasks; npm run new -- task NAME writes one");
  for (const task of own.filter(({name}) => only === undefined || name === only)) {
    const file = goldenFile(fileOfOwn(task.name)!);
    const shown = relative(io.cwd, file);
    if (action === "write") {
      const more = Object.keys(params).length > 0 ? [{}, parsedParams(task, params)] : [{}];
      const {vectors} = await writeGolden(task, {file, params: more});
      io.stdout.write(`${shown}: ${vectors.length} vectors of version ${task.version}\n`);
      continue;
    }
    const recorded = await readGolden(file);
    if (!recorded) throw new UserError(`${shown} does not exist; npm run tests -- --task ${task.name} --golden write`);
    const fault = goldenFault(task, recorded);
    if (fault) throw new UserError(`${shown}: ${fault}`);
    io.stdout.write(`${shown}: ${recorded.vectors.length} vectors of version ${task.version} match\n`);
  }
}

/** The parameters as they are given, after the task has taken them. */
function parsedParams(task: Task, params: Record<string, unknown>): Record<string, unknown> {
  const parsed = task.params.safeParse(params);
  if (parsed.success) return params;
  throw new UserError(`--params ${explain(parsed.error, {value: params, schema: task.params}).text}`);
}
