// `irt compare` and `irt variance`: one ability or several, and what a score's error is made of.
import {writeFile} from "node:fs/promises";
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {storeAnswers} from "../generalizability.js";
import {readResponses} from "../irt/read.js";
import {storeResponses} from "../irt.js";
import {report} from "../progress.js";
import {csvText, tableText} from "../store/show.js";
import {openTables} from "../store/sql.js";
import type {Answers} from "../study/generalizability/components.js";
import {FACETS, type Plan} from "../study/generalizability/planner.js";
import {generalizability, planText} from "../study/generalizability/study.js";
import {MISSING, type Responses} from "../study/irt/item.js";
import {compareStructures, generality, regrouped, ungrouped} from "../study/irt/multidimensional/compare.js";
import {refuseUnfit} from "../study/irt/settings.js";
import {positive} from "./options.js";

export function structureOfIrt(irt: Command): void {
  irt
    .command("compare")
    .description(
      "one ability, testlet, bifactor and two-ability models by answers that a fit has not seen, and what tasks add to an ability's error"
    )
    .option(
      "--responses <file>",
      "CSV, JSON lines or Parquet, as irt fit reads it; an item's task is its name up to the last dot"
    )
    .option("--store <folder>", "the store whose answers are compared, where there is no --responses", "data/store")
    .option("--out <file>", "CSV file for each model's general ability with both errors")
    .action(compareWord);
  irt
    .command("variance")
    .description(
      "variance components of scores over models, tasks, points, tests and trials (generalizability), and how many of each a wanted error takes"
    )
    .option(
      "--responses <file>",
      "CSV, JSON lines or Parquet, as irt fit reads it; an item's task is its name up to the last dot"
    )
    .option("--store <folder>", "the store whose answers are taken apart, where there is no --responses", "data/store")
    .option("--se <share>", "the standard error that is wanted of a model's share right among others", Number, 0.01)
    .option("--fixed-tasks", "the tasks are all that one wants to know about, not a sample of others")
    .option("--tasks <count>", "plan for so many tasks instead of as many as there were", positive("tasks"))
    .option("--points <count>", "points to a task", positive("points"))
    .option("--tests <count>", "tests to a point", positive("tests"))
    .option("--trials <count>", "trials of a test", positive("trials"))
    .action(varianceWord);
}

interface VarianceWords extends Partial<Plan> {
  responses?: string;
  store: string;
  se: number;
  fixedTasks?: boolean;
}

async function varianceWord({responses: file, store, se, fixedTasks = false, ...asked}: VarianceWords): Promise<void> {
  if (!(se > 0 && se < 1)) throw new UserError(`--se expects a share between 0 and 1 such as 0.01, got "${se}"`);
  const study = generalizability(file === undefined ? await storeAnswers(store) : matrixAnswers(await ofFile(file)));
  const {models, answers, mean, rows, notes} = study;
  const from = file ?? store;
  if (answers === 0) throw new UserError(`${from} holds no answer that was neither truncated nor missing`);
  process.stdout.write(
    `${from}: ${models.toLocaleString("en-US")} models, ${answers.toLocaleString("en-US")} answers, mean ${mean.toFixed(3)}; variance components with 95 % intervals by the jackknife over models\n`
  );
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
  for (const note of notes) process.stdout.write(`beware: ${note}\n`);
  if (models < 2) return;
  const plan = {
    ...study.plan,
    ...Object.fromEntries(FACETS.flatMap(each => (asked[each] === undefined ? [] : [[each, asked[each]]])))
  };
  for (const text of planText(study, {plan, wanted: se, fixedTasks})) process.stdout.write(`${text}\n`);
}

function matrixAnswers({responses: {items, cells}, tasks}: Grouped): Answers {
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
  /** Task of each item. */
  tasks: string[];
  lower?: number[];
  from: string;
}

async function compareWord({responses: file, store, out}: {responses?: string; store: string; out?: string}): Promise<void> {
  const told = report();
  const {responses, tasks, lower, from} = file === undefined ? await ofStore(store) : await ofFile(file);
  refuseUnfit(responses, from);
  const group = regrouped(tasks);
  const names = [...new Set(tasks)];
  const known = {group, ...(lower && {lower})};
  const rows = compareStructures(responses, {...known, progress: name => told.info(`irt: fitting ${name}`)});
  const [n] = rows.map(row => row.n);
  process.stdout.write(
    `${from}: ${responses.persons.length.toLocaleString("en-US")} models × ${responses.items.length.toLocaleString("en-US")} items of ${names.length.toLocaleString("en-US")} ${names.length === 1 ? "task" : "tasks"}; mean log-probability of an unseen answer (n = ${n!.toLocaleString("en-US")})\n`
  );
  process.stdout.write(
    tableText(
      {
        columns: ["model", "mean", "behind the best", "low", "high"],
        rows: rows.map(({name, mean, behind, low, high}) => [name, ...[mean, behind, low, high].map(each => short(each, 5))])
      },
      {count: false}
    )
  );
  const single = ungrouped(group);
  if (single) {
    process.stdout.write(`testlet and bifactor models are not fitted: ${single}\n`);
    return;
  }
  told.info("irt: fitting one ability and the testlet model to all items");
  const {one, testlet, spreads, astray} = generality(responses, known);
  if (astray) {
    process.stdout.write(
      "no standard errors: fitted to all items, the testlet model explains the answers less well than one ability, which is a case of it, so that its search ended beside the maximum\n"
    );
    return;
  }
  const both = [one, testlet].map(({se}) => middle(se));
  process.stdout.write(
    `\nGeneral ability (n = ${responses.persons.length.toLocaleString("en-US")} models): median standard error ${both[0]!.toFixed(3)} under one ability, ${both[1]!.toFixed(3)} where each task has an ability of its own besides, items taken as known\n`
  );
  process.stdout.write(
    tableText(
      {
        columns: ["task", "items", "standard deviation of its own ability"],
        rows: names.map((name, g) => [name, tasks.filter(task => task === name).length, short(spreads[g]!, 3)])
      },
      {count: false}
    )
  );
  for (const [name, fit] of [
    ["one ability", one],
    ["testlet", testlet]
  ] as const)
    if (!fit.converged) process.stdout.write(`beware: the fit of ${name} to all items has not converged\n`);
  if (!out) return;
  await writeFile(
    out,
    csvText({
      columns: ["id", "one_eap", "one_se", "testlet_eap", "testlet_se"],
      rows: responses.persons.map((id, i) => [id, one.eap[i]!, one.se[i]!, testlet.eap[i]!, testlet.se[i]!])
    })
  );
  told.info(`irt: general abilities → ${out}`);
}

async function ofFile(file: string): Promise<Grouped> {
  const responses = await readResponses(file);
  return {responses, tasks: responses.items.map(taskOfName), from: file};
}
/** "professional_law.737" is of professional_law; a name without a dot, or a number, is of the one task of such names. */
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
const middle = (values: Float64Array): number => Float64Array.from(values).sort()[values.length >> 1]!;
