// Task "shapes": which shape an SVG path draws.

import {z} from "zod";
import {LETTERS, letterForm, optionLines} from "../parts/choice.js";
import {integerParam, probabilityParam, refuse} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

// Outlines of named shapes, and their spelling as an SVG path.

const SHAPES = [
  "line",
  "arc",
  "sector",
  "triangle",
  "square",
  "rectangle",
  "rhombus",
  "parallelogram",
  "trapezoid",
  "kite",
  "circle",
  "ellipse"
] as const;
type Shape = (typeof SHAPES)[number];

type Point = readonly [x: number, y: number];
interface Arc {
  radii: Point;
  /** Rotation of the first radius, degrees. */
  turn: number;
  large: boolean;
  sweep: boolean;
}
interface Segment {
  to: Point;
  arc?: Arc;
}
interface Outline {
  start: Point;
  segments: Segment[];
  closed: boolean;
}

/** Position and size of a shape. Points are rounded to whole steps of the last printed decimal place. */
interface Frame {
  /** Rotation in whole degrees. */
  turn: number;
  size: number;
  centre: Point;
}

const RADIAN = Math.PI / 180;
const between = (random: Random, low: number, high: number) => low + (high - low) * random.real();
const either = (random: Random) => (random.chance(0.5) ? 1 : -1);

/**
 * The outline of a shape. Its proportions keep a margin, so that the kind of shape survives rounding as long as the size is at least 200
 * steps of the last decimal: lengths that differ do so by 25 %, angles that are not parallel or right miss it by 12° or more.
 * @param split probability that a straight side is drawn as two pieces
 */
function outlineOf(shape: Shape, frame: Frame, {split, random}: {split: number; random: Random}): Outline {
  const {turn, size, centre} = frame;
  const [cos, sin] = [Math.cos(turn * RADIAN), Math.sin(turn * RADIAN)];
  const place = ([x, y]: Point): Point => [
    Math.round(centre[0] + size * (x * cos - y * sin)) + 0,
    Math.round(centre[1] + size * (x * sin + y * cos)) + 0
  ];
  const onCircle = (degrees: number): Point => [Math.cos(degrees * RADIAN), Math.sin(degrees * RADIAN)];
  const radius = Math.round(size);

  if (shape === "circle" || shape === "ellipse") {
    const ratio = shape === "circle" ? 1 : between(random, 0.4, 0.75);
    const radii: Point = [radius, shape === "circle" ? radius : Math.round(size * ratio)];
    const from: Point = random.chance(0.5) ? [1, 0] : [0, ratio];
    const half = {radii, turn: shape === "circle" ? 0 : turn, large: random.chance(0.5), sweep: random.chance(0.5)};
    const segments = [
      {to: place([-from[0], -from[1]]), arc: half},
      {to: place(from), arc: half}
    ];
    return {start: place(from), segments, closed: true};
  }
  if (shape === "arc" || shape === "sector") {
    // Half a turn is avoided: there the two flags of an arc carry no information and a sector's radii form one line.
    const span = random.chance(0.5) ? between(random, 40, 160) : between(random, 200, 315);
    const sweep = random.chance(0.5);
    const [from, to] = [onCircle(0), onCircle(sweep ? span : -span)];
    const bow = {to: place(to), arc: {radii: [radius, radius] as const, turn: 0, large: span > 180, sweep}};
    if (shape === "arc") return {start: place(from), segments: [bow], closed: false};
    const middle = place([0, 0]);
    const [out, home] = [sides(middle, place(from)), sides(bow.to, middle)];
    return random.chance(0.5)
      ? {start: middle, segments: [...out, bow, ...home], closed: true}
      : {start: place(from), segments: [bow, ...home, ...out], closed: true};
  }
  if (shape === "line") {
    const ends = random.shuffle([place([-1, 0]), place([1, 0])]);
    return {start: ends[0]!, segments: sides(ends[0]!, ends[1]!), closed: false};
  }
  const corners = cornersOf(shape, random);
  const first = random.integer(0, corners.length - 1);
  const ordered = [...corners.slice(first), ...corners.slice(0, first)].map(place);
  if (random.chance(0.5)) ordered.reverse();
  const segments = ordered.flatMap((corner, i) => sides(corner, ordered[(i + 1) % ordered.length]!));
  return {start: ordered[0]!, segments, closed: true};

  function sides(a: Point, b: Point): Segment[] {
    if (split === 0 || !random.chance(split)) return [{to: b}];
    const part = between(random, 0.35, 0.65);
    return [{to: [Math.round(a[0] + part * (b[0] - a[0])) + 0, Math.round(a[1] + part * (b[1] - a[1])) + 0]}, {to: b}];
  }
}

