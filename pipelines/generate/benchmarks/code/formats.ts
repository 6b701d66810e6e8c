// Texts in small formats, of which a value is asked for: prefix expressions, settings with parents, and records with quotes.
import type {Problem} from "../../parts/expressions.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";

/** Largest size of a value. */
const MAX_VALUE = 999_999;
const fenced = (lines: readonly string[]): string => `\`\`\`\n${lines.join("\n")}\n\`\`\``;

interface Expression {
  text: string;
  value: number;
}

const mod = (value: number, by: number): number => ((value % by) + by) % by;
type Names = ReadonlyMap<string, number>;

/** Operations of each level. */
const OPERATIONS = [3, 5, 8, 12, 16];

/** Draws an expression of a number of operations, and adds the value of each to the steps. */
function expressionOf(count: number, {names, steps, random}: {names: Names; steps: Step[]; random: Random}): Expression {
  if (count === 0) {
    if (names.size > 0 && random.chance(0.5)) {
      const [text, value] = random.pick([...names]);
      return {text, value};
    }
    const value = random.integer(2, 19);
    return {text: String(value), value};
  }
  const part = (operations: number, inner = names) => expressionOf(operations, {names: inner, steps, random});
  const result = (text: string, value: number): Expression => {
    steps.push({name: `result ${steps.length + 1}`, value});
    return {text, value};
  };
  const left = random.integer(0, count - 1);
  const right = count - 1 - left;
  const kind = random.integer(0, 6);
  if (kind === 0) {
    const name = random.pick(["x", "y", "z"]);
    const bound = part(left);
    const body = part(right, new Map([...names, [name, bound.value]]));
    return result(`(let (${name} ${bound.text}) ${body.text})`, body.value);
  }
  const [one, other] = [part(left), part(right)];
  if (kind === 1) {
    const [yes, no] = severalOf([part(0), part(0), part(0)], 2, random) as [Expression, Expression];
    return result(`(if (< ${one.text} ${other.text}) ${yes.text} ${no.text})`, (one.value < other.value ? yes : no).value);
  }
  if (kind === 2) {
    const by = random.integer(5, 29);
    return result(`(mod (+ ${one.text} ${other.text}) ${by})`, mod(one.value + other.value, by));
  }
  const [sign, value] = [
    ["+", one.value + other.value],
    ["-", one.value - other.value],
    ["*", one.value * other.value],
    ["max", Math.max(one.value, other.value)]
  ][kind - 3] as [string, number];
  return result(`(${sign} ${one.text} ${other.text})`, value);
}

const EXPRESSION_RULES =
  "(let (x A) B) is the value of B, in which x is A; an inner let hides an outer one of the same name. (if (< A B) C D) is C if A is less than B, else D. (mod A B) is the remainder from 0 up; (max A B) is the larger one; (- A B) is A minus B.";

export function expressions(level: number, random: Random): Problem {
  for (;;) {
    const steps: Step[] = [];
    const {text, value} = expressionOf(OPERATIONS[level - 1]!, {names: new Map(), steps, random});
    if (steps.some(step => Math.abs(Number(step.value)) > MAX_VALUE)) continue;
    // The last number of the text must be no answer to it.
    if (text.match(/-?\d+/gu)?.at(-1) === String(value)) continue;
    const ask = random.pick(["What is the value of this expression?", "To what number does this expression evaluate?"]);
    return {question: `${EXPRESSION_RULES}\n\n${ask}\n${fenced([text])}`, answer: value, steps};
  }
}

const SECTIONS = ["base", "local", "server", "backup", "office", "mobile", "night", "archive"];
const KEYS = ["width", "depth", "limit", "delay", "quota", "margin", "offset", "buffer", "weight", "retry", "span", "level"];
/** References from the setting that is asked for to a number, for each level. */
const REFERENCES = [2, 3, 5, 7, 9];

/** A number, or another setting times a factor plus a number. */
interface Setting {
  base?: string;
  factor: number;
  more: number;
}

const settingText = ({base, factor, more}: Setting): string =>
  base === undefined
    ? String(more)
    : `\${${base}}${factor === 1 ? "" : ` * ${factor}`} ${more < 0 ? "-" : "+"} ${Math.abs(more)}`;

