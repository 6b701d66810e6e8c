// Scoring a sample (extract, status, compression of a trace of 4 kB) against gzip of the same trace alone.
// Per core: processor time is counted, and the two sides take turns, so that other work on the machine weighs on both alike.
import {gzipSync} from "node:zlib";
import {defaultQuestions, tasks} from "../../pipelines/generate/registry.node.js";
import type {Completion} from "../../pipelines/infer/completion.js";
import {reply} from "../../pipelines/infer/reference/reply.node.js";
import {roster} from "../../pipelines/infer/reference/roster.js";
import {equalExpressions} from "../../pipelines/run/expressionEngine.js";
import {kindOfForm} from "../../pipelines/score/answer/kinds.js";
import type {ValueKind} from "../../pipelines/score/answer/values.js";
import {visibleText} from "../../pipelines/score/answer/visible.js";
import {scoreCompletion} from "../../pipelines/score/score.node.js";
import type {BenchRow} from "./infer.bench.js";

const TRACE_BYTES = 4096;
const PER_TASK = 20;
const ROUNDS = 12;
const TARGET = 8000;

interface Sample {
  completion: Completion;
  trace: string;
  prompt: string;
  expected: string;
  kind: ValueKind;
}

/** Answers of simulated models to every task, in all three places where a trace may stand; traces of several questions make 4 kB. */
function samples(): Sample[] {
  return [...tasks.values()].flatMap(task => {
    const asked = defaultQuestions(task.name, 42);
    const told = (model: number, index: number) => visibleText(reply(roster[model % roster.length]!, asked(index).prompt));
    let next = PER_TASK;
    return Array.from({length: PER_TASK}, (_, i) => {
      const {prompt, expected} = asked(i);
      const {trace: own, final} = told(7 * i, i);
      let trace = own;
      while (trace.length < TRACE_BYTES) trace += `\n${told(7 * i, next++).trace}`;
      trace = trace.slice(0, TRACE_BYTES);
      const answer = final.trim().split("\n").slice(-3).join("\n");
      const place = [
        {reasoning: trace, text: answer},
        {reasoning: null, text: `<think>\n${trace}</think>\n\n${answer}`},
        {reasoning: null, text: `${trace}\n${answer}`}
      ][i % 3]!;
      const rest = {finish_reason: "stop", prompt_tokens: 1, completion_tokens: 1, billed: null, latency_ms: 1, retries: 0};
      const completion: Completion = {...place, ...rest};
      return {completion, trace: visibleText(completion).trace, prompt, expected, kind: kindOfForm(task.answer)};
    });
  });
}

export function benchScore(): BenchRow[] {
  const all = samples();
  const compressed = ({completion, ...question}: Sample) => {
    const score = scoreCompletion(completion, question, {equal: equalExpressions});
    if ("unscored" in score) throw new Error(score.reason);
    return score.compressed_bytes;
  };
  const ours = () => all.reduce((sum, sample) => sum + compressed(sample), 0);
  const alone = () => all.reduce((sum, {trace}) => sum + gzipSync(trace, {level: 6, chunkSize: 4096}).length, 0);
  if (ours() !== alone()) throw new Error("the two sides compress different texts");
  const spent = {ours: Number.POSITIVE_INFINITY, alone: Number.POSITIVE_INFINITY};
  for (let round = 0; round < ROUNDS; round++) {
    spent.ours = Math.min(spent.ours, seconds(ours));
    spent.alone = Math.min(spent.alone, seconds(alone));
  }
  const rate = (time: number) => all.length / time;
  const shown = (time: number) => `${Math.round(rate(time)).toLocaleString("en")}/s`;
  return [
    {
      work: "samples scored, trace of 4 kB",
      ours: shown(spent.ours),
      baseline: `${TARGET.toLocaleString("en")}/s`,
      ratio: rate(spent.ours) / TARGET,
      target: "≥ 1 × baseline"
    },
    {
      work: "time of that",
      ours: `${((spent.ours / all.length) * 1e6).toFixed(0)} µs`,
      baseline: `${((spent.alone / all.length) * 1e6).toFixed(0)} µs (gzip alone)`,
      ratio: spent.ours / spent.alone,
      target: "≤ 1.3 × baseline"
    }
  ];
}

/** Processor time of a piece of work. */
function seconds(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const {user, system} = process.cpuUsage(started);
  return (user + system) / 1e6;
}
if (process.argv[1]?.endsWith("score.bench.ts")) console.table(benchScore());
