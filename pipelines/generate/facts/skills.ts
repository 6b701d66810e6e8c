// The twenty skills by name, in the order of the bAbI tasks.

import type {Random} from "../seed.js";
import {
  compoundCoreference,
  conjunction,
  coreference,
  indefinite,
  negation,
  oneFact,
  sceneOf,
  time,
  went,
  yesNo
} from "./moving.js";
import {pathFinding, position, size, threeArguments, twoArguments} from "./relations.js";
import {ascending, drawn, IN_ORDER, numbersWhere, type Skill, skill, some} from "./skill.js";
import {ANIMALS, COLOURS, NAMED, NEEDS, PEOPLE, PETS, PLACES, THINGS, withArticle} from "./vocabulary.js";

// Skills about things that people take along, put down and hand over.

const TAKES = ["picked up", "took", "grabbed"] as const;
const DROPS = ["put down", "left", "dropped"] as const;
/** How many things a question has. */
const things = 3;

/** What is known of a thing after the facts so far: who has it, or where it lies, the places it has been at, and the facts that say so. */
interface Thing {
  holder: string | null;
  /** The fact by which the holder got it. */
  got: number;
  /** Places one after the other, each with the facts that say that it was there. */
  places: {place: string; facts: number[]}[];
}

interface World {
  facts: string[];
  /** Where each person is, and the fact that says so. */
  at: Map<string, {place: string; fact: number}>;
  things: Map<string, Thing>;
  /** Facts on what each person has, and what they have, in the order in which they got it. */
  hands: Map<string, {facts: number[]; has: string[]}>;
}

/**
 * People move about, take things and put them down; a thing is only taken where it lies.
 * @param handing whether things are handed over as well
 */
function worldOf(random: Random, count: number, {handing = false} = {}): World {
  const {cast, rooms} = sceneOf(random);
  const world: World = {
    facts: [],
    at: new Map(),
    things: new Map(some(THINGS, things, random).map(name => [name, {holder: null, got: -1, places: []}])),
    hands: new Map(cast.map(name => [name, {facts: [], has: []}]))
  };
  const {facts, at, hands} = world;
  const seen = (thing: Thing, place: string, reasons: number[]): void => {
    if (thing.places.at(-1)?.place !== place) thing.places.push({place, facts: reasons});
  };
  const holding = (who: string) => [...world.things].filter(([, {holder}]) => holder === who);
  while (facts.length < count) {
    const who = random.pick(cast);
    const fact = facts.length;
    const here = at.get(who);
    const own = holding(who);
    const free = here
      ? [...world.things].filter(
          ([, {holder, places}]) => holder === null && (places.length === 0 || places.at(-1)!.place === here.place)
        )
      : [];
    const kind = random.real();
    if (here && kind < 0.3 && free.length > 0) {
      const [name, thing] = random.pick(free);
      facts.push(`${who} ${random.pick(TAKES)} the ${name}.`);
      Object.assign(thing, {holder: who, got: fact});
      seen(thing, here.place, [here.fact, fact]);
      hands.get(who)!.has.push(name);
      hands.get(who)!.facts.push(fact);
    } else if (here && kind < 0.4 && own.length > 0) {
      const [name, thing] = random.pick(own);
      facts.push(`${who} ${random.pick(DROPS)} the ${name}.`);
      thing.holder = null;
      thing.places.at(-1)!.facts.push(fact);
      const hand = hands.get(who)!;
      hand.has.splice(hand.has.indexOf(name), 1);
      hand.facts.push(fact);
    } else if (handing && kind < 0.5 && own.length > 0) {
      const [name, thing] = random.pick(own);
      const other = random.pick(
        cast.filter(each => each !== who && (here === undefined || at.get(each)?.place === here.place)).concat(who)
      );
      if (other === who) continue;
      facts.push(`${who} handed the ${name} to ${other}.`);
      Object.assign(thing, {holder: other, got: fact});
      const [hand, otherHand] = [hands.get(who)!, hands.get(other)!];
      hand.has.splice(hand.has.indexOf(name), 1);
      hand.facts.push(fact);
      otherHand.has.push(name);
      otherHand.facts.push(fact);
    } else {
      const place = random.pick(rooms.filter(room => room !== here?.place));
      facts.push(went(who, place, random));
      at.set(who, {place, fact});
      for (const [, thing] of own) seen(thing, place, [thing.got, fact]);
    }
  }
  return world;
}

const twoFacts = skill({
  number: 2,
  title: "two supporting facts",
  fewest: 3,
  labels: PLACES,
  rule: IN_ORDER,
  form: "one place",
  make: (random, count) =>
    drawn(() => {
      const {facts, things} = worldOf(random, count);
      const known = [...things].filter(([, {places}]) => places.length > 0);
      if (known.length === 0) return null;
      const [name, {places}] = random.pick(known);
      const last = places.at(-1)!;
      return {facts, supporting: ascending(last.facts), question: `Where is the ${name}?`, answer: last.place};
    })
});

