// Finds the numbers of a text: signs, grouping, decimals, fractions, powers, percent, units, money. A number is read whole or not at all.
import {type DecimalMark, DIGITS, interpret, MAX_NUMBER_LENGTH, piecesAt, plainDigits, sticky} from "./numberGroups.js";
import {add, decimal, divide, multiply, negate, power, type Rational, rational, spell} from "./rational.js";

interface FoundNumber {
  /** Canonical spelling; null where the digits do not name one number: a date, a variable's factor, two possible readings. */
  answer: string | null;
  start: number;
  end: number;
  /** Followed by a percent sign or word. */
  percent: boolean;
  /** Letters or signs follow that make it part of a larger expression. */
  open: boolean;
}

interface Scan {
  text: string;
  position: number;
  mark: () => DecimalMark;
}

/** Characters before a number in which its sign is. */
const SIGN_REACH = 16;

const START = /[0-9¼-¾⅐-⅞]|\\[dtc]?frac(?![a-z])/gu;
const VULGAR: Readonly<Record<string, [number, number]>> = {
  "¼": [1, 4],
  "½": [1, 2],
  "¾": [3, 4],
  "⅐": [1, 7],
  "⅑": [1, 9],
  "⅒": [1, 10],
  "⅓": [1, 3],
  "⅔": [2, 3],
  "⅕": [1, 5],
  "⅖": [2, 5],
  "⅗": [3, 5],
  "⅘": [4, 5],
  "⅙": [1, 6],
  "⅚": [5, 6],
  "⅛": [1, 8],
  "⅜": [3, 8],
  "⅝": [5, 8],
  "⅞": [7, 8]
};
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

