// Compares two mathematical answers: as texts of one spelling, by their structure, in exact arithmetic, and last by an algebra engine.
import {hash, isIdentical, isMultiple, TooLong} from "./exactValue.js";
import {apply, parseTree, printTree, type Tree, variables, whole} from "./expressionTree.js";
import {spellLatex} from "./latexSpelling.js";

interface ExpressionEffects {
  /** Whether two expressions in LaTeX are equal; null where the limit of time was met. */
  equal(a: string, b: string): boolean | null;
}

interface ExpressionVerdict {
  /** Null where the comparison met the limit of time. */
  right: boolean | null;
  /** Present where the texts differ and are beyond the limits of comparison. */
  reason?: "too long to compare";
}

/** Limits after normalisation. They are sizes, so that a verdict never depends on the machine. */
const MAX_LENGTH = 400;
const MAX_NESTING = 12;
const MAX_EXPONENT = 1_000;
const LONG_NUMBER = /\d{201}/u;
const INTEGER = /^-?\d{1,200}$/u;

/** Names of variables in requests to the engine, which gives none of them a meaning. */
const ENGINE_NAMES = [..."xyzabcpqrstuvw"];

/** Returns the normalised spelling of an answer in LaTeX or plain text, without left sides and units. */
export function normaliseExpression(text: string): string {
  const spelled = spellLatex(text);
  return spelled.length > MAX_LENGTH ? spelled : partText(readParts(spelled));
}

const partText = ({text, base, shape}: Part): string =>
  shape.kind === "list" ? shape.elements.map(partText).join(", ") : base === null ? text : `${text}_{${base}}`;

