// What workers and coordinators say of themselves in Redis, once a second while they live.
import {hostname} from "node:os";
import type {Redis} from "ioredis";
import {z} from "zod";
import {SEEN, WORKERS} from "./keys.js";
import type {Scripts} from "./scripts.js";
import {DEAD_MS} from "./sharedBudget.js";

/** Time between two words of one process. */
const BEAT_MS = 1_000;
/** Weight of the last second in a rate, so that it follows within some five seconds. */
const LAST_SECOND = 0.3;

const count = z.int().min(0);
export const memberSchema = z.strictObject({
  id: z.string().describe("name of the process for this run"),
  role: z.enum(["worker", "coordinator", "searcher"]),
  host: z.string().max(255).describe("name of its machine; empty once the run has ended"),
  pid: count.describe("number of its process; 0 once the run has ended"),
  version: z.string().max(64).describe("version of reasonbook"),
  plan: z.string().max(64).describe("digest of what it has to agree on with others"),
  seconds: z.number().describe("since it started"),
  jobs: count.describe("jobs that it has done"),
  running: count.describe("jobs that it is doing"),
  tests: count.describe("tests that it has asked and scored"),
  tests_per_second: z.number().describe("of late"),
  asked: count.describe("answers that it got from models"),
  failed: count.describe("requests that failed"),
  refused: count.describe("jobs that it refused"),
  in_flight: count.describe("requests that have been sent and are not answered yet")
});
export type Member = z.infer<typeof memberSchema>;

/** What a process counts of itself. */
export type Counts = Pick<Member, "jobs" | "running" | "tests" | "asked" | "failed" | "refused" | "in_flight">;

export interface Membership extends AsyncDisposable {
  /** What this process says at present. */
  now(): Member;
}

/** Joins the others, and says once a second how this process does. */
export async function join(
  {id, role, version, plan}: Pick<Member, "id" | "role" | "version" | "plan">,
  {connection, scripts, counts}: {connection: Redis; scripts: Scripts; counts: () => Counts}
): Promise<Membership> {
  const started = performance.now();
  let [before, rate] = [0, 0];
  const now = (): Member => ({
    id,
    role,
    host: hostname(),
    pid: process.pid,
    version,
    plan,
    seconds: Math.round((performance.now() - started) / 1000),
    ...counts(),
    tests_per_second: Number(rate.toFixed(1))
  });
  const say = async () => {
    if (connection.status === "ready") await scripts.beat([WORKERS, SEEN], [id, JSON.stringify(now()), DEAD_MS]).catch(() => {});
  };
  await say();
  const timer = setInterval(() => {
    const {tests} = counts();
    rate += LAST_SECOND * ((tests - before) * (1_000 / BEAT_MS) - rate);
    before = tests;
    void say();
  }, BEAT_MS);
  timer.unref();
  return {
    now,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      if (connection.status !== "ready") return;
      await connection.hdel(WORKERS, id).catch(() => {});
      await connection.zrem(SEEN, id).catch(() => {});
    }
  };
}

/** All that live and speak this version's language, and how many others there are. */
export async function living(scripts: Scripts): Promise<{members: Member[]; unknown: number}> {
  const found = (await scripts.living([WORKERS, SEEN], [DEAD_MS])) as string[];
  const said = found.filter((_, i) => i % 2 === 1);
  const members = said.flatMap(text => {
    try {
      return [memberSchema.parse(JSON.parse(text))];
    } catch {
      return [];
    }
  });
  return {members, unknown: said.length - members.length};
}
