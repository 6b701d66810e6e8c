// No key leaves a worker, and metrics say how it does to nobody else.
import {spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {type AddressInfo, connect} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import type {Duplex} from "node:stream";
import {createServer} from "node:tls";
import {Redis} from "ioredis";
import {expect, onTestFinished, test} from "vitest";
import {metricsAddress, metricsText, serveMetrics} from "../../pipelines/run/cluster/metrics.js";
import {redisPlace} from "../../pipelines/run/cluster/place.js";
import {throwawayRedis} from "../../pipelines/run/cluster/throwaway.js";
import {heard, opened, REDIS, slowModel, until, workerProcess, working} from "./harness.js";

const KEY = "sk-cluster-1234567890";
process.env.CLUSTER_TEST_KEY = KEY;

/** Reads every key by the command of its type; a script, so that no key can become one of another type between the two. */
const EVERYTHING = `
local found = {}
for _, key in ipairs(redis.call("KEYS", "*")) do
  local type = redis.call("TYPE", key).ok
  local value
  if type == "string" then value = redis.call("GET", key)
  elseif type == "hash" then value = redis.call("HGETALL", key)
  elseif type == "list" then value = redis.call("LRANGE", key, 0, -1)
  elseif type == "stream" then value = redis.call("XRANGE", key, "-", "+")
  elseif type == "zset" then value = redis.call("ZRANGE", key, 0, -1)
  elseif type == "set" then value = redis.call("SMEMBERS", key)
  end
  table.insert(found, {key, value})
end
return found`;

/** Everything that a server holds, as text. */
const contents = async (connection: Redis): Promise<string> => JSON.stringify(await connection.eval(EVERYTHING, 0));

test.skipIf(!REDIS)("no key and no password is in Redis, in metrics or in what is said, at any time of a run", async () => {
  await using redis = await throwawayRedis({args: ["--requirepass", "pass-word-of-redis"]});
  const url = `redis://:pass-word-of-redis@127.0.0.1:${redis.port}`;
  await using model = await slowModel(40);
  await using here = await opened(model.files);
  await using worker = await working(url, model.files, {metrics: {host: "127.0.0.1", port: 0}});
  const connection = new Redis(url);
  const report = heard();
  const running = here.run({url, report, metrics: {host: "127.0.0.1", port: 0}});
  let seen = "";
  await until(() => model.requests.length > 6);
  for (let i = 0; i < 20; i++) seen += await contents(connection);
  const addresses = [...`${report.text()}\n${worker.report.text()}`.matchAll(/metrics at (\S+)/g)].map(([, address]) => address!);
  expect(addresses).toHaveLength(2);
  for (const address of addresses) {
    expect(address).toContain("http://127.0.0.1:");
    const text = await (await fetch(address)).text();
    expect(text).toMatch(/^# HELP reasonbook_\w+ .+\n# TYPE reasonbook_\w+ (counter|gauge)\nreasonbook_\w+ \d/);
    seen += text;
  }
  await running;
  seen += `${await contents(connection)}${report.text()}${worker.report.text()}`;
  connection.disconnect();
  expect(seen).toContain(":meta");
  for (const secret of [KEY, "pass-word-of-redis", model.url, here.files.root]) expect(seen).not.toContain(secret);
});

/** A key and a certificate for loopback that nobody knows; null where no openssl makes them. */
function certificate(folder: string): {key: string; cert: string; file: string} | null {
  const [key, file] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const made = spawnSync("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
    ...["-subj", "/CN=reasonbook-test", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", file]
  ]);
  return made.status === 0 ? {key: readFileSync(key, "utf8"), cert: readFileSync(file, "utf8"), file} : null;
}

test.skipIf(!REDIS)(
  "TLS: a certificate that nobody vouches for is refused, and one of a named authority is taken",
  async context => {
    const folder = mkdtempSync(join(tmpdir(), "reasonbook-tls-"));
    onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
    const made = certificate(folder);
    if (!made) return context.skip("no openssl is installed to make a certificate with");
    await using redis = await throwawayRedis({args: ["--requirepass", "pass-word-of-redis"]});
    const ends = new Set<Duplex>();
    const server = createServer({key: made.key, cert: made.cert}, near => {
      const far = connect(redis.port, "127.0.0.1");
      for (const end of [near, far]) ends.add(end.on("error", () => {}));
      near.pipe(far).pipe(near);
    });
    server.on("tlsClientError", () => {});
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const end of ends) end.destroy();
      server.close();
    });
    const url = `rediss://:pass-word-of-redis@127.0.0.1:${(server.address() as AddressInfo).port}`;
    await using model = await slowModel(5);
    await using here = await opened(model.files);
    const refused = await here.run({url}).catch((error: Error) => error.message);
    expect(refused).toMatch(/^the certificate of rediss:\/\/127\.0\.0\.1:\d+ is not trusted: .*NODE_EXTRA_CA_CERTS/);
    await using _worker = await workerProcess(url, model.files, {env: {NODE_EXTRA_CA_CERTS: made.file}});
    const ran = await here.run({url: `redis://:pass-word-of-redis@127.0.0.1:${redis.port}`});
    expect(ran.status).toBe("complete");
    expect(model.requests.length).toBe(ran.samples);
  }
);

test("metrics are of Prometheus' text format, and on loopback unless a host is named", async () => {
  expect(metricsAddress("9100")).toEqual({host: "127.0.0.1", port: 9100});
  expect(metricsAddress("0.0.0.0:9100")).toEqual({host: "0.0.0.0", port: 9100});
  expect(metricsAddress("[::1]:9100")).toEqual({host: "::1", port: 9100});
  for (const wrong of ["", "http://x:1", "70000", "a b:1"]) expect(() => metricsAddress(wrong)).toThrow(/--metrics expects/);
  const value = {labels: {worker: 'a"b\\c\nd'}, value: 3};
  expect(metricsText([{name: "reasonbook_x", kind: "gauge", help: "of x", values: [value]}])).toBe(
    '# HELP reasonbook_x of x\n# TYPE reasonbook_x gauge\nreasonbook_x{worker="a\\"b\\\\c\\nd"} 3\n'
  );
  await using served = await serveMetrics({host: "127.0.0.1", port: 0}, () => []);
  expect((await fetch(served.url.replace("/metrics", "/"))).status).toBe(404);
});

test("addresses are named without what is secret in them", () => {
  const place = redisPlace("rediss://me:p%40ss@redis.example:6380/2?x=1", {});
  expect(place).toMatchObject({name: "rediss://redis.example:6380/2", secrets: ["p%40ss", "p@ss"]});
  expect(redisPlace(undefined, {REASONBOOK_REDIS: "redis://127.0.0.1:1"}).name).toBe("redis://127.0.0.1:1");
  for (const wrong of ["http://x", "127.0.0.1:6379", "redis://"]) expect(() => redisPlace(wrong, {})).toThrow(/not the address/);
  expect(() => redisPlace(undefined, {})).toThrow(/--redis redis:\/\/HOST:PORT or set REASONBOOK_REDIS/);
});
