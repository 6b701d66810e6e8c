import {once} from "node:events";
import {existsSync, readdirSync} from "node:fs";
import {mkdtemp, readFile, rm, writeFile} from "node:fs/promises";
import {createServer, type RequestListener} from "node:http";
import type {AddressInfo} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import fc from "fast-check";
import S3rver from "s3rver";
import {afterEach, beforeEach, describe, expect, test} from "vitest";
import {openDuckDB} from "../../../pipelines/store/duckdb.node.js";
import {partitionFolder} from "../../../pipelines/store/partitioned/names.js";
import {fetchPartitioned, publishPartitioned} from "../../../pipelines/store/partitioned/publish.node.js";

/** Names that file systems, URLs and the form of partitions give a meaning. */
const NAMES = [
  "org/model-7b",
  "two words",
  "größe-模型",
  "a=b",
  "..",
  "100%25",
  'it\'s "x"',
  "a+b&c?d#e",
  "7",
  "x:y*z\\w{1}[2]^~",
  "",
  null
];
const TABLES = ["samples", "points", "responses"];
const options = {tables: TABLES, report: () => {}};

let root: string;
let store: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "reasonbook-partitioned-"));
  store = root;
  await rowsOf(NAMES, store);
});
afterEach(() => rm(root, {recursive: true, force: true}));

/** Writes a store of three items a model. */
async function rowsOf(models: readonly (string | null)[], folder: string): Promise<void> {
  const {connection, close} = await openDuckDB();
  await connection.run("create table models (model varchar, i integer)");
  for (const [i, model] of models.entries()) {
    const value = model === null ? "null" : `'${model.replaceAll("'", "''")}'`;
    await connection.run(`insert into models values (${value}, ${i})`);
  }
  const rows =
    "select model, 't' || (n % 2) as base_task, 'item-' || n as item_id, i * 10 + n as value from models, range(3) r(n) order by i, n";
  const to = (table: string) => `to '${join(folder, `${table}.parquet`)}' (format parquet)`;
  await connection.run(`copy (${rows}) ${to("samples")}`);
  await connection.run(
    `copy (select model, base_task, sum(value) as value from (${rows}) group by all order by all) ${to("points")}`
  );
  await connection.run(`copy (select model, item_id, 'text ' || value as text from (${rows})) ${to("responses")}`);
  await connection.run(`copy (select distinct item_id, base_task from (${rows})) ${to("items")}`);
  close();
}

/** Rows of a query, as text. */
async function ask(sql: string): Promise<string[]> {
  const {connection, close} = await openDuckDB();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson().map(row => JSON.stringify(row));
  } finally {
    close();
  }
}

const hive = (place: string, table: string) =>
  `read_parquet('${place.replaceAll("'", "''")}/${table}/*/*/*.parquet', hive_partitioning = true, hive_types = {'model': varchar, 'base_task': varchar})`;
/** An empty name cannot be told from none in such folders. */
const known = "nullif(model, '') as model";

async function holdsAll(place: string): Promise<void> {
  const of = (table: string) => `'${join(store, `${table}.parquet`)}'`;
  for (const [table, columns] of [
    ["samples", "base_task, item_id, value"],
    ["points", "base_task, value"]
  ] as const)
    expect(await ask(`select ${known}, ${columns} from ${hive(place, table)} order by all`)).toEqual(
      await ask(`select ${known}, ${columns} from ${of(table)} order by all`)
    );
  expect(await ask(`select ${known}, base_task, item_id, text from ${hive(place, "responses")} order by all`)).toEqual(
    await ask(
      `select ${known}, base_task, item_id, text from ${of("responses")} join ${of("items")} using (item_id) order by all`
    )
  );
}

test("DuckDB reads every name back from the folders, whatever is in it", async () => {
  const {place, list} = await publishPartitioned(store, join(root, "out"), options);
  await holdsAll(place);
  expect(list.tables.samples!.rows).toBe(3 * NAMES.length);
  expect(readdirSync(join(root, "out")).filter(name => name.startsWith("."))).toEqual([]);
  // one partition is read, not all
  const one = `select file_name from parquet_file_metadata('${place}/samples/model=org%2Fmodel-7b/base_task=t0/*.parquet')`;
  expect(await ask(one)).toHaveLength(1);
});

test("equal stores give equal names and bytes, and are written once", async () => {
  const first = await publishPartitioned(store, join(root, "a"), options);
  const second = await publishPartitioned(store, join(root, "b"), options);
  expect(second.list).toEqual(first.list);
  const again = await publishPartitioned(store, join(root, "a"), options);
  expect([again.written, again.place]).toEqual([0, first.place]);
  await rowsOf(["another"], store);
  const changed = await publishPartitioned(store, join(root, "a"), options);
  expect(changed.place).not.toBe(first.place);
  expect(existsSync(first.place)).toBe(true); // whoever reads it goes on
});

