// Finds where prose claims an answer ("the answer is …", "Answer: …", a last line "A: …") and reads the answer that each claim states.

import {linkOf} from "./links.js";
import type {AnswerRule, NoAnswerReason} from "./reading.js";
import {
  goesOn,
  isDenied,
  linkBetween,
  offersElse,
  RULED_OUT,
  readStatement,
  type Statement,
  type StatementReading,
  valuesOf
} from "./statement.js";
import type {ReadContext, ValueKind} from "./values.js";

/** Most characters of a claim that are read. */
const REACH = 2_000;
/** Characters before and after a claim in which its sentence is searched for another value. */
const AROUND = 120;
/** Characters at the end of a text in which its last claim is looked for first. */
const FIRST_WINDOW = 256;
/** Largest stretch that is searched at once, so that a loop of mentions is not collected as a whole. */
const MAX_WINDOW = 16_384;
/** Most mentions of an answer that are examined, from the last one back: a text with more of them is a loop. */
const MAX_MARKERS = 500;
/** Most successive lines that only announce the next one, such as "The answer is as follows:". */
const MAX_POINTERS = 3;

const ANSWER = String.raw`\banswers?\b|\bcorrect (?:option|choice|letter|response|statement|selection)\b`;
// Without the flag u, which makes searches without case several times as slow.
const MARKER = new RegExp(ANSWER, "gi");
/** Words by which a text chooses an option. */
const CHOOSING = String.raw`\b(?:(?:i|we)(?:'d| would| will|'ll)?(?: rather)? (?:go with|choose|select|pick|opt for|say)|(?:go|going|went) (?:for|with)|best (?:option|choice)(?: here)? (?:is|would be)|correct (?:one|match) is)\b`;
const OPTION_MARKER = new RegExp(`${ANSWER}|${CHOOSING}`, "gi");
const CHOOSES = new RegExp(`^${CHOOSING}`, "iu");
const SHORT_LINE = /^[\s*_]*A:/u;
/** "to answer", "we answer": the verb, which claims only a value directly after it. */
const VERB = /(?:\b(?:to|can|could|cannot|must|should|will|would|we|you|i|me|us|please|not|let)|n't)[ \t]+$/iu;
/** A supposition or a check is not a claim. */
const SUPPOSED =
  /\b(?:if|whether|suppose|assume|verify|check)\s+(?:that\s+)?(?:(?:the|my|our|this|an?|final|correct|right)\s+)*$/iu;
const DOUBTED =
  /(?:\bnot|n't)\s+(?:think|believe|say|mean|the case)\s+(?:that\s+)?(?:(?:the|my|our|this|final|correct|right)\s+)*$/iu;
const OR_BEFORE = /\b(?:or|nor)\W+(?:(?:maybe|perhaps|possibly|else|the|my|that)\W+)*$/iu;
/** What connects "answer" with the claimed value: a verb or a sign in the same sentence, or the end of a line that is a heading. */
const SAYS =
  /^(?:answers?|correct \p{L}+)\b(?!\s+(?:choices|options)\b)(?:(?='s)|[\s*_`"')\]]*|[^.!?:;=\n]{0,80}?[\s*_`"')\]])(?:(?<verb>(?:is|are|was|were|be|equals|becomes)(?:n't)?|'s)(?![\p{L}\p{N}])|[:=→⇒]|->)/iu;
const HEADING = /^answers?\b[*_`)\]]*[ \t]*(?=\n)/iu;
const HEADING_BEFORE = /^[ \t*_#>`$~-]*(?:(?:so|thus|hence|therefore|the|my|our|your|final|correct|short),?\s+)*$/iu;
/** "answer 42", "answer (B)": the value follows directly. */
const BARE = /^(?:answers?|correct \p{L}+)\b[ \t*_`"'$]*(?:(?:of|with|option|choice|number)\b[ \t*_`"'$]*)*/iu;
/** "(B) is the correct answer": the value comes before. */
const REVERSED =
  /\b(?:is|are|as|be|remains?|makes|gives|gets)\s+(?:(?:therefore|thus|then|indeed|clearly|likely|probably|most|the|our|my|your|an?)\s+)*(?:(?:final|correct|right|best|only|likely|appropriate|accurate|plausible|suitable)\s+)*$/iu;
/** Markup and empty lines in front of a claimed value. Brackets are kept, because they may be the answer. */
const LEAD = /^(?:[\s*_`"'$~#:]|\\[[(])*/u;
/** The answer is described but not named: "the answer is based on …", "the answer is clear". */
const DESCRIBED =
  /^(?:\p{L}+ly\s+)?(?:\p{L}{3,}ed|correct|right|wrong|clear|consistent|reasonable|valid|found|given|shown|written|known|helpful|useful|simple|straightforward|obvious|easy|complete|unique|above|below|in|on)\b/iu;
/** Reasoning continues after "Answer:", so that no answer has been given yet. */
const PREAMBLE =
  /^(?:let|to|we|first|step|here|given|in|there|this|i|if|since|by|for|start|okay|ok|sure|from|as|on|when)\b|^.{80}/isu;
export const REFUSAL =
  /\b(?:none|neither|nothing|unknown|unclear|undetermined|impossible|(?:do|does|did|can|could) ?not (?:know|be|say|tell)|no (?:answer|option|choice))\b|n't (?:know|be|say|tell)\b/iu;
const SENTENCE_END = /[.!?]+["')\]}*_`$]*(?=\s|$)|\n/gu;
const ABBREVIATED = /(?:^|[\s(])(?:approx|ca|no|nr|eq|e\.g|i\.e|viz|resp|dr|mr|mrs|st|vs)$/iu;
/** A sentence that offers an alternative to the one before it. */
const OR_NEXT = /^[\s*_("'-]*(?:or|alternatively|otherwise|maybe|perhaps|possibly)\b/iu;
const BOX_BEFORE = /\\boxed\s*\{[^{}]*\}\W*(?:and\W*)?$/iu;
const IN_BOX = /\\boxed\s*\{[^}]*$/iu;

/** "2.5, but this is not among the choices" */
const NOT_OFFERED =
  /^[^.!?\n]{0,60}\b(?:not|n't)\s+(?:one of|among|in|listed|available|given|provided|present|any of|an option|offered)\b[^.!?\n]{0,30}(?:\b(?:options?|choices?|list)\b|$)/iu;

/** The reading of a claim at its position. `open`: not a claim after all; the claim before it decides. */
export type Claim = (
  | (Extract<StatementReading, {kind: "one"}> & {rule: AnswerRule})
  | {kind: "denied"; answers: string[]}
  | {kind: "several"}
  | {kind: "none"; reason: NoAnswerReason}
) & {at: number; after: number};

type Reading = StatementReading | {kind: "open"} | {kind: "refused"};
const OPEN: Reading = {kind: "open"};
const REFUSED: Reading = {kind: "refused"};

/** A folded text with the original of the same length, and how its answers are read. */
export interface Text {
  text: string;
  source: string;
  kind: ValueKind;
  context: ReadContext;
}

/** Returns a part of a text as a statement. */
export const part = ({text, source, kind, context}: Text, start: number, end: number): Statement => ({
  kind,
  context,
  text: text.slice(start, end),
  source: source.slice(start, end)
});

interface ClaimSpan extends Text {
  /** Positions at which the claim begins and the next one begins. */
  at: number;
  end: number;
}

/** Yields the readings of a text's claims in prose, the last one first. @param from @param to positions between which claims begin */
export function* claims(whole: Text, from = 0, to = whole.text.length): Generator<Claim> {
  const {text, kind} = whole;
  const length = to < text.length ? to : text.trimEnd().length;
  let end = length;
  let looked = 0;
  const short = kind.whole || kind.name !== "option";
  for (const {at, line} of markers(text, {from, length, short, options: kind.name === "option"})) {
    if (looked++ === MAX_MARKERS) return;
    const span = {...whole, at, end};
    const [reading, after] = line ? readShortLine(span) : readAnswer(span);
    if (reading.kind === "open") continue;
    end = at; // each part of the text belongs to one claim only
    const place = {at, after: at + after};
    if (reading.kind === "one")
      yield {
        ...reading,
        start: reading.start + at,
        end: reading.end + at,
        rule: line ? "answer line" : ruleAt(text, at, reading.start + at),
        ...place
      };
    else if (reading.kind === "refused") yield {kind: "none", reason: "refused", ...place};
    else if (reading.kind === "none") yield {kind: "none", reason: "unreadable", ...place};
    else yield {...reading, ...place};
  }
}

/** "Answer: 42" at the beginning of a line is a line; else a sentence says it. */
const ruleAt = (text: string, at: number, value: number): AnswerRule =>
  /^[\s*_#>`$~-]*(?:(?:the|my|final|correct)\s+)*$/iu.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at)) &&
  /[:\n]/u.test(text.slice(at, value))
    ? "answer line"
    : "answer is";

interface Marker {
  at: number;
  line: boolean;
}

/**
 * Positions at which claims may begin, from the end of the text backwards. The end is searched first, because answers usually are there.
 */
function* markers(
  text: string,
  {from: first, length, short, options}: {from: number; length: number; short: boolean; options: boolean}
): Generator<Marker> {
  // "A: …" as the last line; for a kind whose answers are letters it would be an option instead.
  const lineStart = text.lastIndexOf("\n", length - 1) + 1;
  let line =
    short && lineStart >= first && SHORT_LINE.test(text.slice(lineStart, Math.min(length, lineStart + REACH))) ? lineStart : -1;
  for (let stop = length, window = FIRST_WINDOW; stop > first; window = Math.min(8 * window, MAX_WINDOW)) {
    const start = Math.max(first, stop - window);
    const found = mentionsIn(text, options ? OPTION_MARKER : MARKER, start, stop);
    for (let i = found.length - 1; i >= 0; i--) {
      const at = found[i]!;
      if (line > at) yield {at: line, line: true};
      if (line > at) line = -1;
      yield {at, line: false};
    }
    stop = start;
  }
  if (line >= 0) yield {at: line, line: true};
}

/** Positions between two others at which a pattern matches. */
function mentionsIn(text: string, pattern: RegExp, start: number, stop: number): number[] {
  const found: number[] = [];
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match && match.index < stop; match = pattern.exec(text)) found.push(match.index);
  return found;
}

/** A reading, and the position after the claim's sentence. Positions are relative to the claim. */
type Read = [Reading, number];

function readAnswer(span: ClaimSpan): Read {
  const {text, kind, at, end} = span;
  const statement = part(span, at, Math.min(end, at + REACH));
  const around = Math.max(0, at - AROUND);
  const lineStart = Math.max(around, text.lastIndexOf("\n", at - 1) + 1);
  const before = part(span, lineStart, at);
  const led = /\p{L}/u.test(before.text);
  if (led && SUPPOSED.test(before.text)) return [OPEN, 0];
  if (kind.name === "option" && CHOOSES.test(statement.text)) return readChoice(span, statement, before);
  const verb = (led && VERB.test(before.text)) || /^answer\s+with\b/iu.test(statement.text);
  const bare = kind.whole ? null : readBare(statement, span);
  if (bare !== null && (!verb || bare[0].kind === "one")) return [adjustByEarlier(bare[0], before), bare[1]];
  const announcement = verb
    ? null
    : (SAYS.exec(statement.text) ?? (HEADING_BEFORE.test(before.text) ? HEADING.exec(statement.text) : null));
  if (!announcement) return [readReversed(before, lineStart - at), 0];
  const [from, to] = statementOf(statement, announcement[0].length);
  const reading = readStatement(slice(statement, to), from);
  if (reading.kind === "none") {
    const alone = kind.spell(statement.source.slice(from, to), span.context);
    if (alone !== null && !REFUSAL.test(statement.text.slice(from, to)))
      return [{kind: "one", answer: alone, start: from, end: to}, to];
    const last = !/[\p{L}\p{N}]/u.test(text.slice(at + to, at + REACH));
    return [unnamed(statement.text.slice(from, to), {verb: announcement.groups?.verb !== undefined, last}), to];
  }
  if (reading.kind === "one" && (/n't$/iu.test(announcement[0]) || (led && DOUBTED.test(before.text))))
    return [{kind: "denied", answers: [reading.answer]}, to];
  if (reading.kind === "one" && NOT_OFFERED.test(text.slice(at + reading.end, at + to + AROUND))) return [REFUSED, to];
  return [adjustByEarlier(adjustByLater(reading, rest(span, at + to)), before), to];
}

const slice = (statement: Statement, end: number): Statement => ({
  ...statement,
  text: statement.text.slice(0, end),
  source: statement.source.slice(0, end)
});
/** The text after a position of a claim's text, up to the next claim. */
const rest = (span: ClaimSpan, position: number): Statement => part(span, position, Math.min(span.end, position + REACH));

/** "I would go with option B": the first option named in the sentence. */
function readChoice(span: ClaimSpan, statement: Statement, before: Statement): Read {
  const from = CHOOSES.exec(statement.text)![0].length;
  const to = sentenceEnd(statement, from);
  if (/\b(?:not|never|n't|if)\W*$/iu.test(before.text)) return [OPEN, 0];
  const reading = readStatement(slice(statement, to), from);
  if (reading.kind === "none") return [OPEN, 0];
  return [adjustByEarlier(adjustByLater(reading, rest(span, span.at + to)), before), to];
}

/** "(B) is the correct answer", "which makes 42 the answer". Positions are relative to the claim, so that they are negative. */
function readReversed(before: Statement, offset: number): Reading {
  const lead = REVERSED.exec(before.text);
  if (!lead || before.kind.whole) return OPEN;
  const sentence = Math.max(
    ...[...before.text.matchAll(/[.!?;]\s/gu)].map(({index}) => index + 1).filter(index => index < lead.index),
    0
  );
  const reading = readStatement(slice(before, lead.index), sentence);
  if (reading.kind !== "one") return OPEN;
  if (!/^[\s*_)\]"'`,%$]*(?:\p{L}+\s*){0,3}$/u.test(before.text.slice(reading.end, lead.index))) return OPEN;
  if (isDenied(before.text, reading.start, sentence) || SUPPOSED.test(before.text.slice(0, reading.start))) return OPEN;
  return {...reading, start: reading.start + offset, end: reading.end + offset};
}

/** A value directly after "answer", with at most markup between them; null if there is none. */
function readBare(statement: Statement, span: ClaimSpan): Read | null {
  const {text} = statement;
  const behind = BARE.exec(text)![0].length;
  if (":=\n".includes(text.charAt(behind))) return null;
  const to = sentenceEnd(statement, behind);
  const [first] = valuesOf(slice(statement, to), behind);
  if (first?.start !== behind) return null;
  // as in "the answer (A) is wrong"
  if (/^\s+\p{L}/u.test(text.slice(first.end)) && RULED_OUT.test(text.slice(first.end, to)))
    return [{kind: "denied", answers: [first.answer ?? ""]}, to];
  return [adjustByLater(readStatement(slice(statement, to), behind), rest(span, span.at + to)), to];
}

/** Reads "A: 18". In a line that continues with other values, which shows the work, the last value counts. */
function readShortLine(span: ClaimSpan): Read {
  const {at, end, kind} = span;
  const line = part(span, at, Math.min(end, at + REACH));
  const from = line.text.indexOf("A:") + 2;
  const start = from + LEAD.exec(line.text.slice(from))![0].length;
  const {length} = line.text;
  if (kind.whole) return [readStatement(line, start), length];
  const [first, second] = valuesOf(line, start);
  if (!first) return [unnamed(line.text.slice(start), {verb: false, last: true}), length];
  if (second && linkBetween(line.text, first, second) === null) return [OPEN, 0];
  return [readStatement(line, start), length];
}

/** Whether the sentence continues from a structured claim to another answer: "\\boxed{12} or 13". */
export function isFollowed(after: Statement, answer: string): boolean {
  const sentence = slice(after, sentenceEnd(after, 0));
  const [next] = after.kind.whole ? [] : valuesOf(sentence);
  if (!next) return offersElse(sentence.text, 0);
  const link = linkOf(sentence.text.slice(0, next.start), {goesOn: goesOn(sentence.text, next)});
  return link !== null && link !== "not" && next.answer !== answer && !RULED_OUT.test(sentence.text.slice(next.end));
}

/** Adjusts a claim whose sentence named another answer just before: "12, or the answer is 13", "\\boxed{12} and \\boxed{13}". */
function adjustByEarlier<R extends {kind: string}>(claim: R, before: Statement): R | {kind: "several"} {
  const own = claim as unknown as StatementReading;
  if (own.kind !== "one" || !/[\p{L}\p{N}]/u.test(before.text)) return claim;
  if (before.kind.whole) return OR_BEFORE.test(before.text) || BOX_BEFORE.test(before.text) ? {kind: "several"} : claim;
  const earlier = valuesOf(before).at(-1);
  if (!earlier || earlier.answer === own.answer) return claim;
  const link = linkOf(before.text.slice(earlier.end));
  const boxed = IN_BOX.test(before.text.slice(0, earlier.start));
  return link === "either" || (boxed && link !== null && link !== "not") ? {kind: "several"} : claim;
}

/** Adjusts a claim that its next sentence or line partly withdraws: "The answer is (A). Or (B)." */
function adjustByLater<R extends {kind: string}>(claim: R, behind: Statement): R | {kind: "several"} {
  const own = claim as unknown as StatementReading;
  if (own.kind !== "one" || behind.text.trim() === "") return claim;
  const near = slice(behind, AROUND);
  const lead = /^[.!?…\s"')\]*_`$]+/u.exec(near.text)?.[0].length ?? 0;
  const next: Statement = {...near, text: near.text.slice(lead), source: near.source.slice(lead)};
  if (behind.kind.whole) return /^or\b/iu.test(next.text) ? {kind: "several"} : claim;
  if (!OR_NEXT.test(next.text)) return claim;
  const sentence = slice(next, sentenceEnd(next, 0));
  const [other] = valuesOf(sentence);
  const gap = other && other.answer !== own.answer ? sentence.text.slice(0, other.start) : null;
  return gap !== null && linkOf(gap) === "either" ? {kind: "several"} : claim;
}

/** Reading of a claim without a value of the right kind: either it names no answer, or it was not a claim. */
function unnamed(statement: string, {verb, last}: {verb: boolean; last: boolean}): Reading {
  if (REFUSAL.test(statement)) return REFUSED;
  if (/^[\s*$]*(?:\.{2,}|…|_{2,})[\s.*$]*$/u.test(statement)) return OPEN; // the place of an answer, repeated from an instruction
  if (/^\W*$/u.test(statement)) return last ? {kind: "none"} : OPEN;
  if (verb) return DESCRIBED.test(statement) ? OPEN : {kind: "none"};
  return PREAMBLE.test(statement) && !last ? OPEN : {kind: "none"};
}

/** Start and end of a claim's statement: its sentence, or its line for a kind whose answers are whole lines. */
function statementOf(statement: Statement, behind: number): [number, number] {
  const {text, kind} = statement;
  let from = behind;
  for (let lines = 0; ; lines++) {
    from += LEAD.exec(text.slice(from))![0].length;
    const to = sentenceEnd(statement, from);
    const points = lines < MAX_POINTERS && text[to] === "\n" && /:[\s*_]*$/u.test(text.slice(from, to));
    if (!points || kind.whole || valuesOf(slice(statement, to), from).length > 0) return [from, to];
    from = to;
  }
}

/** End of the sentence that contains a position. An abbreviation or "…" before the first value does not end it. */
function sentenceEnd(statement: Statement, from: number): number {
  const {text, kind} = statement;
  if (kind.whole) {
    const line = text.indexOf("\n", from);
    return line < 0 ? text.length : line;
  }
  SENTENCE_END.lastIndex = from;
  for (let end = SENTENCE_END.exec(text); end; end = SENTENCE_END.exec(text)) {
    const sentence = text.slice(from, end.index);
    const open = /^\W*$/u.test(sentence) || ABBREVIATED.test(sentence);
    if (end[0] === "\n" || !open || valuesOf(slice(statement, end.index), from).length > 0) return end.index;
  }
  return text.length;
}