const threeFacts = skill({
  number: 3,
  title: "three supporting facts",
  fewest: 4,
  labels: PLACES,
  rule: `${IN_ORDER} Before a place means the place at which the thing was right before it came there.`,
  form: "one place",
  make: (random, count) =>
    drawn(() => {
      const {facts, things} = worldOf(random, count);
      const asked = [...things].flatMap(([name, {places}]) =>
        places.flatMap(({place, facts}, i) =>
          i > 0 && places.filter(other => other.place === place).length === 1
            ? [{name, place, before: places[i - 1]!.place, supporting: [...places[i - 1]!.facts, ...facts]}]
            : []
        )
      );
      if (asked.length === 0) return null;
      const {name, place, before, supporting} = random.pick(asked);
      return {facts, supporting: ascending(supporting), question: `Where was the ${name} before the ${place}?`, answer: before};
    })
});

const COUNTS = ["none", "one", "two", "three"] as const;
/** Draws in which a count is looked for before any will do: few facts have no third thing. */
const DRAWS_FOR_COUNT = 40;

const counting = skill({
  number: 7,
  title: "counting",
  fewest: 2,
  labels: COUNTS,
  rule: IN_ORDER,
  form: "one of none, one, two, three",
  make(random, count) {
    const wanted = random.integer(0, COUNTS.length - 1);
    let draws = 0;
    return drawn(() => {
      const {facts, hands} = worldOf(random, count, {handing: true});
      const touched = [...hands].filter(([, {facts}]) => facts.length > 0);
      const fitting = touched.filter(({1: {has}}) => has.length === wanted || draws >= DRAWS_FOR_COUNT);
      draws++;
      if (fitting.length === 0) return null;
      const [who, {facts: supporting, has}] = random.pick(fitting);
      return {
        facts,
        supporting: ascending(supporting),
        question: `How many things is ${who} carrying?`,
        answer: COUNTS[has.length]!
      };
    });
  }
});

const lists = skill({
  number: 8,
  title: "lists",
  fewest: 2,
  labels: [...THINGS, "nothing"],
  rule: IN_ORDER,
  form: "the things, separated by commas, or nothing",
  make: (random, count) =>
    drawn(() => {
      const {facts, hands} = worldOf(random, count, {handing: true});
      const touched = [...hands].filter(([, {facts}]) => facts.length > 0);
      if (touched.length === 0) return null;
      const [who, hand] = random.pick(touched);
      const answer = hand.has.length === 0 ? "nothing" : hand.has.toSorted().join(", ");
      return {facts, supporting: ascending(hand.facts), question: `What is ${who} carrying?`, answer};
    })
});

// Skills about kinds and reasons: deduction, induction and motivation.

const deduction = skill({
  number: 15,
  title: "deduction",
  fewest: 2,
  labels: ANIMALS,
  rule: "What is said of a kind holds for each of its kind.",
  form: "one kind of animal",
  make: (random, count) =>
    drawn(() => {
      const kinds = some(ANIMALS, Math.max(2, Math.min(4, Math.floor(count / 2) + 1)), random);
      const fears = kinds.map(kind => ({kind, feared: random.pick(kinds.filter(other => other !== kind))}));
      const told = fears.slice(0, Math.max(1, Math.min(fears.length, count - 1)));
      const pets = some(PETS, Math.min(PETS.length, count - told.length), random).map(name => ({name, kind: random.pick(kinds)}));
      const facts: {text: string; name?: string; kind?: string}[] = random.shuffle([
        ...told.map(({kind, feared}) => ({text: `Every ${kind} is afraid of every ${feared}.`, kind})),
        ...pets.map(({name, kind}) => ({text: `${name} is ${withArticle(kind)}.`, name}))
      ]);
      while (facts.length < count) facts.push(random.pick(facts)); // what has been said is said again
      const asked = pets.flatMap(({name, kind}) =>
        told.filter(fear => fear.kind === kind).map(({feared}) => ({name, kind, feared}))
      );
      if (asked.length === 0) return null;
      const {name, kind, feared} = random.pick(asked);
      return {
        facts: facts.map(({text}) => text),
        supporting: numbersWhere(facts, fact => fact.name === name || fact.kind === kind),
        question: `Which kind of animal is ${name} afraid of?`,
        answer: feared
      };
    })
});

