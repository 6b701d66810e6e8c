// Second solver of ZenTracking: works backwards from what is asked to the lines that it depends on, and sweeps over the states of a dial.
import {TRACKING_OPENING} from "../../../../pipelines/generate/benchmarks/reasoning/tracking.js";
import {methodSolver, type Worked} from "../quality/methodSolver.js";

/** Value of a name after a line, from the values before it. */
type Rule = (before: (name: string) => number) => number;

/** Numbered lines of a question. */
const linesIn = (question: string): string[] => [...question.matchAll(/^\d+\. (.+)$/gmu)].map(([, line]) => line!);

/** Looks up what a name holds at the end, from the last line that writes it back to the first. */
function lookUp(asked: string, start: ReadonlyMap<string, number>, lines: readonly ReadonlyMap<string, Rule>[]): Worked {
  const results = new Map<string, number>();
  const valueAfter = (name: string, line: number): number => {
    if (line === 0) return start.get(name) ?? Number.NaN;
    const rule = lines[line - 1]!.get(name);
    if (!rule) return valueAfter(name, line - 1);
    const key = `${name} after line ${line}`;
    const result = results.get(key) ?? rule(other => valueAfter(other, line - 1));
    results.set(key, result);
    return result;
  };
  return {answer: valueAfter(asked, lines.length), steps: results.size};
}

/** The first pattern that matches a line, with what it writes. */
function rulesOf(line: string, patterns: readonly (readonly [RegExp, (parts: string[]) => Record<string, Rule>])[]) {
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(line);
    if (match) return new Map(Object.entries(read(match.slice(1))));
  }
  throw new SyntaxError(`unknown line: ${line}`);
}

function registers(question: string): Worked {
  const modulus = Number(/divided by (\d+)/u.exec(question)![1]);
  const start = new Map([...question.matchAll(/([A-F]) = (\d+)/gu)].map(([, name, value]) => [name!, Number(value)]));
  const lines = linesIn(question).map(line =>
    rulesOf(line, [
      [/^Add (\w) to (\w)\.$/u, ([b, a]) => ({[a!]: before => (before(a!) + before(b!)) % modulus})],
      [
        /^Multiply (\w) by (\d+) and add (\d+)\.$/u,
        ([a, by, more]) => ({[a!]: before => (before(a!) * Number(by) + Number(more)) % modulus})
      ],
      [/^Swap (\w) and (\w)\.$/u, ([a, b]) => ({[a!]: before => before(b!), [b!]: before => before(a!)})],
      [/^Multiply (\w) by ([A-F])\.$/u, ([a, b]) => ({[a!]: before => (before(a!) * before(b!)) % modulus})],
      [
        /^If (\w) is greater than (\w), add \w to (\w); else/u,
        ([a, b, c]) => ({[c!]: before => (before(c!) + (before(a!) > before(b!) ? before(a!) : 2 * before(b!))) % modulus})
      ]
    ])
  );
  return lookUp(/What does (\w) hold/u.exec(question)![1]!, start, lines);
}

function boxes(question: string): Worked {
  const start = new Map([...question.matchAll(/the (\w+) box holds (\d+)/gu)].map(([, name, value]) => [name!, Number(value)]));
  const lines = linesIn(question).map(line =>
    rulesOf(line, [
      [
        /^Move (\d+) marbles from the (\w+) box to the (\w+) box\.$/u,
        ([count, a, b]) => ({[a!]: before => before(a!) - Number(count), [b!]: before => before(b!) + Number(count)})
      ],
      [
        /^Move half of the (\w+) box to the (\w+) box/u,
        ([a, b]) => ({[a!]: before => Math.ceil(before(a!) / 2), [b!]: before => before(b!) + Math.floor(before(a!) / 2)})
      ],
      [
        /^Swap the contents of the (\w+) box and the (\w+) box\.$/u,
        ([a, b]) => ({[a!]: before => before(b!), [b!]: before => before(a!)})
      ],
      [
        /^If the (\w+) box holds more than the (\w+) box, move a third of the \w+ box to the (\w+) box/u,
        ([a, b, c]) => {
          const isMore = (before: (name: string) => number) => before(a!) > before(b!);
          const third = (count: number) => Math.floor(count / 3);
          return {
            [a!]: before => before(a!) + (isMore(before) ? -third(before(a!)) : third(before(b!))),
            [b!]: before => before(b!) - (isMore(before) ? 0 : third(before(b!))),
            [c!]: before => before(c!) + (isMore(before) ? third(before(a!)) : 0)
          };
        }
      ]
    ])
  );
  return lookUp(/does the (\w+) box hold at/u.exec(question)![1]!, start, lines);
}

