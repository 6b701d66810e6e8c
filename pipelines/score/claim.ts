// Finds where a text claims an answer ("the answer is …", "Answer: …", \boxed{…}, a last line "A: …") and reads the answer that each claim
// states.
import type {AnswerForm} from "../generate/task.js";
import {linkOf} from "./link.js";
import {
  goesOn,
  isDenied,
  linkBetween,
  offersElse,
  RULED_OUT,
  readStatement,
  type StatementReading,
  valuesIn
} from "./statement.js";

/** Most characters of a claim that are read. */
const REACH = 2_000;
/** Characters before and after a claim in which its sentence is searched for another value. */
const AROUND = 120;
/** Characters at the end of a text in which its last claim is looked for first. */
const FIRST_WINDOW = 256;
/** Longest match of `MARKER`, characters: adjacent windows overlap by this much. */
const LONGEST_MARKER = 16;
/** Most mentions of an answer that are examined, from the last one back: a text with more of them is a loop. */
const MOST_MARKERS = 500;
/** Most successive lines that only announce the next one, such as "The answer is as follows:". */
const MOST_POINTERS = 3;

const MARKER = /\\boxed\s{0,8}\{|\banswers?\b/gi;
const SHORT_LINE = /^[\s*_]*A:/u;
/** "to answer", "we answer": the verb, which claims only a value directly after it. */
const VERB = /(?:\b(?:to|can|could|cannot|must|should|will|would|we|you|i|me|us|please|not|let)|n['’]t)[ \t]+$/iu;
/** A supposition or a check is not a claim. */
const SUPPOSED =
  /\b(?:if|whether|suppose|assume|verify|check)\s+(?:that\s+)?(?:(?:the|my|our|this|an?|final|correct|right)\s+)*$/iu;
const DOUBTED =
  /(?:\bnot|n['’]t)\s+(?:think|believe|say|mean|the case)\s+(?:that\s+)?(?:(?:the|my|our|this|final|correct|right)\s+)*$/iu;
const OR_BEFORE = /\b(?:or|nor)\W+(?:(?:maybe|perhaps|possibly|else|the|my|that)\W+)*$/iu;
/** What connects "answer" with the claimed value: a verb or a sign in the same sentence, or the end of a line that is a heading. */
const SAYS =
  /^answers?\b(?!\s+(?:choices|options)\b)(?:(?=['’]s)|[\s*_`"'”’)\]]*|[^.!?:;=\n]{0,80}?[\s*_`"'”’)\]])(?:(?<verb>(?:is|are|was|were|be|equals|becomes)(?:n['’]t)?|['’]s)(?![\p{L}\p{N}])|[:=→⇒]|->)/iu;
const HEADING = /^answers?\b[*_`)\]]*[ \t]*(?=\n)/iu;
const HEADING_BEFORE = /^[ \t*_#>`$~-]*(?:(?:so|thus|hence|therefore|the|my|our|your|final|correct|short),?\s+)*$/iu;
/** "answer 42", "answer (B)": the value follows directly. */
const BARE = /^answers?\b[ \t*_`"'“”$]*(?:(?:of|with|option|choice|number)\b[ \t*_`"'“”$]*)*/iu;
/** Markup and empty lines in front of a claimed value. Brackets are kept, because they may be the answer. */
const LEAD = /^(?:[\s*_`"'“”$~#:]|\\[[(])*/u;
/** The answer is described but not named: "the answer is based on …", "the answer is clear". */
const DESCRIBED =
  /^(?:\p{L}+ly\s+)?(?:\p{L}{3,}ed|correct|right|wrong|clear|consistent|reasonable|valid|found|given|shown|written|known|helpful|useful|simple|straightforward|obvious|easy|complete|unique|above|below|in|on)\b/iu;
/** Reasoning continues after "Answer:", so that no answer has been given yet. */
const PREAMBLE =
  /^(?:let|to|we|first|step|here|given|in|there|this|i|if|since|by|for|start|okay|ok|sure|from|as|on|when)\b|^.{80}/isu;
const REFUSAL =
  /\b(?:none|neither|nothing|unknown|unclear|undetermined|impossible|(?:do|does|did|can|could) ?not (?:know|be|say|tell)|no (?:answer|option|choice))\b|n['’]t (?:know|be|say|tell)\b/iu;
const SENTENCE_END = /[.!?]+["'”’)\]}*_`$]*(?=\s|$)|\n/gu;
const ABBREVIATED = /(?:^|[\s(])(?:approx|ca|no|nr|eq|e\.g|i\.e|viz|resp)$/iu;
/** An empty box, or one with a placeholder, as in a repeated instruction. */
const PLACEHOLDER = /^(?:[\s.…?_{}]|\\text|\\l?dots|your|final|the|answer|here|letter|number)*$/iu;
/** A sentence that offers an alternative to the one before it. */
const OR_NEXT = /^[\s*_("'“-]*(?:or|alternatively|otherwise|maybe|perhaps|possibly)\b/iu;
const BOX_BEFORE = /\\boxed\s*\{[^{}]*\}\W*(?:and\W*)?$/iu;
const IN_BOX = /\\boxed\s*\{[^}]*$/iu;
/** `open`: not a claim after all; the claim before it decides. */
export type Claim = StatementReading | {kind: "open"};

const OPEN: Claim = {kind: "open"};
const NONE: Claim = {kind: "none"};
const SEVERAL: Claim = {kind: "several"};

/** The readings of a text's claims, the last one first. */
export function* claims(text: string, form: AnswerForm): Generator<Claim> {
  const length = text.trimEnd().length;
  let end = length;
  let looked = 0;
  for (const {at, kind} of markers(text, {length, short: form.whole === true || form.normalise("A") === null})) {
    if (looked++ === MOST_MARKERS) return;
    const span = {text, form, at, end};
    const claim = kind === "box" ? readBox(span) : kind === "line" ? readShortLine(span) : readAnswer(span);
    if (claim !== OPEN) end = at; // each part of the text belongs to one claim only
    yield claim;
  }
}

interface ClaimSpan {
  text: string;
  form: AnswerForm;
  /** Positions at which the claim begins and the next one begins. */
  at: number;
  end: number;
}

interface Marker {
  at: number;
  kind: "box" | "answer" | "line";
}

/**
 * Positions at which claims may begin, from the end of the text backwards. The end is searched first, because answers usually are there.
 */
function* markers(text: string, {length, short}: {length: number; short: boolean}): Generator<Marker> {
  // "A: …" as the last line; for a form whose answers are letters it would be an option instead.
  const lineStart = text.lastIndexOf("\n", length - 1) + 1;
  let line = short && SHORT_LINE.test(text.slice(lineStart, Math.min(length, lineStart + REACH))) ? lineStart : -1;
  for (let stop = length, window = FIRST_WINDOW; stop > 0; window *= 8) {
    const start = Math.max(0, stop - window);
    const from = Math.max(0, start - 1); // one more character shows whether a word begins here
    const stretch = text.slice(from, Math.min(length, stop + LONGEST_MARKER));
    const found = [...stretch.matchAll(MARKER)].filter(({index}) => from + index >= start && from + index < stop);
    for (const match of found.reverse()) {
      const at = from + match.index;
      if (line > at) yield {at: line, kind: "line"};
      if (line > at) line = -1;
      yield {at, kind: match[0].startsWith("\\") ? "box" : "answer"};
    }
    stop = start;
  }
  if (line >= 0) yield {at: line, kind: "line"};
}

function readAnswer({text, form, at, end}: ClaimSpan): Claim {
  const statement = text.slice(at, Math.min(end, at + REACH));
  const around = text.slice(Math.max(0, at - AROUND), at);
  const before = around.slice(around.lastIndexOf("\n") + 1);
  const led = /\p{L}/u.test(before);
  if (led && SUPPOSED.test(before)) return OPEN;
  const verb = (led && VERB.test(before)) || /^answer\s+with\b/iu.test(statement);
  const bare = form.whole ? null : readBare(statement, form);
  if (bare !== null && (!verb || bare.kind === "one")) return besides(bare, before, form);
  const announcement = verb ? null : (SAYS.exec(statement) ?? (HEADING_BEFORE.test(before) ? HEADING.exec(statement) : null));
  if (!announcement) return OPEN;
  const [from, to] = statementOf(statement, announcement[0].length, form);
  const reading = readStatement(statement.slice(0, to), form, from);
  if (reading.kind === "none") {
    const last = !/[\p{L}\p{N}]/u.test(text.slice(at + to, at + REACH));
    return unnamed(statement.slice(from, to), {verb: announcement.groups?.verb !== undefined, last});
  }
  if (reading.kind === "one" && (/n['’]t$/iu.test(announcement[0]) || (led && DOUBTED.test(before))))
    return {kind: "denied", answers: [reading.answer]};
  return besides(beyond(reading, statement.slice(to), form), before, form);
}

/** A value directly after "answer", with at most markup between them; null if there is none. */
function readBare(statement: string, form: AnswerForm): Claim | null {
  const behind = BARE.exec(statement)![0].length;
  if (":=\n".includes(statement.charAt(behind))) return null;
  const to = sentenceEnd(statement, behind, form);
  const [first] = valuesIn(statement.slice(0, to), form, behind);
  if (first?.start !== behind) return null;
  // as in "the answer (A) is wrong"
  if (/^\s+\p{L}/u.test(statement.slice(first.end)) && RULED_OUT.test(statement.slice(first.end, to)))
    return {kind: "denied", answers: [first.answer]};
  return beyond(readStatement(statement.slice(0, to), form, behind), statement.slice(to), form);
}

/** Reads "A: 18". In a line that continues with other values, which shows the work, the last value counts. */
function readShortLine({text, form, at, end}: ClaimSpan): Claim {
  const line = text.slice(at, Math.min(end, at + REACH));
  const from = line.indexOf("A:") + 2;
  const start = from + LEAD.exec(line.slice(from))![0].length;
  if (form.whole) return beyond(readStatement(line, form, start), "", form);
  const [first, second] = valuesIn(line, form, start);
  if (!first) return unnamed(line.slice(start), {verb: false, last: true});
  if (second && linkBetween(line, first, second) === null) return OPEN;
  return readStatement(line, form, start);
}

function readBox({text, form, at, end}: ClaimSpan): Claim {
  const open = text.indexOf("{", at) + 1;
  const close = closingBrace(text, open, Math.min(text.length, at + REACH));
  const content = text.slice(open, close);
  if (PLACEHOLDER.test(content)) return OPEN;
  const reading = readStatement(content, form);
  if (reading.kind !== "one") return reading;
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(close + 1, Math.min(end, close + 1 + AROUND));
  if (isDenied(before, before.length)) return {kind: "denied", answers: [reading.answer]};
  return followed(after, reading, form) ? SEVERAL : besides(beyond(reading, after, form), before, form);
}

/** Position of the brace that closes the one opened before `from`; `end` if none does. */
function closingBrace(text: string, from: number, end: number): number {
  for (let i = from, depth = 1; i < end; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return end;
}

/** Whether the sentence continues from a box to another answer: "\\boxed{12} or 13". */
function followed(after: string, {answer}: {answer: string}, form: AnswerForm): boolean {
  const sentence = after.slice(0, sentenceEnd(after, 0, form));
  const [next] = form.whole ? [] : valuesIn(sentence, form);
  if (!next) return offersElse(sentence, 0);
  const link = linkOf(sentence.slice(0, next.start), {goesOn: goesOn(sentence, next)});
  return link !== null && link !== "not" && next.answer !== answer && !RULED_OUT.test(sentence.slice(next.end));
}

/** Adjusts a claim whose sentence named another answer just before: "12, or the answer is 13", "\\boxed{12} and \\boxed{13}". */
function besides(claim: Claim, before: string, form: AnswerForm): Claim {
  if (claim.kind !== "one" || !/[\p{L}\p{N}]/u.test(before)) return claim;
  if (form.whole) return OR_BEFORE.test(before) || BOX_BEFORE.test(before) ? SEVERAL : claim;
  const earlier = valuesIn(before, form).at(-1);
  if (!earlier || earlier.answer === claim.answer) return claim;
  const link = linkOf(before.slice(earlier.end));
  const boxed = IN_BOX.test(before.slice(0, earlier.start));
  return link === "either" || (boxed && link !== null && link !== "not") ? SEVERAL : claim;
}

/** Adjusts a claim that its next sentence or line partly withdraws: "The answer is (A). Or (B)." */
function beyond(claim: Claim, behind: string, form: AnswerForm): Claim {
  if (claim.kind !== "one" || behind.trim() === "") return claim;
  const next = behind.slice(0, AROUND).replace(/^[.!?…\s"'”’)\]*_`$]+/u, "");
  if (form.whole) return /^or\b/iu.test(next) ? SEVERAL : claim;
  if (!OR_NEXT.test(next)) return claim;
  const sentence = next.slice(0, sentenceEnd(next, 0, form));
  const [other] = valuesIn(sentence, form);
  const gap = other && other.answer !== claim.answer ? sentence.slice(0, other.start) : null;
  return gap !== null && linkOf(gap) === "either" ? SEVERAL : claim;
}

/** Reading of a claim without a value of the right kind: either it names no answer, or it was not a claim. */
function unnamed(statement: string, {verb, last}: {verb: boolean; last: boolean}): Claim {
  if (REFUSAL.test(statement)) return NONE;
  if (/^\W*$/u.test(statement)) return last ? NONE : OPEN;
  if (verb) return DESCRIBED.test(statement) ? OPEN : NONE;
  return PREAMBLE.test(statement) && !last ? OPEN : NONE;
}

/** Start and end of a claim's statement: its sentence, or its line for a form whose answers are whole lines. */
function statementOf(statement: string, behind: number, form: AnswerForm): [number, number] {
  let from = behind;
  for (let lines = 0; ; lines++) {
    from += LEAD.exec(statement.slice(from))![0].length;
    const to = sentenceEnd(statement, from, form);
    const points = lines < MOST_POINTERS && statement[to] === "\n" && /:[\s*_]*$/u.test(statement.slice(from, to));
    if (!points || form.whole || valuesIn(statement.slice(0, to), form, from).length > 0) return [from, to];
    from = to;
  }
}

/** End of the sentence that contains a position. An abbreviation or "…" before the first value does not end it. */
function sentenceEnd(text: string, from: number, form: AnswerForm): number {
  if (form.whole) {
    const line = text.indexOf("\n", from);
    return line < 0 ? text.length : line;
  }
  SENTENCE_END.lastIndex = from;
  for (let end = SENTENCE_END.exec(text); end; end = SENTENCE_END.exec(text)) {
    const sentence = text.slice(from, end.index);
    const open = /^\W*$/u.test(sentence) || ABBREVIATED.test(sentence);
    if (end[0] === "\n" || !open || valuesIn(text.slice(0, end.index), form, from).length > 0) return end.index;
  }
  return text.length;
}
