// Finds structured claims: the field `answer` of a JSON object, a tag, a box, and "#### n".

export type FieldRule = "json field" | "tag" | "box" | "hash";

/** A structured claim with its content. */
export interface Field {
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
