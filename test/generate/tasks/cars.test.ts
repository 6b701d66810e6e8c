import {describe, expect, test} from "vitest";
import {cars} from "../../../pipelines/generate/tasks/cars.js";
import {repetitions} from "../../repetitions.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

interface Puzzle {
  edges: [string, string][];
  start: Record<string, string>;
  goal: Record<string, string>;
  plans: {letter: string; moves: [string, string][]}[];
}

/** What a reader sees: the puzzle from the prompt's text alone. */
function puzzleOf(prompt: string): Puzzle {
  const line = (name: string) =>
    prompt
      .split("\n")
      .find(text => text.startsWith(`${name}: `))!
      .slice(name.length + 2);
  const cells = (text: string, between: string) => text.split(", ").map(cell => cell.split(between) as [string, string]);
  return {
    edges: cells(line("Roads"), "-"),
    start: Object.fromEntries(cells(line("Start"), " in ")),
    goal: Object.fromEntries(cells(line("Goal"), " in ")),
    plans: [...prompt.matchAll(/^\(([A-L])\) (.*)$/gm)].map(([, letter, text]) => ({
      letter: letter!,
      moves: cells(text!, " to ")
    }))
  };
}

/** Drives on a map of lot → car, the other way round than the generator. */
function drive({edges, start, goal}: Puzzle, moves: [string, string][]): "reached" | "elsewhere" | "forbidden" {
  const inLot = new Map(Object.entries(start).map(([car, lot]) => [lot, car]));
  for (const [car, to] of moves) {
    const from = [...inLot.keys()].find(lot => inLot.get(lot) === car)!;
    const joined = edges.some(([a, b]) => (a === from && b === to) || (b === from && a === to));
    if (!joined || inLot.has(to)) return "forbidden";
    inLot.delete(from);
    inLot.set(to, car);
  }
  return Object.entries(goal).every(([car, lot]) => inLot.get(lot) === car) ? "reached" : "elsewhere";
}

/** All states that can be reached in exactly so many moves, by breadth-first search. */
function reachable({edges, start}: Puzzle, moves: number): Set<string> {
  const names = Object.keys(start).sort();
  let states = new Set([names.map(name => start[name]).join()]);
  for (let i = 0; i < moves; i++) {
    const next = new Set<string>();
    for (const state of states) {
      const at = state.split(",");
      for (const [a, b] of edges)
        for (const [from, to] of [
          [a, b],
          [b, a]
        ])
          if (at.includes(from!) && !at.includes(to!)) next.add(at.map(lot => (lot === from ? to : lot)).join());
    }
    states = next;
  }
  return states;
}

describe("answers", () => {
  test("are the one plan that is allowed and reaches the goal on generated tests", () => {
    const points = [{}, {places: 4, cars: 2, moves: 2, choices: 10}, {places: 12, cars: 8, moves: 12, choices: 6}];
    let ways = {reached: 0, elsewhere: 0, forbidden: 0};
    for (const params of points)
      for (const {prompt, expected, choices, guessChance} of questions(cars, params, repetitions(3500))) {
        const puzzle = puzzleOf(prompt);
        const ends = puzzle.plans.map(({moves}) => drive(puzzle, moves));
        for (const end of ends) ways = {...ways, [end]: ways[end] + 1};
        expect(
          puzzle.plans.filter((_, i) => ends[i] === "reached").map(({letter}) => letter),
          prompt
        ).toEqual([expected]);
        expect(puzzle.start).not.toEqual(puzzle.goal);
        expect(new Set(choices).size).toBe(puzzle.plans.length);
        expect(guessChance).toBe(1 / puzzle.plans.length);
      }
    // Wrong plans must be followed to the end as often as not: neither kind of fault gives the answer away.
    expect(ways.elsewhere / (ways.elsewhere + ways.forbidden)).toBeGreaterThan(0.3);
    expect(ways.elsewhere / (ways.elsewhere + ways.forbidden)).toBeLessThan(0.8);
  });

  test("the goal is found by a search of all states as well", () => {
    for (const {prompt} of questions(cars, {places: 5, cars: 2, moves: 4}, 100)) {
      const puzzle = puzzleOf(prompt);
      const goal = Object.keys(puzzle.goal).sort();
      expect(reachable(puzzle, 4)).toContain(goal.map(name => puzzle.goal[name]).join());
    }
  });

  test("letters are even, and the plan that shares most moves with the others is seldom a hint", () => {
    const all = questions(cars, {moves: 6}, 2000);
    for (const letter of "ABCD") expect(all.filter(({expected}) => expected === letter).length / 2000).toBeCloseTo(0.25, 1);
    const central = all.filter(({prompt, expected}) => {
      const {plans} = puzzleOf(prompt);
      const alike = plans.map(({moves}) =>
        plans.reduce((sum, other) => sum + moves.filter((move, i) => `${other.moves[i]}` === `${move}`).length, 0)
      );
      return plans[alike.indexOf(Math.max(...alike))]!.letter === expected;
    });
    expect(central.length / 2000).toBeLessThan(0.6);
  });

  test("a letter is read in parentheses or alone", () => expect(lastAnswer(cars, "red to 3 works.\nAnswer: (B)")).toBe("B"));
});

describe("parameters", () => {
  test("places, cars, moves and choices are what is shown; all lots are joined", () => {
    for (const params of [
      {places: 4, cars: 3, moves: 12, choices: 2},
      {places: 24, cars: 11, moves: 60, choices: 10}
    ])
      for (const {prompt} of questions(cars, params, 60)) {
        const {edges, start, plans} = puzzleOf(prompt);
        expect(new Set(edges.flat()).size).toBe(params.places);
        expect(Object.keys(start)).toHaveLength(params.cars);
        expect(new Set(Object.values(start)).size).toBe(params.cars);
        expect(plans).toHaveLength(params.choices);
        for (const {moves} of plans) expect(moves).toHaveLength(params.moves);
        expect(prompt).toContain(`numbered 1 to ${params.places}.`);
      }
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(cars, {places: 5, cars: 5})).toEqual([
      "cars 5 leave no free lot among places 5; raise places to 6 or lower cars to 4"
    ]);
    expect(refusals(cars, {choices: 1})).toHaveLength(1);
    expect(refusals(cars, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(cars, {}, 50);
  for (const k of [0, 7, 49]) expect(question(cars, {}, k)).toEqual(run[k]);
});
