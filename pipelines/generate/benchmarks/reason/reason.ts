// The benchmark ZenReason: chains of two to twelve facts of five kinds, among facts that lead nowhere.
import {letterOf} from "../../../book/letters.js";
import {dayOf, daysIn, MONTHS, serial} from "../../parts/calendar.js";
import {optionLines} from "../../parts/choice.js";
import {type Random, severalOf} from "../../seed.js";
import {LETTER_LINE, type Step} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";

// Stories of chains: six chains of facts, of one length each, in mixed order among facts that lead nowhere.

/** Lengths of the chains of a story, in facts that must be put together. Each story has one of each length. */
const HOPS = [2, 4, 6, 8, 10, 12] as const;
/** Level of each length. */
const LEVELS = [1, 2, 3, 4, 5, 5] as const;
/** Things that a story names: a chain of h facts has h + 1. */
const NAMED = HOPS.reduce((sum, hops) => sum + hops + 1, 0);
/** Facts of a story that have the form of the others, and lead nowhere. */
const DISTRACTORS = 6;

/**
 * A story with the six questions that it can be asked. They differ in the thing that they start from alone, so that nothing but following its
 * chain tells how long it is.
 */
interface Story {
  /** In order. */
  statements: readonly string[];
  /** Answers to the questions, in the order of HOPS; all different. */
  answers: readonly string[];
  /** The question about each chain, in the order of HOPS. */
  questions: readonly string[];
  /** What each chain derives on its way, in the order of HOPS. */
  steps: readonly (readonly Step[])[];
}

/** Names dealt out to chains, in the order of HOPS: each begins at what is asked about, and ends where its facts end. */
function dealt(names: readonly string[], random: Random): string[][] {
  const drawn = severalOf(names, NAMED, random);
  let from = 0;
  return HOPS.map(hops => drawn.slice(from, (from += hops + 1)));
}

/** Pairs of things of different chains, for facts that lead nowhere; no pair twice, in either order. */
function strayPairs(chains: readonly (readonly string[])[], random: Random): [string, string][] {
  const pairs = new Map<string, [string, string]>();
  while (pairs.size < DISTRACTORS) {
    const [one, other] = severalOf(chains, 2, random) as [readonly string[], readonly string[]];
    const pair: [string, string] = [random.pick(one), random.pick(other)];
    pairs.set([...pair].sort().join(" "), pair);
  }
  return [...pairs.values()];
}

/** Facts that follow one another along a chain: a of chain[i], b of chain[i + 1]. */
const links = (chain: readonly string[]): [string, string][] =>
  chain.slice(1).map((name, i): [string, string] => [chain[i]!, name]);

// The five kinds of stories: lines of people, rules about kinds, amounts, dates, and places on a map.

// Names of people, kinds, events, places and countable things for stories about many of them. No name is the beginning or a part of another.

/** First names, one word each. */
const PEOPLE_NAMES: readonly string[] =
  "Abdul, Agnes, Alba, Amara, Anouk, Arvid, Aylin, Bashir, Birgit, Bruno, Carlos, Celia, Chidi, Clara, Dalia, Danuta, Dmitri, Edgar, Elif, Emeka, Enzo, Esther, Farid, Fenna, Gita, Greta, Hamid, Hanna, Hugo, Ida, Imran, Ines, Ivo, Jorge, Jutta, Kamal, Keiko, Kwame, Lars, Leila, Lucia, Magda, Marek, Mina, Nadia, Nils, Noor, Olga, Oscar, Paola, Piotr, Priya, Rafael, Rosa, Samir, Selma, Stefan, Sunita, Tariq, Tilda, Umar, Vera, Wanda, Yusuf, Zofia".split(
    ", "
  );

/** Events of a town's year, as "the …". */
const EVENTS: readonly string[] =
  "auction, audit, banquet, ballet, bazaar, briefing, carnival, census, ceremony, concert, congress, contest, debate, dinner, drill, election, exam, excursion, exhibition, fair, festival, gala, hearing, inspection, inventory, jubilee, launch, lecture, marathon, masquerade, match, meeting, musical, opera, parade, picnic, premiere, procession, protest, quiz, rally, recital, referendum, regatta, rehearsal, reunion, sale, seminar, strike, summit, symposium, tournament, trial, vernissage, wedding, workshop".split(
    ", "
  );

