// The benchmark ZenWordProblems: amounts that are compared, change and are used up, in two to ten steps among irrelevant quantities.
import type {Problem} from "../../parts/expressions.js";
import {levelCells} from "../../parts/levels.js";
import {type Random, severalOf} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark} from "../benchmark.js";

const NAMES = "Mira Ben Clara Deniz Edda Farid Greta Hugo Iris Jonas Kaya Lukas Nadia Oskar Petra Quentin".split(" ");

/** The words of a setting: "Mira has 12 apples", "Mira's route is 12 kilometres long". */
interface Setting {
  /** The holder of an amount, by a name. */
  holder: (name: string) => string;
  has: string;
  unit: string;
  /** Groups of a base amount. */
  packs: string;
  /** Between a factor and the holder compared with. */
  equative: string;
  more: string;
  less: string;
  /** Irrelevant objects. */
  other: string;
}

interface Scene {
  settings: readonly Setting[];
  /** Sentences of changes, with # for the amount; @ is the holder. */
  gains: readonly string[];
  losses: readonly string[];
  /** Of a change by a share, with # for the share. */
  cuts: readonly string[];
  /** Of a change by a factor. */
  growths: readonly string[];
  /** Questions for the amount times a number, and less a number or not. */
  products: readonly string[];
  charges: readonly string[];
  /** Questions for the number of equal parts of a size. */
  parts: readonly string[];
  /** A sentence about all amounts. */
  note?: string;
}

const person = (name: string): string => name;
const counted = (unit: string, packs: string, other: string, has = "has"): Setting => ({
  ...{holder: person, has, unit, packs, other, equative: `as many ${unit} as`},
  ...{more: "more", less: "fewer"}
});

const goods: Scene = {
  settings: [
    counted("apples", "crates", "pears"),
    counted("rolls", "trays", "cakes"),
    counted("stamps", "sheets", "coins"),
    counted("tulips", "boxes", "roses"),
    counted("candles", "cartons", "lanterns"),
    counted("tickets", "blocks", "posters")
  ],
  gains: ["@ buys # more $.", "@ is given # $ by an aunt.", "A delivery brings @ # $.", "@ finds another # $ in a cupboard."],
  losses: ["@ sells # $.", "@ gives # $ to a school.", "# of the $ that @ has get broken.", "@ lends # $ to a neighbour."],
  cuts: [
    "@ sells # of the $ left by then.",
    "A buyer takes # of the $ that @ has at that point.",
    "@ gives # of the remaining $ away.",
    "Damage takes # of the $ that @ has by then."
  ],
  growths: [
    "@ gets so many new $ that there are # times as many as before.",
    "The stock of @ grows to # times its size.",
    "After a purchase @ has # times as many $ as just before.",
    "A gift makes it # times as many $ for @."
  ],
  products: [
    "@ then sells all of them for # euros each. How many euros does that bring?",
    "All of the $ that @ has in the end are sold at # euros apiece. How many euros does @ get?",
    "In the end each of the $ of @ is worth # euros. What are they worth together, in euros?",
    "At # euros each, what is the price in euros of all the $ that @ has at last?"
  ],
  charges: [
    "@ then sells all of them for # euros each and pays % euros for the stall. How many euros remain?",
    "All of the $ that @ has in the end are sold at # euros apiece, and a fee of % euros is taken off. How many euros does @ keep?",
    "In the end each of the $ of @ is sold for # euros; transport costs % euros altogether. How many euros are left?",
    "At # euros each, and with % euros of rent to pay, how many euros does @ keep from selling all the $ left?"
  ],
  parts: [
    "@ packs all of them into bags of #. How many bags are filled?",
    "In the end the $ of @ go into boxes that hold # each. How many boxes are full?",
    "@ hands out all of them, # to each child. How many children get some?",
    "How many bundles of # can @ tie in the end?"
  ]
};

const euros = (has: string, packs: string, other: string): Setting => ({
  ...{holder: person, has, unit: "euros", packs, other, equative: "as much as"},
  ...{more: "more", less: "less"}
});

