// How fast questions about facts are made, and texts around them: seconds, and tokens a second, of processor time.
import {backgroundOf} from "../../pipelines/generate/background/sources.node.js";
import {SKILL_NAMES} from "../../pipelines/generate/facts/skills.js";
import {questionsOf} from "../../pipelines/generate/question.js";
import {tasks} from "../../pipelines/generate/registry.node.js";
import type {BenchRow} from "./infer.bench.js";

/** Questions of each skill, and the seconds in which those of all are to be made. */
const PER_SKILL = 500;
const SECONDS = 5;
/** Tokens a second that a background which has been counted is to be assembled with. */
const TOKENS = 20_000_000;
const ROUNDS = 4;
/** Tokens that are assembled in each round. */
const PER_ROUND = 40_000_000;

export const benchFacts = (): BenchRow[] => [skillsRow(), ...[16_000, 128_000, 700_000].map(assembledRow), expandedRow()];

/** Seconds of processor time. */
export function secondsOf(work: () => void): number {
  const started = process.cpuUsage();
  work();
  const {user, system} = process.cpuUsage(started);
  return (user + system) / 1e6;
}
const best = (measured: number[]): number => Math.min(...measured);

function questions(name: string, given: Record<string, unknown>) {
  const task = tasks.get(name)!;
  return questionsOf(task, {params: task.params.parse(given) as Record<string, unknown>, seed: 42});
}

function skillsRow(): BenchRow {
  const all = SKILL_NAMES.map(skill => questions("facts", {skill}));
  const seconds = secondsOf(() => {
    for (const question of all) for (let i = 0; i < PER_SKILL; i++) question(i);
  });
  return {
    work: `${SKILL_NAMES.length} skills × ${PER_SKILL} questions without a background, the first round`,
    ours: `${seconds.toFixed(2)} s`,
    baseline: `${SECONDS} s`,
    ratio: SECONDS / seconds,
    target: "≥ 1 × baseline"
  };
}

function assembledRow(context_tokens: number): BenchRow {
  const question = questions("facts", {context_tokens, background: "king-james"});
  backgroundOf("king-james", {tokens: context_tokens, tokenizer: "o200k"});
  return rateRow(`prompts of ${context_tokens.toLocaleString("en")} tokens from a counted background`, {
    question,
    context_tokens
  });
}

function expandedRow(): BenchRow {
  const context_tokens = 128_000;
  const question = questions("expanded-movies", {context_tokens});
  question(0);
  return rateRow("expanded questions of movies, 128,000 tokens of stories", {question, context_tokens});
}

function rateRow(
  work: string,
  {question, context_tokens}: {question: ReturnType<typeof questions>; context_tokens: number}
): BenchRow {
  const prompts = Math.ceil(PER_ROUND / context_tokens);
  let bytes = 0;
  const seconds = best(
    Array.from({length: ROUNDS}, (_, round) =>
      secondsOf(() => {
        // Written out, as a request writes it: a text that nobody has read may not have been put together yet.
        for (let i = 0; i < prompts; i++) bytes += Buffer.byteLength(question(round * prompts + i).prompt);
      })
    )
  );
  const rate = (prompts * context_tokens) / seconds;
  return {
    work: `${work} (${Math.round(bytes / ROUNDS / 1e6)} MB)`,
    ours: `${Math.round(rate).toLocaleString("en")} tokens/s`,
    baseline: `${TOKENS.toLocaleString("en")} tokens/s`,
    ratio: rate / TOKENS,
    target: "≥ 1 × baseline"
  };
}
