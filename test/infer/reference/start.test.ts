import {spawn} from "node:child_process";
import {once} from "node:events";
import {connect} from "node:net";
import {fileURLToPath} from "node:url";
import {expect, test, vi} from "vitest";
import {embedders} from "../../../pipelines/infer/reference/embedding.node.js";
import {narrators} from "../../../pipelines/infer/reference/narrator.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {startReferenceServer} from "../../../pipelines/infer/reference/start.node.js";

const START = new URL("../../../pipelines/infer/reference/start.node.ts", import.meta.url).href;
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** "open", or the code with which the connection fails. */
const knock = (url: string): Promise<string> =>
  new Promise(resolve => {
    const {hostname, port} = new URL(url);
    const socket = connect(Number(port), hostname);
    socket
      .once("connect", () => resolve("open"))
      .once("error", error => resolve((error as NodeJS.ErrnoException).code ?? "error"));
    socket.once("connect", () => socket.destroy());
  });

/** A process that starts the server, prints its URL and then does as told. */
async function parent(then: string) {
  const script = `import {startReferenceServer} from ${JSON.stringify(START)}; console.log((await startReferenceServer()).url); ${then}`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"]
  });
  const exit = once(child, "exit");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return {child, exit, url: String(line).trim()};
}

test("the server runs in a process of its own that ends with close", async () => {
  const reference = await startReferenceServer();
  const response = await fetch(`${reference.url}/models`);
  expect(((await response.json()) as {data: unknown[]}).data).toHaveLength(roster.length + embedders.length + narrators.length);
  await reference.close();
  expect(await knock(reference.url)).toBe("ECONNREFUSED");
});

test("it ends with a parent that is killed", async () => {
  const {child, exit, url} = await parent("setInterval(() => {}, 1000);");
  expect(await knock(url)).toBe("open");
  child.kill("SIGKILL");
  await exit;
  await vi.waitFor(async () => expect(await knock(url)).toBe("ECONNREFUSED"), {timeout: 30_000});
});

test("it does not keep a parent alive that forgets to close it", async () => {
  const {exit, url} = await parent("");
  expect(await exit).toEqual([0, null]);
  await vi.waitFor(async () => expect(await knock(url)).toBe("ECONNREFUSED"), {timeout: 30_000});
});
