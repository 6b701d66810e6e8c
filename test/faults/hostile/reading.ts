// Process that reads every hostile text with everything that reads text of others, and says each time what comes next.
import {matches} from "../../../pipelines/book/dataset.js";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomOf} from "../../../pipelines/generate/seed.js";
import type {Items} from "../../../pipelines/generate/task.js";
import {redacted} from "../../../pipelines/infer/redact.js";
import {lexical} from "../../../pipelines/infer/reference/embedding.node.js";
import {limited} from "../../../pipelines/infer/reference/limit.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {roster} from "../../../pipelines/infer/reference/roster.js";
import {kindOf, kindOfForm} from "../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../pipelines/score/answer/read.js";
import {visibleText} from "../../../pipelines/score/answer/visible.js";
import {statedConfidence} from "../../../pipelines/score/scorers/confidence.js";
import {stepMeasures} from "../../../pipelines/score/steps.js";
import {describe} from "../../../pipelines/studies/traces/make.node.js";
import {hostilePrompts, hostileTexts} from "./texts.js";

/** UTF-16 units of a text: one that is read in quadratic time takes 50 billion steps, far longer than the test waits for a sign of life. */
const SIZE = 300_000;
/** Of a prompt, which the server reads with all its solvers, and of one short enough for solvers that refuse long questions. */
const PROMPT_SIZES = [300_000, 30_000];
/** Into so many parts units are divided among tasks. */
const PARTS = 2;
const OPTIONS = ["a a", "a, ", "1", "New York", "york"];

/** Kinds of answers, once where several tasks share one. */
const kinds = [
  ...new Map([...tasks].map(([name, {answer}]) => [answer, [`task ${name}`, kindOfForm(answer)] as const])).values(),
  ...["1.5", "yes", "true", "A", "york", "a line of some words", "\\frac{1}{\\sqrt{2}}", "[1, None]"].map(
    expected => [`an answer like ${expected}`, kindOf(expected)] as const
  ),
  ["one of several words", kindOf("york", OPTIONS)] as const,
  ["one of several options", kindOf("A", OPTIONS)] as const
];

const [reasoned, sure] = ["zen-reason", "zen-calib"].map(name => benchmarkTasks.get(name)!.items) as [Items, Items];
/** An item of each kind of chains. */
const chains = [0, 960, 1_920, 2_880, 3_840].map(place => reasoned.at(place));

function* readings(): Generator<{name: string; read: () => unknown}> {
  for (const {name, text} of hostileTexts(SIZE)) {
    const all = (read: (text: string) => unknown) => () => read(text);
    for (const [expected, kind] of kinds)
      yield {
        name: `${expected} in ${name}`,
        read: all(each => readAnswer(visibleText({text: each, reasoning: null}).final, kind))
      };
    yield {name: `the trace ${name}`, read: all(describe)};
    yield {name: `the prompt ${name}`, read: all(answered)};
    yield {name: `the confidence of ${name}`, read: all(each => [each, `Confidence ${each}`].map(statedConfidence))};
    yield {name: `the steps of ${name}`, read: all(each => chains.map(({steps}) => stepMeasures(each, steps!)))};
    yield {name: `a key in ${name}`, read: all(each => redacted(each, "sk-answer-1-answer: 1 or "))};
    yield {name: `the embedding of ${name}`, read: all(lexical)};
    yield {name: `a pattern of stars for ${name}`, read: all(patterned)};
  }
  let tasksRead = 0;
  for (const [task, {params, generate}] of tasks) {
    const {prompt} = generate(params.parse({}), randomOf("a question"));
    // Neighbouring tasks share units, as a task shares its wording and its solver with its neighbours.
    const share = {part: tasksRead++ % PARTS, of: PARTS};
    for (const size of PROMPT_SIZES)
      for (const {name, text} of hostilePrompts(prompt, size - prompt.length, share))
        yield {name: `the prompt of ${task} with ${name}`, read: () => answered(text)};
  }
  for (const {prompt} of [...chains, sure.at(0)])
    for (const size of PROMPT_SIZES)
      for (const {name, text} of hostilePrompts(prompt, size - prompt.length))
        yield {name: `the prompt of a generated benchmark with ${name}`, read: () => answered(text)};
}

const answered = (prompt: string) => limited(reply(roster[0]!, prompt), 100);

/** Patterns of many stars, each with a name that fits but for its end. */
const patterned = (text: string) => {
  const start = text.slice(0, 8);
  return matches(
    {model: `${`*${start}`.repeat(12)}\u0001`, template: "*", sampler: "*"},
    {model: text, template: "", sampler: ""}
  );
};

let read = 0;
for (const reading of readings()) {
  process.send!({next: reading.name});
  reading.read();
  read++;
}
process.send!({read});
process.disconnect();
