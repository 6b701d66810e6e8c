// Records of an Arrow table, as JSON lines would have them.
import {
  exactDecimal,
  exactInteger,
  finiteNumber,
  isoDate,
  isoDuration,
  isoTime,
  isoTimestamp,
  keyOfMap,
  presentFields,
  shortestFloat,
  textOfBytes
} from "./cells.js";
import type {CellRow, Row} from "./row.js";

/** The part of an Arrow table that is needed. */
export interface ArrowTable {
  numRows: number;
  schema: {fields: readonly {name: string}[]};
  getChildAt(i: number): ArrowVector | null;
}
interface ArrowVector {
  data: readonly ArrowData[];
}
/** A part of a column. Which of its fields are there depends on its type. */
interface ArrowData {
  type: ArrowType;
  length: number;
  offset: number;
  stride: number;
  values: unknown;
  valueOffsets: unknown;
  typeIds: unknown;
  children: readonly ArrowData[];
  dictionary?: ArrowVector | undefined;
  getValid(i: number): boolean;
}
type Numbers = ArrayLike<number | bigint>;
interface ArrowType {
  typeId: number;
  /** of integers and decimals */
  bitWidth?: number;
  precision?: number;
  scale?: number;
  unit?: number;
  timezone?: string | null;
  mode?: number;
  children?: readonly {name: string}[] | null;
  typeIdToChildIndex?: Readonly<Record<number, number>>;
}

/** Numbers of types and units in Arrow's format (Schema.fbs), as the package apache-arrow names them. */
const [NULL, INT, FLOAT, BINARY, UTF8, BOOL, DECIMAL, DATE, TIME, TIMESTAMP, INTERVAL, LIST, STRUCT, UNION] = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14
] as const;
const [FIXED_BINARY, FIXED_LIST, MAP, DURATION, LARGE_BINARY, LARGE_UTF8, DICTIONARY] = [15, 16, 17, 18, 19, 20, -1] as const;
const [HALF, SINGLE] = [0, 1];
const DAYS = 0;
const YEAR_MONTH = 0;
const DENSE = 1;
/** Parts of a second by the number of their unit. */
const UNITS = [1n, 1_000n, 1_000_000n, 1_000_000_000n] as const;

/** One record per row; "line" is its number. */
export function arrowRows(table: ArrowTable): Row<Record<string, unknown>>[] {
  const columns = columnsOf(table);
  return Array.from({length: table.numRows}, (_, row) => ({
    line: row + 1,
    value: Object.fromEntries(table.schema.fields.map(({name}, i) => [name, columns[i]![row]]))
  }));
}

/** The header of an Arrow table as line 0, and its rows with typed cells. */
export function* arrowCells(table: ArrowTable): Generator<CellRow> {
  const columns = columnsOf(table);
  const row = (line: number, cells: readonly unknown[]): CellRow => ({line, cells, place: cell => ({line, column: cell + 1})});
  yield row(
    0,
    table.schema.fields.map(({name}) => name)
  );
  for (let i = 0; i < table.numRows; i++)
    yield row(
      i + 1,
      columns.map(column => column[i])
    );
}

const columnsOf = (table: ArrowTable): unknown[][] => table.schema.fields.map((_, i) => valuesOf(table.getChildAt(i)!));

const valuesOf = ({data}: ArrowVector): unknown[] =>
  data.flatMap(part => Array.from({length: part.length}, (_, i) => valueAt(part, i)));

