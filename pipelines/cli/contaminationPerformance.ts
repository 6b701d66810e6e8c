// The command `contamination performance`: whether models score higher on a set of items than their scores on a reference set predict.
import {existsSync} from "node:fs";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {didYouMean} from "../rows/nearest.js";
import {type EvaluationName, evaluationLabels} from "../store/evaluationName.js";
import {tableText} from "../store/show.js";
import {performanceEffects, type SetScores, setOfRows} from "../studies/contamination/performance.js";
import {type PerformanceRow, performanceRowSchema} from "../studies/contamination/performanceRow.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {withScores} from "../studies/irt/scored/responses.js";
import {withStore} from "../studies/maker.node.js";
import {jsonText, option, printingCommand} from "./command.js";
import {missingOption, path, storeOption} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const SET = "a task or bank of the store, or a file of responses as irt fit reads it";

export const performanceCommand = printingCommand({
  name: "contamination performance",
  summary:
    "test by performance: is a model better on a set of items than its score on a reference set predicts from other models? (after ConStat)",
  options: z.strictObject({
    set: option(z.string(), `items that models may have seen: ${SET}`, {value: "set"}),
    reference: option(z.string(), `items of the same kind that they have not seen, such as rephrased ones: ${SET}`, {
      value: "set"
    }),
    guess: option(z.number().min(0).lt(0.9).default(0), "chance of a right guess in files", {
      value: "share",
      expects: "a share from 0 to below 0.9, such as 0.25"
    }),
    missing: missingOption,
    store: storeOption("the store that has the tasks or banks"),
    out: path("write the rows there as JSON instead of a table to stdout").optional()
  }),
  examples: ["--set gsm8k.csv --reference gsm8k-rephrased.csv", "--set my-bank --reference my-bank-twin --out performance.json"],
  outputSchema: () => z.toJSONSchema(z.array(performanceRowSchema)),
  async run({set: setName, reference: referenceName, guess, missing, store, out}, io) {
    await checkOut(out);
    if (setName === referenceName) throw new UserError(`--set and --reference are both ${setName}; name two different sets`);
    const read = (name: string) => (isFile(name) ? setOfFile(name, {guess, missing}) : setOfStore(name, store));
    const [set, reference] = [await read(setName), await read(referenceName)];
    const rows = performanceEffects(set, reference);
    const left = new Set([...set.models, ...reference.models]).size - rows.length;
    if (rows.length === 0) throw new UserError(`no model answered both ${setName} and ${referenceName}`);
    if (left > 0) report().info(`${plural(left, "model")} answered one of the sets and ${left === 1 ? "is" : "are"} left out`);
    if (out !== undefined) await writeOut(jsonText(rows), out, io);
    return rows;
  },
  print: (rows, {out}) => (out === undefined ? performanceText(rows) : "")
});

const isFile = (name: string): boolean => existsSync(name);

async function setOfFile(file: string, {guess, missing}: {guess: number; missing: string[] | undefined}): Promise<SetScores> {
  const warn = (text: string) => report().warn(`${file}: ${text}`);
  const {persons, items, scores} = withScores(await readResponses(file, {missing, scores: {warn}}));
  let [low, high] = [0, 1];
  for (const score of scores) if (!Number.isNaN(score)) [low, high] = [Math.min(low, score), Math.max(high, score)];
  if (low < 0 || high > 1) throw new UserError(`${file} has scores from ${low} to ${high}; expected scores from 0 to 1`);
  return {models: persons, items, scores, guess};
}

/** Scores of a task or bank: the share of right answers of each evaluation to each test. Throws a UserError where the store has none. */
const setOfStore = (name: string, folder: string): Promise<SetScores> =>
  withStore(folder, async ({rows, tables}) => {
    const names = tables.includes("samples")
      ? (await rows<{base_task: string}>("select distinct base_task from samples order by all")).map(({base_task}) => base_task)
      : [];
    if (!names.includes(name))
      throw new UserError(
        `no file and no task or bank ${JSON.stringify(name)} in ${folder}${didYouMean(name, names)}; it has ${names.slice(0, MAX_LISTED).join(", ") || "no answers"}${names.length > MAX_LISTED ? ", …" : ""}`
      );
    const evaluations = await rows<EvaluationName>("select distinct model, template, sampler from samples");
    const label = evaluationLabels(evaluations);
    const scoredRows = await rows<EvaluationName & {item: string; score: number; guess_chance: number; simulated: boolean}>(
      `select model, template, sampler, item_id as item, avg((status = 1)::integer)::double as score,
        any_value(guess_chance)::double as guess_chance, bool_or(simulated) as simulated
      from samples where base_task = ${literal(name)} group by all order by model, template, sampler, item_id`
    );
    return setOfRows(scoredRows.map(row => ({...row, model: `${label(row)}${row.simulated ? " (simulated)" : ""}`})));
  });

/** Most names that a message lists. */
const MAX_LISTED = 20;

const points = (value: number | null): string => (value === null ? "–" : (100 * value).toFixed(1));
const small = (p: number | null): string => (p === null ? "–" : p.toPrecision(2));

/** The rows as a table and a sentence, largest effects first. */
export function performanceText(rows: readonly PerformanceRow[]): string {
  const sorted = [...rows].sort((a, b) => (b.effect ?? -2) - (a.effect ?? -2) || (a.model < b.model ? -1 : 1));
  const table = tableText(
    {
      columns: ["model", "score %", "n", "reference %", "n", "expected %", "effect (points)", "95 % interval", "q", "remark"],
      rows: sorted.map(row => [
        ...[row.model, points(row.score), row.items, points(row.reference_score), row.reference_items, points(row.expected)],
        ...[points(row.effect), row.low === null ? "–" : `[${points(row.low)}, ${points(row.high)}]`, small(row.q)],
        row.why
      ])
    },
    {count: false}
  );
  const tested = rows.filter(({inflated}) => inflated !== null).length;
  const inflated = rows.filter(row => row.inflated).length;
  return `${table}${inflated} of ${plural(tested, "tested model")} ${inflated === 1 ? "scores" : "score"} higher on the set than the reference set predicts (false discovery rate 5 %); what most models share is not seen\n`;
}
