// Second solver of ZenAlgebra: reads formulas and finds the answer by trial, elimination or interpolation in exact arithmetic.
import {ALGEBRA_OPENING} from "../../../../pipelines/generate/benchmarks/mathematics/algebra.js";
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";
import type {Worked} from "../quality/methodSolver.js";

/** Solves a question from its text; null where it is none of ZenAlgebra. */
export function solveAlgebra(prompt: string): Solved | null {
  const question = block(prompt, ALGEBRA_OPENING) ?? "";
  for (const [pattern, method] of METHODS) {
    const match = pattern.exec(question);
    if (!match) continue;
    const {answer, steps} = method(
      match.slice(1).map(part => part ?? ""),
      question
    );
    return {answer: String(answer), steps};
  }
  return null;
}

type Method = (parts: string[], question: string) => Worked;

// Formulas: sums, products without a sign, powers, absolute values and letters with or without an index.

type Values = (name: string) => number;
type Formula = (values: Values) => number;

/** Compiles a formula. Throws a SyntaxError. */
function compile(text: string): Formula {
  const tokens = text.match(/\d+|[A-Za-z](?:_\d+|_\(n-\d\))?|[()^|+-]/gu) ?? [];
  let next = 0;
  const sum = (): Formula => {
    const terms: {minus: boolean; term: Formula}[] = [];
    do {
      const minus = tokens[next] === "-";
      if (tokens[next] === "-" || tokens[next] === "+") next++;
      terms.push({minus, term: product()});
    } while (tokens[next] === "+" || tokens[next] === "-");
    return values => terms.reduce((total, {minus, term}) => (minus ? total - term(values) : total + term(values)), 0);
  };
  const product = (): Formula => {
    const factors = [power()];
    while (next < tokens.length && /^[\dA-Za-z(]/u.test(tokens[next]!)) factors.push(power());
    return values => factors.reduce((total, factor) => total * factor(values), 1);
  };
  const power = (): Formula => {
    const base = atom();
    if (tokens[next] !== "^") return base;
    const exponent = Number(tokens[++next] ?? "");
    next++;
    return values => base(values) ** exponent;
  };
  const atom = (): Formula => {
    const token = tokens[next++] ?? "";
    if (token === "(" || token === "|") {
      const inner = sum();
      next++;
      return token === "(" ? inner : values => magnitude(inner(values));
    }
    if (/^\d/u.test(token)) {
      const value = Number(token);
      return () => value;
    }
    if (!/^[A-Za-z]/u.test(token)) throw new SyntaxError(`unexpected ${token || "end"} in ${text}`);
    return values => values(token);
  };
  const formula = sum();
  if (next < tokens.length) throw new SyntaxError(`unexpected ${tokens[next]} in ${text}`);
  return formula;
}

const magnitude = (value: number): number => (value < 0 ? -value : value);
const namesIn = (text: string): string[] => [...new Set(text.match(/[A-Za-z]/gu) ?? [])];

/** The difference of both sides of an equation. */
function difference(equation: string): Formula {
  const [left, right] = equation.split("=").map(compile) as [Formula, Formula];
  return values => left(values) - right(values);
}

/** Determinant by expansion along rows, which needs no fractions. */
function determinant([row, ...rest]: readonly (readonly number[])[]): number {
  if (!row) return 1;
  return row.reduce((total, factor, column) => {
    const minor = determinant(rest.map(each => each.filter((_, i) => i !== column)));
    return total + (column % 2 === 0 ? factor : -factor) * minor;
  }, 0);
}

/** The solution of linear equations by Cramer's rule. */
function solveLinear(equations: readonly Formula[], names: readonly string[]): Map<string, number> {
  const valueOn = (formula: Formula, one?: string) => formula(name => (name === one ? 1 : 0));
  const ends = equations.map(formula => -valueOn(formula));
  const rows = equations.map((formula, i) => names.map(name => valueOn(formula, name) + ends[i]!));
  const whole = determinant(rows);
  return new Map(
    names.map((name, column) => [
      name,
      determinant(rows.map((row, i) => row.map((value, k) => (k === column ? ends[i]! : value)))) / whole
    ])
  );
}

const from =
  (values: ReadonlyMap<string, number>): Values =>
  name =>
    values.get(name)!;

/** Integers within which roots and bounds are looked for. */
const RANGE = Array.from({length: 1_801}, (_, i) => i - 900);
/** The integers that fulfil a condition on x. */
const fulfilling = (condition: (x: number) => boolean): number[] => RANGE.filter(condition);
const nearest = (which: string, values: readonly number[]): number => (/^larg/u.test(which) ? values.at(-1)! : values[0]!);

/** A chain of comparisons as a condition on x. */
function comparison(text: string, values: Values = () => 0): (x: number) => boolean {
  const parts = text.split(/\s*(<=|>=|<|>)\s*/u);
  const sides = parts.filter((_, i) => i % 2 === 0).map(compile);
  const signs = parts.filter((_, i) => i % 2 === 1);
  return x => {
    const numbers = sides.map(side => side(name => (name === "x" ? x : values(name))));
    return signs.every((sign, i) => {
      const [one, other] = [numbers[i]!, numbers[i + 1]!];
      if (sign.endsWith("=") && one === other) return true;
      return sign.startsWith("<") ? one < other : one > other;
    });
  };
}

/** Works out definitions in the order in which they can be, each from those before. */
function workedChain(
  asked: string,
  lines: readonly {name?: string; uses: readonly string[]; work(values: Values, name: string): number}[]
): Worked {
  const values = new Map<string, number>();
  const left = [...lines];
  while (!values.has(asked)) {
    const ready = left.findIndex(({uses}) => uses.filter(name => !values.has(name)).length <= 1);
    const [line] = left.splice(ready, ready < 0 ? 0 : 1);
    if (!line) throw new SyntaxError(`nothing defines ${asked}`);
    const name = line.uses.find(each => !values.has(each))!;
    values.set(name, line.work(from(values), name));
  }
  return {answer: values.get(asked)!, steps: values.size};
}

/** Lines such as "a is the larger root of …". */
const definitions = (question: string, pattern: RegExp, work: (parts: string[], values: Values) => number) =>
  question
    .split("\n")
    .slice(0, -1)
    .map(line => {
      const [name = "", ...parts] = pattern.exec(line)?.slice(1) ?? [];
      const others = namesIn(parts.at(-1) ?? "").filter(each => each !== "x");
      return {uses: [...others, name], work: (values: Values) => work(parts, values)};
    });

const rootsOf = (equation: string, values: Values = () => 0): number[] => {
  const formula = difference(equation);
  const unknown = namesIn(equation).includes("x") ? "x" : namesIn(equation)[0];
  return fulfilling(x => formula(name => (name === unknown ? x : values(name))) === 0);
};

/** Coefficients of a polynomial in x, the constant first, by its values at whole numbers. */
function coefficientsOf(text: string, count: number): number[] {
  const formula = compile(text);
  const names = Array.from({length: count}, (_, power) => `x^${power}`);
  const equations = names.map(
    (_, x): Formula =>
      values =>
        names.reduce((sum, name, power) => sum + values(name) * x ** power, -formula(() => x))
  );
  return [...solveLinear(equations, names).values()];
}

/** The value at n of the polynomial through some points (Lagrange). */
function interpolate(points: readonly (readonly [number, number])[], n: number): number {
  const bottoms = points.map(([x], i) => points.reduce((total, [other], k) => (k === i ? total : total * (x - other)), 1));
  const common = bottoms.reduce((total, bottom) => total * bottom, 1);
  const total = points.reduce((sum, [, y], i) => {
    const top = points.reduce((result, [other], k) => (k === i ? result : result * (n - other)), 1);
    return sum + (y * top * common) / bottoms[i]!;
  }, 0);
  return total / common;
}

/** Terms that a question states, such as "a_2 = 17". */
const termsIn = (question: string): [number, number][] =>
  [...question.matchAll(/_(\d+) = (-?\d+)/gu)].map(([, n, value]) => [Number(n!), Number(value!)]);

const worked = (answer: number, steps: number): Worked => ({answer, steps});

const METHODS: readonly (readonly [RegExp, Method])[] = [
  [/^Solve for (\w): (.+)$/u, ([name, text]) => worked(solveLinear([difference(text!)], [name!]).get(name!)!, 2)],
  [
    /^\S is the (?:larger|smaller) root of/u,
    (_, question) =>
      workedChain(
        askedIn(question),
        definitions(question, /^(\w) is the (\w+) root of (.+)\.$/u, ([which, text], values) =>
          nearest(which!, rootsOf(text!, values))
        )
      )
  ],
  [
    /^\S is the (?:largest|smallest) integer/u,
    (_, question) =>
      workedChain(
        askedIn(question),
        definitions(question, /^(\w) is the (\w+) integer x with (.+)\.$/u, ([which, text], values) =>
          nearest(which!, fulfilling(comparison(text!, values)))
        )
      )
  ],
  [
    /^What is the (larger|smaller) (?:root|solution) of (.+)\?$/u,
    ([which, text]) => worked(nearest(which!, rootsOf(text!.includes("=") ? text! : `${text} = 0`)), 3)
  ],
  [
    /^r and s are the roots of (.+) = 0\. What is r\^(\d) \+ s\^\d\?$/u,
    ([text, power]) => {
      const [c, b] = coefficientsOf(text!, 3) as [number, number, number];
      const root = Math.sqrt(b * b - 4 * c);
      return worked(Math.round(((-b + root) / 2) ** Number(power) + ((-b - root) / 2) ** Number(power)), 4);
    }
  ],
  [
    /^What is the (largest|smallest) integer x with (.+)\?$/u,
    ([which, text]) => worked(nearest(which!, fulfilling(comparison(text!))), 2)
  ],
  [
    /^How many integers x satisfy (?:both )?(.+?)(?: and (.+))?\?$/u,
    ([one, other]) => {
      const conditions = [one!, other!].filter(Boolean).map(text => comparison(text));
      return worked(fulfilling(x => conditions.every(each => each(x))).length, 2 + 2 * conditions.length);
    }
  ],
  [
    /^An arithmetic sequence has .+ is (the sum of .*)?\w_(\d+)\?$/u,
    ([total, count], question) => {
      const terms = termsIn(question);
      const numbers = total ? Array.from({length: Number(count)}, (_, i) => i + 1) : [Number(count!)];
      return worked(
        numbers.reduce((sum, n) => sum + interpolate(terms, n), 0),
        total ? 4 : 3
      );
    }
  ],
  [
    /polynomial in n of degree 2, .+\. What is \w_(\d+)\?$/u,
    ([n], question) => worked(interpolate(termsIn(question), Number(n!)), 6)
  ],
  [
    /^A sequence begins with .+ is (?:the remainder of )?(.+?)(?: divided by (\d+))?\. What is (\w)_(\d+)\?$/u,
    ([rule, modulus, , asked], question) => {
      const terms = new Map(termsIn(question));
      const formula = compile(rule!);
      for (let n = terms.size + 1; n <= Number(asked!); n++) {
        const value = formula(each => terms.get(n - Number(/-(\d)\)/u.exec(each)![1]!))!);
        terms.set(n, modulus ? value % Number(modulus) : value);
      }
      return {answer: terms.get(Number(asked!))!, steps: terms.size};
    }
  ],
  [
    /^What is the remainder when (.+) is divided by (.+)\?$/u,
    ([text, divisor]) => {
      const coefficients = coefficientsOf(text!, 4).reverse();
      const [root] = rootsOf(`${divisor} = 0`);
      return worked(
        coefficients.reduce((total, each) => total * root! + each, 0),
        3
      );
    }
  ],
  [
    /^(.+) is a factor of (.+)\. What is k\?$/u,
    ([divisor, text]) => {
      const [root] = rootsOf(`${divisor} = 0`);
      const formula = compile(text!);
      const valueFor = (k: number) => formula(name => (name === "k" ? k : root!));
      return worked(-valueFor(0) / (valueFor(1) - valueFor(0)), 3);
    }
  ],
  [/coefficient of x\^(\d) in the product (\(.+)\?$/u, ([power, text]) => worked(coefficientsOf(text!, 6)[Number(power)]!, 5)],
  [
    /^For all x, (.+)\.\nWhat is (.+)\?$/u,
    ([text, asked]) => {
      const formula = difference(text!);
      const equations = [11, 12, 13].map(
        (x): Formula =>
          values =>
            formula(name => (name === "x" ? x : values(name)))
      );
      return worked(compile(asked!)(from(solveLinear(equations, ["A", "B", "C"]))), 7);
    }
  ],
  [
    /left to right: (.+)\. c_k is/u,
    ([text]) => {
      // Newton's identity: the sum of all products of two is half of the squared sum without the squares.
      const factors = text!.split(")(").map(factor => difference(`${factor.replace(/[()]/gu, "")} = 1`)(() => 1));
      const total = factors.reduce((sum, each) => sum + each, 0);
      return worked((total ** 2 - factors.reduce((sum, each) => sum + each ** 2, 0)) / 2, 10);
    }
  ],
  [
    /^[^.]+ = -?\d+\n[\s\S]+\nWhat is (.+)\?$/u,
    ([asked], question) => {
      const lines = question.split("\n").slice(0, -1);
      const names = namesIn(lines.join(""));
      if (names.length <= 3) {
        const values = solveLinear(lines.map(difference), names);
        return worked(compile(asked!)(from(values)), names.length === 2 ? 4 : 7);
      }
      return workedChain(
        asked!,
        lines.map(line => ({
          uses: namesIn(line),
          work(values, name) {
            const formula = difference(line);
            return solveLinear([unknown => formula(each => (each === name ? unknown(each) : values(each)))], [name]).get(name)!;
          }
        }))
      );
    }
  ]
];

/** The letter that the last line asks for. */
const askedIn = (question: string): string => /What is (\w)\?$/u.exec(question)?.[1] ?? "";