const money: Scene = {
  settings: [
    euros("has", "envelopes", "foreign coins"),
    euros("has saved", "transfers", "vouchers"),
    euros("has earned", "payments", "letters"),
    euros("has collected", "gifts", "receipts")
  ],
  gains: ["@ earns # $ more.", "@ gets a refund of # $.", "A grandmother sends @ # $.", "@ wins # $ in a raffle."],
  losses: ["@ spends # $ on shoes.", "@ pays a bill of # $.", "A repair costs @ # $.", "@ loses # $ on the way."],
  cuts: [
    "@ spends # of the money left by then.",
    "@ puts # of the remaining money into a gift.",
    "Rent takes # of what @ has at that point.",
    "@ pays # of the money still there as tax."
  ],
  growths: [
    "A prize makes it # times as much for @.",
    "A lucky sale turns the money of @ into # times as much.",
    "The money of @ grows to # times the sum.",
    "After a good deal @ has # times as much as just before."
  ],
  products: [
    "@ changes all of it into crowns, of which there are # to a euro. How many crowns is that?",
    "With # tokens for each euro, how many tokens can @ get in the end?",
    "In the end a sponsor pays # crowns for each euro of @. How many crowns does the sponsor pay?",
    "How many crowns does @ get at last, at # crowns for each euro?"
  ],
  charges: [
    "@ changes all of it into crowns, of which there are # to a euro, and pays a fee of % crowns. How many crowns remain?",
    "With # tokens for each euro, and % tokens to give back, how many tokens can @ keep in the end?",
    "In the end a sponsor pays # crowns for each euro of @, but keeps % crowns. How many crowns does the sponsor pay out?",
    "How many crowns does @ keep at last, at # crowns for each euro and after a tax of % crowns?"
  ],
  parts: [
    "@ buys as many books at # euros as possible. How many are these?",
    "In the end @ pays # euros into each account until nothing is left. How many accounts are these?",
    "How many tickets at # euros can @ buy with all of it?",
    "@ gives # euros to each cousin, and nothing is left. How many cousins are there?"
  ]
};

const route = (noun: string, packs: string, other: string): Setting => ({
  ...{holder: (name: string) => `the ${noun} of ${name}`, has: "measures", unit: "kilometres", packs, other},
  ...{equative: "as long as", more: "more", less: "less"}
});

const journeys: Scene = {
  settings: [
    route("route", "stages", "bridges"),
    route("tour", "laps", "hills"),
    route("voyage", "legs", "harbours"),
    route("trail", "sections", "huts")
  ],
  gains: [
    "A detour makes @ # $ longer.",
    "A visit adds # $ to @.",
    "@ gets an extra loop of # $.",
    "Because of a closed bridge, # $ more belong to @."
  ],
  losses: [
    "A tunnel makes @ # $ shorter.",
    "@ loses a side trip of # $.",
    "A ferry saves # $ of @.",
    "To save time, # $ are taken off @."
  ],
  cuts: [
    "Then # of @, as it is by then, is left out.",
    "A train covers # of what @ measures at that point, and this part no longer counts.",
    "@ is shortened by # of its length by then.",
    "Storms close # of @, as it is at that point, and this part is dropped."
  ],
  growths: [
    "A new plan makes @ # times as long as just before.",
    "@ is done # times over, which counts as its new length.",
    "@ grows to # times its length.",
    "A change of goal turns @ into one of # times the length."
  ],
  products: [
    "Each kilometre takes # minutes. How many minutes does @ take in the end?",
    "How many minutes does @ take in the end, at # minutes for each kilometre?",
    "There are # signs on each kilometre of @. How many signs are there in the end?",
    "At # cents for each kilometre, how many cents does @ cost in the end?"
  ],
  charges: [
    "Each kilometre takes # minutes, and a tail wind saves % minutes in all. How many minutes does @ take in the end?",
    "How many minutes does @ take in the end, at # minutes for each kilometre but % minutes less for the whole?",
    "There are # signs on each kilometre of @, of which % signs are missing. How many signs are there in the end?",
    "At # cents for each kilometre and with % cents paid back, how many cents does @ cost in the end?"
  ],
  parts: [
    "In the end @ is split into days of # kilometres. How many days does it take?",
    "With a rest after every # kilometres and at the end, how many rests are there on @ in the end?",
    "How many tanks of fuel does @ take in the end, if a tank lasts for # kilometres?",
    "A relay changes after every # kilometres. How many runners share @ in the end?"
  ]
};

