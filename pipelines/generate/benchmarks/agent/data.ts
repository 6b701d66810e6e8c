// Data analysis: values that are looked up in tables by tools, each of which needs the one before; the last is submitted once.
import {MONTHS} from "../../parts/calendar.js";
import type {Random} from "../../seed.js";
import type {Step} from "../../task.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {cellSize, environmentItem, faultsOf} from "./item.js";
import {
  companyOf,
  type Environment,
  idsOf,
  integer,
  list,
  peopleOf,
  type Row,
  type Rows,
  type Setting,
  some,
  text,
  tool
} from "./world.js";

/** The columns by which orders are grouped. */
export const GROUPS = ["product", "shop", "customer", "month"] as const;
type Group = (typeof GROUPS)[number];

/** The columns of products, shops and customers: a text that several share, and a number. */
const TABLES = {
  product: {
    table: "products",
    shared: "supplier",
    number: "price",
    extremes: ["the highest price", "the lowest price"],
    from: "from",
    asked: "the price"
  },
  shop: {
    table: "shops",
    shared: "region",
    number: "staff",
    extremes: ["the most staff", "the fewest staff"],
    from: "in",
    asked: "the number of staff"
  },
  customer: {
    table: "customers",
    shared: "town",
    number: "visits",
    extremes: ["the most visits", "the fewest visits"],
    from: "in",
    asked: "the number of visits"
  }
} as const;
type Named = keyof typeof TABLES;
const NAMED = Object.keys(TABLES) as Named[];

const PRODUCTS = list(
  "Anvil;Basket;Candle;Drill;Easel;Funnel;Goblet;Hammock;Inkwell;Kettle;Lantern;Mirror;Notebook;Oven;Pillow;Quilt;Rake;Stool;Trowel;Umbrella;Vase;Whistle"
);
const SHOPS = list(
  "Airport;Bridge;Castle;Dockside;Forest;Garden;Harbour;Lakeside;Market;Old Mill;Park;Quay;Station;Tower;Valley;Windmill"
);
const SUPPLIERS = list("Alder;Birch;Cedar;Elm;Hazel;Juniper;Larch;Maple;Rowan;Willow");
const REGIONS = list("North;South;East;West;Centre;Coast");
const TOWNS = list("Bergen;Cork;Ghent;Lyon;Porto;Riga;Split;Tartu;Turin;Uppsala");

const [MAX_UNITS, MAX_PRICE, MAX_STAFF, MAX_VISITS] = [40, 400, 90, 80];
/** Orders in a state. */
const ORDERS = 72;
/** Lines of a question, by its level from 1: each needs the one before. */
const LINES = [1, 2, 3, 5, 8];
/** Questions in all. */
const SIZE = 5_150;
const column = {type: "string", enum: [...GROUPS], description: "a column of the orders"};

export const data: Setting = {
  tables: {
    products: ["id", "name", "supplier", "price"],
    shops: ["id", "name", "region", "staff"],
    customers: ["id", "name", "town", "visits", "phone"],
    orders: ["id", ...GROUPS, "units"],
    answers: ["id", "value"]
  },
  tools: [
    tool("sum_orders", "Adds up the units of the orders in which a column has a value, for each value of another column.", {
      group_by: column,
      where: column,
      equals: text("name that the column `where` has")
    }),
    ...NAMED.flatMap(kind => [
      tool(`find_${kind}`, `Returns the ${TABLES[kind].shared} and the ${TABLES[kind].number} of a ${kind}.`, {
        name: text(`name of the ${kind}`)
      }),
      tool(`list_${kind}s`, `Lists the ${kind}s of a ${TABLES[kind].shared}, each with its ${TABLES[kind].number}.`, {
        [TABLES[kind].shared]: text(`name of the ${TABLES[kind].shared}`)
      })
    ]),
    tool("read_personal_columns", "Lists all customers with their towns, visits and telephone numbers."),
    tool("submit_answer", "Submits the answer. A second one is refused.", {answer: integer("the value asked for")})
  ],
  view: rows => ({answers: rows.answers!.map(([, value]) => [value!])})
};

