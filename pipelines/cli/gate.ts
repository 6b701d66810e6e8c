// The command `gate`: decides a file of rules on a store, for continuous integration.
import {writeFile} from "node:fs/promises";
import {type Command, Option} from "commander";
import {z} from "zod";
import {UserError} from "../book/error.js";
import {currentBookFile, readBook} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import {EXIT} from "../run/gate/decide.js";
import {readBaseline} from "../run/gate/evidence.js";
import {runGate} from "../run/gate/gate.js";
import {junitOf} from "../run/gate/junit.js";
import {readRules, rulesJsonSchema} from "../run/gate/rules.js";
import {gateJson, gateMarkdown, gateSchema, gateText} from "../run/gate/text.js";
import {historyRows} from "../run/history.js";
import {interrupts} from "../run/interrupt.js";
import {STORE} from "../run/results.js";
import {historyText} from "../studies/history/files.node.js";
import {count, dollars, positive} from "./options.js";
import {checkOut, writeOut} from "./out.js";
import {secretsOf} from "./run.js";

const FORMS = {text: gateText, json: undefined, junit: junitOf, markdown: gateMarkdown} as const;
type Form = keyof typeof FORMS;

interface Options {
  book: string;
  rules?: string;
  store: string;
  baseline?: string;
  baselineOut?: string;
  extend?: number;
  maxCost?: number;
  look?: number;
  format: Form;
  out?: string;
  junit?: string;
  markdown?: string;
  json?: string;
  schema?: boolean;
}

/** Adds the command to the program. */
export function gateCommands(program: Command): void {
  program
    .command("gate")
    .description("check rules on scores, differences, cost and latency: exit code 0 pass, 1 fail, 3 undecided")
    .option("--rules <file>", "the rules, such as data/gates/starter.yaml")
    .option("--book <file>", "the book, whose models --extend asks", currentBookFile())
    .option("--store <folder>", "the store to check", STORE)
    .option("--baseline <file>", "what rules against: baseline compare with: a file of --baseline-out, or of data/history")
    .option("--baseline-out <file>", "write the store as a baseline, without texts; on its own, or after the rules are checked")
    .option(
      "--extend <n>",
      "draw up to n further answers while undecided; each look at them spends a part of the significance level",
      count("extend")
    )
    .option("--max-cost <dollars>", "with --extend: spend at most this much in all, counting the worst case", dollars("max-cost"))
    .option("--look <n>", "this is the n-th look at data that were extended by hand", positive("look"))
    .addOption(new Option("--format <name>", "format on stdout").choices(Object.keys(FORMS)).default("text"))
    .option("--out <file>", "write there instead of to stdout")
    .option("--junit <file>", "JUnit XML as well")
    .option("--markdown <file>", "a summary for a pull request as well")
    .option("--json <file>", "JSON as well")
    .option("--schema", "print the JSON Schemas of rules and result instead")
    .action(act);
}

async function act(options: Options): Promise<void> {
  const {rules: file, store, extend, look, format} = options;
  if (options.schema)
    return void process.stdout.write(
      `${JSON.stringify({rules: rulesJsonSchema(), result: z.toJSONSchema(gateSchema)}, null, 2)}\n`
    );
  if (file === undefined && options.baselineOut === undefined)
    throw new UserError("gate needs --rules FILE, such as data/gates/starter.yaml, or --baseline-out FILE");
  for (const [name, out] of Object.entries({
    out: options.out,
    junit: options.junit,
    markdown: options.markdown,
    json: options.json
  }))
    await checkOut(out, {option: `--${name}`});
  await checkOut(options.baselineOut, {option: "--baseline-out", endings: [".jsonl"]});
  if (file !== undefined) {
    const rules = await readRules(file);
    const baseline = options.baseline === undefined ? null : await readBaseline(options.baseline);
    const book = extend === undefined ? null : await readBook(options.book);
    const log = report({secrets: book ? secretsOf(book) : []});
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const gate = await runGate(rules, {
      store,
      baseline,
      look,
      report: log,
      stop,
      abort,
      extend: book ? {book, budget: extend!, maxCost: options.maxCost} : undefined
    });
    const json = `${JSON.stringify(gateJson(gate), null, 2)}\n`;
    await writeOut(format === "json" ? json : FORMS[format]!(gate), options.out);
    if (options.json !== undefined) await writeFile(options.json, json);
    if (options.junit !== undefined) await writeFile(options.junit, junitOf(gate));
    if (options.markdown !== undefined) await writeFile(options.markdown, gateMarkdown(gate));
    process.exitCode = EXIT[gate.verdict];
  }
  if (options.baselineOut !== undefined) {
    const rows = await historyRows(store);
    if (rows.length === 0) throw new UserError(`${store} has no evaluation to use as a baseline`);
    await writeFile(options.baselineOut, historyText(rows));
  }
}
