// The commands `run` and `plan`: evaluate a book, and predict what that will cost.
import {join} from "node:path";
import {type Command, Option} from "commander";
import {z} from "zod";
import {UserError} from "../book/error.js";
import {didYouMean} from "../book/nearest.js";
import {plural} from "../book/plural.js";
import {currentBookFile, readBook, readSampler, readSuites, readTemplate} from "../book/read.node.js";
import {DENSITIES, modelSchema, PROTOCOLS, type Protocol} from "../book/schemas.js";
import type {Book, Density, Model} from "../book/types.js";
import {leftOutOf} from "../generate/background/sources.node.js";
import {emptyCategoriesOf} from "../generate/categories.js";
import {notExpandedOf} from "../generate/expandedItem.node.js";
import type {Price} from "../infer/budget.js";
import {protocolOf} from "../infer/endpoint.node.js";
import {eventSchema, report} from "../infer/progress.node.js";
import {interfaceOf} from "../run/batch/batches.js";
import {unpriced} from "../run/budget.js";
import {type MetricsAddress, metricsAddress} from "../run/cluster/metrics.js";
import {redisPlace} from "../run/cluster/place.js";
import {REFERENCE} from "../run/evaluation.js";
import {predict} from "../run/forecast/plan.js";
import {predictionText} from "../run/forecast/text.js";
import {recordRun} from "../run/history.js";
import {interrupts} from "../run/interrupt.js";
import {publishTables, STORE} from "../run/results.js";
import {type Ran, run} from "../run/run.js";
import {fixedSamples} from "../score/precision.js";
import {manifestSchema, type Status} from "../store/manifest.node.js";
import {agreed, count, dollars, METRICS, PRICE, positive, price} from "./options.js";

export interface Options {
  book: string;
  suite?: string[];
  density?: Density;
  baseUrl?: string;
  model?: string;
  protocol?: Protocol;
  template?: string;
  sampler?: string;
  retries?: number;
  apiKeyEnv?: string;
  price?: Price;
  stream?: boolean;
  limit?: number;
  samples?: number;
  out?: string;
  maxCost?: number;
  /** A folder, or false for no history. */
  history?: string | false;
  only?: boolean;
  yes?: boolean;
  /** Of `adaptive` a number of items, which is another thing. */
  batch?: boolean | number;
  json?: boolean;
  schema?: boolean;
  /** The address of a Redis server; true = the environment's. */
  redis?: string | true;
  metrics?: MetricsAddress;
}

export const EXIT: Record<Status, number> = {complete: 0, limited: 0, failed: 1, budget: 3, interrupted: 130};

