// The benchmark ZenNextStep: everyday procedures with objects, places and people, of which one of four continuations is possible.
import {LETTERS, optionLines} from "../../parts/choice.js";
import {type Random, severalOf} from "../../seed.js";
import {type Step, THINK} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";

const NAMES = "Amir Berta Cleo Dario Elin Fynn Gesa Henrik Ines Jannis".split(" ");

/** A setting: where it is, objects that last, supplies that can be used up, places, and a machine that runs for a while. */
interface Setting {
  scene: string;
  objects: string;
  supplies: string;
  places: string;
  machines: string;
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  cooking: {
    scene: "cook together",
    objects: "whisk, ladle, grater, sieve, peeler, mould, pan, timer",
    supplies: "butter, flour, cream, vinegar, honey, rice",
    places: "fridge, pantry, drawer, cupboard, chest, cabinet",
    machines: "oven, dishwasher, steamer"
  },
  repairs: {
    scene: "repair a bicycle",
    objects: "wrench, pump, saddle, chain, hammer, lamp, bell, pliers",
    supplies: "grease, glue, paint, polish, solder, tape",
    places: "shed, toolbox, locker, cabinet, trunk, crate",
    machines: "compressor, washer, furnace"
  },
  laboratory: {
    scene: "prepare samples",
    objects: "pipette, flask, tripod, magnet, thermometer, funnel, tray, scale",
    supplies: "buffer, dye, ethanol, agar, saline, enzyme",
    places: "freezer, hood, drawer, cabinet, cooler, safe",
    machines: "centrifuge, incubator, shaker"
  },
  travel: {
    scene: "pack for a journey",
    objects: "torch, map, compass, camera, blanket, passport, tent, bottle",
    supplies: "bread, fuel, sunscreen, soap, tea, bait",
    places: "suitcase, trunk, locker, cabin, hamper, safe",
    machines: "dryer, steriliser, washing machine"
  }
};

type Kind = "take" | "put" | "give" | "use" | "open" | "close" | "lock" | "unlock" | "start" | "stop";

interface Action {
  kind: Kind;
  person: string;
  object: string;
  place: string;
  /** Who receives an object. */
  other: string;
}

/** Sentences about the past. P is a person, Q another, T an object and L a place. */
const PAST: Readonly<Record<Kind, readonly string[]>> = {
  take: [
    "P took the T out of the L.",
    "The T was taken from the L by P.",
    "P fetched the T from the L.",
    "From the L, P got the T."
  ],
  put: ["P put the T into the L.", "The T was put into the L by P.", "P stowed the T in the L.", "Into the L, P laid the T."],
  give: ["P handed the T to Q.", "P passed the T to Q.", "P gave the T to Q.", "P let Q have the T."],
  use: ["P used up the T.", "All of the T was used by P.", "P needed all of the T.", "P finished the T, and none was left."],
  open: ["P opened the L.", "The L was opened by P.", "P made the L open.", "P went to the L and opened it."],
  close: ["P closed the L.", "The L was closed by P.", "P shut the L.", "P went to the L and closed it."],
  lock: ["P locked the L.", "The L was locked by P.", "P turned the key and locked the L.", "P went to the L and locked it."],
  unlock: [
    "P unlocked the L.",
    "The L was unlocked by P.",
    "P turned the key and unlocked the L.",
    "P went to the L and unlocked it."
  ],
  start: ["P started the L.", "The L was started by P.", "P set the L going.", "P went to the L and started it."],
  stop: [
    "The L came to its end and stopped.",
    "The L was done and stopped.",
    "After a while the L stopped.",
    "The L stopped by itself."
  ]
};

/** Kinds of continuations that are asked for, in the present; the options of a question are of one kind. */
const ASKED: Partial<Record<Kind, readonly string[]>> = {
  take: ["P takes the T out of the L", "P gets the T from the L"],
  put: ["P puts the T into the L", "P lays the T into the L"],
  give: ["P hands the T to Q", "P passes the T on to Q"],
  use: ["P uses up the T", "P uses all of the T"],
  open: ["P opens the L", "P is the one who opens the L"]
};
const QUESTIONS = [
  "Which of these can come next?",
  "Only one of these can be the next step. Which one?",
  "Which of the following is possible now?",
  "What can happen directly after that?"
];

