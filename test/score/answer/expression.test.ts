import {readFileSync} from "node:fs";
import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {equalExpressions} from "../../../pipelines/run/expressionEngine.js";
import {compareExpressions, normaliseExpression} from "../../../pipelines/score/answer/expression.js";

const compare = (given: string, expected: string) => compareExpressions(given, expected, {equal: equalExpressions});
const isEqual = (given: string, expected: string): boolean | null => compare(given, expected).right;
/** For pairs that exact arithmetic decides. */
const unused = {
  equal: (a: string, b: string): never => {
    throw new Error(`the engine was asked: ${a}, ${b}`);
  }
};

const ROW = /^\| (?<kind>[^|]+) \| `(?<given>.*)` \| `(?<expected>.*)` \| (?<equal>yes|no) \|$/gmu;
const rows = [...readFileSync(new URL("../../../docs/equality.md", import.meta.url), "utf8").matchAll(ROW)].map(
  ({groups}) => groups as Record<"kind" | "given" | "expected" | "equal", string>
);

describe("the tables of docs/equality.md", () => {
  test("have rows", () => expect(rows.length).toBeGreaterThanOrEqual(60));
  test.each(rows)("$kind: $given, $expected: $equal", ({given, expected, equal}) => {
    expect(isEqual(given, expected)).toBe(equal === "yes");
    expect(isEqual(expected, given)).toBe(equal === "yes");
  });
});

/** Pairs by mathematics, each with whether they are equal. */
const PAIRS: readonly [string, string, boolean][] = [
  ["$\\boxed{\\frac{3}{4}}$", "0.75", true],
  ["\\(\\frac{1}{512}\\)", "2^{-9}", true],
  ["1/3", "0.3333333333", false],
  ["½", "0.5", true],
  ["3²", "9", true],
  ["−5", "-5", true],
  ["+5", "5", true],
  ["5.", "5", true],
  ["5.0", "5", true],
  [".5", "1/2", true],
  ["**42**", "42", true],
  ["007", "7", true],
  ["1 234 567", "1234567", true],
  ["10\\!000", "10000", true],
  ["12,34", "1234", false],
  ["1e6", "1000000", true],
  ["1.5e-3", "0.0015", true],
  ["3e+2", "2+3e", true],
  ["2^{1000}+1", "2^{1000}", false],
  ["\\frac{10^{60}+1}{10^{60}}", "1", false],
  ["100!/99!", "100", true],
  ["\\binom{100}{50}", "\\frac{100!}{50!50!}", true],
  ["7 \\div 2", "3.5", true],
  ["2\\cdot-3", "-6", true],
  ["-2\\frac{1}{2}", "-2.5", true],
  ["-2^2", "-4", true],
  ["(-2)^2", "4", true],
  ["|-3|", "3", true],
  ["\\lfloor -2.5 \\rfloor", "-3", true],
  ["\\lceil 2.1 \\rceil", "3", true],
  ["0^0", "1", false],
  ["1/0", "2/0", false],
  ["a - b", "b - a", false],
  ["-(b-a)", "a-b", true],
  ["x_1 + x_2", "x_2 + x_{1}", true],
  ["x_1", "x_2", false],
  ["\\theta", "θ", true],
  ["\\frac{x^2-1}{x-1}", "x+1", true],
  ["(x+y)^2", "x^2+y^2", false],
  ["(a+b)^{10}", "(b+a)^{10}", true],
  ["2\\pi r", "2πr", true],
  ["\\pi^2", "2\\pi", false],
  ["\\frac{22}{7}", "\\pi", false],
  ["√(12)", "2√3", true],
  ["sqrt(8)", "2\\sqrt2", true],
  ["\\sqrt{2+\\sqrt3}", "\\frac{\\sqrt6+\\sqrt2}{2}", true],
  ["\\sqrt[3]{-8}", "-2", true],
  ["\\sqrt{2}+\\sqrt{3}", "\\sqrt{5}", false],
  ["1.41421356237309504880168872420969807856967187537694", "\\sqrt2", false],
  ["\\frac{\\sqrt2}{10^{11}}", "\\frac{\\sqrt3}{10^{11}}", false],
  ["\\frac{\\sqrt2}{99^{60}}", "\\frac{\\sqrt3}{99^{60}}", false],
  ["99^{-60}\\sqrt8", "2\\cdot99^{-60}\\sqrt2", true],
  ["\\sqrt{8}-2\\sqrt2", "0", true],
  ["2^{1000}+\\sqrt2", "2^{1000}+\\sqrt3", false],
  ["x^{1/2}", "\\sqrt{x}", true],
  ["e^{2\\ln 3}", "9", true],
  ["\\ln(xy)", "\\ln x + \\ln y", true],
  ["\\log_2 3", "\\frac{\\ln 3}{\\ln 2}", true],
  ["\\tan 45^\\circ", "1", true],
  ["\\sin^{-1}\\frac12", "\\frac{\\pi}{6}", true],
  ["\\cos 2x", "1 - 2\\sin^2 x", true],
  ["\\cos 2x", "2\\cos x", false],
  ["(1+i)^2", "2i", true],
  ["\\sqrt{-3}", "i\\sqrt3", true],
  ["\\frac{3+4i}{5-2i}", "\\frac{7}{29}+\\frac{26}{29}i", true],
  ["\\sqrt{i}", "\\frac{1+i}{\\sqrt2}", true],
  ["1 \\pm 2", "3, -1", true],
  ["\\pm 3", "3", false],
  ["\\{\\frac12, 2\\}", "\\{2, 0.5\\}", true],
  ["\\{\\}", "\\emptyset", true],
  ["\\{(1,2), (3,4)\\}", "\\{(3,4),(1,2)\\}", true],
  ["(1, 2), (3, 4)", "(2, 1), (3, 4)", false],
  ["(x, y) = (1, 2)", "(1,2)", true],
  ["[2,5)", "[2, 5)", true],
  ["[2,5]", "[2,5)", false],
  ["1 < x \\le 3", "(1,3]", true],
  ["x \\in [1, 2]", "1 \\le x \\le 2", true],
  ["x \\ge 2", "2 \\leq x", true],
  ["x > 3", "x \\ge 3", false],
  ["y = 2x + 3", "2x - y + 3 = 0", true],
  ["x^2 + y^2 = 1", "1 = y^2 + x^2", true],
  ["x \\ne 2", "x = 2", false],
  ["\\begin{pmatrix}1&2\\end{pmatrix}", "\\begin{pmatrix}1\\\\2\\end{pmatrix}", false],
  ["x = 3, x = 5", "5, 3", true],
  ["a = 1, b = 2", "a = 2, b = 1", false],
  ["12 square inches", "12", true],
  ["12\\pi\\text{ cm}^3", "12\\pi", true],
  ["5 cm", "5 centimeters", true],
  ["60 minutes", "60 hours", false],
  ["2 ab", "2", false],
  ["90°", "90^{\\circ}", true],
  ["\\text{(A)}", "(A)", true],
  ["Even", "even", true],
  ["ABC", "abc", false],
  ["\f" + "rac{1}{2}", "\\frac12", true],
  ["\\\\frac{1}{2}", "\\frac12", true],
  ["cannot be determined", "5", false],
  ["", "5", false]
];

