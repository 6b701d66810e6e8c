// The command `gate`: decides a file of rules on a store, for continuous integration.
import {writeFile} from "node:fs/promises";
import {z} from "zod";
import {readBook} from "../book/read.node.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {EXIT} from "../run/gate/decide.js";
import {readBaseline} from "../run/gate/evidence.js";
import {runGate} from "../run/gate/gate.js";
import {junitOf} from "../run/gate/junit.js";
import {readRules, rulesJsonSchema} from "../run/gate/rules.js";
import {gateJson, gateMarkdown, gateSchema, gateText} from "../run/gate/text.js";
import {historyRows} from "../run/history.js";
import {interrupts} from "../run/interrupt.js";
import {historyText} from "../studies/history/files.node.js";
import {secretsOf} from "./bookOptions.js";
import {command, option} from "./command.js";
import {bookOption, dollars, path, storeOption, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const FORMS = {text: gateText, json: undefined, junit: junitOf, markdown: gateMarkdown} as const;
const FORM_NAMES = Object.keys(FORMS) as (keyof typeof FORMS)[];

const gateCommand = command({
  name: "gate",
  summary: "check rules on scores, differences, cost and latency: exit code 0 pass, 1 fail, 3 undecided",
  options: z.strictObject({
    rules: path("the rules, such as data/gates/starter.yaml").optional(),
    book: bookOption("the book, whose models --extend asks"),
    store: storeOption("the store to check"),
    baseline: path("the baseline of rules with against: baseline: a file of --baseline-out, or of data/history").optional(),
    baseline_out: path(
      "write the store as a baseline, without texts; without --rules, or after the rules are checked"
    ).optional(),
    extend: wholeNumber(
      "draw up to n further answers while undecided; each look at them spends a part of the significance level",
      {min: 0}
    ).optional(),
    max_cost: dollars("with --extend: spend at most this much in all, counting the worst case").optional(),
    look: wholeNumber("this is the n-th look at data that were extended by hand").optional(),
    format: option(z.enum(FORM_NAMES).default("text"), "format on stdout", {value: "name"}),
    out: path("write there instead of to stdout").optional(),
    junit: path("JUnit XML as well").optional(),
    markdown: path("a summary for a pull request as well").optional(),
    json: path("JSON as well").optional()
  }),
  examples: ["--rules data/gates/starter.yaml", "--rules data/gates/starter.yaml --extend 2000 --max-cost 5"],
  outputSchema: () => ({rules: rulesJsonSchema(), result: z.toJSONSchema(gateSchema)}),
  async run({rules: file, store, extend, look, format, max_cost: maxCost, baseline_out: baselineOut, ...options}, io) {
    const {out, junit, markdown, json} = options;
    if (file === undefined && baselineOut === undefined)
      throw new UserError("gate needs --rules FILE, such as data/gates/starter.yaml, or --baseline-out FILE");
    for (const [name, each] of Object.entries({out, junit, markdown, json})) await checkOut(each, {option: `--${name}`});
    await checkOut(baselineOut, {option: "--baseline-out", endings: [".jsonl"]});
    let code = 0;
    if (file !== undefined) {
      const rules = await readRules(file);
      const baseline = options.baseline === undefined ? null : await readBaseline(options.baseline);
      const book = extend === undefined ? null : await readBook(options.book);
      const log = report({secrets: book ? secretsOf(book, io) : []});
      using signals = interrupts(log);
      const {stop, abort} = signals;
      const gate = await runGate(rules, {
        store,
        baseline,
        look,
        report: log,
        stop,
        abort,
        extend: book ? {book, budget: extend!, maxCost} : undefined
      });
      const asJson = `${JSON.stringify(gateJson(gate), null, 2)}\n`;
      await writeOut(format === "json" ? asJson : FORMS[format]!(gate), out, io);
      if (json !== undefined) await writeFile(json, asJson);
      if (junit !== undefined) await writeFile(junit, junitOf(gate));
      if (markdown !== undefined) await writeFile(markdown, gateMarkdown(gate));
      code = EXIT[gate.verdict];
    }
    if (baselineOut !== undefined) {
      const rows = await historyRows(store);
      if (rows.length === 0) throw new UserError(`${store} has no evaluation to use as a baseline`);
      await writeFile(baselineOut, historyText(rows));
    }
    return code;
  }
});

export const commands = [gateCommand];