const fill = (text: string, {person, other, object, place}: Action): string =>
  text.replace(/\b[PQTL]\b/gu, sign => ({P: person, Q: other, T: object, L: place})[sign]!);

const KEY = "key";
const HANDS = 2;

/** The positions of objects and the states of places. */
class World {
  /** By object: a place, or who holds it; objects that are used up have none. */
  readonly whereabouts = new Map<string, string>();
  readonly openPlaces = new Set<string>();
  readonly lockedPlaces = new Set<string>();
  isRunning = false;

  constructor(
    readonly people: readonly string[],
    readonly objects: readonly string[],
    readonly supplies: readonly string[],
    readonly places: readonly string[],
    readonly machine: string
  ) {}

  copy(): World {
    const {people, objects, supplies, places, machine} = this;
    const copy = new World(people, objects, supplies, places, machine);
    for (const [object, where] of this.whereabouts) copy.whereabouts.set(object, where);
    for (const place of this.openPlaces) copy.openPlaces.add(place);
    for (const place of this.lockedPlaces) copy.lockedPlaces.add(place);
    return copy;
  }

  contents(holder: string): string[] {
    return [...this.whereabouts].filter(([, where]) => where === holder).map(([object]) => object);
  }

  hasFreeHand(person: string): boolean {
    let held = 0;
    for (const where of this.whereabouts.values()) if (where === person) held++;
    return held < HANDS;
  }

  isPossible({kind, person, object, place, other}: Action): boolean {
    const isMachine = place === this.machine;
    const isOpen = place !== "" && this.openPlaces.has(place);
    switch (kind) {
      case "take":
        return isOpen && this.whereabouts.get(object) === place && this.hasFreeHand(person);
      case "put":
        return isOpen && this.whereabouts.get(object) === person;
      case "give":
        return this.whereabouts.get(object) === person && this.hasFreeHand(other);
      case "use":
        return this.whereabouts.get(object) === person;
      case "open":
        return !isOpen && !this.lockedPlaces.has(place) && !(isMachine && this.isRunning);
      case "close":
        return isOpen;
      case "lock":
        return !isMachine && !isOpen && this.whereabouts.get(KEY) === person && !this.lockedPlaces.has(place);
      case "unlock":
        return this.whereabouts.get(KEY) === person && this.lockedPlaces.has(place);
      case "start":
        return isMachine && !isOpen && !this.isRunning && this.contents(place).length > 0;
      case "stop":
        return isMachine && this.isRunning;
    }
  }

  perform({kind, person, object, place, other}: Action): void {
    if (kind === "take") this.whereabouts.set(object, person);
    else if (kind === "put") this.whereabouts.set(object, place);
    else if (kind === "give") this.whereabouts.set(object, other);
    else if (kind === "use") this.whereabouts.delete(object);
    else if (kind === "open") this.openPlaces.add(place);
    else if (kind === "close") this.openPlaces.delete(place);
    else if (kind === "lock") this.lockedPlaces.add(place);
    else if (kind === "unlock") this.lockedPlaces.delete(place);
    else this.isRunning = kind === "start";
  }

  /** A random action of a kind, whose person, object and place fit together as far as possible. */
  propose(kind: Kind, random: Random): Action {
    const anybody = random.pick(this.people);
    if (kind === "start" || kind === "stop") return {kind, person: anybody, object: "", place: this.machine, other: ""};
    if (kind === "open" || kind === "close" || kind === "lock" || kind === "unlock")
      return {kind, person: anybody, object: "", place: random.pick(this.places), other: ""};
    const object = random.pick(kind === "use" ? this.supplies : this.objects);
    const where = this.whereabouts.get(object) ?? "";
    if (kind === "take") return {kind, person: anybody, object, place: where, other: ""};
    const person = this.people.includes(where) ? where : anybody;
    if (kind === "put") return {kind, person, object, place: random.pick(this.places), other: ""};
    return {kind, person, object, place: "", other: this.people.find(each => each !== person)!};
  }

