// The benchmark ZenDeduction: grid puzzles of three to five people, each with exactly one solution, which a search proves.
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Benchmark} from "../benchmark.js";

/** Kinds of people or belongings, and how a clue names one of them. */
const KINDS: readonly (readonly [phrase: (value: string) => string, values: readonly string[]])[] = [
  [
    name => name,
    ["Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gina", "Hugo", "Iris", "Jon", "Kira", "Leo", "Mona", "Nils", "Olga"]
  ],
  [pet => `the owner of the ${pet}`, ["cat", "dog", "parrot", "rabbit", "hamster", "turtle", "goldfish", "pony"]],
  [drink => `the person who drinks ${drink}`, ["tea", "coffee", "milk", "cocoa", "water", "juice", "cider", "lemonade"]],
  [colour => `the person in the ${colour} coat`, ["red", "blue", "green", "white", "black", "yellow", "brown", "grey"]],
  [
    hobby => `the person who likes ${hobby}`,
    ["chess", "tennis", "painting", "sailing", "cooking", "dancing", "rowing", "reading"]
  ]
];

/** Opening of a puzzle, and how it names a place, where "before" is a lower number. */
const SETTINGS: Readonly<Record<string, readonly [opening: (people: number) => string, preposition: string, noun: string]>> = {
  street: [n => `${n} people live in a row of houses numbered 1 to ${n}, one in each.`, "in", "house"],
  race: [n => `${n} people finished a race in places 1 to ${n}, without a tie.`, "in", "place"],
  building: [n => `A building has floors 1 to ${n}, and one person lives on each.`, "on", "floor"],
  queue: [n => `${n} people wait in a queue, at positions 1 to ${n}.`, "at", "position"]
};

/** People and kinds of a level. */
const SIZES = [
  [3, 2],
  [4, 2],
  [4, 3],
  [5, 3],
  [5, 4]
] as const;

/** A relation of the places of two elements: the places of the second that fit one of the first, as bits. */
interface Clue {
  text: string;
  one: number;
  /** absent: the clue is about the first alone, whose places `fit` returns */
  other?: number;
  fit(place: number): number;
  /** the same from the second to the first */
  back(place: number): number;
}

const bit = (place: number): number => (place < 0 ? 0 : 1 << place);
const upper = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** Every clue that is true of two elements. @param places the solution */
function trueClues(one: number, other: number, {places, names, n}: Grid): Clue[] {
  const [a, b] = [names[one]!, names[other]!];
  const [place, second] = [places[one]!, places[other]!];
  const every = (1 << n) - 1;
  const isSameKind = Math.floor(one / n) === Math.floor(other / n);
  const clue = (text: string, fit: Clue["fit"], back: Clue["back"]): Clue => ({
    text: `${upper(a)} ${text}.`,
    one,
    other,
    fit,
    back
  });
  const distance = second - place;
  const near = (by: number) => (at: number) => (bit(at + by) | bit(at - by)) & every;
  const clues: Clue[] = [];
  if (distance === 0) clues.push(clue(`is ${b}`, bit, bit));
  else if (!isSameKind)
    clues.push(
      clue(
        `is not ${b}`,
        at => every & ~bit(at),
        at => every & ~bit(at)
      )
    );
  if (distance > 0)
    clues.push(
      clue(
        `comes somewhere before ${b}`,
        at => every & ~(bit(at + 1) - 1),
        at => bit(at) - 1
      )
    );
  if (distance === 1)
    clues.push(
      clue(
        `comes directly before ${b}`,
        at => bit(at + 1) & every,
        at => bit(at - 1)
      )
    );
  if (Math.abs(distance) === 1) clues.push(clue(`is directly next to ${b}`, near(1), near(1)));
  if (Math.abs(distance) === 2) {
    const text = `There is exactly one person between ${a} and ${b}.`;
    clues.push({...clue("", near(2), near(2)), text});
  }
  return clues;
}

interface Grid {
  n: number;
  names: readonly string[];
  places: readonly number[];
}

