// The benchmarks of images. Pages that show examples import these alone.

import type {Random} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";
import {charts} from "./charts.js";
import {geometry} from "./geometry.js";
import {ALL_THINGS, COLOUR_NAMES, type Colour, drawn, SHAPES, type Shape, scattered, type Thing} from "./objects.js";
import {type Kind, numbered, type Picture, pictured} from "./pictured.js";
import {spatial} from "./spatial.js";

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
