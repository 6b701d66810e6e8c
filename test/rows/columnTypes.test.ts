import {writeFileSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {DuckDBInstance} from "@duckdb/node-api";
import {
  Binary,
  Bool,
  type DataType,
  DateDay,
  DateMillisecond,
  Decimal,
  DenseUnion,
  Dictionary,
  DurationMillisecond,
  Field,
  FixedSizeBinary,
  FixedSizeList,
  Float16,
  Float32,
  Float64,
  Int8,
  Int32,
  Int64,
  IntervalYearMonth,
  LargeBinary,
  LargeUtf8,
  List,
  Map_,
  makeBuilder,
  makeData,
  Null,
  Struct,
  Table,
  TimeMicrosecond,
  TimeMillisecond,
  TimeNanosecond,
  TimeSecond,
  Timestamp,
  TimeUnit,
  tableToIPC,
  Uint8,
  Uint64,
  Utf8,
  type Vector,
  vectorFromArray
} from "apache-arrow";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import type {BankItem} from "../../pipelines/book/banks/item.node.js";
import {itemsOf} from "../../pipelines/book/banks/reader.node.js";
import {noRecords} from "../../pipelines/book/banks/recordCounts.js";
import {arrowRows} from "../../pipelines/rows/arrow.js";
import {openRows} from "../../pipelines/rows/openRows.node.js";
import {TRANSCRIPT} from "../../pipelines/store/transcriptFormat.js";
import {transcriptReader} from "../../pipelines/store/transcripts.node.js";
import {documentsOf, type Reading} from "../../pipelines/studies/contamination/documents.node.js";
import {readItems} from "../../pipelines/studies/contamination/itemsFile.node.js";

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), "reasonbook-types-test-"))));
afterAll(() => rm(folder, {recursive: true, force: true}));

const SCORER = {kind: "number", absolute: 0.5, relative: 0.01};
const TOOLS = [{name: "count", description: "counts", parameters: {type: "object", minimum: 1, maximum: 7}}];
const bytes = (...values: number[]) => Uint8Array.from(values);

/** A value of each of DuckDB's types that Parquet has, as SQL, and what JSON would write. */
const DUCKDB: readonly (readonly [sql: string, expected: unknown])[] = [
  ["null::varchar", null],
  ["true", true],
  ["(-7)::tinyint", -7],
  ["(-700)::smallint", -700],
  ["7::integer", 7],
  ["9007199254740991::bigint", 9007199254740991],
  ["9007199254740993::bigint", "9007199254740993"],
  ["200::utinyint", 200],
  ["60000::usmallint", 60000],
  ["4000000000::uinteger", 4000000000],
  ["18446744073709551615::ubigint", "18446744073709551615"],
  ["0.1::float", 0.1],
  ["16777216::float", 16777216],
  ["1e20::float", 1e20],
  ["3.4028235e38::float", 3.4028235e38],
  ["0.33333334::float", 0.33333334],
  ["0.1::double", 0.1],
  ["'nan'::double", null],
  ["'inf'::float", null],
  ["0.50::decimal(4,2)", 0.5],
  ["-0.05::decimal(4,2)", -0.05],
  ["7::decimal(38,0)", 7],
  ["12345678901234567890123456789.123456789::decimal(38,9)", "12345678901234567890123456789.123456789"],
  ["0.000000001::decimal(38,9)", "0.000000001"],
  ["-99999999999999999999999999999999999999::decimal(38,0)", "-99999999999999999999999999999999999999"],
  ["'wörds'", "wörds"],
  ["'12 %'", "12 %"],
  ["encode('wörds')", "wörds"],
  ["'\\xFF\\xFE'::blob", bytes(0xff, 0xfe)],
  ["'a'::enum('a', 'b')", "a"],
  ["'6f2ab0c8-3e8f-4d38-9d2c-1f2b3c4d5e6f'::uuid", "6f2ab0c8-3e8f-4d38-9d2c-1f2b3c4d5e6f"],
  ["date '2024-02-29'", "2024-02-29"],
  ["date '1969-12-31'", "1969-12-31"],
  ["time '09:30:00'", "09:30:00"],
  ["time '23:59:59.000001'", "23:59:59.000001"],
  ["timestamp '2024-02-29 09:30:00'", "2024-02-29T09:30:00"],
  ["timestamp '1969-12-31 23:59:59.5'", "1969-12-31T23:59:59.5"],
  ["timestamptz '2024-02-29 09:30:00+02'", "2024-02-29T07:30:00Z"],
  ["'2024-02-29 09:30:00'::timestamp_s", "2024-02-29T09:30:00"],
  ["'2024-02-29 09:30:00.25'::timestamp_ms", "2024-02-29T09:30:00.25"],
  ["'2024-02-29 09:30:00.123456789'::timestamp_ns", "2024-02-29T09:30:00.123456789"],
  ["interval '14 months 3 days 90 seconds'", "P1Y2M3DT90S"],
  ["['a', 'b']", ["a", "b"]],
  ["[1, null, 9007199254740993]::bigint[]", [1, null, "9007199254740993"]],
  ["[0.1, 0.2]::float[]", [0.1, 0.2]],
  ["[1.10, 2]::decimal(9,2)[]", [1.1, 2]],
  ["[date '2024-02-29']", ["2024-02-29"]],
  ["['a', 'b']::varchar[2]", ["a", "b"]],
  ["{'a': 12::bigint, 'b': null::integer}", {a: 12}],
  ["{'a': [{'b': 7::ubigint, 'c': time '09:30:00'}]}", {a: [{b: 7, c: "09:30:00"}]}],
  ["map {'length': 12::bigint, 'none': null}", {length: 12, none: null}],
  ["map {7: 'seven'}", {"7": "seven"}],
  ["{'kind': 'number', 'absolute': 0.5::decimal(3,2), 'relative': 0.01::float, 'rubric': null::varchar}", SCORER],
  [
    "[{'name': 'count', 'description': 'counts', 'parameters': {'type': 'object', 'minimum': 1::bigint, 'maximum': 7::bigint}, 'otherwise': null::varchar}]",
    TOOLS
  ],
  ["[{'role': 'user', 'content': 'a b'}, {'role': 'assistant', 'content': 'c d'}]", MESSAGES()]
];
function MESSAGES() {
  return [
    {role: "user", content: "a b"},
    {role: "assistant", content: "c d"}
  ];
}

