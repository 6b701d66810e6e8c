// Separates the part of a response that answers from reasoning, tokens of chat templates, and text that runs on into another question.

/** A response as it is read. All positions are those of the response's text. */
interface Visible {
  /** The reasoning: what the server sent apart, else what is between the tags, else the whole text. */
  trace: string;
  /** The part after the reasoning; tokens of templates are blanks in it, so that its length is that of the original. */
  final: string;
  /** Position of `final` in the text. */
  offset: number;
}

/** Tags around reasoning. A closing tag alone ends reasoning whose opening tag was part of the prompt. */
const TAGS: readonly (readonly [open: string, close: string])[] = [
  ["<think>", "</think>"],
  ["<thinking>", "</thinking>"],
  ["<thought>", "</thought>"],
  ["<reasoning>", "</reasoning>"],
  ["<reflection>", "</reflection>"],
  ["<scratchpad>", "</scratchpad>"],
  ["<seed:think>", "</seed:think>"],
  ["<|begin_of_thought|>", "<|end_of_thought|>"],
  ["<|thinking|>", "<|/thinking|>"],
  ["<|START_THINKING|>", "<|END_THINKING|>"],
  ["<unused94>thought", "<unused95>"],
  ["[THINK]", "[/THINK]"],
  ["◁think▷", "◁/think▷"]
];
const OPENINGS: ReadonlyMap<string, number> = new Map(TAGS.map(([open], i) => [open, i]));
const CLOSINGS: ReadonlyMap<string, number> = new Map(TAGS.map(([, close], i) => [close, i]));
const ANY_TAG = new RegExp(
  TAGS.flat()
    .map(tag => tag.replace(/[\\^$.*+?()[\]{}|]/gu, "\\$&"))
    .join("|"),
  "gu"
);
/** Tags that a prompt asks for next to an answer's: without its end, such reasoning ends where the answer's tag begins. */
const PROMPTED = new Set(["<thinking>", "<reasoning>", "<scratchpad>", "<thought>", "<reflection>"]);
const MAY_HAVE_TAG = /[<[◁]/u;
const CHANNEL = /<\|channel\|>\s*(?:final|response)\b[^<]{0,80}<\|message\|>/gu;
const OTHER_CHANNEL = /<\|channel\|>\s*(?:analysis|commentary)\b/u;

/** Tokens by which templates of chat mark texts and turns. */
const TOKEN =
  /<\|[\w▁/-]{1,40}\|>|<｜[^｜<>\n]{1,40}｜>|<\/?s>|<\/?(?:bos|eos|pad|unk|start_of_turn|end_of_turn|start_of_image|sep|cls)>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_utterance>/gu;
/** Tokens that end an answer: what follows is another turn. */
const ENDS =
  /^(?:<\|(?:eot_id|im_end|end|end_of_text|endoftext|eom_id|return|END_OF_TURN_TOKEN|end_of_turn|user|assistant_end)\|>|<｜end▁of▁sentence｜>|<\/s>|<(?:eos|end_of_turn)>|\[INST\]|<end_of_utterance>)$/u;

/** Splits a response into its reasoning and its final part. */
export function visibleText({text, reasoning}: {text: string; reasoning: string | null}): Visible {
  const {trace, start, end} = MAY_HAVE_TAG.test(text) ? split(text) : {trace: null, start: 0, end: text.length};
  const final = start === 0 && end === text.length ? text : text.slice(start, end);
  return {trace: reasoning || (trace ?? text), final: withoutTokens(final), offset: start};
}

function split(text: string): {trace: string | null; start: number; end: number} {
  if (text.includes("<|channel|>")) {
    const last = [...text.matchAll(CHANNEL)].at(-1);
    if (last) return {trace: text.slice(0, last.index), start: last.index + last[0].length, end: text.length};
    const other = OTHER_CHANNEL.exec(text);
    if (other) return {trace: text.slice(other.index), start: 0, end: other.index};
  }
  let closed: {open: number; content: number; close: number; end: number} | null = null;
  let opened: {at: number; content: number; tag: string} | null = null;
  const first = new Map<number, {at: number; content: number; tag: string}>();
  for (const {0: tag, index} of text.matchAll(ANY_TAG)) {
    const opening = OPENINGS.get(tag);
    const end = index + tag.length;
    if (opening !== undefined) {
      if (!first.has(opening)) first.set(opening, {at: index, content: end, tag});
      continue;
    }
    const pair = CLOSINGS.get(tag)!;
    const own = first.get(pair);
    closed = {open: own?.at ?? -1, content: own?.content ?? 0, close: index, end};
    first.set(pair, {at: own?.at ?? -1, content: own?.content ?? 0, tag: ""});
  }
  for (const own of first.values()) if (own.tag !== "" && (!opened || own.at < opened.at)) opened = own;
  // Reasoning that is opened after the last closed one and never closed leaves no further text.
  if (opened && (!closed || opened.at > closed.end)) {
    const answer = PROMPTED.has(opened.tag) ? text.toLowerCase().lastIndexOf("<answer>") : -1;
    if (answer > opened.at) return {trace: text.slice(opened.content, answer), start: answer, end: text.length};
    return {trace: text.slice(opened.content), start: closed?.end ?? 0, end: opened.at};
  }
  if (!closed) return {trace: null, start: 0, end: text.length};
  const rest = text.slice(closed.end);
  // Reasoning after an answer, as in `<answer>18</answer><thinking>…</thinking>`, hides nothing before it.
  if (rest.trim() === "" && closed.open > 0 && /<\/answer>/iu.test(text.slice(0, closed.open)))
    return {trace: text.slice(closed.content, closed.close), start: 0, end: closed.open};
  return {trace: text.slice(closed.content, closed.close), start: closed.end, end: text.length};
}

/** Replaces tokens of templates by blanks, and cuts a text after the token that ends its turn. */
function withoutTokens(text: string): string {
  if (!/<[|｜/sbepuc]|\[\/?INST|<<|◁/u.test(text)) return text;
  let struck = false;
  let end = text.length;
  const plain = text.replace(TOKEN, (token, index: number) => {
    if (token === "<s>" && index > 0 && /\S/u.test(text.slice(Math.max(0, index - 40), index))) struck = true; // struck out, in HTML
    if (struck && /^<\/?s>$/u.test(token)) return token;
    if (index < end && ENDS.test(token) && /\S/u.test(text.slice(0, index).replace(TOKEN, ""))) end = index;
    return " ".repeat(token.length);
  });
  return end < plain.length ? plain.slice(0, end) : plain;
}

/** First line of a further question, or of a further turn of a dialogue. */
const NEXT =
  /\n[ \t*_#>]*(?:(?:next |new |another )?(?:question|q|problem|exercise|instruction|human|user|input|example|task)\b[ \t]*(?:no\.?|#)?[ \t]*\d{0,4}[ \t*_]*[:.)](?![a-z\d])|###\s*(?:instruction|question|problem|input|human|user)\b|(?:question|problem|exercise)\s+\d{1,4}[ \t*_]*\n|(?:now,?\s+)?(?:let's\s*|let us\s+)?(?:summari[sz]e|summari[sz]ing|combine|combining|compile|list|considering|总结)[^\n]{0,40}(?:answers|answer key|答案|回答)|final answers?:\s*(?:the answers? (?:is|are)\s*)?(?:\.{3}\s*)?(?:\(1\)\s*[A-Z]|[A-Z](?:\s*,\s*[A-Z]){3,})|note: only a member of this blog)/gi;
/** What follows a question in a prompt's form: its options, and the place of its answer. */
const FORM =
  /\n[ \t*_#>]*(?:options|choices|answer|a|solution|assistant|response|output|###\s*response|\(?a[.)])[ \t]*[:.)]|\n\(?A[.)]\s/iu;
/** Characters after a further question within which its form is looked for. */
const FORM_REACH = 4_000;
const MAX_NEXT = 8;

/**
 * Positions at which a text may run on into another question, in their order. `sure`: the question is followed by options or by the place
 * of an answer, as only a prompt is.
 * @param question the text asked, where it is known: a text that begins by repeating it does not run on
 */
export function continuations(text: string, question: string): {at: number; sure: boolean}[] {
  const found: {at: number; sure: boolean}[] = [];
  NEXT.lastIndex = 0;
  for (let match = NEXT.exec(text); match && found.length < MAX_NEXT; match = NEXT.exec(text)) {
    const before = text.slice(0, match.index);
    if (!/[\p{L}\p{N}]/u.test(before)) continue;
    const asked = text.slice(match.index + match[0].length, match.index + match[0].length + 400).trim();
    const sample = asked.slice(0, 40).replace(/\s+/gu, " ");
    // The question itself once more, before any answer, is no further question.
    const repeats = sample.length > 10 && question.replace(/\s+/gu, " ").includes(sample) && before.trim().length < 200;
    const ahead = text.slice(match.index + match[0].length, match.index + match[0].length + FORM_REACH);
    const sure = FORM.test(ahead) || ahead.trim().length < 20 || /answer|答案|回答|blog/iu.test(match[0]);
    found.push({at: match.index, sure: sure && !repeats});
  }
  return found;
}
