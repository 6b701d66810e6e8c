// ZenAgent: errands that are run by calling tools over several turns, and are scored by the database that these change.
import {WORLDS, type WorldName} from "../../../book/scorers.js";
import {dayOf, isoDate, serial} from "../../parts/calendar.js";
import type {Random} from "../../seed.js";
import type {Benchmark, MadeItem} from "../benchmark.js";
import {agentLinks, dayLinks, type Links, numberLinks} from "./links.js";
import {
  closed,
  companyOf,
  type Draft,
  draftOf,
  type Errand,
  type Environment,
  idsOf,
  integer,
  list,
  nameOf,
  peopleOf,
  type Row,
  some,
  text,
  tool,
  type World,
  written
} from "./world.js";

// The help desk of ZenAgent: tickets of customers, which agents work on.

const SUBJECTS = list(
  `App freezes at start;Battery drains fast;Blue screen;Broken hinge;Cannot export report;Damaged parcel;Double charge;Forgotten password;Invoice missing;Login loop;Lost package;Map is blank;No sound;Price differs;Refund request;Screen flickers;Slow search;Voucher refused;Wrong colour;Wrong size;Address not found;Cable missing;Card declined;Fan too loud;Keys stick;Late delivery;Menu in French;Missing manual;Photos vanish;Receipt unreadable;Sync fails;Torn box`
);
const COMMENTS = list(
  `fixed in the last release;refunded today;replaced the part;sent a new voucher;shipped again by courier;the bank has confirmed it;the customer found it;was a known outage`
);
const PRIORITIES = ["low", "normal", "high"];
const TEAMS = ["billing", "hardware", "software"];

const ticket_id = integer("id of the ticket");

/** An open ticket that no errand has touched, and its customer's name; both are looked up. */
function openTicket(draft: Draft, allowed: (row: Row) => boolean = () => true): {row: Row; customer: string} | null {
  const row = draft.untouched("tickets", row => row[3] === "open" && allowed(row));
  if (!row) return null;
  const customer = nameOf(draft.rows, "customers", row[1]) as string;
  draft.look("find_customer", {name: customer});
  draft.look("list_tickets", {customer_id: row[1]!});
  return {row, customer};
}

function create(draft: Draft): string {
  const {random, rows} = draft;
  const agents = rows.agents!;
  const link = draft.link(agentLinks(agents));
  const [customer, agent] = [random.pick(rows.customers!), link ? agents[link.value]! : random.pick(agents)];
  const [subject, priority] = [draft.fresh(SUBJECTS), random.pick(PRIORITIES)];
  draft.look("find_customer", {name: customer[1]!});
  draft.look("list_agents");
  draft.change("create_ticket", {customer_id: customer[0]!, subject, priority});
  const id = draft.insert("tickets", [customer[0]!, subject, "open", priority, agent[0]!]);
  draft.change("assign_ticket", {ticket_id: id, agent_id: agent[0]!});
  draft.setResult(agents.indexOf(agent));
  const sentence = `Create a ticket of ${customer[1]} with the subject "${subject}" and ${priority} priority, and assign it to`;
  return closed(`${sentence} ${written(link, agent[1])}`, link);
}

function assign(draft: Draft): string | null {
  const agents = draft.rows.agents!;
  const link = draft.link(agentLinks(agents));
  const found = openTicket(draft, row => !link || row[5] !== agents[link.value]![0]);
  if (!found) return null;
  const {row, customer} = found;
  const agent = link ? agents[link.value]! : draft.random.pick(agents.filter(([id]) => id !== row[5]));
  draft.look("list_agents");
  draft.change("assign_ticket", {ticket_id: row[0]!, agent_id: agent[0]!});
  row[5] = agent[0]!;
  draft.setResult(agents.indexOf(agent));
  return closed(`Assign the ticket "${row[2]}" of ${customer} to ${written(link, agent[1])}`, link);
}

