// The command `contamination embeddings`: windows of documents that are near to items by a model's embeddings.
import {rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../book/plural.js";
import {BudgetReached} from "../infer/budget.js";
import {ByteProgress, report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {
  builtInEmbedder,
  DEFAULT_EMBEDDER,
  describedEmbedder,
  type EmbeddedRun,
  embedCorpora
} from "../run/contaminationEmbeddings.js";
import {Interrupted, interrupts} from "../run/interrupt.js";
import {STORE} from "../run/results.js";
import {replaceFile} from "../store/files.node.js";
import type {CorpusFile} from "../studies/contamination/corpora.node.js";
import {EMBEDDINGS, type EmbeddingsRun, embeddingRows, itemsDigest} from "../studies/contamination/embeddings.js";
import {hasWord} from "../studies/contamination/embedFiles.node.js";
import type {Item} from "../studies/contamination/itemIndex.js";
import {areaText, shareText} from "../studies/contamination/report.js";
import {NEAR} from "../studies/contamination/windows.js";
import {bookOf, endpointOptions, secretsOf} from "./bookOptions.js";
import {option, printingCommand} from "./command.js";
import {filesOf, inputOptions, itemsOf, printLine, safe, writeLines} from "./contaminationInputs.js";
import {bookOption, dollars, path, shareBetween0And1} from "./optionTypes.js";

const options = z.strictObject({
  ...inputOptions,
  out: path(`where ${Object.values(EMBEDDINGS).join(", ")} are written, such as the folder of an audit`, {value: "folder"}),
  distance: shareBetween0And1("largest cosine distance of a window that is kept", {value: "cosine"}).default(NEAR),
  model: option(
    z.string().optional(),
    `model of embeddings: ${DEFAULT_EMBEDDER} (built in, the default), lexical-trigrams-768 (built in, compares wording only), or with --base-url any`,
    {value: "name"}
  ),
  ...endpointOptions,
  max_cost: dollars("spend at most this much on new vectors, counting the worst case").optional(),
  book: bookOption("the book, whose cache keeps the vectors")
});

export const embeddingsCommand = printingCommand({
  name: "contamination embeddings",
  summary:
    "find windows of documents whose embeddings are near to those of items, even where they are reworded; it asks a model, and running it again resumes an interrupted search",
  options,
  examples: ["--out audit", "--items items.jsonl --corpus corpus/ --out audit --distance 0.2"],
  async run({items: itemFiles, corpus, out, distance, max_cost: maxCost, ...chosen}) {
    const {model: name, base_url, protocol} = chosen;
    if (base_url !== undefined && protocol !== "openai")
      throw new UserError(`--protocol ${protocol}: embeddings come from /v1/embeddings, of the protocol openai`);
    const book = await bookOf(base_url === undefined ? {...chosen, model: undefined} : chosen);
    const model = base_url === undefined ? builtInEmbedder(name ?? DEFAULT_EMBEDDER) : book.models[0]!;
    const files = await filesOf(corpus);
    const {items, problems} = await itemsOf(itemFiles);
    const log = report({secrets: secretsOf(book)});
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const described = describedEmbedder(model);
    log.info(`${model.id} (${described}), ${plural(items.length, "item")}, ${plural(files.length, "file")}`);

    let [embedded, windows] = [0, 0];
    const upTo = [0, ...items.filter(({text}) => hasWord(text)).map(({text}) => Buffer.byteLength(text))];
    for (let i = 1; i < upTo.length; i++) upTo[i]! += upTo[i - 1]!;
    const total = files.reduce((sum, {bytes}) => sum + bytes, upTo.at(-1)!);
    const progress = new ByteProgress(total, () => plural(windows, "window"));
    const ran = await embedCorpora(book, {
      items,
      files,
      model,
      out,
      maxCost,
      stop,
      abort,
      report: log,
      atMost: distance,
      store: STORE,
      onItems(done) {
        progress.add(upTo[done]! - upTo[embedded]!);
        embedded = done;
      },
      onBytes: progress.add,
      onWindows: count => {
        windows = count;
      },
      onFile({file, problems}) {
        for (const problem of problems) progress.line(safe(`${file.path}: ${problem}`));
      }
    }).catch((error: unknown) => {
      progress.done();
      if (stop.aborted) throw new Interrupted();
      if (!(error instanceof BudgetReached)) throw error;
      printLine(
        `${error.message}; the vectors so far are in the cache, and the same command with a larger --max-cost goes on from there`
      );
      return null;
    });
    if (ran === null) return null;
    progress.done();
    const run = await write(out, {items, files, ran, model: model.id, described, distance});
    const unread = run.files.filter(({read}) => !read).length;
    if (unread > 0) printLine(`${plural(unread, "file")} of ${files.length} not read completely`);
    return {ran, run, isIncomplete: problems > 0 || unread > 0 || run.windows === 0};
  },
  print: result =>
    result
      ? sentences(result.ran, result.run)
          .map(line => `${line}\n`)
          .join("")
      : "",
  json: result => `${JSON.stringify(result?.run ?? null, null, 2)}\n`,
  exitCode: result => (result === null ? 3 : result.isIncomplete ? 1 : 0)
});

interface Written {
  items: readonly Item[];
  files: readonly CorpusFile[];
  ran: EmbeddedRun;
  model: string;
  described: string;
  distance: number;
}

/** Writes the run last, and removes an earlier one first, so that no run is next to items of another one. */
async function write(out: string, {items, ran, model, described, distance}: Written): Promise<EmbeddingsRun> {
  const {found, calibration} = ran;
  const rows = embeddingRows(items, found);
  const {threshold: _, ...measured} = calibration.curve[0]!;
  const {value: area, low: area_low, high: area_high} = calibration.area;
  const run: EmbeddingsRun = {
    model,
    described,
    distance,
    items: items.length,
    compared: items.filter(({text}) => hasWord(text)).length,
    items_sha256: itemsDigest(items),
    documents: found.files.reduce((sum, {documents}) => sum + documents, 0),
    windows: found.windows,
    files: found.files.map(({file, bytes, sha256, documents, windows, whole, problems}) => ({
      corpus: file.corpus.name,
      file: file.path,
      bytes,
      sha256,
      documents,
      windows,
      read: whole,
      problems
    })),
    calibration: {...measured, area, area_low, area_high}
  };
  await rm(join(out, EMBEDDINGS.run), {force: true});
  await writeLines(join(out, EMBEDDINGS.items), rows.items);
  await writeLines(join(out, EMBEDDINGS.windows), rows.windows);
  await replaceFile(join(out, EMBEDDINGS.run), file => writeFile(file, `${JSON.stringify(run, null, 2)}\n`));
  return run;
}

/** What was found, and what such a finding is worth by planted pairs. */
function sentences({found, calibration, asked, cached, cost}: EmbeddedRun, of: {items: number; distance: number}): string[] {
  const near = found.within.filter(documents => documents > 0).length;
  const [row] = calibration.curve;
  const {recall, recall_low, recall_high, false_positive_rate, false_low, false_high} = row!;
  const {precision, precision_low, precision_high} = row!;
  const {value: area, low: area_low, high: area_high} = calibration.area;
  return [
    `${near} of ${plural(of.items, "item")} have a window within ${of.distance}, of ${plural(found.windows, "window")} in ${plural(
      found.files.reduce((sum, {documents}) => sum + documents, 0),
      "document"
    )}; ${plural(asked, "vector")} asked, ${cached} from the cache, ${cost === null ? "cost unknown: no price" : `$${cost.toFixed(4)}`}`,
    `on planted pairs this distance finds ${row!.found} of ${row!.paraphrases} paraphrases, ${shareText({value: recall, low: recall_low, high: recall_high})}, and ${row!.wrong} of ${row!.negatives} other questions of the same template, ${shareText({value: false_positive_rate, low: false_low, high: false_high})}; precision ${shareText({value: precision, low: precision_low, high: precision_high})}, area under the ROC ${areaText({area, area_low, area_high})}`
  ];
}
