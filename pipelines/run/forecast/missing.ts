// Sums up what an evaluation still lacks: its requests, and what one of them holds.
import {type Bounds, plus, type RequestShape, range} from "./pointEstimate.js";
import type {Replayed} from "./replay.js";
import type {Requests} from "./requestCounts.js";

/** Mean prompt of missing requests, which the answers before it make longer within a dialogue. */
export interface Shape {
  /** Prompt tokens of a first request. */
  prompt: number;
  /** Most prompt tokens. */
  most: number;
  /** Answers that stand before a request within its dialogue, for dialogues of the fewest requests and of the most. */
  before: Bounds;
  /** Prompt tokens of turns and of tools' results beside them. */
  further: Bounds;
  /** Share of the requests that ask for log-probabilities of a prompt, whose completions are one token each. */
  echoed: number;
}

/** The missing requests of a target. Samples that reallocation may add take as many requests as the others. */
export function missingOf({
  cells,
  saved = 0,
  shapes
}: {
  cells: ReadonlyMap<string, Replayed>;
  saved?: number | undefined;
  shapes: ReadonlyMap<string, RequestShape>;
}): {open: boolean; requests: Requests; shape: Shape} {
  const open = [...cells].filter(([, cell]) => cell.missing.high > 0);
  const requests = {low: range(), high: range()};
  const sums = {answers: 0, weight: 0, prompt: 0, most: 0, echoed: 0, before: range(), further: range()};
  for (const [id, {lacking, missing, echoed}] of open) {
    for (const end of ["low", "high"] as const) requests[end] = plus(requests[end], lacking[end]);
    const shape = shapes.get(id);
    const weight = (lacking.low.low + lacking.low.high + lacking.high.low + lacking.high.high) / 4;
    sums.answers += missing.high;
    sums.weight += weight;
    sums.echoed += weight * echoed;
    if (!shape) continue;
    sums.prompt += weight * shape.prompt.low;
    sums.most += weight * shape.prompt.high;
    for (const end of ["low", "high"] as const) {
      const before = weight * (1 - echoed) * ((lacking.high[end] / missing.high - 1) / 2);
      sums.before[end] += Math.max(0, before);
      sums.further[end] += Math.max(0, before) * shape.further;
    }
  }
  for (const end of ["low", "high"] as const)
    requests.high[end] += saved * (sums.answers > 0 ? requests.high[end] / sums.answers : 1);
  const mean = (sum: number) => sum / (sums.weight || 1);
  const both = ({low, high}: Bounds) => range(mean(low), mean(high));
  return {
    open: open.length > 0 || saved > 0,
    requests,
    shape: {
      prompt: mean(sums.prompt),
      most: mean(sums.most),
      before: both(sums.before),
      further: both(sums.further),
      echoed: mean(sums.echoed)
    }
  };
}

/**
 * Where the number of requests of a target's dialogues lies between the fewest and the most: mean and standard deviation after one dialogue of
 * each kind was added to those at hand, so that without any they are those of the uniform distribution. Null without dialogues.
 */
export function turnsOf({cells}: {cells: ReadonlyMap<string, Replayed>}): {mean: number; spread: number; n: number} | null {
  let open = false;
  let known = {n: 0, requests: 0, ...range()};
  for (const {lacking, dialogues} of cells.values()) {
    if (lacking.high.high > lacking.high.low) open = true;
    known = plus(known, dialogues);
  }
  if (!open) return null;
  const {n} = known;
  const place = n > 0 ? (known.requests - known.low) / (known.high - known.low) : 0;
  const mean = (1 + n * place) / (2 + n);
  return {mean, spread: Math.sqrt((mean * (1 - mean)) / (n + 3)), n};
}
