// Benchmark "zen-spatial": where shapes stand, seen from one another.
import type {Random} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";
import {ALL_THINGS, drawn, nameOf, scattered, type Thing} from "./objects.js";
import {among, type Kind, oneOf, type Picture, pictured} from "./pictured.js";
import {HEIGHT, type Point, WIDTH} from "./svg.js";

const SIZE = 1_000;
const RADIUS = 18;

interface Level {
  /** Shapes in the picture. */
  objects: number;
  /** Directions between two of them. */
  directions: readonly string[];
  /** Distance of the nearest shape ÷ that of the next, at most. */
  nearer: number;
  /** Columns and rows of the grid that is walked, and the number of moves. */
  grid: readonly [number, number];
  moves: number;
}
const LEVELS: Readonly<Record<string, Level>> = {
  few: {objects: 5, directions: ["left", "right", "above", "below"], nearer: 0.7, grid: [4, 3], moves: 2},
  many: {
    objects: 9,
    nearer: 0.85,
    grid: [5, 4],
    moves: 4,
    directions: ["above left", "above right", "below left", "below right"]
  }
};

/** Words and steps of directions on the screen. */
const DIRECTIONS: Readonly<Record<string, {words: string; step: Point}>> = {
  left: {words: "to the left of it, at the same height", step: {x: -1, y: 0}},
  right: {words: "to the right of it, at the same height", step: {x: 1, y: 0}},
  above: {words: "straight above it", step: {x: 0, y: -1}},
  below: {words: "straight below it", step: {x: 0, y: 1}},
  "above left": {words: "above it, to the left", step: {x: -1, y: -1}},
  "above right": {words: "above it, to the right", step: {x: 1, y: -1}},
  "below left": {words: "below it, to the left", step: {x: -1, y: 1}},
  "below right": {words: "below it, to the right", step: {x: 1, y: 1}}
};

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const things = (random: Random, count: number): Thing[] => random.shuffle(ALL_THINGS).slice(0, count);

function beside(random: Random, {objects, directions}: Level): Picture {
  const {chosen, right, choices} = oneOf(random, directions, direction => DIRECTIONS[direction]!.words);
  const {step} = DIRECTIONS[chosen]!;
  const [first, second, ...others] = things(random, objects) as [Thing, Thing, ...Thing[]];
  const apart = {x: random.integer(120, 180), y: random.integer(100, 140)};
  const half = {x: (step.x * apart.x) / 2, y: (step.y * apart.y) / 2};
  const middle = {
    x: random.integer(RADIUS + 95, WIDTH - RADIUS - 95),
    y: random.integer(RADIUS + 75, HEIGHT - RADIUS - 75)
  };
  const places = [
    {x: middle.x + half.x, y: middle.y + half.y},
    {x: middle.x - half.x, y: middle.y - half.y}
  ];
  for (const place of scattered(30, RADIUS, random))
    if (places.length < objects && places.every(known => distance(known, place) > 2 * RADIUS + 6)) places.push(place);
  return {
    parts: [first, second, ...others].slice(0, places.length).map((thing, i) => drawn(thing, places[i]!, RADIUS)),
    question: `Where is the ${nameOf(first)}, seen from the ${nameOf(second)}?`,
    right,
    choices
  };
}

function nearest(random: Random, {objects, nearer}: Level): Picture {
  const [from, ...others] = things(random, objects) as [Thing, ...Thing[]];
  for (;;) {
    const [start, ...places] = scattered(objects, RADIUS, random) as [Point, ...Point[]];
    const ranked = places.map((place, i) => ({i, far: distance(start, place)})).sort((a, b) => a.far - b.far);
    if (ranked[0]!.far > nearer * ranked[1]!.far) continue;
    const {i: found} = ranked[0]!;
    return {
      parts: [from, ...others].map((thing, i) => drawn(thing, i === 0 ? start : places[i - 1]!, RADIUS)),
      question: `Which shape is nearest to the ${nameOf(from)}?`,
      ...among(
        random,
        nameOf(others[found]!),
        others.filter((_, i) => i !== found).map(each => nameOf(each))
      )
    };
  }
}

const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"];

function order(random: Random, {objects}: Level): Picture {
  const row = things(random, objects);
  const gap = WIDTH / objects;
  const place = random.integer(1, objects - 2);
  const side = random.pick(["left", "right"] as const);
  const found = side === "left" ? place : objects - 1 - place;
  return {
    parts: row.map((thing, i) =>
      drawn(thing, {x: (i + 0.5) * gap + random.integer(-5, 5), y: random.integer(60, HEIGHT - 60)}, RADIUS)
    ),
    question: `Which shape is the ${ORDINALS[place]} from the ${side}?`,
    ...among(
      random,
      nameOf(row[found]!),
      row.filter((_, i) => i !== found).map(each => nameOf(each))
    )
  };
}

const MOVES = [
  ["left", {x: -1, y: 0}],
  ["right", {x: 1, y: 0}],
  ["up", {x: 0, y: -1}],
  ["down", {x: 0, y: 1}]
] as const;

function walk(random: Random, {grid: [columns, rows], moves}: Level): Picture {
  const all = things(random, columns * rows);
  const at = ({x, y}: Point): Thing => all[y * columns + x]!;
  const [pace, top, left] = [76, (HEIGHT - 76 * (rows - 1)) / 2, (WIDTH - 76 * (columns - 1)) / 2];
  const start = {x: random.integer(0, columns - 1), y: random.integer(0, rows - 1)};
  const inside = ({x, y}: Point) => x >= 0 && x < columns && y >= 0 && y < rows;
  let here = start;
  let path: string[] = [];
  // A walk that ends where it began asks for the shape that the question names, and is begun anew.
  while (path.length < moves || (here.x === start.x && here.y === start.y)) {
    if (path.length === moves) [here, path] = [start, []];
    const [words, {x, y}] = random.pick(MOVES);
    const next = {x: here.x + x, y: here.y + y};
    if (!inside(next)) continue;
    here = next;
    path.push(words);
  }
  const [from, to] = [nameOf(at(start)), nameOf(at(here))];
  const others = all.map(each => nameOf(each)).filter(name => name !== from && name !== to);
  return {
    parts: all.map((thing, i) =>
      drawn(
        thing,
        {
          x: left + pace * (i % columns) + random.integer(-6, 6),
          y: top + pace * Math.floor(i / columns) + random.integer(-6, 6)
        },
        RADIUS
      )
    ),
    question: `Start at the ${from} and go from shape to shape, one at a time: ${path.join(", ")}. At which shape do you arrive?`,
    ...among(random, to, others)
  };
}

const QUESTIONS = {beside, nearest, order, walk};

export const spatial: Benchmark = pictured({
  name: "zen-spatial",
  version: 1,
  summary: "Where shapes stand, seen from one another: direction, distance, order, and a walk from one to the next.",
  category: "Spatial relations",
  facets: {
    question: "what is asked: the direction between two shapes, the nearest one, the order in a row, or the end of a walk",
    objects: "few or many shapes, and moves of a walk"
  },
  kinds: Object.entries(QUESTIONS).flatMap(([question, draw]) =>
    Object.entries(LEVELS).map(
      ([objects, level]): Kind => ({facets: {question, objects}, size: SIZE, draw: random => draw(random, level)})
    )
  )
});
