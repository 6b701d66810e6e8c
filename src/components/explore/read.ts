// Reads the samples that page Explore draws, once, when they are asked for.
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {exploredColumns} from "../../pipelines/studies/samples/explored.js";
import {type Samples, samplesOf} from "../samples/data.js";
import type {Explored} from "./explorer.js";

/** Reads all samples and the columns of them, each once; what failed is read anew. */
export function explorerReader(sql: Sql): (withLatency: boolean) => Promise<Explored> {
  let samples: Promise<Samples> | undefined;
  const explored: Partial<Record<string, Promise<Explored>>> = {};
  const read = async (withLatency: boolean): Promise<Explored> => {
    const all = await (samples ??= samplesOf(sql));
    return {samples: all, columns: exploredColumns(all, withLatency ? await latenciesOf(sql) : null)};
  };
  return async withLatency => {
    const key = String(withLatency);
    try {
      return await (explored[key] ??= read(withLatency));
    } catch (error) {
      samples = undefined;
      delete explored[key];
      throw error;
    }
  };
}

/** Latencies in milliseconds in the order of `place`; NaN where none is known. */
async function latenciesOf(sql: Sql): Promise<Float64Array> {
  const rows = await sql.query(
    `select coalesce(t.latency, 'nan'::double) as latency from sample_list l left join
      (select eval_id, item_id, trial, any_value(latency_ms) as latency from timings group by all) t using (eval_id, item_id, trial) order by place`
  );
  return Float64Array.from((rows.getChildAt(0)?.toArray() ?? []) as ArrayLike<number>);
}
