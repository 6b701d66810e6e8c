// The tables of the study of agents.
import {column, evaluation, simulated, type Table} from "../../store/columns.js";
import {MEASURES} from "./measures.js";

const episode = {
  ...evaluation,
  item_id: column("text", "identity of the task"),
  trial: column("integer", "0-based repetition"),
  world: column("key", "whose API it was")
};
const order = ["model", "template", "sampler", "item_id", "trial"];

export const agentsTables = {
  agents: {
    description: "one row per evaluation, world and measure of episodes, in which calls of tools act on a database",
    columns: {
      ...evaluation,
      world: column("key", "whose API it was; empty for all worlds together"),
      measure: column(
        "key",
        Object.entries(MEASURES)
          .map(([name, {what}]) => `${name}: ${what}`)
          .join("; ")
      ),
      value: column("double", "its value: a share from 0 to 1, or a mean of calls; null where n is 0"),
      low: column(
        "double",
        "lower end of its 95 % interval, clustered by task: Wilson's for shares, Student's t for means; null of one task, and of means where all are alike"
      ),
      high: column("double", "upper end"),
      n: column("integer", "what it is a share or mean of: episodes, injected failures, calls or responses"),
      episodes: column("integer", "scored episodes, those among them that a token limit ended"),
      simulated
    },
    order: ["model", "template", "sampler", "world", "measure"]
  },
  episodes: {
    description: "one row per episode: the outcome of its calls",
    columns: {
      ...episode,
      end: column(
        "key",
        "reached: the goal; forbidden: the goal, by a call that was forbidden; unfinished: the goal, but the model went on calling; other: another state; unchanged: the state of the start"
      ),
      correct: column("boolean", "whether it counts as right"),
      truncated: column("boolean", "whether a token limit ended it"),
      turns: column("integer", "requests whose answers the record has; null where it has none"),
      calls: column("integer", "calls, failed ones included"),
      optimal: column("integer", "calls of the shortest plan"),
      needless_calls: column("integer", "calls beyond that plan and the injected failures"),
      forbidden: column("integer", "calls that succeeded though they were forbidden"),
      faults: column("integer", "injected failures that were met"),
      recovered: column("integer", "of these, calls that were made again with success"),
      malformed_calls: column("integer", "calls whose arguments are not JSON"),
      unknown_tools: column("integer", "calls of tools that do not exist"),
      simulated
    },
    order
  },
  episode_steps: {
    description: "one row per message of a model and per call of an episode, in their order: its trace",
    columns: {
      ...episode,
      turn: column("integer", "1-based number of the request that it answers"),
      call: column("integer", "1-based number of the call in its message; 0 for the message's own text"),
      text: column("text", "the message's text; null for a call"),
      tool: column("text", "the tool that was called; null for a message"),
      arguments: column("text", "its arguments, as the model wrote them"),
      status: column("integer", "HTTP status of the API's answer"),
      result: column("text", "the API's answer, JSON"),
      note: column("key", "forbidden, fault (an injected failure), malformed or unknown; empty where nothing is to be said"),
      changes: column("text", "rows that the call added and removed, by view, JSON; null where it changed nothing"),
      simulated
    },
    order: [...order, "turn", "call"],
    rowGroup: 8_192
  }
} satisfies Record<string, Table>;
