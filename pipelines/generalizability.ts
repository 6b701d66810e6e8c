// A store's answers as generalizability theory takes them.
import {TRUNCATED} from "./score/status.js";
import {openTables} from "./store/sql.js";
import type {Answers} from "./study/generalizability/components.js";

/** Every trial counts; what was truncated is missing, what was unparsed is wrong. A "model" is an evaluation. */
export async function storeAnswers(folder: string): Promise<Answers> {
  const {connection, close} = await openTables(folder);
  try {
    const result = await connection.runAndReadAll(`select
        (dense_rank() over (order by eval_id) - 1)::integer,
        (dense_rank() over (order by base_task) - 1)::integer,
        (dense_rank() over (order by base_task, params) - 1)::integer,
        (dense_rank() over (order by item_id) - 1)::integer,
        (status = 1)::integer
      from samples where status <> ${TRUNCATED} order by eval_id, item_id, trial`);
    const [model, task, point, test, score] = result.getColumnsJS() as number[][];
    const list = (values: number[] | undefined) => Int32Array.from(values ?? []);
    return {model: list(model), task: list(task), point: list(point), test: list(test), score: list(score)};
  } finally {
    close();
  }
}
