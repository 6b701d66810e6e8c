// The HTTP server of the environments' APIs on a loopback port, and the client through which a model's calls reach it.
import {randomUUID} from "node:crypto";
import {createServer, type Server} from "node:http";
import type {AddressInfo} from "node:net";
import {Pool} from "undici";
import type {Environment} from "../../generate/benchmarks/agent/world.js";
import {bodyOf} from "../../infer/requestBody.js";
import {type Episode, LONGEST_ARGUMENTS, type OpenEpisode, openEpisode, toolName} from "./episode.js";

/** Most connections of the client to the server. */
const CONNECTIONS = 64;
/** Most bytes of a body: no character takes more than four. */
const MOST_BYTES = 4 * LONGEST_ARGUMENTS;
const bodyTooLarge = () => new RangeError(`the body has more than ${MOST_BYTES} bytes`);

export interface EnvironmentHost extends AsyncDisposable {
  /** Begins an episode whose calls go over HTTP. Nothing of the port, the address or the time is in their answers. */
  open: OpenEpisode;
  /** Begins an episode, and tells the address of its API: `POST <url>/<tool>` with the arguments as JSON. */
  serve(environment: Environment): Promise<{url: string; outcome: Episode["outcome"]; close: Episode["close"]}>;
  /** Number of episodes that are open. */
  size(): number;
}

interface Running {
  server: Server;
  pool: Pool;
  origin: string;
}

/** A host of environments. Its server starts with the first call, and answers on 127.0.0.1 alone. */
export function environmentHost(): EnvironmentHost {
  const episodes = new Map<string, ReturnType<typeof openEpisode>>();
  let starting: Promise<Running> | null = null;
  const running = () => (starting ??= start(episodes));

  const begin = (environment: Environment) => {
    const token = randomUUID();
    const episode = openEpisode(environment);
    episodes.set(token, episode);
    const close = () => {
      if (episodes.delete(token)) episode.close();
    };
    return {token, episode, close};
  };
  return {
    open(environment) {
      const {token, episode, close} = begin(environment);
      return {
        async call(tool, given) {
          const {pool} = await running();
          const path = `/${token}/${encodeURIComponent(toolName(tool))}`;
          const {statusCode, body} = await pool.request({path, method: "POST", body: given});
          const result = await body.text();
          return {...episode.last()!, arguments: given, status: statusCode, result};
        },
        outcome: episode.outcome,
        close
      };
    },
    async serve(environment) {
      const {token, episode, close} = begin(environment);
      const {origin} = await running();
      return {url: `${origin}/${token}`, outcome: episode.outcome, close};
    },
    size: () => episodes.size,
    async [Symbol.asyncDispose]() {
      for (const episode of episodes.values()) episode.close();
      episodes.clear();
      if (!starting) return;
      const {server, pool} = await starting;
      await pool.destroy();
      server.closeAllConnections();
      await new Promise(done => server.close(done));
    }
  };
}

async function start(episodes: ReadonlyMap<string, ReturnType<typeof openEpisode>>): Promise<Running> {
  const server = createServer(async (request, response) => {
    const answer = (status: number, text: string) =>
      response.writeHead(status, {"content-type": "application/json", "content-length": Buffer.byteLength(text)}).end(text);
    try {
      const [, token = "", tool = ""] = (request.url ?? "").split("/");
      const episode = episodes.get(token);
      if (!episode) return void answer(404, JSON.stringify({status: 404, error: "there is no such episode"}));
      if (request.method !== "POST") return void answer(405, JSON.stringify({status: 405, error: "use POST"}));
      const {status, result} = episode.call(decodeURIComponent(tool), await bodyOf(request, MOST_BYTES, bodyTooLarge));
      answer(status, result);
    } catch (error) {
      answer(400, JSON.stringify({status: 400, error: (error as Error).message}));
    }
  });
  server.keepAliveTimeout = 60_000; // longer than the client keeps idle sockets
  await new Promise<void>((done, failed) => server.once("error", failed).listen(0, "127.0.0.1", done));
  server.unref(); // an episode that nobody closed keeps no command from ending
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {server, origin, pool: new Pool(origin, {connections: CONNECTIONS})};
}