/** Corners in order, all within distance 1 of the centre, the furthest at 1 (approximately, for a trapezoid). */
function cornersOf(shape: Shape, random: Random): Point[] {
  switch (shape) {
    case "triangle": {
      const a = between(random, 25, 110);
      const b = between(random, 25, Math.min(110, 155 - a));
      return [0, 2 * a, 2 * (a + b)].map(degrees => [Math.cos((degrees - 90) * RADIAN), Math.sin((degrees - 90) * RADIAN)]);
    }
    case "square":
      return boxOf(Math.SQRT1_2, Math.SQRT1_2);
    case "rectangle": {
      const angle = Math.atan(between(random, 0.34, 0.78));
      const [long, short] = [Math.cos(angle), Math.sin(angle)];
      return random.chance(0.5) ? boxOf(long, short) : boxOf(short, long);
    }
    case "rhombus": {
      const short = between(random, 0.4, 0.75);
      return random.chance(0.5) ? diamondOf(1, short, 0) : diamondOf(short, 1, 0);
    }
    case "kite":
      return diamondOf(between(random, 0.4, 0.8), 1, either(random) * between(random, 0.3, 0.6));
    case "parallelogram": {
      const long = between(random, 1.3, 2);
      const angle = between(random, 45, 72) * RADIAN;
      const [x, y] = [Math.cos(angle) * either(random), Math.sin(angle)];
      const reach = Math.hypot(long + Math.abs(x), y) / 2;
      return [
        [-long - x, -y],
        [long - x, -y],
        [long + x, y],
        [x - long, y]
      ].map(([a, b]) => [a! / (2 * reach), b! / (2 * reach)]);
    }
    default: {
      // Trapezoid: the upper of the two parallel sides is the shorter one.
      const top = between(random, 0.35, 0.7);
      const height = between(random, 0.35, 0.6);
      const shift = between(random, -0.8, 0.8) * (1 - top);
      const reach = Math.hypot(1, height);
      return [
        [-1, -height],
        [1, -height],
        [shift + top, height],
        [shift - top, height]
      ].map(([a, b]) => [a! / reach, b! / reach]);
    }
  }
}

const boxOf = (x: number, y: number): Point[] => [
  [-x, -y],
  [x, -y],
  [x, y],
  [-x, y]
];

const diamondOf = (x: number, y: number, shoulder: number): Point[] => [
  [0, -y],
  [x, shoulder],
  [0, y],
  [-x, shoulder]
];

/** Choices in the spelling of a path. */
interface PathStyle {
  relative: boolean;
  /** Whether H and V are used for horizontal and vertical pieces. */
  shorthand: boolean;
  /** How a closed outline ends: with Z, at its starting point, or both. */
  ends: "Z" | "start" | "both";
  /** Separator between the two coordinates of a point. */
  comma: string;
  gap: string;
}

/**
 * The attribute d of an SVG path.
 * @param steps whole steps of the last decimal place in one unit
 */
function pathOf({start, segments, closed}: Outline, style: PathStyle, steps: number): string {
  const {relative, shorthand, ends, comma, gap} = style;
  const pair = (x: number, y: number) => `${x / steps}${comma}${y / steps}`;
  const name = (letter: string) => (relative ? letter.toLowerCase() : letter);
  let text = `M${gap}${pair(start[0], start[1])}`;
  let at = start;
  for (const [i, {to, arc}] of segments.entries()) {
    const [x, y] = relative ? [to[0] - at[0], to[1] - at[1]] : to;
    const returns = closed && i === segments.length - 1 && !arc;
    if (returns && ends === "Z") break; // Z itself draws the last straight side
    if (arc) {
      const {radii, turn, large, sweep} = arc;
      text += ` ${name("A")}${gap}${pair(radii[0], radii[1])} ${turn} ${large ? 1 : 0}${comma}${sweep ? 1 : 0} ${pair(x, y)}`;
    } else if (shorthand && to[1] === at[1]) text += ` ${name("H")}${gap}${x / steps}`;
    else if (shorthand && to[0] === at[0]) text += ` ${name("V")}${gap}${y / steps}`;
    else text += ` ${name("L")}${gap}${pair(x, y)}`;
    at = to;
  }
  return closed && ends !== "start" ? `${text} ${name("Z")}` : text;
}

