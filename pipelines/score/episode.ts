// What an episode of tool calls leaves behind: the log of its API, what the calls came to, and the text in which responses keep a dialogue.
import {z} from "zod";
import {jsonOf} from "../rows/json.js";

const value = z.union([z.string(), z.number(), z.null()]);
const rows = z.array(z.array(value));

/** Rows of a view that a call has added and removed. */
const changeSchema = z.object({view: z.string(), added: rows, removed: rows});
export type RowChange = z.infer<typeof changeSchema>;

/** A call, as the API's log has it. */
const callSchema = z.object({
  tool: z.string(),
  /** As the model wrote them. */
  arguments: z.string(),
  status: z.number(),
  /** JSON, as the model was told. */
  result: z.string(),
  changes: z.array(changeSchema).optional(),
  forbidden: z.boolean().optional(),
  malformed: z.boolean().optional(),
  unknown: z.boolean().optional(),
  /** Whether the failure was injected. */
  fault: z.boolean().optional()
});
export type LoggedCall = z.infer<typeof callSchema>;

/** A dialogue, as the text of a response keeps it. */
const recordSchema = z.object({
  episode: z.literal(1),
  /** Each request's answer: its text, and the calls that it made. */
  turns: z.array(z.object({text: z.string(), calls: z.array(callSchema)}))
});
type EpisodeRecord = z.infer<typeof recordSchema>;
export type Turn = EpisodeRecord["turns"][number];

/** What the calls of an episode came to, read from its database and from its API's log. */
export interface EpisodeOutcome {
  /** Whether the rows are those of the goal, and whether they differ from those of the start. */
  reached: boolean;
  changed: boolean;
  /** All calls, failed ones included. */
  calls: number;
  /** Calls of the shortest plan. */
  optimal: number;
  /** Calls that succeeded though they were forbidden. */
  forbidden: number;
  /** Calls whose arguments are no JSON, and calls of tools that do not exist. */
  malformed: number;
  unknown: number;
  /** Injected failures, and how many of these calls were made again with success. */
  faults: number;
  recovered: number;
}

/** Finish reason of a dialogue whose budget of turns was used up before an answer came. */
export const OUT_OF_TURNS = "turns";

/** How the text of every record begins. */
export const RECORD_BEGINS = '{"episode":';

/** The text of a record. No `<` stands in it, so that no reader takes a model's words for its reasoning. */
export const recordText = (turns: readonly Turn[]): string =>
  JSON.stringify({episode: 1, turns} satisfies {episode: 1; turns: readonly Turn[]}).replaceAll("<", "\\u003c");

/** The record in a response's text; null where it holds none. */
export function recordIn(text: string): EpisodeRecord | null {
  const found = recordSchema.safeParse(jsonOf(text));
  return found.success ? found.data : null;
}