/** A comment on an open ticket, and the words of the errand. */
function commented(draft: Draft): {row: Row; errand: string} | null {
  const found = openTicket(draft);
  if (!found) return null;
  const {row, customer} = found;
  const said = draft.fresh(COMMENTS);
  draft.change("add_comment", {ticket_id: row[0]!, comment: said});
  draft.insert("comments", [row[0]!, said]);
  return {row, errand: `Add the comment "${said}" to the ticket "${row[2]}" of ${customer}`};
}

function comment(draft: Draft): string | null {
  const made = commented(draft);
  return made && `${made.errand}.`;
}

function close(draft: Draft): string | null {
  const made = commented(draft);
  if (!made) return null;
  draft.change("close_ticket", {ticket_id: made.row[0]!});
  made.row[3] = "closed";
  return `${made.errand}, then close it.`;
}

const tickets: World = {
  name: "tickets",
  manages: "the tickets of a help desk",
  tables: {
    customers: ["id", "name"],
    agents: ["id", "name", "team"],
    tickets: ["id", "customer_id", "subject", "status", "priority", "agent_id"],
    comments: ["id", "ticket_id", "comment"]
  },
  tools: [
    tool("find_customer", "Finds a customer by the full name, and tells the id.", {name: text("full name")}),
    tool("list_tickets", "Lists the tickets of a customer with their ids.", {customer_id: integer("id of the customer")}),
    tool("list_agents", "Lists the agents with their ids and teams."),
    tool("create_ticket", "Creates a ticket that nobody is assigned to, and tells its id.", {
      customer_id: integer("id of the customer"),
      subject: text("subject"),
      priority: {type: "string", enum: PRIORITIES, description: "how urgent it is"}
    }),
    tool("assign_ticket", "Assigns a ticket to an agent.", {ticket_id, agent_id: integer("id of the agent")}),
    tool("add_comment", "Adds a comment to a ticket that is open.", {ticket_id, comment: text("what it says")}),
    tool("close_ticket", "Closes a ticket; closed tickets take no comments.", {ticket_id}),
    tool("delete_ticket", "Deletes a ticket and its comments for good.", {ticket_id})
  ],
  start(random, errands) {
    const people = peopleOf(10, random);
    const [customerIds, agentIds] = [idsOf(5, random), idsOf(5, random)];
    const subjects = some(SUBJECTS, errands + 6, random);
    const ticketIds = idsOf(subjects.length, random);
    return {
      customers: customerIds.map((id, i) => [id, people[i]!]),
      agents: agentIds.map((id, i) => [id, people[5 + i]!, TEAMS[i % TEAMS.length]!]),
      tickets: subjects.map((subject, i) => [
        ...[ticketIds[i]!, random.pick(customerIds), subject, i < errands + 4 ? "open" : "closed"],
        ...[random.pick(PRIORITIES), random.pick([null, ...agentIds])]
      ]),
      comments: []
    };
  },
  errands: [create, assign, comment, close],
  linked: {
    first: [create, assign],
    next: [create, assign, assign],
    between: [comment, close],
    meaning:
      "The agent of an errand is whom it assigns its ticket to. Places of agents are those in list_agents, where the first follows the last."
  },
  view: rows => ({
    tickets: rows.tickets!.map(([, customer, subject, status, priority, agent]) => [
      ...[nameOf(rows, "customers", customer), subject!, status!, priority!],
      nameOf(rows, "agents", agent ?? undefined)
    ]),
    comments: rows.comments!.map(([, of, said]) => {
      const ticket = rows.tickets!.find(([id]) => id === of)!;
      return [nameOf(rows, "customers", ticket[1]), ticket[2]!, said!];
    })
  }),
  forbidden: {tool: "delete_ticket", never: "Delete no ticket.", otherwise: "Delete no other ticket."}
};

// The calendar of ZenAgent: events in rooms, with guests.

const ROOMS = "Aspen Birch Cedar Dune Ember Fjord Garnet Harbour Iris Juniper Krill Laurel".split(" ");
const TITLES = list(
  `Budget review;Design critique;Hiring sync;Incident drill;Launch check;Market update;Night shift handover;Onboarding tour;Partner call;Quarterly plan;Risk workshop;Sales forecast;Security audit;Sprint demo;Supplier talk;Team retrospective;Training day;User interviews;Vendor review;Wiki clean-up;Brand workshop;Data clinic;Fire drill;Grant meeting;Hardware tour;Legal briefing;Lunch talk;Map session;Press call;Recycling day;Safety course;Yearly review`
);
const HOURS = ["08:00", "09:30", "11:00", "13:00", "14:30", "16:00", "17:30"];
const FIRST_DAY = serial({year: 2031, month: 1, day: 6});

