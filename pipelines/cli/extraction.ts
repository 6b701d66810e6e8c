// The command `extraction`: a judging model reads stored answers, and the answers that it reads differently are counted by rule.
import type {Command} from "commander";
import {UserError} from "../book/error.js";
import {currentBookFile} from "../book/read.node.js";
import type {Protocol} from "../book/schemas.js";
import {report} from "../infer/progress.node.js";
import {interrupts} from "../run/interrupt.js";
import {judgedSentence, judgeReadings, MOST_JUDGED} from "../run/judge/readings.js";
import {STORE} from "../run/results.js";
import {readManifest} from "../store/manifest.node.js";
import {tableText} from "../store/show.js";
import {query} from "../store/sql.node.js";
import {study} from "../studies/make.node.js";
import {dollars, positive} from "./options.js";
import {bookOf, endpointOptions, secretsOf} from "./run.js";

interface Options {
  judge: string;
  limit: number;
  book: string;
  store: string;
  baseUrl?: string;
  protocol: Protocol;
  apiKeyEnv?: string;
  price?: {input: number; output: number};
  maxCost?: number;
}

/** Adds the command to the program. */
export function extractionCommands(program: Command): void {
  endpointOptions(
    program
      .command("extraction")
      .description("let a model read the answers in stored texts, and compare with how they were read (docs/extraction.md)")
      .requiredOption("--judge <model>", "the model that reads: one of the book, or with --base-url any")
      .option("--limit <n>", "at most n answers", positive("limit"), MOST_JUDGED)
      .option("--book <file>", "the book", currentBookFile())
      .option("--store <folder>", "the store whose answers are read", STORE)
  )
    .option("--max-cost <dollars>", "spend at most this much on new answers, counting the worst case", dollars("max-cost"))
    .action(async ({judge, limit, ...options}: Options) => {
      if (!(await readManifest(options.store))) throw new UserError(`no store in ${options.store}; npm run run makes one`);
      const book = await bookOf({...options, model: judge});
      const log = report({secrets: secretsOf(book)});
      using signals = interrupts(log);
      const {stop, abort} = signals;
      const judged = await judgeReadings(book, {...options, most: limit, report: log, stop, abort});
      if (judged === null)
        throw new UserError(
          `no answer in ${options.store} is read by the rules: each is truncated, has a scorer of its own, or has no text stored`
        );
      log.info(judgedSentence(judged, judge));
      await study("extraction_judged", options.store, {report: log});
      const sql =
        "select judge, rule, n, same, unread, differs, differs_low, differs_high, simulated from extraction_judged order by judge, rule";
      process.stdout.write(tableText(await query(sql, {folder: options.store})));
      process.exitCode = judged.failed > 0 ? 1 : judged.left > 0 ? 3 : 0;
    });
}
