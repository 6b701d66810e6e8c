// The API of the ledger.
import type {EpisodeDatabase} from "../database.js";
import {type Api, created, DONE, ok, one, refused} from "./api.js";

const accountOf = (database: EpisodeDatabase, id: unknown) =>
  one(database, "select * from accounts where id = ?", id as number, "account with the id");

function pay(database: EpisodeDatabase, from: unknown, to: unknown, amount: number): void {
  database.write("update accounts set balance = balance - ? where id = ?", [amount, from as number]);
  database.write("update accounts set balance = balance + ? where id = ?", [amount, to as number]);
}

export const ledgerApi: Api = {
  views: {
    accounts: "select name, balance from accounts",
    entries: `select payer.name as "from", payee.name as "to", amount, memo, reversed from entries
      join accounts as payer on payer.id = from_id join accounts as payee on payee.id = to_id`
  },
  handlers: {
    find_account(database, {name}) {
      const {row, missing} = one(database, "select id, name, balance from accounts where name = ?", name!, "account named");
      return missing ?? ok(row);
    },
    list_entries(database, {account_id}) {
      const {missing} = accountOf(database, account_id);
      return (
        missing ?? ok(database.all("select id, amount, memo, reversed from entries where from_id = ? order by id", [account_id!]))
      );
    },
    open_account(database, {name}) {
      if (database.first("select id from accounts where name = ?", [name!]))
        return refused(409, "there is an account of this name");
      return created(database.write("insert into accounts(name, balance) values (?, 0)", [name!]));
    },
    post_transfer(database, {from_id, to_id, amount, memo}) {
      const [from, to] = [accountOf(database, from_id), accountOf(database, to_id)];
      const missing = from.missing ?? to.missing;
      if (missing) return missing;
      if (from_id === to_id) return refused(422, "both accounts are the same");
      if ((amount as number) < 1) return refused(422, "amount is less than 1");
      if ((from.row!.balance as number) < (amount as number)) return refused(409, `the balance is only ${from.row!.balance}`);
      pay(database, from_id, to_id, amount as number);
      return created(
        database.write("insert into entries(from_id, to_id, amount, memo, reversed) values (?, ?, ?, ?, 0)", [
          ...[from_id!, to_id!],
          ...[amount!, memo!]
        ])
      );
    },
    reverse_entry(database, {entry_id}) {
      const {row, missing} = one(database, "select * from entries where id = ?", entry_id!, "entry with the id");
      if (missing) return missing;
      if (row.reversed === 1) return refused(409, "the entry is reversed already");
      database.write("update entries set reversed = 1 where id = ?", [entry_id!]);
      pay(database, row.to_id, row.from_id, row.amount as number);
      return DONE;
    },
    set_balance(database, {account_id, balance}) {
      const {missing} = accountOf(database, account_id);
      if (missing) return missing;
      database.write("update accounts set balance = ? where id = ?", [balance!, account_id!]);
      return DONE;
    }
  }
};
