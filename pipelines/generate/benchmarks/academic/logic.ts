// The benchmark ZenLogic: truth tables, conclusions from propositions and from syllogisms, and quantified sentences about small graphs.
import type {Problem} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

const LETTERS = ["p", "q", "r", "s", "t"];

/** A formula with its column of the truth table: bit i is its value in row i. */
interface Formula {
  text: string;
  column: number;
  parts: readonly Formula[];
}

/** The columns of letters; in row i, the value of a letter is its digit of the binary number i, the first letter having the highest. */
const letterColumns = (count: number): Formula[] =>
  LETTERS.slice(0, count).map((text, k) => {
    let column = 0;
    for (let row = 0; row < 1 << count; row++) if (row & (1 << (count - 1 - k))) column |= 1 << row;
    return {text, column: column >>> 0, parts: []};
  });

/** Every row of a truth table. */
const allRows = (letters: number): number => (letters === 5 ? 0xffffffff : (1 << (1 << letters)) - 1);

const CONNECTIVES: readonly (readonly [sign: string, apply: (one: number, other: number) => number])[] = [
  ["∧", (one, other) => one & other],
  ["∨", (one, other) => one | other],
  ["→", (one, other) => ~one | other],
  ["↔", (one, other) => ~(one ^ other)]
];

/** Draws a formula. @param size number of its connectives of two parts */
function formulaOf(size: number, letters: readonly Formula[], random: Random): Formula {
  const all = allRows(letters.length);
  if (size === 0) {
    const letter = random.pick(letters);
    if (random.chance(0.65)) return letter;
    return {text: `¬${letter.text}`, column: (~letter.column & all) >>> 0, parts: [letter]};
  }
  const left = random.integer(0, size - 1);
  const parts = [formulaOf(left, letters, random), formulaOf(size - 1 - left, letters, random)] as const;
  const [sign, apply] = random.pick(CONNECTIVES);
  return {
    text: `(${parts[0].text} ${sign} ${parts[1].text})`,
    column: (apply(parts[0].column, parts[1].column) & all) >>> 0,
    parts
  };
}

const isConstant = ({column}: Formula, letters: number): boolean => column === 0 || column === allRows(letters) >>> 0;

/** Parts of a formula before the formula itself. */
const partsOf = (formula: Formula): Formula[] => [
  ...formula.parts.flatMap(partsOf),
  ...(formula.parts.length > 0 ? [formula] : [])
];

function table(level: number, random: Random): Problem {
  const [count, size] = [
    [3, 4],
    [3, 5],
    [4, 6],
    [4, 7],
    [5, 9]
  ][level - 1] as [number, number];
  const formula = formulaOf(size, letterColumns(count), random);
  if (isConstant(formula, count)) return table(level, random);
  const rows = Array.from({length: 1 << count}, (_, row) => row);
  const isTrue = ({column}: Formula, row: number) => ((column >>> row) & 1) === 1;
  const answer = rows.filter(row => isTrue(formula, row)).reduce((sum, row) => sum + row, 0);
  const steps: Step[] = partsOf(formula).map(part => ({
    name: part.text,
    value: rows.map(row => (isTrue(part, row) ? 1 : 0)).join("")
  }));
  return {
    question: `Read each assignment of truth values to ${LETTERS.slice(0, count).join(", ")} as a binary number with these letters as digits in this order, 1 for true and 0 for false.\n${formula.text}\nWhat is the sum of the numbers of all assignments that make this formula true?`,
    answer,
    steps: [...steps, {name: "sum", value: answer}]
  };
}

/** Fewest conclusions that follow, and fewest that do not. */
const MIN_EACH = 2;

/** A question for the sum of the labels of sentences that hold; null where too few hold, or too few do not. */
function labelled(
  sentences: readonly (readonly [text: string, holds: boolean])[],
  random: Random
): {lines: string; answer: number} | null {
  const right = sentences.filter(([, holds]) => holds).length;
  if (right < MIN_EACH || sentences.length - right < MIN_EACH) return null;
  const labels = severalOf(
    Array.from({length: 89}, (_, i) => i + 11),
    sentences.length,
    random
  );
  return {
    lines: sentences.map(([text], i) => `${labels[i]}. ${text}`).join("\n"),
    answer: labels.filter((_, i) => sentences[i]![1]).reduce((sum, label) => sum + label, 0)
  };
}

