// Scores on all items of a benchmark from a few: the part that `ask --quick` and `adaptive --estimate` share.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {currentBookFile, readBook} from "../book/read.node.js";
import type {Book, Model} from "../book/types.js";
import type {Report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {didYouMean} from "../rows/nearest.js";
import {estimateScore, type ScoreEstimate, scoreEstimateSchema} from "../run/adaptive/shortForm.js";
import {isWorkbook, type WrittenAsk} from "../run/ask/files.js";
import {planOf, REFERENCE} from "../run/evaluation.js";
import type {Signals} from "../run/failures.js";
import {banksFolder, publicBenchmarks} from "../run/getItems.js";
import {publishedFolder} from "../store/places.node.js";
import {MAX_UNLIKE} from "../studies/adaptive/shortForm/form.js";
import {type BookOptions, modelsOf} from "./bookOptions.js";

/** Estimates as `--json` prints them. */
export const scoreEstimatesSchema = z.strictObject({
  name: z.string().describe("name of the benchmark"),
  estimates: z.array(scoreEstimateSchema).describe("one for each model")
});
export type ScoreEstimates = z.infer<typeof scoreEstimatesSchema>;

interface EstimateOptions extends Signals {
  written: WrittenAsk;
  book: Book;
  items: number;
  maxCost?: number | undefined;
  report: Report;
}

/** Estimates the score of each model of an ask's book. Throws `UserError`. */
export async function estimateScores({written, book, ...options}: EstimateOptions): Promise<ScoreEstimate[]> {
  const plan = planOf(book);
  const published = publishedFolder();
  const estimates: ScoreEstimate[] = [];
  for (const evaluation of plan.evaluations)
    if (!options.stop?.aborted)
      estimates.push(
        await estimateScore({...options, published, folder: written.store, plan, evaluation, benchmark: written.task})
      );
  return estimates;
}

/** Estimates as text, one line a model. */
export const estimatesText = (estimates: readonly ScoreEstimate[]): string => estimates.map(estimateLine).join("");

/** Exit code: 0 if all items of all models were answered, else 130 after Ctrl-C and 1 without. */
export function estimatesExit(estimates: readonly ScoreEstimate[], {items, stop}: {items: number; stop: AbortSignal}): number {
  if (estimates.length > 0 && estimates.every(({n}) => n === items)) return 0;
  return stop.aborted ? 130 : 1;
}

/** A model's estimated score as a line: `m   87.3 % of all 1,319 questions right (estimated)  [82.0, 91.9]  n 100` */
function estimateLine({model, score, low, high, n, items, references, unlike}: ScoreEstimate): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const note =
    unlike > MAX_UNLIKE
      ? `note: ${model} does not find hard what other models find hard (probability ${unlike.toFixed(2)}), which the interval allows for; ask more questions for a narrower one\n`
      : "";
  return `${model}   ${percent(score)} % of all ${items.toLocaleString("en")} questions right (estimated)  [${percent(low)}, ${percent(high)}]  n ${n}, calibrated on ${references} models\n${note}`;
}

/** Returns a function from a name to its model: at the endpoint that the options name, or of the workbook's book. Throws `UserError`. */
export async function modelFinder(
  options: Omit<BookOptions, "book" | "model"> & {book?: string}
): Promise<(name: string) => Model> {
  if (options.base_url === undefined && !isWorkbook())
    throw new UserError(
      "which endpoint? add --base-url URL, such as http://127.0.0.1:8000/v1 (vLLM), http://127.0.0.1:11434/v1 (Ollama) or https://api.openai.com/v1"
    );
  const file = options.book ?? currentBookFile();
  const book = options.base_url === undefined ? await readBook(file) : {models: []};
  return name => {
    const [model] = modelsOf({...options, book: file, model: name}, book);
    if (model!.endpoint === REFERENCE)
      throw new UserError(
        `${model!.id} is a simulated model, which answers built-in tasks only; name an endpoint with --base-url`
      );
    return model!;
  };
}

/** Returns the file of a bank, or of a public benchmark that was fetched. Throws `UserError`. */
export async function bankNamed(name: string): Promise<string> {
  const file = join(banksFolder(), `${name}.yaml`);
  if (existsSync(file)) return file;
  const benchmarks = (await publicBenchmarks()).map(each => each.name);
  if (benchmarks.includes(name))
    throw new UserError(`${name} is a public benchmark that is not here yet; fetch it: npx reasonbook items get ${name}`);
  throw new UserError(`no file, bank or public benchmark "${name}"${didYouMean(name, benchmarks)}`);
}
