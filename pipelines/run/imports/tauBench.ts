// Trajectories of tau-bench: a list of episodes, each with its dialogue, its tool calls and the reward of its end state.
// https://github.com/sierra-research/tau-bench
import {basename} from "node:path";
import {UserError} from "../../rows/error.js";
import {jsonOf as parsed} from "../../rows/json.js";
import {type LoggedCall, recordText, type Turn} from "../../score/episode.js";
import type {ForeignRun, ForeignSample} from "./foreign.js";
import {countOf, type Fields, fieldsOf, jsonOf, listOf, numberOf, objectOf, shown, textOf} from "./json.js";

const DOMAINS = ["airline", "retail", "telecom"] as const;

/** The run of a file. Its model is known by the file's name alone: gpt-4o-airline.json, tool-calling-gpt-4o-0.0_range_0-50_user-gpt-4o.json. */
export async function tauBenchRun(file: string): Promise<ForeignRun> {
  const episodes = await jsonOf(file);
  if (!Array.isArray(episodes)) throw new UserError(`${file} is no list of episodes`);
  const domain = domainOf(file, fieldsOf(episodes[0]));
  return {
    format: "tau-bench",
    file,
    model: modelOf(file),
    task: domain === null ? "tau-bench" : `tau-bench-${domain}`,
    template: null,
    sampler: null,
    identity: null,
    async *samples() {
      for (const [i, value] of episodes.entries()) {
        const place = `${file}:${i + 1}`;
        const episode = objectOf(value);
        yield episode ? sampleOf(episode, {place, domain}) : {place, bad: "expected an object"};
      }
    }
  };
}

const modelOf = (file: string): string =>
  basename(file)
    .replace(/\.json(?:\.(?:gz|zst))?$/u, "")
    .replace(/^tau-bench-/u, "")
    .replace(/^(?:tool-calling|act|react|few-shot)-/u, "")
    .replace(/(?:-[\d.]+)?_range_.*$/u, "")
    .replace(new RegExp(`-(?:${DOMAINS.join("|")})$`, "u"), "") || "unnamed";

/** The domain that the file's name has, or the policy in the first message. */
function domainOf(file: string, episode: Fields): string | null {
  const policy = shown(fieldsOf(listOf(episode.traj)[0]).content).slice(0, 200);
  for (const text of [basename(file), policy]) {
    const domain = DOMAINS.find(each => text.toLowerCase().includes(each));
    if (domain) return domain;
  }
  return null;
}

function sampleOf(
  episode: Fields,
  {place, domain}: {place: string; domain: string | null}
): ForeignSample | {place: string; bad: string} {
  const id = countOf(episode.task_id);
  const reward = numberOf(episode.reward);
  if (id === null) return {place, bad: '"task_id" is missing'};
  if (reward === null) return {place, bad: '"reward" is missing'};
  const info = fieldsOf(episode.info);
  const question = textOf(fieldsOf(info.task).instruction) ?? `task ${id}`;
  const turns = turnsOf(listOf(episode.traj).map(fieldsOf));
  const calls = turns.flatMap(turn => turn.calls);
  const user_cost = numberOf(info.user_cost);
  return {
    place,
    id,
    question,
    prompt: question,
    expected: "",
    trial: countOf(episode.trial) ?? 0,
    text: recordText(turns),
    category: domain ?? undefined,
    reported: {
      right: reward === 1,
      answer: reward === 1 ? "reached" : "other",
      scores: {reward, ...(user_cost !== null && {user_cost})},
      measures: {
        end_state: reward === 1 ? 1 : 0,
        calls: calls.length,
        malformed_calls: calls.filter(({malformed}) => malformed).length,
        unknown_tools: calls.filter(({unknown}) => unknown).length
      },
      readable: false
    }
  };
}

/** Each message of the model with its calls; results are in the messages of role tool. */
function turnsOf(messages: readonly Fields[]): Turn[] {
  const results = new Map(messages.filter(({role}) => role === "tool").map(each => [each.tool_call_id, shown(each.content)]));
  return messages
    .filter(({role}) => role === "assistant")
    .map(message => ({
      text: shown(message.content),
      calls: listOf(message.tool_calls).map(each => callOf(fieldsOf(each), results))
    }));
}

/** A call; tau-bench's tools answer errors as texts. */
function callOf(call: Fields, results: ReadonlyMap<unknown, string>): LoggedCall {
  const {name, arguments: written} = fieldsOf(call.function);
  const result = results.get(call.id) ?? "";
  return {
    tool: shown(name),
    arguments: shown(written),
    status: /^(?:Error|Unknown action)\b/u.test(result) ? 400 : 200,
    result,
    ...(parsed(shown(written)) === undefined && {malformed: true}),
    ...(result.startsWith("Unknown action") && {unknown: true})
  };
}
