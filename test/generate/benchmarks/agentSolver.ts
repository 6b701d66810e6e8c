// Second solver of ZenAgent: reads the errands one after the other and runs them by calls of the tools, of which it uses nothing but the results.
import {agent} from "../../../pipelines/generate/benchmarks/agent/agent.js";
import type {Environment} from "../../../pipelines/generate/benchmarks/agent/world.js";
import type {DrawnItem} from "../../../pipelines/generate/task.js";
import {openEpisode} from "../../../pipelines/run/environments/episode.js";
import type {EpisodeOutcome} from "../../../pipelines/score/episode.js";
import type {Measured, Solved} from "./quality/measure.js";

type Value = string | number;
type Entry = Record<string, Value>;
type Arguments = Record<string, Value>;

/** The value of an errand, and how many values follow from each other up to it: 0 for one that the prompt says. */
interface Result {
  value: Value;
  depth: number;
}

/** The outcome of errands. */
interface Played {
  outcome: EpisodeOutcome;
  /** Calls that succeeded. */
  calls: {tool: string; arguments: Arguments}[];
  /** The value of each errand; undefined where it has none. */
  results: (Result | undefined)[];
}

const errandsIn = (prompt: string): string[] => [...prompt.matchAll(/^\d+\. (.+)\.$/gmu)].map(([, errand]) => errand!);

/** Operations that the errands of a prompt take: to look up, to act, and to work a value out. Null for other prompts. */
export function solveAgent(prompt: string): Solved | null {
  const errands = errandsIn(prompt);
  if (!/^You manage .+ Run these errands with your tools:\n/u.test(prompt) || errands.length === 0) return null;
  const steps = errands.reduce((sum, errand) => sum + (errand.includes(", where X is ") ? 3 : 2), 0);
  return {answer: JSON.stringify(errands), steps};
}

/** Runs errands in an environment. Throws where a tool refuses a call. */
export function playErrands(errands: readonly string[], environment: Environment): Played {
  const episode = openEpisode(environment);
  const calls: Played["calls"] = [];
  const results: Played["results"] = [];
  const call = (tool: string, values: Arguments): unknown => {
    for (;;) {
      const {status, result} = episode.call(tool, JSON.stringify(values));
      if (status >= 500) continue;
      if (status >= 300) throw new Error(`${tool} ${JSON.stringify(values)}: ${result}`);
      calls.push({tool, arguments: values});
      return JSON.parse(result);
    }
  };
  const reports = new Map<string, unknown>();
  const look = (tool: string, values: Arguments = {}): unknown => {
    const key = tool + JSON.stringify(values);
    if (!reports.has(key)) reports.set(key, call(tool, values));
    return reports.get(key);
  };
  const tools: Tools = {
    change: (tool, values) => (call(tool, values) as {id: number}).id,
    one: (tool, values) => look(tool, values) as Entry,
    list: (tool, values) => look(tool, values) as Entry[],
    resultOf: errand => results[Number(errand) - 1]!
  };
  try {
    for (const errand of errands) {
      const [sentence, definition] = errand.split(", where X is ") as [string, string?];
      results.push(runErrand(sentence, definition === undefined ? undefined : defined(definition, tools), tools));
    }
    return {outcome: episode.outcome(), calls, results};
  } finally {
    episode.close();
  }
}

interface Tools {
  /** Changes something, and returns the id of what is new. */
  change(tool: string, values: Arguments): number;
  one(tool: string, values: Arguments): Entry;
  list(tool: string, values?: Arguments): Entry[];
  resultOf(errand: string): Result;
}

const withName = (entries: readonly Entry[], name: string, column = "name"): Entry =>
  entries.find(entry => entry[column] === name)!;

