// Second solver of ZenOutput: an interpreter of the part of Python in which its programs are written, which reads their text.
import {OUTPUT_OPENING} from "../../../../pipelines/generate/benchmarks/code/output.js";
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";

type Value = number | boolean | string | Value[];
type Call = (...values: Value[]) => Value;

/** Solves a question from its text; null where it is none of ZenOutput. */
export function solveOutput(prompt: string): Solved | null {
  const program = /```python\n([\s\S]+)\n```/u.exec(block(prompt, OUTPUT_OPENING) ?? "")?.[1];
  if (program === undefined) return null;
  const {printed, assignments} = interpret(program);
  return {answer: printed.join("\n"), steps: assignments};
}

const TOKENS = /\s*(?:(\d+)|"([^"]*)"|(\*\*|\/\/|==|!=|<=|>=|[-+*%<>()[\],:.=])|(\w+))/gu;
/** Operators of two operands by how tightly they bind. */
const BINDING: Readonly<Record<string, number>> = {
  ...{in: 1, "==": 1, "!=": 1, "<": 1, ">": 1, "<=": 1, ">=": 1},
  ...{"+": 2, "-": 2, "*": 3, "//": 3, "%": 3}
};

function operate(operator: string, one: Value, other: Value): Value {
  if (operator === "in") return (other as string | Value[]).includes(one as string);
  if (operator === "+" && Array.isArray(one)) return [...one, ...(other as Value[])];
  if (operator === "+" && typeof one === "string") return one + String(other);
  if (operator === "*" && typeof one === "string") return one.repeat(Number(other));
  const [a, b] = [Number(one), Number(other)];
  switch (operator) {
    case "+":
      return a + b;
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "//":
      return Math.floor(a / b);
    case "%":
      return a - b * Math.floor(a / b);
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "==":
      return one === other;
    default:
      throw new SyntaxError(`unknown operator ${operator}`);
  }
}

const METHODS: Readonly<Record<string, (list: never, ...values: never[]) => Value>> = {
  append: (list: Value[], value: Value) => list.push(value),
  insert: (list: Value[], place: number, value: Value) => list.splice(place, 0, value).length,
  pop: (list: Value[]) => list.pop()!,
  index: (text: string, part: string) => text.indexOf(part)
};

/** Evaluates an expression from its tokens. */
class Expression {
  readonly #tokens: RegExpMatchArray[];
  #next = 0;

  constructor(
    text: string,
    readonly names: ReadonlyMap<string, Value>,
    readonly calls: ReadonlyMap<string, Call>
  ) {
    this.#tokens = [...text.trim().matchAll(TOKENS)];
  }

