// Skills about people who move, in whatever words it is said.
import type {Random} from "../seed.js";
import {ascending, drawn, type FactsQuestion, IN_ORDER, skill, some} from "./skill.js";
import {capital, PEOPLE, PLACES, TIMES, WOMEN} from "./vocabulary.js";

const GOES = ["went to", "walked to", "hurried to", "moved to"] as const;
const WHERE = {fewest: 1, labels: PLACES, rule: IN_ORDER, form: "one place"} as const;
const YES_OR_NO = {fewest: 1, labels: ["yes", "no"], rule: IN_ORDER, form: "yes or no"} as const;
/** The people and places of a question. */
export const sceneOf = (random: Random): {cast: string[]; rooms: string[]} => ({
  cast: some(PEOPLE, 4, random),
  rooms: some(PLACES, 6, random)
});

export const went = (who: string, place: string, random: Random): string => `${who} ${random.pick(GOES)} the ${place}.`;

/** People who only move: where each is, was, and the facts that say so. */
function walksOf(
  random: Random,
  count: number
): {facts: string[]; cast: string[]; rooms: string[]; at: Map<string, {place: string; fact: number}>} {
  const {cast, rooms} = sceneOf(random);
  const at: Whereabouts = new Map();
  const facts = Array.from({length: count}, (_, fact) => {
    const who = random.pick(cast);
    const place = random.pick(rooms.filter(room => room !== at.get(who)?.place));
    at.set(who, {place, fact});
    return went(who, place, random);
  });
  return {facts, cast, rooms, at};
}

/** Where each person is, and the fact that says so. */
type Whereabouts = Map<string, {place: string; fact: number}>;

/** The question where one of the people is. */
function whereIs(facts: string[], at: Whereabouts, random: Random): FactsQuestion {
  const [who, {place, fact}] = random.pick([...at]);
  return {facts, supporting: [fact], question: `Where is ${who}?`, answer: place};
}

/** A place that is the one given in every second case. */
const maybe = (place: string, rooms: readonly string[], random: Random): string =>
  random.chance(0.5) ? place : random.pick(rooms.filter(room => room !== place));

export const oneFact = skill({
  number: 1,
  title: "one supporting fact",
  ...WHERE,
  make(random, count) {
    const {facts, at} = walksOf(random, count);
    return whereIs(facts, at, random);
  }
});

export const yesNo = skill({
  number: 6,
  title: "yes or no",
  ...YES_OR_NO,
  make(random, count) {
    const {facts, at, rooms} = walksOf(random, count);
    const [who, {place, fact}] = random.pick([...at]);
    const asked = maybe(place, rooms, random);
    return {facts, supporting: [fact], question: `Is ${who} in the ${asked}?`, answer: asked === place ? "yes" : "no"};
  }
});

export const negation = skill({
  number: 9,
  title: "negation",
  ...YES_OR_NO,
  make(random, count) {
    const wanted = random.chance(0.5);
    return drawn(() => {
      const {cast, rooms} = sceneOf(random);
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
    const {cast, rooms} = sceneOf(random);
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
  const {cast, rooms} = sceneOf(random);
  const at: Whereabouts = new Map();
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
  return whereIs(facts, at, random);
}

export const coreference = skill({
  number: 11,
  title: "basic coreference",
  ...WHERE,
  make: (random, count) => followed(random, count, {together: 1})
});

export const conjunction = skill({
  number: 12,
  title: "conjunction",
  ...WHERE,
  make(random, count) {
    const {cast, rooms} = sceneOf(random);
    const at: Whereabouts = new Map();
    const facts = Array.from({length: count}, (_, fact) => {
      const group = some(cast, 2, random);
      const place = random.pick(rooms.filter(room => group.every(who => at.get(who)?.place !== room)));
      for (const who of group) at.set(who, {place, fact});
      return went(group.join(" and "), place, random);
    });
    return whereIs(facts, at, random);
  }
});

export const compoundCoreference = skill({
  number: 13,
  title: "compound coreference",
  ...WHERE,
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
