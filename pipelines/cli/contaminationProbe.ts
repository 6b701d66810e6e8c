// The command `contamination probe`: what a model's log-probabilities say of items that it may have been trained on.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {openRows} from "../rows/openRows.node.js";
import {bookTexts, type ProbeRun, type ProbeText, runContaminationProbe} from "../run/contaminationProbe.js";
import {interrupts} from "../run/interrupt.js";
import {checkedRow} from "../store/lines.node.js";
import {probeReportSchema} from "../studies/contamination/probe.js";
import {ITEM_KIND} from "../studies/contamination/recordKinds.js";
import {bookOf, endpointOptions, secretsOf} from "./bookOptions.js";
import {option, printingCommand} from "./command.js";
import {bookOption, dollars, path, storeOption, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

export const probeCommand = printingCommand({
  name: "contamination probe",
  summary:
    "test by a model's log-probabilities whether it knows items: Min-K %, Min-K %++, the order of the items, and examples of the same set in context (CoDeC)",
  options: z.strictObject({
    model: option(z.string(), "the model: one of the book, or with --base-url any", {value: "name"}),
    items: path("items in canonical order, one {id, text} a line; without it the book's tests").optional(),
    controls: path("texts of the same kind that the model cannot have seen, one {id, text} a line").optional(),
    limit: wholeNumber("at most n items and n controls").default(200),
    shards: wholeNumber("shards of items for the test of their order; 0 = no such test", {min: 0}).default(16),
    permutations: wholeNumber("permutations of each shard").default(9),
    examples: wholeNumber("examples of the same set before each text, for the test in context; 0 = no such test", {
      min: 0
    }).default(3),
    out: path("write the report there instead of to stdout").optional(),
    book: bookOption(),
    store: storeOption("the store whose lock is taken, so that two probes do not ask the same"),
    ...endpointOptions,
    max_cost: dollars("spend at most this much on new answers, counting the worst case").optional()
  }),
  examples: [
    "--model my-model --items items.jsonl --controls controls.jsonl",
    "--base-url http://localhost:8000/v1 --model my-model --out probe.json"
  ],
  outputSchema: () => z.toJSONSchema(probeReportSchema),
  async run({items, controls, out, limit, max_cost: maxCost, ...options}, io) {
    await checkOut(out);
    const book = await bookOf(options);
    const log = report({secrets: secretsOf(book)});
    const own = items === undefined ? bookTexts(book, {limit}) : {items: await textsIn(items, limit), controls: []};
    if (own.items.length === 0) throw new UserError(`${items ?? options.book} holds no item to probe`);
    using signals = interrupts(log);
    const {stop, abort} = signals;
    const {shards, permutations, examples, store} = options;
    const ran = await runContaminationProbe(book, {
      ...own,
      ...(controls === undefined ? {} : {controls: await textsIn(controls, limit)}),
      shards,
      permutations,
      examples,
      store,
      maxCost,
      stop,
      abort,
      report: log
    });
    for (const line of sentences(ran)) log.info(line);
    if (out !== undefined) await writeOut(reportJson(ran.report), out, io);
    return {report: ran.report, interrupted: stop.aborted};
  },
  print: ({report}, {out}) => (out === undefined ? reportJson(report) : ""),
  json: ({report}) => reportJson(report),
  exitCode: ({report: {available, failed, left}, interrupted}) =>
    interrupted ? 130 : !available || failed > 0 ? 1 : left > 0 ? 3 : 0
});

const reportJson = (report: ProbeRun["report"]): string => `${JSON.stringify(report, null, 2)}\n`;

const lineSchema = z.looseObject({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  text: z.string().min(1),
  stratum: z.string().default("")
});

/** The texts of a file of rows, at most so many. Throws a UserError that names the line. */
export async function textsIn(file: string, limit: number): Promise<ProbeText[]> {
  const texts = new Map<string, ProbeText>();
  for await (const row of openRows(file, {kind: ITEM_KIND})) {
    if (texts.size >= limit) break;
    const {line, bad} = row;
    if (bad !== undefined) throw new UserError(`${file}:${line} ${bad}; expected one {"id", "text"} a line`);
    const found = checkedRow(row, lineSchema);
    if ("bad" in found) throw new UserError(`${file}:${line} ${found.bad}`);
    const {id, stratum, text} = found.row;
    if (texts.has(id)) throw new UserError(`${file}:${line} id ${JSON.stringify(id)} occurs twice`);
    texts.set(id, {id, stratum, text});
  }
  return [...texts.values()];
}

const percent = (share: number): string => (100 * share).toFixed(1);
const short = (value: number): string => value.toPrecision(3);
const interval = (low: number | null, high: number | null): string =>
  low === null || high === null ? "[no interval]" : `[${short(low)}, ${short(high)}]`;
const chance = (p: number | null, q: number | null): string => (p === null ? "" : `, p = ${short(p)}, q = ${short(q!)}`);

/** The report as sentences, every estimate with its interval and n. */
export function sentences({report: found, requests, cached, cost}: ProbeRun): string[] {
  const who = `${found.model}${found.simulated ? " (simulated; a toy distribution)" : ""}`;
  if (!found.available)
    return [
      `${who} gives no log-probabilities of prompts, so that nothing is scored (${plural(found.left, "text")}): ${found.why}`
    ];
  const lines = [
    `${who}: ${requests - cached} asked, ${cached} from the cache, ${cost === null ? "cost unknown: no price" : `$${cost.toFixed(4)}`}`
  ];
  if (found.failed + found.left > 0)
    lines.push(`${plural(found.failed, "text")} failed, ${plural(found.left, "text")} not asked`);
  for (const {method, items, controls, difference, low, high, p, q, why, approximate, covered} of found.membership) {
    const name = `${method}${approximate ? ` (approximate: the listed tokens cover ${(100 * covered!).toFixed(0)} %)` : ""}`;
    lines.push(
      difference === null || why
        ? `${name}: no test, since ${why}`
        : `${name}: items − controls ${short(difference)} ${interval(low, high)}, n = ${items} items and ${controls} controls${chance(p, q)}`
    );
  }
  const {order} = found;
  lines.push(
    order.difference === null || order.why
      ? `order: no test, since ${order.why}`
      : `order: canonical − permuted ${short(order.difference)} ${interval(order.low, order.high)} nats a shard, n = ${order.shards} shards of ${order.permutations} permutations${chance(order.p, order.q)}`
  );
  const {context} = found;
  if (context) {
    const name = `in context of ${plural(context.examples, "example")}`;
    const falls = ({value, low, high, n}: typeof context.items) =>
      value === null ? "no share" : `${percent(value)} % [${percent(low)}, ${percent(high)}] (n = ${n})`;
    const shares = `log-probability falls for ${falls(context.items)} of the items and ${falls(context.controls)} of the controls`;
    lines.push(
      context.difference === null || context.why
        ? `${name}: ${context.items.n > 0 ? `${shares}; ` : ""}no test, since ${context.why}`
        : `${name}: ${shares}, difference ${percent(context.difference)} [${percent(context.low!)}, ${percent(context.high!)}] points${chance(context.p, context.q)}`
    );
  }
  const known = found.items.filter(({q}) => q !== null && q <= 0.05).length;
  lines.push(
    found.contaminated === null
      ? "nothing could be tested: neither contaminated nor clean"
      : `${found.contaminated ? "contaminated" : "no contamination found, which does not show that there is none"}: ${known} of ${plural(found.items.length, "item")} individually identified as known (false discovery rate 5 %)`
  );
  return lines;
}
