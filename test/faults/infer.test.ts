// Servers and disks that misbehave.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {createServer as createSocketServer, type Socket} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {open} from "lmdb";
import {describe, expect, onTestFinished, test} from "vitest";
import {openCache} from "../../pipelines/infer/cache.node.js";
import {complete} from "../../pipelines/infer/complete.node.js";
import {limiter} from "../../pipelines/infer/limiter.js";
import {requestKey} from "../../pipelines/infer/request.node.js";
import {ask, chat, completion, errorOf, json, quick, serve} from "../infer/loopback.js";

const sse = {"content-type": "text/event-stream"};
const recorded = readFileSync(new URL("../fixtures/openai-chat.sse", import.meta.url));
const KEY = "sk-canary-5f1e9d0c7b";
function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "faults.infer-"));
  onTestFinished(() => rmSync(path, {recursive: true, force: true}));
  return path;
}

describe("refusals", () => {
  const now = Date.parse("2026-01-01T00:00:00Z");
  test.each([
    ["seconds", {"retry-after": "3"}, 3000],
    ["a fraction of seconds", {"retry-after": "0.25"}, 250],
    ["milliseconds", {"retry-after-ms": "40"}, 40],
    [
      "a date, by the server's clock",
      {"retry-after": "Sun, 01 Mar 2026 00:00:30 GMT", date: "Sun, 01 Mar 2026 00:00:00 GMT"},
      30_000
    ],
    ["a day", {"retry-after": "86400"}, 300_000]
  ])("429 with Retry-After in %s is waited out", async (_, headers, expected) => {
    const {base} = await serve((response, {number}) =>
      number === 0 ? json(response, "{}", 429, headers) : json(response, chat("42"))
    );
    const model = quick({base}, {random: () => 0, date: () => now});
    expect(await model.ask(ask())).toMatchObject({text: "42", retries: 1});
    expect(model.waits).toEqual([expected]);
  });

  test("garbage in Retry-After is passed over: the waits double up to their cap, with jitter", async () => {
    const {base, calls} = await serve(response => json(response, "{}", 429, {"retry-after": "-1"}));
    const model = quick({base, retries: 9});
    expect((await errorOf(model.ask(ask()))).details).toMatchObject({status: 429, retryable: true});
    expect(model.waits).toEqual([250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
    expect(calls.length).toBe(10);
  });

  test("an error in a body with status 200 is an error", async () => {
    const {base} = await serve((response, {number}) =>
      number === 0 ? json(response, '{"error":{"message":"Upstream is busy","code":502}}') : json(response, chat("42"))
    );
    const model = quick({base});
    expect(await model.ask(ask())).toMatchObject({retries: 1});
    expect(model.retries[0]!.error).toMatchObject({
      message: expect.stringContaining("502 502: Upstream is busy"),
      details: {status: 502}
    });
  });

  test("a model that does not exist is asked for once", async () => {
    const {base, calls} = await serve(response =>
      json(response, '{"error":{"code":"model_not_found","message":"no such model"}}', 404)
    );
    const model = quick({base});
    for (let i = 0; i < 3; i++) expect((await errorOf(model.ask(ask()))).details).toMatchObject({fatal: true, status: 404});
    await errorOf(model.ask(ask("x", {model: "other"})));
    expect(calls.length).toBe(2);
  });

  test("no retry after an abort, nor after a stop; what is under way ends with the abort only", async () => {
    const {base, calls} = await serve(response => json(response, "{}", 503));
    for (const name of ["signal", "stop"] as const) {
      const control = new AbortController();
      const model = quick({base});
      const before = calls.length;
      const error = await errorOf(model.ask(ask(), {[name]: control.signal, onRetry: () => control.abort()}));
      expect(error.name).toBe("AbortError");
      expect(calls.length).toBe(before + 1);
    }
    const silent = await serve(() => {});
    const control = new AbortController();
    const model = quick({base: silent.base});
    const ended = errorOf(model.ask(ask(), {signal: control.signal}));
    while (silent.calls.length === 0) await new Promise(setImmediate);
    control.abort();
    expect((await ended).name).toBe("AbortError");
  });

  test("a storm of 500s shrinks the limit, and after it everything is answered and the limit grows again", async () => {
    let healthy = false;
    const {base} = await serve(response => (healthy ? json(response, chat("42")) : json(response, "upstream\nfailed", 500)));
    const limits = limiter({max: 16});
    let lowest = limits.limit;
    let refusals = 0;
    const model = quick({base, retries: 50}, {sleep: () => new Promise(setImmediate)});
    const onRetry = () => {
      lowest = Math.min(lowest, limits.limit);
      if (++refusals === 40) healthy = true;
    };
    const gate = limits.run;
    const all = await Promise.all(Array.from({length: 500}, (_, i) => model.ask(ask(`q${i}`), {gate, onRetry})));
    expect(all.length).toBe(500);
    expect(lowest).toBeLessThanOrEqual(2);
    expect(limits.limit).toBeGreaterThan(lowest);
    expect(limits.limit).toBeLessThanOrEqual(16);
  });
});

describe("connections", () => {
  test("a stream cut in the middle of a character is asked for again", async () => {
    const at = recorded.indexOf("四") + 1;
    const {base} = await serve(async (response, {number}) => {
      response.writeHead(200, sse);
      if (number > 0) return void response.end(recorded);
      response.write(recorded.subarray(0, at));
      await new Promise(resolve => setTimeout(resolve, 20));
      response.destroy();
    });
    const model = quick({base, stream: true});
    expect(await model.ask(ask())).toMatchObject({text: "The answer is 42 – ja, 四十二 🙂.", retries: 1});
    expect(model.retries[0]!.error.message).toMatch(/stream was cut/);
  });

  test("a stream cut in each of its events, or between two, is asked for again unless all is said", async () => {
    const whole = "The answer is 42 – ja, 四十二 🙂.";
    const events = recorded.toString("latin1").split("\n\n").slice(0, -1);
    const ends = events.map((_, i) => events.slice(0, i + 1).join("\n\n").length);
    const places = [0, ...ends.flatMap((end, i) => [end - Math.ceil(events[i]!.length / 2), end, end + 2])];
    const finish = recorded.toString("latin1").indexOf('"finish_reason":"stop"');
    let cut: number | null = null;
    const {base} = await serve(response => {
      response.writeHead(200, sse);
      if (cut === null) return void response.end(recorded);
      response.write(recorded.subarray(0, cut), () => setImmediate(() => response.destroy()));
      cut = null;
    });
    for (const place of places) {
      cut = place;
      const {text, retries} = await quick({base, stream: true}).ask(ask(`cut at byte ${place}`));
      expect({place, text}).toEqual({place, text: whole});
      if (place < finish) expect({place, retries}).toEqual({place, retries: 1});
    }
  });

  test("a stream that ends in order but too early is asked for again; one cut behind [DONE] is kept", async () => {
    const early = recorded.subarray(0, recorded.indexOf('{"id":"chatcmpl-123"', 400));
    const {base} = await serve((response, {number}) => response.writeHead(200, sse).end(number === 0 ? early : recorded));
    expect(await quick({base, stream: true}).ask(ask())).toMatchObject({retries: 1});
    const late = await serve(response => {
      response.writeHead(200, sse).write(recorded);
      setTimeout(() => response.destroy(), 20);
    });
    expect(await quick({base: late.base, stream: true}).ask(ask())).toMatchObject({
      text: "The answer is 42 – ja, 四十二 🙂.",
      retries: 0
    });
  });

  test.each([
    ["nothing at all", ""],
    ["half a head", "HTTP/1.1 200 OK\r\ncontent-ty"],
    [
      "a body shorter than announced",
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"choices":['
    ],
    ["an empty body", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"],
    ["a page", "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n<html>captive portal</html>"],
    ["another format", 'HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n{"results":[{"text":"42"}]}'],
    ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n"]
  ])("%s: retryable", async (_, bytes) => {
    const sockets = new Set<Socket>();
    const server = createSocketServer(socket => {
      sockets.add(socket.on("error", () => {}));
      socket.once("data", () => socket.end(bytes));
    });
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const model = quick({base: `http://127.0.0.1:${(server.address() as {port: number}).port}/v1`, retries: 1});
    expect((await errorOf(model.ask(ask()))).details).toMatchObject({retryable: true});
    expect(model.waits.length).toBe(1);
  });

  test("a refused connection is retried and named", async () => {
    const server = createSocketServer();
    await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
    const {port} = server.address() as {port: number};
    await new Promise(resolve => server.close(resolve));
    const model = quick({base: `http://127.0.0.1:${port}/v1`, retries: 2});
    const error = await errorOf(model.ask(ask()));
    expect(error.message).toMatch(/^small at http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions: ECONNREFUSED/);
    expect(error).toMatchObject({details: {status: 0, retryable: true}, billable: false});
    expect(model.waits.length).toBe(2);
  });

  test("a server that drips is cut by the total time-out", async () => {
    const drips = new Set<NodeJS.Timeout>();
    onTestFinished(() => drips.forEach(clearInterval));
    const {base} = await serve(response => {
      response.writeHead(200, sse);
      drips.add(setInterval(() => response.write(": still here\n\n"), 5));
    });
    const error = await errorOf(quick({base, stream: true, timeoutMs: 120, retries: 0}).ask(ask()));
    expect(error.message).toContain("no complete response within 0.12 s");
    expect(error.details).toMatchObject({retryable: true});
  });

  test.each([
    ["announced", {"content-length": String(50 * 2 ** 20)}, false],
    ["not announced", {}, false],
    ["as one event of a stream", sse, true]
  ])("a body of 50 MB, %s, is refused early and not held", async (_, headers, stream) => {
    let sent = 0;
    const block = Buffer.alloc(2 ** 16, "x");
    const {base} = await serve(response => {
      response.writeHead(200, {"content-type": "application/json", ...headers});
      const pour = () => {
        while (!response.destroyed && sent < 50 * 2 ** 20) {
          sent += block.length;
          if (!response.write(sent === block.length && stream ? `data: ${block}` : block))
            return void response.once("drain", pour);
        }
      };
      pour();
    });
    const before = process.memoryUsage().rss;
    const model = quick({base, stream, maxBytes: 2 ** 20});
    const error = await errorOf(model.ask(ask()));
    expect(error.message).toContain("response is larger than 1 MB");
    expect(error.details).toMatchObject({retryable: false});
    expect(sent).toBeLessThan(25 * 2 ** 20); // what socket buffers hold, not the whole
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 2 ** 20);
  });
});

describe("secrets", () => {
  test("a server that echoes its headers brings the key neither into errors nor into the cache", async () => {
    const echo = (headers: object) => JSON.stringify(headers);
    const {base} = await serve((response, {number, headers}) =>
      number === 0
        ? json(response, JSON.stringify({error: {message: `bad header ${echo(headers)}\n\u202eevil\u001b[2J`}}), 400)
        : number === 1
          ? response.writeHead(502).end(`${"x".repeat(200)} ${echo(headers)}`)
          : json(response, chat(echo(headers), {message: {reasoning: `Bearer ${KEY}`}}))
    );
    const path = folder();
    const cache = openCache(path);
    const model = quick({base, apiKey: `${KEY}\n`});
    const error = await errorOf(complete(ask(), {cache, endpoint: model}));
    const answered = await complete(ask("again"), {cache, endpoint: model});
    await cache.close();
    expect(answered.completion.text).toContain("Bearer [key]");
    expect(answered.completion.reasoning).toBe("Bearer [key]");
    expect(error.message).toContain("[key]");
    expect(error.message).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    const seen = [
      error.message,
      error.stack,
      JSON.stringify(error),
      JSON.stringify(answered),
      ...model.retries.map(retry => retry.error.message)
    ];
    expect(seen.filter(text => text?.includes("canary"))).toEqual([]);
    expect(readFileSync(join(path, "data.mdb")).includes("canary")).toBe(false);
  });

  test("a key that no header may hold is refused without being shown", async () => {
    const error = await errorOf((async () => quick({base: "http://127.0.0.1:9/v1", apiKey: `${KEY}\r\nx-evil: 1`}))());
    expect(error.name).toBe("UserError");
    expect(error.message).not.toContain("canary");
  });
});

describe("the cache", () => {
  const key = requestKey(ask());

  test("a value changed behind its back is a miss and is reported; a new answer heals it", async () => {
    const path = folder();
    const first = openCache(path);
    await first.put(key, completion({text: "long enough to be compressed ".repeat(100)}));
    await first.close();
    const raw = open<Buffer, Buffer>(path, {encoding: "binary", keyEncoding: "binary", noSubdir: false, compression: true});
    const value = Buffer.from(raw.get(Buffer.from(key, "hex"))!);
    value[value.length >> 1]! ^= 1;
    await raw.put(Buffer.from(key, "hex"), value);
    await raw.put(Buffer.from("ab".repeat(32), "hex"), Buffer.from("short"));
    await raw.close();
    const corrupt: string[] = [];
    const cache = openCache(path, {onCorrupt: damaged => corrupt.push(damaged)});
    expect(cache.get(key)).toBeUndefined();
    expect(cache.get("ab".repeat(32))).toBeUndefined();
    expect(corrupt).toEqual([key, "ab".repeat(32)]);
    const {base} = await serve(response => json(response, chat("healed")));
    expect(await complete(ask(), {cache, endpoint: quick({base})})).toMatchObject({cached: false});
    expect(cache.get(key)?.text).toBe("healed");
    await cache.close();
  });

  test("a byte flipped in the file is a miss and is reported", async () => {
    const path = folder();
    const first = openCache(path);
    await first.put(key, completion({text: "needle in the file"}));
    await first.close();
    const file = join(path, "data.mdb");
    const bytes = readFileSync(file);
    let flipped = 0;
    for (let at = bytes.indexOf("needle"); at >= 0; at = bytes.indexOf("needle", at + 1), flipped++) bytes[at]! ^= 1;
    expect(flipped).toBeGreaterThan(0);
    writeFileSync(file, bytes);
    const corrupt: string[] = [];
    const cache = openCache(path, {onCorrupt: damaged => corrupt.push(damaged)});
    expect(cache.get(key)).toBeUndefined();
    expect(corrupt).toEqual([key]);
    await cache.close();
  });

  const child = (path: string, prefix: string) => {
    const script = fileURLToPath(new URL("./put-forever.ts", import.meta.url));
    const process_ = spawn(process.execPath, ["--import", "tsx", script, path, prefix], {stdio: ["ignore", "pipe", "inherit"]});
    onTestFinished(() => void process_.kill("SIGKILL"));
    let printed = "";
    process_.stdout.on("data", chunk => {
      printed += chunk;
    });
    return {process: process_, numbers: () => printed.split("\n").slice(0, -1)};
  };

  test("kill −9 in the middle of puts loses none that had resolved; two processes write one cache at once", async () => {
    const path = folder();
    const cache = openCache(path);
    const writers = ["a", "b"].map(prefix => ({prefix, ...child(path, prefix)}));
    let own = 0;
    while (writers.some(writer => writer.numbers().length < 300)) {
      expect(writers.map(writer => writer.process.exitCode)).toEqual([null, null]);
      await cache.put(requestKey(ask(`own${own++}`)), completion());
      await new Promise(resolve => setTimeout(resolve, 5));
    }
    for (const writer of writers) {
      const closed = once(writer.process, "close");
      writer.process.kill("SIGKILL");
      await closed;
    }
    await cache.close();
    const corrupt: string[] = [];
    const again = openCache(path, {onCorrupt: damaged => corrupt.push(damaged)});
    for (const {prefix, numbers} of writers)
      for (const number of numbers())
        expect(again.get(requestKey(ask(prefix + number)))?.text).toBe(`answer ${number} `.repeat(50));
    for (let i = 0; i < own; i++) expect(again.get(requestKey(ask(`own${i}`)))).toEqual(completion());
    for (const each of again.keys()) expect(again.get(each)).toBeDefined();
    expect(corrupt).toEqual([]);
    await again.close();
  });
});