/** Smallest size, in steps of the last decimal place, at which rounding cannot change the kind of shape. */
const SMALLEST = 400;

const params = z
  .strictObject({
    shape_type: z
      .enum(["any", ...SHAPES])
      .default("any")
      .describe("the shape that is drawn; any = each test draws one evenly"),
    rotate: z
      .union([z.boolean().transform(turned => (turned ? 180 : 0)), z.int().min(0).max(180)])
      .default(180)
      .describe("most degrees by which a shape is turned either way; true = 180, false = 0"),
    scale: z
      .number()
      .min(0.1)
      .max(1_000_000)
      .default(100)
      .describe("most from a shape's middle to its far end, units; each test draws from half of this to this"),
    offset: integerParam(0, 1_000_000, 100, "most that a shape's middle lies from 0 on each axis, units"),
    decimals: integerParam(0, 6, 1, "decimal places of the coordinates, digits"),
    split: probabilityParam(0, "probability that a straight side is drawn as two pieces, 0 to 1"),
    format: z
      .enum(["plain", "mixed"])
      .default("mixed")
      .describe(
        "plain = absolute M, L, A and Z with commas; mixed = each test picks separators, relative commands, H and V, the closing"
      ),
    choices: integerParam(2, SHAPES.length, 10, "names to choose from, options")
  })
  .superRefine(({scale, decimals}, context) => {
    if (scale * 10 ** decimals >= SMALLEST) return;
    refuse(
      context,
      `scale ${scale} with ${decimals} decimals is too coarse to tell shapes apart; raise scale to ${SMALLEST / 10 ** decimals} or decimals to ${Math.ceil(Math.log10(SMALLEST / scale))}`,
      "scale"
    );
  });

const OPENING = `Which shape does this SVG path draw? Give the most specific name that fits: a square is not called a rectangle or a rhombus, and a rectangle or a rhombus is not called a parallelogram. A trapezoid has exactly one pair of parallel sides; a kite has two pairs of neighbouring sides of equal length, but not four equal sides. A sector is bounded by an arc and two radii. Coordinates are rounded, and a side may be drawn in pieces.`;
const PLAIN: PathStyle = {relative: false, shorthand: false, ends: "Z", comma: ",", gap: " "};

export const shapes = task({
  name: "shapes",
  version: 1,
  summary: "The name of the shape that an SVG path draws: lines, arcs, kinds of quadrilaterals, circles and more.",
  params,
  generate({shape_type, rotate, scale, offset, decimals, split, format, choices}, random) {
    const shape: Shape = shape_type === "any" ? random.pick(SHAPES) : shape_type;
    const steps = 10 ** decimals;
    const size = scale * steps * (1 + random.real()) * 0.5;
    const middle = () => random.integer(-offset, offset) * steps;
    const frame = {turn: random.integer(-rotate, rotate), size, centre: [middle(), middle()] as const};
    const path = pathOf(outlineOf(shape, frame, {split, random}), format === "plain" ? PLAIN : styleOf(random), steps);
    const others = random.shuffle(SHAPES.filter(name => name !== shape)).slice(0, choices - 1);
    const options = random.shuffle([shape, ...others]);
    const expression = `<path d="${path}"/>\n\n${optionLines(options)}`;
    const prompt = `${OPENING}

${expression}

Think it through, then finish with a line that holds only the letter of your choice:
Answer: (<letter>)`;
    return {prompt, expected: LETTERS[options.indexOf(shape)]!, guessChance: 1 / choices, choices: options, expression};
  },
  answer: letterForm
});

function styleOf(random: Random): PathStyle {
  return {
    relative: random.chance(0.5),
    shorthand: random.chance(0.5),
    ends: random.pick(["Z", "start", "both"] as const),
    comma: random.pick([",", " ", ", "]),
    gap: random.pick(["", " "])
  };
}
