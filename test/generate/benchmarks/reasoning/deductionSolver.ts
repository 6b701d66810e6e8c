// Second solver of ZenDeduction: places one element after another, those first that most clues connect with what is placed.
import {DEDUCTION_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/deduction.js";
import {block} from "../../../../pipelines/infer/reference/solve/block.js";
import type {Solved} from "../quality/measure.js";

type Holds = (one: number, other: number) => boolean;

const CLUES: readonly (readonly [RegExp, Holds])[] = [
  [/^(.+) comes directly before (.+)\.$/u, (one, other) => one + 1 === other],
  [/^(.+) comes somewhere before (.+)\.$/u, (one, other) => one < other],
  [/^(.+) is directly next to (.+)\.$/u, (one, other) => Math.abs(one - other) === 1],
  [/^there is exactly one person between (.+) and (.+)\.$/u, (one, other) => Math.abs(one - other) === 2],
  [/^(.+) is not (.+)\.$/u, (one, other) => one !== other],
  [/^(.+) is (.+)\.$/u, (one, other) => one === other]
];

/** Solutions of a puzzle, each the place of every element, and the number of placements tried. */
export function searchPuzzle(question: string): {
  solutions: Map<string, number>[];
  tried: number;
  clues: number;
  lists: string[][];
} {
  const text = question.toLowerCase();
  const lists = /in some order: (.+?)\. "before"/u
    .exec(text)![1]!
    .split("; ")
    .map(list => list.split(", "));
  const clues = [...text.matchAll(/^\d+\. (.+)$/gmu)].map(([, clue]) => {
    const fixed = /^(.+) is (?:in|on|at) \w+ (\d+)\.$/u.exec(clue!);
    if (fixed) return {elements: [fixed[1]!], holds: (place: number) => place === Number(fixed[2])};
    const [pattern, holds] = CLUES.find(([each]) => each.test(clue!))!;
    return {elements: pattern.exec(clue!)!.slice(1), holds};
  });
  const order: string[] = [];
  const links = (element: string) =>
    clues.filter(({elements}) => elements.includes(element) && elements.every(each => each === element || order.includes(each)));
  while (order.length < lists.flat().length) {
    const open = lists.flat().filter(each => !order.includes(each));
    order.push(open.reduce((best, each) => (links(each).length > links(best).length ? each : best)));
  }
  // Of each element, the clues that can be checked once it is placed.
  const checks = order.map((element, i) =>
    clues.filter(({elements}) => elements.includes(element) && elements.every(each => order.slice(0, i + 1).includes(each)))
  );
  const solutions: Map<string, number>[] = [];
  const places = new Map<string, number>();
  let tried = 0;
  const extend = (depth: number): void => {
    if (depth === order.length) {
      solutions.push(new Map(places));
      return;
    }
    const list = lists.find(each => each.includes(order[depth]!))!;
    for (let place = 1; place <= list.length; place++) {
      tried++;
      if (list.some(each => places.get(each) === place)) continue;
      places.set(order[depth]!, place);
      if (checks[depth]!.every(({elements: [one, other = ""], holds}) => holds(places.get(one!)!, places.get(other)!)))
        extend(depth + 1);
      places.delete(order[depth]!);
    }
  };
  extend(0);
  return {solutions, tried, clues: clues.length, lists};
}

/** Solves a question from its text; null where it is none of ZenDeduction, or has not one solution. */
export function solveDeduction(prompt: string): Solved | null {
  const question = block(prompt, DEDUCTION_OPENING);
  if (question === null) return null;
  const {solutions, clues, lists} = searchPuzzle(question);
  const asked = /Write the \w+ numbers of (.+), in this order/u.exec(question)![1]!.toLowerCase().split(", ");
  if (solutions.length !== 1) return null;
  return {answer: asked.map(element => solutions[0]!.get(element)).join(""), steps: clues + lists.flat().length};
}
