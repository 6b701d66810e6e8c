// Rows of points from outside: their schema, and their conversion to rows of the table `points`.

import {z} from "zod";
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {nameSchema} from "../../book/schemas.js";
import {spellParams} from "../../generate/coordinates.node.js";
import {mixedVersions} from "../../generate/versions.js";
import {UserError} from "../../rows/error.js";
import {nearest} from "../../rows/nearest.js";
import {openRows} from "../../rows/openRows.node.js";
import {type Counters, noCounters, plus} from "../../score/counters.js";
import type {Stopped} from "../../score/precision.js";
import {SHARE_COLUMNS, sharesOf, type TestShares} from "../../score/testShares.js";
import {checked, recordFor} from "../lines.node.js";
import {FACETS, type PointRow, pointRow} from "../rows.node.js";
import {tables} from "../tables.js";
import {withPresentNames} from "../views.sql.js";
import {identityOf} from "./overlay.node.js";

/** Most faulty lines that are reported in full. */
const MOST_REPORTED = 5;

const names = z.array(nameSchema).nullish();
const whole = z.number().refine(value => Number.isSafeInteger(value) && value >= 0, "expected a whole number of at least 0");
const amount = z.number().refine(value => Number.isFinite(value) && value >= 0, "expected a number of at least 0");
const STOPPED = [
  "width",
  "max",
  "truncation",
  "limit",
  "failed",
  "budget",
  "interrupted",
  "upserted",
  "given",
  "imported"
] as const satisfies Stopped[];
/** Counters that may have fractions. */
const FRACTIONS = new Set<string>(["guess_sum", "cost"]);
/** Sums of tokens, which may not have been counted. */
const uncounted = whole.nullable().default(null).describe("null, or absent, where those of a sample are not known");
/** Counters that a row may leave out. */
const ENDS = {cut_by_evidence: whole.default(0), ended_unknown: whole.default(0)};
const counterFields = {
  ...(Object.fromEntries(
    (Object.keys(noCounters) as (keyof Counters)[]).map(name => [
      name,
      name.includes("tokens") ? uncounted : FRACTIONS.has(name) ? amount : whole
    ])
  ) as {[name in keyof Counters]: null extends Counters[name] ? typeof uncounted : typeof whole}),
  ...ENDS
};
const shareSum = amount.nullish().describe("of all repeats of each test; absent where each has one answer");
const shareFields = Object.fromEntries(SHARE_COLUMNS.map(name => [name, shareSum])) as Record<keyof TestShares, typeof shareSum>;

/** Why sums over tests cannot be; null if they can, or are absent. */
function mistakeInShares(row: Partial<Record<keyof TestShares, number | null | undefined>>): string | null {
  const absent = SHARE_COLUMNS.filter(name => row[name] == null);
  if (absent.length === SHARE_COLUMNS.length) return null;
  if (absent.length > 0) return `${absent.join(", ")} missing: ${SHARE_COLUMNS.join(", ")} go together`;
  const {answers, shares, share_squares, share_tests, share_guess} = row as TestShares;
  if (share_tests > answers) return `share_tests ${share_tests} is more than answers ${answers}`;
  if (shares > share_tests || share_guess > share_tests) return `shares and share_guess are at most share_tests ${share_tests}`;
  return share_squares > shares + 1e-9 ? `share_squares ${share_squares} is more than shares ${shares}` : null;
}

/** One row of JSON lines for `points upsert`: identity, facets and raw counters. All estimates are recomputed from the counters. */
const incomingSchema = z
  .object({
    eval_id: z.string().min(1).nullish(),
    model: nameSchema,
    template: nameSchema,
    sampler: nameSchema,
    base_task: nameSchema,
    params: z.union([z.record(z.string(), z.json()), z.string()]).describe("an object, or its JSON text"),
    generator_version: whole,
    seed: whole.nullish(),
    ...(Object.fromEntries(FACETS.map(facet => [facet, names])) as Record<(typeof FACETS)[number], typeof names>),
    ...counterFields,
    ...shareFields,
    stopped: z.enum(STOPPED).nullish(),
    simulated: z.boolean().default(false)
  })
  .superRefine((row, context) => {
    const fail = (path: string, message: string) => context.addIssue({code: "custom", path: [path], message});
    const total = row.correct + row.incorrect;
    if (total + row.truncated === 0) fail("correct", "no sample: correct, incorrect and truncated are all 0");
    if (row.cut_by_evidence > row.truncated)
      fail("cut_by_evidence", `cut_by_evidence ${row.cut_by_evidence} is more than truncated ${row.truncated}`);
    if (row.ended_unknown > total) fail("ended_unknown", `ended_unknown ${row.ended_unknown} is more than the ${total} samples`);
    if (row.unparsed > row.incorrect) fail("unparsed", `unparsed ${row.unparsed} is more than incorrect ${row.incorrect}`);
    if (row.guess_sum > total) fail("guess_sum", `guess_sum ${row.guess_sum} is more than the ${total} untruncated samples`);
    const mistake = mistakeInShares(row);
    if (mistake !== null) fail("answers", mistake);
    const tokens = [row.tokens_correct, row.tokens_incorrect, row.tokens_truncated].reduce(plus, 0);
    if (tokens !== row.completion_tokens)
      fail(
        "completion_tokens",
        `completion_tokens ${row.completion_tokens} is not the sum ${tokens} of tokens_correct, tokens_incorrect and tokens_truncated`
      );
  });

