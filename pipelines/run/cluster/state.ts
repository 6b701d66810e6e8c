// How a distributed run stands: its queue, its workers, what failed. Pages, metrics and the store's cluster.json have it in this form.
import {mkdir, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {replaceFile} from "../../store/files.node.js";
import {memberSchema} from "./members.js";

const count = z.int().min(0);
export const clusterSchema = z.strictObject({
  at: z.string().describe("when this was true, ISO 8601"),
  ended: z.boolean().describe("whether the run has ended; false in what a run that goes on hands to open pages"),
  redis: z.string().describe("the server, without user and password; empty once the run has ended"),
  plan: z.string().describe("digest of what workers have to agree on"),
  seconds: z.number().describe("since the coordinator began"),
  queue: z.strictObject({
    waiting: count.describe("jobs that no worker has taken"),
    running: count.describe("jobs that workers are doing"),
    outstanding: count.describe("jobs whose results have not come")
  }),
  jobs: count.describe("results that have come"),
  given_again: count.describe("jobs that were put into the queue again"),
  done_here: count.describe("jobs that the coordinator did itself, since workers could not"),
  recovered: count.describe(
    "answers that came and that nobody waited for: left by an earlier coordinator, or of a job that was done twice"
  ),
  workers: z.array(memberSchema.extend({share: z.number().describe("of all tests whose results have come, 0…1")})),
  others: count.describe("living workers of another book or version")
});
export type ClusterState = z.infer<typeof clusterSchema>;

const FILE = "cluster.json";

/** Writes how a run stands into a folder of its tables so far. */
export async function writeState(folder: string, state: ClusterState): Promise<void> {
  await mkdir(folder, {recursive: true});
  await replaceFile(join(folder, FILE), temporary => writeFile(temporary, `${JSON.stringify(state, null, 2)}\n`));
}

/** A run's last state as its store keeps it, which may be published: without names of machines. */
export const lastState = (state: ClusterState): ClusterState => ({
  ...state,
  ended: true,
  redis: "",
  workers: state.workers.map(worker => ({...worker, host: "", pid: 0}))
});

/** Removes what an earlier, distributed run has left; true where there was something. */
export async function dropState(folder: string): Promise<boolean> {
  return rm(join(folder, FILE)).then(
    () => true,
    () => false
  );
}