/** Places of a town, as "the …". */
const TOWN_PLACES: readonly string[] =
  "abbey, airfield, aquarium, archive, arena, bakery, bank, brewery, bridge, campsite, castle, cathedral, cemetery, chapel, cinema, clinic, college, courthouse, dairy, depot, embassy, factory, forge, fortress, fountain, gallery, garage, harbour, hospital, hotel, kiosk, laundry, library, lighthouse, market, mill, monastery, museum, nursery, observatory, orchard, palace, pavilion, pharmacy, planetarium, prison, quarry, reservoir, school, shipyard, stadium, temple, theatre, vineyard, windmill, zoo".split(
    ", "
  );

/** Small things that one counts. */
const COUNTED_THINGS: readonly string[] =
  "beads, buttons, cards, coins, marbles, medals, pebbles, pencils, postcards, shells, stamps, stickers".split(", ");

const FIRST = "bor, dax, fen, gim, hob, jal, kep, lur, mib, nov, pag, rus, sef, tib, vun, wez, yol, zan, quib, threl".split(", ");
const SECOND = "bik, dop, fam, gus, kel, lin, mot, nar, pid, rov, sut, tav, vel, wug, zim".split(", ");
/** Made-up nouns that begin with a consonant: kinds of which nothing is known. */
const MADE_UP_KINDS: readonly string[] = FIRST.flatMap(first => SECOND.map(second => first + second));

/** The kinds by name. */
const KINDS = {relations, rules, arithmetic, dates, space} satisfies Record<string, (random: Random) => Story>;
type Kind = keyof typeof KINDS;

/** Relations of which somebody has one, told of in lines. */
const LINES = ["teacher", "mentor", "guardian", "sponsor", "coach", "tutor"];
/** Relations that are told beside them. */
const BESIDE = ["neighbour", "landlord", "dentist", "cousin", "lawyer", "partner"];

/** Who stands at the end of a line of teachers, or of other relations of which everybody has one. */
function relations(random: Random): Story {
  const chains = dealt(PEOPLE_NAMES, random);
  const [line, beside] = [random.pick(LINES), random.pick(BESIDE)];
  return {
    statements: random.shuffle([
      ...chains.flatMap(links).map(([a, b]) => `${a}'s ${line} is ${b}.`),
      ...strayPairs(chains, random).map(([a, b]) => `${a}'s ${beside} is ${b}.`)
    ]),
    answers: chains.map(chain => chain.at(-1)!),
    questions: chains.map(
      ([first]) =>
        `Follow the line from ${first}: to ${first}'s ${line}, from there to that person's ${line}, and so on. Who is at its end, without a ${line} in these statements?`
    ),
    steps: chains.map(chain => links(chain).map(([a, b]) => ({name: `${a}'s ${line}`, value: b})))
  };
}

/** What must hold by rules about all of a kind, among statements about some and most. */
function rules(random: Random): Story {
  const chains = dealt(MADE_UP_KINDS, random);
  const name = random.pick(PEOPLE_NAMES);
  return {
    statements: random.shuffle([
      ...chains.flatMap(links).map(([a, b]) => `Every ${a} is a ${b}.`),
      ...strayPairs(chains, random).map(([a, b]) => `${random.pick(["Some", "Most"])} ${a}s are ${b}s.`)
    ]),
    answers: chains.map(chain => chain.at(-1)!),
    questions: chains.map(([first]) => `${name} is a ${first}. By these statements, which of the following must ${name} be?`),
    steps: chains.map(chain => links(chain).map(([a, b]) => ({name: a, value: b})))
  };
}

/** Smallest and largest amount of a story. */
const AMOUNTS = [4, 96] as const;
const MOST_MORE = 12;