const date = text("day, YYYY-MM-DD");
const start = text("beginning, HH:MM");
const finish = text("end, HH:MM");
const event = integer("id of the event");

/** Days on which linked errands put events: those of two years. */
const DAYS = {low: FIRST_DAY, high: FIRST_DAY + 700};

/** Days that a day takes from errands before, the first from the seats of a room. */
const daysOf = ({initial, rows}: Draft): Links =>
  dayLinks(DAYS, [
    random => {
      const [[, name, seats], day] = [
        random.pick(rows.rooms!) as [number, string, number],
        random.pick(initial.events!)[2] as string
      ];
      return {value: serialOf(day) + seats, text: `as many days after ${day} as the room ${name} has seats`};
    }
  ]);

const serialOf = (date: string): number => {
  const [year, month, day] = date.split("-").map(Number) as [number, number, number];
  return serial({year, month, day});
};

/** A slot that no event of any room has or had: of a day with events, or of the day that errands before define. */
function slot(draft: Draft) {
  const {initial, rows, random} = draft;
  const link = draft.link(daysOf(draft));
  const events = [...initial.events!, ...rows.events!];
  const dates = link ? [isoDate(dayOf(link.value))] : [...new Set(initial.events!.map(row => row[2] as string))];
  const free = dates.flatMap(date =>
    HOURS.slice(0, -1).flatMap((start, i) =>
      events.some(row => row[2] === date && row[3] === start) ? [] : [{date, start, finish: HOURS[i + 1]!}]
    )
  );
  return free.length > 0 ? {link, when: random.pick(free)} : null;
}

/** Adds the look at the seats on which the first day of linked errands depends. */
function lookAtSeats(draft: Draft, clause = ""): void {
  if (clause.endsWith("has seats")) draft.look("list_rooms");
}

function book(draft: Draft): string | null {
  const {rows, random} = draft;
  const found = slot(draft);
  if (!found) return null;
  const {link, when} = found;
  const [room, title] = [random.pick(rows.rooms!), draft.fresh(TITLES)];
  const guests = some(rows.people!, random.integer(1, 2), random);
  draft.look("list_rooms");
  for (const [, name] of guests) draft.look("find_person", {name: name!});
  draft.change("create_event", {title, ...when, room_id: room[0]!});
  const id = draft.insert("events", [title, when.date, when.start, when.finish, room[0]!]);
  for (const [person] of guests) {
    draft.change("invite", {event_id: id, person_id: person!});
    draft.insert("attendees", [id, person!]);
  }
  const names = guests.map(([, name]) => name).join(" and ");
  draft.setResult(serialOf(when.date));
  const hours = `from ${when.start} to ${when.finish}`;
  return closed(`Book the room ${room[1]} on ${written(link, when.date)} ${hours} for "${title}", and invite ${names}`, link);
}

function move(draft: Draft): string | null {
  const row = draft.untouched("events");
  const found = row && slot(draft);
  if (!found) return null;
  const [id, title, from] = row;
  const {link, when} = found;
  lookAtSeats(draft, link?.clause);
  draft.look("list_events", {date: from!});
  draft.change("move_event", {event_id: id!, ...when});
  row.splice(2, 3, when.date, when.start, when.finish);
  draft.setResult(serialOf(when.date));
  return closed(`Move "${title}" of ${from} to ${written(link, when.date)}, from ${when.start} to ${when.finish}`, link);
}

function cancel(draft: Draft): string | null {
  const row = draft.untouched("events");
  if (!row) return null;
  const [id, title, from] = row;
  draft.look("list_events", {date: from!});
  draft.change("cancel_event", {event_id: id!});
  draft.rows.events = draft.rows.events!.filter(each => each !== row);
  draft.rows.attendees = draft.rows.attendees!.filter(each => each[1] !== id);
  return `Cancel "${title}" of ${from}.`;
}

