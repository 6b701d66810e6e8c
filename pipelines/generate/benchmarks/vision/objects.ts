// Coloured shapes, told apart by every kind of colour vision, and where they stand without overlap.
import type {Random} from "../../seed.js";
import {around, circle, HEIGHT, type Point, polygon, rectangle, WIDTH} from "./svg.js";

/** Colours of Okabe & Ito 2008 (https://jfly.uni-koeln.de/color/) that are dark enough on white, by names that nobody doubts. */
export const COLOURS = {blue: "#0072b2", orange: "#e69f00", green: "#009e73", pink: "#cc79a7", black: "#000000"} as const;
export type Colour = keyof typeof COLOURS;
export const COLOUR_NAMES = Object.keys(COLOURS) as Colour[];
export const SHAPES = ["circle", "square", "triangle", "star"] as const;
export type Shape = (typeof SHAPES)[number];

export interface Thing {
  colour: Colour;
  shape: Shape;
}
export const nameOf = ({colour, shape}: Thing): string => `${colour} ${shape}`;

/** Every colour in every shape. */
export const ALL_THINGS: readonly Thing[] = COLOUR_NAMES.flatMap(colour => SHAPES.map(shape => ({colour, shape})));

/** A thing within a circle of radius r. */
export function drawn({colour, shape}: Thing, at: Point, r: number): string {
  const fill = COLOURS[colour];
  const corner = (i: number, of: number, radius = r) => around(at, radius, -Math.PI / 2 + (2 * Math.PI * i) / of);
  switch (shape) {
    case "circle":
      return circle(at, r * 0.9, fill);
    case "square":
      return rectangle({x: at.x - r * 0.78, y: at.y - r * 0.78}, r * 1.56, r * 1.56, fill);
    case "triangle":
      return polygon(
        [0, 1, 2].map(i => corner(i, 3)),
        fill
      );
    case "star":
      return polygon(
        Array.from({length: 10}, (_, i) => corner(i, 10, i % 2 === 0 ? r : r * 0.42)),
        fill
      );
  }
}

/** Columns and rows of places, and pixels of a place. */
const COLUMNS = 8;
const ROWS = 6;
const PLACE = WIDTH / COLUMNS;
/** Most things that a drawing holds. */
const MOST_PLACES = COLUMNS * ROWS;

/** Different places in a random order, each off the middle of its square by so little that neighbours of radius `r` do not touch. */
export function scattered(count: number, r: number, random: Random): Point[] {
  const free = PLACE / 2 - r - 2;
  return random
    .shuffle(Array.from({length: MOST_PLACES}, (_, i) => i))
    .slice(0, count)
    .map(place => ({
      x: ((place % COLUMNS) + 0.5) * PLACE + free * (2 * random.real() - 1),
      y: (Math.floor(place / COLUMNS) + 0.5) * (HEIGHT / ROWS) + free * (2 * random.real() - 1)
    }));
}
