// How fast generated benchmarks are planned and their items made, in processor time, and asked of simulated models, by the clock. How fast pictures
// are drawn is measured by the bench `vision`, how fast episodes run by `agents`.
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {readBook} from "../../pipelines/book/read.node.js";
import {suiteSchema} from "../../pipelines/book/schemas.js";
import {parseYaml} from "../../pipelines/book/yaml.js";
import {benchmarks, benchmarkTasks} from "../../pipelines/generate/benchmarks/registry.js";
import {drawsOf} from "../../pipelines/generate/draws.node.js";
import {manifold} from "../../pipelines/generate/manifold.node.js";
import {run} from "../../pipelines/run/run.js";
import {silent} from "../silent.js";
import {secondsOf} from "./facts.bench.js";
import type {BenchRow} from "./infer.bench.js";

/** Seconds in which all generated benchmarks are to be planned. */
const PLANNED_SECONDS = 10;
/** Items a second. */
const ITEMS = 5_000;
/** Most items of each that are made in a round. */
const MOST_ITEMS = 3_000;
const ROUNDS = 3;

/** Models that are asked, and items that each of them is asked: as many of each benchmark that they can answer. */
const ASKED_MODELS = 15;
const ASKED_ITEMS = 2_000;
const ANSWERABLE = ["task: zen-reason", "task: zen-calib", "task: zen-safety", "task: zen-agent"];
const ASKED_SECONDS = 300;

/** Rows of all generated benchmarks; none where there are none. */
export const benchBenchmarks = async (): Promise<BenchRow[]> =>
  benchmarks.size === 0 ? [] : [plannedRow(), ...madeRows(), await askedRow()];

/** A run without anything in the cache, dialogues with tools among its items. */
async function askedRow(): Promise<BenchRow> {
  const root = mkdtempSync(join(tmpdir(), "bench-benchmarks-"));
  const each = ASKED_ITEMS / ANSWERABLE.length;
  try {
    cpSync("data", join(root, "data"), {recursive: true, filter: from => !/^data\/(store|cache)/.test(from)});
    const roster = readFileSync("data/models/reference.yaml", "utf8").split("\n");
    const models = roster.filter(line => line.startsWith("  - {id:")).filter((_, i) => i % 4 === 0);
    const write = (name: string, text: string) => writeFileSync(join(root, "data", name), text);
    write("models/asked.yaml", `endpoint: "reference:"\nmodels:\n${models.slice(0, ASKED_MODELS).join("\n")}\n`);
    // A list of values makes a point of each; so that each benchmark has its share of items, so have its points.
    write("suites/asked.yaml", `tasks:\n${ANSWERABLE.map(entry => `  - {${entry}}\n`).join("")}`);
    write(
      "book.yaml",
      `suite: suites/asked.yaml\nmodels: [models/asked.yaml]\ntemplate: templates/zerocot-nosys.yaml\nsampler: samplers/greedy-4k.yaml\nprecision: {min: ${each}, step: ${each}, max: ${each}}\nseed: 1\n`
    );
    const book = await readBook("data/book.yaml", {root});
    const [started, used] = [performance.now(), process.cpuUsage()];
    const {samples, failed} = (await run(book, {folder: join(root, "store"), report: silent, limit: ASKED_ITEMS}))!;
    const seconds = (performance.now() - started) / 1000;
    const {user, system} = process.cpuUsage(used);
    return {
      work: `${book.models.length} simulated models × ${ASKED_ITEMS.toLocaleString("en")} items, ${samples.toLocaleString("en")} answers${failed > 0 ? `, ${failed} failed` : ""}`,
      ours: `${seconds.toFixed(0)} s, ${((user + system) / 1e6).toFixed(0)} s of processor time`,
      baseline: `${ASKED_SECONDS} s`,
      ratio: ASKED_SECONDS / seconds,
      target: "≥ 1 × baseline"
    };
  } finally {
    rmSync(root, {recursive: true, force: true});
  }
}

/** Points of a suite that asks these benchmarks, those of images with their pictures alone where `params` says so. */
function pointsOf(names: Iterable<string>, seed: number, params = "{}") {
  const text = `tasks: [${[...names].map(name => `{task: ${name}, params: ${params}}`).join(", ")}]`;
  const {value, locate} = parseYaml(text, "bench.yaml", suiteSchema);
  return manifold({...value, id: "bench"}, {seed, tasks: benchmarkTasks, locate});
}

/** Planning counts the items that each point has. */
function plannedRow(): BenchRow {
  let items = 0;
  const seconds = secondsOf(() => {
    for (const point of pointsOf(benchmarks.keys(), 1))
      items += drawsOf(point, benchmarkTasks.get(point.base_task)!).available(Number.MAX_SAFE_INTEGER);
  });
  return {
    work: `${benchmarks.size} generated benchmarks planned, ${items.toLocaleString("en")} items`,
    ours: `${seconds.toFixed(2)} s`,
    baseline: `${PLANNED_SECONDS} s`,
    ratio: PLANNED_SECONDS / seconds,
    target: "≥ 1 × baseline"
  };
}

/** A row for all generated items together, and one for those of each benchmark. */
function madeRows(): BenchRow[] {
  const made = [...benchmarks.keys()].map(name => ({name, ...rateOf(name)}));
  const items = made.reduce((sum, {size}) => sum + size, 0);
  const seconds = made.reduce((sum, {size, rate}) => sum + size / rate, 0);
  const row = (work: string, rate: number, target = ""): BenchRow => ({
    work,
    ours: `${Math.round(rate).toLocaleString("en")}/s`,
    baseline: `${ITEMS.toLocaleString("en")}/s`,
    ratio: rate / ITEMS,
    target
  });
  return [
    row("items of all of them, each with its picture as SVG", items / seconds, "≥ 1 × baseline"),
    ...made.map(({name, rate}) => row(`items of ${name}`, rate))
  ];
}

/** How many items a benchmark has, and how many are made a second. */
function rateOf(name: string): {size: number; rate: number} {
  const task = benchmarkTasks.get(name)!;
  const isPictured = "image" in benchmarks.get(name)!.facets;
  const size = task.items.places({}) as number;
  // Small benchmarks have more rounds, so that what is measured has been compiled as well as for the others.
  const rounds = Math.max(ROUNDS, Math.ceil((ROUNDS * MOST_ITEMS) / size));
  const rates = Array.from({length: rounds}, (_, round) => {
    const [point] = pointsOf([name], round + 2, isPictured ? "{image: shown}" : "{}");
    const draws = drawsOf(point!, task);
    const count = draws.available(MOST_ITEMS);
    return (
      count /
      secondsOf(() => {
        for (let k = 0; k < count; k++) draws.test(k);
      })
    );
  });
  return {size, rate: Math.max(...rates)};
}
if (process.argv[1]?.endsWith("benchmarks.bench.ts")) console.table(await benchBenchmarks());