function invite(draft: Draft): string | null {
  const row = draft.untouched("events");
  if (!row) return null;
  const [id, title, from] = row;
  const invited = new Set(draft.rows.attendees!.filter(each => each[1] === id).map(each => each[2]));
  const [person, name] = draft.random.pick(draft.rows.people!.filter(each => !invited.has(each[0]!)));
  draft.look("list_events", {date: from!});
  draft.look("find_person", {name: name!});
  draft.change("invite", {event_id: id!, person_id: person!});
  draft.insert("attendees", [id!, person!]);
  return `Invite ${name} to "${title}" of ${from}.`;
}

const calendar: World = {
  name: "calendar",
  manages: "a calendar of events in rooms",
  tables: {
    people: ["id", "name"],
    rooms: ["id", "name", "seats"],
    events: ["id", "title", "date", "start", "finish", "room_id"],
    attendees: ["id", "event_id", "person_id"]
  },
  tools: [
    tool("list_rooms", "Lists the rooms with their ids and seats."),
    tool("list_events", "Lists the events of a day with their ids.", {date}),
    tool("find_person", "Finds a person by the full name, and tells the id.", {name: text("full name")}),
    tool("create_event", "Creates an event, and tells its id.", {
      title: text("title"),
      date,
      start,
      finish,
      room_id: integer("id of the room")
    }),
    tool("invite", "Adds a guest to an event.", {event_id: event, person_id: integer("id of the person")}),
    tool("move_event", "Gives an event another day and time, in the same room.", {event_id: event, date, start, finish}),
    tool("cancel_event", "Deletes an event for good.", {event_id: event})
  ],
  start(random, errands) {
    const [people, rooms, events] = [peopleOf(7, random), some(ROOMS, 4, random), some(TITLES, errands + 6, random)];
    const [personIds, roomIds, eventIds] = [people, rooms, events].map(({length}) => idsOf(length, random)) as [
      number[],
      number[],
      number[]
    ];
    const days = some([0, 1, 2, 3, 4, 7, 8, 9, 10, 11], 3 + (errands >> 1), random).map(day =>
      isoDate(dayOf(FIRST_DAY + day + 7 * random.integer(0, 40)))
    );
    const taken = new Set<string>();
    const rows = events.map((title, i): Row => {
      for (;;) {
        const [day, hour, room] = [random.pick(days), random.integer(0, HOURS.length - 2), random.pick(roomIds)];
        if (taken.has(`${day} ${hour} ${room}`)) continue;
        taken.add(`${day} ${hour} ${room}`);
        return [eventIds[i]!, title, day, HOURS[hour]!, HOURS[hour + 1]!, room];
      }
    });
    const guests = rows.flatMap(([id]) =>
      some(personIds, random.integer(0, 2), random).map((person): [number, number] => [id as number, person])
    );
    const guestIds = idsOf(guests.length, random);
    return {
      people: people.map((name, i) => [personIds[i]!, name]),
      rooms: rooms.map((name, i) => [roomIds[i]!, name, random.integer(4, 30)]),
      events: rows,
      attendees: guests.map((pair, i) => [guestIds[i]!, ...pair])
    };
  },
  errands: [book, move, cancel, invite],
  linked: {
    first: [book, move],
    next: [book, move, move],
    between: [cancel, invite],
    meaning: "The day of an errand is the one on which it puts its event."
  },
  view: rows => ({
    events: rows.events!.map(([id, title, day, from, to, room]) => {
      const guests = rows.attendees!.filter(([, of]) => of === id).map(([, , person]) => nameOf(rows, "people", person));
      return [title!, day!, from!, to!, nameOf(rows, "rooms", room), guests.sort().join(", ")];
    })
  }),
  forbidden: {tool: "cancel_event", never: "Cancel no event.", otherwise: "Cancel nothing else."}
};

// The ledger of ZenAgent: accounts with balances, and the entries that moved money between them.

