// How simulated models run errands: each step as a call of a tool, with errors where their faculties are limited.
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
    const wrong = mind.errs({load: LOAD, remembered: 2 * errands, depth: 0});
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
    const given = JSON.stringify(
      flaws[at]!.wrong ? misread(values, step, {random: randomOf(`${at} ${wrongs[at]}`), results}) : values
    );
    const malformed = flaws[at]!.malformed && tried[at]!.length === 0;
    return {id: `call_${turn}_${at}`, name: step.tool, arguments: malformed ? given.slice(0, -1) : given};
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

const isFound = (given: Given): given is Found => typeof given === "object";
const needs = ({given, after}: Step): number[] => [
  ...Object.values(given).flatMap(each => (isFound(each) ? [each.step] : [])),
  ...(after === undefined ? [] : [after])
];

/** The arguments of a step; null where a result lacks one. */
function valuesOf({given}: Step, results: readonly unknown[]): Record<string, string | number> | null {
  const values: Record<string, string | number> = {};
  for (const [name, each] of Object.entries(given)) {
    const value = isFound(each) ? foundIn(each, results[each.step]) : each;
    if (value === undefined) return null;
    values[name] = value;
  }
  return values;
}

function foundIn({field, where, as}: Found, result: unknown): string | number | undefined {
  const entries = (Array.isArray(result) ? result : [result]) as (Record<string, string | number> | undefined)[];
  const value = entries.find(entry => !where || entry?.[where.field] === where.value)?.[field];
  return typeof value === "number" && as ? as(value) : value;
}

/** The arguments with one of them wrong: another entry of a list, another number, or a text cut short. */
function misread(
  values: Record<string, string | number>,
  {given}: Step,
  {random, results}: {random: Random; results: readonly unknown[]}
): Record<string, string | number> {
  const name = random.pick(Object.keys(values));
  const value = values[name]!;
  const source = given[name]!;
  const list = isFound(source) ? results[source.step] : undefined;
  const others = Array.isArray(list) ? list.map(entry => entry[(source as Found).field]).filter(other => other !== value) : [];
  const wrong =
    others.length > 0 ? random.pick(others) : typeof value === "number" ? value + random.integer(1, 9) : value.slice(0, -1);
  return {...values, [name]: wrong};
}

// The steps by which a simulated model runs the errands of a prompt of ZenAgent. It knows nothing but the prompt and what tools answer.

/** A value of an argument: one that the prompt says, or one that an earlier step's result has. */
type Given = string | number | Found;
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
  given: Record<string, Given>;
  /** Whether it only reads. */
  reads: boolean;
  /** A step that has to have succeeded before, beside those whose results are needed. */
  after?: number;
}

