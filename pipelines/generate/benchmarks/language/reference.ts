// The benchmark ZenReference: pronouns whose antecedent a single word decides, in sentences about those meant in others.
import {listText} from "../../parts/expressions.js";
import {type Family, levelCells} from "../../parts/levels.js";
import {severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

/**
 * A sentence with A, B and P for the pronoun, and W for a word or two: with the first P means A, with the second B. Such pairs are
 * Winograd schemas (Levesque et al. 2012); these sentences are written for this benchmark.
 */
type Schema = readonly [sentence: string, first: string, second: string];

const PEOPLE_SCHEMAS: readonly Schema[] = [
  ["A phoned B because P W the answer.", "needed", "knew"],
  ["A could not lift B because P was too W.", "weak", "heavy"],
  ["A overtook B in the race because P ran so W.", "fast", "slowly"],
  ["A paid B as soon as P had W the furniture.", "received", "delivered"],
  ["A could not see past B because P was too W.", "short", "tall"],
  ["A taught B to swim because P was W.", "a trainer", "a beginner"],
  ["A copied the answers of B because P had learnt W.", "nothing", "everything"],
  ["A beat B at chess because P played W.", "better", "worse"],
  ["A hired B because P was looking for W.", "staff", "work"],
  ["A thanked B because P had W so much help.", "received", "given"],
  ["A bought the boat from B because P wanted to W it.", "own", "sell"],
  ["A carried the bags of B because P felt so W.", "strong", "tired"]
];
const OBJECT_SCHEMAS: readonly Schema[] = [
  ["A did not fit into B because P was too W.", "large", "small"],
  ["A was put on top of B because P was so W.", "light", "sturdy"],
  ["A fell on B, and P W from above.", "came", "was hit"],
  ["A hid B from view because P stood in W.", "front", "the background"],
  ["A rolled into B because P had been W.", "moving", "at rest"],
  ["A was bought instead of B because P was so W.", "cheap", "expensive"],
  ["A was taken along and B was left behind because P was W.", "useful", "useless"],
  ["A was wrapped in B because P was W.", "fragile", "soft"],
  ["A replaced B because P was the W one.", "newer", "older"],
  ["A arrived before B because P was sent W.", "earlier", "later"],
  ["A was lifted out of B after P had been W.", "inside", "opened"],
  ["A cast a shadow on B because P was W the lamp.", "nearer to", "farther from"]
];

const WOMEN = "Ada Anna Carla Cleo Dora Elsa Eva Gina Greta Ida Iris Kira Lena Mona Nadia Olga Paula Rosa Tara Vera".split(" ");
const MEN = "Amir Ben Bruno Dan Edgar Emil Farid Finn Hugo Ivan Jon Lars Leo Milo Nils Oskar Otto Paul Samir Viktor".split(" ");
const OBJECTS =
  "the basket, the bucket, the box, the case, the chest, the crate, the drum, the hamper, the jar, the jug, the kettle, the pan, the parcel, the pot, the sack, the suitcase, the tin, the trunk, the tub, the vase".split(
    ", "
  );

interface Kind {
  /** Names with the pronoun of all of them. */
  groups: readonly (readonly [names: readonly string[], pronoun: string])[];
  schemas: readonly Schema[];
  noun: string;
  introduction: readonly ((list: string) => string)[];
  amount: (name: string, value: number) => string;
  questions: readonly ((reference: string) => string)[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  people: {
    groups: [
      [WOMEN, "she"],
      [MEN, "he"]
    ],
    schemas: PEOPLE_SCHEMAS,
    noun: "person",
    introduction: [list => `Some people save coins: ${list}.`, list => `These people keep coins at home: ${list}.`],
    amount: (name, value) => `${name} has ${value}`,
    questions: [
      reference => `How many coins does ${reference} have?`,
      reference => `What is the number of coins of ${reference}?`
    ]
  },
  objects: {
    groups: [[OBJECTS, "it"]],
    schemas: OBJECT_SCHEMAS,
    noun: "object",
    introduction: [
      list => `Some objects have labels with numbers: ${list}.`,
      list => `A shop has given numbers to objects: ${list}.`
    ],
    amount: (name, value) => `${name} has ${value}`,
    questions: [reference => `What is the number of ${reference}?`, reference => `Which number does ${reference} have?`]
  }
};

/** References from sentence to sentence, sentences with names, and sentences beside the chain, by level. */
const LEVELS = [
  {links: 1, named: 3, others: 0},
  {links: 2, named: 3, others: 1},
  {links: 4, named: 4, others: 2},
  {links: 6, named: 4, others: 3},
  {links: 8, named: 5, others: 4}
];

/** Names of the two in a sentence: the one whom its pronoun means, and the other. */
interface Pair {
  meant: string;
  other: string;
}
type Slot = keyof Pair;
const SLOTS: readonly Slot[] = ["meant", "other"];

/** Formats the reference to one of the two in a sentence. @param place of the sentence, from 0 */
const phraseOf = (noun: string, place: number, slot: Slot): string =>
  slot === "meant" ? `the ${noun} meant in sentence ${place + 1}` : `the other ${noun} in sentence ${place + 1}`;

const upper = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

const storyOf =
  ({groups, schemas, noun, introduction, amount, questions}: Kind): Family =>
  (level, random) => {
    const {links, named, others} = LEVELS[level - 1]!;
    const [all, pronoun] = random.pick(groups);
    const names = severalOf(all, 2 * named, random);
    const values = new Map(names.map(name => [name, random.integer(101, 999)]));
    const pairs: Pair[] = [];
    const texts: string[] = [];
    let unused: readonly Schema[] = [];
    /** Writes a sentence about two, each a name and its phrase. */
    const write = (one: readonly [name: string, phrase: string], two: readonly [name: string, phrase: string]): void => {
      if (unused.length === 0) unused = random.shuffle(schemas);
      const [sentence, ...words] = unused[0]!;
      unused = unused.slice(1);
      const [a, b] = random.chance(0.5) ? [one, two] : [two, one];
      const isFirst = random.chance(0.5);
      pairs.push(isFirst ? {meant: a[0], other: b[0]} : {meant: b[0], other: a[0]});
      const parts: Readonly<Record<string, string>> = {A: a[1], B: b[1], P: pronoun, W: words[isFirst ? 0 : 1]!};
      texts.push(upper(sentence.replace(/\b[ABPW]\b/gu, letter => parts[letter]!)));
    };
    const refer = (place: number, slot: Slot) => [pairs[place]![slot], phraseOf(noun, place, slot)] as const;
    /** Refers to another than a name in one of the sentences so far. */
    const referOther = (name: string) => {
      for (;;) {
        const reference = refer(random.integer(0, pairs.length - 1), random.pick(SLOTS));
        if (reference[0] !== name) return reference;
      }
    };
    for (let i = 0; i < named; i++) write([names[2 * i]!, names[2 * i]!], [names[2 * i + 1]!, names[2 * i + 1]!]);
    let place = random.integer(0, named - 1);
    const name = pairs[place]![random.pick(SLOTS)];
    const slotOf = (index: number): Slot => (pairs[index]!.meant === name ? "meant" : "other");
    const steps: Step[] = [{name: phraseOf(noun, place, slotOf(place)), value: name}];
    for (const isLink of random.shuffle(Array.from({length: links + others}, (_, i) => i < links))) {
      if (isLink) {
        write(refer(place, slotOf(place)), referOther(name));
        place = pairs.length - 1;
        steps.push({name: phraseOf(noun, place, slotOf(place)), value: name});
      } else {
        const one = refer(random.integer(0, pairs.length - 1), random.pick(SLOTS));
        write(one, referOther(one[0]));
      }
    }
    const list = listText([...values].map(([each, value]) => amount(each, value)));
    const lines = texts.map((text, i) => `${i + 1}. ${text}`);
    const answer = values.get(name)!;
    return {
      question: `${random.pick(introduction)(list)}\n${lines.join("\n")}\n${random.pick(questions)(phraseOf(noun, place, slotOf(place)))}`,
      answer,
      steps: [...steps, {name: "the number asked for", value: answer}],
      // Any name, or a coin for each pronoun on the way.
      guess_chance: Math.max(1 / names.length, 2 ** -(links + 1))
    };
  };

/** The words that begin every question. */
export const REFERENCE_OPENING =
  'In each numbered sentence, "he", "she" or "it" means one of the two that the sentence is about. The one meant follows from what makes sense.';

export const reference: Benchmark = {
  name: "zen-reference",
  version: 1,
  summary: "Pronouns whose antecedent one word decides, in chains of one to eight references to other sentences.",
  domain: "Language",
  category: "Reference and ambiguity",
  facets: {family: "antecedents", level: "difficulty, 1 to 5: one to eight references"},
  single: true,
  cells: levelCells(Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, storyOf(kind)])), {
    size: 400,
    opening: REFERENCE_OPENING
  })
};
