// What the worlds of ZenAgent share: tables, tools with JSON schemas, and drafts, to which one errand after another is added.
import type {ItemTool} from "../../../book/banks/parts.node.js";
import type {ScorerOf, WorldName} from "../../../book/scorers.js";
import {canonicalJson, type Random} from "../../seed.js";
import {type Links, linkTo, type Result} from "./links.js";

export type Value = string | number | null;
/** The values of a row, in the order of the columns. */
export type Row = Value[];
/** Rows by the name of their table or view. */
export type Rows = Record<string, Row[]>;
export type Environment = ScorerOf<"environment">;
type Call = Environment["plan"][number];

/** A world: its tables and tools, and the errands that it knows. Pure; what its tools do stands in run/environments. */
export interface World {
  name: WorldName;
  /** Columns of each table; the first is the primary key, an integer. */
  tables: Readonly<Record<string, readonly string[]>>;
  tools: ItemTool[];
  /** What the model is told that it manages. */
  manages: string;
  /** @param errands number of errands that the rows must suffice for */
  start(random: Random, errands: number): Rows;
  errands: readonly Errand[];
  /** Errands of tasks in which each takes a value from one before. */
  linked: {
    /** The first: it looks its value up. */
    first: readonly Errand[];
    next: readonly Errand[];
    /** Those that have no value. */
    between: readonly Errand[];
    /** The sentence that says what the value of an errand is. */
    meaning: string;
  };
  /** The rows of the views, computed from those of the tables; their order does not matter. */
  view(rows: Rows): Rows;
  /** The tool that must not be used, and the sentence that says so where it is, or is not, part of an errand. */
  forbidden: {tool: string; never: string; otherwise: string};
}

/** The parts of a world that an episode needs. */
export type Setting = Pick<World, "tables" | "tools" | "view">;

/** Adds one errand to a draft: its calls, what they change, and the sentence that asks for it; null where the draft leaves no room for it. */
export type Errand = (draft: Draft) => string | null;

/** A value that an errand takes from one before: its sentence writes X for it, and ends with the clause that defines X. */
interface Link {
  value: number;
  clause: string;
}

/** A task under construction. No two errands touch the same row, so that they may be run in any order in which values are known. */
export interface Draft {
  random: Random;
  /** Adds an errand; null where the draft leaves no room for it. */
  add(errand: Errand): string | null;
  /** The value of the errand where errands are linked and it does not look it up. */
  link(links: Links): Link | undefined;
  /** Keeps the value of the errand for later ones. */
  setResult(value: number): void;
  /** At the start, and after the calls of the plan. */
  initial: Rows;
  rows: Rows;
  plan: Call[];
  /** Adds a call that only reads, unless the plan has it. */
  look(tool: string, given?: Record<string, Value>): void;
  /** Adds a call that changes something. */
  change(tool: string, given: Record<string, Value>): void;
  /** Adds a row to a table under the id that the database will give it, and returns that. */
  insert(table: string, values: Row): number;
  /** One of the rows that no errand has touched, which is now touched; undefined where there is none. */
  untouched(table: string, allowed?: (row: Row) => boolean): Row | undefined;
  isTouched(table: string, id: Value | undefined): boolean;
  /** A name of a list that no row and no errand has. */
  fresh(names: readonly string[]): string;
}

