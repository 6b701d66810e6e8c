// The commands `run` and `plan`: evaluate a book, and predict what that will cost.
import {join} from "node:path";
import {createInterface} from "node:readline/promises";
import {z} from "zod";
import {plural} from "../book/plural.js";
import type {Book} from "../book/types.js";
import {leftOutOf} from "../generate/background/sources.node.js";
import {emptyCategoriesOf} from "../generate/categories.js";
import {notExpandedOf} from "../generate/expandedItem.node.js";
import {type CostKind, costText} from "../infer/costText.js";
import {eventSchema, holdWarnings, report} from "../infer/progress.node.js";
import {findServer, KeyError, type ModelServer, reasonOfNone} from "../infer/serverModels.node.js";
import type {Io} from "../io/io.js";
import {terminalText, unguardedTerminal} from "../io/terminal.js";
import {UserError} from "../rows/error.js";
import {interfaceOf} from "../run/batch/batches.js";
import {costKindOf, listPriceLines} from "../run/budget.js";
import {redisPlace} from "../run/cluster/place.js";
import {REFERENCE} from "../run/evaluation.js";
import {type PlannedComparison, planComparison, plannedComparisonText} from "../run/forecast/comparison.js";
import {type Prediction, predict} from "../run/forecast/plan.js";
import {predictionText} from "../run/forecast/text.js";
import {recordRun} from "../run/history.js";
import {interrupts} from "../run/interrupt.js";
import {outcomesOf, outcomesSchema} from "../run/outcomes.js";
import {publishTables, STORE} from "../run/results.js";
import {type Ran, run} from "../run/run.js";
import {manifestSchema, type Status} from "../store/manifest.node.js";
import {bookOf, evaluationOptions, secretsOf} from "./bookOptions.js";
import {command, option, printingCommand} from "./command.js";
import {dollars, flag, historyOption, metricsOption, path, wholeNumber} from "./optionTypes.js";
import {resultText} from "./resultText.js";

/** Least difference of costs that a summary shows, US dollars. */
const MIN_BILL = 0.00005;

export const EXIT: Record<Status, number> = {complete: 0, limited: 0, failed: 1, budget: 3, interrupted: 130};

/** The last line of `run --json`. */
const resultsEventSchema = outcomesSchema.extend({event: z.literal("results"), time: z.number()});
const resultsEvent = async (store: string): Promise<z.infer<typeof resultsEventSchema>> => ({
  event: "results",
  time: Date.now(),
  ...(await outcomesOf(store))
});

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
    fresh: flag("ask again what the cache has answers to; earlier answers stay in the cache"),
    json: flag("print events as JSON lines")
  }),
  examples: ["--limit 100", "--base-url http://127.0.0.1:8000/v1 --model my-model --max-cost 5"],
  outputSchema: () => ({
    event: z.toJSONSchema(z.union([eventSchema, resultsEventSchema])),
    manifest: z.toJSONSchema(manifestSchema)
  }),
  async run(options, io) {
    const givenBook = await bookOf(options);
    const server = await serverAmong(givenBook, options);
    const book = server === null ? givenBook : {...givenBook, models: [server.model]};
    if (options.fresh && options.redis !== undefined)
      throw new UserError("--fresh does not go with --redis, since each worker has a separate cache; leave one out");
    const redis = options.redis === undefined ? undefined : redisPlace(options.redis === true ? undefined : options.redis);
    if (options.metrics && !redis) throw new UserError("--metrics goes with --redis");
    if (redis && options.batch) throw new UserError("--batch asks from one process; leave out --redis, or --batch");
    const plainLog = report({json: options.json ?? false, secrets: [...secretsOf(book, io), ...(redis?.secrets ?? [])]});
    const log = options.json ? {...plainLog, takeWarnings: () => []} : holdWarnings(plainLog);
    for (const note of [...leftOut(book, {isWhole: server === null}), ...(options.batch ? singlyAsked(book) : [])])
      plainLog.warn(note);
    for (const line of listPriceLines(book.models)) plainLog.info(line);
    const folder =
      options.out ?? (options.base_url ? join(STORE, "runs", options.model!.replace(/[^A-Za-z0-9._-]+/g, "-")) : STORE);
    if (server?.fault) {
      const {requests, cached} = await predict(book, {folder, limit: options.limit});
      if (requests.high > 0 && !(server.fault instanceof KeyError && cached > 0)) throw server.fault;
    }
    using signals = interrupts(plainLog);
    const {stop, abort} = signals;
    const ofBook = folder === STORE;
    const ran = await run(book, {
      folder,
      limit: options.limit,
      partial: [options.samples, options.density, options.suite].some(each => each !== undefined),
      confirmDrop: options.only ? what => confirm(what, {yes: options.yes, io}) : undefined,
      maxCost: options.max_cost,
      batch: options.batch === true,
      fresh: options.fresh,
      redis,
      metrics: options.metrics,
      stop,
      abort,
      report: log,
      ...(ofBook ? {checkpoint: publishTables} : {})
    }).catch((error: unknown) => {
      if (!abort.aborted && !stop.aborted) throw error;
      plainLog.warn("interrupted; what was answered is in the cache, and the next run goes on from there");
      return null;
    });
    const warnings = log.takeWarnings();
    if (ran?.samples === 0 && ran.status === "failed" && warnings.length > 0)
      throw new Error(reasonOfNone(server === null ? [] : [server], warnings) + billText(ran, costKindOf(book.models)));
    for (const text of warnings) plainLog.warn(text);
    if (ran && ran.samples > 0) await recordRun(book, folder, {history: options.history, report: log});
    if (ran) log.info(summary(ran, folder, costKindOf(book.models)));
    if (ran && ran.samples > 0)
      io.stdout.write(options.json ? `${JSON.stringify(await resultsEvent(folder))}\n` : await resultText(folder));
    return ran && !abort.aborted ? EXIT[ran.status] : 130;
  }
});

