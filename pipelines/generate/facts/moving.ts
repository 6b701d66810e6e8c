// Skills about people who move, and who take, put down and hand over things.
import type {Random} from "../seed.js";
import {ascending, drawn, type FactsQuestion, IN_ORDER, skill, some} from "./skill.js";
import {capital, PEOPLE, PLACES, THINGS, TIMES, WOMEN} from "./vocabulary.js";

const GOES = ["went to", "walked to", "hurried to", "moved to"] as const;
const TAKES = ["picked up", "took", "grabbed"] as const;
const DROPS = ["put down", "left", "dropped"] as const;
const YES_NO = ["yes", "no"] as const;
const [people, places, things] = [4, 6, 3];

const went = (who: string, place: string, random: Random): string => `${who} ${random.pick(GOES)} the ${place}.`;

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

/** People who only move: where each is, was, and the facts that say so. */
function walksOf(
  random: Random,
  count: number
): {facts: string[]; cast: string[]; rooms: string[]; at: Map<string, {place: string; fact: number}>} {
  const cast = some(PEOPLE, people, random);
  const rooms = some(PLACES, places, random);
  const at = new Map<string, {place: string; fact: number}>();
  const facts = Array.from({length: count}, (_, fact) => {
    const who = random.pick(cast);
    const place = random.pick(rooms.filter(room => room !== at.get(who)?.place));
    at.set(who, {place, fact});
    return went(who, place, random);
  });
  return {facts, cast, rooms, at};
}

/** A place that is the one given in every second case. */
const maybe = (place: string, rooms: readonly string[], random: Random): string =>
  random.chance(0.5) ? place : random.pick(rooms.filter(room => room !== place));

export const oneFact = skill({
  number: 1,
  title: "one supporting fact",
  fewest: 1,
  labels: PLACES,
  rule: IN_ORDER,
  form: "one place",
  make(random, count) {
    const {facts, at} = walksOf(random, count);
    const [who, {place, fact}] = random.pick([...at]);
    return {facts, supporting: [fact], question: `Where is ${who}?`, answer: place};
  }
});

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