  /** All actions of a kind with some of the objects and places, whether possible or not. */
  actions(kind: Kind, {objects, places}: {objects: readonly string[]; places: readonly string[]}): Action[] {
    // Anybody can open a place that can be opened: one person is asked about.
    const people = kind === "open" ? this.people.slice(0, 1) : this.people;
    return people.flatMap(person =>
      (kind === "open" ? [""] : objects).flatMap(object =>
        (kind === "give" || kind === "use" ? [""] : places).map(place => {
          const other = kind === "give" ? this.people.find(each => each !== person)! : "";
          return {kind, person, object, place, other};
        })
      )
    );
  }
}

function worldOf(setting: Setting, random: Random): World {
  const some = (list: string, count: number): string[] => severalOf(list.split(", "), count, random);
  const supplies = some(setting.supplies, 3);
  const objects = random.shuffle([...some(setting.objects, 2), ...supplies, KEY]);
  const [machine] = some(setting.machines, 1) as [string];
  const places = random.shuffle([...some(setting.places, 3), machine]);
  const world = new World(severalOf(NAMES, 2, random), objects, supplies, places, machine);
  for (const place of places) {
    const state = random.integer(0, place === machine ? 1 : 2);
    if (state === 0) world.openPlaces.add(place);
    if (state === 2) world.lockedPlaces.add(place);
  }
  for (const object of objects) {
    // Nobody could get a key out of a locked place.
    const choices = places.filter(place => object !== KEY || !world.lockedPlaces.has(place));
    world.whereabouts.set(object, random.pick(choices));
  }
  return world;
}

const listed = (parts: readonly string[]): string =>
  parts.length === 1 ? parts[0]! : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;

function beginning(world: World, scene: string, random: Random): string {
  const stateOf = (place: string): string =>
    world.openPlaces.has(place) ? "open" : world.lockedPlaces.has(place) ? "locked" : "closed, not locked";
  const sentences = world.places.map(place => {
    const contents = world.contents(place);
    const inside = contents.length === 0 ? "nothing" : listed(contents.map(object => `the ${object}`));
    return random.pick([
      `The ${place} (${stateOf(place)}) contains ${inside}.`,
      `The ${place}, which is ${stateOf(place)}, contains ${inside}.`
    ]);
  });
  return `${listed(world.people)} ${scene}. ${sentences.join(" ")}`;
}

const rules = (machine: string): string =>
  `These rules hold. Each person has two hands, both empty at first, and an object takes one hand. An object can be taken only out of a place that is open, and put only into one. A place that is locked cannot be opened before it is unlocked, and a closed place is locked or unlocked by somebody who holds the key. The ${machine} has no lock; it starts only when it is closed with something inside, and cannot be opened before it stops. What somebody holds can be handed to somebody with a free hand, or used up, and then it is gone.`;

/** Changes of each level, and how many of these concern the options at least. */
const CHANGES = [3, 6, 10, 16, 24];
const MIN_RELEVANT = [1, 2, 4, 6, 8];
const KINDS = Object.keys(PAST) as Kind[];

const concerns = (options: readonly Action[], {object, place}: Action): boolean =>
  options.some(option => (object !== "" && option.object === object) || (place !== "" && option.place === place));

/** Whether an action changes the state of a place that was changed just before. */
const repeats = ({object, place}: Action, last: Action | undefined): boolean =>
  last !== undefined && object === "" && last.object === "" && last.place === place;

const isSame = (one: Action, other: Action): boolean =>
  one.object === other.object && one.place === other.place && one.person === other.person;

/** How the world has changed, for the record of steps. */
const resultOf = (world: World, {object, place}: Action): string =>
  object === ""
    ? `${place}: ${world.openPlaces.has(place) ? "open" : "closed"}`
    : `${object}: ${world.whereabouts.get(object) ?? "gone"}`;

/** The classes of an option: of all options, as many are about supplies and about the machine whether right or wrong. */
interface Slot {
  isSupply: boolean;
  isMachine: boolean;
}

const OPTIONS = 4;
/** Actions that are proposed until one is possible. */
const MAX_PROPOSALS = 400;
/** Stories that are made until one has such options; a few classes are impossible together, such as four ways to empty the machine. */
const MAX_TRIES = 60;