const output = (noun: string, unit: string, packs: string, other: string): Setting => ({
  ...{holder: (name: string) => `the ${noun} of ${name}`, has: "makes", unit, packs, other},
  ...{equative: `as many ${unit} as`, more: "more", less: "fewer"}
});

const work: Scene = {
  note: "All amounts are those of one day.",
  settings: [
    output("workshop", "chairs", "batches", "repairs"),
    output("mill", "sacks", "loads", "tours"),
    output("press", "leaflets", "stacks", "errors"),
    output("kiln", "tiles", "rows", "cracks")
  ],
  gains: [
    "A new tool lets @ make # $ more in a day.",
    "Training raises what @ makes by # $ a day.",
    "An apprentice adds # $ a day to what @ makes.",
    "From then on @ turns out # extra $ a day."
  ],
  losses: [
    "Wear costs @ # $ a day.",
    "A shorter day lowers what @ makes by # $.",
    "A helper leaves, and @ makes # $ less in a day.",
    "From then on # $ a day are rejects that do not count for @."
  ],
  cuts: [
    "A cold spell stops # of what @ makes by then.",
    "@ gives up # of its daily output of that time.",
    "A shortage of material takes # of what @ makes in a day at that point.",
    "A fault reduces the output of @ by # of what it is by then."
  ],
  growths: [
    "A second shift makes it # times as many $ a day for @.",
    "A motor lets @ make # times as many as just before.",
    "The output of @ grows to # times its size.",
    "A larger hall turns the output of @ into # times as many $ a day."
  ],
  products: [
    "How many $ does @ make in # days at the pace of the end?",
    "At the pace of the end @ works for # days. How many $ come out?",
    "For # days @ keeps the pace of the end. How many $ are made?",
    "Each of # days is like the last one. How many $ does @ make in them?"
  ],
  charges: [
    "How many $ does @ deliver after # days at the pace of the end, if % $ of them are kept?",
    "At the pace of the end @ works for # days, and % $ fail the test. How many $ pass?",
    "For # days @ keeps the pace of the end, and % $ are used at home. How many $ are left?",
    "Each of # days is like the last one, and % $ go to waste. How many $ does @ make in them that can be used?"
  ],
  parts: [
    "The $ of a day go out in packs of #. How many packs does @ fill in a day in the end?",
    "In the end @ fills pallets with # $ each. How many pallets a day are these?",
    "One customer takes # $ a day. How many such customers can @ serve in the end?",
    "How many boxes of # does @ need in a day in the end?"
  ]
};

const OPENINGS = [
  "This is known of the beginning.",
  "At the start it is as follows.",
  "Here is how it all begins.",
  "First some facts about the beginning."
];
const CHANGES = [
  "Then this happens, one after the other.",
  "After that there are changes, in this order.",
  "What follows happens step by step.",
  "Later these events take place in turn."
];
const TOGETHER = [
  "What do @ and & come to together in the end, in $?",
  "In the end, what is the total of @ and & in $?",
  "How many $ are these for @ and & together in the end?",
  "Add up what belongs to @ and & in the end: how many $ is it?"
];

const FRACTIONS = [
  [1, 2, "half"],
  [1, 3, "a third"],
  [2, 3, "two thirds"],
  [1, 4, "a quarter"],
  [3, 4, "three quarters"],
  [1, 5, "a fifth"],
  [2, 5, "two fifths"],
  [3, 5, "three fifths"]
] as const;

const timesText = (factor: number): string => (factor === 2 ? "twice" : `${factor} times`);

/** Sentences begin with a capital: holders such as "the route of Mira" do not. */
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Computing steps of each level. */
const STEPS = [2, 4, 6, 8, 10];
const MIN_VALUE = 12;
const MAX_VALUE = 6_000;

