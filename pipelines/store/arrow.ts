// Encodes the rows of a table as an Arrow IPC stream, which pages read as it is: no list of numbers is decoded twice.
import {
  Table as ArrowTable,
  Bool,
  type Data,
  type DataType,
  Field,
  Float32,
  Float64,
  Int32,
  List,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  tableToIPC,
  Utf8,
  vectorFromArray
} from "apache-arrow";
import type {ColumnType, Table} from "./columns.js";

type Row = Record<string, unknown>;

/** Types of flat columns. Big integers become doubles, as in the pages' DuckDB. */
const FLAT: Partial<Record<ColumnType, () => DataType>> = {
  key: () => new Utf8(),
  text: () => new Utf8(),
  integer: () => new Int32(),
  bigint: () => new Float64(),
  double: () => new Float64(),
  boolean: () => new Bool()
};

/** The rows as bytes of an Arrow stream of one batch, whose columns are those of the table. Curves are lists of 32-bit floats. */
export function arrowBytes({columns}: Pick<Table, "columns">, rows: readonly Row[]): Uint8Array {
  const children = Object.entries(columns).map(([name, {type}]): [Field, Data] => {
    const flat = FLAT[type]?.();
    if (!flat && type !== "series") throw new Error(`column "${name}" of type ${type} has no Arrow form here`);
    const data = flat
      ? vectorFromArray(
          rows.map(row => (type === "bigint" ? nullOrNumber(row[name]) : (row[name] ?? null))),
          flat
        ).data[0]!
      : curves(rows.map(row => row[name] as ArrayLike<number>));
    return [new Field(name, data.type, true), data];
  });
  const schema = new Schema(children.map(([field]) => field));
  const struct = makeData({
    type: new Struct(schema.fields),
    length: rows.length,
    nullCount: 0,
    children: children.map(([, data]) => data)
  });
  return tableToIPC(new ArrowTable(schema, [new RecordBatch(schema, struct)]), "stream");
}

const nullOrNumber = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value));

function curves(lists: readonly ArrayLike<number>[]): Data {
  const valueOffsets = new Int32Array(lists.length + 1);
  for (const [i, {length}] of lists.entries()) valueOffsets[i + 1] = valueOffsets[i]! + length;
  const values = new Float32Array(valueOffsets.at(-1)!);
  for (const [i, list] of lists.entries()) values.set(list, valueOffsets[i]);
  const child = makeData({type: new Float32(), length: values.length, nullCount: 0, data: values});
  return makeData({
    type: new List(new Field("item", new Float32(), false)),
    length: lists.length,
    nullCount: 0,
    valueOffsets,
    child
  });
}
