// Renders a conversation with a model's chat template and splits it into control tokens and plain text.
import type {Template} from "@huggingface/jinja";
import type {ChatMessage} from "./types.js";

export interface Piece {
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
export function chatPieces(
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
