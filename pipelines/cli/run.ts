// The commands `run` and `plan`: evaluate a book, and predict what that will cost.
import {join} from "node:path";
import {createInterface} from "node:readline/promises";
import {z} from "zod";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import type {Book} from "../book/types.js";
import {leftOutOf} from "../generate/background/sources.node.js";
import {emptyCategoriesOf} from "../generate/categories.js";
import {notExpandedOf} from "../generate/expandedItem.node.js";
import {eventSchema, report} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {interfaceOf} from "../run/batch/batches.js";
import {unpriced} from "../run/budget.js";
import {redisPlace} from "../run/cluster/place.js";
import {REFERENCE} from "../run/evaluation.js";
import {predict} from "../run/forecast/plan.js";
import {predictionText} from "../run/forecast/text.js";
import {recordRun} from "../run/history.js";
import {interrupts} from "../run/interrupt.js";
import {publishTables, STORE} from "../run/results.js";
import {type Ran, run} from "../run/run.js";
import {manifestSchema, type Status} from "../store/manifest.node.js";
import {bookOf, evaluationOptions, secretsOf} from "./bookOptions.js";
import {command, option, printingCommand} from "./command.js";
import {dollars, flag, historyOption, metricsOption, path, wholeNumber} from "./optionTypes.js";

export const EXIT: Record<Status, number> = {complete: 0, limited: 0, failed: 1, budget: 3, interrupted: 130};

const runCommand = command({
  name: "run",
  summary: "evaluate the book, or any endpoint, and write the tables",
  options: z.strictObject({
    ...evaluationOptions,
    out: path(`store of the tables (default: ${STORE}; with --base-url ${STORE}/runs/<model>)`, {value: "folder"}).optional(),
    max_cost: dollars("spend at most this much on new answers, counting the worst case of what is in flight").optional(),
    only: flag("drop all other evaluations from the tables; without it they stay"),
    yes: flag("do not ask before --only drops something"),
    history: historyOption(
      "record the run there, simulated models too (default: data/history, without them, for stores below data/)"
    ),
    retries: wholeNumber("further attempts at a request that failed and may succeed later; 0 = none", {min: 0}).optional(),
    redis: option(
      z.union([z.string(), z.literal(true)]).optional(),
      "let workers ask the tests: npm run worker with the same Redis (without a URL: REASONBOOK_REDIS)",
      {value: "url", bare: true}
    ),
    metrics: metricsOption("with --redis: serve Prometheus metrics there, on loopback unless a host is named"),
    json: flag("print events as JSON lines")
  }),
  examples: ["--limit 100", "--base-url http://127.0.0.1:8000/v1 --model my-model --max-cost 5"],
  outputSchema: () => ({event: z.toJSONSchema(eventSchema), manifest: z.toJSONSchema(manifestSchema)}),
  async run(options, io) {
    const book = await bookOf(options);
    const redis = options.redis === undefined ? undefined : redisPlace(options.redis === true ? undefined : options.redis);
    if (options.metrics && !redis) throw new UserError("--metrics goes with --redis");
    if (redis && options.batch) throw new UserError("--batch asks from one process; leave out --redis, or --batch");
    const log = report({json: options.json ?? false, secrets: [...secretsOf(book, io), ...(redis?.secrets ?? [])]});
    for (const note of [...leftOut(book), ...(options.batch ? singlyAsked(book) : [])]) log.warn(note);
    const folder =
      options.out ?? (options.base_url ? join(STORE, "runs", options.model!.replace(/[^A-Za-z0-9._-]+/g, "-")) : STORE);
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const ofBook = folder === STORE;
    const ran = await run(book, {
      folder,
      limit: options.limit,
      partial: [options.samples, options.density, options.suite].some(each => each !== undefined),
      only: options.only ? what => confirm(what, {yes: options.yes, io}) : undefined,
      maxCost: options.max_cost,
      batch: options.batch === true,
      redis,
      metrics: options.metrics,
      stop,
      abort,
      report: log,
      ...(ofBook ? {checkpoint: publishTables} : {})
    }).catch((error: unknown) => {
      if (!abort.aborted && !stop.aborted) throw error;
      log.warn("interrupted; what was answered is in the cache, and the next run goes on from there");
      return null;
    });
    if (ran && ran.samples > 0) await recordRun(book, folder, {history: options.history, report: log});
    if (ran) log.info(summary(ran, folder, unpriced(book.models)));
    return ran && !abort.aborted ? EXIT[ran.status] : 130;
  }
});

