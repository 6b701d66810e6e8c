// Reads the rows of a Parquet file in Node. A separate file, since loading DuckDB takes longer than most commands that read text.
import {resolve} from "node:path";
import {
  type DuckDBBlobValue,
  type DuckDBDateValue,
  type DuckDBDecimalValue,
  DuckDBInstance,
  type DuckDBIntervalValue,
  type DuckDBMapType,
  type DuckDBMapValue,
  type DuckDBStructType,
  type DuckDBStructValue,
  type DuckDBTimeNSValue,
  type DuckDBTimestampMillisecondsValue,
  type DuckDBTimestampNanosecondsValue,
  type DuckDBTimestampSecondsValue,
  type DuckDBTimestampValue,
  type DuckDBTimeTZValue,
  type DuckDBTimeValue,
  DuckDBTypeId,
  type DuckDBUnionType,
  type DuckDBUnionValue,
  type DuckDBValueConverter,
  type JS,
  JSDuckDBValueConverter
} from "@duckdb/node-api";
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
import {UserError} from "./error.js";
import {parquetSource} from "./parquet.js";
import type {CellRow, ColumnChoice} from "./row.js";

/**
 * Reads a file by DuckDB: the header of a Parquet file as line 0, and its rows with cells as JSON would have them.
 * @param name of the file in messages
 * @throws UserError where it is no Parquet
 */
export async function* parquetCells(
  path: string,
  {name: file, select = () => null}: {name: string; select?: ColumnChoice | undefined}
): AsyncGenerator<CellRow[]> {
  const instance = await DuckDBInstance.create(":memory:", {threads: "2", autoinstall_known_extensions: "false"});
  const connection = await instance.connect();
  try {
    const source = parquetSource(resolve(path));
    const all = (await connection.runAndReadAll(`from ${source} limit 0`)).columnNames();
    const names = select(all) ?? all;
    const result = await connection.stream(
      `select ${names.map(name => `"${name.replaceAll('"', '""')}"`).join(", ")} from ${source}`
    );
    const row = (line: number, cells: readonly unknown[]): CellRow => ({
      line,
      cells,
      place: cell => ({line, column: cell + 1})
    });
    yield [row(0, names)];
    let line = 0;
    for await (const rows of result.yieldConvertedRows(jsonValue)) yield rows.map(cells => row(++line, cells));
  } catch (error) {
    if (error instanceof UserError) throw error;
    if (/encrypt/iu.test((error as Error).message))
      throw new UserError(`${file} is encrypted Parquet; write it without encryption`);
    throw new UserError(`${file} is not readable Parquet: ${(error as Error).message.split("\n")[0]}`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const MICROS = 1_000_000n;
const NANOS = 1_000_000_000n;

/** A value of a column of this type as JSON would have it. Bytes that are no UTF-8 stay bytes. */
const jsonValue: DuckDBValueConverter<unknown> = (value, type, self) => {
  if (value === null) return null;
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return exactInteger(value as bigint);
    case DuckDBTypeId.FLOAT:
      return shortestFloat(value as number);
    case DuckDBTypeId.DOUBLE:
      return finiteNumber(value as number);
    case DuckDBTypeId.DECIMAL: {
      const decimal = value as DuckDBDecimalValue;
      return exactDecimal(decimal.value, decimal.scale);
    }
    case DuckDBTypeId.DATE:
      return isoDate(BigInt((value as DuckDBDateValue).days));
    case DuckDBTypeId.TIME:
      return isoTime((value as DuckDBTimeValue).micros, MICROS);
    case DuckDBTypeId.TIME_NS:
      return isoTime((value as DuckDBTimeNSValue).nanos, NANOS);
    case DuckDBTypeId.TIME_TZ: {
      const {micros, offset} = value as DuckDBTimeTZValue;
      const size = Math.abs(offset);
      return `${isoTime(micros, MICROS)}${offset < 0 ? "-" : "+"}${isoTime(BigInt(size), 1n).replace(/:00$/u, "")}`;
    }
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return isoTimestamp((value as DuckDBTimestampValue).micros, MICROS, type.typeId === DuckDBTypeId.TIMESTAMP_TZ);
    case DuckDBTypeId.TIMESTAMP_S:
      return isoTimestamp((value as DuckDBTimestampSecondsValue).seconds, 1n, false);
    case DuckDBTypeId.TIMESTAMP_MS:
      return isoTimestamp((value as DuckDBTimestampMillisecondsValue).millis, 1_000n, false);
    case DuckDBTypeId.TIMESTAMP_NS:
      return isoTimestamp((value as DuckDBTimestampNanosecondsValue).nanos, NANOS, false);
    case DuckDBTypeId.INTERVAL: {
      const {months, days, micros} = value as DuckDBIntervalValue;
      return isoDuration({months, days, value: micros, unit: MICROS});
    }
    case DuckDBTypeId.BLOB:
      return textOfBytes((value as DuckDBBlobValue).bytes);
    case DuckDBTypeId.BIT:
      return String(value);
    case DuckDBTypeId.STRUCT: {
      const {entries} = value as DuckDBStructValue;
      const {entryNames, entryTypes} = type as DuckDBStructType;
      return presentFields(entryNames.map((name, i) => [name, self(entries[name]!, entryTypes[i]!, self)]));
    }
    case DuckDBTypeId.MAP: {
      const {keyType, valueType} = type as DuckDBMapType;
      const pairs = (value as DuckDBMapValue).entries;
      return Object.fromEntries(pairs.map(each => [keyOfMap(self(each.key, keyType, self)), self(each.value, valueType, self)]));
    }
    case DuckDBTypeId.UNION: {
      const member = value as DuckDBUnionValue;
      return self(member.value, (type as DuckDBUnionType).memberTypeForTag(member.tag), self);
    }
    default:
      return JSDuckDBValueConverter(value, type, self as DuckDBValueConverter<JS>);
  }
};
