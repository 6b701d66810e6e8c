// Makes the study tables `irt_*`: difficulties of the store's tests, abilities of its evaluations, and whether the model holds for them.

import {extname} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {currentBook} from "../../book/read.node.js";
import type {IrtSettings} from "../../book/schemas.js";
import {Thread} from "../../book/thread.node.js";
import {Z975} from "../../stats/distributions.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {Row} from "../../store/writer.node.js";
import {evaluationOf, maker} from "../maker.node.js";
import {samplesOfPart, suiteParts} from "../suiteParts.js";
import {type Comparison, compareModels} from "./compareModels.js";
import {type AnswerSimilarity, countCopies} from "./diagnose/answerSimilarity.js";
import {comparableGroups, differentialItems} from "./diagnose/dif.js";
import type {HeldOut} from "./diagnose/heldOut.js";
import {itemFits} from "./diagnose/itemFit.js";
import {residualMap} from "./diagnose/observed.js";
import {abilityRanks} from "./diagnose/reliability.js";
import {meanSquares, residualLayout} from "./diagnose/residuals.js";
import {checksOf} from "./diagnose/warnings.js";

import {type Fit, fit as fitted, type Threads} from "./estimate/fit.js";
import type {ModelName} from "./estimate/parameters.js";
import {informationCurves} from "./informationCurves.js";
import {answersTo, type Item, MISSING, type Responses, RIGHT} from "./item.js";
import {type StoreResponses, storeResponses, type Truncated} from "./storedResponses.js";
import {irtTables} from "./tables.js";
import {threadsFor} from "./threads.node.js";
import {generalizability} from "./variance/components.js";
import {answersOf, type StoredAnswers} from "./variance/storedAnswers.node.js";

/** Fewest evaluations, and fewest tests, that are fitted: with fewer there is nothing to compare. */
const FEWEST = 3;

/** What the study depends on besides the store: the book's treatment of guessing. */
export const key = async (): Promise<string> => `guessing ${(await currentBook()).irt.guessing}`;

/** Writes the tables into a store. */
export const make = maker(irtTables, async ({report, stage, open, seconds}) => {
  const {guessing} = (await currentBook()).irt;
  const store = await open();
  const {connection} = store;
  const groups = await groupsOf(connection);
  for (const suite of await suiteParts(store)) {
    const samples = await samplesOfPart(connection, suite);
    const append: Append = (table, row) => stage.append(table, {...row, suite});
    for (const truncated of ["missing", "wrong"] as const) {
      const stored = await storeResponses(connection, truncated, samples);
      await using threads = await threadsFor(stored.responses);
      await addFits(append, stored, {truncated, guessing, groups, threads});
    }
    for (const row of varianceRows(await answersOf(connection, samples))) append("irt_variance", row);
  }
  report.info(`irt: ${stage.rows("irt_items").toLocaleString("en")} tests fitted in ${seconds()} s`);
});

function varianceRows(stored: StoredAnswers): Row[] {
  const {rows, models, answers, mean, plan} = generalizability(stored);
  if (models < 2) return [];
  return rows.map(({low, high, ...row}) => ({
    ...row,
    low: finite(low),
    high: finite(high),
    models,
    answers,
    mean,
    ...plan,
    simulated: stored.simulated
  }));
}

/** The groups of each evaluation's model. */
async function groupsOf(connection: DuckDBConnection): Promise<Map<string, string[]>> {
  const reader = await connection.runAndReadAll("select eval_id, any_value(groups) as groups from points group by eval_id");
  return new Map(reader.getRowObjectsJson().map(({eval_id, groups}) => [String(eval_id), (groups ?? []) as string[]]));
}

/** Adds a row of a part of the store to a table. */
type Append = (table: keyof typeof irtTables, row: Row) => void;

interface AddOptions extends IrtSettings {
  truncated: Truncated;
  groups: ReadonlyMap<string, readonly string[]>;
  threads: Threads | null;
}