function itemOf(setting: Setting, level: number, random: Random): MadeItem {
  const asked = random.pick(Object.keys(ASKED) as Kind[]);
  const machineSlot = random.integer(0, OPTIONS - 1);
  const slots = Array.from({length: OPTIONS}, (_, i): Slot => {
    const isMachine = asked === "open" ? i === machineSlot : random.chance(1 / 4);
    return {isSupply: asked === "use" || random.chance(3 / 5), isMachine};
  });
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const world = worldOf(setting, random);
    const opening = beginning(world, setting.scene, random);
    const start = world.copy();
    const events: {action: Action; result: string}[] = [];
    for (let i = 0; i < MAX_PROPOSALS && events.length < CHANGES[level - 1]!; i++) {
      const action = world.propose(random.pick(KINDS), random);
      if (!world.isPossible(action) || repeats(action, events.at(-1)?.action)) continue;
      world.perform(action);
      events.push({action, result: resultOf(world, action)});
    }
    if (events.length < CHANGES[level - 1]!) continue;
    const byClass: Record<string, Action[]> = {}; // slots of a class share their candidates
    const candidates = slots.map(
      ({isSupply, isMachine}) =>
        (byClass[`${isSupply} ${isMachine}`] ??= world.actions(asked, {
          objects: world.objects.filter(object => object !== KEY && world.supplies.includes(object) === isSupply),
          places: world.places.filter(place => (place === world.machine) === isMachine)
        }))
    );
    if (!candidates[0]!.some(action => world.isPossible(action))) continue;
    // Actions that were possible before are more tempting than others.
    const wasPossible = new Set<Action>();
    const neverPossible = new Set(candidates.slice(OPTIONS / 2).flat());
    for (const {action} of events) {
      for (const candidate of neverPossible)
        if (start.isPossible(candidate)) {
          wasPossible.add(candidate);
          neverPossible.delete(candidate);
        }
      start.perform(action);
    }
    const chosen: Action[] = [];
    for (const [i, slotActions] of candidates.entries()) {
      const fitting = slotActions.filter(
        action => world.isPossible(action) === (i === 0) && !chosen.some(other => isSame(other, action))
      );
      const tempting = i < OPTIONS / 2 ? [] : fitting.filter(action => wasPossible.has(action));
      if (fitting.length > 0) chosen.push(random.pick(tempting.length > 0 ? tempting : fitting));
    }
    if (chosen.length < OPTIONS) continue;
    const options = random.shuffle(chosen);
    const relevant = events.filter(({action}) => concerns(options, action));
    if (relevant.length < MIN_RELEVANT[level - 1]!) continue;
    const key = LETTERS[options.findIndex(action => world.isPossible(action))]!;
    const wording = random.pick(ASKED[asked]!);
    const choices = options.map(action => `${fill(wording, action)}.`);
    const story = events.map(({action}, i) => `${i + 1}. ${fill(random.pick(PAST[action.kind]), action)}`).join("\n");
    const steps: Step[] = relevant.map(({action, result}) => ({
      name: `after line ${events.findIndex(event => event.action === action && event.result === result) + 1}`,
      value: result
    }));
    return {
      prompt: `${NEXT_STEP_OPENING}\n\n${opening}\n${rules(world.machine)}\n\n${story}\n\n${random.pick(QUESTIONS)}\n${optionLines(choices)}\n\n${THINK} with a line of the form\nAnswer: (letter)`,
      expected: key,
      choices,
      guess_chance: 1 / choices.length,
      scorer: {kind: "choice"},
      steps
    };
  }
  return itemOf(setting, level, random);
}

/** The words that begin every question. */
export const NEXT_STEP_OPENING = "Follow what happens, and say how it can go on.";

export const nextStep: Benchmark = {
  name: "zen-next-step",
  version: 1,
  summary: "Cooking, repairs, laboratory work and packing, of which one of four continuations is possible after 3 to 24 changes.",
  domain: "Reasoning",
  category: "Next step",
  facets: {family: "what is done", level: "difficulty, 1 to 5: 3 to 24 changes"},
  single: true,
  // With the 20 cells 4,800 in all.
  cells: Object.entries(SETTINGS).flatMap(([family, setting]) =>
    CHANGES.map((_, i) => ({
      facets: {family, level: i + 1},
      size: 240,
      item: (_: number, random: Random) => itemOf(setting, i + 1, random)
    }))
  )
};
