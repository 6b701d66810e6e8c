// The API of the calendar.
import type {EpisodeDatabase} from "../database.js";
import {type Api, type Arguments, created, DONE, ok, one, type Reply, refused} from "./api.js";

const DATE = /^\d{4}-\d\d-\d\d$/u;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

/** What is wrong with a day and time; null where nothing is. */
function wrongTime({date, start, finish}: Arguments): Reply | null {
  if (!DATE.test(String(date))) return refused(422, "date is no day of the form YYYY-MM-DD");
  if (!TIME.test(String(start)) || !TIME.test(String(finish)))
    return refused(422, "start and finish are times of the form HH:MM");
  return String(start) < String(finish) ? null : refused(422, "start is not before finish");
}

/** The event that a room has at that time; null where it is free. @param besides an event that does not count */
const clash = (database: EpisodeDatabase, room: unknown, {date, start, finish}: Arguments, besides = 0) =>
  database.first("select title from events where room_id = ? and date = ? and start < ? and finish > ? and id <> ?", [
    ...[room as number, date!, finish!, start!],
    besides
  ]);

const eventOf = (database: EpisodeDatabase, {event_id}: Arguments) =>
  one(database, "select * from events where id = ?", event_id!, "event with the id");

export const calendarApi: Api = {
  views: {
    events: `select title, date, start, finish, (select name from rooms where rooms.id = room_id) as room,
      coalesce((select group_concat(name, ', ') from (select name from attendees join people on people.id = person_id
        where event_id = events.id order by name)), '') as guests from events`
  },
  handlers: {
    list_rooms: database => ok(database.all("select id, name, seats from rooms order by id")),
    list_events: (database, {date}) =>
      ok(
        database.all(
          "select events.id, title, start, finish, rooms.name as room from events join rooms on rooms.id = room_id where date = ? order by events.id",
          [date!]
        )
      ),
    find_person(database, {name}) {
      const {row, missing} = one(database, "select id, name from people where name = ?", name!, "person named");
      return missing ?? ok(row);
    },
    create_event(database, given) {
      const wrong = wrongTime(given);
      if (wrong) return wrong;
      const {title, date, start, finish, room_id} = given;
      const {missing} = one(database, "select id from rooms where id = ?", room_id!, "room with the id");
      if (missing) return missing;
      const taken = clash(database, room_id, given);
      if (taken) return refused(409, `the room is taken by ${JSON.stringify(taken.title)}`);
      return created(
        database.write("insert into events(title, date, start, finish, room_id) values (?, ?, ?, ?, ?)", [
          ...[title!, date!, start!],
          ...[finish!, room_id!]
        ])
      );
    },
    invite(database, given) {
      const {missing} = eventOf(database, given);
      if (missing) return missing;
      const {event_id, person_id} = given;
      const person = one(database, "select id from people where id = ?", person_id!, "person with the id");
      if (person.missing) return person.missing;
      if (database.first("select id from attendees where event_id = ? and person_id = ?", [event_id!, person_id!]))
        return refused(409, "this person is invited already");
      database.write("insert into attendees(event_id, person_id) values (?, ?)", [event_id!, person_id!]);
      return DONE;
    },
    move_event(database, given) {
      const {row, missing} = eventOf(database, given);
      const wrong = missing ?? wrongTime(given);
      if (wrong) return wrong;
      const {event_id, date, start, finish} = given;
      const taken = clash(database, row!.room_id, given, event_id as number);
      if (taken) return refused(409, `its room is taken by ${JSON.stringify(taken.title)}`);
      database.write("update events set date = ?, start = ?, finish = ? where id = ?", [date!, start!, finish!, event_id!]);
      return DONE;
    },
    cancel_event(database, given) {
      const {missing} = eventOf(database, given);
      if (missing) return missing;
      database.write("delete from attendees where event_id = ?", [given.event_id!]);
      database.write("delete from events where id = ?", [given.event_id!]);
      return DONE;
    }
  }
};
