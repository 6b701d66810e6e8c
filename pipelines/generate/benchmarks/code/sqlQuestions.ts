// Questions of the benchmark ZenSQL by level. Right results are computed from the rows, without SQL.
import {getOrAdd} from "../../../book/getOrAdd.js";
import {type Random, severalOf} from "../../seed.js";
import type {Database, Event, Person} from "./sqlTables.js";

/** A question, the columns of its result and the right rows. */
interface Question {
  text: string;
  columns: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

export type Family = (database: Database, random: Random) => Question;

const isDone = ({amount}: Event): boolean => amount !== null;
const total = (events: readonly Event[]): number => events.reduce((sum, {amount}) => sum + (amount ?? 0), 0);
const byDay = (a: Event, b: Event): number => a.day.localeCompare(b.day) || a.id - b.id;
const distinct = <T>(values: Iterable<T>): T[] => [...new Set(values)];

/** Groups by a key, in the order of their first elements. */
function groupBy<T, Key>(list: readonly T[], keyOf: (each: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const each of list) getOrAdd(groups, keyOf(each), () => []).push(each);
  return groups;
}

const latest = (events: readonly Event[]): Event => events.toSorted(byDay).at(-1)!;
const monthOf = ({day}: Event): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

const townsIn = ({people}: Database): string[] => distinct(people.map(({town}) => town));
const kindsIn = ({articles}: Database): string[] => distinct(articles.map(({kind}) => kind));
/** A day on which an event is; with a part below 1 an early one. */
const dayIn = ({events}: Database, random: Random, part = 1): string =>
  events[random.integer(0, Math.floor((events.length - 1) * part))]!.day;

/** A person and all below, at any depth. */
function circleOf(top: Person, {people}: Database): Set<Person> {
  const circle = new Set([top]);
  for (const person of circle) for (const each of people) if (each.above === person.id) circle.add(each);
  return circle;
}

const circleText = ({words: {person, aPerson, people, columns}}: Database): string =>
  `The circle of ${aPerson} is the ${person}, all ${people} whose ${columns.above} names the ${person}, all ${people} whose ${columns.above} names one of those, and so on.`;

/** Length of the longest run of consecutive months. @param months ascending */
function longestRun(months: readonly number[]): number {
  let [longest, run] = [0, 0];
  for (const [i, month] of months.entries()) {
    run = month === months[i - 1]! + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The families of each level; names are values of the facet. */
export const LEVELS: readonly Readonly<Record<string, Family>>[] = [
  {
    people(database, random) {
      const {people, words: w} = database;
      const [[one, other], year, isTop] = [severalOf(townsIn(database), 2, random), random.pick(people).year, random.chance(0.3)];
      const [first, last] = severalOf([...LETTERS], 2, random).sort() as [string, string];
      return {
        text: `List the ${w.people} from ${one} or ${other} who ${w.since} ${year} or later, with a name that begins with a letter from ${first} to ${last}${isTop ? `, and whose ${w.columns.above} is NULL` : ""}.`,
        columns: [w.columns.name, w.columns.year],
        rows: people
          .filter(each => (each.town === one || each.town === other) && each.year >= year && !(isTop && each.above !== null))
          .filter(({name}) => name[0]! >= first && name[0]! <= last)
          .map(({name, year}) => [name, year])
      };
    },
    events(database, random) {
      const {events, words: w} = database;
      const [from, to] = [dayIn(database, random), dayIn(database, random)].sort() as [string, string];
      const least = random.integer(3, 25);
      return {
        text: `List the ${w.events} from ${from} to ${to}, both included, that are ${w.open} or have at least ${least} ${w.columns.amount}.`,
        columns: [w.columns.event, "day"],
        rows: events
          .filter(({day, amount}) => day >= from && day <= to && (amount === null || amount >= least))
          .map(({id, day}) => [id, day])
      };
    }
  },
  {
    pairs(database, random) {
      const {events, words: w} = database;
      const [kind, town, day] = [random.pick(kindsIn(database)), random.pick(townsIn(database)), dayIn(database, random, 0.5)];
      return {
        text: `List the ${w.events} on ${day} or later of ${w.articles} with the ${w.columns.kind} ${kind} by ${w.people} from ${town}.`,
        columns: [w.columns.name, w.columns.label, "day"],
        rows: events
          .filter(each => each.day >= day && each.article.kind === kind && each.person.town === town)
          .map(({person, article, day}) => [person.name, article.name, day])
      };
    },
    above(database, random) {
      const {events, people, words: w} = database;
      const [day, size, town] = [
        dayIn(database, random, 0.6),
        random.pick(database.articles).size,
        random.pick(townsIn(database))
      ];
      const rows = events.flatMap(({person, article, ...event}) => {
        const above = people.find(({id}) => id === person.above);
        return event.day >= day && article.size >= size && person.town !== town && above
          ? [[above.name, person.name, article.name]]
          : [];
      });
      return {
        text: `For each ${w.event} on ${day} or later of a ${w.article} with a ${w.columns.size} of at least ${size}, by ${w.aPerson} not from ${town} whose ${w.columns.above} is not NULL, give the name of the ${w.person} whom ${w.columns.above} names, the name of the ${w.person} with the ${w.event}, and the ${w.columns.label}.`,
        columns: ["the first name", "the second name", w.columns.label],
        rows
      };
    }
  },
  {
    towns(database, random) {
      const {words: w} = database;
      const [day, least, year] = [dayIn(database, random, 0.5), random.integer(3, 8), random.pick(database.people).year];
      const events = database.events.filter(each => each.day >= day && each.person.year <= year);
      return {
        text: `For each ${w.columns.town} with at least ${least} ${w.events} on ${day} or later by ${w.people} from it who ${w.since} ${year} or earlier, give the number of different ${w.people} with such ${w.events}, and the number of such ${w.events}.`,
        columns: [w.columns.town, "the first number", "the second number"],
        rows: [...groupBy(events, ({person}) => person.town)]
          .filter(([, group]) => group.length >= least)
          .map(([town, group]) => [town, distinct(group.map(({person}) => person)).length, group.length])
      };
    },
    averages(database, random) {
      const {words: w} = database;
      const [year, least, day] = [random.pick(database.people).year, random.integer(2, 5), dayIn(database, random)];
      const events = database.events.filter(each => isDone(each) && each.person.year <= year && each.day <= day);
      return {
        text: `Of the ${w.done} ${w.events} on ${day} or earlier by ${w.people} who ${w.since} ${year} or earlier, give for each ${w.columns.kind} with at least ${least} of them their number and the average of their ${w.columns.amount}, not rounded.`,
        columns: [w.columns.kind, "the number", "the average"],
        rows: [...groupBy(events, ({article}) => article.kind)]
          .filter(([, group]) => group.length >= least)
          .map(([kind, group]) => [kind, group.length, total(group) / group.length])
      };
    }
  },
  {
    larger(database, random) {
      const {events, articles, words: w} = database;
      const [day, least, year] = [dayIn(database, random, 0.6), random.integer(1, 3), random.pick(database.people).year];
      const rows = articles.flatMap(({id, name, kind, size}) => {
        const group = articles.filter(each => each.kind === kind);
        const count = events.filter(each => each.article.id === id && each.day >= day && each.person.year <= year).length;
        return size * group.length > group.reduce((sum, each) => sum + each.size, 0) && count >= least
          ? [[name, kind, count]]
          : [];
      });
      return {
        text: `Give the ${w.articles} whose ${w.columns.size} is larger than the average ${w.columns.size} of all ${w.articles} of the same ${w.columns.kind} and that have at least ${least} ${w.events} on ${day} or later by ${w.people} who ${w.since} ${year} or earlier; with the number of these.`,
        columns: [w.columns.label, w.columns.kind, "the number"],
        rows
      };
    },
    ranks(database, random) {
      const {words: w} = database;
      const [rank, day, year] = [random.integer(1, 3), dayIn(database, random, 0.5), random.pick(database.people).year];
      const events = database.events.filter(each => isDone(each) && each.day >= day && each.person.year <= year);
      const totals = [...groupBy(events, ({article}) => article)].map(([article, group]) => ({article, sum: total(group)}));
      return {
        text: `Order the ${w.articles} of each ${w.columns.kind} by the total ${w.columns.amount} of their ${w.done} ${w.events} on ${day} or later by ${w.people} who ${w.since} ${year} or earlier, the largest first, of equal ones the one with the lower ${w.columns.article} first; ${w.articles} without such ${w.events} are left out. Give number ${rank} of each ${w.columns.kind} that has so many.`,
        columns: [w.columns.kind, w.columns.label, "the total"],
        rows: [...groupBy(totals, ({article}) => article.kind)].flatMap(([kind, group]) => {
          const row = group.sort((a, b) => b.sum - a.sum || a.article.id - b.article.id)[rank - 1];
          return row ? [[kind, row.article.name, row.sum]] : [];
        })
      };
    },
    running(database, random) {
      const {words: w} = database;
      const [limit, day] = [random.integer(20, 90), dayIn(database, random, 0.4)];
      const events = database.events.filter(each => isDone(each) && each.day >= day).sort(byDay);
      return {
        text: `Add up the ${w.columns.amount} of each ${w.person}'s ${w.done} ${w.events} on ${day} or later, in the order of day and ${w.columns.event}. Give the first ${w.event} with which this sum is at least ${limit}, of each ${w.person} who has one.`,
        columns: [w.columns.name, "day", "the sum with it"],
        rows: [...groupBy(events, ({person}) => person)].flatMap(([{name}, group]) => {
          const place = group.findIndex((_, i) => total(group.slice(0, i + 1)) >= limit);
          return place < 0 ? [] : [[name, group[place]!.day, total(group.slice(0, place + 1))]];
        })
      };
    }
  },
  {
    circles(database, random) {
      const {people, words: w} = database;
      const [day, size, least] = [dayIn(database, random, 0.5), random.pick(database.articles).size, random.integer(2, 4)];
      const events = database.events.filter(each => isDone(each) && each.day >= day && each.article.size <= size);
      const rows = people.flatMap(person => {
        const circle = circleOf(person, database);
        const group = events.filter(each => circle.has(each.person));
        return circle.size >= least && group.length > 0 ? [[person.name, circle.size, total(group)]] : [];
      });
      const sums = rows.map(([, , sum]) => sum as number);
      const mean = sums.reduce((a, b) => a + b, 0) / sums.length;
      return {
        text: `${circleText(database)} For each ${w.person} with at least ${least} ${w.people} in the circle, take the total ${w.columns.amount} of the circle's ${w.done} ${w.events} on ${day} or later of ${w.articles} with a ${w.columns.size} of at most ${size}; those without such ${w.events} are left out. Give the ${w.people} whose total is larger than the average of these totals.`,
        columns: [w.columns.name, "the number in the circle", "the total"],
        rows: rows.filter(([, , sum]) => (sum as number) > mean)
      };
    },
    covers(database, random) {
      const {words: w} = database;
      const [{name}, day] = [random.pick(database.people), dayIn(database, random, 0.5)];
      const groups = [
        ...groupBy(
          database.events.filter(each => each.day >= day),
          ({person}) => person
        )
      ];
      const kinds = (events: readonly Event[]) => distinct(events.map(({article}) => article.kind));
      const asked = kinds(groups.find(([person]) => person.name === name)?.[1] ?? []);
      const mean = groups.reduce((sum, [, {length}]) => sum + length, 0) / groups.length;
      return {
        text: `Look at ${w.events} on ${day} or later alone. Give the ${w.people} other than ${name} who have ${w.anEvent} of every ${w.columns.kind} that ${name} has ${w.anEvent} of, and whose number of ${w.events} is larger than the average number of all ${w.people} who have any.`,
        columns: [w.columns.name, `the number of ${w.events}`],
        rows:
          asked.length < 2
            ? []
            : groups
                .filter(
                  ([person, events]) =>
                    person.name !== name && events.length > mean && asked.every(kind => kinds(events).includes(kind))
                )
                .map(([person, {length}]) => [person.name, length])
      };
    },
    runs(database, random) {
      const {words: w} = database;
      const [day, year] = [dayIn(database, random, 0.3), random.pick(database.people).year];
      const events = database.events.filter(each => each.day >= day && each.person.year <= year);
      const runs = [...groupBy(events, ({person}) => person)].map(([person, group]) => ({
        person,
        length: longestRun(distinct(group.map(monthOf)).sort((a, b) => a - b))
      }));
      return {
        text: `A run is a series of consecutive calendar months in each of which ${w.aPerson} has at least one ${w.event} on ${day} or later. Look at ${w.people} who ${w.since} ${year} or earlier. Give for each ${w.columns.town} the ${w.people} from it with the longest run, all of them if several are equal, where it has at least 2 months.`,
        columns: [w.columns.town, w.columns.name, "months of the run"],
        rows: [...groupBy(runs, ({person}) => person.town)].flatMap(([town, group]) => {
          const longest = Math.max(...group.map(({length}) => length));
          return group
            .filter(({length}) => length === longest && length > 1)
            .map(({person, length}) => [town, person.name, length]);
        })
      };
    },
    apart(database, random) {
      const {people, words: w} = database;
      const [top, day] = [random.pick(people.filter(each => circleOf(each, database).size > 2)), dayIn(database, random)];
      const kind = random.pick(kindsIn(database));
      const circle = circleOf(top, database);
      const groups = [
        ...groupBy(
          database.events.filter(each => each.day >= day),
          ({article}) => article
        )
      ];
      return {
        text: `${circleText(database)} Look at ${w.events} on ${day} or later alone. Give the ${w.articles} whose ${w.columns.kind} is not ${kind} that have ${w.events} by the circle of ${top.name} and none by other ${w.people}, with the number of these ${w.events}, and the name of the ${w.person} with the last of them: the latest day, of equal days the highest ${w.columns.event}.`,
        columns: [w.columns.label, "the number", "the name"],
        rows: groups
          .filter(([article, events]) => article.kind !== kind && events.every(({person}) => circle.has(person)))
          .map(([{name}, events]) => [name, events.length, latest(events).person.name])
      };
    }
  }
];