function isTooLong(text: string): boolean {
  if (text.length > MAX_LENGTH || LONG_NUMBER.test(text)) return true;
  for (const [, digits] of text.matchAll(/(?:\^[{(]?[-+]?|\d[eE][-+]?)(\d+)/gu)) if (Number(digits) > MAX_EXPONENT) return true;
  let [depth, deepest] = [0, 0];
  for (const sign of text) {
    if ("([{".includes(sign)) deepest = Math.max(deepest, ++depth);
    else if (")]}".includes(sign)) depth--;
  }
  return deepest > MAX_NESTING;
}

/** Compares an answer with the right one; neither chooses how the other is read. */
export function compareExpressions(given: string, expected: string, {equal}: ExpressionEffects): ExpressionVerdict {
  const [a, b] = [spellLatex(given), spellLatex(expected)];
  if (a === b) return {right: true};
  if (INTEGER.test(a) && INTEGER.test(b)) return {right: BigInt(a) === BigInt(b)};
  if (isTooLong(a) || isTooLong(b)) return {right: false, reason: "too long to compare"};
  try {
    return {right: compareParts(readParts(a), readParts(b), equal)};
  } catch (error) {
    if (error instanceof TooLong) return {right: false, reason: "too long to compare"};
    throw error;
  }
}

type Equal = ExpressionEffects["equal"];

/** A side of a comparison that is true where all are. */
function every(results: Iterable<boolean | null>): boolean | null {
  let all: boolean | null = true;
  for (const result of results) {
    if (result === false) return false;
    if (result === null) all = null;
  }
  return all;
}

const elementsOf = (part: Part): Part[] =>
  part.shape.kind === "list" || part.shape.kind === "set" ? part.shape.elements : [part];

function compareParts(a: Part, b: Part, equal: Equal): boolean | null {
  if (differInUnit(a, b)) return false;
  if (differInName(a, b)) return compareRelations(a, b, equal);
  const [x, y] = [a.shape, b.shape];
  const [set, list] = ["set", "list"].map(kind => x.kind === kind || y.kind === kind);
  if (set) return every([isCovered(elementsOf(a), elementsOf(b), equal), isCovered(elementsOf(b), elementsOf(a), equal)]);
  if (list) return isPermutation(elementsOf(a), elementsOf(b), equal);
  if (a.base !== null || b.base !== null) return a.text === b.text;
  if (x.kind === "tuple" && y.kind === "tuple")
    return x.open === y.open && x.close === y.close && compareAll(x.elements, y.elements, equal);
  if (x.kind === "matrix" && y.kind === "matrix")
    return (
      (x.edge === "v") === (y.edge === "v") &&
      x.rows.length === y.rows.length &&
      every(x.rows.map((row, i) => compareAll(row, y.rows[i]!, equal)))
    );
  if (x.kind === "relation" || y.kind === "relation") return compareRelations(a, b, equal);
  if (a.text === b.text || isSameWord(a.text, b.text)) return true;
  return x.kind === "value" && y.kind === "value" && x.tree && y.tree ? compareTrees(x.tree, y.tree, equal) : false;
}

/** Whether both have a unit or a base, and not the same; one that only one side has decides nothing. */
function differInUnit(a: Part, b: Part): boolean {
  const differing = (x: string | null, y: string | null): boolean => x !== null && y !== null && x !== y;
  return differing(a.unit, b.unit) || differing(a.base, b.base);
}

/** Whether both have another variable on the left side. */
function differInName(a: Part, b: Part): boolean {
  const letter = /^(?:[a-zA-Z]|\\[a-zA-Z]+)$/u;
  return letter.test(a.name ?? "") && letter.test(b.name ?? "") && a.name !== b.name;
}

/** Words are equal in upper and lower case; products of letters are not. */
const WORDS = /^(?:yes|no|odd|all|[a-z]{4,})(?:[ -][a-z]+)*$/iu;
const isSameWord = (a: string, b: string): boolean => WORDS.test(a) && a.toLowerCase() === b.toLowerCase();

const compareAll = (a: readonly Part[], b: readonly Part[], equal: Equal): boolean | null =>
  a.length === b.length && every(a.map((part, i) => compareParts(part, b[i]!, equal)));

/** Whether each element of one list is in the other. */
const isCovered = (elements: readonly Part[], others: readonly Part[], equal: Equal): boolean | null =>
  every(elements.map(element => some(others.map(other => () => compareParts(element, other, equal)))));

function some(results: readonly (() => boolean | null)[]): boolean | null {
  let any: boolean | null = false;
  for (const result of results) {
    const value = result();
    if (value === true) return true;
    if (value === null) any = null;
  }
  return any;
}

/** Whether two lists have the same elements in any order, each as often. */
function isPermutation(a: readonly Part[], b: readonly Part[], equal: Equal): boolean | null {
  if (a.length !== b.length) return false;
  const left = [...b];
  let all: boolean | null = true;
  for (const part of a) {
    const results = left.map(other => compareParts(part, other, equal));
    const match = results.includes(true) ? results.indexOf(true) : results.indexOf(null);
    if (match < 0) return false;
    if (results[match] === null) all = null;
    left.splice(match, 1);
  }
  return all;
}

interface Relation {
  operators: string[];
  sides: Part[];
}
const FLIPPED: Readonly<Record<string, string>> = {">": "<", "\\ge": "\\le"};

/** A relation with the smaller side first; `y = …` where only the right side was read as the value. */
function relationOf({shape, name, text}: Part): Relation | null {
  if (shape.kind === "relation") {
    if (!shape.operators.every(operator => operator in FLIPPED)) return shape;
    return {operators: shape.operators.map(operator => FLIPPED[operator]!).reverse(), sides: shape.sides.toReversed()};
  }
  if (name === null || shape.kind !== "value") return null;
  return {operators: ["="], sides: [readParts(name), {shape, text, name: null, unit: null, base: null}]};
}

function compareRelations(a: Part, b: Part, equal: Equal): boolean | null {
  const [x, y] = [relationOf(a), relationOf(b)];
  if (x && y) {
    if (x.operators.join(" ") !== y.operators.join(" ")) return false;
    const same = compareAll(x.sides, y.sides, equal);
    if (same !== false || x.operators.length > 1 || !["=", "\\ne"].includes(x.operators[0]!)) return same;
    const [p, q] = [difference(x), difference(y)];
    return (p && q && variables(p).length > 0 ? isMultiple(p, q) : null) ?? compareAll(x.sides, y.sides.toReversed(), equal);
  }
  const [relation, interval] = x ? [x, b] : [y, a];
  const bounded = relation && boundsOf(relation);
  if (!bounded || interval.shape.kind !== "tuple") return false;
  const {open, close, elements} = interval.shape;
  return bounded.open === open && bounded.close === close && compareAll(bounded.elements, elements, equal);
}

function difference({sides}: Relation): Tree | null {
  const [a, b] = sides.map(side => (side.shape.kind === "value" ? side.shape.tree : null));
  return a && b ? apply("add", a, apply("negate", b)) : null;
}

/** The interval of `a < x`, `x < b` or `a < x < b`. */
function boundsOf({operators, sides}: Relation): {open: string; close: string; elements: Part[]} | null {
  if (!operators.every(operator => operator === "<" || operator === "\\le")) return null;
  const position = sides.findIndex(
    side => /^(?:[a-zA-Z]|\\[a-z]+)$/u.test(side.text) && side.text !== "\\infty" && side.text !== "\\pi"
  );
  if (position < 0 || sides.length > 3 || (sides.length === 3 && position !== 1)) return null;
  const [low, high] = [sides[position - 1], sides[position + 1]];
  return {
    open: low && operators[position - 1] === "\\le" ? "[" : "(",
    close: high && operators[position] === "\\le" ? "]" : ")",
    elements: [low ?? readParts("-\\infty"), high ?? readParts("\\infty")]
  };
}

function compareTrees(a: Tree, b: Tree, equal: Equal): boolean | null {
  const identical = isIdentical(a, b);
  if (identical !== null) return identical;
  if (differ(a, b)) return false;
  const found = [...new Set([...variables(a), ...variables(b)])].sort();
  if (found.length > ENGINE_NAMES.length) return false;
  const names = new Map(found.map((name, i) => [name, ENGINE_NAMES[i]!]));
  return equal(printTree(a, names), printTree(b, names));
}

// Approximate values of expressions with a bound of their error: shows that two expressions differ, never that they are equal.

interface Bounds {
  value: number;
  /** Largest distance to the true value. */
  error: number;
}

/** Relative error of one operation in double precision, with room for the functions of the platform. */
const UNIT = 2 ** -46;
const CONSTANTS: Readonly<Record<string, number>> = {e: Math.E, "\\pi": Math.PI};

const bounds = (value: number, error: number): Bounds | null =>
  Number.isFinite(value) && Number.isFinite(error) ? {value, error: error + Math.abs(value) * UNIT + Number.MIN_VALUE} : null;

const divide = (a: Bounds, b: Bounds): Bounds | null => {
  const least = Math.abs(b.value) - b.error;
  return least > 0 ? bounds(a.value / b.value, (a.error + Math.abs(a.value / b.value) * b.error) / least) : null;
};

/** a to the power of b; the first-order error is doubled. */
function power(a: Bounds, b: Bounds): Bounds | null {
  if (a.value <= 0 && !Number.isInteger(b.value)) return null;
  const relative = a.error / Math.abs(a.value);
  if (!(relative * Math.max(1, Math.abs(b.value)) < 1e-4)) return null;
  const exponent = Number.isInteger(b.value) ? 0 : Math.abs(Math.log(a.value)) * b.error;
  const value = a.value ** b.value;
  return exponent < 1e-4 ? bounds(value, 2 * Math.abs(value) * (Math.abs(b.value) * relative + exponent)) : null;
}

function root(a: Bounds, index: Bounds): Bounds | null {
  const inverse = divide({value: 1, error: 0}, index);
  if (!inverse) return null;
  if (a.value > 0 || index.value % 2 !== 1) return power(a, inverse);
  const positive = power({value: -a.value, error: a.error}, inverse);
  return positive && {value: -positive.value, error: positive.error};
}

function boundsAt(tree: Tree, point: number): Bounds | null {
  if (tree.kind === "number") return bounds(Number(tree.numerator) / Number(tree.denominator), 0);
  if (tree.kind === "name") {
    if (tree.name === "i") return null;
    return bounds(CONSTANTS[tree.name] ?? 0.5 + Number(hash(`${point} ${tree.name}`) % 1_000n) / 400, 0);
  }
  const operands: Bounds[] = [];
  for (const operand of tree.operands) {
    const value = boundsAt(operand, point);
    if (!value) return null;
    operands.push(value);
  }
  const [a, b] = operands as [Bounds, Bounds];
  const of = (inner: Tree): Bounds | null => boundsAt(inner, point);
  switch (tree.head) {
    case "add":
      return bounds(a.value + b.value, a.error + b.error);
    case "negate":
      return {value: -a.value, error: a.error};
    case "multiply":
      return bounds(a.value * b.value, Math.abs(a.value) * b.error + Math.abs(b.value) * a.error + a.error * b.error);
    case "divide":
      return divide(a, b);
    case "power":
      return power(a, b);
    case "root":
      return root(a, b);
    case "sin":
    case "cos":
      // Far from 0 the reduction of the argument is not trusted.
      return Math.abs(a.value) < 1e6 ? bounds(Math[tree.head](a.value), a.error + UNIT) : null;
    case "arctan":
      return bounds(Math.atan(a.value), a.error);
    case "tan":
      return of(apply("divide", apply("sin", ...tree.operands), apply("cos", ...tree.operands)));
    case "cot":
      return of(apply("divide", apply("cos", ...tree.operands), apply("sin", ...tree.operands)));
    case "sec":
      return of(apply("divide", whole(1n), apply("cos", ...tree.operands)));
    case "csc":
      return of(apply("divide", whole(1n), apply("sin", ...tree.operands)));
    case "ln":
      return a.value > 2 * a.error ? bounds(Math.log(a.value), (2 * a.error) / a.value + UNIT) : null;
    case "log":
      return of(apply("divide", apply("ln", tree.operands[0]!), apply("ln", tree.operands[1]!)));
    case "abs":
      return {value: Math.abs(a.value), error: a.error};
    default:
      return null;
  }
}

/** Whether two expressions certainly differ. */
const differ = (a: Tree, b: Tree): boolean =>
  [1, 2].some(point => {
    const [x, y] = [boundsAt(a, point), boundsAt(b, point)];
    return x !== null && y !== null && Math.abs(x.value - y.value) > 2 * (x.error + y.error);
  });

// The structure of a spelled answer: lists, sets, tuples, intervals, matrices and relations, with the marks around each value.

interface Part {
  shape:
    | {kind: "value"; tree: Tree | null}
    | {kind: "list" | "set"; elements: Part[]}
    | {kind: "tuple"; open: string; close: string; elements: Part[]}
    | {kind: "matrix"; edge: string; rows: Part[][]}
    | {kind: "relation"; operators: string[]; sides: Part[]};
  /** Without the marks below. */
  text: string;
  /** Left side of an equation that only names the value. */
  name: string | null;
  /** Unit by its canonical name, or the modulus; null where there is none or one that is not known here. */
  unit: string | null;
  /** Base of a number's digits. */
  base: string | null;
}

const OPENING = /^(?:\\[{]|\\langle|[([{])/u;
const TOKEN = /\\(?:begin|end)\{[a-z]*\*?\}|\\(?:[a-zA-Z]+|.)|[^\\]/gsu;

interface Pieces {
  pieces: string[];
  separators: string[];
}

/** Splits a text where the separators are outside all brackets; null where brackets are not closed. */
function split(text: string, separators: readonly string[]): Pieces | null {
  const result: Pieces = {pieces: [""], separators: []};
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (OPENING.test(token) || token.startsWith("\\begin")) depth++;
    else if (/^(?:\\[}]|\\rangle|\\end|[)\]}])/u.test(token)) depth--;
    if (depth < 0) return null;
    if (depth === 0 && separators.includes(token)) {
      result.separators.push(token);
      result.pieces.push("");
    } else result.pieces[result.pieces.length - 1] += token;
  }
  return depth === 0 ? {...result, pieces: result.pieces.map(piece => piece.trim())} : null;
}

const UNITS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    "mm millimeter millimetre",
    "cm centimeter centimetre",
    "dm decimeter decimetre",
    "m meter metre",
    "km kilometer kilometre",
    "in inch inches",
    "ft foot feet",
    "yd yard",
    "mi mile",
    "mg milligram",
    "g gram",
    "kg kilogram",
    "lb lbs pound",
    "oz ounce",
    "ml milliliter millilitre",
    "l liter litre",
    "ms millisecond",
    "s sec second",
    "min mins minute",
    "h hr hrs hour",
    "day",
    "week",
    "month",
    "yr yrs year",
    "cent",
    "cup",
    "dollar",
    "mph",
    "kph kmh",
    "unit",
    "rad radian",
    "square sq",
    "cubic cu"
  ].flatMap(line => line.split(" ").flatMap((word, _, [name]) => [word, `${word}s`].map(form => [form, name!])))
);
/** Units that only say that a number counts something. */
const NEUTRAL = ["unit", "square", "cubic"];
/** Words that change a value, so that they are no unit. */
const STATEMENT =
  /\b(?:or|and|more|less|fewer|than|if|for|where|when|not|no|all|any|every|each|with|without|least|most|about|approximately|between|to|from|plus|minus|times|over|is|are|was|be|only|both|either|mod|base|january|february|march|april|may|june|july|august|september|october|november|december)\b/iu;
