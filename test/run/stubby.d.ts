// Types of the stub server `stubby`, which has none of its own: what tests use of it.
declare module "stubby" {
  import type {Server} from "node:http";

  interface Rule {
    request: {url: string; method: string; post: string};
    response: {headers: Record<string, string>; body: string};
  }
  export class Stubby {
    stubsPortal: Server;
    start(options: {data: Rule[]; stubs: number; tls: number; admin: number; location: string}): Promise<void>;
    stop(): Promise<void>;
    /** All rules, with the number of requests that each has answered. */
    get(): (Rule & {hits: number})[];
  }
}
