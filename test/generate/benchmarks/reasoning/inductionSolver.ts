// Second solver of ZenInduction: tries all rules of the family that a question states, and answers where those that fit agree.
import {INDUCTION_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/induction.js";
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";

/** Solves a question from its text; null where it is none of ZenInduction, or where several answers fit. */
export function solveInduction(prompt: string): Solved | null {
  const question = block(prompt, INDUCTION_OPENING) ?? "";
  const method = METHODS.find(([start]) => start.test(question))?.[1];
  if (!method) return null;
  const {answers, steps} = method(question);
  const [answer, ...others] = new Set(answers);
  return answer === undefined || others.length > 0 ? null : {answer: String(answer), steps};
}

interface Worked {
  /** of each rule that fits */
  answers: number[];
  steps: number;
}

/** Tries all values of every unknown but the last, which then follows from the first example. */
function formula(question: string): Worked {
  const sum = /^f\(.+?\) = (.+), where/u.exec(question)![1]!.split(" + ");
  const term = (text: string, [a = 0, b = 0]: number[]): number =>
    text
      .split("·")
      .slice(1)
      .reduce((product, each) => product * (each === "a^2" ? a * a : each === "a" ? a : b), 1);
  const rowOf = (inputs: string) => sum.map(text => term(text, inputs.split(", ").map(Number)));
  const examples = [...question.matchAll(/^f\((.+)\) = (-?\d+)$/gmu)].map(([, inputs, value]) => ({
    row: rowOf(inputs!),
    value: Number(value)
  }));
  const asked = rowOf(/What is f\((.+)\)\?/u.exec(question)![1]!);
  const answers: number[] = [];
  const total = (row: number[], factors: number[]) => factors.reduce((all, factor, i) => all + factor * row[i]!, 0);
  const extend = (factors: number[]): void => {
    if (factors.length < sum.length - 1) {
      for (let factor = -9; factor <= 9; factor++) extend([...factors, factor]);
      return;
    }
    const [{row, value}] = examples as [(typeof examples)[number]];
    const last = (value - total(row, factors)) / row.at(-1)!;
    if (!Number.isInteger(last) || Math.abs(last) > 9) return;
    const all = [...factors, last];
    if (examples.every(each => total(each.row, all) === each.value)) answers.push(total(asked, all));
  };
  extend([]);
  return {answers, steps: 3 * sum.length};
}

function sequence(question: string): Worked {
  const modulus = Number(/divided by (\d+)/u.exec(question)![1]);
  const terms = /begins with ([\d, ]+)\./u.exec(question)![1]!.split(", ").map(Number);
  const asked = Number(/What is term (\d+)/u.exec(question)![1]);
  const hasTwo = question.includes("q times");
  const answers: number[] = [];
  for (let p = 1; p <= 9; p++)
    for (let r = 0; r <= 20; r++)
      for (const q of hasTwo ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : [0]) {
        const made = terms.slice(0, hasTwo ? 2 : 1);
        while (made.length < asked) made.push((p * made.at(-1)! + q * (made.at(-2) ?? 0) + r) % modulus);
        if (terms.every((term, i) => made[i] === term)) answers.push(made.at(-1)!);
      }
  return {answers, steps: (hasTwo ? 6 : 3) + asked - terms.length};
}

/** Solves the equations of the words in fractions (Gauss and Jordan), rounded at the end. */
function letters(question: string): Worked {
  const words = [...question.matchAll(/^([A-Z]+) is worth (\d+)\.$/gmu)].map(([, word, worth]) => ({
    word: word!,
    worth: Number(worth)
  }));
  const names = [...new Set(words.flatMap(({word}) => [...word]))];
  const rows = words.map(({word, worth}) => [...names.map(name => word.split(name).length - 1), worth]);
  for (const column of names.keys()) {
    const pivot = rows.slice(column).reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best));
    rows.splice(rows.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    for (const row of rows) {
      if (row === pivot) continue;
      const share = row[column]! / pivot[column]!;
      for (const [i, value] of pivot.entries()) row[i]! -= share * value;
    }
  }
  const values = new Map(names.map((name, i) => [name, Math.round(rows[i]!.at(-1)! / rows[i]![i]!)]));
  if (words.some(({word, worth}) => [...word].reduce((sum, name) => sum + values.get(name)!, 0) !== worth))
    return {answers: [], steps: 0};
  const asked = /What is ([A-Z]+) worth/u.exec(question)![1]!;
  return {answers: [[...asked].reduce((sum, name) => sum + values.get(name)!, 0)], steps: 3 * names.length};
}

/** Changes a list in place. */
const CHANGES: Readonly<Record<string, (list: number[]) => void>> = {
  reverse: list => list.reverse(),
  sort: list => list.sort((a, b) => a - b),
  double: list => {
    for (const i of list.keys()) list[i]! += list[i]!;
  },
  "add 7": list => {
    for (const i of list.keys()) list[i]! += 7;
  },
  "add to every number": list => {
    for (let i = list.length - 1; i > 0; i--) list[i]! += list[i - 1]!;
  },
  move: list => list.push(list.shift()!),
  exchange: list => {
    const [first, last] = [list.shift()!, list.pop()!];
    list.unshift(last);
    list.push(first);
  },
  subtract: list => {
    const [least] = list.toSorted((a, b) => a - b);
    for (const i of list.keys()) list[i]! -= least!;
  }
};

/** Follows all lists at once through every set of operations, and joins ways that lead to the same lists. */
function machine(question: string): Worked {
  const offered = [...question.matchAll(/^- (.+)$/gmu)].map(
    ([, text]) => Object.entries(CHANGES).find(([name]) => text!.startsWith(name))![1]
  );
  const count = Number(/always applies the same (\w+)/u.exec(question)![1]!.replace("one", "1"));
  const changes = [...question.matchAll(/^It changes ([\d ]+) to ([\d ]+|a list)\./gmu)];
  const listsIn = (group: number) => changes.map(each => each[group]!.split(" ").map(Number));
  const wanted = JSON.stringify(listsIn(2).slice(0, -1));
  let states = new Map([[JSON.stringify([[], listsIn(1)]), {used: [] as number[], lists: listsIn(1)}]]);
  for (let i = 0; i < count; i++) {
    const next: typeof states = new Map();
    for (const {used, lists} of states.values())
      for (const [k, change] of offered.entries()) {
        if (used.includes(k)) continue;
        const changed = {used: [...used, k].sort(), lists: lists.map(list => [...list])};
        for (const list of changed.lists) change(list);
        next.set(JSON.stringify([changed.used, changed.lists]), changed);
      }
    states = next;
  }
  const fits = [...states.values()].filter(({lists}) => JSON.stringify(lists.slice(0, -1)) === wanted);
  return {
    answers: fits.map(({lists}) => lists.at(-1)!.reduce((sum, value, i) => sum + (i + 1) * value, 0)),
    steps: 3 * count
  };
}

const METHODS: readonly (readonly [RegExp, (question: string) => Worked])[] = [
  [/^f\(/u, formula],
  [/^Each further term/u, sequence],
  [/^Every letter/u, letters],
  [/^A machine changes/u, machine]
];
