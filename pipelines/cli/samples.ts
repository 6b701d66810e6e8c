// The command `samples`: lists samples, shows one, corrects its status with a reason, lists and reverts corrections (docs/corrections.md).
import {execFileSync} from "node:child_process";
import {z} from "zod";
import {childEnvironment} from "../book/childEnvironment.node.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import type {Io} from "../io/io.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {publishTables, STORE} from "../run/results.js";
import {INCORRECT} from "../score/status.js";
import type {Applied} from "../store/corrections/apply.node.js";
import {apply, correct, listed, revert, sampleOf, wishesIn} from "../store/corrections/edits.node.js";
import {STATUS_WORDS, type StatusWord} from "../store/corrections/log.node.js";
import {objectsOf, tableText} from "../store/show.js";
import {query} from "../store/sql.node.js";
import {command, option, positional, printingCommand} from "./command.js";
import {flag, path, STORE_IS_NOT_OUT, storeOption, wholeNumber} from "./optionTypes.js";
import {sampleText} from "./sampleText.js";

const store = storeOption();
const by = option(z.string().optional(), "who makes the correction; default: git's user.name", {value: "name"});
const reason = option(z.string().optional(), "reason for the correction", {value: "text"});

/** Names of an outcome in SQL, as `STATUS_WORDS` has them. */
const STATUS_SQL = `case s.status ${STATUS_WORDS.map((word, code) => `when ${code} then '${word}'`).join(" ")} end`;

const list = printingCommand({
  name: "samples list",
  isDefault: true,
  summary: "list samples: the answer that was read, the expected one and the question",
  options: z.strictObject({
    store,
    wrong: flag("only wrong answers and those in which none was found"),
    model: option(z.array(z.string()).optional(), "only of these models", {value: "name"}),
    limit: wholeNumber("most samples").default(50)
  }),
  examples: ["--wrong", "--wrong --model my-model --limit 10"],
  async run({store, wrong = false, model = [], limit}) {
    const conditions = [
      wrong ? `s.status = ${INCORRECT}` : "true",
      model.length > 0 ? `s.model in (${model.map(literal).join(", ")})` : "true"
    ];
    const result = await query(
      `select s.model || '/' || s.item_id || case when s.trial > 0 then '/' || s.trial else '' end as key, ${STATUS_SQL} as status,
        s.answer as read, s.expected, s.answer_reason as reason, regexp_replace(i.prompt, '\\s+', ' ', 'g') as question, count(*) over () as matches
      from samples s left join items i using (item_id) where ${conditions.join(" and ")}
      order by s.model, s.template, s.sampler, s.base_task, s.params, s.index, s.trial limit ${limit}`,
      {folder: store}
    );
    return objectsOf(result);
  },
  json: rows => rows.map(({matches: _, ...row}) => `${JSON.stringify(row)}\n`).join(""),
  print(rows) {
    if (rows.length === 0) return "no such samples\n";
    const columns = ["key", "status", "read", "expected", "reason", "question"];
    const matches = Number(rows[0]!.matches);
    const more = matches > rows.length ? `${matches.toLocaleString("en")} in all; --limit N lists more\n` : "";
    return `${tableText({columns, rows: rows.map(row => columns.map(column => row[column]))})}\n${more}npx reasonbook samples show KEY  prints one with its response\n`;
  }
});

const show = command({
  name: "samples show",
  summary: "print a sample with its question, its response and its score",
  options: z.strictObject({
    key: positional(
      z.string(),
      "EVALUATION/ITEM or EVALUATION/ITEM/TRIAL: eval_id (or the model, if it has one evaluation) and item_id"
    ),
    store
  }),
  examples: ["sim-cedar-01/ITEM"],
  former: STORE_IS_NOT_OUT,
  async run({key, store}, {stdout}) {
    // People switch colours off with NO_COLOR.
    const inverse = stdout.isTTY === true && (stdout.hasColors?.() ?? false);
    stdout.write(`${sampleText(await sampleOf(store, key), {inverse})}\n`);
  }
});

