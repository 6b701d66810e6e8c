// Item response theory: the shared matrices A (2,000 × 100) and B (60 × 2,000), and two of our own with known parameters.
import {execFileSync, spawnSync} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import {type Fit, type FitOptions, fit as fitted} from "../../pipelines/studies/irt/estimate/fit.js";
import type {Responses} from "../../pipelines/studies/irt/item.js";
import {readResponses} from "../../pipelines/studies/irt/readResponses.node.js";
import {threadsFor} from "../../pipelines/studies/irt/threads.node.js";
import type {BenchRow} from "./infer.bench.js";

const DATA = "../shared/data/irt";
const PRIORS: NonNullable<FitOptions["priors"]> = {a: {mean: 0, sd: 0.5}, c: {alpha: 5, beta: 17}};

interface Truth {
  theta: number[];
  b: number[];
  curve(item: number, theta: number): number;
}

/** θ ~ N(0, 1), a ~ LogN(0, 0.3), b ~ N(0, 1), c ~ U(0.1, 0.25); mulberry32 and Box–Muller. */
function simulate(n: number, size: number, seed: number): {responses: Responses; truth: Truth} {
  let state = seed >>> 0;
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (((t ^ (t >>> 14)) >>> 0) + 0.5) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
  const theta = Array.from({length: n}, normal);
  const items = Array.from({length: size}, () => ({a: Math.exp(0.3 * normal()), b: normal(), c: 0.1 + 0.15 * random()}));
  const curve = (j: number, t: number) => items[j]!.c + (1 - items[j]!.c) / (1 + Math.exp(-items[j]!.a * (t - items[j]!.b)));
  const cells = new Uint8Array(n * size);
  for (let i = 0; i < n; i++) for (let j = 0; j < size; j++) cells[i * size + j] = random() < curve(j, theta[i]!) ? 1 : 0;
  const names = (count: number) => Array.from({length: count}, (_, i) => String(i + 1));
  return {responses: {persons: names(n), items: names(size), cells}, truth: {theta, b: items.map(({b}) => b), curve}};
}

function truthOf(name: string): Truth {
  const rows = (file: string) =>
    readFileSync(`${DATA}/${file}`, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map(line => line.split(",").map(Number));
  const items = rows(`${name}_items_true.csv`) as [number, number, number][];
  const curve = (j: number, t: number) => items[j]![2] + (1 - items[j]![2]) / (1 + Math.exp(-items[j]![0] * (t - items[j]![1])));
  return {theta: rows(`${name}_theta_true.csv`).map(([t]) => t!), b: items.map(([, b]) => b), curve};
}

const rms = (values: number[]) => Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
function scaleOf(values: readonly number[]): {mean: number; sd: number} {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return {mean, sd: rms(values.map(value => value - mean))};
}

/** Abilities and truth, each to mean 0 and standard deviation 1; difficulties and curves on that scale. */
function quality({ability, items}: Fit, truth: Truth, ids: readonly string[]): string {
  const [own, real] = [scaleOf(ability.map(({eap}) => eap)), scaleOf(truth.theta)];
  const off = ability.map(({eap}, i) => (eap - own.mean) / own.sd - (truth.theta[i]! - real.mean) / real.sd);
  const covered = ability.filter(({lo, hi}, i) => Math.abs(off[i]!) <= (hi - lo) / 2 / own.sd).length / ability.length;
  const place = new Map(ids.map((id, j) => [id, j]));
  const b = items.map(item => (item.b - own.mean) / own.sd - (truth.b[place.get(item.id)!]! - real.mean) / real.sd);
  let [square, weight] = [0, 0];
  for (const item of items)
    for (let t = -3; t <= 3.001; t += 0.25) {
      const p = item.c + (1 - item.c) / (1 + Math.exp(-(item.a * (own.mean + own.sd * t) + item.d)));
      const w = Math.exp(-0.5 * t * t);
      square += w * (p - truth.curve(place.get(item.id)!, real.mean + real.sd * t)) ** 2;
      weight += w;
    }
  return `RMSE θ ${rms(off).toFixed(4)}, b ${rms(b).toFixed(3)}, curve ${Math.sqrt(square / weight).toFixed(4)}, covers ${(100 * covered).toFixed(1)} %`;
}

/** Seconds of mirt's 3PL on a file without header; null where R has no mirt. */
function mirt(file: string): number | null {
  const there = spawnSync("Rscript", ["-e", 'quit(status = !requireNamespace("mirt", quietly = TRUE))']).status === 0;
  if (!there) return null;
  const script = `x <- read.csv("${file}", header = FALSE); cat(system.time(mirt::mirt(x, 1, "3PL", verbose = FALSE))[["elapsed"]])`;
  return Number(execFileSync("Rscript", ["-e", script]).toString());
}

export async function benchIrt(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  async function measure(
    work: string,
    goal: number,
    {responses, options, truth, baseline}: {responses: Responses; options: FitOptions; truth?: Truth; baseline?: number | null}
  ): Promise<void> {
    const started = performance.now();
    await using threads = await threadsFor(responses);
    const fit = fitted(responses, {...options, ...(threads && {threads})});
    const seconds = (performance.now() - started) / 1000;
    const rss = Math.round(process.resourceUsage().maxRSS / 1024);
    const told = `${fit.converged ? "converged" : "NOT CONVERGED"}, slope ${fit.max_gradient.toExponential(1)}, LL ${fit.loglik.toFixed(2)}, ${rss} MB`;
    rows.push({
      work: `${work}: ${told}${truth ? `; ${quality(fit, truth, responses.items)}` : ""}`,
      ours: `${seconds.toFixed(2)} s`,
      baseline: baseline ? `mirt ${baseline.toFixed(1)} s` : `goal ${goal} s`,
      ratio: baseline ? baseline / seconds : seconds / goal,
      target: baseline ? "≥ 1" : "≤ 1"
    });
  }
  if (existsSync(DATA)) {
    const theirs = mirt(`${DATA}/A_resp.csv`);
    if (theirs === null)
      process.stderr.write("R with mirt is not installed: fits have only their goals to be measured against\n");
    const [a, b] = [await readResponses(`${DATA}/A_resp.csv`), await readResponses(`${DATA}/B_resp.csv`)];
    await measure("A, 3PL, posterior mode", 2, {responses: a, options: {model: "3pl", estimate: "map", priors: PRIORS}});
    await measure("A, 3PL, maximum likelihood", 5, {
      responses: a,
      options: {model: "3pl", estimate: "ml"},
      baseline: theirs
    });
    await measure("B, 3PL, empirical Bayes", 3, {
      responses: b,
      options: {model: "3pl", estimate: "eb"},
      truth: truthOf("B")
    });
  } else process.stderr.write(`${DATA} is not here: A and B are not measured\n`);
  for (const [n, size, goal] of [
    [200, 5_000, 8],
    [60, 248_000, 30]
  ] as const) {
    const {responses, truth} = simulate(n, size, 20);
    await measure(`${n} × ${size.toLocaleString("en")}, 3PL, empirical Bayes`, goal, {
      responses,
      options: {model: "3pl", estimate: "eb"},
      truth
    });
  }
  return rows;
}
