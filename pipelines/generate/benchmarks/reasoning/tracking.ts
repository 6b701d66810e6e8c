// The benchmark ZenTracking: registers, boxes and a robot under long lists of instructions, and cheapest plans that need a search.
import type {Problem} from "../../parts/expressions.js";
import {type Random, severalOf} from "../../seed.js";
import {type Step, THINK} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";

/** A problem of a level, 1 to 5. */
type Family = (level: number, random: Random) => Problem;

/** Instructions of a level. */
const LINES = [4, 8, 14, 24, 40];

const numbered = (lines: readonly string[]): string => lines.map((line, i) => `${i + 1}. ${line}`).join("\n");

/** Named values with the lines that each depends on. */
class Machine {
  readonly #values = new Map<string, {value: number; lines: ReadonlySet<number>}>();
  readonly #steps: (readonly Step[])[] = [];

  constructor(
    readonly names: readonly string[],
    start: () => number
  ) {
    for (const name of names) this.#values.set(name, {value: start(), lines: new Set()});
  }

  value(name: string): number {
    return this.#values.get(name)!.value;
  }

  /** Executes a line: sets values, each of which depends on all names that the line reads. */
  execute(reads: readonly string[], writes: Readonly<Record<string, number>>): void {
    const line = this.#steps.length + 1;
    const lines = new Set([line, ...reads.flatMap(name => [...this.#values.get(name)!.lines])]);
    this.#steps.push(Object.entries(writes).map(([name, value]) => ({name: `${name} after line ${line}`, value})));
    for (const [name, value] of Object.entries(writes)) this.#values.set(name, {value, lines});
  }

  /** The name whose value depends on most lines, and the steps to it. */
  deepest(): {name: string; value: number; steps: Step[]} {
    const depth = (name: string) => this.#values.get(name)!.lines.size;
    const name = this.names.reduce((best, each) => (depth(each) > depth(best) ? each : best));
    const {value, lines} = this.#values.get(name)!;
    const steps = [...lines].sort((a, b) => a - b).flatMap(line => this.#steps[line - 1]!);
    const last = steps.findLastIndex(step => step.name.startsWith(`${name} `));
    return {name, value, steps: [...steps.filter((_, i) => i !== last), steps[last]!]};
  }
}

/** Effects of a line on registers, each with the level from which it occurs. */
const REGISTER_LINES: readonly [level: number, (machine: Machine, modulus: number, random: Random) => string][] = [
  [
    1,
    (machine, modulus, random) => {
      const [a, b] = severalOf(machine.names, 2, random) as [string, string];
      machine.execute([a, b], {[a]: (machine.value(a) + machine.value(b)) % modulus});
      return `Add ${b} to ${a}.`;
    }
  ],
  [
    1,
    (machine, modulus, random) => {
      const [a, by, more] = [random.pick(machine.names), random.integer(2, 9), random.integer(11, 99)];
      machine.execute([a], {[a]: (machine.value(a) * by + more) % modulus});
      return `Multiply ${a} by ${by} and add ${more}.`;
    }
  ],
  [
    2,
    (machine, _, random) => {
      const [a, b] = severalOf(machine.names, 2, random) as [string, string];
      machine.execute([a, b], {[a]: machine.value(b), [b]: machine.value(a)});
      return `Swap ${a} and ${b}.`;
    }
  ],
  [
    3,
    (machine, modulus, random) => {
      const [a, b, c] = severalOf(machine.names, 3, random) as [string, string, string];
      const [one, other] = [machine.value(a), machine.value(b)];
      machine.execute([a, b, c], {[c]: (machine.value(c) + (one > other ? one : 2 * other)) % modulus});
      return `If ${a} is greater than ${b}, add ${a} to ${c}; else add ${b} to ${c} twice.`;
    }
  ],
  [
    4,
    (machine, modulus, random) => {
      const [a, b] = severalOf(machine.names, 2, random) as [string, string];
      machine.execute([a, b], {[a]: (machine.value(a) * machine.value(b)) % modulus});
      return `Multiply ${a} by ${b}.`;
    }
  ]
];

function registers(level: number, random: Random): Problem {
  const modulus = random.integer(301, 999);
  const machine = new Machine([..."ABCDEF"].slice(0, Math.min(6, level + 2)), () => random.integer(1, 99));
  const start = machine.names.map(name => `${name} = ${machine.value(name)}`).join(", ");
  const kinds = REGISTER_LINES.filter(([from]) => from <= level);
  const lines = Array.from({length: LINES[level - 1]!}, () => random.pick(kinds)[1](machine, modulus, random));
  const {name, value, steps} = machine.deepest();
  return {
    question: `Registers hold ${start}. After each line, every register is replaced by the remainder of its value divided by ${modulus}.\n${numbered(lines)}\nWhat does ${name} hold at the end?`,
    answer: value,
    steps
  };
}

const COLOURS = ["red", "blue", "green", "white", "black", "yellow", "brown", "grey"];

function boxes(level: number, random: Random): Problem {
  const machine = new Machine(severalOf(COLOURS, level + 2, random), () => random.integer(100, 400));
  const start = machine.names.map(name => `the ${name} box holds ${machine.value(name)}`).join(", ");
  const move = (a: string, b: string, count: number, reads: readonly string[] = []) =>
    machine.execute([a, b, ...reads], {[a]: machine.value(a) - count, [b]: machine.value(b) + count});
  const kinds: ((a: string, b: string, c: string) => string)[] = [
    (a, b) => {
      const count = random.integer(1, machine.value(a));
      move(a, b, count);
      return `Move ${count} marbles from the ${a} box to the ${b} box.`;
    },
    (a, b) => {
      move(a, b, Math.floor(machine.value(a) / 2));
      return `Move half of the ${a} box to the ${b} box, rounded down.`;
    },
    (a, b) => {
      machine.execute([a, b], {[a]: machine.value(b), [b]: machine.value(a)});
      return `Swap the contents of the ${a} box and the ${b} box.`;
    },
    (a, b, c) => {
      const [from, to] = machine.value(a) > machine.value(b) ? [a, c] : [b, a];
      move(from, to, Math.floor(machine.value(from) / 3), [a, b]);
      return `If the ${a} box holds more than the ${b} box, move a third of the ${a} box to the ${c} box, rounded down; else move a third of the ${b} box to the ${a} box, rounded down.`;
    }
  ];
  const lines = Array.from({length: LINES[level - 1]!}, () => {
    const [a, b, c] = severalOf(machine.names, 3, random) as [string, string, string];
    const filled = machine.value(a) > 0 ? kinds : kinds.slice(1);
    return random.pick(filled.slice(0, level === 1 ? 2 : level === 2 ? 3 : 4))(a, b, c);
  });
  const {name, value, steps} = machine.deepest();
  return {
    question: `Of marbles, ${start}.\n${numbered(lines)}\nHow many marbles does the ${name} box hold at the end?`,
    answer: value,
    steps
  };
}

const HEADINGS = ["north", "east", "south", "west"];

function robot(level: number, random: Random): Problem {
  const [columns, rows] = [random.integer(13, 29), random.integer(13, 29)];
  let [column, row, heading] = [random.integer(0, columns - 1), random.integer(0, rows - 1), random.integer(0, 3)];
  const square = () => row * columns + column + 1;
  const wrap = (value: number, size: number) => ((value % size) + size) % size;
  const go = (count: number) => {
    column = wrap(column + [0, count, 0, -count][heading]!, columns);
    row = wrap(row + [-count, 0, count, 0][heading]!, rows);
  };
  const start = `square ${square()}, facing ${HEADINGS[heading]}`;
  const kinds: (() => string)[] = [
    () => {
      const [count, turn] = [random.integer(2, 40), random.pick(["left", "right"])];
      go(count);
      heading = wrap(heading + (turn === "left" ? -1 : 1), 4);
      return `Go ${count} squares forward and turn ${turn}.`;
    },
    () => {
      const count = random.integer(2, 40);
      go(-count);
      return `Go ${count} squares back.`;
    },
    () => {
      heading = wrap(heading + (square() % 2 === 0 ? -1 : 1), 4);
      go(3);
      return "Turn left if the number of the square is even, else right; then go 3 squares forward.";
    },
    () => {
      go(square() % 10);
      return "Go as many squares forward as the last digit of the square's number.";
    }
  ];
  const steps: Step[] = [];
  const lines = Array.from({length: LINES[level - 1]!}, (_, i) => {
    const line = random.pick(kinds.slice(0, Math.min(4, level)))();
    steps.push({name: `square after line ${i + 1}`, value: square()});
    return line;
  });
  return {
    question: `A board has ${columns} columns and ${rows} rows. Its squares are numbered from 1, row by row, from west to east, the northernmost row first. A robot that leaves the board at an edge enters it at the opposite edge. It is on ${start}.\n${numbered(lines)}\nOn which square is the robot at the end?`,
    answer: square(),
    steps
  };
}

/** Numbers on the dial of a level. */
const DIAL = [14, 45, 140, 450, 1_400];
const BUTTONS = ["red", "green", "blue", "white"];
/** Targets are drawn from the states that cost most: of each twenty the dearest. */
const FAR = 20;
/** Steps of trying all sequences of presses for each step of the search, at level 5. */
const MIN_DIRECT = 100;

function plan(level: number, random: Random): Problem {
  const size = DIAL[level - 1]! + random.integer(0, Math.floor(DIAL[level - 1]! / 5));
  const start = random.integer(0, size - 1);
  const names = severalOf(BUTTONS, level === 1 ? 3 : 4, random);
  const buttons = names.map((name, i) => {
    const [by, cost] = [random.integer(2, size - 2), random.integer(11, 60)];
    const factor = i === 0 ? random.integer(2, 9) : 1;
    const text = i === 0 ? `multiplies the number by ${factor} and adds ${by}` : `adds ${by}`;
    return {cost, factor, by, text: `The ${name} button ${text}, and costs ${cost} cents.`};
  });
  const costs = cheapest(size, start, buttons);
  const reached = [...costs.keys()].filter(state => Number.isFinite(costs[state])).sort((a, b) => costs[b]! - costs[a]!);
  const target = random.pick(reached.slice(0, Math.max(1, Math.floor(reached.length / FAR))));
  const answer = costs[target]!;
  // A dial of which most numbers are out of reach, or near, is drawn again.
  if (
    reached.length < size / 2 ||
    answer === 0 ||
    (level === 5 && sequences(answer, buttons) < MIN_DIRECT * size * buttons.length)
  )
    return plan(level, random);
  return {
    question: `A dial shows a number from 0 to ${size - 1}; a result of ${size} or more is replaced by its remainder divided by ${size}. ${buttons.map(({text}) => text).join(" ")} Buttons can be pressed in any order and as often as needed. The dial shows ${start}. What is the lowest total cost in cents of bringing it to ${target}?`,
    answer
  };
}

interface Button {
  cost: number;
  factor: number;
  by: number;
}

/** Lowest cost of each number on a dial (Dijkstra's algorithm with a bucket for each cost). */
function cheapest(size: number, start: number, buttons: readonly Button[]): number[] {
  const costs = Array<number>(size).fill(Number.POSITIVE_INFINITY);
  const buckets: number[][] = [[start]];
  costs[start] = 0;
  for (let cost = 0; cost < buckets.length; cost++)
    for (const state of buckets[cost] ?? []) {
      if (costs[state] !== cost) continue;
      for (const button of buttons) {
        const [next, total] = [(state * button.factor + button.by) % size, cost + button.cost];
        if (total >= costs[next]!) continue;
        costs[next] = total;
        while (buckets.length <= total) buckets.push([]);
        buckets[total]!.push(next);
      }
    }
  return costs;
}

/** Number of sequences of presses that cost less than an amount: the steps of trying them all. */
export function sequences(amount: number, buttons: readonly Pick<Button, "cost">[]): number {
  const counts = [1];
  for (let cost = 1; cost < amount; cost++)
    counts.push(buttons.reduce((sum, button) => sum + (counts[cost - button.cost] ?? 0), 0));
  return counts.reduce((a, b) => a + b, 0);
}

const FAMILIES: Readonly<Record<string, Family>> = {registers, boxes, robot, plan};

/** Items of each family and level: with 20 of those, 4,800 in all. */
const SIZE = 240;

/** The words that begin every question. */
export const TRACKING_OPENING = "Work out what the following leads to.";

export const tracking: Benchmark = {
  name: "zen-tracking",
  version: 1,
  summary: "Registers, boxes and a robot under lists of four to forty instructions, and cheapest plans.",
  domain: "Reasoning",
  category: "State tracking and planning",
  facets: {family: "what changes", level: "difficulty, 1 to 5"},
  single: true,
  cells: Object.entries(FAMILIES).flatMap(([family, make]) =>
    LINES.map((_, i) => ({
      facets: {family, level: i + 1},
      size: SIZE,
      item: (_: number, random: Random) => itemOf(make(i + 1, random))
    }))
  )
};

const itemOf = ({question, answer, steps}: Problem): MadeItem => ({
  prompt: `${TRACKING_OPENING}\n\n${question}\n\n${THINK} with a line of the form\nAnswer: <integer>`,
  expected: String(answer),
  guess_chance: 0,
  scorer: {kind: "number", absolute: 0, relative: 0},
  ...(steps && {steps})
});
