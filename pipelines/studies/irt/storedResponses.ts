// Reads a matrix of responses from a store: a person is an evaluation, an item is a test, and only the first trial counts.
import type {DuckDBConnection} from "@duckdb/node-api";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import type {Row} from "../../store/writer.node.js";
import {MISSING, type Responses, RIGHT, WRONG} from "./item.js";

/** Persons or items of a matrix: a query that gives each with the columns that describe it, and the columns that order them. */
interface Margin {
  query: string;
  order: string;
}

interface MatrixOptions<Value extends string> {
  /** Gives `eval_id`. */
  persons: Margin;
  /** Gives `item_id`. Answers to other tests are left out. */
  items: Margin;
  /** Code of an answer that the token limit has cut off. */
  truncated: number;
  /** Table or view of the samples; by default all of the store's. */
  samples?: string;
  /** Further columns of `samples` that are read for each cell. */
  values?: readonly Value[];
}

export interface StoredMatrix<Value extends string = never> {
  /** An unparsed answer is wrong. */
  responses: Responses;
  /** Descriptive columns of each person and of each item. */
  evaluations: Row[];
  items: Row[];
  /** Per cell, NaN where there is none. */
  values: Record<Value, Float64Array>;
}

/** The first answers of a store's evaluations, with rows and columns in the orders given. */
export async function storedMatrix<Value extends string = never>(
  connection: DuckDBConnection,
  {persons, items, truncated, samples = "samples", values = []}: MatrixOptions<Value>
): Promise<StoredMatrix<Value>> {
  const margin = async (name: string, {query, order}: Margin): Promise<Row[]> => {
    await connection.run(
      `create or replace temp table ${name} as select (row_number() over (order by ${order}) - 1)::integer as place, * from (${query})`
    );
    return (await connection.runAndReadAll(`select * exclude place from ${name} order by place`)).getRowObjectsJS() as Row[];
  };
  const rows = await margin("matrix_persons", persons);
  const columns = await margin("matrix_items", items);
  const size = rows.length * columns.length;
  const cells = new Uint8Array(size).fill(MISSING);
  const read = values.map(() => new Float64Array(size).fill(Number.NaN));
  const answers = await connection.stream(`select p.place, i.place, status, ${values.map(name => `${name}::double, `).join("")}
    from ${samples} join matrix_persons p using (eval_id) join matrix_items i using (item_id) where trial = 0`);
  for (let chunk = await answers.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await answers.fetchChunk()) {
    const [person, item, status, ...others] = chunk.getColumns() as [number[], number[], number[], ...(number | null)[][]];
    for (let r = 0; r < person.length; r++) {
      const at = person[r]! * columns.length + item[r]!;
      cells[at] = status[r] === TRUNCATED ? truncated : status[r] === CORRECT ? RIGHT : WRONG;
      for (let v = 0; v < others.length; v++) read[v]![at] = others[v]![r] ?? Number.NaN;
    }
  }
  return {
    responses: {persons: rows.map(row => String(row.eval_id)), items: columns.map(row => String(row.item_id)), cells},
    evaluations: rows,
    items: columns,
    values: Object.fromEntries(values.map((name, v) => [name, read[v]!])) as Record<Value, Float64Array>
  };
}

/** What a truncated answer counts as. */
export type Truncated = "missing" | "wrong";
export type StoreResponses = Omit<StoredMatrix, "values">;

/**
 * The matrix that is fitted: tests by task and parameters, without those that fewer than two evaluations answered.
 * @param samples table or view of the samples
 */
export const storeResponses = (
  connection: DuckDBConnection,
  truncated: Truncated,
  samples = "samples"
): Promise<StoreResponses> =>
  storedMatrix(connection, {
    persons: {
      query: `select distinct eval_id, model, template, sampler, simulated from ${samples}`,
      order: "model, template, sampler"
    },
    items: {
      query: `select item_id, base_task, coalesce(nullif(category, ''), base_task) as category, params, generator_version, seed::double as seed, tiers, guess_chance,
          bool_and(a.simulated) as simulated
        from items join (select eval_id, item_id, simulated from ${samples}
          where trial = 0 ${truncated === "missing" ? `and status <> ${TRUNCATED}` : ""}) a using (item_id)
        group by all having count(distinct eval_id) >= 2`,
      order: "base_task, params, generator_version, seed, item_id"
    },
    truncated: truncated === "missing" ? MISSING : WRONG,
    samples
  });
