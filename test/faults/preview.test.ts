// Requests to the preview that are not its own pages'.
import type {ChildProcess} from "node:child_process";
import {request} from "node:http";
import {type AddressInfo, connect, createServer} from "node:net";
import {afterAll, beforeAll, expect, test} from "vitest";
import {refused} from "../../pipelines/site/previewGuard.process.js";
import {smallSite} from "../small-site.js";

let site: Awaited<ReturnType<typeof smallSite>>;
let child: ChildProcess;
let port: number;
beforeAll(async () => {
  site = await smallSite();
  port = await freePort();
  const {child: started} = site.start(["dev", "--", "--no-open", "--host", "127.0.0.1", "--port", String(port)]);
  child = started;
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk;
      if (said.includes(`127.0.0.1:${port}`)) resolve();
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    child.once("exit", () => reject(new Error(said)));
  });
}, 300_000);
afterAll(async () => {
  child?.kill("SIGTERM");
  await site?.[Symbol.asyncDispose]();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const {port: found} = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return found;
}

const get = (path: string, headers: Record<string, string> = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const asked = request({host: "127.0.0.1", port, path, headers}, response => {
      response.resume();
      resolve(response.statusCode!);
    });
    asked.once("error", reject).end();
  });

test("other names, other origins and what other sites embed are refused; a path that is no URL ends nothing", async () => {
  expect(await get("/%ff")).toBe(400);
  expect(await get("/claims.html")).toBe(200);
  expect(await get("/claims.html", {host: "evil.example"})).toBe(403);
  expect(await get("/claims.html", {origin: "http://evil.example"})).toBe(403);
  expect(await get("/claims.html", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"})).toBe(403);
  expect(await get("/claims.html", {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"})).toBe(200);
  expect(await get("/claims.html", {origin: `http://127.0.0.1:${port}`})).toBe(200);
  expect(await get("/claims.html", {host: `localhost:${port}`})).toBe(200);
  expect(await get("/%ff")).toBe(400);
  expect(await get("/claims.html")).toBe(200);
});

test.each([
  ["http://evil.example", "403"],
  ["own", "101"]
])("a socket of %s is answered with %s", async (origin, status) => {
  const line = await new Promise<string>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", reject).once("data", chunk => {
      resolve(String(chunk).split("\r\n")[0]!);
      socket.destroy();
    });
    const from = origin === "own" ? `http://127.0.0.1:${port}` : origin;
    socket.write(
      `GET /_observablehq HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: ${from}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
    );
  });
  expect(line).toContain(` ${status} `);
});

test("a preview that was opened to a network is asked under names that it cannot know, but by its own pages alone", () => {
  const headers = {host: "lab.example:3000"};
  expect(refused({url: "/", headers}, {own: false})).toBeNull();
  expect(refused({url: "/", headers}, {own: true})).toMatchObject({status: 403});
  expect(refused({url: "/", headers: {...headers, origin: "http://lab.example:3000"}}, {own: false})).toBeNull();
  expect(refused({url: "/", headers: {...headers, origin: "http://evil.example"}}, {own: false})).toMatchObject({status: 403});
  expect(refused({url: "/", headers: {...headers, origin: "null"}}, {own: false})).toMatchObject({status: 403});
});
