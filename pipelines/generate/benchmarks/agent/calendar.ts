// The calendar of ZenAgent: events in rooms, with guests.
import {dayOf, isoDate, serial} from "../../parts/calendar.js";
import {dayLinks, type Links} from "./links.js";
import {
  closed,
  type Draft,
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
      return {value: serialOf(day) + seats, text: `as many days after ${day} as the room ${name} has seats`, tool: "list_rooms"};
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

export const calendar: World = {
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