export function settings(level: number, random: Random): Problem {
  const length = REFERENCES[level - 1]!;
  const chain = severalOf(KEYS, length + 1, random);
  const parents = severalOf(SECTIONS, 2 + Math.ceil(level / 2), random); // each is the parent of the next
  const settingOf = (i: number): Setting => {
    const more = random.integer(1, 60);
    if (i === 0) return {factor: 1, more};
    return {base: chain[i - 1]!, factor: random.chance(0.3) ? random.integer(2, 3) : 1, more: random.chance(0.4) ? -more : more};
  };
  const sections = parents.map((): Map<string, Setting> => new Map());
  for (const [i, key] of chain.entries())
    for (const place of severalOf([...sections.keys()], random.integer(1, Math.min(3, sections.length)), random))
      sections[place]!.set(key, settingOf(i));
  const steps: Step[] = [];
  let value = 0;
  for (const key of chain) {
    const {base, factor, more} = sections.findLast(section => section.has(key))!.get(key)!;
    value = (base === undefined ? 0 : value * factor) + more;
    steps.push({name: key, value});
  }
  const lines = random
    .shuffle([...sections.entries()])
    .flatMap(([i, section]) => [
      `[${parents[i]}]`,
      ...random.shuffle([
        ...(i > 0 ? [`parent = ${parents[i - 1]}`] : []),
        ...[...section].map(([key, setting]) => `${key} = ${settingText(setting)}`),
        ...(random.chance(0.4) ? [`; ${random.pick(chain)} = ${random.integer(1, 99)}`] : [])
      ])
    ]);
  const [last, key] = [parents.at(-1)!, chain.at(-1)!];
  const ask = random.pick([
    `Which number is ${key} in the section ${last}?`,
    `The section ${last} is loaded. What is the value of its setting ${key}?`
  ]);
  const rules = `A setting that a section does not have is the one of its parent, or of the parent's parent, and so on. \${name} is the setting of that name as the section has it that is asked about, also where a parent's line refers to it. Lines that begin with ; are comments.`;
  return {question: `${rules}\n\n${fenced(lines)}\n${ask}`, answer: value, steps};
}

const WORDS = ["oak", "pine", "large", "thin", "old", "blue", "new", "round", "left", "dry"];
/** Records of each level, and how many of them count at least. */
const RECORDS = [
  [5, 2],
  [7, 3],
  [10, 4],
  [14, 6],
  [20, 8]
] as const;
const CONDITIONS: readonly (readonly [texts: readonly [string, string], holds: (note: string) => boolean])[] = [
  [["the note contains a comma", "there is a comma in the note"], note => note.includes(",")],
  [["the note contains a double quote", "there is a double quote in the note"], note => note.includes('"')],
  [["the note contains no comma", "the note is free of commas"], note => !note.includes(",")],
  [["the note contains no double quote", "the note is free of double quotes"], note => !note.includes('"')]
];
const quoted = (field: string): string => (/[",\n]/u.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

function noteOf(level: number, random: Random): string {
  const word = () => (random.chance(0.3) ? String(random.integer(2, 99)) : random.pick(WORDS));
  const separators = [" ", ", ", ",", ...(level > 2 ? ["\n"] : [])];
  const words = Array.from({length: random.integer(1, 2 + Math.ceil(level / 2))}, () =>
    random.chance(0.3) ? `"${word()}"` : word()
  );
  return words.reduce((note, each) => note + random.pick(separators) + each);
}

export function records(level: number, random: Random): Problem {
  const [count, least] = RECORDS[level - 1]!;
  const columns = random.shuffle(["note", "amount", "price", "code"]);
  for (;;) {
    const rows = Array.from({length: count}, () => ({
      note: noteOf(level, random),
      amount: random.integer(2, 40),
      price: random.integer(2, 40),
      code: random.chance(0.3) ? `${random.integer(1, 9)},${random.integer(1, 9)}` : String(random.integer(10, 99))
    }));
    const [texts, holds] = random.pick(CONDITIONS);
    const counted = rows.filter(({note}) => holds(note));
    if (counted.length < least || counted.length === count) continue;
    let total = 0;
    const steps = counted.map(({amount, price}, i): Step => ({name: `total ${i + 1}`, value: (total += amount * price)}));
    const lines = [
      columns.join(","),
      ...rows.map(row => columns.map(column => quoted(String(row[column as keyof typeof row]))).join(","))
    ];
    const ask = random.pick([
      `What is the total of amount times price over the records in which ${random.pick(texts)}?`,
      `Add up amount times price, only of records of which it is true that ${random.pick(texts)}. What is the sum?`
    ]);
    const rules =
      "The first line of this CSV text names the fields. A field in double quotes may contain commas and ends of lines, and a double quote within it is written twice; the outer quotes are no part of the field.";
    return {question: `${rules}\n\n${fenced(lines)}\n${ask}`, answer: total, steps};
  }
}