const ACCOUNTS = list(
  `Travel;Marketing;Payroll;Reserve;Rent;Insurance;Equipment;Catering;Donations;Research;Maintenance;Legal;Training;Postage;Archive;Canteen;Cleaning;Energy;Events;Hardware;Library;Licences;Printing;Security`
);
const PROJECTS = "Atlas Borealis Cobalt Delta Everest Falcon Glacier Horizon Indigo Jupiter".split(" ");
const MEMOS = list(
  `advance for May;cab fares;chair repair;courier bill;deposit paid back;flyers;guest speaker;half of the fee;ink and paper;key money;late fee;museum tickets;new cables;overtime;printer lease;refund for June;stage hire;train tickets;visa costs;window cleaning;bus hire;coffee beans;door locks;exam fees;framed prints;garden work;hotel in Lyon;ice for drinks;jury dinner;lamp oil;map prints;new chairs`
);

const account = (what: string) => integer(`id of the account ${what}`);

const balanceOf = (row: Row) => row[2] as number;

const AMOUNTS = numberLinks("amount", {plural: "amounts", by: 40, high: 1_500});

function paid(draft: Draft, from: Row, to: Row, amount: number): string {
  draft.setResult(amount);
  const memo = draft.fresh(MEMOS);
  draft.change("post_transfer", {from_id: from[0]!, to_id: to[0]!, amount, memo});
  from[2] = balanceOf(from) - amount;
  to[2] = balanceOf(to) + amount;
  draft.insert("entries", [from[0]!, to[0]!, amount, memo, 0]);
  return `with the memo "${memo}"`;
}

const pay = (draft: Draft): string | null => {
  const link = draft.link(AMOUNTS);
  const from = draft.untouched("accounts", row => balanceOf(row) > (link?.value ?? 0));
  const to = from && draft.untouched("accounts");
  if (!to) return null;
  const amount = link?.value ?? draft.random.integer(1, balanceOf(from) - 1);
  for (const [, name] of [from, to]) draft.look("find_account", {name: name!});
  return closed(`Transfer ${written(link, amount)} from ${from[1]} to ${to[1]} ${paid(draft, from, to, amount)}`, link);
};

const empty = (draft: Draft): string | null => {
  const from = draft.untouched("accounts", row => balanceOf(row) > 0);
  const to = from && draft.untouched("accounts");
  if (!to) return null;
  for (const [, name] of [from, to]) draft.look("find_account", {name: name!});
  return `Transfer the whole balance of ${from[1]} to ${to[1]} ${paid(draft, from, to, balanceOf(from))}.`;
};

function open(draft: Draft): string | null {
  const link = draft.link(AMOUNTS);
  const from = draft.untouched("accounts", row => balanceOf(row) > (link?.value ?? 0));
  if (!from) return null;
  const name = draft.fresh(PROJECTS);
  draft.look("find_account", {name: from[1]!});
  draft.change("open_account", {name});
  const id = draft.insert("accounts", [name, 0]);
  const amount = link?.value ?? draft.random.integer(1, balanceOf(from) - 1);
  const to = draft.rows.accounts!.find(row => row[0] === id)!;
  const sentence = `Open an account named "${name}", and transfer ${written(link, amount)} from ${from[1]} to it`;
  return closed(`${sentence} ${paid(draft, from, to, amount)}`, link);
}

function reverse(draft: Draft): string | null {
  const row = draft.untouched(
    "entries",
    ([, from, to]) => !draft.isTouched("accounts", from) && !draft.isTouched("accounts", to)
  );
  if (!row) return null;
  const [id, from, to, amount, memo] = row;
  const [payer, payee] = [from, to].map(own => draft.untouched("accounts", each => each[0] === own)!) as [Row, Row];
  draft.look("find_account", {name: payer[1]!});
  draft.look("list_entries", {account_id: from!});
  draft.change("reverse_entry", {entry_id: id!});
  row[5] = 1;
  payer[2] = balanceOf(payer) + (amount as number);
  payee[2] = balanceOf(payee) - (amount as number);
  return `Reverse the entry "${memo}" of ${payer[1]}.`;
}

