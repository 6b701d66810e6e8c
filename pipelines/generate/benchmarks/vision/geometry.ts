// Benchmark "zen-geometry": sides, angles, areas, lengths and crossings of drawn figures.
import type {Random} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";
import {COLOUR_NAMES, COLOURS} from "./objects.js";
import {type Kind, numbered, oneOf, type Picture, pictured} from "./pictured.js";
import {arc, around, FAINT, HEIGHT, INK, line, lines, outline, type Point, polyline, rectangle, WIDTH} from "./svg.js";

const SIZE = 800;
const CENTRE: Point = {x: WIDTH / 2, y: HEIGHT / 2};
const DEGREE = Math.PI / 180;
const LEVELS = ["easy", "hard"] as const;
type Level = (typeof LEVELS)[number];

/** Fewest degrees by which a corner differs from a straight line, so that every corner is seen. */
const SEEN = 24;

/** A polygon, convex or with a ragged outline. */
function sides(random: Random, level: Level, k: number): Picture {
  const {right, range} = numbered(k, 3, 10);
  for (;;) {
    const turn = 2 * Math.PI * random.real();
    const corners = Array.from({length: right}, (_, i) => {
      const angle = turn + (2 * Math.PI * (i + 0.3 * (random.real() - 0.5))) / right;
      return around(CENTRE, level === "easy" ? 150 : 65 + 110 * random.real(), angle);
    });
    if (corners.every((_, i) => Math.abs(turnAt(corners, i)) >= SEEN * DEGREE))
      return {parts: [outline(corners, INK)], question: "How many sides does the polygon have?", right, range};
  }
}

/** By how many radians the outline turns at a corner. */
function turnAt(corners: readonly Point[], i: number): number {
  const [before, at, after] = [-1, 0, 1].map(step => corners[(i + step + corners.length) % corners.length]!) as [
    Point,
    Point,
    Point
  ];
  const turned = Math.atan2(after.y - at.y, after.x - at.x) - Math.atan2(at.y - before.y, at.x - before.x);
  return Math.atan2(Math.sin(turned), Math.cos(turned));
}

/** Degrees between the options of an angle. */
const APART: Record<Level, number> = {easy: 35, hard: 18};

function angle(random: Random, level: Level): Picture {
  const apart = APART[level];
  const least = random.integer(20, 165 - 3 * apart);
  const {chosen, right, choices} = oneOf(
    random,
    [0, 1, 2, 3].map(i => least + i * apart),
    degrees => `${degrees} degrees`
  );
  const from = 2 * Math.PI * random.real();
  const to = from + chosen * DEGREE;
  // The angle opens around the middle of the drawing, since a corner at the middle would leave half of it empty.
  const corner = around(CENTRE, 60, (from + to) / 2 + Math.PI);
  return {
    parts: [
      line(corner, around(corner, random.integer(110, 125), from), INK, 3),
      line(corner, around(corner, random.integer(110, 125), to), INK, 3),
      arc(corner, 32, {from, to}, COLOURS.blue)
    ],
    question: "How large is the marked angle?",
    right,
    choices
  };
}

/** Columns, rows and pixels of the squares on which areas are drawn. */
const SQUARES = {columns: 12, rows: 9, pixels: 40};
const AREAS = [6, 8, 10, 12, 15, 16, 18, 20, 21, 24, 28, 30] as const;

function area(random: Random, level: Level): Picture {
  const {columns, rows, pixels} = SQUARES;
  const origin = {x: (WIDTH - columns * pixels) / 2, y: (HEIGHT - rows * pixels) / 2};
  const least = random.integer(6, 17);
  const options = level === "easy" ? random.shuffle(AREAS).slice(0, 4) : [0, 1, 2, 3].map(i => least + i);
  const {chosen, right, choices} = oneOf(random, options, count => `${count} squares`);
  const filled = level === "easy" ? rectangleOf(random, chosen) : grown(random, chosen);
  const [edge, bottom] = [origin.x + columns * pixels, origin.y + rows * pixels];
  const grid = [
    ...Array.from({length: columns + 1}, (_, i): [Point, Point] => {
      const x = origin.x + i * pixels;
      return [
        {x, y: origin.y},
        {x, y: bottom}
      ];
    }),
    ...Array.from({length: rows + 1}, (_, i): [Point, Point] => {
      const y = origin.y + i * pixels;
      return [
        {x: origin.x, y},
        {x: edge, y}
      ];
    })
  ];
  return {
    parts: [
      ...filled.map(({x, y}) => rectangle({x: origin.x + x * pixels, y: origin.y + y * pixels}, pixels, pixels, COLOURS.blue)),
      lines(grid, FAINT)
    ],
    question: "How many squares of the grid are filled?",
    right,
    choices
  };
}

