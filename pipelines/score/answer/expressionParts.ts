// The structure of a spelled answer: lists, sets, tuples, intervals, matrices and relations, with the marks around each value.
import {parseTree, type Tree} from "./expressionTree.js";

export interface Part {
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
export function readParts(spelled: string): Part {
  const wrapped = /^\{(?<inner>.*)\}$/su.exec(spelled)?.groups?.inner;
  if (wrapped !== undefined && split(wrapped, [])) return readParts(wrapped);
  const {pieces} = split(spelled, [",", "\\cup"]) ?? {pieces: [spelled]};
  const elements = pieces.filter(piece => piece !== "").flatMap(readSigns);
  if (elements.length === 1) return elements[0]!;
  return {shape: {kind: "list", elements}, text: elements.map(({text}) => text).join(", "), name: null, unit: null, base: null};
}
