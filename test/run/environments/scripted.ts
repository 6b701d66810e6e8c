// A model server that follows a script, and runs of ZenAgent that ask it.
import type {ServerResponse} from "node:http";
import {onTestFinished} from "vitest";
import {readBook} from "../../../pipelines/book/read.node.js";
import {run} from "../../../pipelines/run/run.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {silent} from "../../silent.js";
import {stubServer, workbook} from "../../workbook.js";
import {environmentOf, places, zenAgent} from "./drive.js";

export const items = places.map(place => zenAgent.at(place));
/** The item that a question asks; a bank adds words of its own. */
export const itemOf = (question: string) => items.find(({prompt}) => question.includes(prompt))!;

interface Chat {
  messages: {role: string; content: string; tool_call_id?: string}[];
}
type Calls = {name: string; given: string}[];
/** What a scripted model does next: calls, or its last words. */
type Script = (prompt: string, results: readonly string[]) => Calls | string;

const message = (next: Calls | string, turn: number) =>
  typeof next === "string"
    ? {role: "assistant", content: next}
    : {
        role: "assistant",
        content: null,
        tool_calls: next.map(({name, given}, i) => ({
          id: `call_${turn}_${i}`,
          type: "function",
          function: {name, arguments: given}
        }))
      };

/** Whether a turn, 1 the first, fails; where it does, it has answered or cut the connection itself. */
type Fails = (turn: number, response: ServerResponse, prompt: string) => boolean;

/** A loopback model server that follows a script. */
export async function scripted(script: Script, fails?: Fails) {
  const server = await stubServer((body, _, response) => {
    const {messages} = body as unknown as Chat;
    const results = messages.filter(({role}) => role === "tool").map(({content}) => content);
    const prompt = messages.find(({role}) => role === "user")!.content;
    const turn = 1 + messages.filter(({role}) => role === "assistant").length;
    if (fails?.(turn, response, prompt)) return undefined;
    const own = message(script(prompt, results), messages.length);
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        id: "x",
        object: "chat.completion",
        created: 0,
        model: "own",
        choices: [{index: 0, message: own, finish_reason: "tool_calls" in own ? "tool_calls" : "stop"}],
        usage: {prompt_tokens: 50, completion_tokens: 10, total_tokens: 60}
      })
    );
    return undefined;
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  return server;
}

/** A book that asks eight tasks of one model. @param model further settings of it */
export async function bookOf(url: string, {faults = "none", model = ""} = {}) {
  const place = await workbook({
    "book.yaml":
      "suite: suites/own.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 8, step: 8, max: 8}\nseed: 3\n",
    "suites/own.yaml": `tasks: [{task: zen-agent, params: {faults: ${faults}}}]\n`,
    "models/own.yaml": `{id: own, endpoint: "${url}", retries: 0, concurrency: 4${model}}\n`,
    "samplers/greedy.yaml": "max_tokens: 256\n"
  });
  onTestFinished(() => place[Symbol.asyncDispose]());
  return place;
}

export async function runOf(url: string, settings: Parameters<typeof bookOf>[1] = {}) {
  const place = await bookOf(url, settings);
  const folder = `${place.root}/data/store`;
  const ran = async () => (await run(await readBook(undefined, {root: place.root}), {folder, report: silent}))!;
  const first = await ran();
  const rows = async (text: string) => (await query(text, {folder})).rows;
  const sums = async () => Object.fromEntries(await rows("select name, sum(value)::int from measures group by 1 order by 1"));
  return {place, ran, first, rows, sums};
}

/** The optimal plan, one call after the other; a failure of the server is answered by the same call. */
export const planner: Script = (prompt, results) => {
  const {plan} = environmentOf(itemOf(prompt));
  const done = results.filter(result => !/"status":50\d/u.test(result)).length;
  const next = plan[done];
  return next ? [{name: next.tool, given: JSON.stringify(next.arguments)}] : "All of it is done.";
};
