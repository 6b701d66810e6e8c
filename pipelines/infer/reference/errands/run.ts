// How simulated models run errands: each step as a call of a tool, with errors where their faculties are limited.
import {dayOf, isoDate, serial, WEEKDAYS, weekdayOf} from "../../../generate/parts/calendar.js";
import {canonicalJson, type Random, randomOf} from "../../../generate/seed.js";
import {jsonOf} from "../../../rows/json.js";
import type {Tool, ToolCall} from "../../completion.js";
import {mindOf} from "../mind.js";
import type {SimulatedModel} from "../roster.js";

/** A message behind the question: a call, or what a tool answered. */
export interface Heard {
  role: string;
  content: string;
  /** Of a tool's message: the id of the call that it answers. */
  call?: string | undefined;
}

/** The next move: calls of tools, or the last words. */
type Move = {calls: ToolCall[]} | {text: string};

/** Probability of not trying again after a failure of the server, as a multiple of the probability of a slip. */
const GIVES_UP = 3;
/** Most times that a model tries one step. */
const TRIES = 4;
/** Size of the step of writing a call, where looking something up is 0: it has several arguments. */
const LOAD = 1.2;
/** Things that an errand has that may be overlooked. */
const PARTS = 12;
/** Number of steps above which a model approaches its looping probability (reply.ts). */
const LOOP_STEPS = 30;

interface Flaws {
  forgotten: boolean;
  wrong: boolean;
  malformed: boolean;
  givesUp: boolean;
  /** Whether it looks the same up twice. */
  twice: boolean;
}

/**
 * The next move of a model in a dialogue about errands; null where the prompt is another one, or a tool is missing. The same model, prompt and
 * results always get the same move.
 * @param heard the messages behind the prompt, in order @param seed of the sampler, which draws other errors
 */
export function nextMove(
  model: SimulatedModel,
  {
    prompt,
    tools,
    heard,
    seed
  }: {prompt: string; tools: readonly Tool[]; heard: readonly Heard[]; seed?: number | null | undefined}
): Move | null {
  const read = stepsOf(prompt);
  if (!read) return null;
  const {steps, errands} = read;
  const names = new Set(tools.map(({name}) => name));
  if (!steps.every(({tool}) => names.has(tool))) return null;
  const random = randomOf(`${model.id} runs errands ${seed ?? ""}\n${prompt}`);
  const {slip_probability, format_error_probability, looping_probability} = model.faculties;
  const mind = mindOf(model.faculties, random);
  const flaws = steps.map((step): Flaws => {
    const forgotten = mind.overlooks(PARTS * errands);
    const wrong = mind.errs({
      load: LOAD,
      remembered: 2 * errands,
      depth: Math.max(0, ...Object.values(step.inputs).map(depthOf))
    });
    return {
      forgotten: forgotten && !step.reads,
      wrong: wrong && !step.reads,
      malformed: random.chance(format_error_probability),
      givesUp: random.chance(Math.min(0.9, GIVES_UP * slip_probability)),
      twice: random.chance(slip_probability) && step.reads
    };
  });
  const loops = random.chance(looping_probability * (1 - Math.exp(-steps.length / LOOP_STEPS)));
  const wrongs = steps.map(() => random.integer(1, 9));

  const tried = triesOf(steps.length, heard);
  const results = tried.map(answers => answers.find(({failed}) => !failed)?.value);
  const isDone = (at: number): boolean => results[at] !== undefined;
  const isLeft = (at: number): boolean => {
    const answers = tried[at]!;
    if (flaws[at]!.forgotten || isDone(at) || answers.length >= TRIES) return false;
    const last = answers.at(-1);
    return !last || (last.failed === "server" && !flaws[at]!.givesUp) || last.failed === "malformed";
  };
  const ready = steps.flatMap((step, at) =>
    isLeft(at) && needs(step).every(isDone) && valuesOf(step, results) !== null ? [at] : []
  );
  const reading = ready.filter(at => steps[at]!.reads);
  const again = steps.flatMap((_, at) => (flaws[at]!.twice && isDone(at) && tried[at]!.length === 1 ? [at] : []));
  const next = reading.length > 0 ? [...reading, ...again] : ready;
  const turn = heard.filter(({role}) => role === "assistant").length;
  if (next.length === 0 && loops) return {calls: [callOf(steps[0]!, 0)]};
  return next.length > 0 ? {calls: next.map(at => callOf(steps[at]!, at))} : {text: "I have done what I could."};

  function callOf(step: Step, at: number): ToolCall {
    const values = valuesOf(step, results) ?? {};
    const inputs = JSON.stringify(
      flaws[at]!.wrong ? misread(values, step, {random: randomOf(`${at} ${wrongs[at]}`), results}) : values
    );
    const malformed = flaws[at]!.malformed && tried[at]!.length === 0;
    return {id: `call_${turn}_${at}`, name: step.tool, arguments: malformed ? inputs.slice(0, -1) : inputs};
  }
}

