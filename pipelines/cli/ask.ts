// The command `ask`: asks the questions of a file, scores the answers and prints the result.
import {existsSync} from "node:fs";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {basename, join} from "node:path";
import {z} from "zod";
import {FORMATS} from "../book/bankSchemas.js";
import {withListPrices} from "../book/listPrice.js";
import {plural} from "../book/plural.js";
import {readBook, readSampler, readTemplate} from "../book/read.node.js";
import {type Sampler, samplerSchema, type Template, templateSchema} from "../book/schemas.js";
import {COMMAND} from "../infer/program/program.node.js";
import {holdWarnings, report} from "../infer/progress.node.js";
import {findServer, type ModelServer, reasonOfNone} from "../infer/serverModels.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {askNameOf, isWorkbook, writeAsk} from "../run/ask/files.js";
import {budgetFor, listPriceLines} from "../run/budget.js";
import {predict} from "../run/forecast/plan.js";
import {interrupts} from "../run/interrupt.js";
import {outcomesOf} from "../run/outcomes.js";
import {run} from "../run/run.js";
import {endpointOptions, secretsOf} from "./bookOptions.js";
import {command, jsonText, option, positional} from "./command.js";
import {dollars, flag, path, wholeNumber} from "./optionTypes.js";
import {htmlOptions, writeResult} from "./resultFile.js";
import {resultTextOf} from "./resultText.js";
import {EXIT} from "./run.js";
import {bankNamed, estimateScores, estimatesExit, estimatesText, modelFinder} from "./scoreEstimates.js";

/** Most lines about records that are left out. */
const MAX_PROBLEMS = 5;

const ask = command({
  name: "ask",
  summary: "ask a model the questions of a file, and print how many answers are right",
  options: z.strictObject({
    file: positional(
      z.array(z.string()).min(1),
      "questions and right answers, or the name of a bank or public benchmark, such as gsm8k: CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML; .gz or .zst may follow; - reads standard input"
    ),
    ...endpointOptions,
    command: option(
      z.string().optional(),
      "a program that answers in place of an endpoint: JSON lines on standard input and output",
      {
        value: "program"
      }
    ),
    model: option(z.array(z.string()).optional(), "name of a model at --base-url, or of the workbook's book; of --command", {
      value: "name"
    }),
    question: option(z.string().optional(), "column of the question (default: found by its name)", {value: "column"}),
    answer: option(z.string().optional(), "column of the right answer (default: found by its name)", {value: "column"}),
    options: option(z.array(z.string()).optional(), "columns of the options, or the one that lists them", {value: "column..."}),
    format: option(z.enum(FORMATS).optional(), "format of the file, where its name does not show it", {value: "name"}),
    name: option(z.string().optional(), "name of the ask (default: the file's)", {value: "name"}),
    system: option(z.string().optional(), "system prompt", {value: "text"}),
    template: path("template: a path, or the name of a file of data/templates", {value: "file|name"}).optional(),
    sampler: path("sampler: a path, or the name of a file of data/samplers", {value: "file|name"}).optional(),
    repeat: wholeNumber("ask each question n times").optional(),
    judge: option(z.string().optional(), "model that grades the answers, at --base-url or of the book", {value: "name"}),
    limit: wholeNumber("ask at most n questions").optional(),
    quick: wholeNumber("ask n chosen questions of a benchmark with published answers, and estimate the score on all").optional(),
    max_cost: dollars("spend at most this much on new answers, counting the worst case of what is in flight").optional(),
    ...htmlOptions,
    json: flag("print the result as JSON")
  }),
  examples: [
    "questions.csv --base-url http://127.0.0.1:8000/v1 --model one --model two",
    '--command "python app.py" questions.csv'
  ],
  async run({json = false, html, responses, limit, quick, max_cost: maxCost, command: program, model, ...rest}, io) {
    const options = {...rest, ...(program !== undefined && {base_url: `${COMMAND}${program}`})};
    if (program !== undefined && rest.base_url !== undefined) throw new UserError("--command excludes --base-url");
    const names = model ?? (program === undefined ? [] : [programName(program)]);
    if (names.length === 0) throw new UserError("which model? add --model NAME");
    const name = options.name ?? askNameOf(options.file);
    const modelNamed = await modelFinder(options);
    const servers: ModelServer[] = [];
    for (const model of names.map(modelNamed)) servers.push(await findServer(model));
    const models = servers.map(({model}) => model);
    budgetFor(await withListPrices(models), maxCost);
    const bank = await bankAmong(options.file);
    if (bank !== undefined && options.judge !== undefined)
      throw new UserError(`--judge goes with a file of questions; a bank names its judge in ${bank}`);
    if (quick !== undefined && (bank === undefined || limit !== undefined || html !== undefined || (rest.repeat ?? 1) > 1))
      throw new UserError("--quick goes with the name of a public benchmark, and without --limit, --html and --repeat");
    await using input = bank === undefined ? await filesOf(options.file, io) : NO_FILES;
    const written = await writeAsk({
      name,
      files: input.files,
      bank,
      format: options.format,
      named: {question: options.question, answer: options.answer, choices: options.options},
      models,
      judge: options.judge === undefined ? undefined : modelNamed(options.judge),
      template: await templateOf(options),
      sampler: await samplerOf(options)
    });
    const bookOfAsk = await readBook(written.book);
    const book = {...bookOfAsk, models: bookOfAsk.models.filter(({id}) => models.some(model => model.id === id))};
    const log = report({secrets: secretsOf(book, io)});
    log.info(`${written.columns}; ${plural(written.summary.items, "question")}`);
    for (const line of listPriceLines(book.models)) log.info(line);
    const {problems, faulty, duplicates} = written.summary;
    for (const problem of problems.slice(0, MAX_PROBLEMS)) log.warn(`left out: ${problem}`);
    if (faulty > MAX_PROBLEMS) log.warn(`left out: ${(faulty - MAX_PROBLEMS).toLocaleString("en")} more`);
    if (duplicates > 0) log.warn(`${plural(duplicates, "repeated question")}, asked once`);
    const fault = servers.find(each => each.fault)?.fault;
    if (fault && (await predict(book, {folder: written.store, limit})).requests.high > 0) throw fault;
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const {store} = written;
    if (quick !== undefined) {
      const estimates = await estimateScores({written, book, items: quick, maxCost, report: log, stop, abort});
      io.stdout.write(json ? jsonText({name, estimates}) : estimatesText(estimates));
      return estimatesExit(estimates, {items: quick, stop});
    }
    const runLog = holdWarnings(log);
    const ran = await run(book, {folder: store, limit, maxCost, stop, abort, report: runLog}).catch((error: unknown) => {
      if (!abort.aborted && !stop.aborted) throw error;
      log.warn("interrupted; what was answered is in the cache, and the next ask goes on from there");
      return null;
    });
    const warnings = runLog.takeWarnings();
    if (ran?.samples === 0 && !stop.aborted) throw new UserError(reasonOfNone(servers, warnings));
    for (const text of warnings) log.warn(text);
    if (!ran || ran.samples === 0) return 130;
    const {task} = written;
    const outcomes = await outcomesOf(store, {task});
    if (html !== undefined) log.info(await writeResult(html, [{path: store}], {title: name, task, responses}));
    if (json) io.stdout.write(`${JSON.stringify({name, store, book: written.book, ...outcomes}, null, 2)}\n`);
    else {
      io.stdout.write(resultTextOf(outcomes, store));
      if (!isWorkbook()) io.stdout.write(`book, cache and tables:  ${written.folder}\n`);
    }
    return abort.aborted ? 130 : EXIT[ran.status];
  }
});