/** Removes places that a clue or another element excludes, until none is left to remove; false where an element has no place. */
function propagate(masks: number[], clues: readonly Clue[], n: number): boolean {
  const union = (mask: number, fit: Clue["fit"]): number => {
    let all = 0;
    for (let place = 0; place < n; place++) if (mask & (1 << place)) all |= fit(place);
    return all;
  };
  for (let changed = true; changed; ) {
    changed = false;
    const narrow = (element: number, mask: number) => {
      const next = masks[element]! & mask;
      if (next === masks[element]) return;
      masks[element] = next;
      changed = true;
    };
    for (const {one, other, fit, back} of clues) {
      if (other === undefined) narrow(one, fit(0));
      else {
        narrow(other, union(masks[one]!, fit));
        narrow(one, union(masks[other]!, back));
      }
    }
    for (const [element, mask] of masks.entries()) {
      if (mask === 0) return false;
      if ((mask & (mask - 1)) !== 0) continue;
      const first = element - (element % n);
      for (let rival = first; rival < first + n; rival++) if (rival !== element) narrow(rival, ~mask);
    }
  }
  return true;
}

/** Number of solutions, at most 2. */
function solutions(start: readonly number[], clues: readonly Clue[], n: number): number {
  const masks = [...start];
  if (!propagate(masks, clues, n)) return 0;
  const open = masks.findIndex(mask => (mask & (mask - 1)) !== 0);
  if (open < 0) return 1;
  let count = 0;
  for (let place = 0; place < n && count < 2; place++) {
    if (!(masks[open]! & (1 << place))) continue;
    count += solutions(masks.with(open, 1 << place), clues, n);
  }
  return Math.min(2, count);
}

/** Draws clues until one solution is left, then removes those that it does not need. */
function cluesFor(grid: Grid, random: Random, place: string): Clue[] {
  const {n, names, places} = grid;
  const all = places.map(() => (1 << n) - 1);
  const isUnique = (clues: readonly Clue[]) => solutions(all, clues, n) === 1;
  const pairs = random.shuffle(names.flatMap((_, one) => names.map((_, other) => [one, other] as const)));
  const [fixed] = severalOf([...names.keys()], 1, random) as [number];
  const clues: Clue[] = [
    {text: `${upper(names[fixed]!)} is ${place} ${places[fixed]! + 1}.`, one: fixed, fit: () => bit(places[fixed]!), back: bit}
  ];
  for (const [one, other] of pairs) {
    if (one === other) continue;
    const fits = trueClues(one, other, grid);
    if (fits.length > 0) clues.push(random.pick(fits));
    if (clues.length >= n && isUnique(clues)) break;
  }
  return clues.reduce((needed, clue) => {
    const others = needed.filter(each => each !== clue);
    return isUnique(others) ? others : needed;
  }, clues);
}

const puzzle =
  (setting: string): Family =>
  (level, random) => {
    const [n, kinds] = SIZES[level - 1]!;
    const [opening, preposition, noun] = SETTINGS[setting]!;
    const chosen = [KINDS[0]!, ...severalOf(KINDS.slice(1), kinds - 1, random)].map(
      ([phrase, values]) => [phrase, severalOf(values, n, random).sort()] as const
    );
    const names = chosen.flatMap(([phrase, values]) => values.map(phrase));
    const places = chosen.flatMap(() => random.shuffle(Array.from({length: n}, (_, i) => i)));
    const clues = random.shuffle(cluesFor({n, names, places}, random, `${preposition} ${noun}`));
    const asked = random.integer(0, kinds - 1);
    const order = random.shuffle(Array.from({length: n}, (_, i) => asked * n + i));
    const lists = chosen.map(([phrase, values]) => values.map(phrase).join(", ")).join("; ");
    return {
      question: `${opening(n)} Each of these lists names all ${n} of them in some order: ${lists}. "Before" means a lower number.\n${clues.map(({text}, i) => `${i + 1}. ${text}`).join("\n")}\nWrite the ${noun} numbers of ${order.map(element => names[element]!).join(", ")}, in this order, as one integer of ${n} digits.`,
      answer: Number(order.map(element => places[element]! + 1).join("")),
      guess_chance: 1 / Array.from({length: n}, (_, i) => i + 1).reduce((a, b) => a * b)
    };
  };

/** The words that begin every question. */
export const DEDUCTION_OPENING = "Solve this puzzle, which has exactly one solution.";

export const deduction: Benchmark = {
  name: "zen-deduction",
  version: 1,
  summary: "Grid puzzles of three to five people and two to four kinds of clues, each with one solution.",
  domain: "Reasoning",
  category: "Deduction",
  facets: {family: "setting of the puzzle", level: "difficulty, 1 to 5"},
  single: true,
  cells: levelCells(Object.fromEntries(Object.keys(SETTINGS).map(name => [name, puzzle(name)])), {
    size: 240,
    opening: DEDUCTION_OPENING
  })
};
