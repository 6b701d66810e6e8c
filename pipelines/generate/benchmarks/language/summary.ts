// The benchmark ZenSummary: minutes of a council, and a summary of chosen facts that keeps to a length.
import type {ScorerOf} from "../../../book/scorers.js";
import {MONTHS} from "../../parts/calendar.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import {inWords} from "../../words/numbers.js";
import type {Benchmark, MadeItem} from "../benchmark.js";

type Fact = ScorerOf<"summary">["facts"][number];
type Relation = Fact["relation"];

const FIRST_NAMES =
  "Ada Amir Bruno Carla Cleo Dora Edgar Elsa Farid Gina Greta Hugo Ida Ivan Kira Lars Lena Mona Nadia Nils Olga Oskar Paula Rosa Samir Tara Viktor".split(
    " "
  );
const LAST_NAMES =
  "Adler Baker Brandt Castro Dahl Egger Fischer Garcia Hansen Ivanov Jensen Keller Lindt Moreau Novak Olsen Peters Quinn Rossi Santos Turner Ulrich Vogel Walsh Yilmaz Zeller".split(
    " "
  );
/** Names of items are one of each, so that every word belongs to one item. */
const PLACES =
  "school, station, harbour, library, hospital, museum, castle, river, village, theatre, factory, stadium, airport, monastery, market".split(
    ", "
  );
const WORKS =
  "kitchen, fountain, roof, playground, staircase, lighting, archive, footbridge, greenhouse, bakery, shelter, fence, lift, clock, orchard".split(
    ", "
  );
const REMARKS = [
  "Two members asked for drawings.",
  "A neighbour spoke against the noise.",
  "The press had asked about it.",
  "The discussion took half an hour.",
  "Photographs were passed round.",
  "A petition had been handed in.",
  "The older members remembered a similar case.",
  "A visitor praised the idea."
];
/** Days of the months, without 29 February, so that no date depends on the year. */
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Writes a day of the year, counted from 0. */
function dateOf(day: number): string {
  let [month, left] = [0, day];
  for (; left >= DAYS[month]!; month++) left -= DAYS[month]!;
  return `${left + 1} ${MONTHS[month]}`;
}

/** Thousands with a comma, as the minutes write them. */
const written = (amount: number): string => amount.toLocaleString("en");

interface Entry {
  name: string;
  person: string;
  decision: string;
  amount: number;
  day: number;
  sentences: string[];
}

/** Items, references in the chain of each relation, and corrections, by level. */
const LEVELS = [
  {items: 4, references: 1, corrections: 0},
  {items: 5, references: 3, corrections: 1},
  {items: 7, references: 5, corrections: 2},
  {items: 8, references: 6, corrections: 3},
  {items: 10, references: 8, corrections: 4}
];

const REVERSED: Readonly<Record<string, string>> = {approved: "rejected", rejected: "approved"};
const DECIDED = ["approved", "approved", "rejected", "rejected", "postponed"];
const MIN_AMOUNT = 1_500;

interface World {
  entries: Entry[];
  corrections: string[];
  /** Order in which the values of each relation can be found, as far as one depends on the other. */
  steps: Readonly<Record<Relation, Step[]>>;
  last: Entry;
}