export const commands = [ask];

/** Name of a program: that of its first file without the ending, such as `app` of `python app.py`. */
const programName = (program: string): string => {
  const words = program.trim().split(/\s+/u);
  return basename(words.find(word => /\.\w+$/u.test(word)) ?? words[0]!).replace(/\.\w+$/u, "");
};

/** The template of an ask: a file's, with the system prompt of the options. */
async function templateOf({template, system}: {template?: string | undefined; system?: string | undefined}): Promise<Template> {
  const read = template === undefined ? {...templateSchema.parse({}), id: "plain"} : await readTemplate(template);
  return system === undefined ? read : {...read, system};
}

/** The sampler of an ask: a file's or greedy decoding; repeated questions are decoded as the server does by default. */
async function samplerOf({sampler, repeat}: {sampler?: string | undefined; repeat?: number | undefined}): Promise<Sampler> {
  const isRepeated = repeat !== undefined && repeat > 1;
  const read =
    sampler === undefined
      ? {...samplerSchema.parse(isRepeated ? {temperature: null} : {}), id: isRepeated ? "sampled" : "greedy"}
      : await readSampler(sampler);
  return isRepeated ? {...read, trials: repeat} : read;
}

const NO_FILES: AsyncDisposable & {files: readonly string[]} = {files: [], [Symbol.asyncDispose]: async () => {}};

/** The file of the bank whose name is given instead of a file; undefined for files. Throws `UserError`. */
async function bankAmong([name = "", ...others]: readonly string[]): Promise<string | undefined> {
  if (others.length > 0 || !/^[\w-]+$/u.test(name) || name === "-" || existsSync(name)) return undefined;
  return bankNamed(name);
}

/** The files to read; standard input is copied to a temporary one, since files are read twice. */
async function filesOf(files: readonly string[], {stdin}: Io): Promise<AsyncDisposable & {files: readonly string[]}> {
  if (!files.includes("-")) return {files, [Symbol.asyncDispose]: async () => {}};
  if (files.length > 1) throw new UserError("- reads standard input, so that no further file can follow");
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-ask-"));
  const file = join(folder, "questions");
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  await writeFile(file, Buffer.concat(chunks));
  return {files: [file], [Symbol.asyncDispose]: () => rm(folder, {recursive: true, force: true})};
}
