// Runs of ZenAgent: endpoints that plan, stop at once, never stop, write nonsense or refuse tools; a client of other hands; replays.
import OpenAI from "openai";
import {expect, onTestFinished, test} from "vitest";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {environmentHost} from "../../../pipelines/run/environments/host.js";
import {replayedEpisode} from "../../../pipelines/run/environments/replay.js";
import {recordText} from "../../../pipelines/score/episode.js";
import {spearman} from "../../../pipelines/stats/correlation.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {stubServer, workbook} from "../../workbook.js";
import {environmentOf, episodeOf, zenAgent} from "./drive.js";
import {itemOf, items, planner, runOf, scripted} from "./scripted.js";

test("a model that follows the plan is right everywhere, and a rerun from the cache asks nothing and writes the same tables", async () => {
  const server = await scripted(planner);
  const {place, ran, rows, sums} = await runOf(server.url, {faults: "some"});
  expect(await rows("select correct, incorrect, truncated from points")).toEqual([[8, 0, 0]]);
  const {faults, recovered} = await sums();
  expect(faults).toBeGreaterThan(8);
  expect(recovered).toBe(8);
  const before = await place.tableHashes();
  const asked = server.requests.length;
  await ran();
  expect(server.requests.length).toBe(asked);
  expect(await place.tableHashes()).toEqual(before);
  // the responses make their calls again when they are scored anew
  expect((await place.command("score", "--store", "data/store", "--out", "data/again")).code).toBe(0);
  const again = await place.tableHashes("data/again");
  expect(again["samples.parquet"]).toBe(before["samples.parquet"]);
  expect(again["measures.parquet"]).toBe(before["measures.parquet"]);
});

test("words count for nothing: who says that all is done, or writes a record of it, has changed nothing", async () => {
  const claim = recordText([{text: "done", calls: [{tool: "x", arguments: "{}", status: 200, result: "{}"}]}]);
  for (const words of ["All of it is done. Answer: reached", claim, ""]) {
    const {rows, sums} = await runOf((await scripted(() => words)).url);
    expect(await rows("select distinct status::int, answer from samples")).toEqual([[0, "unchanged"]]);
    expect(await sums()).toMatchObject({end_state: 0, calls: 0, out_of_turns: 0});
  }
});

test("malformed calls, unknown tools and a model that never stops are counted, and no call is lost", async () => {
  const {rows, sums} = await runOf(
    (
      await scripted((prompt, results) => {
        if (results.length === 0)
          return [
            {name: "summon", given: "{}"},
            {name: environmentOf(itemOf(prompt)).plan[0]!.tool, given: "{"}
          ];
        return planner(prompt, results.slice(2)) === "All of it is done."
          ? [{name: "summon", given: "{}"}]
          : planner(prompt, results.slice(2));
      })
    ).url
  );
  // the goal was reached, but nobody said so: such an episode is not right
  expect(await rows("select distinct status::int, answer, finish_reason from samples")).toEqual([[0, "unfinished", "turns"]]);
  const {end_state, malformed_calls, unknown_tools, out_of_turns} = await sums();
  expect({end_state, malformed_calls, out_of_turns}).toEqual({end_state: 8, malformed_calls: 8, out_of_turns: 8});
  expect(unknown_tools).toBeGreaterThan(8);
});