const VALUE_WITH_WORDS = /^(?<value>.*(?:[\d)}\]!]|\\pi))(?<space> ?)(?<words>[a-zA-Z][a-zA-Z. /]*)(?:\^\{\d\})?$/su;

/** Removes a unit; letters that may be variables stay. */
function removeUnit(text: string): {text: string; unit: string | null} {
  const modulus = /^(?<value>.+?) ?\(?mod ?\{?(?<modulus>[^{}()]+)\}?\)?$/su.exec(text)?.groups;
  if (modulus) return {text: modulus.value!, unit: `mod ${modulus.modulus}`};
  if (text.endsWith("%")) return {text: text.slice(0, -1), unit: "percent"};
  if (text.endsWith("°") && !/\\(?:sin|cos|tan|cot|sec|csc)/u.test(text)) return {text: text.slice(0, -1), unit: "degree"};
  const {value, space, words = ""} = VALUE_WITH_WORDS.exec(text)?.groups ?? {};
  const parts = words.split(/[. /]+/u).filter(Boolean);
  if (value === undefined || parts.length === 0 || STATEMENT.test(words) || !isValue(value)) return {text, unit: null};
  if (/^percent$/iu.test(words)) return {text: value, unit: "percent"};
  const units = parts.map(part => UNITS[part.toLowerCase()]);
  const known = units.find(unit => unit !== undefined && !NEUTRAL.includes(unit));
  const long = (part: string, i: number): boolean => units[i] !== undefined || part.length > 3;
  const certain = space
    ? parts.some((part, i) => part.length > 1 && long(part, i))
    : parts.every((part, i) => part.length > 1 && units[i]);
  return certain ? {text: value, unit: parts.length === 1 ? (known ?? null) : null} : {text, unit: null};
}
const isValue = (text: string): boolean => !/(?<![\\a-zA-Z])[a-zA-Z]{3,}/u.test(text);

