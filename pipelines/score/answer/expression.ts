// Compares two mathematical answers: as texts of one spelling, by their structure, in exact arithmetic, and last by an algebra engine.
import {isIdentical, isMultiple, TooLong} from "./exactValue.js";
import {type Part, readParts} from "./expressionParts.js";
import {apply, printTree, type Tree, variables} from "./expressionTree.js";
import {spellLatex} from "./latexSpelling.js";
import {differ} from "./valueBounds.js";

export interface ExpressionEffects {
  /** Whether two expressions in LaTeX are equal; null where the limit of time was met. */
  equal(a: string, b: string): boolean | null;
}

export interface ExpressionVerdict {
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