async function addFits(append: Append, stored: StoreResponses, options: AddOptions): Promise<void> {
  const {truncated, guessing, groups, threads} = options;
  const {responses, evaluations, items} = stored;
  if (responses.persons.length < FEWEST || responses.items.length < FEWEST) return;
  const simulated = evaluations.every(row => row.simulated === true);
  const answers = responses.cells.reduce((sum, cell) => sum + Number(cell !== MISSING), 0);
  // what the pages compare is fitted under the default treatment of truncated answers; the other only shows how abilities change
  const models: ModelName[] = truncated === "missing" ? ["rasch", "2pl", "3pl"] : ["3pl"];
  const known = guessing === "known" ? {guess: items.map(row => Number(row.guess_chance))} : {};
  const comparing = truncated === "missing" ? comparisonOf({responses, models, ...known}) : [];
  const fits = models.map(model => ({
    model,
    fit: fitted(responses, {model, estimate: "eb", ...(model === "3pl" && known), ...(threads && {threads})})
  }));
  const compared = await comparing;
  for (const {model, fit} of fits) {
    const unseen = compared.find(({name}) => name === model);
    const {estimate, loglik, converged, max_gradient, iterations, quadrature, spread} = fit;
    const fittedAnswers = model === "3pl" ? fittedIn(stored, fit) : null;
    const checks = fittedAnswers && truncated === "missing" ? checkFit(fittedAnswers) : null;
    append("irt_fit", {
      irt_model: model,
      guessing: model === "3pl" ? guessing : "none",
      truncated,
      estimate,
      persons: responses.persons.length,
      items: fit.items.length,
      left_out: fit.left_out.length,
      answers,
      loglik,
      converged,
      max_gradient,
      iterations,
      quadrature,
      spread,
      heldout_n: unseen?.n ?? null,
      heldout_mean: unseen?.mean ?? null,
      heldout_behind: unseen?.behind ?? null,
      heldout_low: unseen?.low ?? null,
      heldout_high: unseen?.high ?? null,
      simulated,
      ...checks?.columns
    });
    if (!fittedAnswers) continue;
    for (const row of abilityRows(stored, fit, fittedAnswers)) append("irt_ability", {...row, truncated});
    if (checks === null) continue;
    for (const row of similarityRows(checks.similarity, fittedAnswers)) append("irt_similarity", {...row, simulated});
    for (const row of itemRows(stored, fit, fittedAnswers)) append("irt_items", row);
    for (const row of informationRows(fittedAnswers)) append("irt_information", {...row, simulated});
    for (const row of residualRows(fittedAnswers)) append("irt_residuals", {...row, simulated});
    for (const row of differenceRows(fittedAnswers, groups)) append("irt_dif", {...row, simulated});
  }
}

/** Number of answers from which a comparison takes longer than a thread takes to start. */
const LONG = 100_000;
const WORKER = new URL(`compare.worker${extname(import.meta.url)}`, import.meta.url).href;

/** The comparison of models, of many answers in a thread. */
async function comparisonOf(comparison: Comparison): Promise<HeldOut[]> {
  if (comparison.responses.cells.length < LONG) return compareModels(comparison);
  const message = (code: number) => `a thread that compares models ended with exit code ${code}`;
  await using thread = new Thread<HeldOut[]>(WORKER, comparison, message);
  return await thread.next();
}

function abilityRows({responses: {cells, items}, evaluations}: StoreResponses, {ability}: Fit, found: Fitted): Row[] {
  const [ranks, fits] = [abilityRanks(ability), personFits(found)];
  return evaluations.map((evaluation, i) => {
    const {n, correct} = counts(cells.subarray(i * items.length, (i + 1) * items.length));
    const {eap, eap_se, lo, hi} = ability[i]!;
    const {rank, low, high} = ranks[i]!;
    return {
      ...evaluationOf(evaluation as unknown as EvaluationKey),
      simulated: evaluation.simulated,
      n,
      correct,
      fitted: fits[i]!.n,
      theta: eap,
      se: eap_se,
      low: lo,
      high: hi,
      rank,
      rank_low: low,
      rank_high: high,
      zh: finite(fits[i]!.zh)
    };
  });
}

function itemRows({responses: {cells, items: ids}, evaluations, items}: StoreResponses, fit: Fit, found: Fitted): Row[] {
  const fits = fitColumns(found);
  const known = new Map(fit.items.map(item => [item.id, item]));
  const reasons = new Map(fit.left_out.map(({id, reason}) => [id, reason]));
  return items.map((row, j) => {
    const {guess_chance, ...test} = row;
    const column = Uint8Array.from(evaluations, (_, i) => cells[i * ids.length + j]!);
    const {a = null, se_a = null, b, se_b, c = guess_chance, se_c = null, d = null, se_d = null} = known.get(ids[j]!) ?? {};
    const around = (side: number) => (b === undefined || se_b === undefined ? null : b + side * Z975 * se_b);
    const estimates = {a, se_a, d, se_d, c, se_c, b: b ?? null, se_b: se_b ?? null, b_low: around(-1), b_high: around(1)};
    return {...test, ...counts(column), ...estimates, left_out: reasons.get(ids[j]!) ?? null, ...fits.get(ids[j]!)};
  });
}

function counts(cells: Uint8Array): {n: number; correct: number} {
  let [n, correct] = [0, 0];
  for (const cell of cells) {
    if (cell === MISSING) continue;
    n++;
    if (cell === RIGHT) correct++;
  }
  return {n, correct};
}

