// The tree of an algebraic expression in the spelling of latexSpelling.ts, and its LaTeX without any convention left to the reader.

const FUNCTIONS = ["sin", "cos", "tan", "cot", "sec", "csc", "arcsin", "arccos", "arctan", "sinh", "cosh", "tanh", "ln"] as const;
type FunctionName = (typeof FUNCTIONS)[number];
export type Head =
  | FunctionName
  | ("add" | "multiply" | "divide" | "negate" | "power" | "root" | "log" | "abs" | "floor" | "ceil" | "factorial" | "binomial");
export type Tree =
  | {kind: "number"; numerator: bigint; denominator: bigint}
  /** A variable or a constant: `x`, `a_{1}`, `\pi`, `e`, `i`. */
  | {kind: "name"; name: string}
  /** `root`: radicand and index; `log`: argument and base. */
  | {kind: "apply"; head: Head; operands: Tree[]};

export const whole = (value: bigint): Tree => ({kind: "number", numerator: value, denominator: 1n});
export const apply = (head: Head, ...operands: Tree[]): Tree => ({kind: "apply", head, operands});

const NUMBER = /(\d+)?(?:\.(\d*))?(?:\\overline\{(\d+)\})?/uy;
const NAME =
  /(?:[a-zA-Z]|\\(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|kappa|lambda|mu|nu|xi|pi|rho|sigma|tau|phi|chi|psi|omega|Delta|Sigma|Omega|Phi|Gamma|Lambda)(?![a-zA-Z]))(?:_\{[^{}]*\})?'*/uy;
const COMMAND = /\\([a-zA-Z]+)/uy;
const CLOSINGS: Readonly<Record<string, string>> = {"(": ")", "[": "]", "{": "}"};
/** Words, which are no product of letters. */
const WORDS = /^[a-zA-Z]{4}$|[a-zA-Z]{5,}|(?<![\\a-zA-Z])(?:[a-zA-Z]{2,} [a-zA-Z]|[a-zA-Z] [a-zA-Z]{2,})/u;

class Unreadable extends Error {}

class Reader {
  private position = 0;
  private bars = 0;
  constructor(private readonly text: string) {}

  read(): Tree {
    const tree = this.sum();
    if (this.position < this.text.length) throw new Unreadable();
    return tree;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.position;
    const match = pattern.exec(this.text);
    if (match !== null) this.position += match[0].length;
    return match;
  }

  private skip(token: string): boolean {
    while (this.text[this.position] === " ") this.position++;
    if (!this.text.startsWith(token, this.position)) return false;
    this.position += token.length;
    return true;
  }

  private expect(token: string): void {
    if (!this.skip(token)) throw new Unreadable();
  }

  private sum(): Tree {
    let tree = this.signed();
    for (;;) {
      if (this.skip("+")) tree = apply("add", tree, this.signed());
      else if (this.skip("-")) tree = apply("add", tree, apply("negate", this.signed()));
      else return tree;
    }
  }

  private signed(): Tree {
    if (this.skip("-")) return apply("negate", this.signed());
    return this.skip("+") ? this.signed() : this.product(false);
  }

  /** @param argument whether it is the argument of a function without brackets, which ends before the next function or sign */
  private product(argument: boolean): Tree {
    let tree = this.factor();
    for (;;) {
      if (!argument && this.skip("\\cdot")) tree = apply("multiply", tree, this.negated());
      else if (!argument && this.skip("/")) tree = apply("divide", tree, this.negated());
      else if (this.startsFactor(argument)) tree = apply("multiply", tree, this.factor());
      else return tree;
    }
  }

  private negated(): Tree {
    return this.skip("-") ? apply("negate", this.negated()) : this.factor();
  }

