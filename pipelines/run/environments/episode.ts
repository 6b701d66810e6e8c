// One episode: a database of its own, the calls that reach it, the log that its API keeps of them, and what they have come to.
import {z} from "zod";
import type {WorldName} from "../../book/scorers.js";
import {settings} from "../../generate/benchmarks/agent/settings.js";
import type {Environment, Row, Rows} from "../../generate/benchmarks/agent/world.js";
import {canonicalJson} from "../../generate/seed.js";
import {jsonOf} from "../../rows/json.js";
import type {EpisodeOutcome, LoggedCall, RowChange} from "../../score/episode.js";
import {type Api, type Arguments, type Reply, refused} from "./apis/api.js";
import {calendarApi} from "./apis/calendar.js";
import {dataApi} from "./apis/data.js";
import {inventoryApi} from "./apis/inventory.js";
import {ledgerApi} from "./apis/ledger.js";
import {ticketsApi} from "./apis/tickets.js";
import {type EpisodeDatabase, openDatabase, sortedRows} from "./database.js";

const apis: Readonly<Record<WorldName, Api>> = {
  calendar: calendarApi,
  inventory: inventoryApi,
  ledger: ledgerApi,
  tickets: ticketsApi,
  data: dataApi
};

/** An episode that is under way. */
export interface Episode {
  /** Makes a call. @param given its arguments as the model wrote them */
  call(tool: string, given: string): LoggedCall | Promise<LoggedCall>;
  /** What the calls have come to, read from the database. */
  outcome(): EpisodeOutcome;
  /** Frees the database. */
  close(): void;
}

/** Longest arguments of a call, characters. */
export const LONGEST_ARGUMENTS = 2 ** 18;
/** Largest number of a call either way: sums of very many such calls stay whole numbers that JSON can tell. */
const LARGEST_NUMBER = 1e12;
/** Longest name of a tool that is looked for, characters; none is as long. */
const LONGEST_NAME = 64;

/** A tool's name, as it can stand in a path whatever a model wrote. */
export const toolName = (name: string): string => Buffer.from(name.slice(0, LONGEST_NAME)).toString();

const FAULTS = {
  500: "internal error; nothing was changed",
  504: "timed out; nothing was changed"
} as const;

/** Checks of the arguments of each tool, by world and name. */
const checks = new Map<string, z.ZodType>();

function checkOf(world: WorldName, tool: string): z.ZodType {
  const key = `${world} ${tool}`;
  let known = checks.get(key);
  if (!known) {
    const {parameters} = settings[world].tools.find(({name}) => name === tool)!;
    checks.set(key, (known = z.fromJSONSchema(parameters as Parameters<typeof z.fromJSONSchema>[0])));
  }
  return known;
}

/** Opens an episode: in this process, or behind its API. */
export type OpenEpisode = (environment: Environment) => Episode;

/** An episode whose calls are answered at once. */
interface LocalEpisode extends Episode {
  call(tool: string, given: string): LoggedCall;
  /** The last call of the log. */
  last(): LoggedCall | undefined;
}