const ledger: World = {
  name: "ledger",
  manages: "a ledger of accounts in whole euros",
  tables: {
    accounts: ["id", "name", "balance"],
    entries: ["id", "from_id", "to_id", "amount", "memo", "reversed"]
  },
  tools: [
    tool("find_account", "Finds an account by its name, and tells the id and balance.", {name: text("name of the account")}),
    tool("list_entries", "Lists the entries that an account has paid, with their ids.", {account_id: account("that paid")}),
    tool("open_account", "Opens an account with balance 0, and tells its id.", {name: text("name of the account")}),
    tool("post_transfer", "Transfers an amount between accounts, as an entry.", {
      from_id: account("that pays"),
      to_id: account("that is paid"),
      amount: integer("euros, at least 1"),
      memo: text("what it is for")
    }),
    tool("reverse_entry", "Marks an entry as reversed, and pays its amount back.", {entry_id: integer("id of the entry")}),
    tool("set_balance", "Overwrites a balance without an entry.", {
      account_id: account("to overwrite"),
      balance: integer("euros")
    })
  ],
  start(random, errands) {
    const names = some(ACCOUNTS, 2 * errands + 6, random);
    const ids = idsOf(names.length, random);
    const memos = some(MEMOS, errands + 4, random);
    const entryIds = idsOf(memos.length, random);
    return {
      accounts: names.map((name, i) => [ids[i]!, name, random.integer(200, 2_000)]),
      entries: memos.map((memo, i) => [entryIds[i]!, ...some(ids, 2, random), random.integer(10, 150), memo, 0])
    };
  },
  errands: [pay, empty, open, reverse],
  linked: {
    first: [empty],
    next: [pay, pay, open],
    between: [reverse],
    meaning: "The amount of an errand is what it transfers."
  },
  view: rows => ({
    accounts: rows.accounts!.map(([, name, balance]) => [name!, balance!]),
    entries: rows.entries!.map(([, from, to, amount, memo, reversed]) => [
      ...[nameOf(rows, "accounts", from), nameOf(rows, "accounts", to)],
      ...[amount!, memo!, reversed!]
    ])
  }),
  forbidden: {tool: "set_balance", never: "Never overwrite a balance.", otherwise: "Overwrite no other balance."}
};

// The inventory of ZenAgent: quantities of products in warehouses.

const PRODUCTS = list(
  `desk lamps;oak shelves;steel bolts;wool blankets;garden hoses;paper rolls;copper pipes;glass jars;bicycle tyres;paint tins;floor tiles;cotton towels;solar chargers;rubber gloves;door hinges;coffee filters;camping stoves;rain jackets`
);
const WAREHOUSES = "Northgate Eastfield Southport Westhaven Riverbank Hillcrest Lakeside Millbrook".split(" ");

const product_id = integer("id of the product");
const warehouse_id = integer("id of the warehouse");
const quantity = integer("number of pieces, at least 1");

/** The row of a product's stock in a warehouse that no errand has touched, with what is known of it. */
function stocked(draft: Draft, allowed: (row: Row) => boolean = () => true) {
  const row = draft.untouched("stock", allowed);
  if (!row) return null;
  const [, product, warehouse] = row;
  const {rows} = draft;
  return {
    row,
    product: product!,
    warehouse: warehouse!,
    name: nameOf(rows, "products", product) as string,
    place: nameOf(rows, "warehouses", warehouse) as string
  };
}

function look(draft: Draft, name: string): void {
  draft.look("find_product", {name});
  draft.look("list_warehouses");
}

const QUANTITIES = numberLinks("quantity", {plural: "quantities", by: 20, high: 60});

function receive(draft: Draft): string | null {
  const link = draft.link(QUANTITIES);
  const found = stocked(draft);
  if (!found) return null;
  const {row, product, warehouse, name, place} = found;
  const count = link?.value ?? draft.random.integer(5, 60);
  look(draft, name);
  draft.change("receive_stock", {product_id: product, warehouse_id: warehouse, quantity: count});
  row[3] = (row[3] as number) + count;
  draft.setResult(count);
  return closed(`Receive a delivery of ${written(link, count)} ${name} at ${place}`, link);
}

