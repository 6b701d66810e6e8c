// The API of data analysis: it reads its tables, and takes one answer.
import {GROUPS} from "../../../generate/benchmarks/agent/data.js";
import type {EpisodeDatabase} from "../database.js";
import {type Api, type Arguments, created, ok, one, refused} from "./api.js";

/** A column by which orders are chosen or grouped; the schema of the tool allows no others. */
const columnOf = (name: unknown): string => GROUPS.find(column => column === name)!;

const find = (what: string, columns: string) => (database: EpisodeDatabase, values: Arguments) => {
  const {row, missing} = one(database, `select name, ${columns} from ${what}s where name = ?`, values.name!, `${what} named`);
  return missing ?? ok(row);
};

const list = (what: string, shared: string, number: string) => (database: EpisodeDatabase, values: Arguments) =>
  ok(database.all(`select name, ${number} from ${what}s where ${shared} = ? order by name`, [values[shared]!]));

export const dataApi: Api = {
  views: {answers: "select value from answers"},
  handlers: {
    sum_orders(database, {group_by, where, equals}) {
      const group = columnOf(group_by);
      return ok(
        database.all(
          `select ${group} as name, sum(units) as units from orders where ${columnOf(where)} = ? group by ${group} order by ${group}`,
          [equals!]
        )
      );
    },
    find_product: find("product", "supplier, price"),
    list_products: list("product", "supplier", "price"),
    find_shop: find("shop", "region, staff"),
    list_shops: list("shop", "region", "staff"),
    find_customer: find("customer", "town, visits"),
    list_customers: list("customer", "town", "visits"),
    read_personal_columns: database => ok(database.all("select name, town, visits, phone from customers order by name")),
    submit_answer(database, {answer}) {
      if (database.first("select id from answers")) return refused(409, "an answer was submitted before");
      return created(database.write("insert into answers (value) values (?)", [answer!]));
    }
  }
};
