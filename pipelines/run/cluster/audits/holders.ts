// The living workers that search files, by what they hold: those with the same files share a queue.
import {type Pool, pool} from "../../../book/concurrency.js";
import type {Signals} from "../../failures.js";
import type {Coordination} from "../coordination.js";
import {type Jobs, openJobs} from "../jobs.js";
import {searchesOf} from "../keys.js";
import {living, type Member} from "../members.js";
import type {SearchedFrame} from "./frames.js";
import {holdingsBy} from "./holdings.js";
import {type Search, searchId} from "./job.js";

/** Most searches in one queue: so many that no worker has to wait for the next, and few enough to look after each. */
const MOST_SEARCHES = 256;

interface Group {
  files: ReadonlySet<string>;
  jobs: Jobs<Search, SearchedFrame>;
  places: Pool<null>;
  workers: number;
  gone: boolean;
}

/** Holders of a file. */
interface Holder {
  /** Has a worker search the file: its result is kept, none of them could, or all of them have gone. */
  done(search: Search): Promise<"kept" | "failed" | "gone">;
}

export interface Holders extends AsyncDisposable {
  /** Learns who lives, and looks for searches that got lost. */
  look(): Promise<void>;
  /** Resolves after the next look. */
  looked(): Promise<void>;
  /** Who lives, whatever it works for. */
  readonly seen: {members: readonly Member[]; unknown: number};
  /** Whether any worker of this version lives. */
  readonly anybody: boolean;
  /** Those with the shortest queue among the living ones that hold a file; null where nobody does. */
  of(file: string): Holder | null;
  /** Hands on what a worker sent: that it has come, and that it is kept. */
  arrived(job: string): void;
  result(frame: SearchedFrame): void;
  unfinished(job: string, state: {failed: boolean; hopeless: boolean}): Promise<void>;
  /** Ends all searches, and those to come. */
  fail(error: Error): void;
}

export function openHolders(
  {connection, scripts, persist, ending}: Coordination,
  {version, stop = new AbortController().signal}: {version: string} & Pick<Signals, "stop">
): Holders {
  const groups = new Map<string, Group>();
  let seen: Holders["seen"] = {members: [], unknown: 0};
  let fault: Error | null = null;
  let waiting: (() => void)[] = [];
  const wake = () => {
    for (const each of waiting) each();
    waiting = [];
  };
  stop.addEventListener("abort", wake, {once: true});
  ending.addEventListener("abort", wake, {once: true});

  const open = (digest: string, files: ReadonlySet<string>): Group => ({
    files,
    workers: 0,
    gone: false,
    places: pool(MOST_SEARCHES, () => null),
    jobs: openJobs<Search, SearchedFrame>(connection, {
      queue: searchesOf(digest),
      name: "search",
      idOf: searchId,
      persist,
      stop,
      signal: ending
    })
  });
  const leave = async (group: Group) => {
    group.gone = true;
    await group.jobs.giveUp();
    await group.jobs[Symbol.asyncDispose]();
  };
  const holderOf = (group: Group): Holder => ({
    done: search =>
      group.places.use(async () => {
        if (fault) throw fault;
        if (group.gone) return "gone";
        if (await group.jobs.done(search)) return "kept";
        return group.gone ? "gone" : "failed";
      })
  });
  return {
    async look() {
      seen = await living(scripts);
      const workers = new Map<string, number>();
      for (const {role, plan, ...member} of seen.members)
        if (role === "searcher" && member.version === version) workers.set(plan, (workers.get(plan) ?? 0) + 1);
      for (const [digest, group] of [...groups]) {
        group.workers = workers.get(digest) ?? 0;
        if (group.workers > 0) continue;
        groups.delete(digest);
        await leave(group);
      }
      for (const [digest, count] of workers) {
        if (groups.has(digest)) continue;
        const files = await holdingsBy(connection, digest, version);
        if (files) groups.set(digest, Object.assign(open(digest, files), {workers: count}));
      }
      wake();
      for (const {jobs} of groups.values()) await jobs.sweep();
    },
    looked: () => new Promise(resolve => waiting.push(resolve)),
    get seen() {
      return seen;
    },
    get anybody() {
      return seen.members.some(({role, ...member}) => role === "worker" && member.version === version);
    },
    of(file) {
      const holding = [...groups.values()].filter(({files}) => files.has(file));
      const load = ({jobs, workers}: Group) => jobs.outstanding / workers;
      const best = holding.reduce<Group | null>((best, each) => (best && load(best) <= load(each) ? best : each), null);
      return best && holderOf(best);
    },
    arrived(job) {
      for (const {jobs} of groups.values()) jobs.arrived(job);
    },
    result(frame) {
      for (const {jobs} of groups.values()) jobs.result(frame);
    },
    async unfinished(job, {failed, hopeless}) {
      for (const {jobs} of groups.values())
        if (hopeless) await jobs.giveUp(job);
        else jobs.unfinished(job, failed);
    },
    fail(error) {
      fault ??= error;
      for (const {jobs} of groups.values()) jobs.fail(error);
      wake();
    },
    async [Symbol.asyncDispose]() {
      stop.removeEventListener("abort", wake);
      for (const {jobs} of groups.values()) await jobs[Symbol.asyncDispose]();
    }
  };
}
