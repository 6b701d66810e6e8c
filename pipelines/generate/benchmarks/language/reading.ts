// The benchmark ZenReading: documents of numbered parts that refer to each other by number, place, content and people.
import {type Family, levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

const PEOPLE =
  "Ada Amir Anna Ben Bruno Carla Cleo Dan Dora Edgar Elsa Emil Eva Farid Finn Gina Greta Hugo Ida Iris Ivan Jon Kira Lars Leo Lena Mona Nadia Nils Olga Oskar Paula Rosa Samir Tara Viktor".split(
    " "
  );
const STOPS =
  "Abbey Road, Bell Tower, Castle Gate, Corn Market, Dock Street, East Bridge, Fair Green, Fish Quay, Garden Row, Hill Top, King's Square, Lime Walk, Mill Lane, North Pier, Old Brewery, Park Corner, Queen's Well, River Bend, School Lane, Silver Court, South Gate, Station Yard, Town Hall, Victoria Park, West Harbour, Willow Close".split(
    ", "
  );
const ITEM_SUBJECTS =
  "the roof, the archive, the lift, the summer fair, the website, the heating, the new bicycles, the library, the front door, the kitchen, the yearbook, the garden, the stage, the alarm, the parking places, the workshop".split(
    ", "
  );
const RULE_SUBJECTS =
  "bicycles, laundry, music, rubbish, parcels, the lift, the cellar, pets, visitors, the roof, parking, the garden, the oven, keys, windows, the stairs".split(
    ", "
  );

/** A part of a document. */
interface Part {
  /** Writer, proposer, keeper or first stop; each is that of one part. */
  from: string;
  /** Recipient, worker, deputy or last stop; these are the same names in another order. */
  to: string;
  subject: string;
}

/** A value, and its description from the phrase that names another part. */
type Described = readonly [value: number, text: (reference: string) => string];

/** Wordings of a kind of documents; all phrases that contain a reference end with it or with fixed words after it. */
interface Kind {
  noun: string;
  names: readonly string[];
  subjects?: readonly string[];
  introduction: readonly ((count: number) => string)[];
  /** A part from its number, and the sentence about its value. */
  part: readonly ((number: number, part: Part, value: string) => string)[];
  byFrom: (name: string) => string;
  byTo: (name: string) => string;
  bySubject?: (subject: string) => string;
  /** The part whose `from` is the `to` of the referenced one, and the reverse. */
  joins: readonly [fromTo: string, toFrom: string];
  direct(random: Random): readonly [value: number, text: string];
  relative(random: Random, before: number): Described;
  questions: readonly ((reference: string) => string)[];
}

/** Largest value that may be doubled. */
const MAX_DOUBLED = 2_000;

/** Returns a value that is more, less or twice another one. */
const compared =
  (more: (n: number, reference: string) => string, less: typeof more, twice: (reference: string) => string) =>
  (random: Random, before: number): Described => {
    const n = random.integer(11, 99);
    const kind = random.integer(0, 4);
    if (kind === 0 && before <= MAX_DOUBLED) return [2 * before, twice];
    if (kind <= 2 && before > n + 20) return [before - n, reference => less(n, reference)];
    return [before + n, reference => more(n, reference)];
  };

/** Minutes after midnight of the first departures. */
const FIRST_DEPARTURE = 360;
const clock = (minutes: number): string => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

const KINDS: Readonly<Record<string, Kind>> = {
  letters: {
    noun: "letter",
    names: PEOPLE,
    introduction: [
      count => `A folder holds ${count} letters in the order in which they were written. Each encloses some money.`,
      count => `These ${count} letters, with the money that was in their envelopes, were found in a desk.`
    ],
    part: [
      (number, {from, to}, value) => `Letter ${number}. Dear ${to}, ${value} Yours, ${from}`,
      (number, {from, to}, value) => `Letter ${number}, from ${from} to ${to}: ${value}`
    ],
    byFrom: name => `the letter from ${name}`,
    byTo: name => `the letter to ${name}`,
    joins: ["the letter from the recipient of", "the letter to the writer of"],
    direct: random => {
      const value = random.integer(101, 899);
      return [value, `you will find ${value} euros in this envelope.`];
    },
    relative: compared(
      (n, reference) => `you will find ${n} euros more in this envelope than in ${reference}.`,
      (n, reference) => `you will find ${n} euros less in this envelope than in ${reference}.`,
      reference => `you will find twice as many euros in this envelope as in ${reference}.`
    ),
    questions: [
      reference => `How many euros were in ${reference}?`,
      reference => `What amount in euros was enclosed in ${reference}?`
    ]
  },
  minutes: {
    noun: "item",
    names: PEOPLE,
    subjects: ITEM_SUBJECTS,
    introduction: [
      count => `Minutes of the meeting. The ${count} items below were agreed, each with a proposer and a person for the work.`,
      count => `The club met and agreed on ${count} items. The secretary wrote them down as follows.`
    ],
    part: [
      (number, {from, to, subject}, value) =>
        `Item ${number}. Repair and care of ${subject}, proposed by ${from}. The work goes to ${to}. ${value}`,
      (number, {from, to, subject}, value) => `Item ${number}. ${from} proposes work on ${subject}, which ${to} will do. ${value}`
    ],
    byFrom: name => `the item proposed by ${name}`,
    byTo: name => `the item carried out by ${name}`,
    bySubject: subject => `the item about ${subject}`,
    joins: ["the item proposed by the person who carries out", "the item carried out by the person who proposed"],
    direct: random => {
      const value = random.integer(101, 899);
      return [value, `The work takes ${value} hours.`];
    },
    relative: compared(
      (n, reference) => `The work takes ${n} hours more than that of ${reference}.`,
      (n, reference) => `The work takes ${n} hours less than that of ${reference}.`,
      reference => `The work takes twice the hours of ${reference}.`
    ),
    questions: [
      reference => `How many hours does the work of ${reference} take?`,
      reference => `What number of hours is planned for ${reference}?`
    ]
  },
  rules: {
    noun: "rule",
    names: PEOPLE,
    subjects: RULE_SUBJECTS,
    introduction: [
      count => `House rules. There are ${count} of them. Each has a keeper, who collects the fine, and a deputy.`,
      count => `The tenants of a house have agreed on ${count} rules, with a keeper and a deputy for each.`
    ],
    part: [
      (number, {from, to, subject}, value) => `Rule ${number}, on ${subject}. ${value} Keeper: ${from}. Deputy: ${to}.`,
      (number, {from, to, subject}, value) =>
        `Rule ${number} is about ${subject}; ${from} keeps it, with ${to} as deputy. ${value}`
    ],
    byFrom: name => `the rule kept by ${name}`,
    byTo: name => `the rule with ${name} as deputy`,
    bySubject: subject => `the rule on ${subject}`,
    joins: ["the rule kept by the deputy of", "the rule whose deputy is the keeper of"],
    direct: random => {
      const value = random.integer(101, 899);
      return [value, `The fine is ${value} euros.`];
    },
    relative: compared(
      (n, reference) => `The fine is ${n} euros higher than that of ${reference}.`,
      (n, reference) => `The fine is ${n} euros lower than that of ${reference}.`,
      reference => `The fine is twice that of ${reference}.`
    ),
    questions: [
      reference => `What is the fine in euros of ${reference}?`,
      reference => `How many euros does a person pay who breaks ${reference}?`
    ]
  },
  timetable: {
    noun: "line",
    names: STOPS,
    introduction: [
      count => `Timetable of the ${count} bus lines of a town, each of which makes one journey in the morning.`,
      count => `A notice at the bus station lists ${count} lines. Each bus goes once a day.`
    ],
    part: [
      (number, {from, to}, value) => `Line ${number} starts at ${from} and ends at ${to}. ${value}`,
      (number, {from, to}, value) => `Line ${number}: ${from} to ${to}. ${value}`
    ],
    byFrom: name => `the line from ${name}`,
    byTo: name => `the line to ${name}`,
    joins: ["the line from the last stop of", "the line to the first stop of"],
    direct: random => {
      const [departure, ride] = [FIRST_DEPARTURE + random.integer(0, 180), random.integer(11, 95)];
      return [departure - FIRST_DEPARTURE + ride, `The bus leaves at ${clock(departure)} and travels for ${ride} minutes.`];
    },
    relative: (random, before) => {
      const [wait, ride] = [random.integer(2, 50), random.integer(11, 75)];
      return [
        before + wait + ride,
        reference => `The bus travels for ${ride} minutes and leaves ${wait} minutes after the arrival of ${reference}.`
      ];
    },
    questions: [
      reference => `How many minutes after 6:00 is the arrival of ${reference}?`,
      reference => `Counted in minutes from 6:00, what is the arrival time of ${reference}?`
    ]
  }
};

/** References from part to part, parts in all, and most references that one phrase nests, by level. */
const LEVELS = [
  {references: 1, parts: 5, nested: 0},
  {references: 2, parts: 7, nested: 1},
  {references: 4, parts: 9, nested: 1},
  {references: 6, parts: 11, nested: 2},
  {references: 8, parts: 14, nested: 2}
];
const COUNTS = ["", " but one", " but two", " but three"];

/** Returns a phrase that names a part. @param nested references within it · @param outer the part of the reference around it, to which it does not lead back */
function referenceTo(
  index: number,
  parts: readonly Part[],
  {kind, nested, random, outer}: {kind: Kind; nested: number; random: Random; outer?: number}
): string {
  const {noun, byFrom, byTo, bySubject, joins} = kind;
  const {from, to, subject} = parts[index]!;
  if (nested > 0) {
    const through = (place: number) => referenceTo(place, parts, {kind, nested: nested - 1, random, outer: index});
    const options: (readonly [place: number, phrase: string])[] = [
      [parts.findIndex(other => other.to === from), joins[0]],
      [parts.findIndex(other => other.from === to), joins[1]]
    ];
    if (index > 0) options.push([index - 1, `the ${noun} directly after`]);
    if (index < parts.length - 1) options.push([index + 1, `the ${noun} directly before`]);
    const [place, phrase] = random.pick(options.filter(([other]) => other !== outer));
    return `${phrase} ${through(place)}`;
  }
  const left = parts.length - 1 - index;
  const phrases = [`${noun} ${index + 1}`, byFrom(from), byTo(to)];
  if (bySubject) phrases.push(bySubject(subject));
  if (left < COUNTS.length) phrases.push(`the last ${noun}${COUNTS[left]}`);
  return random.pick(phrases);
}

/** Returns parts whose names form one circle, so that each name is once the first and once the second of a part. */
function partsOf({names, subjects = [""]}: Kind, count: number, random: Random): Part[] {
  const circle = severalOf(names, count, random);
  const about = subjects.length > 1 ? severalOf(subjects, count, random) : [];
  return random.shuffle(circle.map((from, i) => ({from, to: circle[(i + 1) % count]!, subject: about[i] ?? ""})));
}

const documentOf =
  (kind: Kind): Family =>
  (level, random) => {
    const {references, parts: count, nested} = LEVELS[level - 1]!;
    const parts = partsOf(kind, count, random);
    const order = severalOf([...parts.keys()], count, random);
    const refer = (index: number) =>
      referenceTo(index, parts, {kind, nested: random.integer(Math.min(1, nested), nested), random});
    const values: number[] = [];
    const texts: string[] = [];
    const steps: Step[] = [];
    for (const [i, index] of order.entries()) {
      // The first parts are a chain; each of the others has a number or refers to any before it.
      const before = i <= references ? order[i - 1] : random.chance(0.3) ? undefined : order[random.integer(0, i - 1)];
      if (before === undefined) [values[index], texts[index]] = kind.direct(random);
      else {
        const [value, text] = kind.relative(random, values[before]!);
        [values[index], texts[index]] = [value, text(refer(before))];
      }
      if (i <= references) steps.push({name: `${kind.noun} ${index + 1}`, value: values[index]!});
    }
    const asked = order[references]!;
    const write = random.pick(kind.part);
    const lines = parts.map((part, i) => write(i + 1, part, texts[i]!));
    return {
      question: `${random.pick(kind.introduction)(count)}\n${lines.join("\n")}\n${random.pick(kind.questions)(refer(asked))}`,
      answer: values[asked]!,
      steps
    };
  };

/** The words that begin every question. */
export const READING_OPENING = "Read this document and answer the question after it.";

export const reading: Benchmark = {
  name: "zen-reading",
  version: 1,
  summary: "Letters, minutes, house rules and timetables whose parts refer to each other, one to eight references to the answer.",
  domain: "Language",
  category: "Reading comprehension",
  facets: {family: "kind of document", level: "difficulty, 1 to 5: one to eight references"},
  single: true,
  cells: levelCells(Object.fromEntries(Object.entries(KINDS).map(([name, kind]) => [name, documentOf(kind)])), {
    size: 200,
    opening: READING_OPENING
  })
};
