// The three databases of the benchmark ZenSQL as plain rows. An item has a variant of one: other days, years and sizes, and some events missing.
import type {Random} from "../../seed.js";

export interface Person {
  id: number;
  name: string;
  town: string;
  year: number;
  /** Id of the person above, such as a manager; null of those at the top. */
  above: number | null;
}

export interface Article {
  id: number;
  name: string;
  kind: string;
  size: number;
}

export interface Event {
  id: number;
  person: Person;
  article: Article;
  /** ISO date. */
  day: string;
  /** Null while the event is not over. */
  amount: number | null;
}

/** Names of rows and tables in questions; events with an amount are done, others open; the last one is before the year of a person. */
const WORDS = [
  "people",
  "person",
  "aPerson",
  "articles",
  "article",
  "events",
  "event",
  "anEvent",
  "done",
  "open",
  "since"
] as const;
const COLUMNS = ["person", "name", "town", "year", "above", "article", "label", "kind", "size", "event", "amount"] as const;
type Words = Readonly<Record<(typeof WORDS)[number], string>> & {columns: Readonly<Record<(typeof COLUMNS)[number], string>>};

export interface Database {
  words: Words;
  people: readonly Person[];
  articles: readonly Article[];
  events: readonly Event[];
}

/** A database as it is written, with ";" between rows. */
interface Source {
  /** In the order of `WORDS`, with commas between them. */
  words: string;
  /** In the order of `COLUMNS`. */
  columns: string;
  /** Name, town, year, and the number of the person above. */
  people: string;
  /** Name, kind and size. */
  articles: string;
  /** Number of the person, number of the article, month and day, amount. */
  events: string;
}