const child = (type: DataType, name = "item") => new Field(name, type, true);
const entries = new Struct<{key: Utf8; value: Int64}>([new Field("key", new Utf8()), new Field("value", new Int64())] as never);
/** A value of each of Arrow's types. */
const ARROW: readonly (readonly [name: string, type: DataType, value: unknown, expected: unknown])[] = [
  ["Null", new Null(), null, null],
  ["Bool", new Bool(), true, true],
  ["Int8", new Int8(), -7, -7],
  ["Uint8", new Uint8(), 200, 200],
  ["Int32", new Int32(), 7, 7],
  ["Int64", new Int64(), 7n, 7],
  ["Int64 beyond 2^53", new Int64(), 9007199254740993n, "9007199254740993"],
  ["Uint64", new Uint64(), 18446744073709551615n, "18446744073709551615"],
  ["Float16", new Float16(), 0.5, 0.5],
  ["Float32", new Float32(), 0.1, 0.1],
  ["Float64", new Float64(), 0.1, 0.1],
  ["Float64 NaN", new Float64(), Number.NaN, null],
  ["Utf8", new Utf8(), "wörds", "wörds"],
  ["LargeUtf8", new LargeUtf8(), "wörds", "wörds"],
  ["Dictionary", new Dictionary(new Utf8(), new Int32()), "wörds", "wörds"],
  ["Binary", new Binary(), new TextEncoder().encode("wörds"), "wörds"],
  ["Binary, no UTF-8", new Binary(), bytes(0xff, 0xfe), bytes(0xff, 0xfe)],
  ["LargeBinary", new LargeBinary(), new TextEncoder().encode("wörds"), "wörds"],
  ["FixedSizeBinary", new FixedSizeBinary(2), bytes(0x61, 0x62), "ab"],
  ["Decimal", new Decimal(9, 38, 128), words(12345678901234567890123456789123456789n), "12345678901234567890123456789.123456789"],
  ["Decimal, negative", new Decimal(2, 9, 128), words(-5n), -0.05],
  ["DateDay", new DateDay(), Date.UTC(2024, 1, 29), "2024-02-29"],
  ["DateMillisecond", new DateMillisecond(), Date.UTC(1969, 11, 31), "1969-12-31"],
  ["TimeSecond", new TimeSecond(), 34200, "09:30:00"],
  ["TimeMillisecond", new TimeMillisecond(), 34200250, "09:30:00.25"],
  ["TimeMicrosecond", new TimeMicrosecond(), 34200000001n, "09:30:00.000001"],
  ["TimeNanosecond", new TimeNanosecond(), 34200000000001n, "09:30:00.000000001"],
  ["Timestamp, seconds", new Timestamp(TimeUnit.SECOND), Date.UTC(2024, 1, 29, 9, 30), "2024-02-29T09:30:00"],
  ["Timestamp, UTC", new Timestamp(TimeUnit.MILLISECOND, "UTC"), Date.UTC(2024, 1, 29, 9, 30), "2024-02-29T09:30:00Z"],
  ["DurationMillisecond", new DurationMillisecond(), 1500n, "PT1.5S"],
  ["IntervalYearMonth", new IntervalYearMonth(), Int32Array.of(1, 2), "P1Y2M"],
  ["List", new List(child(new Utf8())), ["a", "b"], ["a", "b"]],
  ["List of Int64", new List(child(new Int64())), [1n, null, 9007199254740993n], [1, null, "9007199254740993"]],
  ["FixedSizeList", new FixedSizeList(2, child(new Float32())), [0.1, 0.2], [0.1, 0.2]],
  ["Struct", new Struct([child(new Int64(), "a"), child(new Int32(), "b")]), {a: 12n, b: null}, {a: 12}],
  ["Map", new Map_(new Field("entries", entries)), new Map([["length", 12n]]), {length: 12}],
  [
    "List of Struct",
    new List(child(new Struct([child(new Utf8(), "role"), child(new Utf8(), "content")]))),
    MESSAGES(),
    MESSAGES()
  ]
];
/** An integer of 128 bits as words of 32, the lowest first. */
function words(whole: bigint): Uint32Array {
  return Uint32Array.from([0n, 32n, 64n, 96n], shift => Number(BigInt.asUintN(32, whole >> shift)));
}

