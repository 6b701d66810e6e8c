// How a distributed run stands: its queue, its workers, what failed. Pages, metrics and the store's cluster.json have it in this form.
import {z} from "zod";
import {memberSchema} from "./members.js";

const count = z.int().min(0);
export const clusterSchema = z.strictObject({
  at: z.string().describe("when this was true, ISO 8601"),
  ended: z.boolean().describe("whether the run has ended; false in what a run that goes on hands to open pages"),
  redis: z.string().describe("the server, without user and password"),
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
  recovered: count.describe("answers found in Redis that an earlier coordinator had not taken"),
  workers: z.array(memberSchema.extend({share: z.number().describe("of all tests whose results have come, 0…1")})),
  others: count.describe("living workers of another book or version")
});
export type ClusterState = z.infer<typeof clusterSchema>;
