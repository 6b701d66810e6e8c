// A run against an endpoint of other hands whose model is right on one question, wrong or silent on the others.
import {join} from "node:path";
import {readSuites} from "../../pipelines/book/read.node.js";
import {manifold, testAt} from "../../pipelines/generate/manifold.node.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import {stubServer, type Workbook, workbook} from "../workbook.js";

const SUITE = `tasks:
  - {task: arithmetic, params: {length: [4, 12]}, tiers: {easy: {length: 4}, hard: {length: 12}}}
  - {task: boolean, params: {length: 6}, tiers: {easy: {}}}
  - {task: listops, params: {max_depth: [1, 2]}, tiers: {easy: {max_depth: 1}, hard: {max_depth: 2}}}
`;
export const ASKED = 50;

export interface WeakRun extends AsyncDisposable {
  book: Workbook;
  store: string;
}

/** Runs fifty tests; the model knows one of them. */
export async function weakRun(): Promise<WeakRun> {
  const book = await workbook({"suites/small.yaml": SUITE});
  const {suite, locate} = (await readSuites([join(book.root, "data", "suites", "small.yaml")])).suites[0]!;
  const answers = new Map<string, string>();
  for (const point of manifold(suite, {tasks, seed: 7, locate}))
    for (let index = 0; index < ASKED; index++) {
      const {prompt, expected} = testAt(point, tasks.get(point.base_task)!, index);
      answers.set(prompt, expected);
    }
  let known: string | undefined;
  let silent = 0;
  await using server = await stubServer(({messages}) => {
    const asked = (messages as {content: string}[]).at(-1)!.content;
    const [prompt, expected] = [...answers].find(([question]) => asked.includes(question))!;
    known ??= prompt;
    if (prompt === known) return `Answer: ${expected}`;
    // Wrong in kind or in value, and now and then no answer at all.
    return ++silent % 7 === 0
      ? "I am not sure."
      : `Answer: ${expected === "True" ? "False" : expected === "False" ? "True" : "987654"}`;
  });
  const ended = await book.command(
    "run",
    "--base-url",
    server.url,
    "--model",
    "weak",
    "--limit",
    String(ASKED),
    "--out",
    "data/weak"
  );
  if (ended.code !== 0) throw new Error(ended.stderr);
  return {book, store: join(book.root, "data", "weak"), [Symbol.asyncDispose]: () => book[Symbol.asyncDispose]()};
}