/** The squares of a rectangle of an area, somewhere on the grid. */
function rectangleOf(random: Random, squares: number): Point[] {
  const {columns, rows} = SQUARES;
  const widths = Array.from({length: columns}, (_, i) => i + 1).filter(width => squares % width === 0 && squares / width <= rows);
  const width = random.pick(widths);
  const corner = {x: random.integer(0, columns - width), y: random.integer(0, rows - squares / width)};
  return Array.from({length: squares}, (_, i) => ({x: corner.x + (i % width), y: corner.y + Math.floor(i / width)}));
}

/** Squares that hang together by their edges, grown from one of the middle. */
function grown(random: Random, squares: number): Point[] {
  const {columns, rows} = SQUARES;
  const filled: Point[] = [{x: random.integer(3, columns - 4), y: random.integer(2, rows - 3)}];
  const isFree = ({x, y}: Point) =>
    x >= 0 && x < columns && y >= 0 && y < rows && !filled.some(each => each.x === x && each.y === y);
  while (filled.length < squares) {
    const {x, y} = random.pick(filled);
    const next = random.pick([
      {x: x + 1, y},
      {x: x - 1, y},
      {x, y: y + 1},
      {x, y: y - 1}
    ]);
    if (isFree(next)) filled.push(next);
  }
  return filled;
}

/** Length of a line ÷ that of the next shorter one; each varies by up to 3 % besides. */
const LONGER: Record<Level, number> = {easy: 1.3, hard: 1.12};

function length(random: Random, level: Level, k: number): Picture {
  const wanted = k % 2 === 0 ? "longest" : "shortest";
  const names = random.shuffle(COLOUR_NAMES).slice(0, 4);
  const {chosen, right, choices} = oneOf(random, names, name => `the ${name} line`);
  const factor = LONGER[level];
  const shortest = 68 + 10 * random.real();
  const lengths = [0, 1, 2, 3].map(i => shortest * factor ** i * (1 + 0.03 * random.real()));
  const [own, others] = wanted === "longest" ? [lengths[3]!, lengths.slice(0, 3)] : [lengths[0]!, lengths.slice(1)];
  const mixed = random.shuffle(others);
  const long = new Map(names.map(name => [name, name === chosen ? own : mixed.pop()!]));
  const parts = random.shuffle(names).map((name, i) => {
    const middle = {x: WIDTH * (0.25 + 0.5 * (i % 2)), y: HEIGHT * (0.25 + 0.5 * Math.floor(i / 2))};
    // Half a turn steeper than the quarter of the drawing is high would leave it, so that long lines lie flat.
    const steepest = Math.min(90, Math.asin(Math.min(1, 176 / long.get(name)!)) / DEGREE);
    const turn = (random.chance(0.5) ? 1 : -1) * steepest * random.real() * DEGREE;
    const [from, to] = [around(middle, long.get(name)! / 2, turn), around(middle, long.get(name)! / 2, turn + Math.PI)];
    return line(from, to, COLOURS[name], 5);
  });
  return {parts, question: `Which line is the ${wanted}?`, right, choices};
}

/** Corners of two lines, and how often they may cross. */
const CROSSED: Record<Level, {corners: number; range: readonly [number, number]}> = {
  easy: {corners: 7, range: [0, 4]},
  hard: {corners: 13, range: [3, 9]}
};

function crossings(random: Random, level: Level, k: number): Picture {
  const {corners, range: bounds} = CROSSED[level];
  const {right, range} = numbered(k, ...bounds);
  const changes = new Set(random.shuffle(Array.from({length: corners - 1}, (_, i) => i + 1)).slice(0, right));
  const [one, other]: [Point[], Point[]] = [[], []];
  let side = random.chance(0.5) ? 1 : -1;
  for (let i = 0; i < corners; i++) {
    if (changes.has(i)) side = -side;
    const x = 30 + (i * (WIDTH - 60)) / (corners - 1);
    const y = HEIGHT / 2 + random.integer(-70, 70);
    const apart = side * random.integer(28, 55);
    one.push({x, y: y - apart});
    other.push({x, y: y + apart});
  }
  return {
    parts: [polyline(one, COLOURS.blue), polyline(other, COLOURS.orange)],
    question: "How many times do the blue and the orange line cross?",
    right,
    range
  };
}

const QUESTIONS = {sides, angle, area, length, crossings};

export const geometry: Benchmark = pictured({
  name: "zen-geometry",
  version: 1,
  summary: "Sides of polygons, sizes of angles, areas on squared paper, the longest line and crossings of lines.",
  category: "Geometry",
  facets: {
    question: "what is asked: sides of a polygon, an angle, an area, the longest or shortest line, or crossings of two lines",
    level: "easy or hard: how ragged a figure is, or how near the options are to each other"
  },
  kinds: Object.entries(QUESTIONS).flatMap(([question, draw]) =>
    LEVELS.map((level): Kind => ({facets: {question, level}, size: SIZE, draw: (random, k) => draw(random, level, k)}))
  )
});