/** Steps of several errands; the same is read once. */
interface Plan {
  steps: Step[];
  look(tool: string, given?: Record<string, Given>): number;
  change(tool: string, given: Record<string, Given>, after?: number): number;
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
const agent = (plan: Plan, name: string) => listed(plan.look("list_agents"), "name", name);
const ticket = (plan: Plan, subject: string, name: string) =>
  listed(plan.look("list_tickets", {customer_id: customer(plan, name)}), "subject", subject);

/** The sentences of all worlds, each with the steps that it takes. */
const READERS: readonly Reader[] = [
  [
    /^Book the room (.+) on (.+) from (.+) to (.+) for "(.+)", and invite (.+)\.$/u,
    (plan, [room, date, start, finish, title, guests]) => {
      const room_id = listed(plan.look("list_rooms"), "name", room!);
      const people = guests!.split(" and ").map(name => person(plan, name));
      const id = plan.change("create_event", {title: title!, date: date!, start: start!, finish: finish!, room_id});
      for (const person_id of people) plan.change("invite", {event_id: of(id), person_id});
    }
  ],
  [
    /^Move "(.+)" of (.+) to (.+), from (.+) to (.+)\.$/u,
    (plan, [title, from, date, start, finish]) =>
      plan.change("move_event", {event_id: event(plan, title!, from!), date: date!, start: start!, finish: finish!})
  ],
  [/^Cancel "(.+)" of (.+)\.$/u, (plan, [title, date]) => plan.change("cancel_event", {event_id: event(plan, title!, date!)})],
  [
    /^Invite (.+) to "(.+)" of (.+)\.$/u,
    (plan, [name, title, date]) => plan.change("invite", {event_id: event(plan, title!, date!), person_id: person(plan, name!)})
  ],
  [
    /^A delivery of (\d+) (.+) has come to (.+): receive it\.$/u,
    (plan, [count, name, place]) =>
      plan.change("receive_stock", {
        product_id: product(plan, name!),
        warehouse_id: warehouse(plan, place!),
        quantity: Number(count)
      })
  ],
  [
    /^Transfer (\d+|all) (.+?)(?: that are at (.+)| from (.+)) to (.+)\.$/u,
    (plan, [count, name, all, some, to]) => {
      const from = all ?? some!;
      const product_id = product(plan, name!);
      const places = {from_warehouse_id: warehouse(plan, from), to_warehouse_id: warehouse(plan, to!)};
      const quantity =
        count === "all" ? listed(plan.look("get_stock", {product_id}), "warehouse", from, "quantity") : Number(count);
      plan.change("transfer_stock", {product_id, ...places, quantity});
    }
  ],
  [
    /^Bring (.+) at (.+) to (\d+) pieces with a transfer from (.+)\.$/u,
    (plan, [name, to, level, from]) => {
      const product_id = product(plan, name!);
      const places = {from_warehouse_id: warehouse(plan, from!), to_warehouse_id: warehouse(plan, to!)};
      const there = listed(plan.look("get_stock", {product_id}), "warehouse", to!, "quantity");
      plan.change("transfer_stock", {product_id, ...places, quantity: {...there, as: held => Number(level) - held}});
    }
  ],
  [
    /^Transfer (\d+|the whole balance) (?:from|of) (.+) to (.+) with the memo "(.+)"\.$/u,
    (plan, [amount, from, to, memo]) => {
      const [payer, payee] = [account(plan, from!), account(plan, to!)];
      plan.change("post_transfer", {
        from_id: of(payer),
        to_id: of(payee),
        memo: memo!,
        amount: /^\d/u.test(amount!) ? Number(amount) : of(payer, "balance")
      });
    }
  ],
  [
    /^Open an account named "(.+)", and transfer (\d+) from (.+) to it with the memo "(.+)"\.$/u,
    (plan, [name, amount, from, memo]) => {
      const payer = account(plan, from!);
      const id = plan.change("open_account", {name: name!});
      plan.change("post_transfer", {from_id: of(payer), to_id: of(id), amount: Number(amount), memo: memo!});
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
    }
  ],
  [
    /^Assign the ticket "(.+)" of (.+) to (.+)\.$/u,
    (plan, [subject, name, to]) =>
      plan.change("assign_ticket", {ticket_id: ticket(plan, subject!, name!), agent_id: agent(plan, to!)})
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

const OPENING = /^You manage .+\. Run these errands with your tools:$/mu;
const ERRAND = /^\d+\. (.+)$/gmu;

/** The steps that the errands of a prompt take; null where it is none of ZenAgent, or has a sentence that nobody knows. */
export function stepsOf(prompt: string): {steps: Step[]; errands: number} | null {
  const opening = OPENING.exec(prompt);
  if (!opening) return null;
  const steps: Step[] = [];
  const known = new Map<string, number>();
  const add = (step: Step): number => steps.push(step) - 1;
  const plan: Plan = {
    steps,
    look(tool, given = {}) {
      const key = `${tool} ${canonicalJson(given)}`;
      if (!known.has(key)) known.set(key, add({tool, given, reads: true}));
      return known.get(key)!;
    },
    change: (tool, given, after) => add({tool, given, reads: false, ...(after !== undefined && {after})})
  };
  const sentences = [...prompt.slice(opening.index + opening[0].length).matchAll(ERRAND)].map(([, sentence]) => sentence!);
  for (const sentence of sentences) {
    const before = steps.length;
    for (const [pattern, read] of READERS) {
      const found = pattern.exec(sentence);
      if (found) read(plan, found.slice(1));
      if (steps.slice(before).some(({reads}) => !reads)) break;
    }
    if (!steps.slice(before).some(({reads}) => !reads)) return null;
  }
  return sentences.length > 0 ? {steps, errands: sentences.length} : null;
}
