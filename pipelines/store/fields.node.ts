// Buffers that convert columns of JavaScript rows to DuckDB vectors. `put` is the most frequently executed code of the store: numbers and
// booleans are held in typed arrays, repeated text as dictionary positions, and other text as slices of one buffer.
import {
  DOUBLE,
  type DuckDBDataChunk,
  type DuckDBType,
  INTEGER,
  LIST,
  listValue,
  MAP,
  mapValue,
  UINTEGER,
  UTINYINT,
  VARCHAR
} from "@duckdb/node-api";
import duckdb from "@duckdb/node-bindings";
import type {Column, ColumnType} from "./tables.js";

/** Largest double that fits into a signed 64-bit integer. */
const MOST_BIGINT = 2 ** 63 - 1024;

/** Number of rows of one DuckDB vector. */
export const CHUNK_ROWS = 2_048;

/** The type in which a column is held while rows are collected, and the type to which it is cast when written, where they differ. */
export const STAGED: Record<ColumnType, {staged: DuckDBType; published?: string}> = {
  key: {staged: UINTEGER},
  text: {staged: VARCHAR},
  integer: {staged: INTEGER},
  bigint: {staged: DOUBLE, published: "BIGINT"}, // counts and seeds stay below 2^53, where doubles are exact
  double: {staged: DOUBLE},
  boolean: {staged: UTINYINT, published: "BOOLEAN"},
  texts: {staged: LIST(VARCHAR)},
  numbers: {staged: MAP(VARCHAR, DOUBLE)},
  series: {staged: LIST(DOUBLE), published: "FLOAT[]"} // curves: seven digits suffice, and take half the bytes
};

/** Bytes of texts and lists that the buffers of a table hold. */
export interface BufferedBytes {
  bytes: number;
}

/** Buffer of up to `CHUNK_ROWS` values of one column. */
export interface Field {
  put(i: number, value: unknown): void;
  /** Copies the first `rows` values into a DuckDB chunk. */
  flush(chunk: DuckDBDataChunk, column: number, rows: number): void;
  /** For dictionary columns: the text at each position. */
  dictionary?: string[];
  /** For dictionary columns: the position of a text. */
  code?(word: string): number;
  /** For whole numbers and dictionary columns: smallest and largest value so far, and whether a null occurred. */
  range?: {low: number; high: number; nulls: boolean};
}

const NUMBER_BYTES = 8;

/** The buffer for a column of the given type. What it holds is added to `buffered`, which the owner resets when it flushes. */
export function field({type}: Column, buffered: BufferedBytes): Field {
  switch (type) {
    case "key":
      return keyField();
    case "integer":
      return numberField(new Int32Array(CHUNK_ROWS), {most: 2 ** 31 - 1});
    case "bigint":
      return numberField(new Float64Array(CHUNK_ROWS), {most: MOST_BIGINT});
    case "double":
      return numberField(new Float64Array(CHUNK_ROWS), {whole: false});
    case "boolean":
      return numberField(new Uint8Array(CHUNK_ROWS));
    case "text":
      return textField(buffered);
    case "texts":
      return valueField(value => {
        for (const text of value as string[]) buffered.bytes += text.length;
        return listValue(value as string[]);
      });
    case "series":
      return valueField(value => {
        buffered.bytes += NUMBER_BYTES * (value as ArrayLike<number>).length;
        return listValue(Array.from(value as ArrayLike<number>));
      });
    case "numbers":
      return valueField(value =>
        mapValue(Object.entries(value as Record<string, number>).map(([key, each]) => ({key, value: each})))
      );
  }
}

/** Text with few distinct values: the vector holds positions, and texts are joined once when the table is written. */
function keyField(): Field {
  const codes = new Map<string, number>();
  const dictionary: string[] = [];
  const column = numberField(new Uint32Array(CHUNK_ROWS));
  const codeOf = (word: string): number => {
    let code = codes.get(word);
    if (code === undefined) {
      code = dictionary.push(word) - 1;
      codes.set(word, code);
    }
    return code;
  };
  return {
    dictionary,
    code: codeOf,
    ...(column.range ? {range: column.range} : {}),
    flush: column.flush,
    put(i, value) {
      column.put(i, value === null || value === undefined ? null : codeOf(value as string));
    }
  };
}

interface Vector {
  setItem(i: number, value: unknown): void;
  flush(): void;
}

/**
 * Buffer of numbers. A number outside the range of its type becomes null: an integer array would wrap it to another number, and a cast
 * would fail for the whole table.
 * @param most largest magnitude that the published type can hold
 */
