// The commands `irt compare` and `irt variance`: dimensionality of ability, and the components of a score's error variance.
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {type Report, report} from "../infer/progress.node.js";
import {csvText, tableText} from "../store/show.js";
import {openTables} from "../store/sql.node.js";
import {compareStructures, generality, regrouped, ungrouped} from "../studies/irt/estimate/multidimensional/compare.js";
import {STRUCTURE_NAMES} from "../studies/irt/estimate/multidimensional/structure.js";
import {refuseUnfit} from "../studies/irt/estimate/settings.js";
import {MISSING, type Responses} from "../studies/irt/item.js";
import {type Comparison, comparisonSchema, outputText, schemaText, varianceSchema} from "../studies/irt/outputs.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {storeResponses} from "../studies/irt/storedResponses.js";
import type {ScoredAnswers} from "../studies/irt/variance/components.js";
import {FACETS, type StudyDesign} from "../studies/irt/variance/planner.js";
import {storeAnswers} from "../studies/irt/variance/storedAnswers.node.js";
import {generalizability, planText} from "../studies/irt/variance/study.js";
import {positive, within01} from "./options.js";
import {checkOut, writeOut} from "./out.js";

/** Adds the subcommands to `irt`. */
export function structureOfIrt(irt: Command): void {
  irt
    .command("compare")
    .description(
      "compare models with one ability, testlets, bifactors and two abilities on held-out answers, and show what tasks add to an ability's error"
    )
    .option(
      "--responses <file>",
      "CSV, JSON lines or Parquet, as irt fit reads it; an item's task is its name up to the last dot"
    )
    .option("--store <folder>", "the store whose answers are compared, where there is no --responses", "data/store")
    .option("--out <file>", "CSV file for each model's general ability with both errors")
    .option("--json", "as JSON on stdout")
    .option("--schema", "print the JSON Schema of that instead")
    .action(compareCommand);
  irt
    .command("variance")
    .description(
      "variance components of scores over models, tasks, points, tests and trials (generalizability), and how many of each a target error needs"
    )
    .option(
      "--responses <file>",
      "CSV, JSON lines or Parquet, as irt fit reads it; an item's task is its name up to the last dot"
    )
    .option("--store <folder>", "the store whose answers are analysed, where there is no --responses", "data/store")
    .option("--se <share>", "target standard error of a model's accuracy relative to other models", within01("se"), 0.01)
    .option("--fixed-tasks", "treat the tasks as all there are, not as a sample of others")
    .option("--tasks <count>", "plan for this many tasks instead of as many as there were", positive("tasks"))
    .option("--points <count>", "points per task", positive("points"))
    .option("--tests <count>", "tests per point", positive("tests"))
    .option("--trials <count>", "trials per test", positive("trials"))
    .option("--json", "as JSON on stdout")
    .option("--schema", "print the JSON Schema of that instead")
    .action(varianceCommand);
}

interface VarianceArguments extends Partial<StudyDesign> {
  responses?: string;
  store: string;
  se: number;
  fixedTasks?: boolean;
  json?: boolean;
  schema?: boolean;
}

async function varianceCommand({
  responses: file,
  store,
  se,
  fixedTasks = false,
  json,
  schema,
  ...asked
}: VarianceArguments): Promise<void> {
  if (schema) return void process.stdout.write(schemaText(varianceSchema));
  const study = generalizability(file === undefined ? await storeAnswers(store) : matrixAnswers(await ofFile(file)));
  const {models, answers, mean, rows} = study;
  const from = file ?? store;
  if (answers === 0) throw new UserError(`${from} holds no answer that was neither truncated nor missing`);
  const plan = {
    ...study.plan,
    ...Object.fromEntries(FACETS.flatMap(each => (asked[each] === undefined ? [] : [[each, asked[each]]])))
  };
  const notes = [...(file === undefined || models < 2 ? [] : [POINTS_OF_FILES]), ...study.notes];
  const text = models < 2 ? [] : planText(study, {plan, wanted: se, fixedTasks});
  if (json) return void process.stdout.write(outputText({models, answers, mean, components: rows, notes, plan, text}));
  process.stdout.write(
    `${from}: ${plural(models, "model")}, ${plural(answers, "answer")}, mean ${mean.toFixed(3)}; variance components with 95 % intervals by the jackknife over models\n`
  );
  if (rows.some(({variance}) => variance !== null))
    process.stdout.write(
      tableText(
        {
          columns: ["component", "variance", "low", "high", "share"],
          rows: rows.map(({component, variance, low, high, share}) => [
            component,
            ...[variance, low, high, share].map(each => (each === null ? null : short(each, 5)))
          ])
        },
        {count: false}
      )
    );
  for (const note of notes) process.stdout.write(`warning: ${note}\n`);
  for (const each of text) process.stdout.write(`${each}\n`);
}
const POINTS_OF_FILES =
  "a file of responses has no points: each task counts as one point, and the variance of tasks is listed under points";

function matrixAnswers({responses: {items, cells}, tasks}: Grouped): ScoredAnswers {
  const task = regrouped(tasks);
  const places = Array.from(cells.keys()).filter(at => cells[at] !== MISSING);
  const of = (value: (at: number) => number) => Int32Array.from(places, value);
  return {
    model: of(at => Math.floor(at / items.length)),
    task: of(at => task[at % items.length]!),
    point: of(at => task[at % items.length]!),
    test: of(at => at % items.length),
    score: of(at => cells[at]!)
  };
}