const CURRENCY_BEFORE = /(?:[$€£¥₹₩₽₺฿₫₪]|(?:^|[^\p{L}])(?:US|USD|EUR|GBP|JPY|INR|CNY|RMB|CHF|CAD|AUD|Rs\.?|RM|R|kr))$/u;
const WORD_BEFORE = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_]$/u;
const FUNCTION_BEFORE = /(?:\\[a-zA-Z]+|[\p{L}\d)])\s*[({[]\s*[-+]?$|\\[a-zA-Z]+\s+[-+]?$|[√∛]\s*$/u;
/** LaTeX commands around a number that leave it as it is. */
const PLAIN_COMMAND =
  /\\(?:boxed|fbox|text|textbf|textit|mathbf|mathrm|mathit|mathsf|bf|rm|displaystyle|textstyle|left|right|approx|simeq|equiv|ge|geq|le|leq|neq|implies|Rightarrow|rightarrow|to|times|cdot|div|pm|quad|qquad|ldots|dots|therefore|because|boldsymbol|bm|underline|textcolor\{\w+\}|color\{\w+\}|large|Large|huge|and|or|item|n|t|in)\s*[({[]?\s*[-+]?$/u;
const SCALES: readonly [RegExp, bigint][] = [
  [/[ -]?(?:\\text\{\s*|\\ )?thousand\b\}?/iuy, 1_000n],
  [/[ -]?(?:\\text\{\s*|\\ )?(?:million|(?<= )(?:mn|mio\.?))\b\}?/iuy, 1_000_000n],
  [/[ -]?(?:\\text\{\s*|\\ )?(?:billion|(?<= )bn)\b\}?/iuy, 1_000_000_000n],
  [/[ -]?(?:\\text\{\s*|\\ )?trillion\b\}?/iuy, 1_000_000_000_000n]
];
const MONEY_SCALES: readonly [RegExp, bigint][] = [
  [/[kK](?![\p{L}\d])/uy, 1_000n],
  [/[mM](?![\p{L}\d])/uy, 1_000_000n],
  [/[bB](?![\p{L}\d])/uy, 1_000_000_000n]
];
const PERCENT = /\s?(?:\\?%|percent\b|per cent\b|pct\b)|\s?\\text\{\s*percent\s*\}/iuy;
const SCIENTIFIC =
  /\s*(?:\\times|\\cdot|[×*·]|x)\s*10\s*(?:\^\s*\{?\s*(?<sign>[-+]?)(?<digits>\d{1,9})\s*\}?|(?<raised>[⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,9}))/uy;
const EXPONENT = /[eE](?<sign>[-+]?)(?<digits>\d{1,9})(?![\p{L}\d])/uy;
const POWER = /\s*\^\s*(?:\{\s*(?<inner>[-+]?\d{1,9})\s*\}|(?<bare>-?\d{1,9}))/uy;
const DEGREE = /\s?(?:\^\s*\{?\s*\\circ\s*\}?|\\degree|°)\s?[CFK]?(?![\p{L}])/uy;
const SLASH = /[/](?=[0-9])/uy;
/** A full hour, which is also a number: "2:00 pm". */
const FULL_HOUR = /(\d{1,2}):00(?![:\d])(?:\s?[ap]\.?m\b\.?)?/iuy;
/** A date, a time or a ratio: digits that are joined by marks and name no number. */
const DATE = /\d{4}-\d{1,2}-\d{1,2}(?![\d-])|\d{1,2}\/\d{1,2}\/\d{2,4}(?![\d/])|\d+(?::\d+)+/uy;
/**
 * Returns the numbers of a text in their order, each with the characters that belong to it.
 * @param text folded (`foldText`)
 * @param mark the decimal mark of the question's language, asked for only where two readings are possible
 */
export function numbersIn(text: string, mark: () => DecimalMark, from = 0): FoundNumber[] {
  const found: FoundNumber[] = [];
  let position = from;
  for (;;) {
    START.lastIndex = position;
    const match = START.exec(text);
    if (!match) return found;
    const [number, end] = numberAt({text, position: match.index, mark}, Math.max(from, found.at(-1)?.end ?? 0));
    if (number) found.push(number);
    position = Math.max(end, match.index + 1);
  }
}

/** Reads the number that begins at a position, and returns it with the position after everything that was read. */
function numberAt(scan: Scan, from: number): [FoundNumber | null, number] {
  const {text, position} = scan;
  let start = position;
  const before = text.slice(Math.max(from, position - 48), position);
  const latex = text[position] === "\\";
  if (/[\^_]\s*\{?\s*[-+]?$/u.test(before) && /\S/u.test(before.replace(/[\^_]\s*\{?\s*[-+]?$/u, "")))
    return [null, afterDigits(text, position)]; // an exponent or an index
  const money = CURRENCY_BEFORE.test(before.replace(/\\?\$?\s*[-+]?\s?$/u, found => found.replace(/[\s+-]/gu, "")));
  if (!latex && WORD_BEFORE.test(before) && !money) return [null, afterWord(text, position)];
  if (/\p{L}-$/u.test(before)) return [null, afterWord(text, position)]; // a part of a name, such as "GPT-4"
  const opaque = FUNCTION_BEFORE.test(before) && !PLAIN_COMMAND.test(before);
  const point = /(?:^|[^\d\p{L}.])\.$/u.test(before) && !latex;
  if (point) start--;
  const hour = sticky(FULL_HOUR, text, position);
  if (hour && !point) {
    const end = position + hour[0].length;
    return [{...token(String(Number(hour[1])), start, end)}, end];
  }
  const date = sticky(DATE, text, position);
  if (date && !point) return [token(null, start, position + date[0].length), position + date[0].length];
  const core = point ? pointFirst(scan) : latex ? fractionAt(scan) : digitsAt(scan);
  let {end} = core;
  let {value} = core;
  const signed = signBefore(text, start, from);
  if (signed.negative && value) value = negate(value);
  start = signed.start;
  const scaled = scaleAfter(text, end, {value, money});
  value = scaled.value;
  end = scaled.end;
  const percent = sticky(PERCENT, text, end);
  if (percent) end += percent[0].length;
  else {
    const degree = sticky(DEGREE, text, end);
    if (degree) end += degree[0].length;
  }
  const tail = afterNumber(text, end);
  const unread = opaque || tail.open || value === null;
  return [{answer: unread ? null : spell(value!), start, end, percent: percent !== null, open: tail.open || opaque}, tail.end];
}

const token = (answer: string | null, start: number, end: number): FoundNumber => ({
  answer,
  start,
  end,
  percent: false,
  open: false
});

const afterDigits = (text: string, position: number): number => position + (sticky(DIGITS, text, position)?.[0].length ?? 1);

/** Position after the word that contains digits: "H2O", "x12", "B-52". */
function afterWord(text: string, position: number): number {
  const word = /[\p{L}\d_]+(?:[.-]\d+)*/uy;
  word.lastIndex = position;
  return position + (word.exec(text)?.[0].length ?? 1);
}

interface Core {
  value: Rational | null;
  end: number;
}

/** Reads `.5`. */
function pointFirst({text, position}: Scan): Core {
  const digits = sticky(DIGITS, text, position)![0];
  const end = position + digits.length;
  const exponent = sticky(EXPONENT, text, end);
  const power = exponent ? Number(`${exponent.groups!.sign}${exponent.groups!.digits}`) : 0;
  return {value: decimal("0", plainDigits(digits), power), end: end + (exponent?.[0].length ?? 0)};
}

/** Reads `\frac{3}{4}`, `\frac34`, `\dfrac{1.5}{2}`; null as its value where a part is no number. */
function fractionAt({text, position, mark}: Scan): Core {
  const command = /\\[dtc]?frac\s*/uy;
  command.lastIndex = position;
  let end = position + command.exec(text)![0].length;
  const parts: (Rational | null)[] = [];
  for (let part = 0; part < 2; part++) {
    if (text[end] === "{") {
      const close = closingBrace(text, end + 1);
      const content = text.slice(end + 1, close);
      parts.push(wholeNumber(content, mark));
      end = Math.min(text.length, close + 1);
    } else {
      const digit = /\s*([0-9])/uy;
      digit.lastIndex = end;
      const match = digit.exec(text);
      parts.push(match ? rational(BigInt(match[1]!)) : null);
      end += match?.[0].length ?? 0;
    }
    if (part === 0) end += /^\s*/u.exec(text.slice(end, end + 8))![0].length;
  }
  const [numerator, denominator] = parts;
  return {value: numerator && denominator ? divide(numerator, denominator) : null, end};
}

/** The value of a text that is one number and nothing else. */
function wholeNumber(text: string, mark: () => DecimalMark): Rational | null {
  const plain = text.trim();
  const negative = plain.startsWith("-");
  const digits = (negative ? plain.slice(1) : plain).replace(/^\\?\$/u, "").trimStart();
  if (!/^[0-9.]/u.test(digits)) return null;
  const core = digits.startsWith(".")
    ? pointFirst({text: digits, position: 1, mark})
    : digitsAt({text: digits, position: 0, mark});
  if (!core.value || core.end !== digits.length) return null;
  return negative ? negate(core.value) : core.value;
}

/** Position of the brace that closes the one opened before `from`; the text's end where none does. */
function closingBrace(text: string, from: number): number {
  const end = Math.min(text.length, from + MAX_NUMBER_LENGTH);
  for (let i = from, depth = 1; i < end; i++) {
    if (text[i] === "{") depth++;
    else if (text[i] === "}" && --depth === 0) return i;
  }
  return end;
}

/** Reads digits with their grouping, decimals, fraction, power of ten or power. */
function digitsAt(scan: Scan): Core {
  const {text, position} = scan;
  const vulgar = VULGAR[text[position]!];
  if (vulgar) return {value: rational(BigInt(vulgar[0]), BigInt(vulgar[1])), end: position + 1};
  const {pieces, marks, ends} = piecesAt(text, position);
  const grouped = interpret(pieces, marks, scan.mark);
  let end = ends[grouped.used - 1]!;
  let value = grouped.value;
  const ended = grouped.used === pieces.length || marks[grouped.used - 1] === " ";
  const whole = value !== null && value.denominator === 1n && ended;
  const exponent = sticky(EXPONENT, text, end);
  if (exponent && value) {
    const shift = Number(`${exponent.groups!.sign}${exponent.groups!.digits}`);
    const factor = decimal("1", "", shift);
    return {value: factor && multiply(value, factor), end: end + exponent[0].length};
  }
  const scientific = sticky(SCIENTIFIC, text, end);
  if (scientific && value) {
    const {sign = "", digits, raised} = scientific.groups as Record<string, string | undefined>;
    const factor = decimal("1", "", digits === undefined ? superscript(raised!) : Number(`${sign}${digits}`));
    return {value: factor && multiply(value, factor), end: end + scientific[0].length};
  }
  if (!whole) return {value, end};
  const mixed = mixedAfter(scan, end);
  if (mixed) return {value: mixed.value && add(value!, mixed.value), end: mixed.end};
  if (sticky(SLASH, text, end)) {
    const below = piecesAt(text, end + 1);
    const denominator = interpret(below.pieces, below.marks, scan.mark);
    const after = below.ends[denominator.used - 1]!;
    if (/^\/[0-9]/u.test(text.slice(after, after + 2))) return {value: null, end: after};
    return {value: denominator.value && divide(value!, denominator.value), end: after};
  }
  const raised = sticky(POWER, text, end);
  if (raised) {
    value = power(value!, Number(raised.groups!.inner ?? raised.groups!.bare));
    end += raised[0].length;
  } else if (SUPERSCRIPTS.includes(text[end] ?? "-") && text[end] !== "") {
    const digits = /^[⁰¹²³⁴⁵⁶⁷⁸⁹]+/u.exec(text.slice(end, end + 12))![0];
    value = power(value!, superscript(digits));
    end += digits.length;
  }
  return {value, end};
}

const superscript = (text: string): number =>
  Number([...text].map(character => (character === "⁻" ? "-" : SUPERSCRIPTS.indexOf(character))).join(""));

/** A fraction after a whole number: `2½`, `2 1/2`, `2\frac{1}{2}`. */
function mixedAfter(scan: Scan, end: number): Core | null {
  const {text, mark} = scan;
  const lead =
    /(?:\s|\\[,;: ])?(?=[¼-¾⅐-⅞])|(?:\s|\\[,;: ])?(?=\\[dtc]?frac(?![a-z]))|\s(?=(?:and )?[0-9]{1,3}\/[0-9]{1,3}(?![\d/]))/uy;
  lead.lastIndex = end;
  const match = lead.exec(text);
  if (!match) return null;
  const at = end + match[0].length;
  if (text[at] === "\\") {
    const fraction = fractionAt({text, position: at, mark});
    return isProper(fraction.value) ? fraction : null;
  }
  const vulgar = VULGAR[text[at]!];
  if (vulgar) return {value: rational(BigInt(vulgar[0]), BigInt(vulgar[1])), end: at + 1};
  const plain = /([0-9]{1,3})\/([0-9]{1,3})/uy;
  plain.lastIndex = at;
  const parts = plain.exec(text);
  if (!parts) return null;
  const value = rational(BigInt(parts[1]!), BigInt(parts[2]!));
  return isProper(value) ? {value, end: at + parts[0].length} : null;
}

const isProper = (value: Rational | null): boolean =>
  value !== null && value.numerator > 0n && value.numerator < value.denominator;

/** A minus before a number, with a currency mark between them or before both. */
function signBefore(text: string, start: number, from: number): {negative: boolean; start: number} {
  const before = text.slice(Math.max(0, start - SIGN_REACH), start);
  const {sign, gap, money} = /(?<sign>[-+–])?(?<gap>\s?)(?<money>\\?[$€£¥₹])?\s?$/u.exec(before)!.groups as Record<
    string,
    string | undefined
  >;
  const at =
    sign === undefined
      ? start - (money ? before.length - before.lastIndexOf(money) : 0)
      : start - (before.length - before.lastIndexOf(sign));
  if (sign === undefined || at < from) return {negative: false, start: Math.max(from, at)};
  const left = before.slice(0, before.lastIndexOf(sign)).replace(/\\?\$$/u, "");
  // A dash between two terms joins them, and one with blanks on both sides joins words unless a sign of equality is before it.
  const joins = gap ? !/(?:^|[=:({[,<>≤≥≈]|\b(?:is|be|equals|are))\s*$/u.test(left) : /[)\]}\p{L}\p{N}]$/u.test(left);
  return joins
    ? {negative: false, start: money ? start - (before.length - before.lastIndexOf(money)) : start}
    : {negative: sign !== "+", start: at};
}

/** A word or letter that multiplies: "1.5 million", "$5k". */
function scaleAfter(text: string, end: number, {value, money}: {value: Rational | null; money: boolean}): Core {
  for (const [pattern, factor] of money ? [...SCALES, ...MONEY_SCALES] : SCALES) {
    const match = sticky(pattern, text, end);
    if (match && value) return {value: multiply(value, {numerator: factor, denominator: 1n}), end: end + match[0].length};
  }
  return {value, end};
}

// Tells what follows a number: a unit, which is read with it, or the rest of an expression of which it is only a part.

const LETTERS =
  /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}_][\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{M}\d_]*/uy;
const ORDINAL = /^(?:st|nd|rd|th)$/iu;
/** Single letters that are units after a number; other single letters are variables. */
const UNIT_LETTERS = new Set("gmlLshtWVAJNCFKpcd€µΩ");
/** Letters after a number that are functions or constants, so that the number is a factor. */
const FACTOR = /^(?:pi|sqrt|log|ln|sin|cos|tan|exp|theta|[xyzuvwnabikeqrπθλφ]{1,2})$/u;
/** What makes a number a part of an expression: roots, constants, brackets of a product, variables. */
const EXPRESSION_AFTER =
  /(?:\s|\\[,;:! ])*(?:\\(?:sqrt|pi|log|ln|sin|cos|tan|theta|alpha|beta|phi|lambda|frac|dfrac|binom|pmod|mod|sum|int|infty|omega|mathrm\{(?:i|e)\})(?![a-z])|[√π∞])|\((?=[-+]?(?:\d|\\|[a-z](?![\p{L}])))|\s*\^(?!\s*\{?\s*(?:\\circ|\\prime))|\s?[-+*·×]\s?(?:\d*[a-z](?![\p{L}])(?!\s\p{L})|\\(?:sqrt|pi|frac|sin|cos|log|ln|cdot)|[√π])|\s*\\(?:cdot|times)\s*(?:[a-zA-Z(]|\\(?!text|%|\$))/uy;

/** What follows a number: its unit, which is read with it, or the rest of an expression that it is only a part of. */
function afterNumber(text: string, end: number): {open: boolean; end: number} {
  if (sticky(EXPRESSION_AFTER, text, end)) return {open: true, end};
  const letters = sticky(LETTERS, text, end)?.[0];
  if (letters === undefined) return {open: false, end: afterUnit(text, end)};
  const after = end + letters.length;
  const [single] = letters;
  if (letters.length === 1 && !UNIT_LETTERS.has(single!)) return {open: true, end: after};
  if (!ORDINAL.test(letters) && (FACTOR.test(letters) || text[after] === "(")) return {open: true, end: after};
  return {open: false, end: afterUnit(text, after)};
}

/** Position after the power of a unit: `m^2`, `\text{ cm}^3`; its digit is no number. */
function afterUnit(text: string, end: number): number {
  const unit = /(?:\s?\\(?:text|mathrm|mbox|textrm)\s*\{[^{}]{0,60}\})?(?:\s?\^\s*\{?\s*[-+]?\d\s*\}?)?/uy;
  unit.lastIndex = end;
  return end + unit.exec(text)![0].length;
}