interface Tried {
  value: unknown;
  /** Why the call failed; undefined where it did not. */
  failed?: "server" | "malformed" | "refused";
}

/** What the tools answered to each step, by the numbers in the ids of the calls. */
function triesOf(count: number, heard: readonly Heard[]): Tried[][] {
  const tried: Tried[][] = Array.from({length: count}, () => []);
  for (const {role, content, call} of heard) {
    const at = role === "tool" ? Number(/^call_\d+_(\d+)$/u.exec(call ?? "")?.[1] ?? Number.NaN) : Number.NaN;
    const value = jsonOf(content);
    const status = Number((value as {status?: unknown} | undefined)?.status ?? (value === undefined ? 400 : 200));
    const failed =
      !Number.isFinite(status) || status < 400 ? undefined : status >= 500 ? "server" : status === 400 ? "malformed" : "refused";
    tried[at]?.push({value, ...(failed && {failed})});
  }
  return tried;
}

const isDerived = (input: Input): input is Derived => typeof input === "object" && "from" in input;
const isFound = (input: Input): input is Found => typeof input === "object" && "field" in input;
const stepsIn = (input: Input): number[] =>
  isFound(input) ? [input.step] : isDerived(input) ? [...input.lists, ...input.from.flatMap(stepsIn)] : [];
const needs = ({inputs, after}: Step): number[] => [
  ...Object.values(inputs).flatMap(stepsIn),
  ...(after === undefined ? [] : [after])
];
/** Number of values that follow from each other up to this one. */
const depthOf = (input: Input): number => (isDerived(input) ? 1 + Math.max(0, ...input.from.map(depthOf)) : 0);

/** A value; undefined where a result lacks it. */
function valueIn(input: Input, results: readonly unknown[]): string | number | undefined {
  if (isFound(input)) return foundIn(input, results[input.step]);
  if (!isDerived(input)) return input;
  const values = input.from.map(each => valueIn(each, results));
  if (values.includes(undefined)) return undefined;
  return input.as(
    values as (string | number)[],
    input.lists.map(step => results[step] as Entry[])
  );
}

/** The arguments of a step; null where a result lacks one. */
function valuesOf({inputs}: Step, results: readonly unknown[]): Record<string, string | number> | null {
  const values: Record<string, string | number> = {};
  for (const [name, each] of Object.entries(inputs)) {
    const value = valueIn(each, results);
    if (value === undefined) return null;
    values[name] = value;
  }
  return values;
}

function foundIn({field, where, as}: Found, result: unknown): string | number | undefined {
  const entries = (Array.isArray(result) ? result : [result]) as (Entry | undefined)[];
  const value = entries.find(entry => !where || entry?.[where.field] === where.value)?.[field];
  return typeof value === "number" && as ? as(value) : value;
}

/** The arguments with one of them wrong: another entry of a list, another number, or a text cut short. */
function misread(
  values: Record<string, string | number>,
  {inputs}: Step,
  {random, results}: {random: Random; results: readonly unknown[]}
): Record<string, string | number> {
  const name = random.pick(Object.keys(values));
  const value = values[name]!;
  const source = inputs[name]!;
  const list = isFound(source) ? results[source.step] : undefined;
  const others = Array.isArray(list) ? list.map(entry => entry[(source as Found).field]).filter(other => other !== value) : [];
  const wrong =
    others.length > 0 ? random.pick(others) : typeof value === "number" ? value + random.integer(1, 9) : value.slice(0, -1);
  return {...values, [name]: wrong};
}

// The steps by which a simulated model runs the errands of a prompt of ZenAgent. It knows nothing but the prompt and what tools answer.

