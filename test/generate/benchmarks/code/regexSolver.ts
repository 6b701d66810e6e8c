// Second solver of ZenRegex: JavaScript's regular expressions, and readers of the formats, which go by the question's text.
import {REGEX_OPENING} from "../../../../pipelines/generate/benchmarks/code/regex.js";
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";

/** Solves a question from its text; null where it is none of ZenRegex. */
export function solveRegex(prompt: string): Solved | null {
  const question = block(prompt, REGEX_OPENING);
  if (question === null) return null;
  for (const solve of [solveMatches, solveGroups, solveReplacements, solveExpression, solveSettings, solveRecords]) {
    const solved = solve(question);
    if (solved) return {answer: String(solved.answer), steps: solved.steps};
  }
  return null;
}

type Answer = {answer: number; steps: number} | null;
const sumOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);

function solveMatches(question: string): Answer {
  const source = /^Pattern: (.+)\n\n/u.exec(question)?.[1];
  if (source === undefined) return null;
  const whole = new RegExp(`^(?:${source})$`, "u");
  const lines = [...question.matchAll(/^(\w+) (\d+)$/gmu)];
  return {answer: sumOf(lines.map(([, text, weight]) => (whole.test(text!) ? Number(weight) : 0))), steps: lines.length};
}

function solveGroups(question: string): Answer {
  const [, source, text] = /^Pattern: (.+)\nText: (\w+)\n\n/u.exec(question) ?? [];
  if (source === undefined) return null;
  const [, start, length] = /(\d+) times the (?:start|place).+? (\d+) times/u.exec(question)!;
  const values = [...text!.matchAll(new RegExp(source, "dgu"))].map(
    ({indices}) => Number(start) * indices![1]![0] + Number(length) * (indices![2]![1] - indices![2]![0])
  );
  return {answer: sumOf(values), steps: values.length + 1};
}

function solveReplacements(question: string): Answer {
  const start = /^(?:Text: |```python\ntext = ")(\w+)/u.exec(question)?.[1];
  if (start === undefined) return null;
  const rules = [...question.matchAll(/^(?:text = re\.sub\(r"(.+)", r"(.+)", text\)|\d+\. each match of (.+) by (\S+))$/gmu)];
  const letter = /those that are (.)\?/u.exec(question)![1]!;
  const result = rules.reduce(
    (text, [, codeSource, codeBy, source, by]) =>
      text.replace(new RegExp(codeSource ?? source!, "gu"), (codeBy ?? by)!.replaceAll("\\", "$")),
    start
  );
  return {answer: sumOf([...result].map((each, i) => (each === letter ? i + 1 : 0))), steps: rules.length + 1};
}

/** Rewrites the innermost bracket as a number until no bracket is left; of a let, the outermost first, after its value. */
function solveExpression(question: string): Answer {
  const source = /```\n(\(.+\))\n```/u.exec(question)?.[1];
  if (source === undefined || source.includes("\n")) return null;
  let steps = 0;
  const tokens = source.match(/[()]|[^\s()]+/gu)!;
  let next = 0;
  const read = (names: ReadonlyMap<string, number>): number => {
    const token = tokens[next++]!;
    if (token !== "(") return names.get(token) ?? Number(token);
    steps++;
    const sign = tokens[next++]!;
    if (sign === "let") {
      next++;
      const name = tokens[next++]!;
      const value = read(names);
      next++;
      const body = read(new Map([...names, [name, value]]));
      next++;
      return body;
    }
    const values: number[] = [];
    while (tokens[next] !== ")") values.push(read(names));
    next++;
    return apply(sign, values);
  };
  return {answer: read(new Map()), steps};
}

function apply(sign: string, [one, other, no]: readonly number[]): number {
  switch (sign) {
    case "<":
      return one! < other! ? 1 : 0;
    case "if":
      return one === 1 ? other! : no!;
    case "+":
      return one! + other!;
    case "-":
      return one! - other!;
    case "*":
      return one! * other!;
    case "max":
      return Math.max(one!, other!);
    case "mod":
      return one! - other! * Math.floor(one! / other!);
    default:
      throw new SyntaxError(`unknown operation ${sign}`);
  }
}

function solveSettings(question: string): Answer {
  const text = /```\n(\[[\s\S]+)\n```/u.exec(question)?.[1];
  if (text === undefined) return null;
  const sections = new Map(
    text
      .split(/^(?=\[)/mu)
      .map(part => [
        /^\[(\w+)\]/u.exec(part)![1]!,
        new Map([...part.matchAll(/^(\w+) = (.+)$/gmu)].map(([, key, value]) => [key!, value!] as const))
      ])
  );
  const [, key, section, other, otherKey] =
    /Which number is (\w+) in the section (\w+)|The section (\w+) is loaded.+setting (\w+)\?/u.exec(question)!;
  const lookUp = (name: string, wanted: string): string => {
    const settings = sections.get(name)!;
    return settings.get(wanted) ?? lookUp(settings.get("parent")!, wanted);
  };
  let [value, steps] = [lookUp((section ?? other)!, (key ?? otherKey)!), 0];
  // Each reference is replaced by what it refers to, until the text is one long calculation.
  for (let match = /\$\{(\w+)\}/u.exec(value); match; match = /\$\{(\w+)\}/u.exec(value)) {
    value = value.replace(match[0], () => `(${lookUp((section ?? other)!, match![1]!)})`);
    steps++;
  }
  while (value.includes("(")) value = value.replace(/\(([^()]+)\)/gu, (_, inner: string) => String(calculate(inner)));
  return {answer: calculate(value), steps: steps + 1};
}

/** Works out a number, perhaps times a number, perhaps plus or minus a number. */
function calculate(text: string): number {
  const [, start, factor = "1", sign, more = "0"] = /^(-?\d+)(?: \* (\d+))?(?: ([-+]) (\d+))?$/u.exec(text)!;
  return Number(start) * Number(factor) + (sign === "-" ? -1 : 1) * Number(more);
}

function solveRecords(question: string): Answer {
  const text = /CSV[\s\S]+?```\n([\s\S]+)\n```/u.exec(question)?.[1];
  if (text === undefined) return null;
  const rows: string[][] = [[]];
  for (const [, quotes, plain, end] of `${text}\n`.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/gu)) {
    rows.at(-1)!.push(quotes?.replaceAll('""', '"') ?? plain!);
    if (end === "\n") rows.push([]);
  }
  const [head, ...records] = rows.slice(0, -1) as [string[], ...string[][]];
  const field = (row: readonly string[], name: string): string => row[head.indexOf(name)]!;
  const asked = question.slice(question.lastIndexOf("```"));
  const mark = asked.includes("comma") ? "," : '"';
  const isWanted = !/contains no|free of/u.test(asked);
  const counted = records.filter(row => field(row, "note").includes(mark) === isWanted);
  return {
    answer: sumOf(counted.map(row => Number(field(row, "amount")) * Number(field(row, "price")))),
    steps: records.length
  };
}