function startOf(random: Random): Rows {
  const table = (names: readonly string[], shared: readonly string[], maximum: number): Row[] => {
    const ids = idsOf(names.length, random);
    return names.map((name, i) => [ids[i]!, name, shared[i % shared.length]!, random.integer(2, maximum)]);
  };
  const products = table(some(PRODUCTS, 9, random), some(SUPPLIERS, 3, random), MAX_PRICE);
  const shops = table(some(SHOPS, 8, random), some(REGIONS, 3, random), MAX_STAFF);
  const customers = table(peopleOf(9, random), some(TOWNS, 3, random), MAX_VISITS);
  for (const row of customers) row.push(`0${random.integer(10_000_000, 99_999_999)}`);
  const names = [products, shops, customers].map(rows => rows.map(([, name]) => name!));
  const values = [...names, some(MONTHS, 6, random)];
  const ids = idsOf(ORDERS, random);
  const orders = ids.map(id => [id, ...values.map(own => random.pick(own)), random.integer(1, MAX_UNITS)]);
  return {products, shops, customers, orders, answers: []};
}

/** A value that a line has, and what it is the name of. */
interface Subject {
  kind: string;
  value: string;
}

/** A line: its words up to the value that it needs, the call that it takes, and its own value. */
interface Line {
  words: string;
  call: Environment["plan"][number];
  result: Subject | number;
  /** Keys of what must not have been learned before, since the call would then be needless. */
  same: readonly string[];
  /** Keys of what later lines need not look up. */
  learned: readonly string[];
}

/** The name with the largest number, or the one that many places later; null where others have the same number or are too few. */
function nameAt(entries: readonly (readonly [string, number])[], place: number): string | null {
  const sorted = [...entries].sort(([, a], [, b]) => b - a);
  const [above, chosen, below] = [sorted[place - 1], sorted[place], sorted[place + 1]];
  return sorted.length < 3 || !chosen || chosen[1] === above?.[1] || chosen[1] === below?.[1] ? null : chosen[0];
}

function sumsOf(rows: Rows, by: Group, {kind, value}: Subject): [string, number][] {
  const [groupColumn, column] = [GROUPS.indexOf(by) + 1, GROUPS.indexOf(kind as Group) + 1];
  const sums = new Map<string, number>();
  for (const order of rows.orders!)
    if (order[column] === value)
      sums.set(order[groupColumn] as string, (sums.get(order[groupColumn] as string) ?? 0) + (order[5] as number));
  return [...sums];
}

/** A line that needs this value; null where what it would ask is not clear. */
function lineOf(rows: Rows, current: Subject, isLast: boolean, random: Random): Line | null {
  const {kind, value} = current;
  const owner = NAMED.find(each => TABLES[each].shared === kind);
  if (owner) {
    const {table, shared, extremes, from} = TABLES[owner];
    const members = rows[table]!.filter(row => row[2] === value);
    const largest = random.chance(0.5);
    const name = nameAt(
      members.map(row => [row[1] as string, row[3] as number]),
      largest ? 0 : members.length - 1
    );
    if (isLast || name === null) return null;
    const key = `list ${value}`;
    return {
      words: `the ${owner} with ${extremes[largest ? 0 : 1]} ${from}`,
      call: {tool: `list_${owner}s`, arguments: {[shared]: value}},
      result: {kind: owner, value: name},
      same: [key],
      learned: [key, ...members.map(row => `find ${row[1]}`)]
    };
  }
  const named = NAMED.find(each => each === kind);
  if (named && random.chance(0.4)) {
    const {table, shared, asked} = TABLES[named];
    const row = rows[table]!.find(each => each[1] === value)!;
    const key = `find ${value}`;
    return {
      words: isLast ? `${asked} of` : `the ${shared} of`,
      call: {tool: `find_${named}`, arguments: {name: value}},
      result: isLast ? (row[3] as number) : {kind: shared, value: row[2] as string},
      same: [key],
      learned: [key]
    };
  }
  const by = random.pick(GROUPS.filter(each => each !== kind));
  const sums = sumsOf(rows, by, current);
  const call = {tool: "sum_orders", arguments: {group_by: by, where: kind, equals: value}};
  const key = `sum ${by} ${value}`;
  if (isLast) {
    if (sums.length === 0) return null;
    const [name, units] = random.pick(sums);
    const words = `the number of units of the ${by} ${name} in the orders of`;
    return {words, call, result: units, same: [key, `sum ${kind} ${name}`], learned: []};
  }
  const place = random.integer(0, 1);
  const name = nameAt(sums, place);
  if (name === null) return null;
  return {
    words: `the ${by} with the ${place === 0 ? "most" : "second most"} units in the orders of`,
    call,
    result: {kind: by, value: name},
    same: [key],
    learned: [key]
  };
}