/** A value of an argument: one that the prompt says, one that an earlier step's result has, or one that follows from others. */
type Input = string | number | Found | Derived;
/** An entry of a tool's result. */
type Entry = Record<string, string | number>;
/** A value that follows from others and from lists, which are the results of steps. */
interface Derived {
  from: readonly Input[];
  lists: readonly number[];
  as(values: (string | number)[], lists: (readonly Entry[])[]): string | number | undefined;
}
/** Where a value stands in the result of a step: in an object, or in the entry of a list that has this value. */
interface Found {
  step: number;
  field: string;
  where?: {field: string; value: string | number};
  /** What is made of it; absent = itself. */
  as?: (value: number) => number;
}

interface Step {
  tool: string;
  inputs: Record<string, Input>;
  /** Whether it only reads. */
  reads: boolean;
  /** A step that has to have succeeded before, beside those whose results are needed. */
  after?: number;
}

/** Steps of several errands; the same is read once. */
interface Plan {
  steps: Step[];
  look(tool: string, inputs?: Record<string, Input>): number;
  change(tool: string, inputs: Record<string, Input>, after?: number): number;
  /** The value of the errand that is being read, to which later ones refer. */
  value?: Input;
  /** The value that the sentence writes as X. */
  x?: Input;
}

type Reader = [pattern: RegExp, add: (plan: Plan, found: string[]) => void];

const of = (step: number, field = "id"): Found => ({step, field});
const listed = (step: number, where: string, value: string | number, field = "id"): Found => ({
  step,
  field,
  where: {field: where, value}
});

const event = (plan: Plan, title: string, date: string) => listed(plan.look("list_events", {date}), "title", title);
const person = (plan: Plan, name: string) => of(plan.look("find_person", {name}));
const product = (plan: Plan, name: string) => of(plan.look("find_product", {name}));
const warehouse = (plan: Plan, name: string) => listed(plan.look("list_warehouses"), "name", name);
const account = (plan: Plan, name: string) => plan.look("find_account", {name});
const customer = (plan: Plan, name: string) => of(plan.look("find_customer", {name}));
const agent = (plan: Plan, name: string): Input => (name === "X" ? plan.x! : listed(plan.look("list_agents"), "name", name));
/** A number or a text that the sentence says or defines. */
const numberOf = (plan: Plan, text: string): Input => (text === "X" ? plan.x! : Number(text));
const dateOf = (plan: Plan, text: string): Input => (text === "X" ? plan.x! : text);
const ticket = (plan: Plan, subject: string, name: string) =>
  listed(plan.look("list_tickets", {customer_id: customer(plan, name)}), "subject", subject);

