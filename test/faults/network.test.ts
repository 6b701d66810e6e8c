// What stands between us and a server: certificates, redirects, proxies.
import {spawnSync} from "node:child_process";
import {mkdtempSync, readFileSync, rmSync} from "node:fs";
import {createServer as createHttpServer} from "node:http";
import {createServer as createHttpsServer} from "node:https";
import {type AddressInfo, connect, type Server, type Socket} from "node:net";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {afterAll, beforeAll, describe, expect, onTestFinished, test, vi} from "vitest";
import {ask, chat, errorOf, json, quick, serve} from "../infer/loopback.js";
import {stubServer, workbook} from "../workbook.js";

const portOf = (server: Server) => (server.address() as AddressInfo).port;
async function listen<T extends Server>(server: T): Promise<T> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => sockets.add(socket.on("error", () => {})));
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return server;
}

describe("certificates", () => {
  let home: string;
  let made = false;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), "certificate-"));
    const words =
      "req -x509 -newkey rsa:2048 -nodes -days 2 -keyout key.pem -out cert.pem -subj /CN=localhost -addext subjectAltName=IP:127.0.0.1";
    made = spawnSync("openssl", words.split(" "), {cwd: home}).status === 0;
  });
  afterAll(() => rmSync(home, {recursive: true, force: true}));
  const https = () => {
    const files = {key: readFileSync(join(home, "key.pem")), cert: readFileSync(join(home, "cert.pem"))};
    return createHttpsServer(files, (request, response) => request.resume().on("end", () => json(response, chat("42"))));
  };

  test("one that is self-signed is refused by one attempt, with what to do; every later request fails at once", async context => {
    if (!made) context.skip("openssl is not installed");
    let connections = 0;
    const server = await listen(https().on("secureConnection", () => connections++));
    let greetings = 0;
    server.on("connection", () => greetings++);
    const model = quick({base: `https://127.0.0.1:${portOf(server)}/v1`});
    const error = await errorOf(model.ask(ask()));
    expect(error.message).toMatch(
      /SELF_SIGNED_CERT.*; its certificate is not trusted; NODE_EXTRA_CA_CERTS=FILE names the certificate/
    );
    expect(error).toMatchObject({details: {fatal: true, retryable: false}, billable: false});
    await errorOf(model.ask(ask("again")));
    expect([model.waits.length, greetings]).toEqual([0, 1]);
  });

  test("with NODE_EXTRA_CA_CERTS it is trusted", async context => {
    if (!made) context.skip("openssl is not installed");
    const server = await listen(https());
    await using book = await workbook();
    const words = ["run", "--base-url", `https://127.0.0.1:${portOf(server)}/v1`, "--model", "m", "--out", "out", "--limit", "3"];
    const refused = await book.command(...words);
    expect(refused.code).toBe(2);
    expect(refused.stderr.match(/certificate is not trusted/g)).toHaveLength(1);
    const trusted = await book.start(words, {NODE_EXTRA_CA_CERTS: join(home, "cert.pem")}).ended;
    expect(trusted.code, trusted.stderr).toBe(0);
  });

  test("a server that speaks no TLS", async () => {
    const {base} = await serve(response => json(response, chat("42")));
    const model = quick({base: base.replace("http:", "https:")});
    expect((await errorOf(model.ask(ask()))).message).toMatch(
      /it does not speak TLS; should the base URL begin with http:\/\/\?/
    );
    expect(model.waits).toEqual([]);
  });
});