test.each(PAIRS)("%s and %s: %s", (given, expected, equal) => {
  expect(isEqual(given, expected)).toBe(equal);
  expect(isEqual(expected, given)).toBe(equal);
  expect(isEqual(given, given)).toBe(true);
});

test("an answer is written in one spelling, which is its own spelling", () => {
  expect(normaliseExpression("$x = \\left( \\dfrac12 ,\\; 1{,}000 \\right)$.")).toBe("(\\frac{1}{2}, 1000)");
  expect(normaliseExpression("5\\text{ cm}^2 and 1,234")).toBe("5, 1234");
  for (const text of PAIRS.flat().filter(text => typeof text === "string"))
    expect(normaliseExpression(normaliseExpression(text)), text).toBe(normaliseExpression(text));
});

const integer = fc.bigInt({min: -(10n ** 40n), max: 10n ** 40n});

test("a number equals itself in other terms, and no other number", () => {
  fc.assert(
    fc.property(integer, fc.bigInt({min: 1n, max: 10n ** 20n}), fc.integer({min: 2, max: 10_000}), (n, d, k) => {
      const fraction = `\\frac{${n}}{${d}}`;
      const [times, more] = [BigInt(k), n + 1n];
      expect(compareExpressions(`${n * times}/${d * times}`, fraction, unused).right).toBe(true);
      expect(compareExpressions(`\\frac{${more}}{${d}}`, fraction, unused).right).toBe(false);
      expect(compareExpressions(String(n), String(more), unused).right).toBe(false);
    })
  );
});

