// The command `score`: scores existing responses without sending any requests.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {outcomesOf} from "../run/outcomes.js";
import {rescore} from "../run/rescore/rescore.js";
import {publishTables, STORE} from "../run/results.js";
import {suiteOption} from "./bookOptions.js";
import {printingCommand} from "./command.js";
import {flag, path, wholeNumber} from "./optionTypes.js";
import {resultTextOf} from "./resultText.js";

const score = printingCommand({
  name: "score",
  summary: "score stored responses without inference, into another store or again in place",
  options: z.strictObject({
    dataset: path("one response a row: CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML").optional(),
    interview: path("one test with its answers a line: JSON lines").optional(),
    store: path(`the responses of a store (default: ${STORE})`, {value: "folder"}).optional(),
    out: path("the store to write; without it the answers of --store are read again in place", {value: "folder"}).optional(),
    samples: wholeNumber("only the first n responses of each point").optional(),
    context: wholeNumber("as if the limit had been n completion tokens").optional(),
    skip_bad: flag("leave out lines that cannot be read, and count them"),
    suite: suiteOption("a suite whose tiers, surfaces and projections the points get, or several")
  }),
  examples: ["", "--dataset responses.jsonl --out data/scored"],
  async run({dataset, interview, store, out, skip_bad: skipBad, ...options}) {
    const sources = Object.entries({dataset, interview, store}).filter(([, value]) => value !== undefined);
    if (sources.length > 1) throw new UserError(`${sources.map(([name]) => `--${name}`).join(" and ")}: give one source`);
    const changes = [dataset, interview, options.samples, options.context, options.suite].some(each => each !== undefined);
    if (out === undefined && changes) throw new UserError("--out is missing: the folder of the store to write");
    if (skipBad && !dataset && !interview) throw new UserError("--skip-bad goes with --dataset or --interview");
    const source = dataset ? {dataset} : interview ? {interview} : {store: store ?? STORE};
    const folder = out ?? store ?? STORE;
    const log = report();
    const manifest = await rescore({source, folder, skipBad, ...options, report: log});
    if (folder === STORE) await publishTables(folder, [...Object.keys(manifest.tables), "manifest"]);
    const {samples, points, models, failed, cost, simulated} = manifest;
    const skipped = failed > 0 ? `, ${failed.toLocaleString("en")} left out` : "";
    log.info(
      `scored ${plural(samples, "response")} over ${plural(points, "point")} of ${plural(models.length, "model")}${simulated ? " (simulated)" : ""}${skipped}${cost > 0 ? `, $${cost.toFixed(4)} at list price` : ""}; tables in ${folder}`
    );
    return {...manifest, outcomes: await outcomesOf(folder)};
  },
  print: ({outcomes}, {out, store}) => resultTextOf(outcomes, out ?? store ?? STORE)
});

export const commands = [score];
