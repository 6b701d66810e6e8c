// The numbers of samples that page Explore draws, and how each is named.
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {type Binned, binned, othersWrong} from "../../pipelines/studies/samples/crossFilter.js";
import type {Samples} from "../samples/data.js";

export interface ExploredColumn extends Binned {
  /** its name in the address */
  key: string;
  label: string;
}

const known = (values: Int32Array): Float64Array => Float64Array.from(values, value => (value < 0 ? Number.NaN : value));

/** The columns of which some value is known, those that pages are most often asked for first. */
export function exploredColumns(samples: Samples, latencies: Float64Array | null): ExploredColumn[] {
  const columns: [key: string, label: string, values: Float64Array][] = [
    ["tokens", "Completion tokens", known(samples.completion)],
    ["prompt", "Prompt tokens", known(samples.prompt)],
    ["characters", "Characters written", known(samples.characters)],
    ["cost", "US dollars per 1,000 answers like it", samples.cost.map(cost => 1_000 * cost)],
    ["difficulty", "Others wrong on the test (%)", othersWrong(samples.item, samples.status).map(share => 100 * share)],
    ["index", "Position of the test in its point", known(samples.index)]
  ];
  if (latencies) columns.splice(4, 0, ["latency", "Latency (ms)", latencies]);
  return columns.map(([key, label, values]) => ({key, label, ...binned(values)})).filter(({edges}) => edges.length > 0);
}

/** Latencies in milliseconds in the order of `place`; NaN where none is known. */
export async function latenciesOf(sql: Sql): Promise<Float64Array> {
  const rows = await sql.query(
    `select coalesce(t.latency, 'nan'::double) as latency from sample_list l left join
      (select eval_id, item_id, trial, any_value(latency_ms) as latency from timings group by all) t using (eval_id, item_id, trial) order by place`
  );
  return Float64Array.from((rows.getChildAt(0)?.toArray() ?? []) as ArrayLike<number>);
}
