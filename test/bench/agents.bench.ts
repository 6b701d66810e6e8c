// How many episodes of ZenAgent a core runs against the loopback APIs with the simulated planner. How fast its tasks are made is measured by
// the bench `benchmarks`.
import {roster} from "../../pipelines/infer/reference/roster.js";
import {environmentHost} from "../../pipelines/run/environments/host.js";
import {episodeOf, places, zenAgent} from "../run/environments/drive.js";
import type {BenchRow} from "./infer.bench.js";

const EPISODES = 600;
const ROUNDS = 4;
/** Episodes a second of processor time. */
const EPISODES_PER_SECOND = 100;
const SIDE_BY_SIDE = 32;

export async function benchAgents(): Promise<BenchRow[]> {
  const model = roster.find(({id}) => id === "sim-otter-08")!;
  const items = Array.from({length: EPISODES}, (_, i) => zenAgent.at(places[Math.floor((i * places.length) / EPISODES)]!));
  await using host = environmentHost();
  let calls = 0;
  const episodes = await bestRate(items.length, async () => {
    const left = items.values();
    calls = 0;
    await Promise.all(
      Array.from({length: SIDE_BY_SIDE}, async () => {
        for (const item of left) {
          const {outcome} = await episodeOf(model, item, host.open);
          calls += outcome.calls;
        }
      })
    );
  });
  return [
    row(
      `episodes of ${(calls / items.length).toFixed(1)} calls over HTTP, ${SIDE_BY_SIDE} side by side`,
      episodes,
      EPISODES_PER_SECOND
    )
  ];
}

/** The best rate of several rounds, per second of processor time. */
async function bestRate(count: number, work: () => Promise<void>): Promise<number> {
  let best = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const started = process.cpuUsage();
    await work();
    const {user, system} = process.cpuUsage(started);
    best = Math.max(best, count / ((user + system) / 1e6));
  }
  return best;
}

const row = (work: string, rate: number, target: number): BenchRow => ({
  work,
  ours: `${Math.round(rate).toLocaleString("en")}/s`,
  baseline: `${target.toLocaleString("en")}/s`,
  ratio: rate / target,
  target: "≥ 1 × baseline"
});
