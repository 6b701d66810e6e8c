// The tables of the study of agents.
import {boolean, double, evaluation, integer, key, series, simulated, type Table, text, texts} from "../../store/columns.js";
import {MEASURES, PASS_HAT, PASS_HAT_WHAT} from "./measures.js";

const episode = {
  ...evaluation,
  item_id: text("identity of the task"),
  trial: integer("0-based repetition"),
  world: key("whose API it was")
};
const order = ["model", "template", "sampler", "item_id", "trial"];

export const agentsTables = {
  agents: {
    description: "one row per evaluation, world and measure of episodes, in which calls of tools act on a database",
    columns: {
      ...evaluation,
      world: key("whose API it was; empty for all worlds together"),
      measure: key(
        [...Object.entries(MEASURES).map(([name, {what}]) => `${name}: ${what}`), `${PASS_HAT}: ${PASS_HAT_WHAT}`].join("; ")
      ),
      k: integer("of pass_hat: episodes that all have to succeed; null of other measures"),
      value: double("its value: a share from 0 to 1, or a mean of calls; null where n is 0"),
      low: double(
        "lower end of its 95 % interval, clustered by task: Wilson's for shares, Student's t for means, a bootstrap over tasks for pass_hat; null of one task, and of means where all are alike"
      ),
      high: double("upper end"),
      n: integer("what it is a share or mean of: episodes, injected failures, calls or responses; of pass_hat tasks"),
      left_out: integer("of pass_hat: tasks with fewer than k scored episodes, which are left out; null of other measures"),
      episodes: integer("scored episodes, those among them that a token limit ended"),
      simulated
    },
    order: ["model", "template", "sampler", "world", "measure", "k"]
  },
  episodes: {
    description: "one row per episode: the outcome of its calls",
    columns: {
      ...episode,
      end: key(
        "reached: the goal; forbidden: the goal, by a call that was forbidden; unfinished: the goal, but the model went on calling; other: another state; unchanged: the state of the start"
      ),
      correct: boolean("whether it counts as right"),
      truncated: boolean("whether a token limit ended it"),
      turns: integer("requests whose answers the record has; null where it has none"),
      calls: integer("calls, failed ones included"),
      optimal: integer(
        "calls of the shortest plan; null of imported episodes, as are needless_calls, forbidden, faults and recovered"
      ),
      needless_calls: integer("calls beyond that plan and the injected failures"),
      forbidden: integer("calls that succeeded though they were forbidden"),
      faults: integer("injected failures that were met"),
      recovered: integer("of these, calls that were made again with success"),
      malformed_calls: integer("calls whose arguments are not JSON"),
      unknown_tools: integer("calls of tools that do not exist"),
      simulated
    },
    order
  },
  episode_steps: {
    description: "one row per message of a model and per call of an episode, in their order: its trace",
    columns: {
      ...episode,
      turn: integer("1-based number of the request that it answers"),
      call: integer("1-based number of the call in its message; 0 for the message's own text"),
      text: text("the message's text; null for a call"),
      tool: text("the tool that was called; null for a message"),
      arguments: text("its arguments, as the model wrote them"),
      status: integer("HTTP status of the API's answer"),
      result: text("the API's answer, JSON"),
      note: key("forbidden, fault (an injected failure), malformed or unknown; empty where nothing is to be said"),
      changes: text("rows that the call added and removed, by view, JSON; null where it changed nothing"),
      simulated
    },
    order: [...order, "turn", "call"],
    rowGroup: 8_192
  }
} satisfies Record<string, Table>;

/** A table of the published store, which no study makes: figures of a leaderboard with what follows from them. */
export const publishedAgentsTables = {
  pass_k: {
    description:
      "one row per submission to the leaderboard of tau2-bench, domain and k: pass^k as published, with its interval from the recovered counts of tasks",
    columns: {
      submission: key("folder of the submission"),
      model: key("the model's name, with the submission where the domain has several of that name"),
      organization: key("developer of the model, as submitted"),
      domain: key("airline, retail, telecom or banking_knowledge"),
      modality: key("voice where the submission says so, else text; ranks are within domain and modality"),
      tasks: integer("tasks of the domain"),
      trials: integer("the largest k of a figure"),
      k: integer("trials that must all succeed"),
      value: double("pass^k as published, 0 to 1"),
      low: double("lower end of its 95 % interval over tasks; null where the figures are impossible"),
      high: double("upper end"),
      status: key(
        "recovered: one list of counts has these figures; several: more than one has; incomplete: figures are missing, intervals are the widest possible; impossible: no list has them"
      ),
      solved: series("tasks solved 0, 1, …, trials times; null unless recovered"),
      needed: series("the same in real numbers, without rounding; null where figures are missing"),
      unstable: double("share of tasks solved in some trials only, 0 to 1; null unless recovered"),
      unstable_low: double("lower end of its 95 % interval"),
      unstable_high: double("upper end"),
      rank: integer("by pass^1; null where the figures are impossible"),
      rank_low: integer("best rank of the simultaneous 95 % interval"),
      rank_high: integer("worst rank"),
      same_as: texts("models with the same figures to the last digit"),
      released: key("month in which the model was released, YYYY-MM; empty where the submission names none"),
      submitted: key("date of the submission"),
      user_simulator: key("model or version that played the user; empty where not given"),
      reasoning_effort: key("as submitted; empty where not given"),
      kind: key("standard, or custom for a changed scaffold; empty where not given"),
      retrieval: key("configuration of retrieval, in banking_knowledge; empty where not given"),
      cost: double("US dollars per conversation, mean, as submitted; null where not given")
    },
    order: ["domain", "modality", "submission", "k"]
  }
} satisfies Record<string, Table>;