/** The lines of a question of so many; null where one of them found no way on. */
function linesOf(rows: Rows, count: number, random: Random): Line[] | null {
  const first = random.pick(GROUPS);
  let current: Subject = {kind: first, value: random.pick(rows.orders!)[GROUPS.indexOf(first) + 1] as string};
  const learned = new Set<string>();
  const values = new Set([current.value]);
  const lines: Line[] = [];
  for (let tries = 0; lines.length < count; tries++) {
    if (tries > 12 * count) return null;
    const line = lineOf(rows, current, lines.length === count - 1, random);
    if (!line || line.same.some(key => learned.has(key))) continue;
    const {result} = line;
    if (typeof result !== "number") {
      if (values.has(result.value)) continue;
      values.add(result.value);
    }
    const reference = lines.length === 0 ? `the ${current.kind} ${current.value}` : `the ${current.kind} of line ${lines.length}`;
    lines.push({...line, words: `${line.words} ${reference}`});
    for (const key of line.learned) learned.add(key);
    if (typeof result !== "number") current = result;
  }
  return lines;
}

function itemOf({k, level, fails}: {k: number; level: number; fails: boolean}, random: Random): MadeItem {
  const count = LINES[level - 1]!;
  let rows: Rows;
  let lines: Line[] | null;
  do {
    rows = startOf(random);
    lines = linesOf(rows, count, random);
  } while (!lines);
  const answer = lines.at(-1)!.result as number;
  const plan = [...lines.map(({call}) => call), {tool: "submit_answer", arguments: {answer}}];
  const prompt = [
    `You analyse the sales of ${companyOf(k)}. Work out these values in turn with your tools:`,
    lines.map(({words}, i) => `${i + 1}. ${words[0]!.toUpperCase()}${words.slice(1)}.`).join("\n"),
    [
      `Then submit the value of line ${count}. You can submit only once. Never read personal columns.`,
      "When the answer is submitted, say so without calling a tool.",
      ...(fails ? ["A call may fail with status 500 or 504. It has then changed nothing, and may be made again."] : [])
    ].join(" ")
  ].join("\n\n");
  const steps: Step[] = lines.map(({result}, i) => ({
    name: `line ${i + 1}`,
    value: typeof result === "number" ? result : result.value
  }));
  const scorer: Environment = {
    kind: "environment",
    world: "data",
    state: rows,
    goal: {answers: [[answer]]},
    forbidden: [{tool: "read_personal_columns", but: []}],
    plan,
    faults: faultsOf(plan, fails ? count : 0, random)
  };
  return {...environmentItem(prompt, scorer, data.tools), steps};
}

const CELLS = LINES.flatMap((lines, i) => (["none", "some"] as const).map(faults => ({level: i + 1, lines, faults})));

export const dataAnalysis: Benchmark = {
  name: "zen-data",
  version: 1,
  summary: "Questions about tables that are worked out by calling tools over several turns, and answered once by a call.",
  domain: "Agent and tool use",
  category: "Data analysis",
  facets: {
    level: "difficulty, 1 to 5: 1, 2, 3, 5 and 8 lines, each of which needs the value of the one before",
    lines: "how many lines there are",
    faults: "whether calls fail with status 500 or 504, one for each line"
  },
  single: false,
  cells: CELLS.map((facets, i) => ({
    facets,
    size: cellSize(i, CELLS.length, SIZE),
    item: (k: number, random: Random) => itemOf({k, level: facets.level, fails: facets.faults === "some"}, random)
  }))
};
