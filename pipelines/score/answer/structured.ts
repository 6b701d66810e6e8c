// Reads structured claims: the last field, tag, box or "#### n" that states something, and what its sentence adds.
import {type Claim, isFollowed, part, REFUSAL, type Text} from "./claims.js";
import {type Field, type FieldRule, fieldsIn} from "./fields.js";
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
