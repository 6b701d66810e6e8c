// The steps by which a simulated model runs the errands of a prompt of ZenAgent. It knows nothing but the prompt and what tools answer.
import {canonicalJson} from "../../../generate/seed.js";

/** A value of an argument: one that the prompt says, or one that an earlier step's result has. */
export type Given = string | number | Found;
/** Where a value stands in the result of a step: in an object, or in the entry of a list that has this value. */
export interface Found {
  step: number;
  field: string;
  where?: {field: string; value: string | number};
  /** What is made of it; absent = itself. */
  as?: (value: number) => number;
}

export interface Step {
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
