// What the benchmarks of images share: a question about a drawing, asked with the drawing and, as its baseline, without.
import {LETTERS, optionLines} from "../../parts/choice.js";
import type {Random} from "../../seed.js";
import {LETTER_LINE, THINK} from "../../task.js";
import type {Benchmark, Cell, MadeItem} from "../benchmark.js";
import {drawing} from "./svg.js";

/** A drawing with its question. The right answer is drawn before the drawing, each with the same chance, so that nothing but the drawing tells it. */
export interface Picture {
  /** Elements of SVG. */
  parts: readonly string[];
  question: string;
  /** The right answer: one of the choices, or a whole number of the range. */
  right: string | number;
  /** Different options, in the order shown. */
  choices?: readonly string[];
  /** Least and greatest number that may be right. */
  range?: readonly [number, number];
}

/** Questions of one kind and difficulty. */
export interface Kind {
  facets: Readonly<Record<string, string | number>>;
  size: number;
  /** @param k number of the item, for what takes turns */
  draw(random: Random, k: number): Picture;
}

/** Whether the drawing is shown. */
const IMAGE = ["shown", "withheld"] as const;
/** What the category of questions without their drawing is called: a blind answer is no part of a category's accuracy. */
export const blindOf = (category: string): string => `${category}, image withheld`;

/** The name of a picture tells questions apart whose words are the same: each is asked and answered on its own. */
const NAME = {letters: [..."BCDFGHJKLMNPQRSTVWXZ"], length: 8};
const withheld = (random: Random): string =>
  `This question is about the picture ${Array.from({length: NAME.length}, () => random.pick(NAME.letters)).join("")}, which is withheld. Answer without it, by a guess where nothing else helps.`;

type Pictured = Pick<Benchmark, "name" | "version" | "summary" | "category" | "facets"> & {kinds: readonly Kind[]};

/** A benchmark of images. Each question is also asked without its drawing, and both have one `pair_id`. */
export const pictured = ({facets, kinds, category, ...rest}: Pictured): Benchmark => ({
  ...rest,
  domain: "Multimodal",
  category,
  facets: {...facets, image: "whether the picture is shown, or withheld for the blind baseline"},
  paired: ["image"],
  single: true,
  cells: IMAGE.flatMap(image =>
    kinds.map(
      (kind): Cell => ({
        facets: {...kind.facets, image},
        size: kind.size,
        ...(image === "withheld" && {category: blindOf(category)}),
        item: (k, random) => {
          const picture = kind.draw(random, k);
          return image === "shown"
            ? {...itemOf(picture, picture.question), images: [drawing(picture.parts)]}
            : itemOf(picture, `${withheld(random)}\n\n${picture.question}`);
        }
      })
    )
  )
});

function itemOf({right, choices, range}: Picture, asked: string): MadeItem {
  if (choices)
    return {
      prompt: `${asked}\n\n${optionLines(choices)}\n\n${LETTER_LINE}`,
      expected: LETTERS[choices.indexOf(right as string)]!,
      guess_chance: 1 / choices.length,
      choices: [...choices],
      scorer: {kind: "choice"}
    };
  const [low, high] = range!;
  return {
    prompt: `${asked} The answer is a whole number from ${low} to ${high}.\n\n${THINK} with a line of the form\nAnswer: <number>`,
    expected: String(right),
    guess_chance: 1 / (high - low + 1),
    scorer: {kind: "number", absolute: 0, relative: 0}
  };
}

/** A number of the range for a question that is answered by a number: they take turns, so that each is right equally often. */
export const numbered = (turn: number, low: number, high: number): {right: number; range: [number, number]} => ({
  right: low + (turn % (high - low + 1)),
  range: [low, high]
});

/** Options of which each is right with the same chance. */
export function oneOf<Option extends string | number>(
  random: Random,
  options: readonly Option[],
  spelled: (option: Option) => string = String
): {chosen: Option; right: string; choices: string[]} {
  const chosen = random.pick(options);
  return {chosen, right: spelled(chosen), choices: random.shuffle(options).map(spelled)};
}

/** The right option and others, each as likely to stand first. @param others at least three, none of them right */
export function among(random: Random, right: string, others: readonly string[]): {right: string; choices: string[]} {
  return {right, choices: random.shuffle([right, ...random.shuffle(others).slice(0, 3)])};
}
