// Drives the episodes of ZenAgent: by its optimal plan, or by a simulated model, without a model's server between.

import type {Environment} from "../../../pipelines/generate/benchmarks/agent/world.js";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import type {DrawnItem} from "../../../pipelines/generate/task.js";
import {type Heard, nextMove} from "../../../pipelines/infer/reference/errands/run.js";
import type {SimulatedModel} from "../../../pipelines/infer/reference/roster.js";
import {type OpenEpisode, openEpisode} from "../../../pipelines/run/environments/episode.js";
import type {EpisodeOutcome, LoggedCall} from "../../../pipelines/score/episode.js";

export const zenAgent = benchmarkTasks.get("zen-agent")!.items;

/** The places of all items of an edition. */
export const places = Array.from({length: zenAgent.places({}) as number}, (_, place) => place);

export const environmentOf = (item: DrawnItem): Environment => item.scorer as Environment;

/** What a list of calls comes to; each that fails with a status of 500 or more is made again at once. */
export async function outcomeOf(
  item: DrawnItem,
  calls: readonly {tool: string; arguments: unknown}[],
  open: OpenEpisode = openEpisode
): Promise<{outcome: EpisodeOutcome; log: LoggedCall[]}> {
  const episode = open(environmentOf(item));
  const log: LoggedCall[] = [];
  for (const {tool, arguments: given} of calls) {
    const written = JSON.stringify(given);
    let call = await episode.call(tool, written);
    log.push(call);
    if (call.status >= 500) log.push((call = await episode.call(tool, written)));
  }
  const outcome = episode.outcome();
  episode.close();
  return {outcome, log};
}

/** The episode of a simulated model, and the number of requests that it would have taken. */
export async function episodeOf(
  model: SimulatedModel,
  item: DrawnItem,
  open: OpenEpisode = openEpisode
): Promise<{outcome: EpisodeOutcome; requests: number; ended: boolean}> {
  const {prompt, tools = [], max_turns = 8} = item;
  const episode = open(environmentOf(item));
  const heard: Heard[] = [];
  let [requests, ended] = [0, false];
  while (requests < max_turns && !ended) {
    requests++;
    const move = nextMove(model, {prompt, tools, heard});
    if (!move) throw new Error("the planner does not read this prompt");
    heard.push({role: "assistant", content: ""});
    if ("text" in move) ended = true;
    else
      for (const {id, name, arguments: given} of move.calls)
        heard.push({role: "tool", call: id, content: (await episode.call(name, given)).result});
  }
  const outcome = episode.outcome();
  episode.close();
  return {outcome, requests, ended};
}
