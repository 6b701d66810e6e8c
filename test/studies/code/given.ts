// A small book whose models write programs of stated kinds, each fault of them planted, on a loopback server.
import type {ServerResponse} from "node:http";
import type {ScorerOf} from "../../../pipelines/book/scorers.js";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import type {Outcome} from "../../../pipelines/studies/code/rates.js";

/** What a page must not take for its own. */
export const WICKED = "<img src=x onerror=alert(1)><script>document.title = 'broken'</script>";

/** Problems of the bank in MBPP's layout. */
export const PROBLEMS = 40;
const problem = (i: number) => ({
  task_id: i,
  text: `Write a function that adds ${i} to a number.`,
  code: `def add(x):\n    return x + ${i}`,
  test_list: [`assert add(1) == ${1 + i}`, `assert add(${-i}) == 0`]
});

/** What the model `faulty` does with problem i: each kind for as many problems. */
export const KINDS = [
  "passed",
  "no_program",
  "syntax_error",
  "no_function",
  "timed_out",
  "stopped",
  "raised_error",
  "wrong_result",
  "truncated",
  "passed"
] as const satisfies readonly Outcome[];

const fenced = (code: string): string => `Here it is.\n\`\`\`python\n${code}\n\`\`\``;
const program = (i: number, kind: Outcome): string =>
  ({
    passed: fenced(`def add(x):\n    # ${WICKED}\n    return x + ${i}`),
    no_program: `I cannot do that. ${WICKED}`,
    syntax_error: fenced("def add(x) return x"),
    no_function: fenced("def plus(x):\n    return x"),
    timed_out: fenced("def add(x):\n    while True:\n        pass"),
    stopped: fenced("def add(x):\n    return [0] * 10 ** 9"),
    raised_error: fenced(`def add(x):\n    raise ValueError("${WICKED.replaceAll('"', "'")}")`),
    wrong_result: fenced(`def add(x):\n    return ${1 + i}`),
    truncated: fenced(`def add(x):\n    return x + ${i}`)
  })[kind as (typeof KINDS)[number]];

const {items} = benchmarkTasks.get("zen-code")!;

/** A problem of ZenCode-Hard with a program that knows the hidden results. */
export function solvedItem(place: number): {prompt: string; scorer: ScorerOf<"code">; source: string} {
  const {prompt, scorer} = items.at(place, {edition: 1});
  if (scorer?.kind !== "code") throw new Error("no programs are asked for");
  const results = JSON.stringify(scorer.cases.map(each => [JSON.stringify(each.arguments), each.result]));
  const source = `import json\nKNOWN = dict(json.loads(${JSON.stringify(results)}))\ndef ${scorer.entry_point}(*given):\n    return KNOWN[json.dumps(given, separators=(",", ":"))]`;
  return {prompt, scorer, source};
}

/** Problems of ZenCode-Hard by prompt, with their level. */
const known = new Map(
  ([1, 2, 3, 4, 5] as const).flatMap(level =>
    Array.from(items.places({level}) as Uint32Array, place => {
      const {prompt, scorer, source} = solvedItem(place);
      return [prompt, {level, name: scorer.entry_point!, source}] as const;
    })
  )
);

const BANK = "files: mine.jsonl\nlayout: mbpp\nscorer: {kind: code, milliseconds: 400}\n";
export const bookOf = (url: string): Record<string, string> => ({
  "suites/small.yaml":
    "tasks:\n  - {bank: mine}\n  - {bank: script}\n  - {task: zen-code}\n  - {task: zen-code, params: {family: games, level: 1}}\n  - {task: boolean, params: {length: 6}}\n",
  "banks/mine.yaml": BANK,
  "banks/mine.jsonl": Array.from({length: PROBLEMS}, (_, i) => JSON.stringify(problem(i))).join("\n"),
  "banks/script.yaml": "files: script.jsonl\nlayout: mbpp\nscorer: {kind: code, language: javascript}\n",
  "banks/script.jsonl": Array.from({length: 6}, (_, i) => JSON.stringify({...problem(i), text: `In JavaScript, add ${i}.`})).join(
    "\n"
  ),
  "models/own.yaml": `endpoint: ${url}\nmodels: [{id: able}, {id: faulty}]\n`,
  "samplers/greedy.yaml": "max_tokens: 2048\ntemperature: 1\ntrials: 2\n",
  "book.yaml":
    "suite: suites/small.yaml\nmodels: [models/own.yaml]\ntemplate: templates/plain.yaml\nsampler: samplers/greedy.yaml\nprecision: {min: 40, step: 40, max: 40}\nseed: 7\n"
});

/**
 * The server's reply. `able` passes what is below level 3, and of each problem of the bank exactly one of two answers; `faulty` does with the
 * bank's problems what `KINDS` says, and returns nothing otherwise.
 */
export function replies() {
  const asked = new Map<string, number>();
  return (body: Record<string, unknown>, _: unknown, response: ServerResponse): string | undefined => {
    const question = (body.messages as {content: string}[]).at(-1)!.content;
    const key = `${String(body.model)} ${question}`;
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    const hard = known.get(question);
    if (hard) return fenced(body.model === "able" && hard.level < 3 ? hard.source : `def ${hard.name}(*given):\n    return None`);
    const place = /adds (\d+) to/u.exec(question)?.[1];
    if (place === undefined) return fenced("add = lambda x: x");
    const i = Number(place);
    const kind: Outcome = body.model === "able" ? (times === 0 ? "passed" : "wrong_result") : KINDS[i % KINDS.length]!;
    const content = program(i, kind);
    if (kind !== "truncated") return content;
    response.setHeader("content-type", "application/json");
    const usage = {prompt_tokens: 50, completion_tokens: 2048, total_tokens: 2098};
    response.end(JSON.stringify({choices: [{index: 0, message: {role: "assistant", content}, finish_reason: "length"}], usage}));
    return undefined;
  };
}
