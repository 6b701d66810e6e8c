// The commands `report` and `zen`: from a book to its report, in six steps.
import {join} from "node:path";
import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {currentBook, currentBookFile, FOLDER} from "../book/read.node.js";
import {report as stderrReport} from "../infer/progress.node.js";
import {interrupts} from "../run/interrupt.js";
import {pipeline, stepsOf} from "../run/pipeline/pipeline.js";
import {STEPS, type StepName} from "../run/pipeline/step.js";
import {STORE} from "../run/results.js";
import {buildSite} from "../site/build.js";
import {shownStore} from "../store/joined.node.js";
import {tableText} from "../store/show.js";
import {reportJsonSchema} from "../studies/report/schema.js";
import {brokenLinks} from "./links.js";
import {dollars} from "./options.js";
import {bookOf, EXIT, secretsOf} from "./run.js";

interface Options {
  book: string;
  store: string;
  out?: string;
  only?: StepName;
  from?: StepName;
  maxCost?: number;
  judge?: string;
  /** A folder, or false for no history. */
  history?: string | false;
  pages?: boolean;
  schema?: boolean;
}

/** The book of the suite of 52 categories, and its store. */
const ZEN = {book: join(FOLDER, "zen.yaml"), store: join(FOLDER, "zen")};

/** Adds the commands to the program. */
export function reportCommands(program: Command): void {
  const what = `to its report, in ${STEPS.length} steps (${STEPS.join(", ")}); what is up to date is not made again`;
  options(program.command("report").description(`from a book ${what}`), {book: currentBookFile(), store: STORE});
  options(program.command("zen").description(`from the suite of 52 categories and the built-in models ${what}`), ZEN);
}

const options = (command: Command, {book, store}: {book: string; store: string}): Command =>
  command
    .option("--book <file>", "the book", book)
    .option("--store <folder>", "the store that the steps read and write", store)
    .option("--out <folder>", "a further folder for report.json and report.md, which are also in the store")
    .addOption(new Option("--only <step>", "run only this step").choices(STEPS).conflicts("from"))
    .addOption(new Option("--from <step>", "leave out the steps before this one").choices(STEPS))
    .option(
      "--max-cost <dollars>",
      "spend at most this much on new answers; without it only built-in models are asked",
      dollars("max-cost")
    )
    .option("--judge <model>", "in the step extraction: a model of the book that reads answers a third time (docs/extraction.md)")
    .option(
      "--history <folder>",
      "record the evaluations there, simulated models too (default: data/history, without them, for stores below data/)"
    )
    .option("--no-history", "do not record them")
    .option("--pages", "then publish the site of this store in dist/, as npm run build does")
    .option("--schema", "print the JSON Schema of report.json instead")
    .action(reportCommand);

async function reportCommand({
  book: file,
  store,
  out,
  only,
  from,
  maxCost,
  judge,
  history,
  pages,
  schema
}: Options): Promise<void> {
  if (schema) return void process.stdout.write(reportJsonSchema());
  const broken = pages ? brokenLinks() : null;
  if (broken !== null) throw new UserError(broken);
  process.env.REASONBOOK_BOOK = file; // studies read the present book
  const book = await currentBook();
  const log = stderrReport({secrets: secretsOf(book)});
  using signals = interrupts(log);
  const {stop, abort} = signals;
  const {made, status} = await pipeline(
    {
      book,
      folder: store,
      out,
      maxCost,
      history,
      report: log,
      stop,
      abort,
      judge: judge === undefined ? undefined : await bookOf({book: file, model: judge})
    },
    stepsOf({only, from})
  );
  const rows = made.map(({step, name, rows}) => [step, name, rows]);
  process.stdout.write(tableText({columns: ["step", "table", "rows"], rows}, {count: false}));
  if (pages) {
    if (store !== STORE) process.env.REASONBOOK_STORE = await shownStore([store], {report: log});
    await buildSite({report: log});
  }
  if (status !== null) process.exitCode = EXIT[status];
}
