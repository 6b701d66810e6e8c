// Reads the answers of a store in the form of a generalizability study.
import type {DuckDBConnection} from "@duckdb/node-api";
import {TRUNCATED} from "../../../score/status.js";
import {withStore} from "../../maker.node.js";
import {chosenPart, samplesOfPart, suiteParts} from "../../suiteParts.js";
import type {ScoredAnswers} from "./components.js";

export interface StoredAnswers extends ScoredAnswers {
  /** whether all of them are by simulated models */
  simulated: boolean;
}

/** Answers of a store, or of one of its suites where these are fitted apart. */
export const storeAnswers = (folder: string, suite?: string): Promise<StoredAnswers> =>
  withStore(folder, async store =>
    answersOf(store.connection, await samplesOfPart(store.connection, chosenPart(await suiteParts(store), suite, folder)))
  );

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
