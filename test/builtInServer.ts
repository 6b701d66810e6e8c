// The built-in server of reference models, in the process of the test that asks it.
import {once} from "node:events";
import type {AddressInfo} from "node:net";
import {onTestFinished} from "vitest";
import {referenceServer} from "../pipelines/infer/reference/server.node.js";

/** Starts the server, which ends with the test. @returns the base URL of its endpoint */
export async function builtInServer(): Promise<string> {
  const server = referenceServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}