/** How much somebody has, told by how much more or less it is than what others have. */
function arithmetic(random: Random): Story {
  const chains = dealt(PEOPLE_NAMES, random);
  const [things, others] = random.shuffle(COUNTED_THINGS) as [string, string];
  const start = () => random.integer(12, 48);
  const told = walks(chains, {start, id: String}, value => {
    if (value * 2 <= AMOUNTS[1] && random.chance(0.2))
      return {to: value * 2, tell: (a, b) => `${a} has twice as many ${things} as ${b}.`};
    const [more, by] = [random.chance(0.5), random.integer(2, MOST_MORE)];
    const to = more ? value + by : value - by;
    if (to < AMOUNTS[0] || to > AMOUNTS[1]) return null;
    return {to, tell: (a, b) => `${a} has ${by} ${more ? "more" : "fewer"} ${things} than ${b}.`};
  });
  const stray = ([a, b]: [string, string]) =>
    `${a} has ${random.integer(2, MOST_MORE)} ${random.chance(0.5) ? "more" : "fewer"} ${others} than ${b}.`;
  return storyOf(chains, told, {
    random,
    stray,
    base: (name, value) => `${name} has ${value} ${things}.`,
    ask: name => `How many ${things} does ${name} have?`,
    nameOf: name => name,
    show: value => value
  });
}

/** The year of all dates; it is no leap year. */
const YEAR = 2027;
const FIRST_DAY = serial({year: YEAR, month: 1, day: 1});
const LAST_DAY = serial({year: YEAR, month: 12, day: daysIn(YEAR, 12)});
const UNITS: readonly [number, string][] = [
  [1, "days"],
  [7, "weeks"]
];

/** When an event is, told by how long before or after others it is. */
function dates(random: Random): Story {
  const chains = dealt(EVENTS, random);
  const start = () => random.integer(FIRST_DAY + 60, LAST_DAY - 60);
  const told = walks(chains, {start, id: dateText}, value => {
    const [days, unit] = random.pick(UNITS);
    const [after, count] = [random.chance(0.5), random.integer(2, days === 1 ? 25 : 5)];
    const to = value + (after ? 1 : -1) * days * count;
    if (to < FIRST_DAY || to > LAST_DAY) return null;
    return {to, tell: (a, b) => `The ${a} is ${count} ${unit} ${after ? "after" : "before"} the ${b}.`};
  });
  const stray = ([a, b]: [string, string]) =>
    `The ${a} costs ${random.integer(2, 25)} euros ${random.chance(0.5) ? "more" : "less"} than the ${b}.`;
  return storyOf(chains, told, {
    random,
    stray,
    base: (name, value) => `The ${name} is on ${dateText(value)}.`,
    ask: name => `All of this is in ${YEAR}, which is no leap year. On which date is the ${name}?`,
    nameOf: name => `the ${name}`,
    show: dateText
  });
}

function dateText(at: number): string {
  const {month, day} = dayOf(at);
  return `${day} ${MONTHS[month - 1]}`;
}

/** Columns and rows of the map. */
const SIDE = 12;
const COLUMNS = "ABCDEFGHIJKL";
const WAYS: readonly [string, number, number][] = [
  ["north", 0, 1],
  ["south", 0, -1],
  ["east", 1, 0],
  ["west", -1, 0],
  ["north-east", 1, 1],
  ["north-west", -1, 1],
  ["south-east", 1, -1],
  ["south-west", -1, -1]
];

/** On which square of a map a place is, told by where it is from others. A square is its column + 12 × its row. */
function space(random: Random): Story {
  const chains = dealt(TOWN_PLACES, random);
  const start = () => random.integer(3, SIDE - 4) + SIDE * random.integer(3, SIDE - 4);
  const told = walks(chains, {start, id: squareText}, value => {
    const [way, dx, dy] = random.pick(WAYS);
    const count = random.integer(1, 3);
    const [x, y] = [(value % SIDE) + dx * count, Math.floor(value / SIDE) + dy * count];
    if (x < 0 || y < 0 || x >= SIDE || y >= SIDE) return null;
    return {to: x + SIDE * y, tell: (a, b) => `The ${a} is ${count} ${count === 1 ? "square" : "squares"} ${way} of the ${b}.`};
  });
  const stray = ([a, b]: [string, string]) =>
    `The ${a} is ${random.integer(2, 30)} years ${random.chance(0.5) ? "older" : "younger"} than the ${b}.`;
  return storyOf(chains, told, {
    random,
    stray,
    base: (name, value) => `The ${name} is on square ${squareText(value)}.`,
    ask: name =>
      `On the map, columns A to L run from west to east, and rows 1 to ${SIDE} from south to north; a step north-east goes one square north and one east, and so on. On which square is the ${name}?`,
    nameOf: name => `the ${name}`,
    show: squareText
  });
}

