// A book of one point of arithmetic, and an endpoint of other hands that is right on the tests that it is told to be right on.
import {join} from "node:path";
import {readSuites} from "../pipelines/book/read.node.js";
import {manifold, testAt} from "../pipelines/generate/manifold.node.js";
import {tasks} from "../pipelines/generate/registry.node.js";
import {type Stub, stubServer, type Workbook, workbook} from "./workbook.js";

export interface Answering extends AsyncDisposable {
  book: Workbook;
  /** Decides by the test's index whether it is answered right; may be replaced. */
  isRight: (index: number) => boolean;
  server: Stub;
}

/**
 * Opens both.
 * @param n tests of the point
 * @param reply changes the body of an answer, such as the model that it names
 */
export async function answering(
  n: number,
  {reply = () => ({})}: {reply?: (index: number) => Record<string, unknown>} = {}
): Promise<Answering> {
  const prompts = new Map<string, {index: number; expected: string}>();
  const server = await stubServer(({messages}, _, response) => {
    const asked = (messages as {content: string}[]).at(-1)!.content;
    const [, {index, expected}] = [...prompts].find(([prompt]) => asked.includes(prompt))!;
    const content = `Answer: ${answers.isRight(index) ? expected : "-987654"}`;
    const message = {role: "assistant", content};
    const body = {choices: [{index: 0, message, finish_reason: "stop"}], usage: {prompt_tokens: 50, completion_tokens: 10}};
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({...body, ...reply(index)}));
    return undefined;
  });
  const book = await workbook({
    "book.yaml": `suite: suites/small.yaml\nmodels: [models/m.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: ${n}, step: ${n}, max: ${n}, width: 1}\nseed: 7\n`,
    "suites/small.yaml": "tasks:\n  - {task: arithmetic, params: {length: [8]}, tiers: {easy: {}}}\n",
    "models/m.yaml": `endpoint: ${server.url}\nprice: {input: 1, output: 2}\nmodels: [{id: m, model: m-large}]\n`
  });
  const {suite, locate} = (await readSuites([join(book.root, "data/suites/small.yaml")])).suites[0]!;
  for (const point of manifold(suite, {tasks, seed: 7, locate}))
    for (let index = 0; index < 10 * n; index++) {
      const {prompt, expected} = testAt(point, tasks.get(point.base_task)!, index);
      prompts.set(prompt, {index, expected});
    }
  const answers: Answering = {
    book,
    server,
    isRight: () => true,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await book[Symbol.asyncDispose]();
    }
  };
  return answers;
}
