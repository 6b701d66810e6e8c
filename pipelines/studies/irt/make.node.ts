// Makes the study tables `irt_*`: difficulties of the store's tests, abilities of its evaluations, and whether the model holds for them.

import type {DuckDBConnection} from "@duckdb/node-api";
import {currentBook} from "../../book/read.node.js";
import type {IrtSettings} from "../../book/schemas.js";
import {Z975} from "../../stats/distributions.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {evaluationOf, maker} from "../maker.node.js";
import {compareModels} from "./crossValidation.js";
import {abilityRanks} from "./diagnose/abilityRanks.js";
import {
  checkColumns,
  differenceRows,
  type Fitted,
  finite,
  fitColumns,
  fittedIn,
  informationRows,
  personFit,
  residualRows
} from "./diagnosis.js";
import {type Fit, fit as fitted, type Threads} from "./estimate/fit.js";
import type {ModelName} from "./estimate/parameters.js";
import {MISSING, RIGHT} from "./item.js";
import {type StoreResponses, storeResponses, type Truncated} from "./storedResponses.js";
import {irtTables} from "./tables.js";
import {threadsFor} from "./threads.node.js";
import {answersOf, type StoredAnswers} from "./variance/storedAnswers.node.js";
import {generalizability} from "./variance/study.js";

/** Fewest evaluations, and fewest tests, that are fitted: with fewer there is nothing to compare. */
const FEWEST = 3;

/** What the study depends on besides the store: the book's treatment of guessing. */
export const key = async (): Promise<string> => `guessing ${(await currentBook()).irt.guessing}`;

/** Writes the tables into a store. */
export const make = maker(irtTables, async ({report, stage, open, seconds}) => {
  const {guessing} = (await currentBook()).irt;
  const {connection} = await open();
  const groups = await groupsOf(connection);
  for (const truncated of ["missing", "wrong"] as const) {
    const stored = await storeResponses(connection, truncated);
    await using threads = await threadsFor(stored.responses);
    addFits(stage, stored, {truncated, guessing, groups, threads});
  }
  for (const row of varianceRows(await answersOf(connection))) stage.append("irt_variance", row);
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

interface AddOptions extends IrtSettings {
  truncated: Truncated;
  groups: ReadonlyMap<string, readonly string[]>;
  threads: Threads | null;
}

function addFits(stage: Stage, stored: StoreResponses, {truncated, guessing, groups, threads}: AddOptions): void {
  const {responses, evaluations, items} = stored;
  if (responses.persons.length < FEWEST || responses.items.length < FEWEST) return;
  const simulated = evaluations.every(row => row.simulated === true);
  const answers = responses.cells.reduce((sum, cell) => sum + Number(cell !== MISSING), 0);
  // what the pages compare is fitted under the default treatment of truncated answers; the other only shows how abilities change
  const models: ModelName[] = truncated === "missing" ? ["rasch", "2pl", "3pl"] : ["3pl"];
  const known = guessing === "known" ? {guess: items.map(row => Number(row.guess_chance))} : {};
  const compared = truncated === "missing" ? compareModels(responses, {models, ...known}) : [];
  for (const model of models) {
    const unseen = compared.find(({name}) => name === model);
    const fit = fitted(responses, {model, estimate: "eb", ...(model === "3pl" && known), ...(threads && {threads})});
    const {estimate, loglik, converged, max_gradient, iterations, quadrature, spread} = fit;
    const found = model === "3pl" ? fittedIn(stored, fit) : null;
    stage.append("irt_fit", {
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
      ...(found && truncated === "missing" && checkColumns(found))
    });
    if (!found) continue;
    for (const row of abilityRows(stored, fit, found)) stage.append("irt_ability", {...row, truncated});
    if (truncated !== "missing") continue;
    for (const row of itemRows(stored, fit, found)) stage.append("irt_items", row);
    for (const row of informationRows(found)) stage.append("irt_information", {...row, simulated});
    for (const row of residualRows(found)) stage.append("irt_residuals", {...row, simulated});
    for (const row of differenceRows(found, groups)) stage.append("irt_dif", {...row, simulated});
  }
}

function abilityRows({responses: {cells, items}, evaluations}: StoreResponses, {ability}: Fit, found: Fitted): Row[] {
  const [ranks, zh] = [abilityRanks(ability), personFit(found)];
  return evaluations.map((evaluation, i) => {
    const {n, correct} = counts(cells.subarray(i * items.length, (i + 1) * items.length));
    const {eap, eap_se, lo, hi} = ability[i]!;
    const {rank, low, high} = ranks[i]!;
    return {
      ...evaluationOf(evaluation as unknown as EvaluationKey),
      simulated: evaluation.simulated,
      n,
      correct,
      theta: eap,
      se: eap_se,
      low: lo,
      high: hi,
      rank,
      rank_low: low,
      rank_high: high,
      zh: zh[i]!
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
