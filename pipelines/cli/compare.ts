// The command `compare`: compares results question by question.
import {basename, resolve} from "node:path";
import {z} from "zod";
import {report} from "../infer/progress.node.js";
import {listedNames} from "../infer/serverModels.node.js";
import {UserError} from "../rows/error.js";
import {FORMATS} from "../run/imports/foreign.js";
import {storesOf} from "../run/imports/logStore.js";
import {type OutcomePair, type Outcomes, outcomeLines, percent, signed, verdictOf} from "../run/outcomes.js";
import {type ComparedStore, gather} from "../run/resultFile/gather.js";
import {pText} from "../run/resultFile/html.js";
import {noiseOf, passesOf} from "../run/resultFile/result.js";
import {type Noise, otherDesigns} from "../stats/noise.js";
import {type ComparedPass, type ItemMean, mostRepeated} from "../stats/passK.js";
import {option, positional, printingCommand} from "./command.js";
import {htmlOptions, writeResult} from "./resultFile.js";
import {lookLine} from "./resultText.js";

/** Options about logs of other programs. */
export const logOptions = {
  format: option(z.enum(FORMATS).optional(), "format of the logs, where it is not recognised", {value: "name"}),
  score: option(z.string().optional(), "the score that decides right or wrong, where logs have several", {value: "name"})
};

const compare = printingCommand({
  name: "compare",
  summary: "compare logs, files of answers or stores question by question, and print paired differences",
  options: z.strictObject({
    paths: positional(
      z.array(z.string()).min(1),
      "logs of Inspect, lm-eval, promptfoo, HELM, lighteval, evals and others, files of answers, or stores"
    ),
    model: option(z.array(z.string()).optional(), "only these models", {value: "name"}),
    ...logOptions,
    ...htmlOptions
  }),
  examples: ["before.eval after.eval", "logs/lm-eval data/store --html difference.html"],
  async run({paths, model: models, html, responses, ...options}) {
    const repeated = paths.find((path, i) => paths.some((other, j) => j < i && resolve(other) === resolve(path)));
    if (repeated !== undefined) throw new UserError(`${repeated} is given twice; there is nothing to compare`);
    const log = report();
    const stores: ComparedStore[] = [];
    for (const [i, path] of paths.entries())
      for (const store of await storesOf([path], {...options, report: log}))
        stores.push({path: store, source: sourceName(paths, i)});
    const title = paths.map((_, i) => sourceName(paths, i)).join(" and ");
    const {items, notes, models: found, pairs: named} = await gather(stores, {title, models, texts: false});
    if (found.length < 2) throw new UserError(`${paths.join(", ")}: one evaluation of one model; there is nothing to compare`);
    if (named.length === 0)
      throw new UserError(
        `${paths.join(", ")}: ${found.length} evaluations; choose two with --model: ${listedNames(found.map(({model}) => model))}`
      );
    if (html !== undefined) log.info(await writeResult(html, stores, {title, models, responses}));
    const outcomes = {
      models: found.map(({answers: _, costs: __, ...each}) => each),
      pairs: named.map(({positions: [a, b], ...pair}) => ({
        ...pair,
        noise: noiseOf(found[a]!, found[b]!, items),
        passes: passesOf(found[a]!, found[b]!, items)
      }))
    };
    return {stores: stores.map(({path}) => path), questions: items, notes, ...outcomes};
  },
  print: ({stores, notes, ...outcomes}) => comparisonText(outcomes, {stores, notes})
});

export const commands = [compare];

/** Name of a path among others: its last part, or all of it where another path has the same. */
function sourceName(paths: readonly string[], i: number): string {
  const names = paths.map(path => basename(path));
  return names.filter(name => name === names[i]).length === 1 ? names[i]! : paths[i]!;
}

/** A pair with its noise and its pass^k and pass@k: null and none where no question has two answers of both. */
interface ComparedPair extends OutcomePair {
  noise: Noise | null;
  passes: ComparedPass[];
}

function comparisonText(
  outcomes: Omit<Outcomes, "pairs"> & {pairs: ComparedPair[]},
  {stores, notes}: {stores: readonly string[]; notes: readonly string[]}
): string {
  const {pairs} = outcomes;
  const details = pairs.flatMap(pair =>
    [detailLine(pair), ...passLines(pair)].map(line => `${pairs.length > 1 ? `${pair.a}, ${pair.b}:  ` : ""}${line}`)
  );
  const lines = [...outcomeLines(outcomes), ...details, ...notes, ...lookLine(stores)];
  return lines.map(line => `${line}\n`).join("");
}

/** Returns the p-value of a pair, its discordant questions, and how many questions only one of the two was asked. */
function detailLine({p, n, wins, losses, only_a, only_b, noise}: ComparedPair): string {
  const number = (count: number) => count.toLocaleString("en");
  return [
    ...(p === null ? [] : [`p ${pText(p)}`]),
    ...(n === 0
      ? []
      : [`${number(wins + losses)} of ${number(n)} differ: ${number(wins)} for the first, ${number(losses)} for the second`]),
    `asked of one only: ${number(only_a)} of the first, ${number(only_b)} of the second`,
    ...(noise === null ? [] : [noiseText(noise)])
  ].join("  ");
}

/** Returns pass^k and pass@k of a pair, of the largest k that at least half of their repeated questions have. */
function passLines({passes, a, b}: ComparedPair): string[] {
  return mostRepeated(passes).map(pass => {
    const share = ({value, low, high}: ItemMean) => `${percent(value)} % [${percent(low)}, ${percent(high)}]`;
    const interval =
      pass.low === null || pass.high === null
        ? "too few questions for an interval"
        : `[${signed(pass.low)}, ${signed(pass.high)}]  ${verdictOf({a, b, low: pass.low, high: pass.high})}`;
    const leftOut = pass.left_out > 0 ? ` (${pass.left_out.toLocaleString("en")} with fewer answers left out)` : "";
    return `${pass.kind === "pass_hat" ? "pass^" : "pass@"}${pass.k}: ${share(pass.a)} and ${share(pass.b)}  difference ${signed(pass.value)} points  ${interval}  n ${pass.items.toLocaleString("en")}${leftOut}`;
  });
}

/** Returns the standard error by its source, and the detectable difference with more answers or more questions. */
function noiseText(noise: Noise): string {
  const points = (share: number) => (100 * share).toFixed(1);
  const [now, moreTests, moreAnswers] = otherDesigns(Math.sqrt(noise.total), noise).map(({detect}) => points(detect));
  return `noise: ${points(Math.sqrt(noise.data))} of questions, ${points(Math.sqrt(noise.prediction))} of answers  detectable: ${now} points, with twice the answers ${moreAnswers}, with twice the questions ${moreTests}`;
}
