// Approximates the readers with which published accuracies were computed, so that each disagreement has a cause. Written from the
// published code's behaviour: ZeroEval (Apache-2.0) and MMLU-Pro (Apache-2.0).

/** A value that ZeroEval's reader takes, and what its verdict depends on. */
export interface ZeroEvalReading {
  value: string;
  /** Content of the field in the text; ends before `end`. */
  end: number;
  /** The first number of the value after its signs of money and commas are gone; null where it has none. */
  number: number | null;
  /** How the value was found: as a field of a JSON object, by a pattern, or in a box. */
  by: "object" | "pattern" | "box";
  reasoning: string;
}

/** The first group of balanced braces: later ones are not looked at, nor are braces within strings told apart. */
function firstObject(text: string): {content: string; end: number} | null {
  let depth = 0;
  let start = -1;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "{") {
      if (depth === 0) start = i;
      depth++;
    } else if (text[i] === "}" && depth > 0 && --depth === 0) return {content: text.slice(start, i + 1), end: i + 1};
  }
  return null;
}

function parseObject(content: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(content.replaceAll("\n", ""));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Patterns by which a field is looked for where no object parses: the first that matches anywhere in the text is taken. */
const patternsOf = (field: string): RegExp[] => [
  new RegExp(String.raw`"${field}"\s*:\s*"([^"]*?)"`, "u"),
  new RegExp(String.raw`"${field}"\s*:\s*"(.*?)"`, "su"),
  new RegExp(String.raw`"${field}"\s*:\s*([^,\s]*)`, "u"),
  new RegExp(String.raw`${field}\s*:\s*([^,\s]*)`, "u")
];
const PATTERNS = {answer: patternsOf("answer"), reasoning: patternsOf("reasoning")};

function byPattern(text: string, field: keyof typeof PATTERNS): {value: string; end: number} | null {
  for (const pattern of PATTERNS[field]) {
    const match = pattern.exec(text);
    if (match) return {value: match[1]!, end: match.index + match[0].length};
  }
  return null;
}

/** Spelling of a value of JSON in Python. */
function spell(value: unknown, quoted = false): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return quoted ? `'${value}'` : value;
  if (Array.isArray(value)) return `[${value.map(one => spell(one, true)).join(", ")}]`;
  if (typeof value !== "object") return String(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `'${key}': ${spell(one, true)}`)
    .join(", ")}}`;
}

const FIRST_NUMBER = /-?\d+(?:\.\d+)?/u;

/** The first number of a value; a value with a slash that is an arithmetic expression is computed before. */
export function firstNumber(value: string): number | null {
  const plain = value.replaceAll("$", "").trim().replaceAll(",", "");
  const computed = plain.includes("/") ? compute(plain) : null;
  const number = FIRST_NUMBER.exec(computed === null ? plain : String(computed))?.[0];
  return number === undefined ? null : Number(number);
}

/** Value of an expression of numbers, + - * / and parentheses; null if the text is anything else. */
export function compute(text: string): number | null {
  const tokens = text.match(/\d+(?:\.\d*)?|\.\d+|[-+*/()]|\S/gu) ?? [];
  let at = 0;
  const fail = Number.NaN;
  const factor = (): number => {
    const token = tokens[at++] ?? "";
    if (token === "-") return -factor();
    if (token === "+") return factor();
    if (token !== "(") return /^[\d.]/u.test(token) ? Number(token) : fail;
    const value = sum();
    return tokens[at++] === ")" ? value : fail;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[at] === "*" || tokens[at] === "/") value = tokens[at++] === "*" ? value * factor() : value / factor();
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[at] === "+" || tokens[at] === "-") value = tokens[at++] === "+" ? value + product() : value - product();
    return value;
  };
  const value = sum();
  return at === tokens.length && Number.isFinite(value) ? value : null;
}

/**
 * The answer that ZeroEval's reader takes; null where it finds none.
 * @param boxes for answers of Llama 3.1: a box of letters and digits is an answer where there is no field
 */
export function readZeroEval(text: string, {boxes = false} = {}): ZeroEvalReading | null {
  const object = firstObject(text);
  const fields = object && parseObject(object.content);
  if (object && fields && "answer" in fields) {
    const value = spell(fields.answer);
    return {value, end: object.end, number: firstNumber(value), by: "object", reasoning: spell(fields.reasoning ?? "")};
  }
  const found = byPattern(text, "answer");
  const reasoning = byPattern(text, "reasoning")?.value ?? "";
  if (found) return {...found, number: firstNumber(found.value), by: "pattern", reasoning};
  const box = boxes ? /\\boxed\{(\w+)\}/u.exec(text) : null;
  return box && {value: box[1]!, end: box.index + box[0].length, number: firstNumber(box[1]!), by: "box", reasoning};
}

/** Rules of MMLU-Pro's reader, in their order; versions of it have only the first, the first three, or another third. */
type MmluProRule = "answer is" | "answer line" | "last letter" | "last capital";
export interface MmluProReading {
  letter: string;
  rule: MmluProRule;
  start: number;
  end: number;
}

const LETTER = /(?<![\p{L}\p{N}_])[A-J](?![\p{L}\p{N}_])/gu;

/** Readings of a text by MMLU-Pro's rules. The first is the reading of a reader that has its rule. */
export function readMmluPro(text: string): MmluProReading[] {
  const is = /answer is \(?([A-J])\)?/u.exec(text);
  if (is) return [{letter: is[1]!, rule: "answer is", start: is.index, end: is.index + is[0].length}];
  const readings: MmluProReading[] = [];
  const line = /^[^\n]*[aA]nswer:\s*([A-J])/mu.exec(text);
  const add = (letter: string, rule: MmluProRule, end: number) => readings.push({letter, rule, start: end - 1, end});
  if (line) add(line[1]!, "answer line", line.index + line[0].length);
  const letter = [...text.matchAll(LETTER)].at(-1);
  if (letter) add(letter[0], "last letter", letter.index + 1);
  const capital = /[A-J](?=[^A-J]*$)/u.exec(text);
  if (capital) add(capital[0], "last capital", capital.index + 1);
  return readings;
}