/** The value of a folder, as Hive's reader takes it. */
const partitionValue = (folder: string): string | null => {
  const text = folder.slice(folder.indexOf("=") + 1);
  return text === "__HIVE_DEFAULT_PARTITION__"
    ? null
    : text.replace(/%([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
};

test("any name comes back from its folder, which is one name to a file system", () => {
  fc.assert(
    fc.property(fc.string({unit: "binary", minLength: 1}), value => {
      const folder = partitionFolder("model", value);
      const back = value === "__HIVE_DEFAULT_PARTITION__" ? null : value;
      return !/[/\\?*:\p{Cc}]/u.test(folder.replace(/[\u0080-\u009f]/g, "")) && partitionValue(folder) === back;
    })
  );
});

test("a folder with another manifest.json is refused, and a table that is not there", async () => {
  await writeFile(join(root, "manifest.json"), "{}");
  await expect(publishPartitioned(store, root, options)).rejects.toThrow(
    /is not a list of partitioned tables; name another folder/
  );
  await expect(publishPartitioned(store, join(root, "out"), {...options, tables: ["votes"]})).rejects.toThrow(
    /no table votes in/
  );
});

describe("storage", () => {
  const before = {...process.env};
  afterEach(() => {
    for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL"])
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
  });
  const use = (url: string, account = "S3RVER") =>
    Object.assign(process.env, {AWS_ACCESS_KEY_ID: account, AWS_SECRET_ACCESS_KEY: "S3RVER", AWS_ENDPOINT_URL: url});

  test("an S3 server keeps the tables, which come back the same; a stranger publishes nothing", async () => {
    await rowsOf(["org/model-7b", "größe-模型", "a=b", "..", "two words"], store);
    const server = new S3rver({
      address: "127.0.0.1",
      port: 0,
      silent: true,
      directory: join(root, "s3"),
      configureBuckets: [{name: "results", configs: []}]
    });
    const {port} = await server.run();
    try {
      use(`http://127.0.0.1:${port}`, "ANOTHER");
      const refused = publishPartitioned(store, "s3://results/books/one", options);
      await expect(refused).rejects.toThrow(
        /^PUT s3:\/\/results\/.*: 403 InvalidAccessKeyId.*; nothing is published: manifest\.json at s3:\/\/results\/books\/one is as it was/
      );
      use(`http://127.0.0.1:${port}`);
      await expect(fetchPartitioned("s3://results/books/one", join(root, "none"))).rejects.toThrow(/there is no manifest\.json/);
      const {list, written} = await publishPartitioned(store, "s3://results/books/one", options);
      expect(written).toBe(5 * 2 * TABLES.length);
      expect((await publishPartitioned(store, "s3://results/books/one/", options)).written).toBe(0);
      const back = await fetchPartitioned("s3://results/books/one", join(root, "back"));
      expect(back.list).toEqual(list);
      await holdsAll(back.place);
    } finally {
      await server.close();
    }
  });

  /** Storage of three lines, whose answers a test decides. */
  async function storage(reply: RequestListener) {
    const server = createServer(reply);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return {
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise(resolve => server.close(resolve));
      }
    };
  }

  test("storage that keeps half of a file is found out, and the list is not written", async () => {
    const sizes = new Map<string, number>();
    await using _server = await storage(async (request, response) => {
      let bytes = 0;
      for await (const part of request) bytes += (part as Buffer).length;
      const known = sizes.get(request.url!);
      if (request.method === "PUT") sizes.set(request.url!, Math.floor(bytes / 2));
      else if (known === undefined) response.statusCode = 404;
      else response.setHeader("content-length", known);
      response.end();
    });
    await expect(publishPartitioned(store, "s3://results/x", options)).rejects.toThrow(
      /of \d+ bytes are there after it was written; nothing is published/
    );
    expect([...sizes.keys()].filter(url => url.endsWith("manifest.json"))).toEqual([]);
  });

  test("storage that is busy for a while is asked again", async () => {
    let busy = 2;
    const kept = new Map<string, Buffer>();
    await using _server = await storage(async (request, response) => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const known = kept.get(request.url!);
      if (request.method === "PUT" && busy-- > 0) response.statusCode = 503;
      else if (request.method === "PUT") kept.set(request.url!, Buffer.concat(parts));
      else if (known === undefined) response.statusCode = 404;
      else response.setHeader("content-length", known.length);
      response.end(request.method === "GET" ? known : undefined);
    });
    const {list} = await publishPartitioned(store, "s3://results/x", {...options, tables: ["points"]});
    const back = await fetchPartitioned("s3://results/x", join(root, "back"));
    expect(back.list).toEqual(list);
    // the last that is written
    expect([...kept.keys()].at(-1)).toBe("/results/x/manifest.json");
    const [victim] = [...kept.keys()].filter(key => key.endsWith(".parquet"));
    kept.set(victim!, Buffer.alloc(kept.get(victim!)!.length));
    await expect(fetchPartitioned("s3://results/x", join(root, "damaged"))).rejects.toThrow(
      /is damaged: its digest is not the listed one/
    );
    expect(existsSync(join(root, "damaged", "manifest.json"))).toBe(false);
  });

  test("without credentials nothing is written; a bad address is named", async () => {
    delete process.env.AWS_ACCESS_KEY_ID;
    await expect(publishPartitioned(store, "s3://results/x", options)).rejects.toThrow(/needs AWS_ACCESS_KEY_ID/);
    await expect(publishPartitioned(store, "s3://X/y", options)).rejects.toThrow(/expected s3:\/\/BUCKET\/PREFIX/);
    await expect(publishPartitioned(store, "s3://results/../y", options)).rejects.toThrow(/has no \. or \.\./);
    expect(await readFile(join(store, "samples.parquet"))).toBeTruthy();
  });
});