interface Grouped {
  responses: Responses;
  /** The task of each item. */
  tasks: string[];
  lower?: number[];
  from: string;
}

interface CompareArguments {
  responses?: string;
  store: string;
  out?: string;
  json?: boolean;
  schema?: boolean;
}

async function compareCommand({responses: file, store, out, json, schema}: CompareArguments): Promise<void> {
  if (schema) return void process.stdout.write(schemaText(comparisonSchema));
  await checkOut(out);
  const log = report();
  const {responses, tasks, lower, from} = file === undefined ? await ofStore(store) : await ofFile(file);
  refuseUnfit(responses, from);
  const known = {group: regrouped(tasks), ...(lower && {lower})};
  let fitting = "";
  const rows = compareStructures(responses, {
    ...known,
    progress(name) {
      if (name !== fitting) log.info(`irt: fitting ${name}`);
      fitting = name;
    }
  });
  const names = [...new Set(tasks)];
  const found: Comparison = {
    models: responses.persons.length,
    items: responses.items.length,
    tasks: names.length,
    unseen: rows[0]!.n,
    structures: rows.map(({structure, mean, behind, low, high}) => ({structure, mean, behind, low, high})),
    ...general(responses, {known, tasks, log})
  };
  if (out !== undefined && found.abilities.length > 0) {
    await writeOut(
      csvText({columns: Object.keys(found.abilities[0]!), rows: found.abilities.map(row => Object.values(row))}),
      out
    );
    log.info(`irt: general abilities → ${out}`);
  }
  if (out !== undefined && found.abilities.length === 0)
    log.warn(`irt: ${out} is not written, since there are no abilities to compare`);
  process.stdout.write(json ? outputText(found) : comparisonText(found, from));
}

/** The general abilities under the unidimensional and the testlet model compared, or the reason why they cannot be compared. */
function general(
  responses: Responses,
  {known, tasks, log}: {known: {group: Int32Array; lower?: number[]}; tasks: readonly string[]; log: Report}
): Pick<Comparison, "note" | "abilities" | "spreads" | "converged"> {
  const none = (note: string) => ({note, abilities: [], spreads: [], converged: null});
  const single = ungrouped(known.group);
  if (single) return none(`testlet and bifactor models are not fitted: ${single}`);
  log.info("irt: fitting one ability and the testlet model to all items");
  const {one, testlet, spreads, implausible} = generality(responses, known);
  if (implausible)
    return none(
      "no standard errors: fitted to all items, the testlet model explains the answers less well than one ability, its special case, so that its optimisation missed the maximum"
    );
  return {
    note: null,
    abilities: responses.persons.map((id, i) => ({
      id,
      one_eap: one.eap[i]!,
      one_se: one.se[i]!,
      testlet_eap: testlet.eap[i]!,
      testlet_se: testlet.se[i]!
    })),
    spreads: [...new Set(tasks)].map((task, g) => ({
      task,
      items: tasks.filter(each => each === task).length,
      sd: spreads[g]!
    })),
    converged: {one: one.converged, testlet: testlet.converged}
  };
}

function comparisonText(
  {models, items, tasks, unseen, structures, note, abilities, spreads, converged}: Comparison,
  from: string
): string {
  const table = (columns: string[], rows: unknown[][]) => tableText({columns, rows}, {count: false});
  const compared = [
    `${from}: ${plural(models, "model")} × ${plural(items, "item")} of ${plural(tasks, "task")}; mean log-probability of a held-out answer (n = ${unseen.toLocaleString("en-US")})\n`,
    table(
      ["model", "mean", "behind the best", "low", "high"],
      structures.map(({structure, mean, behind, low, high}) => [
        STRUCTURE_NAMES[structure],
        ...[mean, behind, low, high].map(each => short(each!, 5))
      ])
    )
  ];
  if (note !== null || converged === null) return [...compared, `${note}\n`].join("");
  const [one, testlet] = [abilities.map(({one_se}) => one_se!), abilities.map(({testlet_se}) => testlet_se!)].map(middle);
  const failed = (["one", "testlet"] as const).filter(name => !converged[name]);
  return [
    ...compared,
    `\nGeneral ability (n = ${plural(models, "model")}): median standard error ${one!.toFixed(3)} under one ability, ${testlet!.toFixed(3)} where each task also has an ability of its own; item parameters are treated as known\n`,
    table(
      ["task", "items", "standard deviation of its own ability"],
      spreads.map(({task, items: n, sd}) => [task, n, short(sd!, 3)])
    ),
    ...failed.map(name => `warning: the fit of ${STRUCTURE_NAMES[name]} to all items has not converged\n`)
  ].join("");
}

async function ofFile(file: string): Promise<Grouped> {
  const responses = await readResponses(file);
  return {responses, tasks: responses.items.map(taskOfName), from: file};
}
/**
 * The task in an item's name: "professional_law.737" belongs to professional_law; names without a dot, and numbers, belong to one common
 * task.
 */
const taskOfName = (id: string): string => /^(.*[^\d.].*)\.[^.]+$/.exec(id)?.[1] ?? "items";

async function ofStore(folder: string): Promise<Grouped> {
  const {connection, close} = await openTables(folder);
  try {
    const {responses, items} = await storeResponses(connection, "missing");
    return {
      responses,
      tasks: items.map(row => String(row.base_task)),
      lower: items.map(row => Number(row.guess_chance)),
      from: folder
    };
  } finally {
    close();
  }
}

const short = (value: number, digits: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(digits)) : null);
const middle = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1]!;