let files = 0;
type Columns = Readonly<Record<string, unknown>>;
interface Writer {
  kind: string;
  type: string;
  expected: unknown;
  /** Writes a file of one row: the value in a column, next to others that are texts. */
  write(column: string, others: Record<string, string>): Promise<string>;
}

const parquet = ([sql, expected]: (typeof DUCKDB)[number]): Writer => ({
  kind: "DuckDB",
  type: sql,
  expected,
  async write(column, others) {
    const file = join(folder, `${++files}.parquet`);
    const instance = await DuckDBInstance.create(":memory:", {threads: "1"});
    const connection = await instance.connect();
    const more = Object.entries(others).map(([name, value]) => `'${value.replaceAll("'", "''")}' as "${name}"`);
    await connection.run(`copy (select ${[`${sql} as "${column}"`, ...more].join(", ")}) to '${file}' (format parquet)`);
    connection.closeSync();
    instance.closeSync();
    return file;
  }
});
/** A column of one value. */
function vectorOf(value: unknown, type: DataType): Vector {
  const builder = makeBuilder({type, nullValues: [null]});
  return builder.append(value).finish().toVector();
}
const arrow = ([type, arrowType, value, expected]: (typeof ARROW)[number]): Writer => ({
  kind: "Arrow",
  type,
  expected,
  async write(column, others) {
    const columns = {
      [column]: vectorOf(value, arrowType),
      ...Object.fromEntries(Object.entries(others).map(([name, text]) => [name, vectorFromArray([text], new Utf8())]))
    };
    const file = join(folder, `${++files}.arrow`);
    writeFileSync(file, tableToIPC(new Table(columns), "file"));
    return file;
  }
});
const WRITERS = [...DUCKDB.map(parquet), ...ARROW.map(arrow)];
/** One of DuckDB's types for each form that JSON has, and all of Arrow's, which are read sooner. */
const FORMS = new Set(["null::varchar", "true", "9007199254740993::bigint", "0.1::float", "'nan'::double", "time '09:30:00'"]);
const FIELD_WRITERS = WRITERS.filter(
  ({kind, type}) => kind === "Arrow" || FORMS.has(type) || /^(?:\[|\{|map|encode|'\\xFF)/u.test(type)
);

const isScalar = (value: unknown) => ["string", "number", "boolean"].includes(typeof value);
const isMap = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
const isTexts = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > 0 && value.every(isScalar);

/** A value for which one sentence with the file, the row and the column is right. */
const REFUSED = Symbol("refused");
type Found = {result: unknown} | {sentence: string};
interface Reader {
  column: string;
  others: Record<string, string>;
  /** The result of a value in this column. */
  expected(value: unknown): unknown;
  read(file: string): Promise<Found>;
}
const bank = (pick: (item: BankItem) => unknown) => async (file: string) => {
  const counts = noRecords();
  for await (const [first] of itemsOf({files: [file], layout: "plain", name: "bank"}, counts))
    if (first) return {result: pick(first.item)};
  return {sentence: counts.problems[0]!};
};
const audit = (pick: (item: Columns) => unknown) => async (file: string) => {
  const {items, problems} = await readItems(file);
  return items.length > 0 ? {result: pick(items[0] as unknown as Columns)} : {sentence: problems[0]!};
};
const QUESTION = {question: "Why?", answer: "7"};
const READERS: Readonly<Record<string, Reader>> = {
  question: {
    column: "question",
    others: {answer: "7"},
    expected: value => (isScalar(value) ? String(value) : REFUSED),
    read: bank(({question}) => question)
  },
  answer: {
    column: "answer",
    others: {question: "Why?"},
    expected: value => (isScalar(value) ? String(value) : isTexts(value) ? String(value[0]) : REFUSED),
    read: bank(({answer}) => answer)
  },
  options: {
    column: "choices",
    others: {question: "Why?", answer: "A"},
    expected: value => (value === null ? [] : isTexts(value) && value.length > 1 ? value.map(String) : REFUSED),
    read: bank(({choices}) => choices)
  },
  tools: {
    column: "tools",
    others: QUESTION,
    expected: value => (value === null ? undefined : value === TOOLS ? TOOLS.map(tool => ({...tool, results: {}})) : REFUSED),
    read: bank(({tools}) => tools)
  },
  scorer: {
    column: "scorer",
    others: QUESTION,
    expected: value => (value === null ? undefined : value === SCORER ? SCORER : REFUSED),
    read: bank(({scorer}) => scorer)
  },
  text: {
    column: "text",
    others: {id: "k"},
    expected: value => (typeof value === "string" ? value : REFUSED),
    read: audit(({text}) => text)
  },
  id: {
    column: "id",
    others: {text: "words"},
    expected: value => (typeof value === "string" || typeof value === "number" ? String(value) : REFUSED),
    read: audit(({id}) => id)
  },
  group: {
    column: "group",
    others: {id: "k", text: "words"},
    expected: value =>
      typeof value === "string" || typeof value === "number" ? String(value) : value === null ? "FILE" : REFUSED,
    read: file => audit(({group}) => (group === file ? "FILE" : group))(file)
  },
  params: {
    column: "params",
    others: {model: "m", base_task: "sums", prompt: "1 + 1?", expected: "2", text: "2"},
    expected: value => (isMap(value) ? value : value === null ? {} : REFUSED),
    async read(file) {
      const reader = transcriptReader();
      for await (const {value, line} of openRows(file, {kind: TRANSCRIPT})) {
        const result = reader.response(value, line);
        return "row" in result ? {result: JSON.parse(result.row.params_json)} : {sentence: `${file}:${line} ${result.bad}`};
      }
      return {sentence: "no row"};
    }
  },
  "a corpus's text": {
    column: "text",
    others: {id: "k"},
    expected: wordsOf,
    async read(file) {
      const reading: Reading = {bytes: 0, sha256: null, format: "", problems: [], whole: false};
      for await (const {text} of documentsOf(file, reading, {overlap: 100})) return {result: text};
      return {sentence: `${file}:1 text: ${reading.problems.join("; ")}`};
    }
  }
};
/** The texts of a value, a line each; of a message its content. */
function wordsOf(value: unknown): unknown {
  if (value === TOOLS) return "count\ncounts";
  if (JSON.stringify(value) === JSON.stringify(MESSAGES())) return "a b\nc d";
  const texts = [value].flat().flatMap(each => (isMap(each) ? Object.values(each as object).flat() : [each]));
  const leaves = texts.flatMap(each => (isMap(each) ? Object.values(each as object) : [each]));
  const words = leaves.filter(each => typeof each === "string");
  return words.length > 0 ? words.join("\n") : REFUSED;
}

const plainBytes = (value: unknown) => (value instanceof Uint8Array ? [...value] : value);

test.each(WRITERS)("$kind: $type", async ({write, expected}) => {
  const rows = [];
  for await (const row of openRows(await write("value", {id: "k"}))) rows.push(row.value as Columns);
  expect(rows.map(({value, ...others}) => [plainBytes(value), others])).toEqual([[plainBytes(expected), {id: "k"}]]);
});

test("Arrow: unions, in memory, since the package cannot read those that it writes", () => {
  const fields = [new Field("n", new Int64()), new Field("s", new Utf8())];
  const children = [vectorOf(9007199254740993n, new Int64()).data[0]!, vectorOf("wörds", new Utf8()).data[0]!];
  const parts = {length: 2, typeIds: Int8Array.of(0, 1), children};
  const dense = makeData({...parts, type: new DenseUnion([0, 1], fields), valueOffsets: Int32Array.of(0, 0)});
  const table = {numRows: 2, schema: {fields: [{name: "value"}]}, getChildAt: () => ({data: [dense]})};
  expect(arrowRows(table).map(({value}) => value?.value)).toEqual(["9007199254740993", "wörds"]);
});

describe.each(Object.entries(READERS))("as %s", (_, {column, others, expected, read}) => {
  test.each(FIELD_WRITERS)("$kind: $type", async ({write, expected: value}) => {
    const file = await write(column, others);
    const outcome = await read(file);
    if ("result" in outcome) expect(outcome.result).toEqual(expected(value));
    else {
      expect(expected(value)).toBe(REFUSED);
      expect(outcome.sentence).toMatch(new RegExp(`^.*${basename(file)}:1 .*${column.slice(0, 6)}`, "u"));
    }
  });
});