// The diagnosis of a store's fit as rows of the study's tables: what page Item response shows of all evaluations and tests.

/** The fitted items with their answers, and the abilities. */
interface Fitted {
  model: string;
  items: readonly (Item & {b: number; se_c: number; category: string})[];
  responses: Responses;
  theta: Float64Array;
}

/** JSON and Parquet have no numbers for what is not defined. */
const finite = (value: number | null | undefined): number | null => (Number.isFinite(value) ? value! : null);

/** The fitted items at the persons' posterior means. */
function fittedIn(
  {responses, items: tests}: {responses: Responses; items: readonly Row[]},
  {items: fitted, ability, model}: Fit
): Fitted {
  const place = new Map(responses.items.map((id, j) => [id, j]));
  const items = fitted
    .map(item => ({...item, u: 1, category: String(tests[place.get(item.id)!]!.category)}))
    .sort((x, y) => place.get(x.id)! - place.get(y.id)!);
  return {model, items, responses: answersTo(responses, items), theta: Float64Array.from(ability, ({eap}) => eap)};
}

/** Each person's fit to the curves. */
const personFits = ({items, responses, theta}: Fitted) => meanSquares(items, responses, theta).persons;

/** Columns of irt_items by item. */
const fitColumns = ({items, responses, theta}: Fitted): Map<string, Row> =>
  new Map(
    itemFits(items, responses, theta).map(({infit, zInfit, outfit, zOutfit, zh, screen, sx2, p, adjusted}, i) => [
      items[i]!.id,
      {
        infit: finite(infit),
        infit_z: finite(zInfit),
        outfit: finite(outfit),
        outfit_z: finite(zOutfit),
        zh: finite(zh),
        rest: finite(screen.rest),
        rest_low: finite(screen.low),
        rest_high: finite(screen.high),
        sx2: finite(sx2?.x2),
        sx2_df: sx2?.df ?? null,
        misfit_p: p,
        misfit_adjusted: adjusted
      }
    ])
  );

/** Columns of irt_fit, and the similarity of the evaluations. */
function checkFit({items, responses, theta, model}: Fitted): {columns: Row; similarity: AnswerSimilarity} {
  const {q3, similarity, m2} = checksOf(items, responses, theta, {model});
  const {copies, compared, alike, effective} = similarity;
  const [first, second] = q3?.strongest ? [items[q3.strongest.i]!.id, items[q3.strongest.j]!.id] : [null, null];
  const columns = {
    copies: countCopies(copies),
    compared_pairs: compared,
    alike_pairs: alike,
    effective,
    q3_pairs: q3?.pairs ?? null,
    q3_strong: q3?.strong ?? null,
    q3_mean: q3?.mean ?? null,
    q3_one: first,
    q3_other: second,
    q3_most: q3?.strongest?.r ?? null,
    q3_n: q3?.strongest?.n ?? null,
    m2
  };
  return {columns, similarity};
}

function similarityRows({pairs, copies}: AnswerSimilarity, {responses: {persons}}: Fitted): Row[] {
  const groupOf = new Map(copies.flatMap((group, g) => group.map(person => [person, g + 1] as const)));
  return pairs.map(({i, j, ...pair}, k) => ({
    ...pair,
    rank: k + 1,
    one: persons[i]!,
    other: persons[j]!,
    copy_group: groupOf.has(i) && groupOf.get(i) === groupOf.get(j) ? groupOf.get(i)! : null
  }));
}

const informationRows = ({items, theta}: Fitted): Row[] =>
  informationCurves(items, theta).map(({category, ...curve}) => ({base_task: category, ...curve}));

function residualRows({items, responses, theta}: Fitted): Row[] {
  if (items.length === 0) return [];
  const layout = residualLayout(items, theta);
  const {rows, columns} = layout;
  return residualMap(items, responses, theta, layout).map(cell => {
    const [row, column] = [rows[cell.row]!, columns[cell.column]!];
    return {
      ...cell,
      eval_id: row.person === null ? null : responses.persons[row.person]!,
      theta_high: row.from,
      theta_low: row.to,
      base_task: column.category,
      b_low: column.from,
      b_high: column.to
    };
  });
}

/** @param groups of each evaluation */
function differenceRows({items, responses, theta}: Fitted, groups: ReadonlyMap<string, readonly string[]>): Row[] {
  const persons = responses.persons.map(id => groups.get(id) ?? []);
  return comparableGroups(persons).flatMap(group => {
    const focal = persons.map(own => own.includes(group));
    return differentialItems(responses, focal, {matching: theta}).flatMap((found, j) =>
      found ? [{model_group: group, item_id: items[j]!.id, ...found}] : []
    );
  });
}
