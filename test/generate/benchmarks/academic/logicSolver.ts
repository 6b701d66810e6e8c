// Second solver of ZenLogic: a tableau for formulas, models of single members for syllogisms, and a reader of quantified sentences.
import {LOGIC_OPENING} from "../../../../pipelines/generate/benchmarks/academic/logic.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

type Tree = string | readonly ["¬", Tree] | readonly ["∧" | "∨" | "→" | "↔", Tree, Tree];

/** Reads a formula in full parentheses. */
export function parseFormula(text: string): Tree {
  const signs = [...text.replaceAll(" ", "")];
  const read = (): Tree => {
    const sign = signs.shift()!;
    if (sign === "¬") return ["¬", read()];
    if (sign !== "(") return sign;
    const one = read();
    const connective = signs.shift() as "∧" | "∨" | "→" | "↔";
    const other = read();
    signs.shift();
    return [connective, one, other];
  };
  return read();
}

function isTrue(tree: Tree, values: ReadonlyMap<string, boolean>): boolean {
  if (typeof tree === "string") return values.get(tree)!;
  const [sign, one, other] = tree;
  const first = isTrue(one, values);
  if (sign === "¬") return !first;
  const second = isTrue(other!, values);
  return {"∧": first && second, "∨": first || second, "→": !first || second, "↔": first === second}[sign];
}

type Signed = readonly [tree: Tree, isAsserted: boolean];

/** Branches that a signed formula opens, each of formulas that all hold. */
function branches([tree, isAsserted]: Signed): Signed[][] {
  const [sign, one, other] = tree as readonly [string, Tree, Tree];
  const both = (first: boolean, second: boolean): Signed[] => [
    [one, first],
    [other, second]
  ];
  const either = (first: boolean, second: boolean): Signed[][] => [[[one, first]], [[other, second]]];
  switch (sign) {
    case "¬":
      return [[[one, !isAsserted]]];
    case "∧":
      return isAsserted ? [both(true, true)] : either(false, false);
    case "∨":
      return isAsserted ? either(true, true) : [both(false, false)];
    case "→":
      return isAsserted ? either(false, true) : [both(true, false)];
    default:
      return isAsserted ? [both(true, true), both(false, false)] : [both(true, false), both(false, true)];
  }
}

/** Whether signed formulas can hold together (analytic tableau of Smullyan). */
function isOpen([first, ...others]: readonly Signed[], letters: ReadonlyMap<string, boolean> = new Map()): boolean {
  if (!first) return true;
  const [tree, isAsserted] = first;
  if (typeof tree !== "string") return branches(first).some(each => isOpen([...each, ...others], letters));
  return (letters.get(tree) ?? isAsserted) === isAsserted && isOpen(others, new Map([...letters, [tree, isAsserted]]));
}

/** Whether a formula follows from premises: no branch of the premises with its denial stays open. */
export const entails = (premises: readonly Tree[], conclusion: Tree): boolean =>
  !isOpen([...premises.map(each => [each, true] as const), [conclusion, false]]);

const connectivesIn = (text: string): number => text.match(/[∧∨→↔]/gu)?.length ?? 0;

function table(question: string): Worked {
  const letters = /values to (.+?) as/u.exec(question)![1]!.split(", ");
  const text = question.split("\n")[1]!;
  const tree = parseFormula(text);
  let answer = 0;
  for (let row = 0; row < 2 ** letters.length; row++) {
    const digits = row.toString(2).padStart(letters.length, "0");
    if (isTrue(tree, new Map(letters.map((letter, i) => [letter, digits[i] === "1"])))) answer += row;
  }
  return {answer, steps: connectivesIn(text) + letters.length};
}

/** Numbered lines and the lines before them. */
function partsOf(question: string): {before: string[]; labelled: {label: number; text: string}[]} {
  const lines = question.split("\n");
  return {
    before: lines.slice(
      1,
      lines.findIndex(line => line.startsWith("Numbered"))
    ),
    labelled: [...question.matchAll(/^(\d+)\. (.+)$/gmu)].map(([, label, text]) => ({label: Number(label), text: text!}))
  };
}

const sumOf = (labelled: readonly {label: number}[]): number => labelled.reduce((sum, {label}) => sum + label, 0);

function entailment(question: string): Worked {
  const {before, labelled} = partsOf(question);
  const premises = before.map(parseFormula);
  return {
    answer: sumOf(labelled.filter(({text}) => entails(premises, parseFormula(text)))),
    steps: before.reduce((sum, text) => sum + connectivesIn(text), 0) + labelled.length
  };
}