const plan = printingCommand({
  name: "plan",
  summary: "predict requests, tokens and cost of a run, and what the cache already holds",
  options: z.strictObject({
    ...evaluationOptions,
    out: path("the store that the run would write; answers that an older version left there count too", {
      value: "folder"
    }).default(STORE)
  }),
  examples: ["", "--samples 200 --json"],
  async run({out, ...options}, io) {
    const book = await bookOf(options);
    for (const note of leftOut(book)) io.stderr.write(`${note}\n`);
    return predict(book, {folder: out, limit: options.limit});
  },
  print: prediction => `${predictionText(prediction)}\n`
});

export const commands = [runCommand, plan];

/** Asks on a terminal whether to continue; elsewhere `--yes` is required. Throws `UserError` if the answer is no. */
async function confirm(consequence: string, {yes = false, io}: {yes?: boolean | undefined; io: Io}): Promise<void> {
  if (yes) return;
  if (!io.stdin.isTTY) throw new UserError(`${consequence}; add --yes to do it`);
  const terminal = createInterface({input: io.stdin, output: io.stderr});
  const answer = await terminal.question(`${consequence}. Continue? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError("nothing was asked, and nothing dropped");
}

/**
 * A line for each item bank of which some records could not be read, and for each background of which some passages are not shown; and one
 * where models are not asked the banks; and one for each suite of which categories are empty.
 */
const leftOut = ({suites, models, banks = [], backgrounds = []}: Book): string[] => {
  const programs = models.filter(({endpoint}) => endpoint === REFERENCE).length;
  const [names, all] = [banks.map(({name}) => name).join(", "), programs === models.length];
  return [
    ...banks.flatMap(({name, counts: {faulty}}) =>
      faulty > 0 ? [`bank ${name}: ${plural(faulty, "record")} left out; npm run items -- check ${name} lists them`] : []
    ),
    ...emptyCategoriesOf(suites, {banks}),
    ...notExpandedOf({suites, banks}),
    ...leftOutOf(backgrounds),
    ...(banks.length > 0 && programs > 0
      ? [
          `${names}: not asked of ${all ? "any model here" : plural(programs, "model")}, since the built-in models are programs for the built-in tasks and cannot read banks`
        ]
      : [])
  ];
};

/** What --batch does not reach. Throws a UserError where it reaches no model at all. */
function singlyAsked({models}: Book): string[] {
  const singly = models.filter(model => interfaceOf(model) === null).map(({id}) => id);
  if (singly.length === 0) return [];
  const way = "write batch: openai (or anthropic) into the model's file (docs/batches.md)";
  if (singly.length === models.length) throw new UserError(`--batch: no model of the book has a batch interface; ${way}`);
  return [`${singly.join(", ")}: asked one by one, since no batch interface is named; ${way}`];
}

/** @param unknown ids of models without a price, whose answers count as free */
function costText(cost: number, unknown: readonly string[]): string {
  const at = `$${cost.toFixed(4)} at list price`;
  if (unknown.length === 0) return at;
  return cost === 0
    ? `cost unknown: no price is known for ${unknown.join(", ")}`
    : `${at}, without ${unknown.join(", ")}, for which no price is known`;
}

function summary(
  {samples, requests, cached, failed, points, cost, status, simulated, models, change, manifest}: Ran,
  folder: string,
  unknown: readonly string[]
): string {
  const n = (value: number) => value.toLocaleString("en");
  const failures = failed > 0 ? `, ${n(failed)} failed` : "";
  return (
    `${status}: ${n(samples)} samples over ${n(points)} points of ${plural(models, "model")}${simulated ? " (simulated)" : ""}, ` +
    `${n(requests)} asked, ${n(cached)} from the cache${failures}, ${costText(cost, unknown)}; ${change ? `${change}; ` : ""}${Object.keys(manifest.tables).length > 0 ? `tables in ${folder}` : "no table was written"}`
  );
}