const SOURCES: Readonly<Record<string, Source>> = {
  library: {
    words: "members, member, a member, books, book, loans, loan, a loan, returned, not returned yet, joined in",
    columns: "member_id name town joined invited_by book_id title genre pages loan_id days",
    people: `Ada Lindau 2009 -; Bruno Bregenz 2010 -; Clara Lindau 2011 1; David Konstanz 2011 1; Elif Bregenz 2012 2; Felix Lindau 2013 3; Greta Konstanz 2013 3; Hamid Bregenz 2014 4; Ines Konstanz 2015 6; Jonas Lindau 2015 6; Kenji Bregenz 2016 9; Lena Konstanz 2017 -; Mara Lindau 2018 12; Nils Bregenz 2018 5; Olga Konstanz 2019 13; Pavel Lindau 2020 -`,
    articles: `Ashes crime 310; Borders history 420; Cinders crime 275; Drift poetry 96; Embers crime 310; Fallow poetry 128; Gravel history 515; Harbour novel 244; Inlets novel 362; Juniper poetry 112; Kelp history 388; Lanterns novel 430; Meadows crime 198`,
    events: `8 3 01-22 15; 1 5 01-22 26; 9 3 01-27 13; 9 11 01-28 16; 1 4 02-01 4; 1 3 02-02 22; 9 3 02-02 23; 5 6 02-03 13; 2 2 02-03 6; 10 2 02-07 29; 8 4 02-09 6; 11 6 02-16 10; 10 9 02-18 9; 2 1 02-20 9; 9 12 02-21 11; 1 1 02-21 13; 9 2 03-03 21; 9 3 03-06 16; 12 3 03-11 14; 6 12 03-16 17; 9 3 03-20 7; 1 1 04-04 5; 1 2 04-04 2; 1 3 04-17 14; 2 1 04-21 5; 1 6 04-25 16; 8 2 04-26 25; 3 4 05-05 7; 8 5 05-30 24; 9 12 05-30 -; 8 12 06-11 10; 8 2 06-16 13; 11 11 07-08 9; 9 3 07-11 26; 11 4 07-23 9; 2 11 07-24 25; 1 5 07-24 24; 9 1 08-04 27; 12 12 08-07 9; 1 2 08-08 12; 2 10 08-12 17; 12 9 08-28 22; 1 7 09-13 26; 2 11 09-13 15; 11 6 10-01 14; 8 10 10-03 4; 10 2 10-05 16; 11 3 10-09 28; 9 12 10-11 19; 2 3 10-14 -; 13 5 10-14 15; 14 6 10-17 29; 3 1 10-18 20; 4 5 10-21 28; 2 5 10-21 20; 11 3 10-24 28; 12 8 10-26 2; 12 1 10-26 21; 1 2 10-27 25; 1 4 10-28 -`
  },
  shop: {
    words:
      "customers, customer, a customer, products, product, orders, order, an order, confirmed, not confirmed yet, registered in",
    columns: "customer_id name city registered recruited_by product_id product category price order_id units",
    people: `Amara Porto 2012 -; Boris Gdansk 2012 1; Chiara Porto 2013 1; Dmitri Turku 2014 -; Esra Gdansk 2014 4; Farid Turku 2015 2; Gita Porto 2015 2; Henk Gdansk 2016 6; Ivana Turku 2016 5; Jorge Porto 2017 6; Katya Gdansk 2017 10; Luca Turku 2018 -; Mina Porto 2018 12; Noor Gdansk 2019 13; Otto Turku 2020 14; Priya Porto 2021 4`,
    articles: `anvil tools 480; bench furniture 350; chisel tools 95; desk furniture 620; easel furniture 210; flask kitchen 60; grater kitchen 45; hammer tools 95; jug kitchen 80; kettle kitchen 140; ladder tools 260; mattress furniture 780; nozzle garden 35`,
    events: `4 5 01-17 5; 14 1 01-17 5; 1 2 02-01 26; 2 12 02-04 23; 12 1 02-09 20; 6 4 02-09 10; 1 3 02-20 -; 13 6 02-22 27; 3 4 02-22 5; 6 3 03-05 19; 5 8 03-05 -; 11 5 03-13 7; 3 6 03-13 18; 12 12 03-16 18; 10 2 03-22 3; 1 11 03-22 19; 14 5 03-26 23; 12 1 04-09 17; 7 12 04-14 8; 14 11 04-15 28; 13 1 04-20 3; 12 4 04-24 -; 9 5 04-24 -; 9 5 05-05 18; 10 1 05-08 16; 2 5 05-09 2; 3 12 05-11 9; 1 4 05-14 8; 4 6 05-23 18; 9 1 05-23 26; 1 1 06-06 3; 4 3 06-12 22; 3 7 06-17 23; 13 4 07-08 21; 4 8 07-21 25; 9 12 07-24 28; 12 7 07-24 27; 6 6 08-09 26; 6 6 08-16 20; 12 10 08-16 24; 9 2 08-19 5; 4 1 08-21 3; 9 7 08-21 2; 6 7 08-21 -; 13 3 09-03 25; 11 2 09-06 4; 12 1 09-08 22; 13 10 09-17 14; 1 5 09-18 -; 9 3 09-18 21; 2 1 09-18 20; 2 10 09-21 17; 3 5 09-24 11; 11 9 09-26 16; 6 10 09-30 4; 13 9 10-02 -; 6 7 10-13 10; 4 12 10-13 8; 1 9 10-15 13; 2 6 10-16 18`
  },
  workshop: {
    words:
      "employees, employee, an employee, machines, machine, repairs, repair, a repair, finished, not finished yet, were hired in",
    columns: "employee_id name site hired manager machine_id machine type power repair_id hours",
    people: `Adel Graz 2006 -; Birgit Graz 2008 1; Cem Basel 2009 1; Dora Lyon 2010 1; Emre Graz 2011 2; Freya Basel 2012 3; Gilles Lyon 2013 4; Hana Graz 2013 5; Igor Basel 2014 6; Jana Graz 2015 5; Kofi Lyon 2016 7; Leila Graz 2017 8; Marek Basel 2018 9; Nadia Lyon 2019 7; Omar Graz 2020 12; Petra Basel 2021 -`,
    articles: `A1 press 750; A2 press 900; A3 lathe 220; B1 lathe 310; B2 saw 150; B3 saw 180; C1 press 750; C2 lathe 260; C3 oven 1200; D1 oven 980; D2 saw 150; D3 lathe 410; E1 oven 1350`,
    events: `7 1 01-03 5; 3 7 01-03 8; 8 3 01-09 12; 14 7 01-15 6; 8 1 01-17 12; 4 4 01-27 20; 3 12 01-28 25; 8 2 01-29 12; 11 8 01-29 23; 8 1 02-11 29; 12 11 02-13 22; 8 7 02-24 29; 12 4 02-29 26; 13 1 03-04 20; 8 12 03-04 18; 12 7 03-04 9; 11 1 03-19 5; 14 4 03-24 22; 12 2 04-09 2; 11 2 04-12 3; 9 2 04-16 22; 7 3 04-30 5; 1 8 04-30 9; 11 2 05-11 -; 8 5 05-18 28; 13 1 05-22 9; 8 6 05-25 3; 1 2 05-25 23; 9 4 05-28 13; 4 3 05-28 -; 5 8 06-05 27; 4 5 06-12 4; 3 6 06-12 9; 8 1 06-17 11; 1 6 06-20 17; 7 6 06-24 21; 2 4 06-24 6; 7 3 07-05 7; 6 10 07-07 4; 13 8 07-11 7; 9 7 07-12 25; 6 2 07-13 12; 7 2 07-20 -; 7 2 07-20 19; 14 2 07-22 28; 12 6 07-24 -; 10 3 07-25 12; 6 7 07-28 2; 9 1 07-31 14; 1 9 08-03 -; 13 1 08-03 12; 6 10 08-09 21; 1 1 08-13 11; 1 10 08-20 27; 9 2 09-07 17; 10 1 09-10 26; 6 1 09-13 17; 3 7 09-13 25; 4 2 10-10 29; 4 4 10-12 27`
  }
};

