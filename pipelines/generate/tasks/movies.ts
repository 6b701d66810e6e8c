// Task "movies": which film suits a viewer best.

import {z} from "zod";
import {LETTERS, letterForm} from "../parts/choice.js";
import {integerParam} from "../parts/params.js";
import type {Random} from "../seed.js";
import {task} from "../task.js";

// Parts of the titles of invented films, and the attributes that describe films. No title contains the value of an attribute.

/** First words of titles; 40 × 40 titles in all. */
export const TITLE_HEADS: readonly string[] =
  "Amber Hidden Broken Crimson Distant Muffled Hollow Paper Velvet Northern Rented Pewter Final Unlit Winter Iron Marble Tilted Copper Little Endless Painted Borrowed Second Wandering Hushed Midnight Glass Burning Forgotten Southern Salted Floating Narrow Hundredth Folded Patient Wooden Scattered Upper".split(
    " "
  );
export const TITLE_TAILS: readonly string[] =
  "Harbour Garden Letter Bridge Mirror Lantern Orchard River Station Window Compass Staircase Meadow Signal Anchor Ladder Feather Carnival Valley Archive Kettle Province Corridor Umbrella Furnace Island Ribbon Telegram Vineyard Clock Quarry Parade Balcony Needle Chapter Thicket Ferry Atlas Pavilion Tower".split(
    " "
  );

/** Attributes with their values, in the order in which a question adds attributes. */
export const ATTRIBUTES: readonly (readonly [name: string, values: readonly string[]])[] = [
  ["genre", ["thriller", "comedy", "western", "musical", "documentary", "fantasy"]],
  ["decade", ["1960s", "1970s", "1980s", "1990s", "2000s", "2010s"]],
  ["mood", ["gloomy", "cheerful", "tense", "dreamy", "bitter", "tender"]],
  ["setting", ["big city", "small village", "desert", "high seas", "mountains", "jungle"]],
  ["language", ["French", "Japanese", "Spanish", "Swedish", "Hindi", "Polish"]],
  ["length", ["under an hour", "about 90 minutes", "two hours", "three hours", "four hours", "over five hours"]],
  ["lead", ["a detective", "a teacher", "a sailor", "a pianist", "an orphan", "a gardener"]],
  ["ending", ["happy", "sad", "open", "surprising", "ironic", "violent"]]
];

export const VIEWERS: readonly string[] =
  "Anneke Bilal Camille Dario Edda Florin Gwen Hiro Ivana Jorge Katya Luca Mireille Nuno Olga Pascal".split(" ");

/** Most values of an attribute that one test uses; few, so that films share some. */
const MOST_VALUES = 4;
/**
 * Most draws until exactly one option is best. Even where few draws have one (a single film seen, twelve options), all fail once in 10^9
 * tests.
 */
const MOST_DRAWS = 2_000;

const params = z.strictObject({
  references: integerParam(1, 60, 4, "films of which it is said whether the viewer liked them; one at least is liked"),
  choices: integerParam(2, LETTERS.length, 4, "films to choose from, options"),
  attributes: integerParam(1, ATTRIBUTES.length, 3, "attributes of a film that are told and count, such as its genre and decade"),
  distractors: integerParam(0, 60, 0, "films of which it is said whether somebody else liked them, which does not count")
});

/** A film's value of each attribute, as a position in the attribute's list. */
type Film = number[];

export const movies = task({
  name: "movies",
  version: 1,
  summary: "Which film suits a viewer best, by points for what it shares with films that were liked or not.",
  params,
  generate({references, choices, attributes, distractors}, random) {
    const [viewer, ...others] = random.shuffle(VIEWERS) as [string, ...string[]];
    const values = ATTRIBUTES.slice(0, attributes).map(([, all]) => random.shuffle(all).slice(0, MOST_VALUES));
    const film = (): Film => values.map(of => random.integer(0, of.length - 1));
    const {seen, options, best} = draw({references, choices}, film, random);
    const title = titles(random);
    const texts = values.map((of, i) => of.map(value => `${i > 0 ? "; " : ""}${ATTRIBUTES[i]![0]}: ${value}`));
    const describe = (of: Film) => {
      let text = `"${title()}" (`;
      for (let i = 0; i < of.length; i++) text += texts[i]![of[i]!];
      return `${text})`;
    };
    const opinion = (who: string, liked: boolean, of: Film) => `${who} ${liked ? "liked" : "disliked"} ${describe(of)}.`;
    const opinions = [
      ...seen.map(([of, liked]) => opinion(viewer, liked, of)),
      ...Array.from({length: distractors}, () => opinion(random.pick(others), random.chance(0.5), film()))
    ];
    const shown = options.map(describe);
    const expression = `${random.shuffle(opinions).join("\n")}
Which film suits ${viewer} best?
${shown.map((option, i) => `(${LETTERS[i]}) ${option}`).join("\n")}`;
    const prompt = `Find the film that suits a viewer best. A film gets points for each film that the viewer is said to have liked or disliked: one point for every attribute in which the two films agree if the viewer liked that film, and minus one point for every attribute in which they agree if the viewer disliked it. What other people like does not count. The film with the most points suits best.

${expression}

Think it through, then finish with the letter of the right option in parentheses:
Answer: (<letter>)`;
    return {prompt, expected: LETTERS[best]!, guessChance: 1 / choices, choices: shown, expression};
  },
  answer: letterForm
});

/** Films seen and films on offer, of which exactly one has the most points. */
function draw({references, choices}: {references: number; choices: number}, film: () => Film, random: Random) {
  for (let draws = 0; draws < MOST_DRAWS; draws++) {
    const liked = random.integer(0, references - 1);
    const seen = Array.from({length: references}, (_, i): [Film, boolean] => [film(), i === liked || random.chance(0.5)]);
    const options = Array.from({length: choices}, film);
    const points = options.map(option => pointsOf(option, seen));
    const most = Math.max(...points);
    const best = points.indexOf(most);
    if (points.lastIndexOf(most) === best) return {seen, options, best};
  }
  throw new RangeError("no film was found that alone suits best; ask for fewer choices or more attributes");
}

function pointsOf(option: Film, seen: [Film, boolean][]): number {
  let points = 0;
  for (const [film, liked] of seen) for (let i = 0; i < option.length; i++) if (film[i] === option[i]) points += liked ? 1 : -1;
  return points;
}

/** Returns a function that makes titles of invented films without repetition. */
function titles(random: Random): () => string {
  const used = new Set<string>();
  return () => {
    for (;;) {
      const title = `The ${random.pick(TITLE_HEADS)} ${random.pick(TITLE_TAILS)}`;
      if (used.has(title)) continue;
      used.add(title);
      return title;
    }
  };
}
