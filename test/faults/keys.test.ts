// Keys: a server sends them back in every form, and a person writes one where its variable's name belongs. None may show up anywhere.
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as sleep} from "node:timers/promises";
import {expect, test} from "vitest";
import {isVariableName} from "../../pipelines/book/secret.js";
import {stubServer, workbook} from "../workbook.js";

const CANARY = "sk-canary+8d1f/0c2b&7a<Secret";
const FORMS: readonly ((key: string) => string)[] = [
  key => key,
  key => Buffer.from(key).toString("base64"),
  key => Buffer.from(`Bearer ${key}`).toString("base64url"),
  encodeURIComponent,
  key => Buffer.from(key).toString("hex"),
  key => [...key].reverse().join(""),
  key => [...key].map(each => `\\u00${each.charCodeAt(0).toString(16)}`).join(""),
  key => key.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  key => [...Buffer.from(key)].join(", ")
];

function filesOf(folder: string): string[] {
  return readdirSync(folder, {withFileTypes: true}).flatMap(entry =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)]
  );
}

test("a key that a server sends back in any form, or in pieces over chunks of a stream, shows up nowhere", async () => {
  let count = 0;
  await using stub = await stubServer((body, __, response) => {
    const echo = FORMS[count++ % FORMS.length]!(CANARY);
    if (count % 10 === 0) {
      response.statusCode = 400;
      response.end(JSON.stringify({error: {message: `bad key ${echo}`, code: echo}}));
      return undefined;
    }
    expect(body.stream).toBe(true);
    response.setHeader("content-type", "text/event-stream");
    const event = (delta: object, finish_reason: string | null = null) =>
      response.write(`data: ${JSON.stringify({choices: [{index: 0, delta, finish_reason}]})}\n\n`);
    event({reasoning_content: `I was sent ${echo.slice(0, 7)}`});
    for (const letter of echo.slice(7)) event({content: letter});
    event({content: `\nand also ${echo}. Answer: 4`}, count % 5 === 0 ? `stop ${echo}` : "stop");
    response.end("data: [DONE]\n\n");
    return undefined;
  });
  await using book = await workbook();
  const words = ["run", "--base-url", stub.url, "--model", "echo", "--api-key-env", "CANARY_KEY", "--stream", "--out", "out"];
  const {stdout, stderr} = await book.commandWith({env: {CANARY_KEY: CANARY}}, [...words, "--limit", "72", "--json"]);
  const texts = await book.command("sql", "--store", "out", "--json", "from responses join samples using (item_id)");
  expect(texts.stdout).toContain("I was sent [key]");
  expect(texts.stdout).toContain("and also [key]. Answer: 4");
  expect(stdout).toContain("bad key [key]");
  const written = filesOf(book.root);
  expect(written.some(file => file.endsWith("responses.parquet"))).toBe(true);
  const parts = FORMS.flatMap(form => [form(CANARY), form(CANARY).slice(4, 16), form(CANARY).slice(-12)]);
  for (const part of parts) {
    expect(stdout + stderr + texts.stdout, part).not.toContain(part);
    for (const file of written) expect(readFileSync(file).includes(part), `${part} in ${file}`).toBe(false);
  }
});

const KEYS = [
  "sk-proj-Canary12345",
  "CANARY5f3a9b1c7e2d4f6a8b0c",
  "AKIACANARY7EXAMPLE",
  "canary_live_abcdef",
  "CANARY_1234_5678"
];

test("a variable's name is shown only if it is written as one and can be no key", () => {
  expect(["OPENAI_API_KEY", "NO_SUCH_KEY", "MY_KEY_2", "HF_TOKEN"].filter(name => !isVariableName(name))).toEqual([]);
  expect([...KEYS, "gsk_canary0123456789", "GSK_0A1B2C3D", "SECRET"].filter(isVariableName)).toEqual([]);
});