export const yesNo = skill({
  number: 6,
  title: "yes or no",
  fewest: 1,
  labels: YES_NO,
  rule: IN_ORDER,
  form: "yes or no",
  make(random, count) {
    const {facts, at, rooms} = walksOf(random, count);
    const [who, {place, fact}] = random.pick([...at]);
    const asked = maybe(place, rooms, random);
    return {facts, supporting: [fact], question: `Is ${who} in the ${asked}?`, answer: asked === place ? "yes" : "no"};
  }
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

export const negation = skill({
  number: 9,
  title: "negation",
  fewest: 1,
  labels: YES_NO,
  rule: IN_ORDER,
  form: "yes or no",
  make(random, count) {
    const wanted = random.chance(0.5);
    return drawn(() => {
      const cast = some(PEOPLE, people, random);
      const rooms = some(PLACES, places, random);
      const last = new Map<string, {place: string; fact: number; there: boolean}>();
      const facts = Array.from({length: count}, (_, fact) => {
        const who = random.pick(cast);
        const before = last.get(who);
        if (random.chance(0.35)) {
          const place = before?.there ? before.place : random.pick(rooms);
          last.set(who, {place, fact, there: false});
          return `${who} is ${before?.there ? "no longer" : "not"} in the ${place}.`;
        }
        const place = random.pick(rooms.filter(room => !before?.there || room !== before.place));
        last.set(who, {place, fact, there: true});
        return random.chance(0.5) ? `${who} is in the ${place}.` : went(who, place, random);
      });
      const [who, {place, fact, there}] = random.pick([...last]);
      if (wanted && !there) return null;
      const asked = wanted || !there ? place : random.pick(rooms.filter(room => room !== place));
      return {facts, supporting: [fact], question: `Is ${who} in the ${asked}?`, answer: wanted ? "yes" : "no"};
    });
  }
});

export const indefinite = skill({
  number: 10,
  title: "indefinite knowledge",
  fewest: 1,
  labels: ["yes", "no", "maybe"],
  rule: IN_ORDER,
  form: "yes, no or maybe",
  make(random, count) {
    const cast = some(PEOPLE, people, random);
    const rooms = some(PLACES, places, random);
    const last = new Map<string, {options: string[]; fact: number}>();
    const facts = Array.from({length: count}, (_, fact) => {
      const who = random.pick(cast);
      const options = some(rooms, random.chance(0.5) ? 2 : 1, random);
      last.set(who, {options, fact});
      return options.length === 2
        ? `${who} is either in the ${options[0]} or in the ${options[1]}.`
        : random.chance(0.5)
          ? `${who} is in the ${options[0]}.`
          : went(who, options[0]!, random);
    });
    const answers = new Map<string, {who: string; asked: string; fact: number}[]>();
    for (const [who, {options, fact}] of last)
      for (const asked of rooms) {
        const answer = options.includes(asked) ? (options.length === 1 ? "yes" : "maybe") : "no";
        answers.set(answer, [...(answers.get(answer) ?? []), {who, asked, fact}]);
      }
    const answer = random.pick([...answers.keys()].sort());
    const {who, asked, fact} = random.pick(answers.get(answer)!);
    return {facts, supporting: [fact], question: `Is ${who} in the ${asked}?`, answer};
  }
});

/** Someone goes to one place and, said by a pronoun, on to another. */
function followed(random: Random, count: number, {together}: {together: number}): FactsQuestion {
  const cast = some(PEOPLE, people, random);
  const rooms = some(PLACES, places, random);
  const at = new Map<string, {place: string; fact: number}>();
  const facts = Array.from({length: count}, (_, fact) => {
    const group = some(cast, together, random);
    const [first, second] = some(rooms, 2, random);
    const on = random.chance(0.6);
    for (const who of group) at.set(who, {place: on ? second! : first!, fact});
    const [who] = group;
    const pronoun = together > 1 ? "they" : (WOMEN as readonly string[]).includes(who!) ? "she" : "he";
    const then = random.pick(["Then", "After that", "Later"]);
    return `${went(group.join(" and "), first!, random)}${on ? ` ${then} ${went(pronoun, second!, random)}` : ""}`;
  });
  const [who, {place, fact}] = random.pick([...at]);
  return {facts, supporting: [fact], question: `Where is ${who}?`, answer: place};
}

export const coreference = skill({
  number: 11,
  title: "basic coreference",
  fewest: 1,
  labels: PLACES,
  rule: IN_ORDER,
  form: "one place",
  make: (random, count) => followed(random, count, {together: 1})
});

export const conjunction = skill({
  number: 12,
  title: "conjunction",
  fewest: 1,
  labels: PLACES,
  rule: IN_ORDER,
  form: "one place",
  make(random, count) {
    const cast = some(PEOPLE, people, random);
    const rooms = some(PLACES, places, random);
    const at = new Map<string, {place: string; fact: number}>();
    const facts = Array.from({length: count}, (_, fact) => {
      const group = some(cast, 2, random);
      const place = random.pick(rooms.filter(room => group.every(who => at.get(who)?.place !== room)));
      for (const who of group) at.set(who, {place, fact});
      return went(group.join(" and "), place, random);
    });
    const [who, {place, fact}] = random.pick([...at]);
    return {facts, supporting: [fact], question: `Where is ${who}?`, answer: place};
  }
});

export const compoundCoreference = skill({
  number: 13,
  title: "compound coreference",
  fewest: 1,
  labels: PLACES,
  rule: IN_ORDER,
  form: "one place",
  make: (random, count) => followed(random, count, {together: 2})
});

export const time = skill({
  number: 14,
  title: "time",
  fewest: 2,
  labels: PLACES,
  rule: `Yesterday is before this morning, this morning before this afternoon, and this afternoon before this evening; facts are told in any order. Before a place means where the person was last before going there.`,
  form: "one place",
  make: (random, count) =>
    drawn(() => {
      const cast = some(PEOPLE, Math.min(PEOPLE.length, Math.max(2, Math.ceil(count / TIMES.length))), random);
      const slots = some(
        cast.flatMap(who => TIMES.map((time, order) => ({who, time, order}))),
        count,
        random
      );
      if (slots.length < count) return null;
      const visits = new Map<string, {order: number; place: string; fact: number}[]>();
      const facts = slots.map(({who, time, order}, fact) => {
        const own = visits.get(who) ?? [];
        const place = random.pick(PLACES.filter(place => own.every(visit => visit.place !== place)));
        visits.set(who, [...own, {order, place, fact}]);
        return random.chance(0.5)
          ? `${capital(time)} ${went(who, place, random)}`
          : went(who, place, random).replace(".", ` ${time}.`);
      });
      const asked = [...visits].flatMap(([who, own]) => {
        const sorted = own.toSorted((a, b) => a.order - b.order);
        return sorted.slice(1).map((visit, i) => ({who, visit, before: sorted[i]!}));
      });
      if (asked.length === 0) return null;
      const {who, visit, before} = random.pick(asked);
      return {
        facts,
        supporting: ascending([visit.fact, before.fact]),
        question: `Where was ${who} before the ${visit.place}?`,
        answer: before.place
      };
    })
});
