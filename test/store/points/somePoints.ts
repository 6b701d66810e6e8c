// Random rows of the table `points`, and a store that holds them.
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import {canonicalJson} from "../../../pipelines/generate/seed.js";
import {type Counters, noCounters} from "../../../pipelines/score/counters.js";
import {identityOf} from "../../../pipelines/store/points/overlay.node.js";
import {type PointRow, pointRow} from "../../../pipelines/store/rows.node.js";
import {tables} from "../../../pipelines/store/tables.js";
import {openStage} from "../../../pipelines/store/writer.node.js";

const some = (names: string[]) => fc.subarray(names).map(list => [...list].sort());
const integer = (max: number) => fc.integer({min: 0, max});

const counters = fc
  .record({correct: integer(40), incorrect: integer(40), truncated: integer(9), unparsed: integer(40), mean: integer(900)})
  .filter(({correct, incorrect, truncated}) => correct + incorrect + truncated > 0)
  .map(({correct, incorrect, truncated, unparsed, mean}): Counters => {
    const tokens = [correct, incorrect, truncated].map(n => n * mean) as [number, number, number];
    const sum = tokens.reduce((a, b) => a + b);
    return {
      ...noCounters,
      correct,
      incorrect,
      truncated,
      unparsed: Math.min(unparsed, incorrect),
      guess_sum: 0.25 * (correct + incorrect),
      tokens_correct: tokens[0],
      tokens_incorrect: tokens[1],
      tokens_truncated: tokens[2],
      completion_tokens: sum,
      tokens_squared: sum * mean,
      prompt_tokens: sum,
      cost: sum / 1024
    };
  });

/** Tasks of nobody's: their parameters are taken as they are. */
const point = fc
  .record({
    model: fc.constantFrom("ant", "bee", "cat"),
    template: fc.constantFrom("plain", "shot"),
    base_task: fc.constantFrom("knots", "maps"),
    params: fc.record({length: integer(4), p: fc.constantFrom(0.25, 0.5), kind: fc.constantFrom("a b", "c")}),
    groups: some(["family:a", "family:b", "size:l", "size:s"]),
    tiers: some(["easy", "hard"]),
    surfaces: some(["s1", "s2"]),
    projections: some(["p1"]),
    tags: some(["mine", "yours"]),
    counters,
    simulated: fc.boolean()
  })
  .map(
    ({params, ...rest}): PointRow =>
      pointRow({
        ...rest,
        eval_id: `${rest.model}-${rest.template}`,
        sampler: "greedy",
        params,
        params_json: canonicalJson(params),
        generator_version: 1,
        seed: 42,
        stopped: "width"
      })
  );

export const points = fc.uniqueArray(point, {selector: identityOf, minLength: 1, maxLength: 40});

export interface SomeStore extends AsyncDisposable {
  folder: string;
}

/** A store of these rows alone; without rows an empty folder. */
export async function storeOf(rows: readonly PointRow[]): Promise<SomeStore> {
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-points-"));
  if (rows.length > 0) {
    await using stage = await openStage({points: tables.points}, {folder});
    for (const row of rows) stage.append("points", row);
    await stage.write("points", join(folder, "points.parquet"));
  }
  return {folder, [Symbol.asyncDispose]: () => rm(folder, {recursive: true, force: true})};
}