const squareText = (square: number): string => `${COLUMNS[square % SIDE]}${Math.floor(square / SIDE) + 1}`;

/** A move from a value to the next, and the fact that tells it of a and b, where a has the next. */
interface Move {
  to: number;
  tell(a: string, b: string): string;
}
/** Values along each chain, by its names from the first to the last, and the facts between them. */
interface Told {
  values: number[];
  facts: string[];
}

/** Values from the end of each chain to its beginning by random moves, until those at the beginnings are all different. */
function walks(
  chains: readonly (readonly string[])[],
  {start, id}: {start(): number; id(value: number): string},
  move: (value: number) => Move | null
): Told[] {
  for (;;) {
    const told = chains.map((chain): Told => {
      const values = [start()];
      const facts: string[] = [];
      while (values.length < chain.length) {
        const next = move(values[0]!);
        if (!next) continue;
        const at = chain.length - values.length;
        facts.push(next.tell(chain[at - 1]!, chain[at]!));
        values.unshift(next.to);
      }
      return {values, facts};
    });
    if (new Set(told.map(({values}) => id(values[0]!))).size === chains.length) return told;
  }
}

function storyOf(
  chains: readonly (readonly string[])[],
  told: readonly Told[],
  words: {
    random: Random;
    /** A fact about another property. */
    stray(pair: [string, string]): string;
    base(name: string, value: number): string;
    ask(name: string): string;
    /** What steps call it. */
    nameOf(name: string): string;
    show(value: number): string | number;
  }
): Story {
  const {random, stray, base, ask, nameOf, show} = words;
  return {
    statements: random.shuffle([
      ...told.flatMap(({values, facts}, i) => [base(chains[i]!.at(-1)!, values.at(-1)!), ...facts]),
      ...strayPairs(chains, random).map(stray)
    ]),
    answers: told.map(({values}) => String(show(values[0]!))),
    questions: chains.map(([first]) => ask(first!)),
    steps: told.map(({values}, i) => {
      const chain = chains[i]!;
      return chain
        .slice(0, -1)
        .map((name, at) => ({name: nameOf(name), value: show(values[at]!)}))
        .reverse();
    })
  };
}

/** Items of each kind and number of hops: with 30 of those, 4,800 in all. */
const STORIES = 160;

/** The words that begin every question. */
export const OPENING = "Read these statements; not all of them are needed.";

export const reason: Benchmark = {
  name: "zen-reason",
  version: 2,
  summary: "Chains of two to twelve facts about people, kinds, amounts, dates and places, among facts that lead nowhere.",
  domain: "Reasoning",
  category: "ZenReason",
  facets: {
    kind: "what the facts are about",
    level: "difficulty, 1 to 5: 2, 4, 6, 8, and 10 or 12 hops",
    hops: "facts that must be put together; stories, questions and options are those of other numbers of hops"
  },
  paired: ["hops", "level"],
  single: true,
  cells: (Object.keys(KINDS) as Kind[]).flatMap(kind =>
    HOPS.map((hops, i) => ({
      facets: {kind, level: LEVELS[i]!, hops},
      size: STORIES,
      item: (_: number, random: Random) => itemOf(kind, i, random)
    }))
  )
};

function itemOf(kind: Kind, asked: number, random: Random): MadeItem {
  const {statements, answers, questions, steps} = KINDS[kind](random);
  const choices = random.shuffle(answers);
  return {
    prompt: `${OPENING}\n\n${statements.join("\n")}\n\n${questions[asked]}\n${optionLines(choices)}\n\n${LETTER_LINE}`,
    expected: letterOf(choices.indexOf(answers[asked]!)),
    choices,
    guess_chance: 1 / choices.length,
    scorer: {kind: "choice"},
    steps: steps[asked]!
  };
}