/** Sentences of which a fair share holds. */
function mixed<T>(count: number, random: Random, {draw, holds}: {draw: () => T; holds: (each: T) => boolean}): T[] {
  const right = random.integer(MIN_EACH, count - MIN_EACH);
  const chosen: T[] = [];
  for (let tries = 0; tries < MAX_TRIES && chosen.length < count; tries++) {
    const next = draw();
    const isRight = holds(next);
    if (chosen.filter(each => holds(each) === isRight).length < (isRight ? right : count - right)) chosen.push(next);
  }
  return random.shuffle(chosen);
}
const MAX_TRIES = 400;

function entailment(level: number, random: Random): Problem {
  const [count, premises, size] = [
    [3, 2, 1],
    [3, 3, 2],
    [4, 3, 2],
    [4, 4, 3],
    [5, 5, 3]
  ][level - 1] as [number, number, number];
  const letters = letterColumns(count);
  const axioms = Array.from({length: premises}, () => formulaOf(size, letters, random));
  const models = axioms.reduce((rows, {column}) => rows & column, allRows(count)) >>> 0;
  const candidates = mixed(3 + level, random, {
    draw: () => formulaOf(random.integer(1, 2), letters, random),
    holds: ({column}) => (models & ~column) === 0
  });
  const texts = new Set([...axioms, ...candidates].map(({text}) => text));
  if (models === 0 || texts.size < premises + 3 + level || [...axioms, ...candidates].some(each => isConstant(each, count)))
    return entailment(level, random);
  const question = labelled(
    candidates.map(({text, column}) => [text, (models & ~column) === 0]),
    random
  );
  if (!question) return entailment(level, random);
  return {
    question: `Premises:\n${axioms.map(({text}) => text).join("\n")}\nNumbered formulas:\n${question.lines}\nWhat is the sum of the numbers of all formulas that follow from the premises?`,
    answer: question.answer
  };
}

const KINDS = ["artists", "bakers", "climbers", "dancers", "editors", "farmers", "gardeners", "hunters", "singers", "teachers"];

/** A sentence about two kinds: all, no, some, or some are not. Regions are sets of kinds, as bits. */
interface Categorical {
  form: "all" | "no" | "some" | "not";
  one: number;
  other: number;
}

function textOf({form, one, other}: Categorical, kinds: readonly string[]): string {
  const [a, b] = [kinds[one]!, kinds[other]!];
  return {all: `All ${a} are ${b}.`, no: `No ${a} are ${b}.`, some: `Some ${a} are ${b}.`, not: `Some ${a} are not ${b}.`}[form];
}

/** The regions that a universal sentence says are empty, or an existential one says are not all empty. */
const regionsOf = ({form, one, other}: Categorical, kinds: number): number[] =>
  [...Array(1 << kinds).keys()].filter(region => {
    const [isOne, isOther] = [(region & (1 << one)) !== 0, (region & (1 << other)) !== 0];
    return isOne && (form === "all" || form === "not" ? !isOther : isOther);
  });

const isUniversal = ({form}: Categorical): boolean => form === "all" || form === "no";

function syllogism(level: number, random: Random): Problem {
  const [count, premises] = [
    [3, 2],
    [4, 3],
    [4, 4],
    [5, 5],
    [6, 6]
  ][level - 1] as [number, number];
  const kinds = severalOf(KINDS, count, random);
  const draw = (forms: readonly Categorical["form"][]): Categorical => {
    const [one, other] = severalOf([...kinds.keys()], 2, random) as [number, number];
    return {form: random.pick(forms), one, other};
  };
  const axioms = Array.from({length: premises}, (_, i) =>
    draw(i === 0 ? ["some", "not"] : i === 1 ? ["all"] : ["all", "all", "no", "some"])
  );
  const empty = new Set(axioms.filter(isUniversal).flatMap(each => regionsOf(each, count)));
  const filled = axioms
    .filter(each => !isUniversal(each))
    .map(each => regionsOf(each, count).filter(region => !empty.has(region)));
  if (filled.some(regions => regions.length === 0)) return syllogism(level, random);
  const holds = (sentence: Categorical): boolean => {
    const regions = new Set(regionsOf(sentence, count));
    return isUniversal(sentence)
      ? [...regions].every(region => empty.has(region))
      : filled.some(each => each.every(region => regions.has(region)));
  };
  const candidates = mixed(4 + (level > 2 ? 2 : 0), random, {draw: () => draw(["all", "no", "some", "not"]), holds});
  const lines = candidates.map(each => textOf(each, kinds));
  const all = new Set([...axioms.map(each => textOf(each, kinds)), ...lines]);
  const question = labelled(
    candidates.map((each, i) => [lines[i]!, holds(each)]),
    random
  );
  if (!question || all.size < axioms.length + lines.length) return syllogism(level, random);
  return {
    question: `There may be no members of a kind, unless the premises imply some. Premises:\n${axioms.map(each => textOf(each, kinds)).join("\n")}\nNumbered sentences:\n${question.lines}\nWhat is the sum of the numbers of all sentences that follow from the premises?`,
    answer: question.answer
  };
}

