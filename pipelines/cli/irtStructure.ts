// The commands `irt compare` and `irt variance`: dimensionality of ability, and the components of a score's error variance.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {type Report, report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {csvText, tableText} from "../store/show.js";
import {compareStructures, generality, regrouped, ungrouped} from "../studies/irt/estimate/multidimensional/compare.js";
import {STRUCTURE_NAMES} from "../studies/irt/estimate/multidimensional/structure.js";
import {refuseUnfit} from "../studies/irt/estimate/settings.js";
import {MISSING, type Responses} from "../studies/irt/item.js";
import {type Comparison, comparisonSchema, outputText, varianceSchema} from "../studies/irt/outputs.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {storeResponses} from "../studies/irt/storedResponses.js";
import {FACETS, generalizability, planText, type ScoredAnswers} from "../studies/irt/variance/components.js";
import {type PromptComponent, promptComponents} from "../studies/irt/variance/prompts.js";
import {storeAnswers, storePromptAnswers} from "../studies/irt/variance/storedAnswers.node.js";
import {withStore} from "../studies/maker.node.js";
import {chosenPart, samplesOfPart, suiteParts} from "../studies/suiteParts.js";

import {printingCommand} from "./command.js";
import {flag, missingOption, path, shareBetween0And1, storeOption, suiteOption, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const responses = path("a file of rows, as irt fit reads it; an item's task is its name up to the last dot").optional();

export const varianceCommand = printingCommand({
  name: "irt variance",
  summary:
    "estimate variance components of scores over models, tasks, points, tests and trials (generalizability), and how many of each a target error needs",
  options: z.strictObject({
    responses,
    missing: missingOption,
    store: storeOption("the store whose answers are analysed, where there is no --responses"),
    suite: suiteOption(),
    se: shareBetween0And1("target standard error of a model's accuracy relative to other models").default(0.01),
    fixed_tasks: flag("treat the tasks as all there are, not as a sample of others"),
    tasks: wholeNumber("plan for this many tasks instead of as many as there were", {value: "count"}).optional(),
    points: wholeNumber("points per task", {value: "count"}).optional(),
    tests: wholeNumber("tests per point", {value: "count"}).optional(),
    trials: wholeNumber("trials per test", {value: "count"}).optional()
  }),
  examples: ["", "--responses responses.csv --se 0.02 --json"],
  outputSchema: () => z.toJSONSchema(varianceSchema, {io: "input"}),
  async run({responses: file, missing, store, suite, se, fixed_tasks: fixedTasks = false, ...asked}) {
    const study = generalizability(
      file === undefined ? await storeAnswers(store, suite) : matrixAnswers(await ofFile(file, missing))
    );
    const {models, answers, mean, rows} = study;
    if (answers === 0) throw new UserError(`${file ?? store} holds no answer that was neither truncated nor missing`);
    const plan = {
      ...study.plan,
      ...Object.fromEntries(FACETS.flatMap(each => (asked[each] === undefined ? [] : [[each, asked[each]]])))
    };
    const text = models < 2 ? [] : planText(study, {plan, wanted: se, fixedTasks});
    const inPrompts = file === undefined ? await storePromptAnswers(store, suite) : null;
    const prompts = inPrompts === null ? [] : promptComponents(inPrompts);
    const repeated = new Set(Array.from(inPrompts?.model ?? [])).size;
    const notes = [
      ...(file === undefined || models < 2 ? [] : [POINTS_OF_FILES]),
      ...(repeated === 0 ? [] : [promptsNote(models, repeated)]),
      ...study.notes
    ];
    return {models, answers, mean, components: rows, prompts, notes, plan, text};
  },
  print({models, answers, mean, components, prompts, notes, text}, {responses: file, store}) {
    const table = tableText(
      {
        columns: ["component", "variance", "low", "high", "share"],
        rows: components.map(({component, variance, low, high, share}) => [
          component,
          ...[variance, low, high, share].map(each => (each === null ? null : short(each, 5)))
        ])
      },
      {count: false}
    );
    return [
      `${file ?? store}: ${plural(models, "model")}, ${plural(answers, "answer")}, mean ${mean.toFixed(3)}; variance components with 95 % intervals by the jackknife over models\n`,
      ...(components.some(({variance}) => variance !== null) ? [table] : []),
      ...prompts.map(promptText),
      ...notes.map(note => `warning: ${note}\n`),
      ...text.map(each => `${each}\n`)
    ].join("");
  },
  json: result => outputText(result)
});

/** The standard deviation of a mean score between prompts, in points. */
function promptText({component, variance, low, high}: PromptComponent): string {
  const points = (value: number) => (100 * Math.sqrt(value)).toFixed(1);
  const range = Number.isFinite(low) ? ` [${points(low)}, ${points(high)}]` : ", without an interval below three models";
  return `${component === "prompt" ? "another prompt moves all models by" : "and each model by another"} a standard deviation of ${points(variance)} points${range}\n`;
}

const promptsNote = (evaluations: number, models: number): string =>
  `the ${evaluations} models are evaluations: ${plural(models, "model")} asked in several prompts ${models === 1 ? "counts" : "count"} once for each prompt, so that intervals of the components above are too narrow`;

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

export const compareCommand = printingCommand({
  name: "irt compare",
  summary:
    "compare models with one ability, testlets, bifactors and two abilities on held-out answers, and show what tasks add to an ability's error",
  options: z.strictObject({
    responses,
    missing: missingOption,
    store: storeOption("the store whose answers are compared, where there is no --responses"),
    suite: suiteOption(),
    out: path("CSV file for each model's general ability with both errors").optional()
  }),
  examples: ["", "--responses responses.csv --out abilities.csv"],
  outputSchema: () => z.toJSONSchema(comparisonSchema, {io: "input"}),
  async run({responses: file, missing, store, suite, out}, io) {
    await checkOut(out);
    const log = report();
    const {responses, tasks, lower, from} = file === undefined ? await ofStore(store, suite) : await ofFile(file, missing);
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
    const comparison: Comparison = {
      models: responses.persons.length,
      items: responses.items.length,
      tasks: new Set(tasks).size,
      unseen: rows[0]!.n,
      structures: rows.map(({structure, mean, behind, low, high}) => ({structure, mean, behind, low, high})),
      ...general(responses, {known, tasks, log})
    };
    const {abilities} = comparison;
    if (out !== undefined && abilities.length > 0) {
      await writeOut(csvText({columns: Object.keys(abilities[0]!), rows: abilities.map(row => Object.values(row))}), out, io);
      log.info(`irt: general abilities → ${out}`);
    }
    if (out !== undefined && abilities.length === 0)
      log.warn(`irt: ${out} is not written, since there are no abilities to compare`);
    return {comparison, from};
  },
  print: ({comparison, from}) => comparisonText(comparison, from),
  json: ({comparison}) => outputText(comparison)
});

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

async function ofFile(file: string, missing?: readonly string[]): Promise<Grouped> {
  const responses = await readResponses(file, {missing});
  return {responses, tasks: responses.items.map(taskOfName), from: file};
}
/**
 * The task in an item's name: "professional_law.737" belongs to professional_law; names without a dot, and numbers, belong to one common
 * task.
 */
const taskOfName = (id: string): string => /^(.*[^\d.].*)\.[^.]+$/.exec(id)?.[1] ?? "items";

const ofStore = (folder: string, suite?: string): Promise<Grouped> =>
  withStore(folder, async store => {
    const samples = await samplesOfPart(store.connection, chosenPart(await suiteParts(store), suite, folder));
    const {responses, items} = await storeResponses(store.connection, "missing", samples);
    return {
      responses,
      tasks: items.map(row => String(row.base_task)),
      lower: items.map(row => Number(row.guess_chance)),
      from: folder
    };
  });

const short = (value: number, digits: number): number | null => (Number.isFinite(value) ? Number(value.toFixed(digits)) : null);
const middle = (values: readonly number[]): number => Float64Array.from(values).sort()[values.length >> 1]!;