test("a key given in place of its variable's name is not echoed", async () => {
  const quiet = ({code, stdout, stderr}: {code: number | null; stdout: string; stderr: string}) => {
    expect(code).toBe(2);
    expect((stdout + stderr).toLowerCase()).not.toContain("canary");
    expect(stderr.trim().split("\n")).toHaveLength(1);
    return stderr;
  };
  await using book = await workbook();
  const asked = ["run", "--base-url", "http://127.0.0.1:9/v1", "--model", "m"];
  for (const key of KEYS) expect(quiet(await book.command(...asked, "--api-key-env", key))).toMatch(/environment variable/);
  quiet(await book.command(...asked, `--api-key=${KEYS[0]}`));
  quiet(await book.command(...asked, "--api-key", KEYS[1]!));
  for (const key of KEYS.slice(0, 2)) {
    const models = `endpoint: http://127.0.0.1:9/v1\nmodels: [{id: m, api_key_env: ${key}}]\n`;
    await using written = await workbook({"models/reference.yaml": models});
    expect(quiet(await written.command("run"))).toMatch(/environment variable/);
  }
});

/** Environment and command lines of the children of a process, as ps shows them. */
const childrenOf = (parent: number): string[] =>
  readdirSync("/proc").flatMap(name => {
    try {
      const read = (file: string) => readFileSync(join("/proc", name, file), "utf8");
      return /^\d+$/.test(name) && Number(read("stat").split(") ")[1]!.split(" ")[1]) === parent
        ? [`${read("environ")} ${read("cmdline")}`]
        : [];
    } catch {
      return []; // it has ended
    }
  });

test.skipIf(!existsSync("/proc/self/environ"))(
  "the built-in server has no key in its environment or its command line",
  async () => {
    await using book = await workbook({
      "models/reference.yaml": 'endpoint: "reference:"\napi_key_env: CANARY\nmodels: [{id: sim-cedar-01}]\n'
    });
    const {child, ended} = book.start(["run", "--samples", "400"], {
      CANARY,
      OTHER_API_KEY: CANARY,
      REASONBOOK_REDIS: `redis://:${CANARY}@127.0.0.1:1`,
      ORDINARY: "seen"
    });
    let children: string[] = [];
    while (child.exitCode === null && !children.some(text => text.includes("ORDINARY=seen"))) {
      await sleep(20);
      children = childrenOf(child.pid!);
    }
    child.kill("SIGTERM");
    await ended;
    expect(children.length).toBeGreaterThan(0);
    expect(children.filter(text => text.includes(CANARY)).map(text => text.slice(-300))).toEqual([]);
  }
);

test("headers of a model's file have values from the environment, which show up nowhere", async () => {
  const sent: unknown[] = [];
  await using stub = await stubServer((_, request) => {
    sent.push([request.headers["x-team"], request.headers.authorization]);
    return `You are ${String(request.headers["x-team"])} with ${String(request.headers.authorization)}. Answer: 4`;
  });
  await using book = await workbook({
    "models/reference.yaml": `id: mine\nendpoint: ${stub.url}\napi_key_env: MY_KEY\nheaders: {X-Team: MY_TEAM}\n`
  });
  const run = ["run", "--limit", "4", "--out", "out"];
  const unset = await book.commandWith({env: {MY_KEY: CANARY}}, run);
  expect(unset.code).toBe(2);
  expect(unset.stderr).toContain(
    'model "mine" needs MY_TEAM, the value of its header X-Team, which is not set in the environment'
  );
  const ended = await book.commandWith({env: {MY_KEY: CANARY, MY_TEAM: "team 9f3c-secret"}}, run);
  expect(ended.code, ended.stderr).toBe(0);
  expect(new Set(sent.map(each => JSON.stringify(each)))).toEqual(
    new Set([JSON.stringify(["team 9f3c-secret", `Bearer ${CANARY}`])])
  );
  const texts = await book.command("sql", "--store", "out", "--json", "select distinct text from responses");
  expect(JSON.parse(texts.stdout)).toEqual([{text: "You are [key] with Bearer [key]. Answer: 4"}]);
  const wrong = await workbook({"models/reference.yaml": `id: mine\nendpoint: ${stub.url}\nheaders: {Content-Type: MY_TEAM}\n`});
  await using _ = wrong;
  expect((await wrong.command(...run)).stderr).toContain("this header is set with each request");
});