/** Makes a council's items: in a chain of each relation, every value depends on the one before. */
function worldOf(level: number, random: Random): World {
  const {items, references, corrections: count} = LEVELS[level - 1]!;
  const works = severalOf(WORKS, items, random);
  const surnames = severalOf(LAST_NAMES, items, random);
  const people = severalOf(FIRST_NAMES, Math.ceil(items / 2), random).map((first, i) => `${first} ${surnames[i]}`);
  const leaders = random.shuffle(Array.from({length: items}, (_, i) => people[i % people.length]!));
  const entries = severalOf(PLACES, items, random).map((place, i): Entry => {
    const person = leaders[i]!;
    const sentence = random.pick([`Leader: ${person}.`, `${person} leads the work.`]);
    return {name: `${place} ${works[i]}`, person, decision: "", amount: 0, day: 0, sentences: [sentence]};
  });
  const corrections = new Map<string, {entry: Entry; relation: Relation; text: string; change: number}>();
  const relations = ["amount", "decision", "date"] as const;
  for (let i = 0; i < count; i++) {
    const entry = random.pick(entries);
    const relation = relations[i % relations.length]!;
    const change = relation === "date" ? random.integer(2, 9) : 10 * random.integer(11, 60);
    const text = {
      amount: `The ${entry.name} costs ${change} euros more than stated above.`,
      date: `Work on the ${entry.name} starts ${change} days later than stated above.`,
      decision: `The decision on the ${entry.name} was reversed.`
    }[relation];
    corrections.set(`${entry.name} ${relation}`, {entry, relation, text, change});
  }
  const correctionOf = (entry: Entry, relation: Relation) => corrections.get(`${entry.name} ${relation}`);
  const steps: Record<Relation, Step[]> = {person: [], amount: [], decision: [], date: []};
  const orders = {
    amount: severalOf([...entries.keys()], items, random),
    decision: severalOf([...entries.keys()], items, random),
    date: severalOf([...entries.keys()], items, random)
  };
  for (const relation of relations)
    for (const [i, place] of orders[relation].entries()) {
      const entry = entries[place]!;
      const before = i > 0 && i <= references ? entries[orders[relation][i - 1]!]! : undefined;
      const change = correctionOf(entry, relation)?.change ?? 0;
      // A decision in the chain, or one that is reversed, is not postponed.
      const isTwofold = relation === "decision" && (i <= references || change > 0);
      entry.sentences.push(SENTENCES[relation](entry, before, {random, change, isTwofold}));
      if (i <= references)
        steps[relation].push({
          name: `${relation} of ${entry.name}`,
          value: relation === "amount" ? entry.amount : relation === "date" ? dateOf(entry.day) : entry.decision
        });
    }
  const texts = random.shuffle([...corrections.values()]).map(({text}) => text);
  return {entries, corrections: texts, steps, last: entries[orders.amount[references]!]!};
}

interface Stating {
  random: Random;
  /** Amount or days that a correction adds; 0 = none. Of decisions, any other number reverses. */
  change: number;
  isTwofold: boolean;
}

/** Sets an item's value, and returns the sentence from which it follows, with the value before where there is one. */
const SENTENCES: Readonly<
  Record<"amount" | "decision" | "date", (entry: Entry, before: Entry | undefined, stating: Stating) => string>
> = {
  amount(entry, before, {random, change}) {
    const more = 10 * random.integer(11, 90);
    if (!before) {
      const stated = 10 * random.integer(300, 900);
      entry.amount = stated + change;
      return random.pick([`It costs ${written(stated)} euros.`, `The budget is ${written(stated)} euros.`]);
    }
    const isMore = before.amount - more < MIN_AMOUNT || random.chance(0.5);
    entry.amount = before.amount + (isMore ? more : -more) + change;
    return `It costs ${more} euros ${isMore ? "more" : "less"} than the ${before.name}.`;
  },
  decision(entry, before, {random, change, isTwofold}) {
    const isSame = random.chance(0.5);
    const direct = isTwofold ? random.pick(["approved", "rejected"]) : random.pick(DECIDED);
    const stated = before ? (isSame ? before.decision : REVERSED[before.decision]!) : direct;
    entry.decision = change > 0 ? REVERSED[stated]! : stated;
    if (!before) return random.pick([`The council ${stated} it.`, `Decision: ${stated}.`]);
    return isSame
      ? `The decision was the same as on the ${before.name}.`
      : `The decision was the opposite of that on the ${before.name}.`;
  },
  date(entry, before, {random, change}) {
    const days = random.integer(3, 16);
    if (!before) {
      const stated = random.integer(120, 200);
      entry.day = stated + change;
      return random.pick([`Work starts on ${dateOf(stated)}.`, `The start is on ${dateOf(stated)}.`]);
    }
    const isLater = random.chance(0.6);
    entry.day = before.day + (isLater ? days : -days) + change;
    return `Work starts ${days} days ${isLater ? "later" : "earlier"} than on the ${before.name}.`;
  }
};

/** Content of a summary: of which items, which relations, and in which words it is asked for. */
interface Asked {
  instruction: string;
  entries: readonly Entry[];
  relations: readonly Relation[];
  words: number;
  sentences: number;
  steps: readonly Step[];
}

/** Returns what is asked for, or null where too few items have it. */
type Choice = (world: World, random: Random) => Asked | null;

