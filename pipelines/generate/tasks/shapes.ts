// Task "shapes": which shape an SVG path draws.
import {z} from "zod";
import {LETTERS, letterForm, optionLines} from "../parts/choice.js";
import {outlineOf, type PathStyle, pathOf, SHAPES, type Shape} from "../parts/outline.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

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
    offset: z.int().min(0).max(1_000_000).default(100).describe("most that a shape's middle lies from 0 on each axis, units"),
    decimals: z.int().min(0).max(6).default(1).describe("decimal places of the coordinates, digits"),
    split: z.number().min(0).max(1).default(0).describe("probability that a straight side is drawn as two pieces, 0 to 1"),
    format: z
      .enum(["plain", "mixed"])
      .default("mixed")
      .describe(
        "plain = absolute M, L, A and Z with commas; mixed = each test picks separators, relative commands, H and V, the closing"
      ),
    choices: z.int().min(2).max(SHAPES.length).default(10).describe("names to choose from, options")
  })
  .superRefine(({scale, decimals}, context) => {
    if (scale * 10 ** decimals >= SMALLEST) return;
    const message = `scale ${scale} with ${decimals} decimals is too coarse to tell shapes apart; raise scale to ${SMALLEST / 10 ** decimals} or decimals to ${Math.ceil(Math.log10(SMALLEST / scale))}`;
    context.addIssue({code: "custom", path: ["scale"], message});
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