/** The sentences of all worlds, each with the steps that it takes. */
const READERS: readonly Reader[] = [
  [
    /^Book the room (.+) on (.+) from (.+) to (.+) for "(.+)", and invite (.+)\.$/u,
    (plan, [room, date, start, finish, title, guests]) => {
      const room_id = listed(plan.look("list_rooms"), "name", room!);
      const people = guests!.split(" and ").map(name => person(plan, name));
      plan.value = dateOf(plan, date!);
      const id = plan.change("create_event", {title: title!, date: plan.value, start: start!, finish: finish!, room_id});
      for (const person_id of people) plan.change("invite", {event_id: of(id), person_id});
    }
  ],
  [
    /^Move "(.+)" of (.+) to (.+), from (.+) to (.+)\.$/u,
    (plan, [title, from, date, start, finish]) => {
      plan.value = dateOf(plan, date!);
      plan.change("move_event", {event_id: event(plan, title!, from!), date: plan.value, start: start!, finish: finish!});
    }
  ],
  [/^Cancel "(.+)" of (.+)\.$/u, (plan, [title, date]) => plan.change("cancel_event", {event_id: event(plan, title!, date!)})],
  [
    /^Invite (.+) to "(.+)" of (.+)\.$/u,
    (plan, [name, title, date]) => plan.change("invite", {event_id: event(plan, title!, date!), person_id: person(plan, name!)})
  ],
  [
    /^Receive a delivery of (\d+|X) (.+) at (.+)\.$/u,
    (plan, [count, name, place]) => {
      plan.value = numberOf(plan, count!);
      plan.change("receive_stock", {
        product_id: product(plan, name!),
        warehouse_id: warehouse(plan, place!),
        quantity: plan.value
      });
    }
  ],
  [
    /^Transfer (\d+|X|all) (.+?)(?: that are at (.+)| from (.+)) to (.+)\.$/u,
    (plan, [count, name, all, some, to]) => {
      const from = all ?? some!;
      const product_id = product(plan, name!);
      const places = {from_warehouse_id: warehouse(plan, from), to_warehouse_id: warehouse(plan, to!)};
      plan.value =
        count === "all" ? listed(plan.look("get_stock", {product_id}), "warehouse", from, "quantity") : numberOf(plan, count!);
      plan.change("transfer_stock", {product_id, ...places, quantity: plan.value});
    }
  ],
  [
    /^Bring (.+) at (.+) to (\d+) pieces with a transfer from (.+)\.$/u,
    (plan, [name, to, level, from]) => {
      const product_id = product(plan, name!);
      const places = {from_warehouse_id: warehouse(plan, from!), to_warehouse_id: warehouse(plan, to!)};
      const there = listed(plan.look("get_stock", {product_id}), "warehouse", to!, "quantity");
      plan.value = {...there, as: (held: number) => Number(level) - held};
      plan.change("transfer_stock", {product_id, ...places, quantity: plan.value});
    }
  ],
  [
    /^Transfer (\d+|X|the whole balance) (?:from|of) (.+) to (.+) with the memo "(.+)"\.$/u,
    (plan, [amount, from, to, memo]) => {
      const [payer, payee] = [account(plan, from!), account(plan, to!)];
      plan.value = amount === "the whole balance" ? of(payer, "balance") : numberOf(plan, amount!);
      plan.change("post_transfer", {
        from_id: of(payer),
        to_id: of(payee),
        memo: memo!,
        amount: plan.value
      });
    }
  ],
  [
    /^Open an account named "(.+)", and transfer (\d+|X) from (.+) to it with the memo "(.+)"\.$/u,
    (plan, [name, amount, from, memo]) => {
      const payer = account(plan, from!);
      const id = plan.change("open_account", {name: name!});
      plan.value = numberOf(plan, amount!);
      plan.change("post_transfer", {from_id: of(payer), to_id: of(id), amount: plan.value, memo: memo!});
    }
  ],
  [
    /^Reverse the entry "(.+)" of (.+)\.$/u,
    (plan, [memo, name]) => {
      const entries = plan.look("list_entries", {account_id: of(account(plan, name!))});
      plan.change("reverse_entry", {entry_id: listed(entries, "memo", memo!)});
    }
  ],
  [
    /^Create a ticket of (.+) with the subject "(.+)" and (\w+) priority, and assign it to (.+)\.$/u,
    (plan, [name, subject, priority, to]) => {
      const [customer_id, agent_id] = [customer(plan, name!), agent(plan, to!)];
      const id = plan.change("create_ticket", {customer_id, subject: subject!, priority: priority!});
      plan.change("assign_ticket", {ticket_id: of(id), agent_id});
      plan.value = agent_id;
    }
  ],
  [
    /^Assign the ticket "(.+)" of (.+) to (.+)\.$/u,
    (plan, [subject, name, to]) => {
      plan.value = agent(plan, to!);
      plan.change("assign_ticket", {ticket_id: ticket(plan, subject!, name!), agent_id: plan.value});
    }
  ],
  [
    /^Add the comment "(.+)" to the ticket "(.+)" of (.+?)(, then close it)?\.$/u,
    (plan, [comment, subject, name, closes]) => {
      const ticket_id = ticket(plan, subject!, name!);
      const said = plan.change("add_comment", {ticket_id, comment: comment!});
      if (closes) plan.change("close_ticket", {ticket_id}, said);
    }
  ]
];

const derived = (from: readonly Input[], as: Derived["as"], lists: readonly number[] = []): Derived => ({from, lists, as});
const dayIn = (date: string | number): number => {
  const [year, month, day] = String(date).split("-").map(Number) as [number, number, number];
  return serial({year, month, day});
};
const dateIn = (day: number): string => isoDate(dayOf(day));
const shifted = (list: readonly Entry[], id: string | number, by: number) =>
  list[(list.findIndex(entry => entry.id === id) + by + list.length) % list.length]?.id;

