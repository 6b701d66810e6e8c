// Reads structured claims: the last field, tag, box or "#### n" that states something, and what its sentence adds.
import {type Claim, isFollowed, part, REFUSAL, type Text} from "./claims.js";
import {foldText} from "./fold.js";
import {linkOf} from "./links.js";
import type {AnswerFormat, NoAnswerReason} from "./reading.js";
import {isDenied, readStatement, type Statement} from "./statement.js";
import {withoutFonts} from "./values.js";

const FIELD_OF: Partial<Record<AnswerFormat, FieldRule>> = {
  "json:answer": "json field",
  "tag:answer": "tag",
  boxed: "box",
  hash: "hash"
};

const MAY_HAVE_FIELD = /\\f?box|####|answer["'>\]]/i;

/** The last structured claim that states something; null where the text has none. */
export function structuredClaim(whole: Text, format: AnswerFormat | undefined): {field: Field; claim: Claim} | null {
  const {text, kind} = whole;
  if (!MAY_HAVE_FIELD.test(text)) return null;
  let fields = fieldsIn(whole.source);
  const declared = format && FIELD_OF[format];
  if (declared && fields.some(({rule}) => rule === declared)) fields = fields.filter(({rule}) => rule === declared);
  const open = fields.findLast(({rule, continues}) => rule === "json field" && continues);
  // Other fields of the same object may hold boxes too.
  if (open)
    fields = fields.filter(({rule, start}) => rule === "json field" || start < open.start || start > objectEnd(text, open.end));
  let denied = false;
  for (const field of fields) {
    if (field.rule === "hash" && (kind.whole ? !declared : !/^[\s*]*[-+$€£(\dA-Z.]/u.test(field.content))) continue;
    const claim = fieldClaim(whole, field);
    if (claim.kind === "denied") denied = true;
    // A heading of four marks is no answer, and a field without a value of the kind leaves the answer to prose.
    else if (claim.kind === "none" && (claim.reason !== "refused" || field.rule === "hash")) continue;
    else return {field, claim};
  }
  return denied ? {field: fields.at(-1)!, claim: {kind: "denied", answers: [], at: 0, after: 0}} : null;
}

/** Position at which a JSON object ends that is open at a position. */
function objectEnd(text: string, from: number): number {
  const end = /\}\s*(?:```|\n\s*\n|$)/u.exec(text.slice(from));
  return end ? from + end.index : text.length;
}

/** Characters around a field in which its sentence is read. */
const AROUND = 120;

function fieldClaim(whole: Text, field: Field): Claim {
  const {text, kind, context} = whole;
  const {rule, start, end, from, to, content} = field;
  const place = {at: start, after: end};
  const claim = contentClaim(whole, field);
  if (claim.kind !== "one") return {...claim, ...place};
  if (rule === "box") {
    const before = text.slice(Math.max(0, start - AROUND), start);
    if (isDenied(before, before.length)) return {kind: "denied", answers: [claim.answer], ...place};
    if (isFollowed(part(whole, end, Math.min(text.length, end + AROUND)), claim.answer)) return {kind: "several", ...place};
    if (otherBefore(whole, start, claim.answer)) return {kind: "several", ...place};
  }
  // Positions of a content without escapes are those of the text.
  const exact = content.length === to - from && kind.name !== "pattern";
  const span = exact && claim.end > claim.start ? {start: from + claim.start, end: from + claim.end} : trimmed(text, from, to);
  void context;
  return {kind: "one", answer: claim.answer, ...span, rule, ...place};
}

/** Whether the sentence named another value in a box, or as an alternative, before this one. */
function otherBefore(whole: Text, start: number, answer: string): boolean {
  const {text, source, kind, context} = whole;
  const near = Math.max(0, start - AROUND);
  const lineStart = Math.max(near, text.lastIndexOf("\n", start - 1) + 1);
  const before = text.slice(lineStart, start);
  if (kind.whole) return /\\boxed\s*\{[^{}]*\}\W*(?:(?:and|or)\W*)?$/iu.test(before) || /\b(?:or|nor)\W+$/iu.test(before);
  const earlier = kind.valuesIn(before, context).at(-1);
  if (!earlier || earlier.answer === answer) return false;
  void source;
  const link = linkOf(before.slice(earlier.end));
  const boxed = /\\boxed\s*\{[^}]*$/iu.test(before.slice(0, earlier.start));
  return link === "either" || (boxed && link !== null && link !== "not");
}

export function trimmed(text: string, from: number, to: number): {start: number; end: number} {
  const content = text.slice(from, to);
  const lead = content.length - content.trimStart().length;
  return {start: from + lead, end: Math.max(from + lead, from + content.trimEnd().length)};
}

type ContentClaim =
  | {kind: "one"; answer: string; start: number; end: number}
  | {kind: "denied"; answers: string[]}
  | {kind: "several"}
  | {kind: "none"; reason: NoAnswerReason};

/** Reads the content of a field: a value alone, or a statement with one. */
function contentClaim({kind, context}: Text, {content, rule}: Field): ContentClaim {
  const one = (answer: string, start = 0, end = 0): ContentClaim => ({kind: "one", answer, start, end});
  const inner = innermost(content);
  const plain = inner.trim();
  const alone = kind.spell(plain, context);
  if (kind.whole)
    return alone === null
      ? {kind: "none", reason: "unreadable"}
      : isRefusal(plain) && kind.name !== "text"
        ? {kind: "none", reason: "refused"}
        : one(alone);
  if (alone !== null)
    return one(
      alone,
      inner === content ? content.indexOf(plain) : 0,
      inner === content ? content.indexOf(plain) + plain.length : 0
    );
  const folded = foldText(inner);
  if (kind.name === "option" && rule === "box" && /[\^=]|\\(?!text|mathrm|mathbf|textbf|quad|[,;:! ()[\]])/u.test(folded))
    return {kind: "none", reason: "unreadable"};
  const statement: Statement = {kind, context, text: folded, source: inner};
  const reading = readStatement(statement);
  if (reading.kind === "none") {
    if (isRefusal(plain)) return {kind: "none", reason: "refused"};
    return kind.name === "number" && isExpression(folded, [], rule) ? one(plain) : {kind: "none", reason: "unreadable"};
  }
  if (kind.name !== "number") return reading.kind === "one" && inner !== content ? one(reading.answer) : reading;
  // A number within a larger expression is not the answer: the expression is, and is compared as one.
  const values = kind.valuesIn(folded, context);
  if (
    isExpression(folded, values, rule) &&
    !/\b(?:or|and)\b|\\(?:text|mathrm)\{\s*(?:or|and)\b|[,;]\s*-?\d|±|\\pm/u.test(folded)
  ) {
    const right = plain.includes("=") ? plain.slice(plain.lastIndexOf("=") + 1).trim() : plain;
    const value = kind.spell(right, context);
    return one(value ?? right);
  }
  return reading.kind === "one" && inner !== content ? one(reading.answer) : reading;
}

/** The content of boxes within boxes, and of fences. */
function innermost(content: string): string {
  let inner = content;
  for (let i = 0; i < 8; i++) {
    const box = /^\s*\$?\s*\\f?boxed\s*\{([\s\S]*)\}\s*\$?\s*$/u.exec(inner);
    if (!box) return inner;
    inner = box[1]!;
  }
  return inner;
}

const isRefusal = (content: string): boolean => content.length < 200 && REFUSAL.test(foldText(content));

/** Whether text around numbers makes them part of an expression: operators, variables, functions. */
function isExpression(text: string, values: readonly {start: number; end: number}[], rule: FieldRule): boolean {
  if (rule !== "box" && !/[\\^$√π]/u.test(text)) return false;
  let around = "";
  let at = 0;
  for (const {start, end} of values) {
    around += `${text.slice(at, start)} `;
    at = end;
  }
  around += text.slice(at);
  const equals = around.lastIndexOf("=");
  const left = withoutFonts(equals < 0 ? around : around.slice(equals + 1))
    .replace(
      /\\(?:text|mathrm|mbox|textbf|textrm)\s*\{[^{}]*\}|\\(?:left|right|quad|qquad|displaystyle|circ|degree|approx|,|;|:|!|%|\$|\s|[()[\]{}])|\^\s*\{?\\?circ\}?/gu,
      " "
    )
    .replace(/\p{L}{2,}/gu, found =>
      /^(?:sqrt|pi|log|ln|sin|cos|tan|frac|dfrac|cdot|times|pm|infty)$/u.test(found) ? `\\${found}` : " "
    );
  return /\\[a-z]+|[\^*/<>≤≥+√π∞]|(?<![\p{L}'])[b-zB-Z](?![\p{L}'])/u.test(left);
}

// Finds structured claims: the field `answer` of a JSON object, a tag, a box, and "#### n".

type FieldRule = "json field" | "tag" | "box" | "hash";

/** A structured claim with its content. */
interface Field {
  rule: FieldRule;
  /** Positions of the whole claim. */
  start: number;
  end: number;
  content: string;
  /** Positions of the content; of a JSON text with escapes the content is shorter than they say. */
  from: number;
  to: number;
  /** Whether further fields of the same JSON object follow. */
  continues: boolean;
}

/** Most structured claims that are read, from the last one back: a text with more of them is a loop. */
const MAX_FIELDS = 64;
/** Longest content, characters. */
const MAX_CONTENT_LENGTH = 2_000;

const OPENING =
  /\\f?boxed\s{0,8}\{|\\boxed\s{1,4}(?=[\d-])|["'](?:final[_ ]?)?answer["']\s{0,8}:\s{0,8}|<(?:final_?)?answer>|\[answer\]|^[ \t]{0,8}####(?!#)[ \t]{0,8}/gim;
/** An empty content, or one with a placeholder, as in a repeated instruction. */
const PLACEHOLDER =
  /^(?:[\s.…?_{}<>[\]"']|\\text|\\l?dots|your|final|the|answer|here|letter|number|numeric(?:al)?|value|integer|only|choice|option|as|an?|in|of|goes|here|string|solution|result|x{3,})*$/iu;

/** Returns the structured claims of a text with a content, the last one first. */
export function fieldsIn(text: string): Field[] {
  const openings: {index: number; length: number; text: string}[] = [];
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    openings.push({index: match.index, length: match[0].length, text: match[0]});
    if (openings.length > 2 * MAX_FIELDS) openings.splice(0, MAX_FIELDS);
  }
  return openings
    .slice(-MAX_FIELDS)
    .reverse()
    .map(({index, length, text: opening}) => fieldAt(text, index, index + length, opening))
    .filter(({content}) => !PLACEHOLDER.test(content) || /^\W*[a-zA-Z]\W*$/u.test(content));
}

function fieldAt(text: string, start: number, from: number, opening: string): Field {
  const limit = Math.min(text.length, from + MAX_CONTENT_LENGTH);
  const field = (rule: FieldRule, to: number, end: number): Field => ({
    rule,
    start,
    end,
    from,
    to,
    continues: false,
    content: text.slice(from, to)
  });
  if (opening.startsWith("\\")) {
    if (!opening.endsWith("{")) {
      const to = from + /^[^\s$]*/u.exec(text.slice(from, limit))![0].length;
      return field("box", to, to);
    }
    const close = closingBrace(text, from, limit);
    return field("box", close, Math.min(text.length, close + 1));
  }
  if (opening.startsWith("<") || opening.startsWith("[")) {
    const close = /<\/(?:final_?)?answer>|\[\/answer\]|<(?:final_?)?answer>/iu.exec(text.slice(from, limit));
    // A tag without its end holds the rest of its line.
    if (close) return field("tag", from + close.index, from + close.index + close[0].length);
    const line = /^\s*[^\n]*/u.exec(text.slice(from, limit))![0];
    return field("tag", from + line.length, from + line.length);
  }
  if (opening.trimStart().startsWith("#")) {
    const line = text.indexOf("\n", from);
    const to = line < 0 || line > limit ? limit : line;
    return field("hash", to, to);
  }
  return jsonField(text, start, from, limit);
}

/** Position of the brace that closes the one opened before `from`; `end` if none does. */
function closingBrace(text: string, from: number, end: number): number {
  for (let i = from, depth = 1; i < end; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return end;
}

/** Commands of LaTeX that begin as escapes of JSON do: models forget to double their backslash. */
const LATEX =
  /^(?:frac|forall|flat|boxed|binom|bar|begin|beta|big|bmod|bullet|bot|text|times|theta|tan|tau|to|top|tfrac|triangle|neq|ne|nu|nabla|not|right|rangle|rho|rfloor|rceil|rightarrow|underline|uparrow|un)/u;

function jsonField(text: string, start: number, from: number, limit: number): Field {
  const quote = text[from];
  if (quote !== '"' && quote !== "'") {
    const open = quote === "[" || quote === "{";
    const to = open ? closingBracket(text, from, limit) : from + /^[^,}\n]*/u.exec(text.slice(from, limit))![0].length;
    const content = text.slice(from, to).trimEnd();
    return {rule: "json field", start, end: to, content, from, to: from + content.length, continues: continuesAt(text, to)};
  }
  const to = closingQuote(text, from + 1, limit, quote);
  return {
    rule: "json field",
    start,
    end: Math.min(text.length, to + 1),
    content: unescaped(text.slice(from + 1, to)),
    from: from + 1,
    to,
    continues: continuesAt(text, to + 1)
  };
}

const continuesAt = (text: string, position: number): boolean =>
  /^\s{0,40},\s{0,40}["']/u.test(text.slice(position, position + 84));

function closingBracket(text: string, from: number, limit: number): number {
  let depth = 0;
  let quote = "";
  for (let i = from; i < limit; i++) {
    const character = text[i]!;
    if (quote) {
      if (character === "\\") i++;
      else if (character === quote) quote = "";
    } else if (character === '"') quote = character;
    else if (character === "[" || character === "{") depth++;
    else if ((character === "]" || character === "}") && --depth === 0) return i + 1;
  }
  return limit;
}

/** Position of the quotation mark that ends a JSON text: one that a comma, a brace or the text's end follows. */
function closingQuote(text: string, from: number, limit: number, quote: string): number {
  let candidate = -1;
  for (let i = from; i < limit; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === quote) {
      if (/^\s{0,200}(?:[},]|$|```)/u.test(text.slice(i + 1, i + 204))) return i;
      if (candidate < 0) candidate = i;
    }
  }
  return candidate < 0 ? limit : candidate;
}

function unescaped(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(u[0-9a-fA-F]{4}|[\s\S])([a-z]*)/gu, (whole, code: string, letters: string) => {
    if (code.startsWith("u") && code.length > 1) return String.fromCharCode(Number.parseInt(code.slice(1), 16)) + letters;
    if (/[bfnrt]/u.test(code)) {
      if (LATEX.test(code + letters)) return whole;
      return ({b: "\b", f: "\f", n: "\n", r: "\r", t: "\t"} as Record<string, string>)[code]! + letters;
    }
    if (/["'\\/]/u.test(code)) return code + letters;
    return whole; // no escape of JSON: LaTeX such as \sqrt, \{ or \,
  });
}