interface Graph {
  arrows: ReadonlySet<string>;
  red: ReadonlySet<number>;
}

/** Statements about dots x and y. */
const ATOMS: readonly (readonly [text: string, holds: (graph: Graph, x: number, y: number) => boolean])[] = [
  ["an arrow goes from x to y", ({arrows}, x, y) => arrows.has(`${x} ${y}`)],
  ["an arrow goes from y to x", ({arrows}, x, y) => arrows.has(`${y} ${x}`)],
  ["no arrow goes from x to y", ({arrows}, x, y) => !arrows.has(`${x} ${y}`)],
  ["x is red", ({red}, x) => red.has(x)],
  ["y is red", ({red}, _, y) => red.has(y)],
  ["x is not red", ({red}, x) => !red.has(x)],
  ["y is not red", ({red}, _, y) => !red.has(y)],
  ["x and y are different", (_, x, y) => x !== y]
];
/** A statement or its negation without the word in which they differ. */
const withoutNot = (text: string): string => text.replace("not ", "").replace(/^(?:an|no) /u, "");

const JOINS: readonly (readonly [
  text: (one: string, other: string) => string,
  holds: (one: boolean, other: boolean) => boolean
])[] = [
  [(one, other) => `${one} and ${other}`, (one, other) => one && other],
  [(one, other) => `${one} or ${other}, or both`, (one, other) => one || other],
  [(one, other) => `if ${one}, then ${other}`, (one, other) => !one || other]
];
const PREFIXES: readonly (readonly [
  text: string,
  holds: (dots: readonly number[], test: (x: number, y: number) => boolean) => boolean
])[] = [
  ["For every dot x there is a dot y such that:", (dots, test) => dots.every(x => dots.some(y => test(x, y)))],
  ["There is a dot x such that for every dot y:", (dots, test) => dots.some(x => dots.every(y => test(x, y)))],
  ["For all dots x and y:", (dots, test) => dots.every(x => dots.every(y => test(x, y)))],
  ["There are dots x and y such that:", (dots, test) => dots.some(x => dots.some(y => test(x, y)))]
];

function quantified(level: number, random: Random): Problem {
  const size = level + 2;
  const dots = Array.from({length: size}, (_, i) => i + 1);
  const arrows = new Set(dots.flatMap(x => dots.filter(() => random.chance(0.4)).map(y => `${x} ${y}`)));
  const graph = {arrows, red: new Set(dots.filter(() => random.chance(0.5)))};
  if (arrows.size === 0 || graph.red.size === 0) return quantified(level, random);
  const sentences = mixed(3 + level, random, {
    draw: () => {
      const [prefix, join] = [random.pick(PREFIXES), random.pick(JOINS)];
      const one = random.pick(ATOMS);
      const other = random.pick(ATOMS.filter(([text]) => withoutNot(text) !== withoutNot(one[0])));
      const test = (x: number, y: number) => join[1](one[1](graph, x, y), other[1](graph, x, y));
      return [`${prefix[0]} ${join[0](one[0], other[0])}.`, prefix[1](dots, test)] as const;
    },
    holds: ([, isTrue]) => isTrue
  });
  const question = labelled(sentences, random);
  if (!question || new Set(sentences.map(([text]) => text)).size < sentences.length) return quantified(level, random);
  const list = dots.flatMap(x => {
    const targets = dots.filter(y => arrows.has(`${x} ${y}`));
    return targets.length > 0 ? [`From ${x} to ${targets.join(", ")}.`] : [];
  });
  return {
    question: `A graph has dots 1 to ${size}. The red ones are ${[...graph.red].join(", ")}. Arrows go:\n${list.join("\n")}\nThere are no other arrows. In these numbered sentences, x and y may be the same dot:\n${question.lines}\nWhat is the sum of the numbers of all sentences that are true?`,
    answer: question.answer
  };
}

const FAMILIES: Readonly<Record<string, Family>> = {table, entailment, syllogism, quantified};

/** The words that begin every question. */
export const LOGIC_OPENING = "Answer this question of formal logic.";

export const logic: Benchmark = {
  name: "zen-logic",
  version: 2,
  summary: "Truth tables, conclusions from formulas and from syllogisms, and quantified sentences about small graphs.",
  domain: "Academic knowledge",
  category: "Formal logic",
  facets: {family: "kind of problem", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(FAMILIES, {size: 300, opening: LOGIC_OPENING})
};