/** Begins an episode in this process. Equal environments and equal calls give equal logs. */
export function openEpisode({world, state, goal, forbidden, plan, faults}: Environment): LocalEpisode {
  const {views, handlers} = apis[world];
  const log: LoggedCall[] = [];
  /** Opened with the first call, so that episodes which wait for a model's first answer take no memory. */
  let opened: {database: EpisodeDatabase; begun: Rows; now: Rows} | null = null;
  const begin = () => {
    if (opened) return opened;
    const database = openDatabase(settings[world], state, views);
    const begun = database.state();
    return (opened = {database, begun, now: begun});
  };
  /** Calls that have reached a tool, by which faults are counted. */
  let reached = 0;

  const isForbidden = (tool: string, given: unknown): boolean =>
    forbidden.some(rule => rule.tool === tool && !rule.but.some(each => canonicalJson(each) === canonicalJson(given)));

  /** A reply, with what is told of the call in the log. */
  const replied = (tool: string, given: string): {reply: Reply} & Partial<LoggedCall> => {
    const handler = Object.hasOwn(handlers, tool) ? handlers[tool]! : undefined;
    if (!handler)
      return {
        reply: refused(404, `there is no tool ${JSON.stringify(tool)}; there are ${Object.keys(handlers).join(", ")}`),
        unknown: true
      };
    if (given.length > LONGEST_ARGUMENTS)
      return {
        reply: {status: 413, body: {error: `the arguments have more than ${LONGEST_ARGUMENTS} characters`}},
        malformed: true
      };
    const value = argumentsIn(given);
    if (value === undefined)
      return {reply: {status: 400, body: {error: `the arguments of ${tool} are not valid JSON`}}, malformed: true};
    reached++;
    const fault = faults.find(({call}) => call === reached);
    if (fault) return {reply: {status: fault.status, body: {error: FAULTS[fault.status]}}, fault: true};
    const checked = checkOf(world, tool).safeParse(value);
    if (!checked.success) {
      const {path, message} = checked.error.issues[0]!;
      return {reply: refused(422, `${[tool, ...path].join(".")}: ${message}`)};
    }
    const wrong = unkeepable(checked.data as Arguments);
    if (wrong) return {reply: refused(422, `${tool}.${wrong}`)};
    const reply = handler(begin().database, checked.data as Arguments);
    return {reply, ...(reply.status < 300 && isForbidden(tool, value) && {forbidden: true})};
  };

  return {
    call(called, given) {
      const tool = toolName(called);
      const own = begin();
      const {database} = own;
      const writes = database.writes();
      const {reply, ...told} = replied(tool, given);
      const {status, body} = reply;
      const text = JSON.stringify(status < 300 ? body : {status, ...(body as object)});
      const call: LoggedCall = {tool, arguments: given, status, result: text, ...told};
      if (database.writes() > writes) {
        const next = database.state();
        call.changes = changesOf(own.now, next);
        own.now = next;
      }
      log.push(call);
      return call;
    },
    outcome() {
      const {database, begun} = begin();
      const end = textOf(database.state());
      return {
        reached: end === textOf(sortedRows(goal)),
        changed: end !== textOf(begun),
        optimal: plan.length,
        ...countsOf(log)
      };
    },
    last: () => log.at(-1),
    close() {
      opened?.database.close();
      opened = null;
    }
  };
}

/** The arguments that a model wrote; undefined where they are no JSON. Some endpoints send an empty text where there are none. */
const argumentsIn = (given: string): unknown => jsonOf(given.trim() === "" ? "{}" : given);

/** What the database could not keep as it is: numbers beyond all bounds, and texts that SQLite would cut off; null where there is nothing. */
function unkeepable(given: Arguments): string | null {
  for (const [name, value] of Object.entries(given)) {
    if (typeof value === "number" && Math.abs(value) > LARGEST_NUMBER) return `${name}: it is beyond ${LARGEST_NUMBER}`;
    if (typeof value === "string" && value.includes("\0")) return `${name}: it has a character of code 0`;
  }
  return null;
}

/** Rows that are new or gone, view by view. */
function changesOf(before: Rows, after: Rows): RowChange[] {
  return Object.keys(after).flatMap(view => {
    const [added, removed] = [without(after[view]!, before[view]!), without(before[view]!, after[view]!)];
    return added.length + removed.length > 0 ? [{view, added, removed}] : [];
  });
}

/** Rows that are left when others are taken away, each once. */
function without(rows: readonly Row[], others: readonly Row[]): Row[] {
  const left = new Map<string, number>();
  const keyOf = (row: Row) => JSON.stringify(row);
  for (const row of others) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  return rows.filter(row => {
    const key = keyOf(row);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
}

/** One text for each state, whatever the order of its views. */
const textOf = (state: Rows): string => JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)));

const countOf = (log: readonly LoggedCall[], holds: (call: LoggedCall) => unknown): number => log.filter(holds).length;

/** The numbers of a log. A fault is recovered from where the same call is made again later and succeeds. */
function countsOf(log: readonly LoggedCall[]) {
  const isSame = (a: LoggedCall, b: LoggedCall) =>
    a.tool === b.tool && canonicalJson(argumentsIn(a.arguments)) === canonicalJson(argumentsIn(b.arguments));
  return {
    calls: log.length,
    forbidden: countOf(log, call => call.forbidden),
    malformed: countOf(log, call => call.malformed),
    unknown: countOf(log, call => call.unknown),
    faults: countOf(log, call => call.fault),
    recovered: log.filter((call, i) => call.fault && log.slice(i + 1).some(later => later.status < 300 && isSame(call, later)))
      .length
  };
}