test("an endpoint that refuses tools has failed requests and no wrong answers", async () => {
  const server = await stubServer((_, __, response) => {
    response.statusCode = 400;
    response.end(JSON.stringify({error: {message: "tools are not supported", type: "invalid_request_error"}}));
    return undefined;
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const {rows, first} = await runOf(server.url);
  expect(await rows("select count(*)::int from samples").catch(() => [[0]])).toEqual([[0]]);
  expect(first).toMatchObject({samples: 0, failed: 8, status: "failed"});
});

test("Anthropic's protocol carries the same calls: blocks of tool use, and results that come back to them", async () => {
  interface Block {
    type: string;
    text?: string;
    content?: string;
  }
  const server = await stubServer((body, _, response) => {
    const messages = body.messages as {role: string; content: string | Block[]}[];
    const blocks = messages.flatMap(({content}) => (typeof content === "string" ? [{type: "text", text: content}] : content));
    const results = blocks.filter(({type}) => type === "tool_result").map(({content}) => String(content));
    const next = planner(blocks.find(({type}) => type === "text")!.text!, results);
    const content =
      typeof next === "string"
        ? [{type: "text", text: next}]
        : next.map(({name, given}, i) => ({
            type: "tool_use",
            id: `toolu_${messages.length}_${i}`,
            name,
            input: JSON.parse(given) as unknown
          }));
    response.setHeader("content-type", "application/json");
    const stop_reason = typeof next === "string" ? "end_turn" : "tool_use";
    response.end(JSON.stringify({content, stop_reason, usage: {input_tokens: 9, output_tokens: 7}}));
    return undefined;
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const {rows} = await runOf(server.url, {faults: "some", model: ", protocol: anthropic"});
  expect(await rows("select correct, incorrect, truncated from points")).toEqual([[8, 0, 0]]);
});

test("a bank of one's own may hold such tasks", async () => {
  const server = await scripted(planner);
  const place = await workbook({
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8}\nseed: 3\n",
    "suites/own.yaml": "tasks: [{bank: own}]\n",
    "models/own.yaml": `{id: own, endpoint: "${server.url}", retries: 0}\n`,
    "banks/own.yaml": "files: own.jsonl\n",
    "banks/own.jsonl": [0, 1_810, 3_700, 5_000]
      .map(each => zenAgent.at(each))
      .map(({prompt, expected, tools, max_turns, scorer}) =>
        JSON.stringify({question: prompt, answer: expected, tools, max_turns, scorer})
      )
      .join("\n")
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  const ran = await place.command("run");
  expect(ran.code, ran.stderr).toBe(0);
  const {rows} = await query("select status::int, answer, count(*)::int from samples group by all", {
    folder: `${place.root}/data/store`
  });
  expect(rows).toEqual([[1, "reached", 4]]);
});

test("a response without its calls is not scored, and one whose text claims a success is scored by its calls", () => {
  const item = zenAgent.at(0);
  const text = recordText([
    {text: "", calls: [{tool: environmentOf(item).plan[0]!.tool, arguments: "{}", status: 200, result: '{"done":true}'}]}
  ]);
  expect(replayedEpisode(item, {text: "I have done it.", finish_reason: "stop"})).toBeUndefined();
  expect(replayedEpisode(item, {text, finish_reason: "stop"})!.outcome).toMatchObject({reached: false, changed: false, calls: 1});
});

test("the openai package drives the APIs over plain HTTP, by the calls that a model server scripts", async () => {
  await using host = environmentHost();
  for (const place of [0, 1_500, 3_100, 4_100]) {
    const item = zenAgent.at(place);
    const {prompt, tools = []} = item;
    const server = await scripted(planner);
    const client = new OpenAI({dangerouslyAllowBrowser: true, apiKey: "none", baseURL: server.url, maxRetries: 0});
    const api = await host.serve(environmentOf(item));
    const runner = client.chat.completions.runTools(
      {
        model: "own",
        messages: [{role: "user", content: prompt}],
        tools: tools.map(({name, description, parameters}) => ({
          type: "function" as const,
          function: {
            name,
            description,
            parameters,
            parse: (given: string) => given,
            function: async (given: string) =>
              (
                await fetch(`${api.url}/${name}`, {method: "POST", body: given, headers: {"content-type": "application/json"}})
              ).text()
          }
        })) as never
      },
      {maxChatCompletions: 40}
    );
    expect(await runner.finalContent()).toBe("All of it is done.");
    expect(api.outcome()).toMatchObject({reached: true, forbidden: 0});
    api.close();
    expect((await fetch(`${api.url}/x`, {method: "POST"})).status).toBe(404);
  }
  expect((await fetch((await host.serve(environmentOf(zenAgent.at(0)))).url)).status).toBe(405);
});

test("more able simulated models score higher, recover more often, and tell items apart reliably", async () => {
  const models = [...roster].sort((a, b) => a.ability - b.ability).filter((_, i) => i % 3 === 0);
  const own = items.filter((_, place) => place % 100 === 7);
  const right: number[][] = [];
  const recovered: number[] = [];
  for (const model of models) {
    const episodes = await Promise.all(own.map(item => episodeOf(model, item)));
    right.push(episodes.map(({outcome, ended}) => (outcome.reached && outcome.forbidden === 0 && ended ? 1 : 0)));
    const sums = episodes
      .map(({outcome}) => outcome)
      .reduce((sum, each) => [sum[0]! + each.recovered, sum[1]! + each.faults], [0, 0]);
    recovered.push(sums[0]! / sums[1]!);
  }
  const abilities = models.map(({ability}) => ability);
  const total = (row: readonly number[]) => row.reduce((a, b) => a + b, 0);
  const scores = right.map(total);
  expect(spearman(abilities, scores)).toBeGreaterThan(0.9);
  expect(spearman(abilities, recovered)).toBeGreaterThan(0.85);
  // Kuder and Richardson's formula 20
  const mean = total(scores) / scores.length;
  const variance = total(scores.map(score => (score - mean) ** 2)) / scores.length;
  const within = own.map((_, i) => total(right.map(row => row[i]!)) / right.length).map(p => p * (1 - p));
  const k = own.length;
  expect((k / (k - 1)) * (1 - total(within) / variance)).toBeGreaterThan(0.8);
  expect(Math.min(...scores) / k).toBeLessThan(0.35);
  expect(Math.max(...scores) / k).toBeGreaterThan(0.85);
});
