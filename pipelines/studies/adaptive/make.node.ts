// Makes the study tables `adaptive_steps`, `adaptive_quality` and `adaptive_auc`: live and replayed sessions, and their quality.
import {sha256Hex} from "../../book/canonical.js";
import type {Report} from "../../infer/progress.node.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {fit as fitted} from "../irt/estimate/fit.js";
import {type Item, MISSING, type Responses, RIGHT} from "../irt/item.js";
import {storedMatrix} from "../irt/storedResponses.js";
import {maker, type StudyStore} from "../maker.node.js";
import {samplesOfPart, suiteParts} from "../suiteParts.js";
import {bankOf, indexOf, informationAt} from "./bank.js";
import {aucRows, type Fold, overallInflation, qualityRows, replayFolds, type Truth} from "./comparison.js";
import {calibratedFolds, FEWEST, type FoldCalibration, fullAbilities} from "./folds.js";
import {expectedItem} from "./inflation.js";

import {TRUNCATED_ANSWER} from "./replay.js";
import {openSession} from "./session.js";
import {type AdaptiveSession, keptSessions} from "./sessionFile.node.js";
import {adaptiveTables} from "./tables.js";

/** Most steps of a replayed session that are stored, since they are for reading. */
const STEPS = 100;

interface Stored {
  responses: Responses;
  /** columns of each person (evaluation) */
  evaluations: (EvaluationKey & {simulated: boolean; latent: number | null})[];
  /** task of each item */
  tasks: string[];
  guess: Float64Array;
  /** completion tokens and cost of each cell; NaN where they were not counted */
  tokens: Float64Array;
  cost: Float64Array;
}

/** The stored live sessions, since the study depends on them too. */
export const key = async (folder: string): Promise<string> => sha256Hex(JSON.stringify(await keptSessions(folder))).slice(0, 16);

/** Writes the three tables into a store. With too few evaluations for a calibration, they contain live sessions only. */
export const make = maker(adaptiveTables, async ({folder, report, stage, open}) => {
  const store = await open();
  for (const suite of await suiteParts(store)) await addReplays(await storedAnswers(store, suite), {suite, stage, report});
  for (const session of await keptSessions(folder)) for (const row of liveSteps(session)) stage.append("adaptive_steps", row);
});

/** Adds the replays of a part of the store. */
async function addReplays(stored: Stored, {suite, stage, report}: {suite: string; stage: Stage; report: Report}): Promise<void> {
  const started = performance.now();
  const {evaluations, responses} = stored;
  const simulated = evaluations.some(each => each.simulated);
  if (evaluations.length >= FEWEST) {
    const folds = await calibratedFolds(responses, part => calibrate(part, {guess: stored.guess}));
    const calibrated = performance.now();
    const replays = replayFolds(folds, evaluations.length);
    const truths: Truth[] = [
      {name: "all answers", theta: fullAbilities(folds, evaluations.length), scale: true},
      {name: "recorded ability", theta: evaluations.map(({latent}) => latent ?? Number.NaN), scale: false}
    ];
    for (const truth of truths) {
      for (const row of qualityRows(replays, truth, {inflation: overallInflation(folds)}))
        stage.append("adaptive_quality", {...row, suite, simulated});
      for (const row of aucRows(replays, truth)) stage.append("adaptive_auc", {...row, suite, simulated});
    }
    for (const fold of folds)
      for (const row of replayedSteps(fold, stored, truths[0]!.theta)) stage.append("adaptive_steps", {...row, suite});
    const [fits, rest] = [calibrated - started, performance.now() - calibrated].map(each => (each / 1000).toFixed(1));
    report.info(`adaptive: ${evaluations.length} evaluations replayed, calibrations ${fits} s, replays and intervals ${rest} s`);
  } else
    report.info(
      `adaptive: ${evaluations.length} evaluations${suite && ` of ${suite}`} are too few to calibrate items on (at least ${FEWEST})`
    );
}

/** The first answer of every evaluation to every test of a part of the store. */
async function storedAnswers({connection, tables}: StudyStore, suite: string): Promise<Stored> {
  const samples = await samplesOfPart(connection, suite);
  const latent = tables.includes("reference_models")
    ? "left join (select model, any_value(ability) as ability from reference_models group by 1) using (model)"
    : "cross join (select null::double as ability)";
  const {responses, evaluations, items, values} = await storedMatrix(connection, {
    persons: {
      query: `select eval_id, model, template, sampler, simulated, any_value(ability) as latent from ${samples} ${latent} group by all`,
      order: "model, template, sampler, eval_id"
    },
    items: {
      query: `select item_id, any_value(base_task) as base_task, any_value(guess_chance) as guess from ${samples} group by 1`,
      order: "item_id"
    },
    truncated: TRUNCATED_ANSWER,
    samples,
    values: ["completion_tokens", "cost"]
  });
  return {
    responses,
    evaluations: evaluations as unknown as Stored["evaluations"],
    tasks: items.map(row => String(row.base_task)),
    guess: Float64Array.from(items, row => Number(row.guess)),
    tokens: values.completion_tokens,
    cost: values.cost
  };
}

/** The replayed adaptive test of each person in a fold, step by step. */
function* replayedSteps({items, persons, inflation}: Fold, stored: Stored, full: readonly number[]): Generator<Row> {
  const bank = bankOf(items);
  const index = indexOf(bank);
  const column = new Map(stored.responses.items.map((id, i) => [id, i]));
  for (const {person, cells} of persons) {
    const {latent: _, ...evaluation} = stored.evaluations[person]!;
    const session = openSession(index, {barred: cells.map(cell => (cell === MISSING ? 1 : 0)), inflation, stop: {max: STEPS}});
    while (!session.stopped()) {
      const theta = session.posterior.mean;
      const [item] = session.next();
      if (item === undefined) break;
      session.answer(item, cells[item] === TRUNCATED_ANSWER ? null : cells[item] === RIGHT);
      const at = column.get(bank.ids[item]!)!;
      const cell = person * stored.responses.items.length + at;
      yield {
        ...evaluation,
        session: evaluation.eval_id,
        live: false,
        step: session.asked.length,
        base_task: stored.tasks[at],
        status: cells[item] === TRUNCATED_ANSWER ? 2 : cells[item] === RIGHT ? 1 : 0,
        counted: cells[item] !== TRUNCATED_ANSWER,
        ...curveOf(items[item]!),
        information: informationAt(bank, item, theta),
        ...session.ability(),
        full: full[person],
        tokens: Number.isNaN(stored.tokens[cell]) ? null : stored.tokens[cell],
        cost: stored.cost[cell]
      };
    }
  }
}

const curveOf = ({id, a, d, c, u}: Item) => ({item_id: id, a, b: -d / a, c, u});

function* liveSteps({steps, ...session}: AdaptiveSession): Generator<Row> {
  const {session: id, eval_id, model, template, sampler, simulated} = session;
  for (const {right, cached: _, ...step} of steps)
    yield {
      session: id,
      eval_id,
      model,
      template,
      sampler,
      simulated,
      suite: "",
      live: true,
      counted: right !== null,
      ...step,
      full: null
    };
}

// Calibrates a store's items for a replay: 3PL with the lower asymptote fixed at the chance of guessing right.

/**
 * Fits items and abilities.
 * @param guess each item's chance of guessing right, in the order of the responses
 */
function calibrate(responses: Responses, {guess}: {guess: ArrayLike<number>}): FoldCalibration {
  const {items, ability} = fitted(responses, {model: "3pl", estimate: "eb", guess});
  return {items: items.map(item => expectedItem(item)), abilities: ability.map(({eap}) => ({theta: eap}))};
}