/** Returns a change of a value with its text, drawn until the new value is a whole number in range. */
function change<T>(draw: () => readonly [value: number, text: T]): readonly [number, T] {
  for (;;) {
    const result = draw();
    if (Number.isInteger(result[0]) && result[0] >= MIN_VALUE && result[0] <= MAX_VALUE) return result;
  }
}

function problem({settings, ...scene}: Scene, level: number, random: Random): Problem {
  const {holder, has, unit, packs, equative, more, less, other} = random.pick(settings);
  const steps: Step[] = [];
  let left = STEPS[level - 1]!;
  const record = (name: string, value: number): number => {
    steps.push({name, value});
    left--;
    return value;
  };
  const finals = level === 1 ? 1 : random.integer(1, 2);
  const events = level === 1 ? 0 : Math.floor(left / 2) - 1;
  const isGrouped = random.chance(0.5);
  const relations = left - finals - events - (isGrouped ? 1 : 0);
  const names = severalOf(NAMES, relations + 3, random);
  const holders = names.map(holder);
  const facts: string[] = [];

  // The amounts of the beginning: a base, and each of the others by the one before.
  let value: number;
  const [first] = holders as [string];
  if (isGrouped) {
    const [count, size] = [random.integer(3, 19), random.integer(6, 30)];
    value = record(`${first} at first`, count * size);
    facts.push(
      random.pick([
        `${first} ${has} ${count} ${packs} of ${size} ${unit} each.`,
        `All that ${first} ${has} is ${count} ${packs} of ${size} ${unit} each.`,
        `There are ${count} ${packs} for ${first}, each of ${size} ${unit}.`,
        `${first} ${has} ${size} ${unit} in each of ${count} ${packs}.`
      ])
    );
  } else {
    value = random.integer(20, 240);
    facts.push(
      random.pick([
        `${first} ${has} ${value} ${unit}.`,
        `We know that ${first} ${has} ${value} ${unit}.`,
        `It is ${value} ${unit} that ${first} ${has}.`,
        `Of all, ${first} ${has} ${value} ${unit}.`
      ])
    );
  }
  const relate = (from: number, [x, y]: readonly [string, string]): readonly [number, string] =>
    change(() => {
      const kind = random.integer(0, 3);
      const by = random.integer(3, 99);
      if (kind < 2) {
        const word = kind === 0 ? more : less;
        return [
          kind === 0 ? from + by : from - by,
          random.pick([
            `${x} ${has} ${by} ${unit} ${word} than ${y}.`,
            `Compared with ${y}, ${x} ${has} ${by} ${unit} ${word}.`,
            `The difference is ${by} ${unit}: ${x} ${has} ${word} than ${y}.`,
            `${x} ${has} ${word} than ${y}, by ${by} ${unit}.`
          ])
        ];
      }
      const factor = random.integer(2, 5);
      const [p, q, words] = kind === 2 ? [factor, 1, timesText(factor)] : random.pick(FRACTIONS);
      return [
        (from * p) / q,
        random.pick([
          `${x} ${has} ${words} ${equative} ${y}.`,
          `Compared with ${y}, it is ${words} ${equative.slice(0, -" as".length)} for ${x}.`,
          `For ${x} it is ${words} ${equative} for ${y}.`,
          `What ${x} ${has} is ${words} ${q > 1 ? "of " : ""}what ${y} ${has}.`
        ])
      ];
    });
  const values = [value];
  for (let i = 1; i <= relations; i++) {
    const [next, text] = relate(values[i - 1]!, [holders[i]!, holders[i - 1]!]);
    values.push(record(`${holders[i]} at first`, next));
    facts.push(text);
  }
  const main = holders[relations]!;
  value = values[relations]!;
  const [idle, second] = [holders[relations + 1]!, holders[relations + 2]!];
  const fill = (text: string, numbers: {[sign: string]: string | number} = {}, whose = main): string =>
    capital(
      text
        .replaceAll("@", whose)
        .replaceAll("$", unit)
        .replaceAll("&", idle)
        .replace(/[#%]/gu, sign => String(numbers[sign]))
    );

  // Irrelevant quantities.
  facts.push(relate(value, [second, main])[1]);
  const noise = [
    () => `${random.pick(names)} is ${random.integer(9, 80)} years old.`,
    () => `Last year there were ${random.integer(20, 400)} ${unit} for ${random.pick(holders.slice(0, relations + 1))}.`,
    () => `${random.pick(names)} also counts ${random.integer(12, 90)} ${other}.`,
    () => `It is ${random.integer(5, 30)} degrees outside.`,
    () => `All this began ${random.integer(2, 60)} weeks ago.`,
    () => `${random.pick(names)} knows ${random.integer(12, 60)} others who do the same.`
  ];
  for (const make of severalOf(noise, random.integer(1, 3), random)) facts.push(make());

  // Changes of the last amount, and one of another that is not asked for.
  const lines: string[] = [];
  for (let i = 0; i < events; i++) {
    const [next, text] = change(() => {
      const kind = random.integer(0, 3);
      const by = random.integer(3, 99);
      if (kind === 0) return [value + by, fill(random.pick(scene.gains), {"#": by})];
      if (kind === 1) return [value - by, fill(random.pick(scene.losses), {"#": by})];
      const factor = random.integer(2, 4);
      if (kind === 2) return [value * factor, fill(random.pick(scene.growths), {"#": factor})];
      const [p, q, words] = random.pick(FRACTIONS);
      return [(value * (q - p)) / q, fill(random.pick(scene.cuts), {"#": words})];
    });
    value = record(`${main} after change ${i + 1}`, next);
    lines.push(text);
  }
  if (lines.length > 0) {
    const idleChange = fill(random.pick(scene.gains), {"#": random.integer(3, 99)}, second);
    lines.splice(random.integer(0, lines.length), 0, idleChange);
  }

  let question: string;
  const sizes = [4, 5, 6, 7, 8, 9, 11, 12, 13, 14].filter(size => value % size === 0 && value / size > 3);
  if (finals === 2) {
    const [factor, fee] = [random.integer(2, 9), random.integer(5, 2 * value - 5)];
    record(`${main} in the end`, value * factor);
    value = record("remainder", value * factor - fee);
    question = fill(random.pick(scene.charges), {"#": factor, "%": fee});
  } else if (sizes.length > 0 && random.chance(0.5)) {
    const size = random.pick(sizes);
    value = record("parts", value / size);
    question = fill(random.pick(scene.parts), {"#": size});
  } else if (random.chance(0.5)) {
    const amount = random.integer(20, 900);
    value = record("total", value + amount);
    facts.push(`${idle} ${has} ${amount} ${unit}.`);
    question = fill(random.pick(TOGETHER));
  } else {
    const factor = random.integer(3, 40);
    value = record("product", value * factor);
    question = fill(random.pick(scene.products), {"#": factor});
  }
  const parts = [
    `${random.pick(OPENINGS)} ${scene.note ? `${scene.note} ` : ""}${random.shuffle(facts).map(capital).join(" ")}`,
    ...(lines.length > 0 ? [`${random.pick(CHANGES)} ${lines.join(" ")}`] : []),
    question
  ];
  return {question: parts.join("\n"), answer: value, steps};
}

const SCENES = {goods, money, journeys, work};

/** The words that begin every question. */
export const WORD_PROBLEMS_OPENING = "Solve this word problem. Some of its numbers are not needed.";

export const wordProblems: Benchmark = {
  name: "zen-word-problems",
  version: 1,
  summary: "Amounts that are compared, change and are used up, in two to ten steps among irrelevant quantities.",
  domain: "Mathematics",
  category: "Word problems",
  facets: {family: "what is counted", level: "difficulty, 1 to 5: two to ten steps"},
  single: true,
  cells: levelCells(
    Object.fromEntries(
      Object.entries(SCENES).map(([name, scene]) => [name, (level: number, random: Random) => problem(scene, level, random)])
    ),
    // With the 20 cells 4,000 in all.
    {size: 200, opening: WORD_PROBLEMS_OPENING, think: true}
  )
};
