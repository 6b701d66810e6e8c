// The built-in server with its batch interfaces, in the process of the test that asks it.
import {once} from "node:events";
import type {AddressInfo} from "node:net";
import type {BatchSettings} from "../../../pipelines/infer/reference/batches.node.js";
import {referenceServer} from "../../../pipelines/infer/reference/server.node.js";

export interface BatchServer extends AsyncDisposable {
  url: string;
  /** Settings, which a test may change while the server runs. */
  settings: BatchSettings;
  /** Batches since `begin`. */
  batches(): ReturnType<typeof referenceServer>["batches"];
  /** How often the request that was worked on most often was, since `begin`. */
  mostAsked(): number;
  /** Begins anew with these settings. */
  begin(settings?: BatchSettings): void;
}

export async function batchServer(settings: BatchSettings = {}): Promise<BatchServer> {
  let own: BatchSettings = {...settings};
  let first = 0;
  const server = referenceServer({
    batches: {
      on: stage => own.on?.(stage),
      fate: (key, batch) => own.fate?.(key, batch - first),
      lines: (lines, batch) => own.lines?.(lines, batch - first) ?? lines,
      get delayMs() {
        return own.delayMs ?? 0;
      }
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    get settings() {
      return own;
    },
    batches: () => server.batches.slice(first),
    mostAsked() {
      const counts = new Map<string, number>();
      for (const {lines} of server.batches.slice(first)) for (const {key} of lines) counts.set(key, (counts.get(key) ?? 0) + 1);
      return Math.max(...counts.values());
    },
    begin(settings = {}) {
      own = {...settings};
      first = server.batches.length;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}

/** A model of that server, asked by its batch interface. */
export const modelFile = (url: string, form: "openai" | "anthropic"): string =>
  `id: cedar\nmodel: sim-cedar-01\nendpoint: ${url}\nprotocol: ${form}\nbatch: ${form}\nprice: {input: 1, output: 2}\n`;

export const BOOK =
  "suite: suites/small.yaml\nmodels: [models/cedar.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 24, width: 0.15}\nseed: 7\n";