/** Definitions of X, each with the value that it has. @param valueAt the value of an errand */
const DEFINITIONS: readonly [
  pattern: RegExp,
  read: (parts: string[], valueAt: (errand: string) => Input, plan: Plan) => Input
][] = [
  [
    /^(\d+) (more|less) than the \w+ of errand (\d+)$/u,
    ([by, way, errand], valueAt) =>
      derived([valueAt(errand!)], ([value]) => Number(value) + (way === "more" ? 1 : -1) * Number(by))
  ],
  [
    /^half of the \w+ of errand (\d+), rounded down$/u,
    ([errand], valueAt) => derived([valueAt(errand!)], ([value]) => Math.floor(Number(value) / 2))
  ],
  [/^twice the \w+ of errand (\d+)$/u, ([errand], valueAt) => derived([valueAt(errand!)], ([value]) => 2 * Number(value))],
  [
    /^(\d+) if the \w+ of errand (\d+) is more than (\d+), and (\d+) otherwise$/u,
    ([one, errand, limit, other], valueAt) =>
      derived([valueAt(errand!)], ([value]) => Number(Number(value) > Number(limit) ? one : other))
  ],
  [
    /^the sum of the \w+ of errands (\d+) and (\d+)$/u,
    ([one, other], valueAt) => derived([valueAt(one!), valueAt(other!)], ([a, b]) => Number(a) + Number(b))
  ],
  [
    /^(\d+) (day|week)s (after|before) the day of errand (\d+)$/u,
    ([count, unit, way, errand], valueAt) =>
      derived([valueAt(errand!)], ([date]) =>
        dateIn(dayIn(date!) + (way === "after" ? 1 : -1) * (unit === "week" ? 7 : 1) * Number(count))
      )
  ],
  [
    /^the first (\w+) after the day of errand (\d+)$/u,
    ([weekday, errand], valueAt) =>
      derived([valueAt(errand!)], ([date]) => {
        const day = dayIn(date!);
        return dateIn(day + ((WEEKDAYS.indexOf(weekday!) - weekdayOf(day) + 6) % 7) + 1);
      })
  ],
  [
    /^(\S+) if the day of errand (\d+) is before (\S+), and (\S+) otherwise$/u,
    ([one, errand, limit, other], valueAt) => derived([valueAt(errand!)], ([date]) => (String(date) < limit! ? one : other))
  ],
  [
    /^as many days after (\S+) as the room (.+) has seats$/u,
    ([date, room], _, plan) =>
      derived([listed(plan.look("list_rooms"), "name", room!, "seats")], ([seats]) => dateIn(dayIn(date!) + Number(seats)))
  ],
  [
    /^the agent (\d+) places? (after|before) the agent of errand (\d+)$/u,
    ([count, way, errand], valueAt, plan) =>
      derived([valueAt(errand!)], ([id], [agents]) => shifted(agents!, id!, (way === "after" ? 1 : -1) * Number(count)), [
        plan.look("list_agents")
      ])
  ],
  [
    /^(.+) if the agent of errand (\d+) is in the team (\w+), and (.+) otherwise$/u,
    ([one, errand, team, other], valueAt, plan) =>
      derived(
        [valueAt(errand!)],
        ([id], [agents]) => {
          const name = agents!.find(entry => entry.id === id)?.team === team ? one : other;
          return agents!.find(entry => entry.name === name)?.id;
        },
        [plan.look("list_agents")]
      )
  ],
  [
    /^the (first|last) agent in the team (\w+)$/u,
    ([order, team], _, plan) =>
      derived(
        [],
        (__, [agents]) => {
          const members = agents!.filter(entry => entry.team === team);
          return members.at(order === "first" ? 0 : -1)?.id;
        },
        [plan.look("list_agents")]
      )
  ]
];

const OPENING = /^You manage .+\. Run these errands with your tools:$/mu;
/** Most errands of a prompt: values that follow from two others are worked out once for each use. */
const MAX_ERRANDS = 12;
const WHERE = /^(.+), where X is (.+)\.$/u;
const ERRAND = /^\d+\. (.+)$/gmu;

/** A plan without steps. */
function emptyPlan(): Plan {
  const steps: Step[] = [];
  const known = new Map<string, number>();
  const add = (step: Step): number => steps.push(step) - 1;
  return {
    steps,
    look(tool, inputs = {}) {
      const key = `${tool} ${canonicalJson(inputs)}`;
      if (!known.has(key)) known.set(key, add({tool, inputs, reads: true}));
      return known.get(key)!;
    },
    change: (tool, inputs, after) => add({tool, inputs, reads: false, ...(after !== undefined && {after})})
  };
}

