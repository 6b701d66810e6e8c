// The command `adaptive`: estimates the ability of one model with the most informative items.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {withListPrices} from "../book/listPrice.js";
import {readBook} from "../book/read.node.js";
import {samplerSchema, templateSchema} from "../book/schemas.js";
import {type CostKind, costKindAmong, costText} from "../infer/costText.js";
import {report} from "../infer/progress.node.js";
import {findServer} from "../infer/serverModels.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {runAdaptive} from "../run/adaptive/run.js";
import {bankOfStore} from "../run/adaptive/storeBank.js";
import {writeAsk} from "../run/ask/files.js";
import {budgetFor, costKindOf, listPriceLines} from "../run/budget.js";
import {type Evaluation, planOf} from "../run/evaluation.js";
import {banksFolder, publicBenchmarks} from "../run/getItems.js";
import {interrupts} from "../run/interrupt.js";
import {publishedFolder} from "../store/places.node.js";
import {csvText} from "../store/show.js";
import {bankOfFit, type CalibratedBank, usable} from "../studies/adaptive/fittedBank.node.js";
import {type AdaptiveSession, type SessionStep, sessionSchema} from "../studies/adaptive/sessionFile.node.js";
import {benchmarksWithAnswers} from "../studies/adaptive/shortForm/readAnswers.node.js";
import {bookOf, endpointOptions, secretsOf} from "./bookOptions.js";
import {jsonText, option, printingCommand} from "./command.js";
import {bookOption, dollars, flag, path, storeOption, suiteOption, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";
import {
  bankNamed,
  estimateScores,
  estimatesExit,
  estimatesText,
  modelFinder,
  type ScoreEstimates,
  scoreEstimatesSchema
} from "./scoreEstimates.js";
import {stopOptions} from "./stopOptions.js";

const OF_STORE = "store";
const EXIT: Record<AdaptiveSession["status"], number> = {
  precise: 0,
  ranked: 0,
  count: 0,
  bank: 0,
  budget: 3,
  interrupted: 130,
  failed: 1
};

const optionsSchema = z.strictObject({
  book: bookOption(),
  model: option(z.string().optional(), "a model of the book, or with --base-url the name to ask there", {value: "name"}),
  ...endpointOptions,
  stream: flag("ask for server-sent events"),
  template: option(z.string().optional(), "one of the book's templates, where it has several", {value: "id"}),
  sampler: option(z.string().optional(), "one of the book's samplers, where it has several", {value: "id"}),
  bank: path("calibrated items: a fit.json of irt -- fit, or the store's own (default: store)").optional(),
  store: storeOption("the store with the tests; the session is written into it"),
  suite: suiteOption(),
  batch: wholeNumber("tests asked at a time; more are faster but a little less adaptive").default(1),
  exposure: option(z.number().gt(0).max(1).optional(), "no test in more than this share of the store's sessions", {
    value: "share",
    expects: "a share above 0 and at most 1"
  }),
  truncated: option(z.enum(["missing", "wrong"]).default("missing"), "status of an answer truncated at the token limit", {
    value: "as"
  }),
  max_cost: dollars("spend at most this much on new answers").optional(),
  out: path("write the session there: .json, or .csv of its steps").optional(),
  ...stopOptions,
  ranks: wholeNumber("stop once the rank among the bank's abilities is known to within n places").optional(),
  estimate: option(
    z.string().optional(),
    "estimate the score on all items of this public benchmark, such as gsm8k, instead of the ability",
    {
      value: "benchmark"
    }
  ),
  items: wholeNumber("with --estimate: ask n chosen items (default: 100)").optional(),
  balance: option(z.string().optional(), "balance of content: even, bank (the bank's own shares), or task=share,…", {
    value: "shares"
  })
});
type Options = Omit<z.infer<typeof optionsSchema>, "estimate" | "items">;

/** Items of --estimate without --items. */
const DEFAULT_ITEMS = 100;
/** Options of a test of ability, which an estimated score has none of. */
const OF_ABILITY = ["bank", "se", "ranks", "max", "balance", "exposure", "suite", "template", "sampler", "out"] as const;

/** Estimates of a benchmark's score, with the exit code. */
interface Estimated extends ScoreEstimates {
  exit: number;
}
const isEstimated = (result: AdaptiveSession | Estimated): result is Estimated => "estimates" in result;

const adaptive = printingCommand({
  name: "adaptive",
  summary: "measure one model's ability with the fewest tests: each is chosen by the answers so far",
  options: optionsSchema,
  examples: ["--model sim-cedar-01", "--base-url http://127.0.0.1:8000/v1 --model my-model --se 0.25 --max-cost 1"],
  outputSchema: () => z.toJSONSchema(z.union([sessionSchema, scoreEstimatesSchema]), {io: "input"}),
  async run({estimate, items, ...options}, io): Promise<AdaptiveSession | Estimated> {
    if (estimate !== undefined) return estimateBenchmark(estimate, {...options, items: items ?? DEFAULT_ITEMS}, io);
    if (items !== undefined) throw new UserError("--items goes with --estimate; --max limits the tests of an ability");
    await checkOut(options.out, {endings: [".json", ".csv"]});
    const {template: _, sampler: __, batch: ___, suite: ____, max_cost: maxCost, ...source} = options; // template and sampler choose among the book's own
    const book = await bookOf(source);
    const log = report({secrets: secretsOf(book, io)});
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const plan = planOf(book);
    const evaluation = chosen(plan.evaluations, options);
    const costKind = costKindOf([evaluation.model]);
    const session = await runAdaptive({
      ...options,
      ...(options.se === undefined && options.max === undefined && options.ranks === undefined ? {se: 0.2} : {}),
      maxCost,
      folder: options.base_url ? join(options.store, "runs", options.model!.replace(/[^A-Za-z0-9._-]+/g, "-")) : options.store,
      plan,
      evaluation,
      bank: await openBank(options, log.warn),
      stop,
      abort,
      report: log,
      onStep: step => log.info(stepLine(step, costKind))
    });
    if (options.out)
      await writeOut(options.out.endsWith(".csv") ? stepsCsv(session) : JSON.stringify(session, null, 2), options.out, io);
    return session;
  },
  print: result => (isEstimated(result) ? estimatesText(result.estimates) : `${summary(result)}\n`),
  json: result => jsonText(isEstimated(result) ? {name: result.name, estimates: result.estimates} : result),
  exitCode: result => (isEstimated(result) ? result.exit : EXIT[result.status])
});

export const commands = [adaptive];

/** Estimates a model's score on a benchmark, as `ask NAME --quick` does and with its cache. Throws `UserError`. */
async function estimateBenchmark(name: string, options: Options & {items: number}, io: Io): Promise<Estimated> {
  const {items, model: wanted, max_cost: maxCost, suite: _, batch: __, ...ofModel} = options;
  const excluded = OF_ABILITY.find(option => options[option] !== undefined);
  if (excluded !== undefined) throw new UserError(`--estimate excludes --${excluded}, an option of tests of ability`);
  if (wanted === undefined) throw new UserError("which model? add --model NAME");
  const bank = await bankToEstimate(name);
  const {model, fault} = await findServer((await modelFinder(ofModel))(wanted));
  if (fault) throw fault;
  budgetFor(await withListPrices([model]), maxCost);
  const written = await writeAsk({
    name,
    files: [],
    bank,
    named: {question: undefined, answer: undefined, choices: undefined},
    models: [model],
    template: {...templateSchema.parse({}), id: "plain"},
    sampler: {...samplerSchema.parse({}), id: "greedy"}
  });
  const bookOfAsk = await readBook(written.book);
  const book = {...bookOfAsk, models: bookOfAsk.models.filter(({id}) => id === model.id)};
  const log = report({secrets: secretsOf(book, io)});
  for (const line of listPriceLines(book.models)) log.info(line);
  using signals = interrupts(log);
  const {stop, abort} = signals;
  const estimates = await estimateScores({written, book, items, maxCost, report: log, stop, abort});
  return {name, estimates, exit: estimatesExit(estimates, {items, stop})};
}

/** The bank of a benchmark that has published answers. Throws `UserError` that names those that exist. */
async function bankToEstimate(name: string): Promise<string> {
  const published = await benchmarksWithAnswers(publishedFolder());
  const fetchable = (await publicBenchmarks()).map(each => each.name).filter(each => published.includes(each));
  if (!published.includes(name))
    throw new UserError(
      `no published answers to a benchmark "${name}"${didYouMean(name, fetchable) || `; --estimate knows ${fetchable.join(", ")}`}`
    );
  if (!fetchable.includes(name) && !existsSync(join(banksFolder(), `${name}.yaml`)))
    throw new UserError(
      `${name} has published answers, but items get cannot fetch its questions, and no bank "${name}" is here; --estimate knows ${fetchable.join(", ")}`
    );
  return bankNamed(name);
}

async function openBank(
  {bank = OF_STORE, store, suite}: Pick<Options, "bank" | "store" | "suite">,
  warn: (text: string) => void
): Promise<CalibratedBank> {
  const {bank: kept, note} = usable(bank === OF_STORE ? await bankOfStore(store, suite) : await bankOfFit(bank));
  if (note !== null) warn(note);
  return kept;
}

/** The single evaluation that the options name. Throws a UserError where there is none or more than one. */
function chosen(evaluations: readonly Evaluation[], {model, template, sampler}: Options): Evaluation {
  if (model === undefined) throw new UserError("--model is missing: one of the book's, or with --base-url the name to ask there");
  const pick = (name: "template" | "sampler", wanted: string | undefined, among: readonly Evaluation[]): Evaluation[] => {
    const names = [...new Set(among.map(({key}) => key[name]))];
    if (wanted === undefined && names.length > 1) throw new UserError(`--${name} is missing; the book has ${names.join(", ")}`);
    if (wanted !== undefined && !names.includes(wanted))
      throw new UserError(`no ${name} "${wanted}" in the book${didYouMean(wanted, names) || `; it has ${names.join(", ")}`}`);
    return among.filter(({key}) => wanted === undefined || key[name] === wanted);
  };
  return pick("sampler", sampler, pick("template", template, evaluations))[0]!;
}

const signed = (x: number) => x.toFixed(2).replace("-", "−");
const interval = ({theta, se, low, high}: {theta: number; se: number; low: number; high: number}) =>
  `ability ${signed(theta)} ± ${se.toFixed(3)} [${signed(low)}, ${signed(high)}]`;
const VERDICT = ["wrong", "right", "truncated"];

/** One step as text: `12 dates/3f… right, ability 0.43 ± 0.210 [0.02, 0.84], information 1.32, $0.0004` */
function stepLine(step: SessionStep, costKind: CostKind): string {
  const paid = step.cached ? ", cached" : costKind === "priced" ? `, $${step.cost.toFixed(4)}` : "";
  return `${step.step} ${step.base_task} ${step.item_id} ${VERDICT[step.status]}, ${interval(step)}, information ${step.information.toFixed(2)}${paid}`;
}

const ENDED: Record<AdaptiveSession["status"], string> = {
  precise: "the standard error is small enough",
  ranked: "the rank is resolved",
  count: "as many tests as allowed",
  bank: "no test is left in the bank",
  budget: "the budget is reached",
  interrupted: "interrupted; run it again to go on, nothing is paid for twice",
  failed: "the endpoint failed; run it again to go on"
};

function summary(session: AdaptiveSession): string {
  const {model, template, sampler, simulated, bank, items, cut, asked, tokens, cost, rank, status, unpriced} = session;
  const costKind = costKindAmong([{simulated, unpriced}]);
  return [
    `${model} · ${template} · ${sampler}${simulated ? " (simulated)" : ""}: ${interval(session)}, standard error and 95 % interval of the likelihood`,
    ...(rank
      ? [`rank ${rank.rank} [${rank.low}–${rank.high}] of ${rank.of}, 1 = best, with its simultaneous 95 % interval`]
      : []),
    `n ${items} of ${bank.items} tests${cut > 0 ? `, ${cut} truncated` : ""} in ${bank.source} (${bank.model}); ${asked} asked, ${items - asked} from the cache`,
    `${tokens.toLocaleString("en")} completion tokens, ${costText(cost, costKind)}`,
    `ended: ${ENDED[status]}`
  ].join("\n");
}

function stepsCsv({steps, session, model, template, sampler, simulated}: AdaptiveSession): string {
  const columns = ["session", "model", "template", "sampler", "simulated", ...Object.keys(steps[0] ?? {step: 0})];
  const rows = steps.map(step => [session, model, template, sampler, simulated, ...Object.values(step)]);
  return csvText({columns, rows});
}
