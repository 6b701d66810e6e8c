// The command `extraction`: a judging model reads stored answers, and the answers that it reads differently are counted by rule.
import {z} from "zod";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {interrupts} from "../run/interrupt.js";
import {judgedSentence, judgeReadings, MOST_JUDGED} from "../run/judge/readings.js";
import {readManifest} from "../store/manifest.node.js";
import {jsonText, tableText} from "../store/show.js";
import {query} from "../store/sql.node.js";
import {study} from "../studies/make.node.js";
import {bookOf, endpointOptions, secretsOf} from "./bookOptions.js";
import {option, printingCommand} from "./command.js";
import {bookOption, dollars, storeOption, wholeNumber} from "./optionTypes.js";

const TABLE =
  "select judge, rule, n, same, unread, differs, differs_low, differs_high, simulated from extraction_judged order by judge, rule";

const extraction = printingCommand({
  name: "extraction",
  summary: "let a model read the answers in stored texts, and compare with how they were read (docs/extraction.md)",
  options: z.strictObject({
    judge: option(z.string(), "the model that reads: one of the book, or with --base-url any", {value: "model"}),
    limit: wholeNumber("at most n answers").default(MOST_JUDGED),
    book: bookOption(),
    store: storeOption("the store whose answers are read"),
    ...endpointOptions,
    max_cost: dollars("spend at most this much on new answers, counting the worst case").optional()
  }),
  examples: ["--judge my-judge --limit 200 --max-cost 1"],
  async run({judge, limit, max_cost: maxCost, ...options}, io) {
    const {store} = options;
    if (!(await readManifest(store))) throw new UserError(`no store in ${store}; npm run run makes one`);
    const book = await bookOf({...options, model: judge});
    const log = report({secrets: secretsOf(book, io)});
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const judged = await judgeReadings(book, {store, maxCost, most: limit, report: log, stop, abort});
    if (judged === null)
      throw new UserError(
        `no answer in ${store} is read by the rules: each is truncated, has a scorer of its own, or has no text stored`
      );
    log.info(judgedSentence(judged, judge));
    await study("extraction_judged", store, {report: log});
    return {judged, table: await query(TABLE, {folder: store})};
  },
  print: ({table}) => tableText(table),
  json: ({table}) => jsonText(table),
  exitCode: ({judged: {failed, left}}) => (failed > 0 ? 1 : left > 0 ? 3 : 0)
});

export const commands = [extraction];