const CHOICES: Readonly<Record<string, Choice>> = {
  person({entries, last, steps}) {
    const ledItems = entries.filter(({person}) => person === last.person);
    return {
      instruction: `the items that ${last.person} leads. State for each of them the decision, the cost and the start`,
      entries: ledItems,
      relations: ["decision", "amount", "date"],
      words: 14 * ledItems.length + 6,
      sentences: ledItems.length + 1,
      steps: steps.amount
    };
  },
  decisions({entries, steps}) {
    if (new Set(entries.map(({decision}) => decision)).size < 2) return null;
    return {
      instruction: "what became of every item. State for each of them the decision",
      entries,
      relations: ["decision"],
      words: 5 * entries.length + 5,
      sentences: 3,
      steps: steps.decision
    };
  },
  approved({entries, steps}) {
    const approved = entries.filter(({decision}) => decision === "approved");
    if (approved.length < 2) return null;
    return {
      instruction: "the items that were approved. State for each of them the leader and the cost",
      entries: approved,
      relations: ["person", "amount"],
      words: 12 * approved.length + 5,
      sentences: approved.length + 1,
      steps: [...steps.decision, ...steps.amount]
    };
  },
  largest({entries, steps}, random) {
    const count = entries.length < 6 ? 2 : random.integer(3, 4);
    const sorted = entries.toSorted((a, b) => b.amount - a.amount);
    return {
      instruction: `the ${inWords(count)} items with the highest costs. State for each of them the leader, the cost and the start`,
      entries: sorted.slice(0, count),
      relations: ["person", "amount", "date"],
      words: 15 * count + 5,
      sentences: count + 1,
      steps: steps.amount
    };
  }
};

/** The words that begin every question, and those about corrections. */
const OPENING = "Summarise part of the minutes below.";
const INTRODUCTION =
  "Minutes of the town council. If an item refers to another one, its final value counts, after any correction at the end. The opposite of approved is rejected; a reversed decision becomes its opposite.";

const factsOf = ({entries}: World, asked: Asked): Fact[] =>
  entries.flatMap(entry => {
    const values: Record<Relation, string> = {
      person: entry.person,
      decision: entry.decision,
      amount: String(entry.amount),
      date: dateOf(entry.day)
    };
    const isAsked = asked.entries.includes(entry);
    return (Object.keys(values) as Relation[]).map(relation => ({
      subject: entry.name,
      relation,
      value: values[relation],
      required: isAsked && asked.relations.includes(relation)
    }));
  });

function itemOf(family: string, level: number, random: Random): MadeItem {
  for (;;) {
    const world = worldOf(level, random);
    const asked = CHOICES[family]!(world, random);
    if (!asked || new Set(world.entries.map(({amount}) => amount)).size < world.entries.length) continue;
    const isWords = random.chance(0.5);
    const limit = isWords ? `${asked.words} words` : `${asked.sentences} sentences`;
    const paragraphs = world.entries.map(({name, sentences}) => {
      const [person, ...others] = sentences as [string, ...string[]];
      const remarks = random.chance(0.5) ? [random.pick(REMARKS)] : [];
      return `The ${name}. ${[person, ...random.shuffle([...others, ...remarks])].join(" ")}`;
    });
    const corrections = world.corrections.length > 0 ? [`Corrections. ${world.corrections.join(" ")}`] : [];
    const minutes = [INTRODUCTION, ...paragraphs, ...corrections].join("\n");
    return {
      prompt: `${OPENING}\n\n${minutes}\n\nSummarise ${asked.instruction}. Give final values only, costs as numbers of euros and starts as dates. Leave out everything that is not a leader, a decision, a cost or a start, and add nothing. Write at most ${limit} in plain English, and reply with the summary alone.`,
      expected: "",
      guess_chance: 0,
      scorer: {
        kind: "summary",
        facts: factsOf(world, asked),
        ...(isWords ? {max_words: asked.words} : {max_sentences: asked.sentences})
      },
      steps: [...asked.steps]
    };
  }
}

export const summary: Benchmark = {
  name: "zen-summary",
  version: 1,
  summary: "Summaries of minutes whose facts are known, in which values depend on each other and on corrections.",
  domain: "Language",
  category: "Summarisation",
  facets: {
    family: "facts that the summary states: items of a person, all decisions, approved items, or the most expensive ones",
    level: "difficulty, 1 to 5: one to eight references, and up to four corrections"
  },
  single: true,
  cells: Object.keys(CHOICES).flatMap(family =>
    LEVELS.map((_, i) => ({
      facets: {family, level: i + 1},
      size: 200,
      item: (_: number, random: Random) => itemOf(family, i + 1, random)
    }))
  )
};
