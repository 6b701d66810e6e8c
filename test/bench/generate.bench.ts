// How fast each task makes tests at its medium tier, against the rate that keeps generation out of a run's way.
// Per core: processor time is counted, so that other work on the machine does not pass for ours.
import {readSuites} from "../../pipelines/book/read.node.js";
import {type ManifoldPoint, manifold, testAt} from "../../pipelines/generate/manifold.node.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {EXPANDED} from "../../pipelines/generate/tasks/expanded.node.js";
import type {BenchRow} from "./infer.bench.js";

/** Tests per second that every task is to reach; a table is as long as a whole conversation, and may take its time. */
const TARGET = 20_000;
const TARGET_OF_TABLES = 500;
/** Tables are measured at this length, tokens. */
const TABLE_TOKENS = 2000;
const WARM_UP_MS = 400;
const MEASURED_MS = 1_200;
/** The best of so many stretches: other work on the machine only ever makes one slower. */
const STRETCHES = 4;
/** Tests between two looks at the clock. */
const BATCH = 50;

export async function benchGenerate(): Promise<BenchRow[]> {
  const {suite, locate} = (await readSuites(["data/suites/manifold.yaml"])).suites[0]!;
  const medium = manifold(suite, {seed: 42, locate}).filter(({tiers}) => tiers.includes("medium"));
  const own = [...tasks.keys()].filter(name => !name.startsWith(EXPANDED)); // the others make the same questions
  return own.sort().map(name => {
    const points = name === "tables" ? tables() : medium.filter(({base_task}) => base_task === name);
    const target = name === "tables" ? TARGET_OF_TABLES : TARGET;
    const rate = rateOf(points);
    return {
      work: `tests of ${name}, ${name === "tables" ? `${TABLE_TOKENS} tokens` : `medium tier, ${points.length} points`}`,
      ours: `${Math.round(rate).toLocaleString("en")}/s`,
      baseline: `${target.toLocaleString("en")}/s`,
      ratio: rate / target,
      target: "≥ 1 × baseline"
    };
  });
}

const tables = (): ManifoldPoint[] =>
  manifold(
    {
      id: "bench",
      tasks: [
        {
          task: "tables",
          params: {target_tokens: TABLE_TOKENS, format: ["markdown", "csv", "json", "html"]},
          tiers: {},
          surfaces: {},
          projections: {}
        }
      ]
    },
    {seed: 42}
  );

/** Tests per second of processor time, points taken in turn. */
function rateOf(points: ManifoldPoint[]): number {
  const task = tasks.get(points[0]!.base_task)!;
  let index = 0;
  const stretch = (ms: number): number => {
    const from = index;
    const started = process.cpuUsage();
    let spent = 0;
    while (spent < ms) {
      for (let i = 0; i < BATCH; i++, index++) testAt(points[index % points.length]!, task, index);
      const {user, system} = process.cpuUsage(started);
      spent = (user + system) / 1000;
    }
    return ((index - from) * 1000) / spent;
  };
  stretch(WARM_UP_MS);
  return Math.max(...Array.from({length: STRETCHES}, () => stretch(MEASURED_MS / STRETCHES)));
}
if (process.argv[1]?.endsWith("generate.bench.ts")) console.table(await benchGenerate());
