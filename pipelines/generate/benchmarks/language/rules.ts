// The benchmark ZenRules: short texts under two to ten rules at once that a program can check.
import type {ScorerOf} from "../../../book/scorers.js";
import {type Random, severalOf} from "../../seed.js";
import type {Benchmark, MadeItem} from "../benchmark.js";

type Instruction = ScorerOf<"instructions">["instructions"][number];

/** A rule in words, and its check. */
interface Rule {
  text: string;
  check: Instruction;
}

/** Sizes that the rules of one text share, so that they can be followed together. */
interface Frame {
  lines: number;
  words: number;
  /** First letters of the lines. */
  initials: string[];
  /** Letters of the longest and the shortest word. */
  longest: number;
  shortest: number;
  forbidden: string;
  /** Last letter of each line. */
  ending: string;
  /** Words with the line and the place that they must have. */
  placed: readonly {word: string; line: number; place: number}[];
  required: readonly string[];
}

/** Words that rules name: four to six letters. */
const NAMED =
  "amber anchor arrow basket beacon branch bridge candle canyon carbon castle cedar cliff cloud copper coral desert engine fabric falcon fern field forest garden ginger glass grain harbor helmet honey island ivory jacket kettle lamp lemon linen marble meadow mirror moss nickel ocean orange paper pebble pepper planet pocket raven ribbon river rocket saddle sail sand shadow silver spiral spring stone storm table temple thread ticket timber tunnel valley velvet walnut water willow window winter".split(
    " "
  );
const TOPICS =
  "the sea, a journey, an old house, the first snow, a market, a railway station, a garden, a letter, a small town, the night, a workshop, a mountain path, a festival, a library, an orchestra, the harvest, a bakery, a game of chess, the desert, a school".split(
    ", "
  );
const FORMS = ["note", "poem", "list", "message", "story", "speech"];
/** First letters of lines, and letters that may be forbidden or end lines; rare ones are left out. */
const INITIALS = [..."abcdefghiklmnoprstw"];
const FORBIDDEN = [..."abcdfghiklmoprtuwy"];
const ENDINGS = [..."dehklmnrsty"];

const ordinal = (n: number): string => `${n}${["th", "st", "nd", "rd"][n] ?? "th"}`;

/** The rules by name; the first two are in every text. */
const RULES: Readonly<Record<string, (frame: Frame) => Rule>> = {
  lines: ({lines}) => ({
    text: `The text has exactly ${lines} lines.`,
    check: {id: "lines:number_lines", kwargs: {num_lines: lines}}
  }),
  initials: ({initials}) => ({
    text: `The lines begin with these letters, in this order: ${initials.join(", ")}.`,
    check: {id: "lines:first_letters", kwargs: {letters: initials.join("")}}
  }),
  words: ({words}) => ({
    text: `Each line has exactly ${words} words.`,
    check: {id: "lines:number_words", kwargs: {num_words: words}}
  }),
  place: ({placed}) => placedRule(placed[0]!),
  secondPlace: ({placed}) => placedRule(placed[1]!),
  longest: ({longest}) => ({
    text: `No word has more than ${longest} letters.`,
    check: {id: "words:max_letters", kwargs: {num_letters: longest}}
  }),
  shortest: ({shortest}) => ({
    text: `No word has fewer than ${shortest} letters.`,
    check: {id: "words:min_letters", kwargs: {num_letters: shortest}}
  }),
  forbidden: ({forbidden}) => ({
    text: `The letter ${forbidden} does not occur.`,
    check: {id: "words:forbidden_letter", kwargs: {letter: forbidden}}
  }),
  repeats: () => ({text: "No word occurs twice.", check: {id: "words:no_repeats", kwargs: {}}}),
  ending: ({ending}) => ({
    text: `The last word of each line ends in the letter ${ending}.`,
    check: {id: "lines:last_letter", kwargs: {letter: ending}}
  }),
  required: ({required}) => ({
    text: `These words occur: ${required.join(", ")}.`,
    check: {id: "keywords:existence", kwargs: {keywords: [...required]}}
  })
};

const placedRule = ({word, line, place}: Frame["placed"][number]): Rule => ({
  text: `The ${ordinal(place)} word of line ${line} is "${word}".`,
  check: {id: "lines:word_place", kwargs: {line, place, word}}
});

/** Rules of each level. */
const COUNTS = [2, 4, 6, 8, 10];
const FIXED = ["lines", "initials"];
const DRAWN = Object.keys(RULES).filter(name => !FIXED.includes(name));

/** Sizes by which all rules can hold at once: placed and required words have room, and none has a forbidden letter. */
function frameOf(random: Random): Frame {
  for (;;) {
    const [lines, words] = [random.integer(5, 9), random.integer(5, 8)];
    const initials = Array.from({length: lines}, () => random.pick(INITIALS));
    const [first, second, ...required] = severalOf(NAMED, 4, random) as [string, string, string, string];
    const [one, other] = severalOf(
      Array.from({length: lines}, (_, i) => i + 1),
      2,
      random
    ) as [number, number];
    const used = new Set([...initials, ...first, ...second, ...required.join("")]);
    const ending = random.pick(ENDINGS);
    const free = FORBIDDEN.filter(letter => !used.has(letter) && letter !== ending);
    if (free.length === 0) continue;
    const [longest, shortest] = [random.integer(6, 9), random.integer(2, 4)];
    // Neither the first word of a line, which has an initial, nor the last, which has an ending.
    const place = () => random.integer(2, words - 1);
    return {
      ...{lines, words, initials, longest, shortest, ending, required},
      forbidden: random.pick(free),
      placed: [
        {word: first, line: one, place: place()},
        {word: second, line: other, place: place()}
      ]
    };
  }
}

/** The words around every text's rules. */
export const RULES_OPENING = "The text need not make sense, but it follows all of these rules.";
export const RULES_CLOSING =
  "A word is a run of letters. Write lower-case letters and blanks alone, no blank lines, and nothing before or after the text.";

function itemOf(level: number, random: Random): MadeItem {
  const frame = frameOf(random);
  const names = [...FIXED, ...severalOf(DRAWN, COUNTS[level - 1]! - FIXED.length, random)];
  const rules = random.shuffle(names).map(name => RULES[name]!(frame));
  return {
    prompt: `Write a ${random.pick(FORMS)} about ${random.pick(TOPICS)}. ${RULES_OPENING}\n\n${rules.map(({text}) => `- ${text}`).join("\n")}\n\n${RULES_CLOSING}`,
    expected: "",
    guess_chance: 0,
    scorer: {kind: "instructions", instructions: rules.map(({check}) => check)}
  };
}

export const rules: Benchmark = {
  name: "zen-rules",
  version: 1,
  summary: "Short texts under two to ten rules at once that a program can check.",
  domain: "Language",
  category: "Instruction following",
  facets: {level: "difficulty, 1 to 5: two to ten rules"},
  single: true,
  cells: COUNTS.map((_, i) => ({facets: {level: i + 1}, size: 800, item: (_: number, random: Random) => itemOf(i + 1, random)}))
};