function numberField(
  buffer: Int32Array | Float64Array | Uint32Array | Uint8Array,
  {whole = true, most = Number.POSITIVE_INFINITY} = {}
): Field {
  let nulls: number[] = [];
  const range = {low: Number.POSITIVE_INFINITY, high: Number.NEGATIVE_INFINITY, nulls: false};
  return {
    ...(whole ? {range} : {}),
    put(i, value) {
      if (value === null || value === undefined || (whole && !(Math.abs(Number(value)) <= most))) nulls.push(i);
      else buffer[i] = value as number;
    },
    flush(chunk, column, rows) {
      const vector = chunk.getColumnVector(column) as unknown as Vector & {items: typeof buffer};
      const values = rows === CHUNK_ROWS ? buffer : buffer.subarray(0, rows);
      for (const i of nulls) values[i] = 0; // clears values of an earlier chunk
      if (whole) {
        let {low, high} = range;
        for (let i = 0; i < rows; i++) {
          const value = values[i]!;
          if (value < low) low = value;
          if (value > high) high = value;
        }
        Object.assign(range, {low, high, nulls: range.nulls || nulls.length > 0});
      }
      vector.items.set(values);
      for (const i of nulls) vector.setItem(i, null);
      nulls = [];
      vector.flush();
    }
  };
}

function valueField(convert: (value: unknown) => unknown): Field {
  const buffer: unknown[] = new Array(CHUNK_ROWS);
  return {
    put(i, value) {
      buffer[i] = value === null || value === undefined ? null : convert(value);
    },
    flush(chunk, column, rows) {
      const vector = chunk.getColumnVector(column) as unknown as Vector;
      for (let i = 0; i < rows; i++) vector.setItem(i, buffer[i]);
      vector.flush();
    }
  };
}

/** Bytes of a `duckdb_string_t`: length (4), then either up to 12 bytes of text, or its first 4 bytes and a pointer (8). */
const STRING_BYTES = 16;
const INLINE_BYTES = 12;

/** Mean length from which texts are encoded one by one: joined first, they would be copied, and room made for them, once more. */
const LONG_CHARACTERS = 64;
/** Most bytes that a character (UTF-16 unit) takes in UTF-8. */
const CHARACTER_BYTES = 3;

/**
 * Text with many distinct values. One call per value takes 0.4 µs. Instead the whole column is passed as one run of bytes, of which each value
 * becomes a slice in the layout that DuckDB's C interface documents as `duckdb_string_t`.
 */
function textField(buffered: BufferedBytes): Field {
  const values: (string | null)[] = new Array(CHUNK_ROWS);
  const lengths = new Uint32Array(CHUNK_ROWS);
  /** Room for encoded texts, used again for each chunk. */
  let room = Buffer.alloc(0);
  let nulls = 0;
  let characters = 0;

  /** The texts one after the other as UTF-8, and the bytes of each in `lengths`; null where their places cannot be told. */
  const encoded = (rows: number): Uint8Array | null => {
    if (characters < LONG_CHARACTERS * rows) {
      const joined = (rows === CHUNK_ROWS ? values : values.slice(0, rows)).join("");
      const bytes = Buffer.from(joined, "utf8");
      for (let i = 0; i < rows; i++) lengths[i] = values[i]!.length;
      return bytes.length === joined.length ? bytes : null; // characters of several bytes
    }
    if (room.length < CHARACTER_BYTES * characters) room = Buffer.allocUnsafeSlow(CHARACTER_BYTES * characters);
    let at = 0;
    for (let i = 0; i < rows; i++) at += lengths[i] = room.write(values[i]!, at);
    return room.subarray(0, at);
  };

  return {
    put(i, value) {
      if (value === null || value === undefined) {
        values[i] = null;
        nulls++;
      } else {
        values[i] = value as string;
        characters += (value as string).length;
        buffered.bytes += (value as string).length;
      }
    },
    flush(chunk, column, rows) {
      const bytes = nulls === 0 && rows > 1 ? encoded(rows) : null;
      if (bytes && bytes.length > INLINE_BYTES)
        sliceText(duckdb.data_chunk_get_vector(chunk.chunk, column), {bytes, lengths, rows});
      else {
        const vector = chunk.getColumnVector(column) as unknown as Vector;
        for (let i = 0; i < rows; i++) vector.setItem(i, values[i]);
        vector.flush();
      }
      nulls = 0;
      characters = 0;
    }
  };
}

function sliceText(vector: duckdb.Vector, {bytes, lengths, rows}: {bytes: Uint8Array; lengths: Uint32Array; rows: number}): void {
  duckdb.vector_assign_string_element_len(vector, 0, bytes);
  const whole = duckdb.vector_get_data(vector, STRING_BYTES);
  const start = new DataView(whole.buffer, whole.byteOffset, STRING_BYTES).getBigUint64(8, true);
  const slices = new Uint8Array(rows * STRING_BYTES);
  const words = new Uint32Array(slices.buffer);
  const low = Number(start & 0xffff_ffffn);
  const high = Number(start >> 32n);
  for (let i = 0, at = 0; i < rows; i++) {
    const length = lengths[i]!;
    const to = i * STRING_BYTES;
    words[to >> 2] = length;
    if (length <= INLINE_BYTES) {
      for (let k = 0; k < length; k++) slices[to + 4 + k] = bytes[at + k]!;
    } else {
      for (let k = 0; k < 4; k++) slices[to + 4 + k] = bytes[at + k]!;
      const pointer = low + at;
      words[(to >> 2) + 2] = pointer >>> 0;
      words[(to >> 2) + 3] = high + (pointer > 0xffff_ffff ? 1 : 0);
    }
    at += length;
  }
  duckdb.copy_data_to_vector(vector, 0, slices.buffer, 0, slices.byteLength);
}