/** Forms of sentences about two kinds, and whether a model, a list of members, each with its kinds, fulfils them. */
type Member = ReadonlySet<string>;
function holds(sentence: string, members: readonly Member[]): boolean {
  const [, form, one, not, other] = /^(All|No|Some) (\w+) are (not )?(\w+)\.$/u.exec(sentence)!;
  const [isBoth, isOneAlone] = [
    members.some(member => member.has(one!) && member.has(other!)),
    members.some(member => member.has(one!) && !member.has(other!))
  ];
  if (form === "All") return !isOneAlone;
  if (form === "No") return !isBoth;
  return not ? isOneAlone : isBoth;
}

/**
 * Whether a sentence follows: no model of the premises denies it. A witness of each existential premise and of the denial are enough, since a
 * model stays one without its other members.
 */
export function follows(premises: readonly string[], conclusion: string): boolean {
  const kinds = [
    ...new Set([...premises, conclusion].flatMap(text => [...text.matchAll(/\b[a-z]+s\b/gu)].map(([kind]) => kind)))
  ];
  const universal = premises.filter(text => !text.startsWith("Some"));
  const members = Array.from(
    {length: 2 ** kinds.length},
    (_, bits): Member => new Set(kinds.filter((_, i) => Math.floor(bits / 2 ** i) % 2 === 1))
  ).filter(member => universal.every(text => holds(text, [member])));
  const isDenied = (witnesses: readonly Member[]): boolean =>
    conclusion.startsWith("Some")
      ? !holds(conclusion, witnesses)
      : [[], ...members.map(each => [each])].some(extra => !holds(conclusion, [...witnesses, ...extra]));
  const search = (left: readonly string[], witnesses: readonly Member[]): boolean => {
    const [first, ...others] = left;
    if (first === undefined) return isDenied(witnesses);
    return members.some(member => holds(first, [member]) && search(others, [...witnesses, member]));
  };
  return !search(
    premises.filter(text => text.startsWith("Some")),
    []
  );
}

function syllogism(question: string): Worked {
  const {before, labelled} = partsOf(question);
  return {answer: sumOf(labelled.filter(({text}) => follows(before, text))), steps: 3 * before.length + labelled.length};
}

/** Whether a sentence about dots is true, from its words. */
export function isTrueOf(
  sentence: string,
  graph: {size: number; arrows: ReadonlySet<string>; red: ReadonlySet<number>}
): boolean {
  const [, prefix, rest] = /^(.+?): (.+)\.$/u.exec(sentence)!;
  const atom = (text: string, x: number, y: number): boolean => {
    const arrow = /^(an|no) arrow goes from ([xy]) to ([xy])$/u.exec(text);
    const value = (name: string) => (name === "x" ? x : y);
    if (arrow) return graph.arrows.has(`${value(arrow[2]!)} ${value(arrow[3]!)}`) === (arrow[1] === "an");
    const red = /^([xy]) is (not )?red$/u.exec(text);
    return red ? graph.red.has(value(red[1]!)) !== Boolean(red[2]) : x !== y;
  };
  const statement = (x: number, y: number): boolean => {
    const condition = /^if (.+), then (.+)$/u.exec(rest!);
    if (condition) return !atom(condition[1]!, x, y) || atom(condition[2]!, x, y);
    const either = /^(.+) or (.+), or both$/u.exec(rest!);
    if (either) return atom(either[1]!, x, y) || atom(either[2]!, x, y);
    const [, one, other] = /^(x and y are different|.+?) and (.+)$/u.exec(rest!)!;
    return atom(one!, x, y) && atom(other!, x, y);
  };
  const counts = Array.from({length: graph.size}, (_, x) =>
    Array.from({length: graph.size}, (_, y) => Number(statement(x + 1, y + 1))).reduce((sum, each) => sum + each, 0)
  );
  if (prefix!.startsWith("For every")) return Math.min(...counts) > 0;
  if (prefix!.startsWith("There is")) return Math.max(...counts) === graph.size;
  return prefix!.startsWith("For all") ? Math.min(...counts) === graph.size : Math.max(...counts) > 0;
}

function quantified(question: string): Worked {
  const {labelled} = partsOf(question);
  const arrows = [...question.matchAll(/^From (\d) to (.+)\.$/gmu)].flatMap(([, from, to]) =>
    to!.split(", ").map(each => `${from} ${each}`)
  );
  const graph = {
    size: Number(/dots 1 to (\d)/u.exec(question)![1]),
    arrows: new Set(arrows),
    red: new Set(/red ones are (.+?)\. /u.exec(question)![1]!.split(", ").map(Number))
  };
  return {answer: sumOf(labelled.filter(({text}) => isTrueOf(text, graph))), steps: graph.size + 2 * labelled.length};
}

/** Solves a question from its text; null where it is none of ZenLogic. */
export const solveLogic = methodSolver(LOGIC_OPENING, [
  ["Read each assignment", table],
  ["Premises", entailment],
  ["There may be", syllogism],
  ["A graph", quantified]
]);