const LETTER = String.raw`(?:[a-zA-Z]|\\(?!frac|sqrt|binom|sin|cos|tan|ln|log|infty|pi|lfloor|lceil)[a-zA-Z]+)`;
const NAME = new RegExp(
  String.raw`^(?:\\angle ?)?(?:${LETTER}|[a-zA-Z][a-zA-Z ]*|\\overline\{[a-zA-Z]+\})'*(?:_\{[^{}]*\})?'*(?:\^\{-1\})?(?:\([^()]*\))?$`,
  "u"
);
const NAMES = new RegExp(String.raw`^\(${LETTER}(?:_\{\w+\})?(?:, ${LETTER}(?:_\{\w+\})?)+\)$`, "u");
const isName = (text: string): boolean => NAME.test(text) || NAMES.test(text);
const RELATIONS = ["=", "<", ">", "\\le", "\\ge", "\\ne", "\\equiv", "\\approx", "\\in"];

/** Removes what only names or explains a value: `x =`, `x \in`, a calculation before its result, an approximation after it. */
function removeName(text: string): {text: string; name: string | null} {
  const relation = split(text, RELATIONS);
  if (!relation || relation.separators.length === 0 || relation.pieces.includes("")) return {text, name: null};
  const {pieces, separators} = relation;
  const first = pieces[0]!;
  if (separators.at(-1) === "\\approx" && !(pieces.length === 2 && isName(first)))
    return removeName(text.slice(0, text.lastIndexOf("\\approx")).trim());
  const equal = separators.every(separator => ["=", "\\equiv", "\\approx"].includes(separator));
  if (isName(first) && (equal || (separators.length === 1 && separators[0] === "\\in")))
    return {text: pieces.at(-1)!, name: first};
  if (separators.length === 1 && separators[0] === "=" && isName(pieces[1]!)) return {text: first, name: pieces[1]!};
  if (equal && pieces.every(piece => !/[a-zA-Z]/u.test(piece.replace(/\\[a-zA-Z]+/gu, ""))))
    return {text: pieces.at(-1)!, name: null};
  return {text, name: null};
}