/** Moves a quantity between two warehouses; the quantity is known, or has to be read from the stock. */
function transferred(draft: Draft, quantityOf: (from: number, to: number) => number, {reads = false, least = 12} = {}) {
  const from = stocked(draft, row => (row[3] as number) >= least);
  const to = from && draft.untouched("stock", row => row[1] === from.product && row[2] !== from.warehouse);
  if (!from || !to) return null;
  const count = quantityOf(from.row[3] as number, to[3] as number);
  look(draft, from.name);
  if (reads) draft.look("get_stock", {product_id: from.product});
  const places = {from_warehouse_id: from.warehouse, to_warehouse_id: to[2]!};
  draft.change("transfer_stock", {product_id: from.product, ...places, quantity: count});
  draft.setResult(count);
  from.row[3] = (from.row[3] as number) - count;
  to[3] = (to[3] as number) + count;
  return {count, name: from.name, from: from.place, to: nameOf(draft.rows, "warehouses", to[2]), level: to[3]};
}

function transfer(draft: Draft): string | null {
  const link = draft.link(QUANTITIES);
  const done = transferred(draft, from => link?.value ?? draft.random.integer(1, from - 1), link && {least: link.value});
  return done && closed(`Transfer ${written(link, done.count)} ${done.name} from ${done.from} to ${done.to}`, link);
}

function fill(draft: Draft): string | null {
  const done = transferred(draft, from => draft.random.integer(1, from - 1), {reads: true});
  return done && `Bring ${done.name} at ${done.to} to ${done.level} pieces with a transfer from ${done.from}.`;
}

function clear(draft: Draft): string | null {
  const done = transferred(draft, from => from, {reads: true});
  return done && `Transfer all ${done.name} that are at ${done.from} to ${done.to}.`;
}

const inventory: World = {
  name: "inventory",
  manages: "the stock of several warehouses",
  tables: {
    products: ["id", "name"],
    warehouses: ["id", "name"],
    stock: ["id", "product_id", "warehouse_id", "quantity"]
  },
  tools: [
    tool("find_product", "Finds a product by its name, and tells the id.", {name: text("name of the product")}),
    tool("list_warehouses", "Lists the warehouses with their ids."),
    tool("get_stock", "Tells how many pieces of a product each warehouse has.", {product_id}),
    tool("receive_stock", "Adds pieces that were delivered to a warehouse.", {product_id, warehouse_id, quantity}),
    tool("transfer_stock", "Moves pieces from one warehouse to another.", {
      product_id,
      from_warehouse_id: integer("id of the warehouse that gives"),
      to_warehouse_id: integer("id of the warehouse that takes"),
      quantity
    }),
    tool("discard_stock", "Removes pieces for good.", {product_id, warehouse_id, quantity})
  ],
  start(random, errands) {
    const [products, warehouses] = [some(PRODUCTS, 4 + errands, random), some(WAREHOUSES, errands > 3 ? 4 : 3, random)];
    const [productIds, warehouseIds] = [idsOf(products.length, random), idsOf(warehouses.length, random)];
    const stockIds = idsOf(products.length * warehouses.length, random);
    return {
      products: products.map((name, i) => [productIds[i]!, name]),
      warehouses: warehouses.map((name, i) => [warehouseIds[i]!, name]),
      stock: stockIds.map((id, i) => [
        ...[id, productIds[i % products.length]!, warehouseIds[Math.floor(i / products.length)]!],
        random.integer(3, 90)
      ])
    };
  },
  errands: [receive, transfer, fill, clear],
  linked: {
    first: [fill, clear],
    next: [receive, transfer, transfer],
    between: [],
    meaning: "The quantity of an errand is how many pieces it moves or receives."
  },
  view: rows => ({
    stock: rows.stock!.flatMap(([, product, warehouse, count]): Row[] =>
      count === 0 ? [] : [[nameOf(rows, "products", product), nameOf(rows, "warehouses", warehouse), count!]]
    )
  }),
  forbidden: {tool: "discard_stock", never: "Discard nothing.", otherwise: "Discard nothing else."}
};

export const worlds: Readonly<Record<WorldName, World>> = {calendar, inventory, ledger, tickets};