/** A draft of these rows. */
export function draftOf(rows: Rows, {isLinked, random}: {isLinked: boolean; random: Random}): Draft {
  const plan: Call[] = [];
  const results: Result[] = [];
  let errand = 1;
  let touched = new Set<string>();
  const names = new Set(Object.values(rows).flatMap(table => table.flat().filter(value => typeof value === "string")));
  return {
    random,
    rows,
    plan,
    add(make) {
      const before = new Set(touched);
      const sentence = make(this);
      if (sentence === null) touched = before;
      else errand++;
      return sentence;
    },
    link(links) {
      const definition = isLinked ? linkTo(results, links, random) : undefined;
      if (definition?.tool) this.look(definition.tool);
      return definition && {value: definition.value, clause: `, where X is ${definition.text}`};
    },
    setResult: value => void results.push({errand, value}),
    initial: structuredClone(rows),
    look(tool, given = {}) {
      const key = canonicalJson(given);
      if (!plan.some(call => call.tool === tool && canonicalJson(call.arguments) === key)) plan.push({tool, arguments: given});
    },
    change: (tool, given) => void plan.push({tool, arguments: given}),
    insert(table, values) {
      const id = Math.max(0, ...rows[table]!.map(([id]) => id as number)) + 1;
      rows[table]!.push([id, ...values]);
      touched.add(`${table} ${id}`);
      return id;
    },
    untouched(table, allowed = () => true) {
      const left = rows[table]!.filter(row => !touched.has(`${table} ${row[0]}`) && allowed(row));
      if (left.length === 0) return undefined;
      const row = random.pick(left);
      touched.add(`${table} ${row[0]}`);
      return row;
    },
    isTouched: (table, id) => touched.has(`${table} ${id}`),
    fresh(list) {
      const name = random.pick(list.filter(each => !names.has(each)));
      names.add(name);
      return name;
    }
  };
}

/** Ascending ids that cannot be guessed from each other. */
export function idsOf(count: number, random: Random): number[] {
  const [first, spread] = [random.integer(1_000, 5_000), 97];
  return Array.from({length: count}, (_, i) => first + i * spread + random.integer(0, spread - 1));
}

/** Several different elements of a list, in random order: the beginning of a Fisher–Yates shuffle. */
export function some<T>(list: readonly T[], count: number, random: Random): T[] {
  const mixed = [...list];
  for (let i = 0; i < count; i++) {
    const j = random.integer(i, mixed.length - 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed.slice(0, count);
}

export const text = (description: string) => ({type: "string", description});
export const integer = (description: string) => ({type: "integer", description});

/** How a sentence writes a value: as X where a clause defines it. */
export const written = (link: Link | undefined, value: Value | undefined): string => (link ? "X" : String(value));
/** A sentence without its full stop, with the clause that defines X, if any. */
export const closed = (sentence: string, link: Link | undefined): string => `${sentence}${link?.clause ?? ""}.`;

/** A tool whose arguments are all required. */
export const tool = (name: string, description: string, properties: Record<string, object> = {}): ItemTool => ({
  name,
  description,
  parameters: {type: "object", properties, required: Object.keys(properties), additionalProperties: false},
  results: {}
});

/** The phrases of a list with semicolons between them. */
export const list = (text: string): string[] => text.split(";");

/** The name in a row of a table by its id: the second column. */
export const nameOf = (rows: Rows, table: string, id: Value | undefined): Value =>
  rows[table]!.find(row => row[0] === id)?.[1] ?? null;

/** The name of a company: those of numbers below 600 differ. */
export function companyOf(number: number): string {
  const first = number % LAST.length;
  const second = (first + 1 + Math.floor(number / LAST.length)) % LAST.length;
  return `${LAST[first]} & ${LAST[second]}`;
}

/** Full names of people, all different. */
export function peopleOf(count: number, random: Random): string[] {
  const [first, last] = [some(FIRST, count, random), some(LAST, count, random)];
  return first.map((name, i) => `${name} ${last[i]}`);
}

const FIRST =
  "Amara Bilal Carmen Daan Esther Farah Goran Hana Idris Jelena Kofi Leonie Mateo Ngozi Olga Pavel Quirin Rania Sefa Tomas Uma Viktor Wren Xenia Yara Zoltan".split(
    " "
  );
const LAST =
  "Abara Brandt Castell Dimitrov Eklund Ferraro Grigore Hansen Ibarra Jansen Kovacs Lindgren Moreau Nakata Okafor Petrov Quist Rossi Sandoval Tanaka Ueda Varga Weiss Yilmaz Zeman".split(
    " "
  );
