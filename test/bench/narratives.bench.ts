// How fast narratives are told and validated, tokens per second of processor time. The maker validates each story itself; "told and
// validated" is once more, as `narratives -- validate` does.
import {makeNarrative} from "../../pipelines/generate/narratives/make.js";
import {narrativeSettings} from "../../pipelines/generate/narratives/settings.js";
import {validate} from "../../pipelines/generate/narratives/validate.js";
import {randomOf} from "../../pipelines/generate/seed.js";
import {tokenCounter} from "../../pipelines/tokenizer/counter.node.js";
import type {BenchRow} from "./infer.bench.js";

const ROUNDS = 4;
/** Tokens told in each round. */
const PER_ROUND = 4_000_000;

export function benchNarratives(): BenchRow[] {
  return [
    row({tokens: 10_000, isValidated: false, target: 2_000_000}),
    row({tokens: 10_000, isValidated: true, target: 500_000}),
    row({tokens: 1_000_000, isValidated: false, target: 2_000_000}),
    row({tokens: 1_000_000, isValidated: true, target: 500_000}),
    memoryRow()
  ];
}

function row({tokens, isValidated, target}: {tokens: number; isValidated: boolean; target: number}): BenchRow {
  const rates = Array.from({length: ROUNDS}, (_, round) => rateOf(round, {tokens, isValidated}));
  const rate = Math.max(...rates);
  return {
    work: `narratives of ${tokens.toLocaleString("en")} tokens told${isValidated ? " and validated" : ""}`,
    ours: `${Math.round(rate).toLocaleString("en")} tokens/s`,
    baseline: `${target.toLocaleString("en")} tokens/s`,
    ratio: rate / target,
    target: "≥ 1 × baseline"
  };
}

function rateOf(round: number, {tokens, isValidated}: {tokens: number; isValidated: boolean}): number {
  const settings = narrativeSettings.parse({target_tokens: tokens});
  const count = tokenCounter("o200k");
  const started = process.cpuUsage();
  let told = 0;
  for (let i = 0; told < PER_ROUND; i++) {
    const narrative = makeNarrative(settings, {id: String(i), random: randomOf(`${tokens} ${round} ${i}`), count});
    told += narrative.tokens;
    const [problem] = isValidated ? validate(narrative) : [];
    if (problem) throw new Error(`narrative ${i} of round ${round}: ${problem.message}`);
  }
  const {user, system} = process.cpuUsage(started);
  return told / ((user + system) / 1e6);
}

/** Peak memory of the whole process, a million tokens told and validated included. */
function memoryRow(): BenchRow {
  const megabytes = process.resourceUsage().maxRSS / 1024;
  const target = 1_000;
  return {
    work: "peak memory of the rows above",
    ours: `${Math.round(megabytes).toLocaleString("en")} MB`,
    baseline: `${target.toLocaleString("en")} MB`,
    ratio: target / megabytes,
    target: "≥ 1 × baseline"
  };
}