export const DATABASES: readonly string[] = Object.keys(SOURCES);

const namesOf = <Name extends string>(names: readonly Name[], values: readonly string[]): Record<Name, string> =>
  Object.fromEntries(names.map((name, i) => [name, values[i]])) as Record<Name, string>;
const fieldsOf = (rows: string): string[][] => rows.split(";").map(row => row.trim().split(/\s+/u));
const numberOr = (text: string): number | null => (text === "-" ? null : Number(text));

const DAY_MS = 86_400_000;
/** The rows' days are of this leap year, and their people's years of a time up to 2024. */
const [FIRST_YEAR, LAST_YEAR] = [1992, 2024];
/** Days by which a variant is later than that year, and units by which its articles are larger, at most. */
const MAX_SHIFT = {days: 12_000, size: 400};
/** Share of the events that a variant has. */
const EVENT_SHARE = 0.8;

/** A variant of a database. */
export function databaseOf(name: string, random: Random): Database {
  const rows = SOURCES[name]!;
  const columns = namesOf(COLUMNS, rows.columns.split(" "));
  const words: Words = {...namesOf(WORDS, rows.words.split(", ")), columns};
  const [days, more] = [random.integer(0, MAX_SHIFT.days), random.integer(0, MAX_SHIFT.size)];
  const years = FIRST_YEAR - LAST_YEAR + Math.floor(days / 365.25);
  const people = fieldsOf(rows.people).map(
    ([name, town, year, above], i): Person => ({
      id: i + 1,
      name: name!,
      town: town!,
      year: Number(year) + years,
      above: numberOr(above!)
    })
  );
  const articles = fieldsOf(rows.articles).map(
    ([name, kind, size], i): Article => ({id: i + 1, name: name!, kind: kind!, size: Number(size) + more})
  );
  const events = fieldsOf(rows.events)
    .filter(() => random.chance(EVENT_SHARE))
    .map(
      ([person, article, date, amount], i): Event => ({
        id: i + 1,
        person: people[Number(person) - 1]!,
        article: articles[Number(article) - 1]!,
        day: new Date(Date.parse(`${FIRST_YEAR}-${date}`) + days * DAY_MS).toISOString().slice(0, 10),
        amount: numberOr(amount!)
      })
    );
  return {words, people, articles, events};
}

/** Statements that make the tables of a database, without their rows. */
export function schemaOf({words: {people, person, articles, events, event, open, columns: c}}: Database): string {
  return `CREATE TABLE ${people} (
  ${c.person} INTEGER PRIMARY KEY,
  ${c.name} VARCHAR, -- different for each ${person}
  ${c.town} VARCHAR,
  ${c.year} INTEGER, -- year
  ${c.above} INTEGER -- a ${c.person}, or NULL
);
CREATE TABLE ${articles} (
  ${c.article} INTEGER PRIMARY KEY,
  ${c.label} VARCHAR, -- different for each row
  ${c.kind} VARCHAR,
  ${c.size} INTEGER
);
CREATE TABLE ${events} (
  ${c.event} INTEGER PRIMARY KEY,
  ${c.person} INTEGER,
  ${c.article} INTEGER,
  day DATE,
  ${c.amount} INTEGER -- NULL while the ${event} is ${open}
);`;
}

const literal = (value: string | number | null): string =>
  value === null ? "NULL" : typeof value === "number" ? String(value) : `'${value}'`;
const insertion = (table: string, rows: readonly (readonly (string | number | null)[])[]): string =>
  `INSERT INTO ${table} VALUES ${rows.map(row => `(${row.map(literal).join(",")})`).join(",")};`;

/** Statements that make the tables of a database with their rows. */
export const setupOf = (database: Database): string =>
  [
    schemaOf(database),
    insertion(
      database.words.people,
      database.people.map(({id, name, town, year, above}) => [id, name, town, year, above])
    ),
    insertion(
      database.words.articles,
      database.articles.map(({id, name, kind, size}) => [id, name, kind, size])
    ),
    insertion(
      database.words.events,
      database.events.map(({id, person, article, day, amount}) => [id, person.id, article.id, day, amount])
    )
  ].join("\n");