/**
 * All rows of a file by identity; a later row replaces an earlier one. Throws a UserError that names the faulty lines, up to MOST_REPORTED
 * of them.
 */
export async function incomingPoints(file: string): Promise<{rows: Map<string, PointRow>; repeated: number}> {
  const rows = new Map<string, PointRow>();
  const faults: string[] = [];
  const versions = new Map<string, {version: number; line: number}>();
  let [faulty, repeated, read] = [0, 0, 0];
  for await (const row of openRows(file)) {
    const {line, bad} = row;
    read++;
    const result = bad === undefined ? rowOf(recordFor({...row, value: withPresentNames(row.value)}, incomingSchema)) : {bad};
    if ("bad" in result) {
      if (++faulty <= MOST_REPORTED) faults.push(`${file}:${line} ${result.bad}`);
      continue;
    }
    const {base_task, generator_version: version} = result.row;
    const first = versions.get(base_task);
    if (first === undefined) versions.set(base_task, {version, line});
    else if (first.version !== version)
      throw new UserError(
        `${file}:${line} ${mixedVersions(base_task, [first.version, version], {where: ` (lines ${first.line} and ${line})`})}`
      );
    const identity = identityOf(result.row);
    if (rows.has(identity)) repeated++;
    rows.set(identity, result.row);
  }
  if (faulty > 0)
    throw new UserError(
      [
        ...faults,
        ...(faulty > MOST_REPORTED
          ? [`and ${faulty - MOST_REPORTED} more ${faulty - MOST_REPORTED === 1 ? "line" : "lines"}`]
          : [])
      ].join("\n")
    );
  if (read === 0) throw new UserError(`${file} holds no row`);
  return {rows, repeated};
}

function rowOf(value: unknown): {row: PointRow} | {bad: string} {
  const unknown =
    value !== null && typeof value === "object" ? Object.keys(value).find(key => !(key in tables.points.columns)) : undefined;
  if (unknown !== undefined) {
    const guess = nearest(unknown, Object.keys(tables.points.columns));
    return {bad: `unknown column "${unknown}"${guess ? `; did you mean "${guess}"?` : ""}`};
  }
  const result = checked(value, incomingSchema);
  if ("bad" in result) return result;
  const {row} = result;
  const written = paramsOf(row.params);
  if (written === null) return {bad: "params: expected an object or the JSON text of one"};
  const spelt = spellParams(written, {base_task: row.base_task, version: row.generator_version});
  if ("bad" in spelt) return spelt;
  const {model, template, sampler} = row;
  const counters = Object.fromEntries(
    Object.keys(noCounters).map(name => [name, row[name as keyof Counters]])
  ) as unknown as Counters;
  return {
    row: pointRow({
      eval_id: row.eval_id ?? sha256Hex(canonicalJson({model, template, sampler})).slice(0, 12),
      model,
      template,
      sampler,
      base_task: row.base_task,
      ...spelt,
      generator_version: row.generator_version,
      seed: row.seed ?? null,
      ...(Object.fromEntries(FACETS.map(facet => [facet, [...new Set(row[facet] ?? [])].sort()])) as Pick<
        PointRow,
        (typeof FACETS)[number]
      >),
      counters,
      testShares: row.answers == null ? undefined : sharesOf({...counters, ...row}),
      stopped: row.stopped ?? "upserted",
      simulated: row.simulated
    })
  };
}

/** Parameters from an object or from its JSON text; null for anything else. */
export function paramsOf(given: unknown): Record<string, unknown> | null {
  let value = given;
  if (typeof given === "string") {
    try {
      value = JSON.parse(given);
    } catch {
      return null;
    }
  }
  return value !== null && typeof value === "object" && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