/** Follows the robot one square at a time, on numbers of squares alone. */
function robot(question: string): Worked {
  const [, columns, rows] = /(\d+) columns and (\d+) rows/u.exec(question)!.map(Number) as [number, number, number];
  const [, from, facing] = /on square (\d+), facing (\w+)/u.exec(question)!;
  const ways = ["north", "east", "south", "west"];
  let [square, way] = [Number(from), ways.indexOf(facing!)];
  const step = (towards: number): void => {
    const isEdge = [square <= columns, square % columns === 0, square > columns * (rows - 1), square % columns === 1][towards];
    const by = [-columns, 1, columns, -1][towards]!;
    const back = [columns * (rows - 1), 1 - columns, -columns * (rows - 1), columns - 1][towards]!;
    square += isEdge ? back : by;
  };
  const go = (count: number, towards: number) => {
    for (let i = 0; i < count; i++) step(towards % 4);
  };
  const turn = (side: string) => {
    way = (way + (side === "left" ? 3 : 1)) % 4;
  };
  const lines = linesIn(question);
  for (const line of lines) {
    const [forward, back] = [/^Go (\d+) squares forward and turn (\w+)\.$/u.exec(line), /^Go (\d+) squares back\.$/u.exec(line)];
    if (forward) {
      go(Number(forward[1]), way);
      turn(forward[2]!);
    } else if (back) go(Number(back[1]), way + 2);
    else if (line.startsWith("Turn left if")) {
      turn(square % 2 === 0 ? "left" : "right");
      go(3, way);
    } else if (line.startsWith("Go as many")) go(square % 10, way);
    else throw new SyntaxError(`unknown line: ${line}`);
  }
  return {answer: square, steps: lines.length};
}

/** Lowers the cost of each number until no button lowers any further (Bellman and Ford). */
function plan(question: string): Worked {
  const size = Number(/from 0 to (\d+);/u.exec(question)![1]) + 1;
  const [, start, target] = /The dial shows (\d+)\. .* bringing it to (\d+)\?/u.exec(question)!.map(Number) as [
    number,
    number,
    number
  ];
  const buttons = [
    ...question.matchAll(/button (?:multiplies the number by (\d+) and )?adds (\d+), and costs (\d+) cents/gu)
  ].map(([, factor = "1", by, cost]) => ({factor: Number(factor), by: Number(by), cost: Number(cost)}));
  const costs = Array.from({length: size}, (_, state) => ({cost: state === start ? 0 : Number.POSITIVE_INFINITY, presses: 0}));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [state, {cost, presses}] of costs.entries())
      for (const button of buttons) {
        const next = costs[(state * button.factor + button.by) % size]!;
        if (cost + button.cost >= next.cost) continue;
        Object.assign(next, {cost: cost + button.cost, presses: presses + 1});
        changed = true;
      }
  }
  const {cost, presses} = costs[target]!;
  // A plan takes several ways into account at each press.
  return {answer: cost, steps: 3 * presses};
}

/** Solves a question from its text; null where it is none of ZenTracking. */
export const solveTracking = methodSolver(TRACKING_OPENING, [
  ["Registers hold", registers],
  ["Of marbles,", boxes],
  ["A board has", robot],
  ["A dial shows", plan]
]);
