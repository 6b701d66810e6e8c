import fc from "fast-check";
import {describe, expect, test} from "vitest";
import {shapes} from "../../../pipelines/generate/tasks/shapes.js";
import {repetitions} from "../../repetitions.js";
import {lastAnswer, question, questions, refusals} from "./testing.js";

type Point = [number, number];
interface Piece {
  from: Point;
  to: Point;
  arc?: number[];
}

/** A reader of SVG paths that follows the specification's grammar: pieces in absolute coordinates. */
function piecesOf(d: string): Piece[] {
  const tokens = d.match(/[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)/g)!;
  const pieces: Piece[] = [];
  let at: Point = [0, 0];
  let start: Point = [0, 0];
  let command = "";
  for (let i = 0; i < tokens.length; ) {
    if (/[A-Za-z]/.test(tokens[i]!)) command = tokens[i++]!;
    const relative = command === command.toLowerCase();
    const base: Point = relative ? at : [0, 0];
    const take = () => Number(tokens[i++]);
    if (/z/i.test(command)) {
      pieces.push({from: at, to: start});
      at = start;
      continue;
    }
    const arc = /a/i.test(command) ? [take(), take(), take(), take(), take()] : undefined;
    const x = /v/i.test(command) ? at[0] : base[0] + take();
    const y = /h/i.test(command) ? at[1] : base[1] + take();
    if (/m/i.test(command)) start = [x, y];
    else pieces.push({from: at, to: [x, y], ...(arc && {arc})});
    at = [x, y];
  }
  return pieces;
}

const length = ([x, y]: Point) => Math.hypot(x, y);
const vector = ({from, to}: {from: Point; to: Point}): Point => [to[0] - from[0], to[1] - from[1]];
/** Angle between two directions, degrees, 0…180. */
const angle = (a: Point, b: Point) =>
  (Math.atan2(Math.abs(a[0] * b[1] - a[1] * b[0]), a[0] * b[0] + a[1] * b[1]) * 180) / Math.PI;

/** Yes or no with a wide gap between: what falls into the gap would be ambiguous. */
function clear(value: number, yes: number, no: number, what: string): boolean {
  if (value > yes && value < no) throw new Error(`${what} ${value} is neither clear nor excluded`);
  return value <= yes;
}
const same = (a: number, b: number) => clear(Math.max(a, b) / Math.min(a, b), 1.04, 1.15, "ratio of lengths");
const parallel = (a: Point, b: Point) => clear(90 - Math.abs(90 - angle(a, b)), 3, 8, "angle from parallel");
const right = (a: Point, b: Point) => clear(Math.abs(90 - angle(a, b)), 3, 8, "angle from right");

function classify(d: string): string {
  const scale = Math.max(...piecesOf(d).flatMap(({from, to}) => [length(vector({from, to}))]));
  const pieces = piecesOf(d).filter(piece => length(vector(piece)) > scale * 1e-9);
  const closed = length(vector({from: pieces[0]!.from, to: pieces.at(-1)!.to})) < scale * 1e-9;
  const arcs = pieces.filter(({arc}) => arc);
  const corners = mergedSides(
    pieces.filter(({arc}) => !arc),
    closed && arcs.length === 0
  );
  if (arcs.length === 2) {
    if (!closed || corners.length || arcs[0]!.arc![4] !== arcs[1]!.arc![4]) throw new Error("two arcs that close no curve");
    const [a, b] = arcs[0]!.arc!;
    return same(a!, b!) ? "circle" : "ellipse";
  }
  if (arcs.length === 1) {
    const [a, b, , large, sweep] = arcs[0]!.arc!;
    expect(a).toBe(b);
    if (!closed) return "arc";
    expect(corners).toHaveLength(2);
    // The two sides meet at the middle of the arc's circle, found by the specification's own formula (SVG 2, B.2.4).
    const {from, to} = arcs[0]!;
    const half = length(vector({from, to})) / 2;
    const rise = Math.sqrt(a! * a! - half * half) * (large === sweep ? -1 : 1);
    const along: Point = [(to[0] - from[0]) / (2 * half), (to[1] - from[1]) / (2 * half)];
    const middle: Point = [(from[0] + to[0]) / 2 - along[1] * rise, (from[1] + to[1]) / 2 + along[0] * rise];
    const tip = corners
      .map(({to: end}) => end)
      .find(end => length(vector({from, to: end})) > a! / 2 && length(vector({from: to, to: end})) > a! / 2)!;
    expect(length(vector({from: middle, to: tip})) / a!).toBeLessThan(0.05);
    return "sector";
  }
  if (!closed) {
    expect(corners).toHaveLength(1);
    return "line";
  }
  const sides = corners.map(vector);
  if (sides.length === 3) return "triangle";
  expect(sides).toHaveLength(4);
  const [p, q, r, s] = sides as [Point, Point, Point, Point];
  const pairs = [parallel(p, r), parallel(q, s)].filter(Boolean).length;
  if (pairs === 1) return "trapezoid";
  const equal = [same(length(p), length(q)), same(length(q), length(r)), same(length(r), length(s)), same(length(s), length(p))];
  if (pairs === 2) {
    const [rightAngle, rhombic] = [right(p, q), equal.every(Boolean)];
    return rightAngle ? (rhombic ? "square" : "rectangle") : rhombic ? "rhombus" : "parallelogram";
  }
  if ((equal[0] && equal[2]) || (equal[1] && equal[3])) return "kite";
  throw new Error("a quadrilateral of no kind");
}

