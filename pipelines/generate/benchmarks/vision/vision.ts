// The benchmarks of images. Pages that show examples import these alone.
import type {Random} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";
import {charts} from "./charts.js";
import {geometry} from "./geometry.js";
import {ALL_THINGS, COLOUR_NAMES, type Colour, drawn, nameOf, SHAPES, type Shape, scattered, type Thing} from "./objects.js";
import {among, type Kind, numbered, oneOf, type Picture, pictured} from "./pictured.js";
import {HEIGHT, type Point, WIDTH} from "./svg.js";

// Benchmark "zen-spatial": where shapes stand, seen from one another.

const SCENE_SIZE = 1_000;
const SCENE_RADIUS = 18;

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
    x: random.integer(SCENE_RADIUS + 95, WIDTH - SCENE_RADIUS - 95),
    y: random.integer(SCENE_RADIUS + 75, HEIGHT - SCENE_RADIUS - 75)
  };
  const places = [
    {x: middle.x + half.x, y: middle.y + half.y},
    {x: middle.x - half.x, y: middle.y - half.y}
  ];
  for (const place of scattered(30, SCENE_RADIUS, random))
    if (places.length < objects && places.every(known => distance(known, place) > 2 * SCENE_RADIUS + 6)) places.push(place);
  return {
    parts: [first, second, ...others].slice(0, places.length).map((thing, i) => drawn(thing, places[i]!, SCENE_RADIUS)),
    question: `Where is the ${nameOf(first)}, seen from the ${nameOf(second)}?`,
    right,
    choices
  };
}

function nearest(random: Random, {objects, nearer}: Level): Picture {
  const [from, ...others] = things(random, objects) as [Thing, ...Thing[]];
  for (;;) {
    const [start, ...places] = scattered(objects, SCENE_RADIUS, random) as [Point, ...Point[]];
    const ranked = places.map((place, i) => ({i, far: distance(start, place)})).sort((a, b) => a.far - b.far);
    if (ranked[0]!.far > nearer * ranked[1]!.far) continue;
    const {i: found} = ranked[0]!;
    return {
      parts: [from, ...others].map((thing, i) => drawn(thing, i === 0 ? start : places[i - 1]!, SCENE_RADIUS)),
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
      drawn(thing, {x: (i + 0.5) * gap + random.integer(-5, 5), y: random.integer(60, HEIGHT - 60)}, SCENE_RADIUS)
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
        SCENE_RADIUS
      )
    ),
    question: `Start at the ${from} and go from shape to shape, one at a time: ${path.join(", ")}. At which shape do you arrive?`,
    ...among(random, to, others)
  };
}

const QUESTIONS = {beside, nearest, order, walk};

const spatial: Benchmark = pictured({
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
      ([objects, level]): Kind => ({facets: {question, objects}, size: SCENE_SIZE, draw: random => draw(random, level)})
    )
  )
});

// Benchmark "zen-counting": how many shapes of a kind are in a drawing.

/** The numbers that may be right, and the most shapes of other kinds. */
const OBJECTS: Readonly<Record<string, {range: readonly [number, number]; others: number}>> = {
  few: {range: [1, 8], others: 8},
  many: {range: [9, 20], others: 20}
};
/** What is counted. */
const ASKED = ["all", "colour", "shape", "both"] as const;
/** Radius of a shape in pixels, from and to. */
const RADIUS = [13, 20] as const;
const SIZE = 1_000;

function draw(random: Random, k: number, asked: (typeof ASKED)[number], {range, others}: (typeof OBJECTS)[string]): Picture {
  const {right, range: bounds} = numbered(k, ...range);
  const [colour, shape] = [random.pick(COLOUR_NAMES), random.pick(SHAPES)];
  const isAsked = (thing: Thing) =>
    (asked === "all" || asked === "shape" || thing.colour === colour) &&
    (asked === "all" || asked === "colour" || thing.shape === shape);
  const counted = ALL_THINGS.filter(isAsked);
  const further = ALL_THINGS.filter(thing => !isAsked(thing));
  const besides = further.length === 0 ? 0 : random.integer(Math.ceil(others / 4), others);
  const things = [
    ...Array.from({length: right}, () => random.pick(counted)),
    ...Array.from({length: besides}, () => random.pick(further))
  ];
  const places = scattered(things.length, RADIUS[1], random);
  return {
    parts: random.shuffle(things.map((thing, i) => drawn(thing, places[i]!, random.integer(...RADIUS)))),
    question: `How many ${wordsOf(asked, colour, shape)} are in the picture?`,
    right,
    range: bounds
  };
}

function wordsOf(asked: (typeof ASKED)[number], colour: Colour, shape: Shape): string {
  if (asked === "all") return "shapes";
  if (asked === "colour") return `${colour} shapes`;
  return asked === "shape" ? `${shape}s of any colour` : `${colour} ${shape}s`;
}

const counting: Benchmark = pictured({
  name: "zen-counting",
  version: 1,
  summary: "How many shapes of a colour, of a form or of both are in a picture.",
  category: "Counting",
  facets: {
    asked: "what is counted: all shapes, those of a colour, of a form, or of both",
    objects: "how many there are to count: few (1 to 8) or many (9 to 20), beside others"
  },
  kinds: ASKED.flatMap(asked =>
    Object.entries(OBJECTS).map(
      ([objects, bounds]): Kind => ({facets: {asked, objects}, size: SIZE, draw: (random, k) => draw(random, k, asked, bounds)})
    )
  )
});

export const vision: readonly Benchmark[] = [charts, geometry, counting, spatial];
