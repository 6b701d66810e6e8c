// The commands `report` and `zen`: from a book to its report, in six steps.
import {join} from "node:path";
import {z} from "zod";
import {currentBook, FOLDER} from "../book/read.node.js";
import {report as stderrReport} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {interrupts} from "../run/interrupt.js";
import {pipeline, stepsOf} from "../run/pipeline/pipeline.js";
import {STEPS} from "../run/pipeline/step.js";
import {STORE} from "../run/results.js";
import {buildSite} from "../site/build.js";
import {shownStore} from "../store/joined.node.js";
import {tableText} from "../store/show.js";
import {reportJsonSchema} from "../studies/report/schema.js";
import {bookOf, secretsOf} from "./bookOptions.js";
import {type AnyCommand, command, option} from "./command.js";
import {brokenLinks} from "./links.js";
import {bookOption, dollars, flag, historyOption, path, storeOption} from "./optionTypes.js";
import {htmlOptions, writeResult} from "./resultFile.js";
import {resultText} from "./resultText.js";
import {EXIT} from "./run.js";

const IN_STEPS = `in ${STEPS.length} steps (${STEPS.join(", ")}); what is up to date is not made again`;

export const commands = [
  reportCommand({
    name: "report",
    summary: `write the report of a book's results, ${IN_STEPS}`,
    book: bookOption(),
    store: storeOption("the store that the steps read and write")
  }),
  reportCommand({
    name: "zen",
    summary: `write the report of the suite of 52 categories and the built-in models, ${IN_STEPS}`,
    book: path("the book").default(join(FOLDER, "zen.yaml")),
    store: path("the store that the steps read and write", {value: "folder"}).default(join(FOLDER, "zen"))
  })
];

/** Defines a command for a book and its store. */
function reportCommand({
  name,
  summary,
  book,
  store
}: {
  name: string;
  summary: string;
  book: z.ZodDefault<z.ZodString>;
  store: z.ZodDefault<z.ZodString>;
}): AnyCommand {
  return command({
    name,
    summary,
    options: z.strictObject({
      book,
      store,
      out: path("a further folder for report.json and report.md, which are also in the store", {value: "folder"}).optional(),
      only: option(z.enum(STEPS).optional(), "run only this step", {value: "step"}),
      from: option(z.enum(STEPS).optional(), "leave out the steps before this one", {value: "step"}),
      max_cost: dollars("spend at most this much on new answers; without it only built-in models are asked").optional(),
      judge: option(
        z.string().optional(),
        "in the step extraction: a model of the book that reads answers a third time (docs/extraction.md)",
        {value: "model"}
      ),
      history: historyOption(
        "record the evaluations there, simulated models too (default: data/history, without them, for stores below data/)"
      ),
      pages: flag("then publish the site of this store in dist/, as npm run build does"),
      ...htmlOptions
    }),
    examples: ["", "--from scoring --pages"],
    outputSchema: reportJsonSchema,
    async run({book: file, store, out, only, from, max_cost: maxCost, judge, history, pages, html, responses}, io) {
      if (only !== undefined && from !== undefined)
        throw new UserError("option '--only <step>' cannot be used with option '--from <step>'");
      const broken = pages ? brokenLinks() : null;
      if (broken !== null) throw new UserError(broken);
      io.env.REASONBOOK_BOOK = file; // studies read the present book
      const book = await currentBook();
      const log = stderrReport({secrets: secretsOf(book, io)});
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
      io.stdout.write(tableText({columns: ["step", "table", "rows"], rows}, {count: false}));
      io.stdout.write(await resultText(store));
      if (html !== undefined) log.info(await writeResult(html, [{path: store}], {title: book.title, responses}));
      if (pages) {
        if (store !== STORE) io.env.REASONBOOK_STORE = await shownStore([store], {report: log});
        await buildSite({report: log});
      }
      return status === null ? 0 : EXIT[status];
    }
  });
}