describe("redirects", () => {
  test.each([301, 302, 307, 308])("%d is not followed, with the key neither, but told with where it leads", async status => {
    const other = await serve(response => json(response, chat("42")));
    const {base, calls} = await serve(response =>
      response.writeHead(status, {location: `${other.base}/chat/completions`}).end("<html>moved</html>")
    );
    const model = quick({base, apiKey: "sk-canary-1234"});
    const error = await errorOf(model.ask(ask()));
    expect(error.message).toContain(`redirects are not followed; write the base URL of ${other.base}/chat/completions`);
    expect(error.details).toMatchObject({fatal: true});
    await errorOf(model.ask(ask("again")));
    expect([calls.length, other.calls.length]).toEqual([1, 0]);
  });

  test("one that leads nowhere, or names the key", async () => {
    const {base} = await serve((response, {body}) =>
      response.writeHead(302, body.includes("nowhere") ? {} : {location: "https://elsewhere.test/?key=sk-canary-1234"}).end()
    );
    expect((await errorOf(quick({base}).ask(ask("nowhere")))).message).toContain("redirects without a target");
    expect((await errorOf(quick({base, apiKey: "sk-canary-1234"}).ask(ask()))).message).not.toContain("canary");
  });
});

describe("proxies", () => {
  /** A proxy that opens tunnels, to wherever the test's server is. */
  const proxy = async (port: number, status = "200 OK") => {
    const asked: string[] = [];
    const server = await listen(createHttpServer());
    server.on("connect", (request, socket: Socket) => {
      asked.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
      socket.on("error", () => {});
      if (!status.startsWith("200")) return void socket.end(`HTTP/1.1 ${status}\r\n\r\n`);
      const through = connect(port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        through.pipe(socket).pipe(through);
      }).on("error", () => {});
      onTestFinished(() => void through.destroy());
    });
    return {port: portOf(server), asked};
  };
  const portIn = (base: string) => Number(new URL(base).port);
  const environment = (env: Record<string, string>) => {
    for (const name of ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"])
      vi.stubEnv(name, env[name] ?? "");
    onTestFinished(() => void vi.unstubAllEnvs());
  };

  test("HTTP_PROXY is asked for a host that only it knows, with its own password", async () => {
    const {base} = await serve(response => json(response, chat("42")));
    const {port, asked} = await proxy(portIn(base));
    environment({HTTP_PROXY: `http://user:secret@127.0.0.1:${port}`});
    expect(await quick({base: "http://models.test/v1"}).ask(ask())).toMatchObject({text: "42"});
    expect(asked).toEqual([`models.test:80 Basic ${Buffer.from("user:secret").toString("base64")}`]);
  });

  test("NO_PROXY and the built-in server go past it", async () => {
    const {base} = await serve(response => json(response, chat("42")));
    const {port, asked} = await proxy(portIn(base));
    environment({HTTP_PROXY: `http://127.0.0.1:${port}`, NO_PROXY: "localhost,127.0.0.1"});
    expect(await quick({base}).ask(ask())).toMatchObject({text: "42"});
    environment({HTTP_PROXY: `http://127.0.0.1:${port}`});
    expect(await quick({base, direct: true}).ask(ask())).toMatchObject({text: "42"});
    expect(asked).toEqual([]);
    expect(await quick({base}).ask(ask())).toMatchObject({text: "42"});
    expect(asked).toHaveLength(1);
  });

  test("a proxy that refuses is told, and its password is not", async () => {
    const {port} = await proxy(9, "407 Proxy Authentication Required");
    environment({HTTP_PROXY: `http://user:secret@127.0.0.1:${port}`});
    const error = await errorOf(quick({base: "http://models.test/v1", retries: 0}).ask(ask()));
    expect(error.message).toMatch(/407/);
    expect(error.message).not.toContain("secret");
    expect(error).toMatchObject({billable: false});
  });

  test("a run of simulated models works though a proxy is set that is not there", async () => {
    await using stub = await stubServer(() => "Answer: 4");
    await using book = await workbook();
    const env = {HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "", NO_PROXY: "", no_proxy: ""};
    const ended = await book.commandWith({env}, ["run", "--model", "sim-cedar-01", "--limit", "3"]);
    expect(ended.code, ended.stderr).toBe(0);
    expect(stub.requests).toHaveLength(0);
  });
});