const QUESTION = /^You analyse .+\. Work out these values in turn with your tools:$/mu;
const LINE = /^\d+\. The (.+) (?:of|from|in) the (\w+) (of line \d+|[^.]+)\.$/gmu;
/** Words for the largest or smallest number of a list. */
const EXTREME = /^(\w+) with the (most|second most|fewest|highest|lowest) (\w+)$/u;

/** The steps that a question of data analysis takes; null for other prompts. */
function lookupsOf(prompt: string): {steps: Step[]; errands: number} | null {
  if (!QUESTION.test(prompt)) return null;
  const plan = emptyPlan();
  const values: Input[] = [];
  for (const [, phrase, kind, name] of prompt.matchAll(LINE)) {
    const words = phrase!.replace(/ in the orders$/u, "");
    const isSum = words !== phrase;
    const line = /^of line (\d+)$/u.exec(name!)?.[1];
    const from = line === undefined ? name! : values[Number(line) - 1];
    if (from === undefined) return null;
    const [, by, order, measure] = EXTREME.exec(words) ?? [];
    const [, column, entry] = /^number of units of the (\w+) (.+)$/u.exec(words) ?? [];
    const step = isSum
      ? plan.look("sum_orders", {group_by: by ?? column!, where: kind!, equals: from})
      : by === undefined
        ? plan.look(`find_${kind}`, {name: from})
        : plan.look(`list_${by}s`, {[kind!]: from});
    const read = ([result]: (readonly Entry[])[]): string | number | undefined => {
      if (by === undefined && !isSum) return (result as unknown as Entry | undefined)?.[words.replace("number of ", "")];
      if (by === undefined) return result!.find(each => each.name === entry)?.units;
      const sorted = [...result!].sort((a, b) => Number(b[measure!]) - Number(a[measure!]));
      return sorted.at(order === "second most" ? 1 : order === "fewest" || order === "lowest" ? -1 : 0)?.name;
    };
    values.push({from: [from], lists: [step], as: (_, lists) => read(lists)});
  }
  if (values.length === 0) return null;
  plan.change("submit_answer", {answer: values.at(-1)!});
  return {steps: plan.steps, errands: values.length};
}

/** The steps that a prompt takes; null where it is none of ZenAgent or data analysis, or has a sentence that nobody knows. */
export function stepsOf(prompt: string): {steps: Step[]; errands: number} | null {
  const opening = OPENING.exec(prompt);
  if (!opening) return lookupsOf(prompt);
  const plan = emptyPlan();
  const {steps} = plan;
  const values = new Map<string, Input>();
  const definitionIn = (text: string): Input | undefined => {
    for (const [pattern, read] of DEFINITIONS) {
      const parts = pattern.exec(text)?.slice(1);
      if (
        parts &&
        [...text.matchAll(/errands? (\d+)(?: and (\d+))?/gu)].every(([, ...errands]) =>
          errands.every(each => !each || values.has(each))
        )
      )
        return read(parts, errand => values.get(errand)!, plan);
    }
    return undefined;
  };
  const sentences = [...prompt.slice(opening.index + opening[0].length).matchAll(ERRAND)].map(([, sentence]) => sentence!);
  if (sentences.length > MAX_ERRANDS) return null;
  for (const [i, sentence] of sentences.entries()) {
    const before = steps.length;
    const [, start, definition] = WHERE.exec(sentence) ?? [];
    delete plan.value;
    delete plan.x;
    if (definition !== undefined) {
      const x = definitionIn(definition);
      if (x === undefined) return null;
      plan.x = x;
    }
    for (const [pattern, read] of READERS) {
      const found = pattern.exec(start === undefined ? sentence : `${start}.`);
      if (found) read(plan, found.slice(1));
      if (steps.slice(before).some(({reads}) => !reads)) break;
    }
    if (!steps.slice(before).some(({reads}) => !reads)) return null;
    if (plan.value !== undefined) values.set(String(i + 1), plan.value);
  }
  return sentences.length > 0 ? {steps, errands: sentences.length} : null;
}
