// What an item of a bank holds beside its text: images, tools that may be called, and further messages of the user.
import {z} from "zod";
import {UserError} from "../../rows/error.js";
import {jsonOf} from "../../rows/json.js";
import {canonicalJson} from "../canonical.js";
import {imageOf} from "../image.node.js";
import {isMap, texts, whole} from "./fields.js";

/** A tool whose results are known in advance, so that a dialogue repeats. */
const toolSchema = z.strictObject({
  name: z.string().regex(/^[\w-]{1,64}$/u, "a tool's name has up to 64 letters, digits, _ and -"),
  description: z.string().default(""),
  /** JSON schema of its arguments. */
  parameters: z.record(z.string(), z.unknown()).default({type: "object", properties: {}}),
  /** Results by the JSON of the arguments; read items have canonical JSON here. */
  results: z.record(z.string(), z.string()).default({}),
  /** Result for arguments without one of their own. */
  otherwise: z.string().optional()
});
export type ItemTool = z.infer<typeof toolSchema>;

export interface Parts {
  /** Images shown with the question, as data URLs. */
  images?: string[];
  tools?: ItemTool[];
  /** Further messages of the user, each sent after the answer to the one before. The last answer is scored. */
  turns?: string[];
  /** Most requests of the dialogue. */
  max_turns?: number;
}
export const PARTS = ["images", "tools", "turns", "max_turns"] as const;

/** Most images of one item, tools of one item, and requests of one dialogue. */
const MOST_IMAGES = 16;
const MOST_TOOLS = 128;
const LONGEST_DIALOGUE = 1_000;

/** The parts that a record's values describe, or one sentence about what is wrong with them. */
export function partsOf(given: Readonly<Record<string, unknown>>): Parts | string {
  const parts: Parts = {};
  try {
    const [images, tools, turns, most] = PARTS.map(name => present(given[name]));
    if (images !== undefined) parts.images = imagesIn(images);
    if (tools !== undefined) parts.tools = toolsIn(tools);
    if (turns !== undefined) parts.turns = turnsIn(turns);
    if (most !== undefined) parts.max_turns = lengthIn(most);
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
  return parts;
}

/** A value, or undefined for one that says nothing: null, an empty text or an empty list. */
const present = (value: unknown): unknown =>
  value === null || value === "" || value === "[]" || (Array.isArray(value) && value.length === 0) ? undefined : value;

function imagesIn(value: unknown): string[] {
  const urls = texts(typeof value === "string" && !value.trimStart().startsWith("[") ? [value] : value);
  if (!urls) throw new UserError("images: not a list of data URLs");
  if (urls.length > MOST_IMAGES) throw new UserError(`images: ${urls.length} images; at most ${MOST_IMAGES}`);
  for (const [i, url] of urls.entries()) imageOf(url, `images.${i}`);
  return urls;
}

function toolsIn(value: unknown): ItemTool[] {
  const list = typeof value === "string" ? jsonOf(value) : value;
  if (!Array.isArray(list)) throw new UserError("tools: not a list of tools");
  if (list.length > MOST_TOOLS) throw new UserError(`tools: ${list.length} tools; at most ${MOST_TOOLS}`);
  const names = new Set<string>();
  return list.map((each, i) => {
    const parsed = toolSchema.safeParse(each);
    if (!parsed.success) {
      const {path, message} = parsed.error.issues[0]!;
      throw new UserError(`tools.${[i, ...path].join(".")}: ${message}`);
    }
    const {results, ...tool} = parsed.data;
    if (names.has(tool.name)) throw new UserError(`tools.${i}: a second tool named ${JSON.stringify(tool.name)}`);
    names.add(tool.name);
    const canonical = Object.entries(results).map(([key, result]) => {
      const given = jsonOf(key);
      if (!isMap(given))
        throw new UserError(
          `tools.${i}.results: ${JSON.stringify(key.slice(0, 60))} is not a JSON map of arguments, such as {"city":"Oslo"}`
        );
      return [canonicalJson(given), result] as const;
    });
    return {...tool, results: Object.fromEntries(canonical)};
  });
}

function turnsIn(value: unknown): string[] {
  const turns = texts(value)?.map(turn => turn.trim());
  if (!turns || turns.includes("")) throw new UserError("turns: not a list of texts");
  return turns;
}

function lengthIn(value: unknown): number {
  const most = whole(value);
  if (most === undefined || most < 1 || most > LONGEST_DIALOGUE)
    throw new UserError(`max_turns: ${JSON.stringify(value)} is not a whole number from 1 to ${LONGEST_DIALOGUE}`);
  return most;
}
