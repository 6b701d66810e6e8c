// The command `contamination probe`: what a model's log-probabilities say of items that it may have been trained on.
import type {Command} from "commander";
import {z} from "zod";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {currentBookFile} from "../book/read.node.js";
import type {Protocol} from "../book/schemas.js";
import {report} from "../infer/progress.node.js";
import {bookTexts, type ProbeRun, type ProbeText, runContaminationProbe} from "../run/contaminationProbe.js";
import {interrupts} from "../run/interrupt.js";
import {STORE} from "../run/results.js";
import {checked, linesOf} from "../store/lines.node.js";
import {probeReportSchema} from "../studies/contamination/probe.js";
import {count, dollars, needed, positive} from "./options.js";
import {checkOut, writeOut} from "./out.js";
import {bookOf, endpointOptions, secretsOf} from "./run.js";

interface Options {
  model?: string;
  items?: string;
  controls?: string;
  limit: number;
  shards: number;
  permutations: number;
  out?: string;
  schema?: boolean;
  book: string;
  store: string;
  baseUrl?: string;
  protocol: Protocol;
  apiKeyEnv?: string;
  price?: {input: number; output: number};
  maxCost?: number;
}

/** Adds the subcommand to `contamination`. */
export function probeOfContamination(contamination: Command): void {
  endpointOptions(
    contamination
      .command("probe")
      .description("test by a model's log-probabilities whether it knows items: Min-K %, Min-K %++, and the order of the items")
      .option("--model <name>", "the model: one of the book, or with --base-url any")
      .option("--items <file>", "items in canonical order, one {id, text} a line; without it the book's tests")
      .option("--controls <file>", "texts of the same kind that the model cannot have seen, one {id, text} a line")
      .option("--limit <n>", "at most n items and n controls", positive("limit"), 200)
      .option("--shards <n>", "shards of items for the test of their order; 0 = no such test", count("shards"), 16)
      .option("--permutations <n>", "permutations of each shard", positive("permutations"), 9)
      .option("--out <file>", "write the report there instead of to stdout")
      .option("--schema", "print the report's JSON Schema instead")
      .option("--book <file>", "the book", currentBookFile())
      .option("--store <folder>", "the store whose lock is taken, so that two probes do not ask the same", STORE)
  )
    .option("--max-cost <dollars>", "spend at most this much on new answers, counting the worst case", dollars("max-cost"))
    .action(probeCommand);
}

async function probeCommand({items, controls, out, schema, limit, ...options}: Options): Promise<void> {
  if (schema) return void process.stdout.write(`${JSON.stringify(z.toJSONSchema(probeReportSchema), null, 2)}\n`);
  const model = needed("model <name>", options.model);
  await checkOut(out);
  const book = await bookOf({...options, model});
  const log = report({secrets: secretsOf(book)});
  const own = items === undefined ? bookTexts(book, {limit}) : {items: await textsIn(items, limit), controls: []};
  if (own.items.length === 0) throw new UserError(`${items ?? options.book} holds no item to probe`);
  using signals = interrupts(log);
  const {stop, abort} = signals;
  const ran = await runContaminationProbe(book, {
    ...options,
    ...own,
    ...(controls === undefined ? {} : {controls: await textsIn(controls, limit)}),
    stop,
    abort,
    report: log
  });
  for (const line of sentences(ran)) log.info(line);
  await writeOut(`${JSON.stringify(ran.report, null, 2)}\n`, out);
  const {available, failed, left} = ran.report;
  process.exitCode = stop.aborted ? 130 : !available || failed > 0 ? 1 : left > 0 ? 3 : 0;
}

const lineSchema = z.looseObject({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  text: z.string().min(1),
  stratum: z.string().default("")
});

/** The texts of a file of JSON lines or Parquet, at most so many. Throws a UserError that names the line. */
export async function textsIn(file: string, limit: number): Promise<ProbeText[]> {
  const texts = new Map<string, ProbeText>();
  for await (const {line, value, bad} of linesOf(file)) {
    if (texts.size >= limit) break;
    const found = bad === undefined ? checked(value, lineSchema) : {bad: `${bad}; expected one {"id", "text"} a line`};
    if ("bad" in found) throw new UserError(`${file}:${line} ${found.bad}`);
    const {id, stratum, text} = found.row;
    if (texts.has(id)) throw new UserError(`${file}:${line} id ${JSON.stringify(id)} occurs twice`);
    texts.set(id, {id, stratum, text});
  }
  return [...texts.values()];
}

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
  const known = found.items.filter(({q}) => q !== null && q <= 0.05).length;
  lines.push(
    found.contaminated === null
      ? "nothing could be tested: neither contaminated nor clean"
      : `${found.contaminated ? "contaminated" : "no contamination found, which does not show that there is none"}: ${known} of ${plural(found.items.length, "item")} individually identified as known (false discovery rate 5 %)`
  );
  return lines;
}