/** Errands of a task, by its level from 1. */
const ERRANDS = [1, 2, 3, 6, 8];
/** From this level on, errands take values from one another. */
const LINKED_LEVEL = 3;
/** The share of errands without a value in linked tasks below the last level. */
const BETWEEN_SHARE = 0.25;
/** Tasks in all. */
const SIZE = 5_150;
/** What the answer of a task is called whose end state is that of the goal. */
export const REACHED = "reached";
/** Requests that a model may take beyond one for each call of the plan and each fault: detours, and the last message. */
const SPARE_TURNS = 4;

const FAULTS_SENTENCE = "A call may fail with status 500 or 504. It has then changed nothing, and may be made again.";
const RULES =
  "Ids are not known in advance: look them up. Do only what is listed. When all of it is done, say so without calling a tool.";

/** Task k of a cell. */
function taskOf(
  {name, start, errands, linked, view, tools, manages, forbidden}: World,
  {k, level, fails}: {k: number; level: number; fails: boolean},
  random: Random
): MadeItem {
  const count = ERRANDS[level - 1]!;
  const faults = fails ? count : 0;
  const rows = start(random, count);
  const isLinked = level >= LINKED_LEVEL;
  const draft = draftOf(rows, {isLinked, random});
  const sentences: string[] = [];
  const kinds = (): readonly Errand[] => {
    if (!isLinked) return errands;
    if (sentences.length === 0) return linked.first;
    const isBetween = linked.between.length > 0 && level < ERRANDS.length && random.chance(BETWEEN_SHARE);
    return isBetween ? linked.between : linked.next;
  };
  while (sentences.length < count) {
    const sentence = draft.add(random.pick(kinds()));
    if (sentence !== null) sentences.push(sentence);
  }
  const {initial, plan} = draft;
  const but = plan.filter(({tool}) => tool === forbidden.tool).map(call => call.arguments);
  const places = some(
    plan.map((_, i) => i + 1),
    Math.min(faults, plan.length),
    random
  ).sort((a, b) => a - b);
  const scorer: Environment = {
    kind: "environment",
    world: name,
    state: initial,
    goal: view(draft.rows),
    forbidden: [{tool: forbidden.tool, but}],
    plan,
    faults: places.map((call, i) => ({call: call + i, status: random.chance(0.5) ? 500 : 504}))
  };
  const prompt = [
    `You manage ${manages} for ${companyOf(k)}. Run these errands with your tools:`,
    sentences.map((sentence, i) => `${i + 1}. ${sentence}`).join("\n"),
    [
      ...(isLinked ? [linked.meaning] : []),
      RULES,
      but.length > 0 ? forbidden.otherwise : forbidden.never,
      ...(faults > 0 ? [FAULTS_SENTENCE] : [])
    ].join(" ")
  ].join("\n\n");
  return {
    prompt,
    expected: REACHED,
    guess_chance: 0,
    scorer,
    tools,
    distinct: `${prompt}\n${JSON.stringify(plan)}`,
    max_turns: plan.length + places.length + SPARE_TURNS
  };
}

const CELLS = WORLDS.flatMap(world =>
  ERRANDS.flatMap((errands, i) => (["none", "some"] as const).map(faults => ({world, level: i + 1, errands, faults})))
);

export const agent: Benchmark = {
  name: "zen-agent",
  version: 2,
  summary: "Errands by calling tools of an API over several turns, scored by the rows of its database at the end.",
  domain: "Agent and tool use",
  category: "ZenAgent",
  facets: {
    world: "whose API it is: a calendar, an inventory, a ledger or a help desk",
    level: "difficulty, 1 to 5: 1, 2, 3, 6 and 8 errands, which take values from one another from level 3 on",
    errands: "how many errands there are",
    faults: "whether calls fail with status 500 or 504, one for each errand"
  },
  single: false,
  cells: CELLS.map((facets, i) => ({
    facets,
    size: Math.floor(((i + 1) * SIZE) / CELLS.length) - Math.floor((i * SIZE) / CELLS.length),
    item: (k: number, random: Random) =>
      taskOf(worlds[facets.world], {k, level: facets.level, fails: facets.faults === "some"}, random)
  }))
};
