import type {AddressInfo} from "node:net";
import OpenAI from "openai";
import {afterAll, beforeAll, describe, expect, test} from "vitest";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {embedders} from "../../../pipelines/infer/reference/embedding.node.js";
import {narrators} from "../../../pipelines/infer/reference/narrator.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {referenceServer} from "../../../pipelines/infer/reference/server.node.js";
import {tokensOf} from "../../../pipelines/infer/reference/wire.js";

const server = referenceServer();
let url = "";
let client: OpenAI;
beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  client = new OpenAI({dangerouslyAllowBrowser: true, baseURL: url, apiKey: "none", maxRetries: 0});
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const {prompt} = tasks.get("arithmetic")!.generate(tasks.get("arithmetic")!.params.parse({}), randomOf("a question"));
const messages = [{role: "user" as const, content: prompt}];
const one = (family: string) => roster.find(model => model.family === family && model.faculties.looping_probability < 0.02)!.id;
const [withField, withTags, plain] = [one("heron"), one("otter"), one("lynx")] as [string, string, string];
const post = (path: string, body: string, method = "POST") => fetch(`${url}${path}`, method === "GET" ? {} : {method, body});
const reasoningOf = (message: object) => (message as {reasoning_content?: string}).reasoning_content;

describe("the official client", () => {
  test("completes a chat, the trace where the family puts it", async () => {
    const [field, tags, text] = await Promise.all(
      [withField, withTags, plain].map(async model => (await client.chat.completions.create({model, messages})).choices[0]!)
    );
    expect(reasoningOf(field!.message)).toMatch(/ = /);
    expect(field!.message.content).toMatch(/answer/i);
    expect(tags!.message.content).toMatch(/^<think>\n.+<\/think>\n\n/s);
    expect(text!.message.content).not.toContain("<think>");
    expect([field, tags, text].map(choice => choice!.finish_reason)).toEqual(["stop", "stop", "stop"]);
  });

  test.each([withField, withTags, plain])("streams the text that it sends whole, with usage at the end (%s)", async model => {
    const whole = await client.chat.completions.create({model, messages});
    const stream = await client.chat.completions.create({model, messages, stream: true, stream_options: {include_usage: true}});
    let text = "";
    let reasoning = "";
    let finish: string | null = null;
    let usage: unknown;
    for await (const {choices, usage: sent} of stream) {
      text += choices[0]?.delta.content ?? "";
      reasoning += reasoningOf(choices[0]?.delta ?? {}) ?? "";
      finish = choices[0]?.finish_reason ?? finish;
      usage = sent ?? usage;
    }
    expect(text).toBe(whole.choices[0]!.message.content);
    expect(reasoning).toBe(reasoningOf(whole.choices[0]!.message) ?? "");
    expect(finish).toBe("stop");
    expect(usage).toEqual(whole.usage);
  });

  test("gets the same body for the same request, another for another model", async () => {
    const ask = (model: string) => client.chat.completions.create({model, messages});
    expect(await ask(plain)).toEqual(await ask(plain));
    expect(await ask(plain)).not.toEqual(await ask(withField));
  });

  test("completes text, streaming and not", async () => {
    const whole = await client.completions.create({model: withField, prompt});
    let text = "";
    for await (const part of await client.completions.create({model: withField, prompt, stream: true}))
      text += part.choices[0]?.text ?? "";
    expect(text).toBe(whole.choices[0]!.text);
    expect(text).toMatch(/ = /);
  });

  test("lists the models and describes one", async () => {
    expect((await client.models.list()).data.map(({id}) => id)).toEqual(
      [...roster, ...embedders, ...narrators].map(({id}) => id)
    );
    expect((await client.models.retrieve(plain)).owned_by).toBe("simulated family lynx");
  });

  test("says hello", async () => {
    const {choices} = await client.chat.completions.create({
      model: plain,
      messages: [{role: "user", content: [{type: "text", text: "Hello"}]}]
    });
    expect(choices[0]!.message.content).toMatch(/simulat/);
  });
});

describe("the token limit", () => {
  test.each([withField, withTags, plain])("cuts a reply to a prefix and says so (%s)", async model => {
    const whole = (await client.chat.completions.create({model, messages})).choices[0]!.message;
    const text = (message: typeof whole) => (reasoningOf(message) ?? "") + (message.content ?? "");
    for (const max of [1, 10, 40]) {
      const {choices, usage} = await client.chat.completions.create({model, messages, max_tokens: max});
      expect(choices[0]!.finish_reason).toBe("length");
      expect(usage!.completion_tokens).toBe(max);
      expect(text(whole).startsWith(text(choices[0]!.message))).toBe(true);
      expect(tokensOf(text(choices[0]!.message))).toBe(max);
    }
  });

  test("max_completion_tokens comes before max_tokens; usage counts the limit's own tokens", async () => {
    const {usage} = await client.chat.completions.create({model: plain, messages, max_tokens: 99, max_completion_tokens: 7});
    expect(usage).toMatchObject({completion_tokens: 7, prompt_tokens: tokensOf(prompt), total_tokens: 7 + tokensOf(prompt)});
  });

  test("a reply that fits is not cut", async () => {
    const whole = await client.chat.completions.create({model: withField, messages});
    const exact = await client.chat.completions.create({model: withField, messages, max_tokens: whole.usage!.completion_tokens});
    expect(exact).toEqual(whole);
  });

  test("a model that runs in circles fills whatever it is granted", async () => {
    const looper = [...roster].sort((a, b) => b.faculties.looping_probability - a.faculties.looping_probability)[0]!.id;
    const task = tasks.get("boolean")!;
    const params = task.params.parse({length: 20});
    const endings = await Promise.all(
      Array.from({length: 20}, async (_, i) => {
        const content = task.generate(params, randomOf(`${i}`)).prompt;
        const {choices, usage} = await client.chat.completions.create({
          model: looper,
          messages: [{role: "user", content}],
          max_tokens: 3000
        });
        return `${choices[0]!.finish_reason} ${usage!.completion_tokens === 3000}`;
      })
    );
    expect(new Set(endings)).toEqual(new Set(["stop false", "length true"]));
  });
});

describe("refusals have OpenAI's form", () => {
  test.each([
    [
      "an unknown model",
      "/chat/completions",
      JSON.stringify({model: "sim-none-01", messages}),
      "POST",
      404,
      "unknown model sim-none-01"
    ],
    ["no JSON", "/chat/completions", "{", "POST", 400, "body is no JSON"],
    [
      "no messages",
      "/chat/completions",
      JSON.stringify({model: plain, messages: []}),
      "POST",
      400,
      "messages: messages is empty"
    ],
    ["a limit of 0", "/chat/completions", JSON.stringify({model: plain, messages, max_tokens: 0}), "POST", 400, "max_tokens: "],
    ["the wrong method", "/chat/completions", "", "GET", 405, "use POST"],
    ["the wrong method", "/models", "{}", "POST", 405, "use GET"],
    ["an unknown path", "/nothing", "{}", "POST", 404, "unknown path"],
    ["a broken escape", "/models/%E0%A4%A", "", "GET", 404, "unknown model"],
    ["too large a body", "/chat/completions", " ".repeat(68_000_000), "POST", 413, "larger than"]
  ])("%s at %s", async (_, path, body, method, status, message) => {
    const response = await post(path, body, method);
    expect(response.status).toBe(status);
    const {error} = (await response.json()) as {error: {message: string; type: string}};
    expect(error.message).toContain(message);
    expect(error.type).toBe("invalid_request_error");
  });
});