const induction = skill({
  number: 16,
  title: "induction",
  fewest: 3,
  labels: COLOURS,
  rule: "Animals of one kind have one colour.",
  form: "one colour",
  make: (random, count) =>
    drawn(() => {
      const kinds = some(ANIMALS, 4, random);
      const colours = new Map(kinds.map(kind => [kind, random.pick(COLOURS)]));
      const pets = some(PETS, Math.min(PETS.length, Math.max(2, Math.ceil(count / 2) + 1)), random).map(name => ({
        name,
        kind: random.pick(kinds)
      }));
      const [asked] = pets;
      const statements = pets.flatMap(({name, kind}) => [
        {text: `${name} is ${withArticle(kind)}.`, name, coloured: false},
        ...(name === asked!.name ? [] : [{text: `${name} is ${colours.get(kind)!}.`, name, coloured: true}])
      ]);
      const model = pets.slice(1).find(({kind}) => kind === asked!.kind);
      if (!model) return null;
      const needed = statements.filter(({name}) => name === asked!.name || name === model.name);
      const others = some(
        statements.filter(statement => !needed.includes(statement)),
        count - needed.length,
        random
      );
      const facts = random.shuffle([...needed, ...others]);
      while (facts.length < count) facts.push(random.pick(facts));
      // The colour of every other animal of the kind says the same; which of them the answer rests on is the first that is told whole.
      return {
        facts: facts.map(({text}) => text),
        supporting: numbersWhere(facts, fact => needed.includes(fact)),
        question: `What colour is ${asked!.name}?`,
        answer: colours.get(asked!.kind)!
      };
    })
});

const rooms = NEEDS as Readonly<Record<string, string>>;

const motivation = skill({
  number: 20,
  title: "motivation",
  fewest: 1,
  labels: [...Object.keys(NEEDS), ...Object.values(NEEDS)],
  rule: `${IN_ORDER} People go where their need is met: ${Object.entries(NEEDS)
    .map(([need, room]) => `who is ${need} goes to the ${room}`)
    .join(", ")}.`,
  form: "one place or one reason",
  make: (random, count) =>
    drawn(() => {
      const cast = some(PEOPLE, Math.min(PEOPLE.length, Math.max(2, Math.ceil(count / 2))), random);
      const told: {text: string; who: string; need: string; goes: boolean}[] = [];
      const needs = new Map<string, string>(cast.map(who => [who, random.pick(Object.keys(NEEDS))]));
      const states = cast.map(who => ({text: `${who} is ${needs.get(who)!}.`, who, need: needs.get(who)!, goes: false}));
      const walks = cast.map(who => ({
        text: `${who} goes to the ${rooms[needs.get(who)!]!}.`,
        who,
        need: needs.get(who)!,
        goes: true
      }));
      // Somebody who goes has said why before.
      while (told.length < count) {
        const open = [
          ...states.filter(state => !told.includes(state)),
          ...walks.filter(walk => !told.includes(walk) && told.some(({who}) => who === walk.who))
        ];
        told.push(open.length > 0 ? random.pick(open) : random.pick(told));
      }
      const gone = new Set(told.filter(({goes}) => goes).map(({who}) => who));
      const waiting = [...new Set(told.map(({who}) => who))].filter(who => !gone.has(who));
      const why = random.chance(0.5);
      const asked = why ? [...gone] : waiting;
      if (asked.length === 0) return null;
      const who = random.pick(asked);
      const need = needs.get(who)!;
      return {
        facts: told.map(({text}) => text),
        supporting: numbersWhere(told, fact => fact.who === who && !fact.goes),
        question: why ? `Why does ${who} go to the ${rooms[need]!}?` : `Where will ${who} go?`,
        answer: why ? need : rooms[need]!
      };
    })
});

export const SKILLS = {
  "one fact": oneFact,
  "two facts": twoFacts,
  "three facts": threeFacts,
  "two arguments": twoArguments,
  "three arguments": threeArguments,
  "yes or no": yesNo,
  counting,
  lists,
  negation,
  "indefinite knowledge": indefinite,
  coreference,
  conjunction,
  "compound coreference": compoundCoreference,
  time,
  deduction,
  induction,
  position,
  size,
  "path finding": pathFinding,
  motivation
} satisfies Record<string, Skill>;
type SkillName = keyof typeof SKILLS;
export const SKILL_NAMES = Object.keys(SKILLS) as [SkillName, ...SkillName[]];

/** All answers of all skills, or the parts of them. */
export const LABELS: readonly string[] = [...new Set(Object.values<Skill>(SKILLS).flatMap(({labels}) => labels))];

/** Every word that is an answer or names what a question is about, in lower case. No background may hold one. */
export const WORDS: ReadonlySet<string> = new Set([...LABELS, ...NAMED].map(word => word.toLowerCase()));
