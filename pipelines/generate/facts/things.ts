// Skills about things that people take along, put down and hand over.
import type {Random} from "../seed.js";
import {people, places, went} from "./moving.js";
import {ascending, drawn, IN_ORDER, skill, some} from "./skill.js";
import {PEOPLE, PLACES, THINGS} from "./vocabulary.js";

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
  const cast = some(PEOPLE, people, random);
  const rooms = some(PLACES, places, random);
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

export const twoFacts = skill({
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

export const threeFacts = skill({
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

export const counting = skill({
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

export const lists = skill({
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