/** Sides with their pieces put together: a bend of less than 5° is rounding, one of less than 15° would be ambiguous. */
function mergedSides(pieces: Piece[], around: boolean): Piece[] {
  const sides: Piece[] = [];
  const bends = (a: Piece, b: Piece) => !clear(angle(vector(a), vector(b)), 5, 15, "bend");
  for (const piece of pieces) {
    const last = sides.at(-1);
    if (last && last.to[0] === piece.from[0] && last.to[1] === piece.from[1] && !bends(last, piece)) last.to = piece.to;
    else sides.push({...piece});
  }
  if (around && sides.length > 1 && !bends(sides.at(-1)!, sides[0]!)) sides[0]!.from = sides.pop()!.from;
  return sides;
}

const pathIn = (prompt: string) => /<path d="([^"]+)"/.exec(prompt)![1]!;

test("the independent reader names textbook paths", () => {
  expect(classify("M0,0 H10 V10 H0 Z")).toBe("square");
  expect(classify("m 0 0 l 10 0 l 0 5 l -10 0 z")).toBe("rectangle");
  expect(classify("M0,0 L10,0 L20,0 L8,6 L3,6 L0,0")).toBe("trapezoid");
  expect(classify("M 10,0 A 10,10 0 0,1 0,10 L 0,0 Z")).toBe("sector");
});

describe("answers", () => {
  test("are the one kind that the printed coordinates show on generated tests", () => {
    for (const params of [
      {},
      {decimals: 0, scale: 400, split: 0.5, choices: 12},
      {format: "plain", rotate: false, scale: 40, split: 1}
    ])
      for (const {prompt, expected, choices, guessChance} of questions(shapes, params, repetitions(4000))) {
        const at = "ABCDEFGHIJKL".indexOf(expected);
        expect(choices![at], prompt).toBe(classify(pathIn(prompt)));
        expect(new Set(choices).size).toBe(choices!.length);
        expect(guessChance).toBe(1 / choices!.length);
        expect(prompt).toContain(`\n(${expected}) ${choices![at]}\n`);
      }
  });

  test("every shape and every letter comes about evenly", () => {
    const all = questions(shapes, {choices: 4}, 2400);
    for (const [of, kinds] of [
      [all.map(({expected}) => expected), 4],
      [all.map(({prompt}) => classify(pathIn(prompt))), 12]
    ] as const)
      for (const kind of new Set(of)) expect(of.filter(value => value === kind).length / 2400).toBeCloseTo(1 / kinds, 1);
  });

  test.each([
    ["Answer: (C)", "C"],
    ["**Answer: D**", "D"],
    ["\\boxed{\\text{B}}", "B"],
    ["It is a square, so (a)", "A"],
    ["I think this is A kite", null]
  ])("the last letter of %j is %j", (text, answer) => expect(lastAnswer(shapes, text)).toBe(answer));
});

describe("parameters", () => {
  test("shape_type is what is drawn; plain paths use no other command", () => {
    fc.assert(
      fc.property(fc.constantFrom("kite", "ellipse", "sector", "line"), fc.nat(), (shape_type, seed) => {
        const {prompt} = question(shapes, {shape_type, format: "plain"}, 0, seed);
        expect(classify(pathIn(prompt))).toBe(shape_type);
        expect(pathIn(prompt)).not.toMatch(/[a-zHV]/);
      }),
      {numRuns: 200}
    );
  });

  test("rotate bounds the turn, split adds points, offset and scale bound coordinates, decimals the digits", () => {
    const sides = (given: Record<string, unknown>) =>
      questions(shapes, {shape_type: "square", format: "plain", ...given}, 100).map(({prompt}) => piecesOf(pathIn(prompt)));
    const tilt = ({from, to}: Piece) => {
      const degrees = angle(vector({from, to}), [1, 0]) % 90;
      return Math.min(degrees, 90 - degrees);
    };
    expect(Math.max(...sides({rotate: false}).flat().map(tilt))).toBeLessThan(0.2);
    const tilts = sides({rotate: 20}).flat().map(tilt);
    expect(Math.max(...tilts)).toBeGreaterThan(15);
    expect(Math.max(...tilts)).toBeLessThan(20.5);
    expect(sides({split: 1}).every(pieces => pieces.length === 8)).toBe(true);
    for (const offset of [0, 500]) {
      const far = sides({offset})
        .flat()
        .flatMap(({from}) => from.map(Math.abs));
      expect(Math.max(...far)).toBeLessThanOrEqual(offset + 100.1);
      expect(Math.max(...far)).toBeGreaterThan(offset + 20);
    }
    for (const {prompt} of questions(shapes, {decimals: 2}, 100)) expect(pathIn(prompt)).not.toMatch(/\.\d{3}/);
    expect(shapes.params.parse({rotate: true})).toEqual(shapes.params.parse({rotate: 180}));
  });

  test("impossible ones are refused with the way out", () => {
    expect(refusals(shapes, {scale: 10, decimals: 0})).toEqual([
      "scale 10 with 0 decimals is too coarse to tell shapes apart; raise scale to 400 or decimals to 2"
    ]);
    expect(refusals(shapes, {scale: 10, decimals: 2})).toEqual([]);
    expect(refusals(shapes, {choices: 13})).toHaveLength(1);
    expect(refusals(shapes, {})).toEqual([]);
  });
});

test("test k alone is test k of a longer run", () => {
  const run = questions(shapes, {}, 50);
  for (const k of [0, 7, 49]) expect(question(shapes, {}, k)).toEqual(run[k]);
});
