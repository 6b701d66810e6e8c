// Values that an errand of ZenAgent takes from earlier errands, and the words that define them.
import {dayOf, isoDate, WEEKDAYS, weekdayOf} from "../../parts/calendar.js";
import type {Random} from "../../seed.js";

/** The value of an errand: an amount, a quantity, the serial number of a day, or a place in the list of agents from 0. */
export interface Result {
  errand: number;
  value: number;
}

/** A value and the words that define it. */
interface Definition {
  value: number;
  text: string;
  /** A tool that reports what the value depends on, where the errand does not use it anyway. */
  tool?: string;
}

/** How errands of a world take values from each other. */
export interface Links {
  /** Name of an errand's value, so that "the day of errand 2" is one. */
  noun: string;
  /** Definitions by a value of an earlier errand, which has this name. */
  ways: readonly ((value: number, name: string, random: Random) => Definition)[];
  /** Definitions by the values of two earlier errands with these numbers. */
  pairs?: readonly ((values: readonly [number, number], errands: string) => Definition)[];
  /** Definitions by what tools report, for the first errand; absent where an errand reads its value by itself. */
  roots?: readonly ((random: Random) => Definition)[];
  /** Smallest and largest value. */
  low: number;
  high: number;
}

/** Returns a definition of the next value by the last results, or by a root where there are none; undefined where there is no root. */
export function linkTo(
  results: readonly Result[],
  {noun, ways, pairs = [], roots = [], low, high}: Links,
  random: Random
): Definition | undefined {
  const [before, last] = [results.at(-2), results.at(-1)];
  if (!last && roots.length === 0) return undefined;
  for (;;) {
    const two = before && last && pairs.length > 0 && random.chance(0.2);
    const definition = two
      ? random.pick(pairs)([before.value, last.value], `errands ${before.errand} and ${last.errand}`)
      : last
        ? random.pick(ways)(last.value, `the ${noun} of errand ${last.errand}`, random)
        : random.pick(roots)(random);
    if (definition.value >= low && definition.value <= high) return definition;
  }
}

/** Links of whole numbers. @param plural several of the noun @param by the largest number that is added or taken away @param high the largest value */
export const numberLinks = (noun: string, {plural, by, high}: {plural: string; by: number; high: number}): Links => ({
  noun,
  low: 2,
  high,
  ways: [
    (value, name, random) => {
      const more = random.integer(2, by);
      return {value: value + more, text: `${more} more than ${name}`};
    },
    (value, name, random) => {
      const less = random.integer(2, by);
      return {value: value - less, text: `${less} less than ${name}`};
    },
    (value, name) => ({value: Math.floor(value / 2), text: `half of ${name}, rounded down`}),
    (value, name) => ({value: 2 * value, text: `twice ${name}`}),
    (value, name, random) => {
      const limit = Math.max(1, value + random.integer(-by, by));
      const [one, other] = [random.integer(2, by), random.integer(by + 1, 2 * by)];
      return {value: value > limit ? one : other, text: `${one} if ${name} is more than ${limit}, and ${other} otherwise`};
    }
  ],
  pairs: [([a, b], errands) => ({value: a + b, text: `the sum of the ${plural} of ${errands}`})]
});

const dateText = (day: number): string => isoDate(dayOf(day));

/** Links of days. @param roots definitions of the first day */
export const dayLinks = ({low, high}: {low: number; high: number}, roots: Links["roots"]): Links => ({
  noun: "day",
  low,
  high,
  ...(roots && {roots}),
  ways: [
    (value, name, random) => {
      const [days, after] = [random.integer(2, 25), random.chance(0.5)];
      return {value: after ? value + days : value - days, text: `${days} days ${after ? "after" : "before"} ${name}`};
    },
    (value, name, random) => {
      const [weeks, after] = [random.integer(2, 6), random.chance(0.5)];
      return {value: value + (after ? 7 : -7) * weeks, text: `${weeks} weeks ${after ? "after" : "before"} ${name}`};
    },
    (value, name, random) => {
      const weekday = random.integer(0, WEEKDAYS.length - 1);
      const later = ((weekday - weekdayOf(value) + 6) % 7) + 1;
      return {value: value + later, text: `the first ${WEEKDAYS[weekday]} after ${name}`};
    },
    (value, name, random) => {
      const limit = value + random.integer(-20, 20);
      const [one, other] = [value - random.integer(5, 60), value + random.integer(5, 60)];
      return {
        value: value < limit ? one : other,
        text: `${dateText(one)} if ${name} is before ${dateText(limit)}, and ${dateText(other)} otherwise`
      };
    }
  ]
});

/** Links of agents, each with its id, name and team, by their places in the list. */
export function agentLinks(agents: readonly (readonly (string | number | null)[])[]): Links {
  const count = agents.length;
  const teamOf = (place: number) => agents[place]![2];
  const places: Links["ways"][number] = (value, name, random) => {
    const [by, after] = [random.integer(1, count - 1), random.chance(0.5)];
    const text = `the agent ${by} ${by === 1 ? "place" : "places"} ${after ? "after" : "before"} ${name}`;
    return {value: (value + (after ? by : count - by)) % count, text};
  };
  const condition: Links["ways"][number] = (value, name, random) => {
    const team = random.pick(agents)[2];
    const one = random.integer(0, count - 1);
    const other = (one + random.integer(1, count - 1)) % count;
    return {
      value: teamOf(value) === team ? one : other,
      text: `${agents[one]![1]} if ${name} is in the team ${team}, and ${agents[other]![1]} otherwise`
    };
  };
  return {
    noun: "agent",
    low: 0,
    high: count - 1,
    ways: [places, places, condition],
    roots: [
      random => {
        const team = random.pick(agents)[2];
        const [order, list] = random.pick([
          ["first", [...agents.keys()]],
          ["last", [...agents.keys()].reverse()]
        ] as const);
        return {value: list.find(place => teamOf(place) === team)!, text: `the ${order} agent in the team ${team}`};
      }
    ]
  };
}