/** Adds the commands to the program. */
export function runCommands(program: Command): void {
  sources(program.command("run").description("evaluate the book, or any endpoint, and write the tables"))
    .option("--out <folder>", `store of the tables (default: ${STORE}; with --base-url ${STORE}/runs/<model>)`)
    .option(
      "--max-cost <dollars>",
      "spend at most this much on new answers, counting the worst case of what is in flight",
      dollars("max-cost")
    )
    .option("--only", "drop from the tables whatever is not part of this run; without it other evaluations of the store stay")
    .option("--yes", "do not ask before --only drops something")
    .option(
      "--history <folder>",
      "record the run there, simulated models too (default: data/history, without them, for stores below data/)"
    )
    .option("--no-history", "do not record the run")
    .option("--retries <n>", "further attempts at a request that failed and may succeed later; 0 = none", count("retries"))
    .option("--redis [url]", "let workers ask the tests: npm run worker with the same Redis (without a URL: REASONBOOK_REDIS)")
    .option("--metrics <[host:]port>", `with --redis: ${METRICS}`, metricsAddress)
    .option("--json", "events as JSON lines on stdout")
    .option("--schema", "print the JSON Schemas of events and manifest instead")
    .action(async (options: Options) => {
      if (options.schema)
        return void process.stdout.write(
          `${JSON.stringify({event: z.toJSONSchema(eventSchema), manifest: z.toJSONSchema(manifestSchema)}, null, 2)}\n`
        );
      const book = await bookOf(options);
      const redis = options.redis === undefined ? undefined : redisPlace(options.redis === true ? undefined : options.redis);
      if (options.metrics && !redis) throw new UserError("--metrics goes with --redis");
      if (redis && options.batch) throw new UserError("--batch asks from one process; leave out --redis, or --batch");
      const log = report({json: options.json ?? false, secrets: [...secretsOf(book), ...(redis?.secrets ?? [])]});
      for (const note of [...leftOut(book), ...(options.batch ? singlyAsked(book) : [])]) log.warn(note);
      const folder =
        options.out ?? (options.baseUrl ? join(STORE, "runs", options.model!.replace(/[^A-Za-z0-9._-]+/g, "-")) : STORE);
      using signals = interrupts(log);
      const {stop, abort} = signals;
      const ofBook = folder === STORE;
      const ran = await run(book, {
        folder,
        limit: options.limit,
        partial: [options.samples, options.density, options.suite].some(option => option !== undefined),
        only: options.only ? what => agreed(what, {yes: options.yes}) : undefined,
        maxCost: options.maxCost,
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
      process.exitCode = ran ? EXIT[ran.status] : 130;
      if (abort.aborted) process.exit(130); // a forced end does not wait for sockets to close
    });

  sources(program.command("plan").description("predict requests, tokens and cost of a run, and what the cache already holds"))
    .option("--out <folder>", "the store that the run would write; answers that an older version left there count too", STORE)
    .option("--json", "as JSON")
    .action(async (options: Options) => {
      const book = await bookOf(options);
      for (const note of leftOut(book)) process.stderr.write(`${note}\n`);
      const prediction = await predict(book, {folder: options.out ?? STORE, limit: options.limit});
      process.stdout.write(options.json ? `${JSON.stringify(prediction, null, 2)}\n` : `${predictionText(prediction)}\n`);
    });
}

/** Adds the options that say what is evaluated. */
export const sources = (command: Command): Command =>
  command
    .option("--book <file>", "the book", currentBookFile())
    .option("--suite <file...>", "one or more suites in place of the book's")
    .addOption(
      new Option("--density <name>", "points of each tier's grid: the extremes of every axis, ends and middle, or all").choices(
        DENSITIES
      )
    )
    .option("--base-url <url>", "evaluate this endpoint instead of the book's models")
    .option("--model <name>", "the model to ask there, or one model of the book")
    .addOption(protocolOption())
    .option("--api-key-env <variable>", "environment variable that holds the API key")
    .option("--price <input,output>", PRICE, price("price"))
    .option("--stream", "ask for server-sent events")
    .option(
      "--batch",
      "ask models through their batch interface, where they have one: half the price, answers within hours (docs/batches.md); a rerun fetches batches in progress"
    )
    .option("--template <file|name>", "another template than the book's: a path, or the name of a file of data/templates")
    .option("--sampler <file|name>", "another sampler than the book's: a path, or the name of a file of data/samplers")
    .option(
      "--samples <n>",
      "exactly n tests per point, instead of as many as precision asks for; a larger n asks only what is new",
      positive("samples")
    )
    .option("--limit <n>", "at most n tests for each model, spread evenly over tasks, their tiers and points", count("limit"));

/** Adds the options that name an endpoint in place of the book's. */
export const endpointOptions = (command: Command): Command =>
  command
    .option("--base-url <url>", "ask this endpoint")
    .addOption(protocolOption())
    .option("--api-key-env <variable>", "environment variable that holds the API key")
    .option("--price <input,output>", PRICE, price("price"));

/** The option for an endpoint's wire format, used with --base-url. */
const protocolOption = (): Option =>
  new Option("--protocol <name>", "with --base-url: wire format of the endpoint").choices(PROTOCOLS).default(PROTOCOLS[0]);

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

/** The book of a file, with models and suite replaced as the command line says. Throws a UserError. */
export async function bookOf(options: Options): Promise<Book> {
  let book = await readBook(options.book);
  if (options.samples !== undefined) book = {...book, precision: fixedSamples(options.samples)};
  if (options.suite) {
    book = {...book, ...(await readSuites(options.suite))};
  }
  if (options.density) book = {...book, density: options.density};
  if (options.template) book = {...book, templates: [await readTemplate(options.template)]};
  if (options.sampler) book = {...book, samplers: [await readSampler(options.sampler)]};
  const models = modelsOf(options, book);
  return {...book, models: options.retries === undefined ? models : models.map(model => ({...model, retries: options.retries!}))};
}

/** The book's models, one of them, or the model that the command line describes. */
function modelsOf(options: Options, book: Book): Model[] {
  if (options.baseUrl === undefined) {
    if (options.apiKeyEnv) throw new UserError("--api-key-env goes with --base-url; a model of the book names its own");
    if (options.price) throw new UserError("--price goes with --base-url; a model of the book names its own");
    if (options.model === undefined) return book.models;
    const models = book.models.filter(({id}) => id === options.model);
    if (models.length === 0)
      throw new UserError(
        `no model "${options.model}" in ${options.book}${didYouMean(
          options.model,
          book.models.map(({id}) => id)
        )}; to ask another endpoint add --base-url`
      );
    return models;
  }
  if (!options.model) throw new UserError("--base-url needs --model, the name to ask the endpoint for");
  const model = modelSchema.safeParse({
    id: options.model.replace(/[^A-Za-z0-9._:@/+-]+/g, "-"),
    model: options.model,
    protocol: options.protocol,
    endpoint: options.baseUrl,
    ...(options.apiKeyEnv ? {api_key_env: options.apiKeyEnv} : {}),
    ...(options.price ? {price: options.price} : {}),
    ...(options.stream ? {stream: true} : {}),
    ...(options.batch === true ? {batch: batchOf(options)} : {})
  });
  if (!model.success) {
    const [issue] = model.error.issues;
    const flag =
      {endpoint: "--base-url", api_key_env: "--api-key-env", protocol: "--protocol"}[String(issue!.path[0])] ?? "--model";
    throw new UserError(`${flag}: ${issue!.message}`);
  }
  return [model.data];
}

/** The batch interface of the command line's endpoint, which goes with its protocol. */
const batchOf = ({protocol = PROTOCOLS[0], baseUrl = ""}: Options): Model["batch"] =>
  protocolOf({protocol, endpoint: baseUrl}) === "anthropic" ? "anthropic" : "openai";

/** What --batch does not reach. Throws a UserError where it reaches no model at all. */
function singlyAsked({models}: Book): string[] {
  const singly = models.filter(model => interfaceOf(model) === null).map(({id}) => id);
  if (singly.length === 0) return [];
  const way = "write batch: openai (or anthropic) into the model's file (docs/batches.md)";
  if (singly.length === models.length) throw new UserError(`--batch: no model of the book has a batch interface; ${way}`);
  return [`${singly.join(", ")}: asked one by one, since no batch interface is named; ${way}`];
}

/** The API keys of a book's models, from the environment. */
export const secretsOf = (book: Book): string[] =>
  [...book.models, ...(book.banks ?? []).flatMap(({judge}) => judge ?? [])].flatMap(({api_key_env}) =>
    api_key_env && process.env[api_key_env] ? [process.env[api_key_env]!] : []
  );

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
