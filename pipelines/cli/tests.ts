// The command `tests` (`npm run -s tests`): prints generated tests as JSON lines.
import {relative, resolve} from "node:path";
import {type Command, Option} from "commander";
import {z} from "zod";
import {withBackgrounds} from "../book/backgrounds.node.js";
import {UserError} from "../book/error.js";
import {explain} from "../book/issue.js";
import {nearest} from "../book/nearest.js";
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
import {tokenCounter} from "../tokenizer/counter.node.js";
import {count, jsonObject} from "./options.js";

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

interface Options {
  format: (typeof FORMATS)[number];
  task?: string;
  params: Record<string, unknown>;
  count: number;
  from: number;
  seed: number;
  golden?: (typeof GOLDEN)[number];
  schema?: boolean;
}

const unknownTask = (name: string, known: readonly string[]): UserError => {
  const guess = nearest(name, known);
  return new UserError(`unknown task "${name}"; ${guess ? `did you mean "${guess}"?` : `expected one of: ${known.join(", ")}`}`);
};

/** Adds the command to the program. */
export function testsCommands(program: Command): void {
  program
    .command("tests")
    .description("print generated tests, one JSON object a line, or as text")
    .option("--task <name>", `one of: ${[...tasksOf({}).keys()].join(", ")}; or one of data/tasks`)
    .option("--params <json>", "parameters of the point; absent ones take their defaults", jsonObject("params"), {})
    .option("--count <n>", "how many tests", count("count"), 8)
    .option("--from <index>", "first index", count("from"), 0)
    .option("--seed <n>", "global seed", count("seed"), 42)
    .addOption(
      new Option(
        "--format <name>",
        "jsonl; verbose-listops: its published fields alone; text: the narrative and its question, for reading"
      )
        .choices(FORMATS)
        .default("jsonl")
    )
    .addOption(
      new Option("--golden <what>", "golden vectors of tasks of data/tasks: check them, or write them, at --params too").choices(
        GOLDEN
      )
    )
    .option("--schema", "print the JSON Schema of a line instead")
    .action(async (options: Options) => {
      if (options.schema) return void process.stdout.write(`${JSON.stringify(z.toJSONSchema(testSchema), null, 2)}\n`);
      if (options.golden) return goldenOfOwn(options);
      const known = tasksOf({});
      if (!options.task) throw new UserError(`--task is missing; expected one of: ${[...known.keys()].join(", ")}`);
      const task = known.get(options.task);
      if (!task) throw unknownTask(options.task, [...known.keys()]);
      if (options.format === "verbose-listops" && task.name !== verboseListops.name)
        throw new UserError(
          `--format verbose-listops is for the task ${verboseListops.name}; for ${task.name} leave it out, or give --format text`
        );
      const {count: _, ...params} = options.params;
      const grid = {task: task.name, params: params as never, tiers: {}, surfaces: {}, projections: {}};
      const locate = () => "--params";
      const {suites, backgrounds} = await withBackgrounds([{suite: {id: "command line", tasks: [grid]}, locate}], {
        folder: resolve(FOLDER)
      });
      for (const note of leftOutOf(backgrounds)) process.stderr.write(`${note}\n`);
      const [point] = manifold(suites[0]!.suite, {tasks: known, seed: options.seed, locate});
      const drawn = task.items ? drawsOf(point!, task) : undefined;
      const end = drawn ? drawn.available(options.from + options.count) : options.from + options.count;
      for (let index = options.from; index < end; index++) {
        const test = drawn ? drawn.test(index) : testAt(point!, task as Task, index);
        process.stdout.write(`${formatted(test, task, options.format)}\n`);
      }
    });
}

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
async function goldenOfOwn({golden, task: only, params}: Options): Promise<void> {
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
    const shown = relative(process.cwd(), file);
    if (golden === "write") {
      const more = Object.keys(params).length > 0 ? [{}, parsedParams(task, params)] : [{}];
      const {vectors} = await writeGolden(task, {file, params: more});
      process.stdout.write(`${shown}: ${vectors.length} vectors of version ${task.version}\n`);
      continue;
    }
    const recorded = await readGolden(file);
    if (!recorded) throw new UserError(`${shown} does not exist; npm run tests -- --task ${task.name} --golden write`);
    const fault = goldenFault(task, recorded);
    if (fault) throw new UserError(`${shown}: ${fault}`);
    process.stdout.write(`${shown}: ${recorded.vectors.length} vectors of version ${task.version} match\n`);
  }
}

/** The parameters as they are given, after the task has taken them. */
function parsedParams(task: Task, params: Record<string, unknown>): Record<string, unknown> {
  const parsed = task.params.safeParse(params);
  if (parsed.success) return params;
  throw new UserError(`--params ${explain(parsed.error, {value: params, schema: task.params}).text}`);
}