const BASE = /^(?<digits>-?[0-9A-F]+)_\{(?<base>[^{}]+)\}$/u;

function readElement(text: string): Part {
  const named = removeName(text);
  const measured = removeUnit(named.text);
  const plain = measured.text.replace(/^\+(?=.)/u, "").trim();
  const {digits, base = null} = BASE.exec(plain)?.groups ?? {};
  const core = digits ?? plain;
  return {shape: readShape(core), text: core, name: named.name, unit: measured.unit, base};
}

const MATRIX = /^\\begin\{(?<edge>[pbvBV]?)(?:small)?(?:matrix|array)\}(?:\{[clr| ]+\})?(?<cells>.*)\\end\{[a-zA-Z]+\}$/su;
const BRACKETED = /^(?<open>\\\{|\\langle|[([])(?<inner>.*)(?<close>\\\}|\\rangle|[)\]])$/su;

function readShape(text: string): Part["shape"] {
  const matrix = MATRIX.exec(text)?.groups;
  if (matrix && !matrix.cells!.includes("\\begin")) {
    const rows = matrix.cells!.split("\\\\").filter(row => row.trim() !== "");
    return {kind: "matrix", edge: matrix.edge!, rows: rows.map(row => row.split("&").map(cell => readElement(cell.trim())))};
  }
  const {open = "", inner = "", close = ""} = BRACKETED.exec(text)?.groups ?? {};
  const elements = open === "" ? null : split(inner, [","]);
  if (elements && (open === "\\{") === (close === "\\}")) {
    if (open === "\\{" && !split(inner, ["|", ":", "\\mid"])?.separators.length)
      return {kind: "set", elements: elements.pieces.flatMap(readSigns)};
    if (open !== "\\{" && elements.pieces.length > 1)
      return {kind: "tuple", open, close, elements: elements.pieces.map(readElement)};
  }
  const relation = split(text, RELATIONS);
  if (relation && relation.separators.length > 0 && !relation.pieces.includes(""))
    return {kind: "relation", operators: relation.separators, sides: relation.pieces.map(readPlain)};
  return {kind: "value", tree: parseTree(text)};
}
const readPlain = (text: string): Part => ({shape: readShape(text), text, name: null, unit: null, base: null});

const isSet = (text: string): boolean => readShape(text).kind === "set";

/** Reads an element; two of them where it has the sign ±. */
function readSigns(text: string): Part[] {
  if (!/\\(?:pm|mp)(?![a-z])/u.test(text) || isSet(text)) return [readElement(text)];
  return (["+", "-"] as const).map(sign =>
    readElement(text.replace(/\\(pm|mp)(?![a-z]) ?/gu, (_, name) => ((name === "pm") === (sign === "+") ? "+" : "-")))
  );
}

/** The structure of an answer as it is written by `spellLatex`. */
function readParts(spelled: string): Part {
  const wrapped = /^\{(?<inner>.*)\}$/su.exec(spelled)?.groups?.inner;
  if (wrapped !== undefined && split(wrapped, [])) return readParts(wrapped);
  const {pieces} = split(spelled, [",", "\\cup"]) ?? {pieces: [spelled]};
  const elements = pieces.filter(piece => piece !== "").flatMap(readSigns);
  if (elements.length === 1) return elements[0]!;
  return {shape: {kind: "list", elements}, text: elements.map(({text}) => text).join(", "), name: null, unit: null, base: null};
}