test("a set keeps its value in any order, a tuple does not", () => {
  const elements = fc.uniqueArray(fc.constantFrom("1", "\\frac12", "x", "\\sqrt2", "\\pi", "(1, 2)", "-3", "x+1"), {
    minLength: 2
  });
  const orders = elements.chain(list => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, {minLength: list.length})));
  fc.assert(
    fc.property(orders, ([list, shuffled]) => {
      expect(isEqual(`\\{${shuffled.join(",")}\\}`, `\\{${list.join(", ")}\\}`)).toBe(true);
      expect(isEqual(shuffled.join(" and "), list.join(", "))).toBe(true);
      const same = shuffled.every((element, i) => element === list[i]);
      expect(isEqual(`(${shuffled.join(", ")})`, `(${list.join(", ")})`)).toBe(same);
      expect(isEqual(`\\{${list.slice(1).join(",")}\\}`, `\\{${list.join(",")}\\}`)).toBe(false);
    })
  );
});

test("the value of a sum does not depend on its notation", () => {
  const term = fc.record({factor: fc.integer({min: -9, max: 9}), name: fc.constantFrom("x", "y", "x^2", "xy", "\\pi", "i")});
  fc.assert(
    fc.property(fc.array(term, {minLength: 1, maxLength: 6}), terms => {
      const plain = terms.map(({factor, name}) => `${factor}${name}`).join("+");
      const turned = terms.map(({factor, name}) => `${name} \\cdot (${factor})`).toReversed();
      expect(compareExpressions(turned.join(" + "), plain, unused).right).toBe(true);
      expect(compareExpressions(`${turned.join(" + ")} + 1`, plain, unused).right).toBe(false);
    })
  );
});

test("no text makes the comparison fail, and equal texts are equal", () => {
  const pieces = fc.constantFrom(
    ..."0123456789x+-*/^_{}()[]|,.=<> $%!",
    "\\",
    "\\frac",
    "\\sqrt",
    "\\{",
    "\\}",
    "\\text{",
    "and",
    "\\pm",
    "°"
  );
  fc.assert(
    fc.property(fc.array(pieces, {maxLength: 30}), fc.array(pieces, {maxLength: 30}), (a, b) => {
      const [given, expected] = [a.join(""), b.join("")];
      expect(compareExpressions(given, given, unused).right).toBe(true);
      expect([true, false]).toContain(compareExpressions(given, expected, {equal: () => false}).right);
    }),
    {numRuns: 500}
  );
});

describe("sizes beyond the limits are compared as texts", () => {
  const nested = (depth: number, inner: string): string => `${"(".repeat(depth)}${inner}${")".repeat(depth)}`;
  test.each([
    ["more than 400 characters", Array.from({length: 201}, () => "1").join("+")],
    ["more than 12 levels of brackets", nested(13, "x+1")],
    ["an integer of more than 200 digits", "1".repeat(201)],
    ["an exponent above 1,000", "2^{1001}"],
    ["a tower of exponents", "9^{9^{9}}"],
    ["a power of powers", "((2^{1000})^{1000})^{1000}"],
    ["a large factorial", "1001!"]
  ])("%s", (_, text) => {
    expect(compare(text, text)).toEqual({right: true});
    expect(compare(text, "2")).toEqual({right: false, reason: "too long to compare"});
    expect(compare("2", text)).toEqual({right: false, reason: "too long to compare"});
  });
  test("and up to them by their values", () => {
    expect(compare(Array.from({length: 200}, () => "1").join("+"), "200")).toEqual({right: true});
    expect(compare(nested(12, "x+1"), "1+x")).toEqual({right: true});
    expect(compare("1".repeat(200), `${"1".repeat(199)}2`)).toEqual({right: false});
    expect(compare("2^{1000}", "4^{500}")).toEqual({right: true});
  });
});

test("an answer whose comparison meets the engine's limit is not scored, unless another element decides", () => {
  const limited = {equal: () => null};
  expect(compareExpressions("\\sqrt{8}", "2\\sqrt2", limited).right).toBeNull();
  expect(compareExpressions("(\\sqrt{8}, 1)", "(2\\sqrt2, 1)", limited).right).toBeNull();
  expect(compareExpressions("(\\sqrt{8}, 1)", "(2\\sqrt2, 2)", limited).right).toBe(false);
  expect(compareExpressions("1, \\sqrt{8}", "2\\sqrt2, 1", limited).right).toBeNull();
});