const plan = printingCommand({
  name: "plan",
  summary: "predict requests, tokens and cost of a run, and what the cache already holds; or plan a comparison of two models",
  options: z.strictObject({
    ...evaluationOptions,
    out: path("the store that the run would write; answers that an older version left there count too", {
      value: "folder"
    }).default(STORE),
    compare: option(
      z.array(z.string()).length(2, "expects two names").optional(),
      "plan a comparison of two evaluations of that store instead: the difference that it can detect, and the tests and answers that --detect needs",
      {value: "names..."}
    ),
    detect: option(
      z.coerce.number("expects a number").gt(0, "expects more than 0").lt(1, "expects less than 1").default(0.02),
      "with --compare: the true difference to find with a chance of 80 %",
      {value: "share"}
    )
  }),
  examples: ["--samples 200 --json", "--compare model-a model-b --detect 0.02"],
  async run({out, compare, detect, ...options}, io): Promise<Prediction | PlannedComparison> {
    if (compare) return planComparison(out, compare as [string, string], detect);
    const book = await bookOf(options);
    for (const note of leftOut(book)) io.stderr.write(`${note}\n`);
    return predict(book, {folder: out, limit: options.limit});
  },
  print: planned => `${"detectable" in planned ? plannedComparisonText(planned) : predictionText(planned)}\n`
});

export const commands = [runCommand, plan];

/** The server at --base-url; null without one. */
async function serverAmong({models: [model]}: Book, options: {base_url?: string | undefined}): Promise<ModelServer | null> {
  if (options.base_url === undefined || options.base_url === REFERENCE || model === undefined) return null;
  return findServer(model);
}

/** Asks on a terminal whether to continue; elsewhere `--yes` is required. Throws `UserError` if the answer is no. */
async function confirm(consequence: string, {yes = false, io}: {yes?: boolean | undefined; io: Io}): Promise<void> {
  if (yes) return;
  if (!io.stdin.isTTY) throw new UserError(`${consequence}; add --yes to do it`);
  const terminal = createInterface({input: io.stdin, output: unguardedTerminal(io.stderr)});
  const answer = await terminal.question(terminalText(`${consequence}. Continue? [y/N] `));
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new UserError("nothing was asked, and nothing dropped");
}

/**
 * A line for each item bank of which some records could not be read, and for each background of which some passages are not shown; and one
 * where models are not asked the banks, or benchmarks; and one for each suite of which categories are empty.
 * @param isWhole whether the book's models are asked, rather than another one at --base-url
 */
const leftOut = ({suites, models, banks = [], backgrounds = []}: Book, {isWhole = true} = {}): string[] => {
  const programs = models.filter(({endpoint}) => endpoint === REFERENCE).length;
  const isNotAsked = `not asked of ${programs === models.length ? "any model here" : plural(programs, "model")}`;
  return [
    ...banks.flatMap(({name, counts: {faulty}}) =>
      faulty > 0 ? [`bank ${name}: ${plural(faulty, "record")} left out; npm run items -- check ${name} lists them`] : []
    ),
    ...(isWhole ? emptyCategoriesOf(suites, {banks}) : []),
    ...notExpandedOf({suites, banks}),
    ...leftOutOf(backgrounds),
    ...(banks.length > 0 && programs > 0
      ? [
          `${banks.map(({name}) => name).join(", ")}: ${isNotAsked}, since the built-in models are programs for the built-in tasks and cannot read banks`
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

/** The part of the summary on costs beyond those of the answers: attempts that were cut may be billed. */
function billText({spent, askedCost}: Pick<Ran, "spent" | "askedCost">, costKind: CostKind): string {
  if (costKind === "simulated" || costKind === "unpriced" || spent - askedCost < MIN_BILL) return "";
  return `, up to ${costText(spent, "priced")} billed (attempts without an answer or a count of tokens may be)`;
}

function summary(
  {samples, requests, cached, failed, points, cost, status, models, simulatedModels, change, manifest, ...bill}: Ran,
  folder: string,
  costKind: CostKind
): string {
  const n = (value: number) => value.toLocaleString("en");
  const simulated =
    simulatedModels === 0 ? "" : simulatedModels === models ? " (simulated)" : ` (${n(simulatedModels)} of them simulated)`;
  const failures = failed > 0 ? `, ${n(failed)} failed` : "";
  return (
    `${status}: ${n(samples)} samples over ${n(points)} points of ${plural(models, "model")}${simulated}, ` +
    `${n(requests)} asked, ${n(cached)} from the cache${failures}, ${costText(cost, costKind)}${billText(bill, costKind)}; ${change ? `${change}; ` : ""}${Object.keys(manifest.tables).length > 0 ? `tables in ${folder}` : "no table was written"}`
  );
}