const DAY_MS = 86_400_000;
const daysLater = (date: Value, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The value that a definition describes. */
function defined(text: string, {list, resultOf}: Tools): Result {
  const words = text.split(" ");
  const numbers = [...text.matchAll(/(?<![\d-])\d+(?![\d-])/gu)].map(([number]) => Number(number));
  const bases = /errands? (\d+)(?: and (\d+))?/u
    .exec(text)
    ?.slice(1)
    .flatMap(errand => (errand === undefined ? [] : [resultOf(errand)]));
  const depth = 1 + Math.max(0, ...(bases ?? []).map(base => base.depth));
  const [base, second] = (bases ?? []).map(({value}) => value);
  const agents = () => list("list_agents");
  const agentId = (name: string) => withName(agents(), name).id!;
  const work = (): Value => {
    if (text.endsWith(" otherwise")) {
      const [one, condition, other] = text.slice(0, -" otherwise".length).split(/ if |, and /u) as [string, string, string];
      const limit = condition.split(" ").at(-1)!;
      if (condition.includes(" is more than ")) return Number(Number(base) > Number(limit) ? one : other);
      if (condition.includes(" is before ")) return Date.parse(String(base)) < Date.parse(limit) ? one : other;
      return agentId(agents().find(({id}) => id === base)!.team === limit ? one : other);
    }
    if (text.includes(" more than ")) return Number(base) + numbers[0]!;
    if (text.includes(" less than ")) return Number(base) - numbers[0]!;
    if (text.startsWith("half ")) return (Number(base) - (Number(base) % 2)) / 2;
    if (text.startsWith("twice ")) return Number(base) + Number(base);
    if (text.startsWith("the sum ")) return Number(base) + Number(second);
    if (text.endsWith(" has seats")) return daysLater(words[4]!, Number(withName(list("list_rooms"), words[8]!).seats));
    if (text.startsWith("the agent ")) {
      let place = agents().findIndex(({id}) => id === base);
      for (let i = 0; i < numbers[0]!; i++)
        place = words[4] === "after" ? (place + 1) % agents().length : (place || agents().length) - 1;
      return agents()[place]!.id!;
    }
    if (text.includes(" agent in the team ")) {
      const members = agents().filter(({team}) => team === words.at(-1));
      return (text.startsWith("the first") ? members[0]! : members.at(-1)!).id!;
    }
    if (text.startsWith("the first ")) {
      const isNamed = (date: string) =>
        new Date(date).toLocaleDateString("en-GB", {weekday: "long", timeZone: "UTC"}) === words[2];
      let date = daysLater(base!, 1);
      while (!isNamed(date)) date = daysLater(date, 1);
      return date;
    }
    const days = numbers[0]! * (words[1] === "weeks" ? 7 : 1);
    return daysLater(base!, words[2] === "after" ? days : -days);
  };
  return {value: work(), depth};
}

/** Runs one errand. @param x the value that its sentence writes as X */
function runErrand(sentence: string, x: Result | undefined, tools: Tools): Result | undefined {
  const {change, one, list} = tools;
  const quoted = [...sentence.matchAll(/"([^"]+)"/gu)].map(([, text]) => text!);
  const parts = (pattern: RegExp) => pattern.exec(sentence)!.slice(1) as [string, string, string, string];
  const said = (text: string): Result => x ?? {value: /^\d+$/u.test(text) ? Number(text) : text, depth: 0};
  const id = (tool: string, name: string): number => one(tool, {name}).id as number;
  const eventId = (title: string, date: string) => withName(list("list_events", {date}), title, "title").id!;
  const ticketId = (subject: string, customer: string) =>
    withName(list("list_tickets", {customer_id: id("find_customer", customer)}), subject, "subject").id!;
  const agentOf = (name: string): Result => x ?? {value: withName(list("list_agents"), name).id!, depth: 0};
  const place = (name: string) => withName(list("list_warehouses"), name).id!;
  const stockAt = (product_id: number, name: string) =>
    withName(list("get_stock", {product_id}), name, "warehouse").quantity as number;

  switch (sentence.split(" ")[0]) {
    case "Book": {
      const [room, date, start, finish] = parts(/room (\w+) on (\S+) from (\S+) to (\S+) for/u);
      const room_id = withName(list("list_rooms"), room).id!;
      const guests = parts(/and invite (.+)$/u)[0].split(" and ");
      const persons = guests.map(name => id("find_person", name));
      const when = said(date);
      const event_id = change("create_event", {title: quoted[0]!, date: when.value, start, finish, room_id});
      for (const person_id of persons) change("invite", {event_id, person_id});
      return when;
    }
    case "Move": {
      const [from, date, start, finish] = parts(/" of (\S+) to ([^ ,]+), from (\S+) to (\S+)$/u);
      const when = said(date);
      change("move_event", {event_id: eventId(quoted[0]!, from), date: when.value, start, finish});
      return when;
    }
    case "Cancel":
      change("cancel_event", {event_id: eventId(quoted[0]!, parts(/(\S+)$/u)[0])});
      return undefined;
    case "Invite": {
      const [name, date] = parts(/^Invite (.+) to ".+" of (\S+)$/u);
      change("invite", {event_id: eventId(quoted[0]!, date), person_id: id("find_person", name)});
      return undefined;
    }
    case "Receive": {
      const [count, product, warehouse] = parts(/of (\S+) (.+) at (\w+)$/u);
      const quantity = said(count);
      change("receive_stock", {
        product_id: id("find_product", product),
        warehouse_id: place(warehouse),
        quantity: quantity.value
      });
      return quantity;
    }
    case "Bring": {
      const [product, to, level, from] = parts(/^Bring (.+) at (\w+) to (\d+) pieces with a transfer from (\w+)$/u);
      const product_id = id("find_product", product);
      const value = Number(level) - stockAt(product_id, to);
      const places = {from_warehouse_id: place(from), to_warehouse_id: place(to)};
      change("transfer_stock", {product_id, ...places, quantity: value});
      return {value, depth: 1};
    }
    case "Transfer": {
      if (quoted.length === 0) {
        const [count, product, from, to] = parts(/^Transfer (\S+) (.+?) (?:that are at|from) (\w+) to (\w+)$/u);
        const product_id = id("find_product", product);
        const quantity = count === "all" ? {value: stockAt(product_id, from), depth: 1} : said(count);
        const places = {from_warehouse_id: place(from), to_warehouse_id: place(to)};
        change("transfer_stock", {product_id, ...places, quantity: quantity.value});
        return quantity;
      }
      const [from, to] = parts(/ (?:of|from) (\w+) to (\w+) with the memo/u);
      const [payer, payee] = [one("find_account", {name: from}), one("find_account", {name: to})];
      const whole = sentence.startsWith("Transfer the whole balance ");
      const amount = whole ? {value: payer.balance!, depth: 1} : said(sentence.split(" ")[1]!);
      change("post_transfer", {from_id: payer.id!, to_id: payee.id!, amount: amount.value, memo: quoted[0]!});
      return amount;
    }
    case "Open": {
      const [count, from] = parts(/transfer (\S+) from (\w+) to it/u);
      const [name, memo] = quoted as [string, string];
      const from_id = id("find_account", from);
      const amount = said(count);
      change("post_transfer", {from_id, to_id: change("open_account", {name}), amount: amount.value, memo});
      return amount;
    }
    case "Reverse": {
      const account_id = id("find_account", parts(/(\w+)$/u)[0]);
      change("reverse_entry", {entry_id: withName(list("list_entries", {account_id}), quoted[0]!, "memo").id!});
      return undefined;
    }
    case "Create": {
      const [customer, priority, to] = parts(/ticket of (.+) with the subject ".+" and (\w+) priority, and assign it to (.+)$/u);
      const customer_id = id("find_customer", customer);
      const assigned = agentOf(to);
      const ticket_id = change("create_ticket", {customer_id, subject: quoted[0]!, priority});
      change("assign_ticket", {ticket_id, agent_id: assigned.value});
      return assigned;
    }
    case "Assign": {
      const [customer, to] = parts(/" of (.+) to (.+)$/u);
      const assigned = agentOf(to);
      change("assign_ticket", {ticket_id: ticketId(quoted[0]!, customer), agent_id: assigned.value});
      return assigned;
    }
    case "Add": {
      const [customer] = parts(/" of ([^,]+)(?:, then close it)?$/u);
      const ticket_id = ticketId(quoted[1]!, customer);
      change("add_comment", {ticket_id, comment: quoted[0]!});
      if (sentence.endsWith(", then close it")) change("close_ticket", {ticket_id});
      return undefined;
    }
    default:
      throw new SyntaxError(`unknown errand: ${sentence}`);
  }
}

/** Runs the errands of an item's own prompt. */
export const playItem = (item: DrawnItem): Played => playErrands(errandsIn(item.prompt), item.scorer as Environment);

export const measuredAgent: Measured = {
  benchmark: agent,
  solve: solveAgent,
  isRight(item, answer) {
    const {outcome} = playErrands(JSON.parse(answer) as string[], item.scorer as Environment);
    return Promise.resolve(outcome.reached && outcome.forbidden === 0);
  },
  steps: item => Promise.resolve(Math.max(0, ...playItem(item).results.map(result => result?.depth ?? 0))),
  least_rate: 200
};