  private startsFactor(argument: boolean): boolean {
    this.skip("");
    const rest = this.text.slice(this.position, this.position + 12);
    if (/^(?:\\(?:cdot|r(?:floor|ceil))(?![a-z])|[-+/,)\]}=<>^!_°.%]|$)/u.test(rest)) return false;
    if (/^\d/u.test(rest)) return /[)}!]$/u.test(this.text.slice(0, this.position));
    if (rest.startsWith("|")) return this.bars === 0;
    return !(argument && /^\\(?:arc)?(?:sin|cos|tan|cot|sec|csc|ln|log|exp)/u.test(rest));
  }

  private factor(): Tree {
    let tree = this.atom();
    for (;;) {
      if (this.skip("^")) tree = apply("power", tree, this.group());
      else if (this.skip("!")) tree = apply("factorial", tree);
      else if (this.skip("°")) tree = apply("multiply", tree, apply("divide", {kind: "name", name: "\\pi"}, whole(180n)));
      else return tree;
    }
  }

  /** A group in braces or parentheses, or one character or command. */
  private group(): Tree {
    this.skip("");
    const digit = this.match(/\d/uy);
    return digit ? whole(BigInt(digit[0])) : this.atom();
  }

  private bracketed(): Tree | null {
    this.skip("");
    const closing = CLOSINGS[this.text[this.position] ?? ""];
    if (closing === undefined) return null;
    this.position++;
    const bars = this.bars;
    this.bars = 0;
    const tree = this.sum();
    this.bars = bars;
    this.expect(closing);
    return tree;
  }

  private atom(): Tree {
    const bracketed = this.bracketed();
    if (bracketed) return bracketed;
    if (this.skip("|")) return this.enclosed("abs", "|");
    if (/[\d.]/u.test(this.text[this.position] ?? "")) return this.number();
    const name = this.match(NAME);
    if (name) return {kind: "name", name: name[0]};
    const command = this.match(COMMAND)?.[1];
    if (command === "frac") return apply("divide", this.group(), this.group());
    if (command === "binom") return apply("binomial", this.group(), this.group());
    if (command === "lfloor") return this.enclosed("floor", "\\rfloor");
    if (command === "lceil") return this.enclosed("ceil", "\\rceil");
    if (command === "sqrt") {
      const index = this.text[this.position] === "[" ? this.bracketed()! : whole(2n);
      return apply("root", this.group(), index);
    }
    return this.call(command);
  }

  private enclosed(head: Head, closing: string): Tree {
    if (closing === "|") this.bars++;
    const tree = apply(head, this.sum());
    if (closing === "|") this.bars--;
    this.expect(closing);
    return tree;
  }

  private number(): Tree {
    const [text = "", digits = "", decimals = "", repeated = ""] = this.match(NUMBER) ?? [];
    if (digits + decimals + repeated === "" || (repeated && !text.includes("."))) throw new Unreadable();
    let numerator = BigInt(digits + decimals || "0");
    let denominator = 10n ** BigInt(decimals.length);
    if (repeated) {
      const cycle = 10n ** BigInt(repeated.length) - 1n;
      [numerator, denominator] = [numerator * cycle + BigInt(repeated), denominator * cycle];
    }
    if (text === digits) return this.mixed(BigInt(digits));
    return {kind: "number", numerator, denominator};
  }

  /** Two and a half: a whole number before a proper fraction. */
  private mixed(number: bigint): Tree {
    const start = this.position;
    const [, a = "1", b = "0"] = this.match(/\\frac\{(\d+)\}\{(\d+)\}(?!\^)/uy) ?? [];
    if (BigInt(a) < BigInt(b)) return {kind: "number", numerator: number * BigInt(b) + BigInt(a), denominator: BigInt(b)};
    this.position = start;
    return whole(number);
  }

  private call(command: string | undefined): Tree {
    const name = FUNCTIONS.find(each => each === command);
    if (name === undefined && command !== "log" && command !== "exp") throw new Unreadable();
    const base = command === "log" && this.skip("_") ? this.group() : whole(10n);
    let exponent = this.skip("^") ? this.group() : null;
    const inverse = exponent && name && isMinusOne(exponent) ? FUNCTIONS.find(each => each === `arc${name}`) : undefined;
    if (inverse) exponent = null;
    const argument = this.bracketed() ?? this.product(true);
    const tree =
      command === "log"
        ? apply("log", argument, base)
        : command === "exp"
          ? apply("power", {kind: "name", name: "e"}, argument)
          : apply(inverse ?? name!, argument);
    return exponent ? apply("power", tree, exponent) : tree;
  }
}

function isMinusOne(tree: Tree): boolean {
  const [operand] = tree.kind === "apply" && tree.head === "negate" ? tree.operands : [];
  return operand?.kind === "number" && operand.numerator === operand.denominator;
}

/** Returns the tree of a spelled expression, or null where it is none that is known here. */
export function parseTree(text: string): Tree | null {
  if (WORDS.test(text.replace(/\\[a-zA-Z]+/gu, "\\"))) return null;
  try {
    return new Reader(text).read();
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** The names in a tree, without `i`, `e` and `\pi`. */
export function variables(tree: Tree): string[] {
  if (tree.kind === "number") return [];
  if (tree.kind === "apply") return tree.operands.flatMap(variables);
  return ["i", "e", "\\pi"].includes(tree.name) ? [] : [tree.name];
}

/**
 * Returns LaTeX with all brackets and signs written.
 * @param names spellings of the variables
 */
export function printTree(tree: Tree, names: ReadonlyMap<string, string>): string {
  if (tree.kind === "name") return names.get(tree.name) ?? tree.name;
  if (tree.kind === "number")
    return tree.denominator === 1n ? String(tree.numerator) : `\\frac{${tree.numerator}}{${tree.denominator}}`;
  const [a = "", b = ""] = tree.operands.map(operand => printTree(operand, names));
  switch (tree.head) {
    case "add":
      return `(${a})+(${b})`;
    case "multiply":
      return `(${a})\\cdot(${b})`;
    case "divide":
      return `\\frac{${a}}{${b}}`;
    case "negate":
      return `-(${a})`;
    case "power":
      return `(${a})^{${b}}`;
    case "root":
      return `\\sqrt[${b}]{${a}}`;
    case "log":
      return `\\frac{\\ln(${a})}{\\ln(${b})}`;
    case "abs":
      return `\\left|${a}\\right|`;
    case "floor":
    case "ceil":
      return `\\l${tree.head} ${a}\\r${tree.head}`;
    case "factorial":
      return `(${a})!`;
    case "binomial":
      return `\\frac{(${a})!}{((${b})!)\\cdot((${a})-(${b}))!}`;
    default:
      return `\\${tree.head}(${a})`;
  }
}
