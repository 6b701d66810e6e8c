// The API of the help desk.
import type {EpisodeDatabase} from "../database.js";
import {type Api, type Arguments, created, DONE, ok, one, refused} from "./api.js";

const ticketOf = (database: EpisodeDatabase, {ticket_id}: Arguments) =>
  one(database, "select * from tickets where id = ?", ticket_id!, "ticket with the id");

const customerOf = (database: EpisodeDatabase, {customer_id}: Arguments) =>
  one(database, "select id from customers where id = ?", customer_id!, "customer with the id");

export const ticketsApi: Api = {
  views: {
    tickets: `select customers.name as customer, subject, status, priority, (select name from agents where agents.id = agent_id) as agent
      from tickets join customers on customers.id = customer_id`,
    comments: `select customers.name as customer, subject, comment from comments join tickets on tickets.id = ticket_id
      join customers on customers.id = customer_id`
  },
  handlers: {
    find_customer(database, {name}) {
      const {row, missing} = one(database, "select id, name from customers where name = ?", name!, "customer named");
      return missing ?? ok(row);
    },
    list_tickets(database, given) {
      const {missing} = customerOf(database, given);
      return (
        missing ??
        ok(
          database.all("select id, subject, status, priority from tickets where customer_id = ? order by id", [
            given.customer_id!
          ])
        )
      );
    },
    list_agents: database => ok(database.all("select id, name, team from agents order by id")),
    create_ticket(database, given) {
      const {missing} = customerOf(database, given);
      if (missing) return missing;
      const {customer_id, subject, priority} = given;
      return created(
        database.write("insert into tickets(customer_id, subject, status, priority) values (?, ?, 'open', ?)", [
          ...[customer_id!, subject!],
          priority!
        ])
      );
    },
    assign_ticket(database, given) {
      const agent = one(database, "select id from agents where id = ?", given.agent_id!, "agent with the id");
      const missing = ticketOf(database, given).missing ?? agent.missing;
      if (missing) return missing;
      database.write("update tickets set agent_id = ? where id = ?", [given.agent_id!, given.ticket_id!]);
      return DONE;
    },
    add_comment(database, given) {
      const {row, missing} = ticketOf(database, given);
      if (missing) return missing;
      if (row.status !== "open") return refused(409, "the ticket is closed");
      return created(
        database.write("insert into comments(ticket_id, comment) values (?, ?)", [given.ticket_id!, given.comment!])
      );
    },
    close_ticket(database, given) {
      const {row, missing} = ticketOf(database, given);
      if (missing) return missing;
      if (row.status !== "open") return refused(409, "the ticket is closed already");
      database.write("update tickets set status = 'closed' where id = ?", [given.ticket_id!]);
      return DONE;
    },
    delete_ticket(database, given) {
      const {missing} = ticketOf(database, given);
      if (missing) return missing;
      database.write("delete from comments where ticket_id = ?", [given.ticket_id!]);
      database.write("delete from tickets where id = ?", [given.ticket_id!]);
      return DONE;
    }
  }
};
