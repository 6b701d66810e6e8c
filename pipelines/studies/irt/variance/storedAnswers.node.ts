// Reads the answers of a store in the form of a generalizability study.
import type {DuckDBConnection} from "@duckdb/node-api";
import {TRUNCATED} from "../../../score/status.js";
import {withStore} from "../../maker.node.js";
import {chosenPart, samplesOfPart, suiteParts} from "../../suiteParts.js";
import type {ScoredAnswers} from "./components.js";
import type {PromptAnswers} from "./prompts.js";

export interface StoredAnswers extends ScoredAnswers {
  /** whether all of them are by simulated models */
  simulated: boolean;
}

/** Answers of a store, or of one of its suites where these are fitted apart. */
export const storeAnswers = (folder: string, suite?: string): Promise<StoredAnswers> =>
  withStore(folder, async store =>
    answersOf(store.connection, await samplesOfPart(store.connection, chosenPart(await suiteParts(store), suite, folder)))
  );

/** Answers of a store, or of one of its suites, to the tests that were asked in every prompt; none with one prompt. */
export const storePromptAnswers = (folder: string, suite?: string): Promise<PromptAnswers> =>
  withStore(folder, async store => {
    const samples = await samplesOfPart(store.connection, chosenPart(await suiteParts(store), suite, folder));
    return promptAnswersOf(store.connection, samples);
  });

/** First answers of models that were asked in several templates, to tests that all of these templates have. */
async function promptAnswersOf(connection: DuckDBConnection, samples: string): Promise<PromptAnswers> {
  const result =
    await connection.runAndReadAll(`with answers as (select concat(model, ' ', sampler) as who, template, item_id, status
      from ${samples} where trial = 0 and status <> ${TRUNCATED}),
    several as (select who from answers group by who having count(distinct template) > 1),
    asked as (select * from answers where who in (from several)),
    common as (select item_id from asked group by item_id having count(distinct template) = (select count(distinct template) from asked))
  select (dense_rank() over (order by who) - 1)::integer, (dense_rank() over (order by template) - 1)::integer,
    (dense_rank() over (order by item_id) - 1)::integer, (status = 1)::integer
  from asked where item_id in (from common) order by who, template, item_id`);
  const [model, prompt, test, score] = (result.getColumnsJS() as number[][]).map(values => Int32Array.from(values));
  const none = new Int32Array();
  return {model: model ?? none, prompt: prompt ?? none, test: test ?? none, score: score ?? none};
}

/**
 * Answers of all evaluations, which stand for models. Every trial counts; truncated answers are missing, unparsed ones are wrong.
 * @param samples table or view of the samples
 */
export async function answersOf(connection: DuckDBConnection, samples = "samples"): Promise<StoredAnswers> {
  const result = await connection.runAndReadAll(`select
      (dense_rank() over (order by eval_id) - 1)::integer,
      (dense_rank() over (order by base_task) - 1)::integer,
      (dense_rank() over (order by base_task, params) - 1)::integer,
      (dense_rank() over (order by item_id) - 1)::integer,
      (status = 1)::integer,
      simulated::integer
    from ${samples} where status <> ${TRUNCATED} order by eval_id, item_id, trial`);
  const [model, task, point, test, score, simulated] = result.getColumnsJS() as number[][];
  const list = (values: number[] | undefined) => Int32Array.from(values ?? []);
  return {
    model: list(model),
    task: list(task),
    point: list(point),
    test: list(test),
    score: list(score),
    simulated: (simulated ?? []).every(each => each === 1)
  };
}
