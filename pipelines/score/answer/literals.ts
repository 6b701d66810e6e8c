// Values of Python and JSON: lists, tuples, dictionaries, strings in either quotation mark, numbers, None, True and False.

/** Deepest nesting and longest text that are read. */
const MAX_DEPTH = 64;
const MAX_LENGTH = 100_000;

const WORDS: Readonly<Record<string, string>> = {
  None: "null",
  null: "null",
  True: "true",
  true: "true",
  False: "false",
  false: "false"
};
const ESCAPES: Readonly<Record<string, string>> = {n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", "0": "\0", a: "\u0007", v: "\v"};

/**
 * Returns the canonical spelling of a value of Python or JSON, or null where the text is none. Lists and tuples are the same, sets and
 * dictionaries have no order, 1 and 1.0 are equal.
 */
export function readLiteral(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const plain = text
    .trim()
    .replace(/^`{1,3}(?:python|json)?|`{1,3}$/gu, "")
    .trim();
  const reader = new Reader(plain);
  try {
    const value = reader.value(0);
    reader.blanks();
    return reader.position === plain.length ? value : null;
  } catch (error) {
    if (error instanceof NoLiteral) return null;
    throw error;
  }
}

class NoLiteral extends Error {}
/** Made once: a stack trace for each line of a text takes longer than reading it. */
const NO_LITERAL = new NoLiteral();

class Reader {
  position = 0;
  constructor(private readonly text: string) {}

  blanks(): void {
    while (/\s/u.test(this.text[this.position] ?? "x")) this.position++;
  }

  value(depth: number): string {
    if (depth > MAX_DEPTH) throw NO_LITERAL;
    this.blanks();
    const character = this.text[this.position];
    if (character === "[") return `[${this.items("]", depth).join(",")}]`;
    if (character === "(") return this.tuple(depth);
    if (character === "{") return this.map(depth);
    const prefix = /[rbuRBU]?(?=["'])/uy;
    prefix.lastIndex = this.position;
    const quoted = prefix.exec(this.text);
    if (quoted && /["']/u.test(this.text[this.position + quoted[0].length] ?? "")) {
      this.position += quoted[0].length;
      return JSON.stringify(this.string(quoted[0].toLowerCase() === "r"));
    }
    const word = /[A-Za-z]+|[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/uy;
    word.lastIndex = this.position;
    const match = word.exec(this.text)?.[0];
    if (match === undefined) throw NO_LITERAL;
    this.position += match.length;
    const known = WORDS[match];
    if (known !== undefined) return known;
    return numberSpelling(match);
  }

  private items(close: string, depth: number): string[] {
    this.position++;
    const items: string[] = [];
    for (;;) {
      this.blanks();
      if (this.text[this.position] === close) {
        this.position++;
        return items;
      }
      if (items.length > 0) {
        if (this.text[this.position] !== ",") throw NO_LITERAL;
        this.position++;
        this.blanks();
        if (this.text[this.position] === close) continue;
      }
      items.push(this.value(depth + 1));
    }
  }

  private tuple(depth: number): string {
    const start = this.position;
    const items = this.items(")", depth);
    // A single value in parentheses without a comma is the value.
    const single = items.length === 1 && !/,\s*\)$/u.test(this.text.slice(start, this.position));
    return single ? items[0]! : `[${items.join(",")}]`;
  }

  private map(depth: number): string {
    this.position++;
    const entries: string[] = [];
    let pairs: boolean | undefined;
    for (;;) {
      this.blanks();
      if (this.text[this.position] === "}") {
        this.position++;
        return `{${entries.sort().join(",")}}`;
      }
      if (entries.length > 0) {
        if (this.text[this.position] !== ",") throw NO_LITERAL;
        this.position++;
        this.blanks();
        if (this.text[this.position] === "}") continue;
      }
      const key = this.value(depth + 1);
      this.blanks();
      const paired = this.text[this.position] === ":";
      if (pairs !== undefined && pairs !== paired) throw NO_LITERAL;
      pairs = paired;
      if (paired) this.position++;
      entries.push(paired ? `${key.startsWith('"') ? key : JSON.stringify(key)}:${this.value(depth + 1)}` : key);
    }
  }

  private string(raw: boolean): string {
    const quote = this.text[this.position]!;
    const triple = this.text.startsWith(quote.repeat(3), this.position);
    const close = triple ? quote.repeat(3) : quote;
    this.position += close.length;
    let content = "";
    for (;;) {
      const character = this.text[this.position];
      if (character === undefined || (character === "\n" && !triple)) throw NO_LITERAL;
      if (this.text.startsWith(close, this.position)) {
        this.position += close.length;
        return content;
      }
      if (character === "\\" && !raw) content += this.escape();
      else {
        content += character;
        this.position++;
      }
    }
  }

  private escape(): string {
    const code = /\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/uy;
    code.lastIndex = this.position;
    const match = code.exec(this.text);
    if (!match) throw NO_LITERAL;
    this.position += match[0].length;
    const [, wide, narrow, letter] = match;
    if (wide ?? narrow) return String.fromCharCode(Number.parseInt(wide ?? narrow!, 16));
    return ESCAPES[letter!] ?? letter!;
  }
}

/** Integers of any size keep their digits; other numbers are spelled as JSON spells the nearest double. */
function numberSpelling(text: string): string {
  const plain = text.replace(/[+_]/gu, "");
  if (/^-?\d+$/u.test(plain)) return String(BigInt(plain));
  const value = Number(plain);
  if (!Number.isFinite(value)) throw NO_LITERAL;
  return String(value);
}
