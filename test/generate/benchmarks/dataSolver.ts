// Second solver of data analysis: reads a question word by word, and calls the tools, of which it uses nothing but the results.
import {dataAnalysis} from "../../../pipelines/generate/benchmarks/agent/data.js";
import type {Environment} from "../../../pipelines/generate/benchmarks/agent/world.js";
import {openEpisode} from "../../../pipelines/run/environments/episode.js";
import type {EpisodeOutcome} from "../../../pipelines/score/episode.js";
import type {Measured, Solved} from "./quality/measure.js";

type Value = string | number;
type Entry = Record<string, Value>;

interface Analysed {
  outcome: EpisodeOutcome;
  /** The value of each line. */
  values: Value[];
  calls: {tool: string; arguments: Entry}[];
}

/** The lines of a question as the operations to do. Null for other prompts. */
export function solveData(prompt: string): Solved | null {
  const [opening, body] = prompt.split("\n\n") as [string, string?];
  if (!opening.startsWith("You analyse the sales of ") || body === undefined) return null;
  const lines = body.split("\n").map(line => line.slice(line.indexOf(" ") + 1, -1));
  return {answer: JSON.stringify(lines), steps: 3 * lines.length};
}

/** Runs lines in an environment, and submits the value of the last. */
export function analyse(lines: readonly string[], environment: Environment): Analysed {
  const episode = openEpisode(environment);
  const calls: Analysed["calls"] = [];
  const call = (tool: string, query: Entry): unknown => {
    const {status, result} = episode.call(tool, JSON.stringify(query));
    if (status >= 500) return call(tool, query);
    if (status >= 300) throw new Error(`${tool}: ${result}`);
    calls.push({tool, arguments: query});
    return JSON.parse(result);
  };
  const values: Value[] = [];
  try {
    for (const line of lines) {
      const [, before, kind, rest] = /^(.*) the (product|shop|customer|month|supplier|region|town) (.+?)$/u.exec(line)!;
      const value = rest!.startsWith("of line ") ? values[Number(rest!.slice(8)) - 1]! : rest!;
      const words = before!.split(" ");
      if (before!.endsWith(" in the orders of")) {
        const unitsOf = before!.startsWith("The number of units");
        const by = words[unitsOf ? 6 : 1]!;
        const sums = call("sum_orders", {group_by: by, where: kind!, equals: value}) as Entry[];
        const name = words.slice(7, -4).join(" ");
        const rank = before!.includes("second") ? 1 : 0;
        // The entry above which as many others are as its rank says.
        const ranked = () => sums.find(({units}) => sums.filter(other => other.units! > units!).length === rank)!;
        values.push(unitsOf ? sums.find(each => each.name === name)!.units! : ranked().name!);
      } else if (words[2] === "with") {
        const entries = call(`list_${words[1]}s`, {[kind!]: value}) as Entry[];
        const measure = words.at(-2)!;
        const isBeyond = ["most", "highest"].includes(words.at(-3)!)
          ? (a: Value, b: Value) => a > b
          : (a: Value, b: Value) => a < b;
        values.push(entries.find(each => !entries.some(other => isBeyond(other[measure]!, each[measure]!)))!.name!);
      } else values.push((call(`find_${kind}`, {name: value}) as Entry)[words.at(-2)!]!);
    }
    call("submit_answer", {answer: values.at(-1)!});
    return {outcome: episode.outcome(), values, calls};
  } finally {
    episode.close();
  }
}

export const measuredData: Measured = {
  benchmark: dataAnalysis,
  solve: solveData,
  isRight(item, answer) {
    const {outcome} = analyse(JSON.parse(answer) as string[], item.scorer as Environment);
    return Promise.resolve(outcome.reached && outcome.forbidden === 0);
  },
  // Each line needs the value of the one before, which the prompt does not have.
  steps: item => Promise.resolve((JSON.parse(solveData(item.prompt)!.answer) as string[]).length),
  least_rate: 2_000
};