  #sign(): string | undefined {
    const token = this.#tokens[this.#next];
    return token?.[3] ?? (token?.[4] === "in" ? "in" : undefined);
  }

  #accept(sign: string): boolean {
    if (this.#sign() !== sign) return false;
    this.#next++;
    return true;
  }

  #list(end: string): Value[] {
    const values: Value[] = [];
    while (!this.#accept(end)) {
      values.push(this.value());
      this.#accept(",");
    }
    return values;
  }

  value(least = 1): Value {
    let value = this.#operand();
    for (;;) {
      const sign = this.#sign();
      const binding = sign === undefined ? 0 : (BINDING[sign] ?? 0);
      if (binding < least) return value;
      this.#next++;
      value = operate(sign!, value, this.value(binding + 1));
    }
  }

  #operand(): Value {
    if (this.#accept("-")) return -Number(this.#operand());
    let value: Value;
    if (this.#accept("(")) {
      value = this.value();
      this.#accept(")");
    } else if (this.#accept("[")) value = this.#list("]");
    else {
      const [, number, text, , name] = this.#tokens[this.#next++]!;
      if (number !== undefined) value = Number(number);
      else if (text !== undefined) value = text;
      else if (this.#accept("(")) value = this.calls.get(name!)!(...this.#list(")"));
      else value = this.names.get(name!)!;
    }
    for (;;) {
      if (this.#accept("[")) value = this.#part(value as string | Value[]);
      else if (this.#accept(".")) {
        const method = METHODS[this.#tokens[this.#next++]![4]!]!;
        this.#accept("(");
        value = method(value as never, ...(this.#list(")") as never[]));
      } else return value;
    }
  }

  /** An element, or a slice with steps of 1 or of -1 over the whole. */
  #part(whole: string | Value[]): Value {
    const bounds: (number | undefined)[] = [];
    let isSlice = false;
    for (let bound: number | undefined; ; ) {
      if (this.#accept(":")) {
        bounds.push(bound);
        bound = undefined;
        isSlice = true;
      } else if (this.#accept("]")) {
        bounds.push(bound);
        break;
      } else bound = Number(this.value());
    }
    const elements = [...whole];
    if (!isSlice) return elements.at(bounds[0]!)!;
    const part = bounds[2] === -1 ? elements.reverse() : elements.slice(bounds[0], bounds[1]);
    return typeof whole === "string" ? part.join("") : part;
  }
}

/** Executes a program. Returns the lines that it prints, and how many values it assigns, loops over or returns. */
export function interpret(program: string): {printed: string[]; assignments: number} {
  const printed: string[] = [];
  let assignments = 0;
  const calls = new Map<string, Call>([
    [
      "range",
      (...bounds) => {
        const [from, to] = bounds.length > 1 ? bounds : [0, bounds[0]!];
        return Array.from({length: Math.max(0, Number(to) - Number(from))}, (_, i) => Number(from) + i);
      }
    ],
    ["len", value => (value as Value[]).length],
    ["max", (...values) => Math.max(...(values as number[]))],
    ["min", (...values) => Math.min(...(values as number[]))],
    ["sorted", value => (value as number[]).toSorted((a, b) => a - b)],
    ["print", value => printed.push(String(value))]
  ]);
  const lines = program.split("\n").filter(line => line.trim() !== "");
  const depthOf = (line: string) => line.search(/\S/u);
  const endOf = (start: number): number => {
    let end = start + 1;
    while (end < lines.length && depthOf(lines[end]!) > depthOf(lines[start]!)) end++;
    return end;
  };
  const execute = (from: number, to: number, names: Map<string, Value>): Value | undefined => {
    const evaluate = (text: string): Value => new Expression(text, names, calls).value();
    const assign = (target: string, value: Value): void => {
      assignments++;
      const element = /^(\w+)\[(.+)\]$/u.exec(target);
      if (!element) names.set(target, value);
      else {
        const list = names.get(element[1]!) as Value[];
        const index = Number(evaluate(element[2]!));
        list[index < 0 ? list.length + index : index] = value;
      }
    };
    for (let i = from; i < to; ) {
      const [line, end] = [lines[i]!.trim(), endOf(i)];
      const match = (pattern: RegExp) => pattern.exec(line)?.slice(1);
      const definition = match(/^def (\w+)\((\w+)\):$/u);
      const round = match(/^for (\w+) in (.+):$/u);
      const condition = match(/^if (.+):$/u);
      const pair = match(/^(\S+), (\S+) = (\S+), (\S+)$/u);
      const single = match(/^(\w+(?:\[.+?\])?) = (.+)$/u);
      let next = end;
      if (definition) {
        const [name, parameter] = definition as [string, string];
        const start = i + 1;
        calls.set(name, value => execute(start, end, new Map([...names, [parameter, value]]))!);
      } else if (round) {
        for (const value of evaluate(round[1]!) as Iterable<Value>) {
          names.set(round[0]!, value);
          execute(i + 1, end, names);
        }
      } else if (condition) {
        const hasElse = lines[end]?.trim() === "else:" && depthOf(lines[end]) === depthOf(lines[i]!);
        if (hasElse) next = endOf(end);
        const value = evaluate(condition[0]!) ? execute(i + 1, end, names) : hasElse ? execute(end + 1, next, names) : undefined;
        if (value !== undefined) return value;
      } else if (line.startsWith("return ")) {
        assignments++;
        return evaluate(line.slice(7));
      } else if (pair) {
        const values = pair.slice(2).map(evaluate);
        for (const [k, value] of values.entries()) assign(pair[k]!, value);
      } else if (single) assign(single[0]!, evaluate(single[1]!));
      else evaluate(line);
      i = next;
    }
    return undefined;
  };
  execute(0, lines.length, new Map());
  return {printed, assignments};
}