/** A value as JSON would have it. */
function valueAt(data: ArrowData, i: number): unknown {
  const {type, children, stride} = data;
  const values = data.values as Numbers;
  if (type.typeId === NULL || !data.getValid(i)) return null;
  const unit = UNITS[type.unit ?? 0] ?? 1n;
  switch (type.typeId) {
    case INT:
      return exactInteger(BigInt(values[i * stride]!));
    case FLOAT: {
      const value = Number(values[i * stride]);
      if (type.precision === HALF) return shortestFloat(halfFloat(value));
      return type.precision === SINGLE ? shortestFloat(value) : finiteNumber(value);
    }
    case BOOL:
      return (Number(values[(data.offset + i) >> 3]) & (1 << ((data.offset + i) % 8))) !== 0;
    case DECIMAL:
      return exactDecimal(wholeAt(data, i), type.scale!);
    case UTF8:
    case LARGE_UTF8:
    case BINARY:
    case LARGE_BINARY:
      return textOfBytes((values as Uint8Array).subarray(...spanAt(data, i)));
    case FIXED_BINARY:
      return textOfBytes((values as Uint8Array).subarray(i * stride, (i + 1) * stride));
    case DATE:
      return isoDate(type.unit === DAYS ? BigInt(values[i]!) : floorDays(BigInt(values[i]!)));
    case TIME:
      return isoTime(BigInt(values[i]!), unit);
    case TIMESTAMP:
      return isoTimestamp(BigInt(values[i]!), unit, Boolean(type.timezone));
    case DURATION:
      return isoDuration({value: BigInt(values[i]!), unit});
    case INTERVAL:
      if (type.unit === YEAR_MONTH) return isoDuration({months: Number(values[i])});
      return isoDuration({days: Number(values[2 * i]), value: BigInt(values[2 * i + 1]!), unit: UNITS[1]});
    case LIST:
      return itemsOf(children[0]!, ...spanAt(data, i));
    case FIXED_LIST:
      return itemsOf(children[0]!, i * stride, (i + 1) * stride);
    case STRUCT:
      return presentFields(type.children!.map(({name}, field) => [name, valueAt(children[field]!, i)]));
    case MAP: {
      const [keys, entries] = children[0]!.children as [ArrowData, ArrowData];
      const [start, end] = spanAt(data, i);
      return Object.fromEntries(
        Array.from({length: end - start}, (_, entry) => [keyOfMap(valueAt(keys, start + entry)), valueAt(entries, start + entry)])
      );
    }
    case UNION: {
      const member = children[type.typeIdToChildIndex![(data.typeIds as ArrayLike<number>)[i]!]!]!;
      return valueAt(member, type.mode === DENSE ? Number((data.valueOffsets as Numbers)[i]) : i);
    }
    case DICTIONARY:
      return wordAt(data.dictionary!, Number(values[i]));
    default:
      throw new Error(`no reader of type ${type.typeId}`);
  }
}

const spanAt = ({valueOffsets}: ArrowData, i: number): [start: number, end: number] => [
  Number((valueOffsets as Numbers)[i]),
  Number((valueOffsets as Numbers)[i + 1])
];

const itemsOf = (data: ArrowData, start: number, end: number): unknown[] =>
  Array.from({length: end - start}, (_, i) => valueAt(data, start + i));

function wordAt({data}: ArrowVector, i: number): unknown {
  let first = 0;
  for (const part of data) {
    if (i < first + part.length) return valueAt(part, i - first);
    first += part.length;
  }
  return null;
}

/** The integer of a decimal: words of 32 bits, the lowest first, in two's complement. */
function wholeAt({values, stride}: ArrowData, i: number): bigint {
  let whole = 0n;
  for (let word = stride - 1; word >= 0; word--)
    whole = (whole << 32n) | BigInt(Number((values as Numbers)[i * stride + word]) >>> 0);
  return BigInt.asIntN(32 * stride, whole);
}

/** The value of a 16-bit float (IEEE 754 binary16) of these bits. */
function halfFloat(bits: number): number {
  const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 0x1f, bits & 0x3ff];
  if (exponent === 0x1f) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

const DAY_MS = 86_400_000n;
const floorDays = (ms: bigint): bigint => (ms - (((ms % DAY_MS) + DAY_MS) % DAY_MS)) / DAY_MS;
