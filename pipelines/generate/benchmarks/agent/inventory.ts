// The inventory of ZenAgent: quantities of products in warehouses.
import {numberLinks} from "./links.js";
import {closed, type Draft, idsOf, integer, list, nameOf, type Row, some, text, tool, type World, written} from "./world.js";

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

export const inventory: World = {
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