const correctSample = command({
  name: "samples correct",
  summary:
    "correct the outcome of a sample, with a reason; pages then count the corrected outcome, and report how many were corrected",
  options: z.strictObject({
    key: positional(z.string().optional(), "as for show; or a file with --file"),
    store,
    by,
    status: option(z.enum(STATUS_WORDS).optional(), "the right outcome of the sample", {value: "name"}),
    reason,
    file: path(
      "corrections of a file: key, status, reason, and where known by, at; CSV, TSV, JSON lines, JSON, Parquet, Arrow or YAML"
    ).optional()
  }),
  examples: ['sim-cedar-01/ITEM --status right --reason "17.0 is 17"', "--file corrections.csv"],
  former: STORE_IS_NOT_OUT,
  async run({key, store, file, ...options}, io) {
    const wishes = file !== undefined ? await fromFile(key, file, options, io) : [fromOptions(key, options, io)];
    const {added, repeated, ...applied} = await correct(store, wishes, {onWait: report().info});
    const before = repeated > 0 ? `, ${repeated} known before` : "";
    await done(store, applied, `${plural(added, "correction")} added${before}`);
  }
});

const revertCorrection = command({
  name: "samples revert",
  summary: "revert a correction; both stay in the log",
  options: z.strictObject({id: positional(z.string(), "as samples corrections lists it"), store, by, reason}),
  examples: ['ID --reason "the first reading was right"'],
  former: STORE_IS_NOT_OUT,
  async run({id, store, by, reason}, io) {
    const line = {by: author(by, io), at: timeOf(io), reason: needed(reason, "--reason")};
    await done(store, await revert(store, id, {...line, onWait: report().info}), `correction ${id} reverted`);
  }
});

const corrections = printingCommand({
  name: "samples corrections",
  summary: "list all corrections with who, when, why and what has become of each",
  options: z.strictObject({store}),
  examples: ["", "--json"],
  former: STORE_IS_NOT_OUT,
  run: ({store}) => listed(store),
  json: rows => rows.map(row => `${JSON.stringify(row)}\n`).join(""),
  print(rows, {store}) {
    if (rows.length === 0) {
      report().info(`no sample of ${store} was corrected`);
      return "";
    }
    const columns = ["id", "state", "model", "item_id", "trial", "original_status", "status", "by", "at", "reason"];
    return tableText({columns, rows: rows.map(row => columns.map(column => row[column]))});
  }
});

const applyLog = command({
  name: "samples apply",
  summary: "apply a log of corrections that was copied here or edited by hand",
  options: z.strictObject({store}),
  examples: [""],
  former: STORE_IS_NOT_OUT,
  run: async ({store}) => done(store, await apply(store, {onWait: report().info}), "the log is applied")
});

export const commands = [list, show, correctSample, revertCorrection, corrections, applyLog];

const timeOf = ({now}: Io): string => new Date(now()).toISOString();

function needed(text: string | undefined, option: string): string {
  if (text?.trim()) return text.trim();
  throw new UserError(`${option} is missing: a correction is of no use to others without it`);
}

interface Correction {
  status?: StatusWord | undefined;
  reason?: string | undefined;
  by?: string | undefined;
}

function fromOptions(key: string | undefined, {status, reason, by}: Correction, io: Io) {
  if (key === undefined) throw new UserError("name a sample, EVALUATION/ITEM, or give --file FILE");
  if (status === undefined) throw new UserError(`--status is missing; expected one of: ${STATUS_WORDS.join(", ")}`);
  return {key, status, reason: needed(reason, "--reason"), by: author(by, io), at: timeOf(io)};
}

async function fromFile(key: string | undefined, file: string, {status, reason, by}: Correction, io: Io) {
  if (key !== undefined || status !== undefined || reason !== undefined)
    throw new UserError("--file brings keys, statuses and reasons; leave out KEY, --status and --reason");
  return wishesIn(file, {by: () => author(by, io), at: timeOf(io)});
}

/** Who corrects: --by, else the name that git knows. Throws a UserError where nobody is named. */
function author(by: string | undefined, {cwd}: Io): string {
  if (by?.trim()) return by.trim();
  try {
    const stdio = ["ignore" as const, "pipe" as const, "ignore" as const];
    const name = execFileSync("git", ["config", "user.name"], {encoding: "utf8", stdio, cwd, env: childEnvironment()}).trim();
    if (name) return name;
  } catch {
    // no git, or no name in it
  }
  throw new UserError("who corrects this? add --by NAME, or set git config user.name");
}

/** Reports what was done, and publishes changed tables of the book's own store to an open workbook. */
async function done(folder: string, {tables, corrected, warnings}: Applied, text: string): Promise<void> {
  for (const sentence of warnings) report().warn(sentence);
  if (folder === STORE) await publishTables(folder, [...tables, "manifest"]);
  report().info(`${text}; ${plural(corrected, "sample")} of ${folder} ${corrected === 1 ? "is" : "are"} now corrected`);
}
