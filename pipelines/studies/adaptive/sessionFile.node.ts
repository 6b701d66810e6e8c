// The file of an adaptive session: one JSON file in the store, which the study `adaptive_steps` reads.
import {mkdir, readdir, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {replaceFile} from "../../store/files.node.js";
import {CRITERIA} from "./session.js";

const stepSchema = z.object({
  step: z.number().describe("1 for the first answer"),
  item_id: z.string(),
  base_task: z.string(),
  right: z.boolean().nullable().describe("null: cut off by the token limit, which says nothing unless --truncated wrong"),
  status: z.number().describe("0 incorrect, 1 correct, 2 truncated"),
  a: z.number().describe("the item's curve: discrimination, difficulty, lower and upper asymptote"),
  b: z.number(),
  c: z.number(),
  u: z.number(),
  information: z.number().describe("Fisher information of the item at the estimate that it was chosen by"),
  theta: z.number().describe("posterior mean with this answer"),
  se: z.number().describe("posterior standard deviation"),
  low: z.number().describe("95 % interval of the likelihood"),
  high: z.number(),
  tokens: z.number().describe("completion tokens"),
  cost: z.number().describe("US dollars at list price"),
  cached: z.boolean().describe("the response cache had it")
});
export type SessionStep = z.infer<typeof stepSchema>;

const STATUSES = ["precise", "ranked", "count", "bank", "budget", "interrupted", "failed"] as const;

export const sessionSchema = z.object({
  session: z.string().describe("identity: evaluation, bank and settings"),
  eval_id: z.string(),
  model: z.string(),
  template: z.string(),
  sampler: z.string(),
  simulated: z.boolean().describe("a built-in reference model: a simulation, not a language model"),
  bank: z.object({source: z.string(), model: z.string(), items: z.number()}),
  criterion: z.enum(CRITERIA),
  stop: z.object({
    se: z.number().nullable(),
    min: z.number(),
    max: z.number().nullable(),
    ranks: z.number().nullable().describe("ranks that may stay open")
  }),
  status: z.enum(STATUSES).describe("why it ended"),
  theta: z.number().describe("ability: posterior mean under θ ~ N(0, 1) on the bank's scale"),
  se: z.number(),
  low: z.number().describe("95 % interval of the likelihood"),
  high: z.number(),
  rank: z
    .object({rank: z.number(), low: z.number(), high: z.number(), of: z.number()})
    .nullable()
    .describe("among the bank's other abilities, 1 = best, with its simultaneous 95 % interval"),
  inflation: z
    .number()
    .default(1)
    .describe(
      "what standard errors and intervals were multiplied by at the end, as replays on stored answers say; 1 where none were made"
    ),
  items: z.number().describe("items used"),
  cut: z.number().describe("of these cut off by the token limit"),
  asked: z.number().describe("answers that were not in the cache"),
  tokens: z.number().describe("completion tokens"),
  cost: z.number().describe("US dollars at list price, cached answers included"),
  unpriced: z.boolean().optional().describe("true if the model's price is not known, so that its cost counts as 0; else absent"),
  steps: z.array(stepSchema)
});
export type AdaptiveSession = z.infer<typeof sessionSchema>;

const FOLDER = "adaptive";

/** Saves a session in the store; it replaces an earlier one with the same settings. */
export async function keepSession(folder: string, session: AdaptiveSession): Promise<void> {
  await mkdir(join(folder, FOLDER), {recursive: true});
  const text = `${JSON.stringify(session, null, 1)}\n`;
  await replaceFile(join(folder, FOLDER, `${session.session}.json`), file => writeFile(file, text));
}

/** The sessions of a store, by identity; files that are not sessions are skipped. */
export async function keptSessions(folder: string): Promise<AdaptiveSession[]> {
  const names = await readdir(join(folder, FOLDER)).catch(() => [] as string[]);
  const sessions: AdaptiveSession[] = [];
  for (const name of names.filter(each => /^[0-9a-f]+\.json$/.test(each)).sort()) {
    const text = await readFile(join(folder, FOLDER, name), "utf8");
    try {
      sessions.push(sessionSchema.parse(JSON.parse(text)));
    } catch {}
  }
  return sessions;
}
