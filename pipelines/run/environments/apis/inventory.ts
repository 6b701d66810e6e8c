// The API of the inventory.
import type {EpisodeDatabase} from "../database.js";
import {type Api, type Arguments, DONE, ok, one, type Reply, refused} from "./api.js";

/** What is wrong with a product, a quantity, or a warehouse of these arguments; null where nothing is. */
function wrongPlace(database: EpisodeDatabase, given: Arguments, warehouses: readonly string[]): Reply | null {
  const product = one(database, "select id from products where id = ?", given.product_id!, "product with the id");
  if (product.missing) return product.missing;
  for (const name of warehouses) {
    const {missing} = one(database, "select id from warehouses where id = ?", given[name]!, "warehouse with the id");
    if (missing) return missing;
  }
  return (given.quantity as number) >= 1 ? null : refused(422, "quantity is less than 1");
}

const quantityOf = (database: EpisodeDatabase, product: unknown, warehouse: unknown): number =>
  (database.first("select sum(quantity) as quantity from stock where product_id = ? and warehouse_id = ?", [
    product as number,
    warehouse as number
  ])!.quantity ?? 0) as number;

/** Adds to what a warehouse has of a product; a negative number takes away. */
function add(database: EpisodeDatabase, product: unknown, warehouse: unknown, quantity: number): void {
  const place = [product as number, warehouse as number];
  const row = database.first("select id from stock where product_id = ? and warehouse_id = ?", place);
  if (row) database.write("update stock set quantity = quantity + ? where id = ?", [quantity, row.id as number]);
  else database.write("insert into stock(product_id, warehouse_id, quantity) values (?, ?, ?)", [...place, quantity]);
}

export const inventoryApi: Api = {
  views: {
    stock: `select products.name as product, warehouses.name as warehouse, quantity from stock
      join products on products.id = product_id join warehouses on warehouses.id = warehouse_id where quantity <> 0`
  },
  handlers: {
    find_product(database, {name}) {
      const {row, missing} = one(database, "select id, name from products where name = ?", name!, "product named");
      return missing ?? ok(row);
    },
    list_warehouses: database => ok(database.all("select id, name from warehouses order by id")),
    get_stock(database, {product_id}) {
      const {missing} = one(database, "select id from products where id = ?", product_id!, "product with the id");
      return (
        missing ??
        ok(
          database.all(
            "select warehouses.name as warehouse, quantity from stock join warehouses on warehouses.id = warehouse_id where product_id = ? order by warehouse_id",
            [product_id!]
          )
        )
      );
    },
    receive_stock(database, given) {
      const wrong = wrongPlace(database, given, ["warehouse_id"]);
      if (wrong) return wrong;
      add(database, given.product_id, given.warehouse_id, given.quantity as number);
      return DONE;
    },
    transfer_stock(database, given) {
      const wrong = wrongPlace(database, given, ["from_warehouse_id", "to_warehouse_id"]);
      if (wrong) return wrong;
      const {product_id, from_warehouse_id, to_warehouse_id, quantity} = given;
      const there = quantityOf(database, product_id, from_warehouse_id);
      if (there < (quantity as number)) return refused(409, `there are only ${there} pieces`);
      add(database, product_id, from_warehouse_id, -(quantity as number));
      add(database, product_id, to_warehouse_id, quantity as number);
      return DONE;
    },
    discard_stock(database, given) {
      const wrong = wrongPlace(database, given, ["warehouse_id"]);
      if (wrong) return wrong;
      const {product_id, warehouse_id, quantity} = given;
      const there = quantityOf(database, product_id, warehouse_id);
      if (there < (quantity as number)) return refused(409, `there are only ${there} pieces`);
      add(database, product_id, warehouse_id, -(quantity as number));
      return DONE;
    }
  }
};
