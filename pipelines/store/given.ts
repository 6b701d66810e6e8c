// Reads stored responses, from a file of transcripts or from a store, as a stream in the order of the tables.
import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {join} from "node:path";
import {UserError} from "../book/error.js";
import {PROMPT_CUT} from "../infer/promptCut.js";
import type {Stopped} from "../score/precision.js";
import {temporaryIn} from "./files.js";
import {linesOf} from "./lines.js";
import {readManifest} from "./manifest.js";
import {identityOf, readPoints} from "./points/overlay.js";
import type {RowFacets} from "./rows.js";
import {literal} from "./sorted.js";
import {readRows} from "./sql.js";
import {type ColumnType, type Table, tables} from "./tables.js";
import {type GivenResponse, transcriptReader} from "./transcripts.js";
import {openStage} from "./writer.js";

/** Most faulty lines that are reported in full. */
const MOST_REPORTED = 5;

/** A stored response with the facets of its point, and with sizes of its trace where a store has them. */
export interface GivenRow extends Omit<GivenResponse, keyof RowFacets>, RowFacets {
  trace_bytes?: number;
  compressed_bytes?: number;
  /** The share of its prompt that its server reported, where a store says that it was cut. */
  cut?: number | undefined;
  /** Why sampling of the point stopped, where a store records it. */
  stopped?: Stopped | undefined;
  /** Suites of the point and its tiers within them, where a store records them. */
  suites?: string[];
  suite_tiers?: string[];
  /** Whether a store says that it is of an item of a bank. */
  bank?: boolean | null | undefined;
  /** Tiers, domain and category of the test in the store's table of items. */
  item_tiers?: string[];
  /** The test's scorer as JSON, in a store's table of items; null where it has none. */
  scorer?: string | null;
  /** Identity of what the test asks about, in a store's table of items; null where it has none. */
  pair_id?: string | null;
  /** The test's intermediate results as JSON, in a store's table of items; null where it has none. */
  steps?: string | null;
  domain?: string;
  category?: string;
}

export interface GivenSource extends AsyncDisposable {
  /** Facts about each evaluation that a replay needs. */
  evaluations: {
    eval_id: string;
    model: string;
    template: string;
    sampler: string;
    max_tokens: number | null;
    shortest_truncated: number | null;
    /** Number of responses without token counts. */
    uncounted: number;
  }[];
  /** The responses, ordered by evaluation, task, params, generator version, seed, index and trial. */
  rows(): AsyncGenerator<GivenRow>;
  /** Number of responses that were left out because they cannot be read. */
  skipped: number;
  /** Number of a store's answers without a score, which are not among the rows. */
  unscored: number;
  /** Messages for the user. */
  notes: string[];
}

const columns = (types: Record<string, ColumnType>): Table["columns"] =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, {type, description: ""}]));

/** Table in which transcripts are sorted on disk. */
const staged: Table = {
  description: "",
  columns: columns({
    ...{line: "integer", eval_id: "key", model: "key", template: "key", sampler: "key", base_task: "key", params_json: "key"},
    ...{
      generator_version: "integer",
      seed: "bigint",
      index: "integer",
      trial: "integer",
      item_id: "text",
      question: "text",
      prompt: "text"
    },
    ...{expected: "text", choices: "texts", guess_chance: "double", text: "text", reasoning: "text", finish_reason: "key"},
    ...{prompt_tokens: "integer", completion_tokens: "integer", max_tokens: "integer", cost: "double", price_input: "double"},
    ...{price_output: "double", latency_ms: "double", simulated: "boolean"},
    ...{groups: "texts", tiers: "texts", surfaces: "texts", projections: "texts"}
  }),
  order: ["model", "template", "sampler", "base_task", "params_json", "generator_version", "seed", "index", "trial", "line"],
  rowGroup: 8_192
};

/**
 * Reads a dataset (one response per row, JSON lines or Parquet) or an interview (one test with its answers per line). Throws a UserError.
 * @param folder folder for temporary files
 * @param skipBad leaves out and counts unreadable responses instead of refusing the file
 */
export async function openTranscripts(
  file: string,
  {folder, interview = false, skipBad = false}: {folder: string; interview?: boolean; skipBad?: boolean}
): Promise<GivenSource> {
  const reader = transcriptReader();
  const faults: string[] = [];
  let [read, skipped] = [0, 0];
  const home = await mkdtemp(temporaryIn(folder, "transcripts-"));
  const sorted = join(home, "staged.parquet");
  const remove = () => rm(home, {recursive: true, force: true});
  try {
    await using stage = await openStage({staged}, {folder: home});
    for await (const {line, value, bad} of linesOf(file)) {
      const results = bad !== undefined ? [{bad}] : interview ? reader.interview(value, line) : [reader.response(value, line)];
      for (const result of results) {
        read++;
        if ("row" in result) stage.append("staged", result.row);
        else if (++skipped <= MOST_REPORTED) faults.push(`${file}:${line} ${result.bad}`);
      }
    }
    if (skipped > MOST_REPORTED) faults.push(`and ${skipped - MOST_REPORTED} more`);
    if (skipped > 0 && !skipBad) throw new UserError([...faults, "--skip-bad leaves them out and counts them"].join("\n"));
    if (read === skipped) throw new UserError([...faults, `${file} holds no response`].join("\n"));
    await stage.write("staged", sorted);
    const repeated = await firstRepeat(sorted, file);
    if (repeated) throw new UserError(repeated);
  } catch (error) {
    await remove();
    throw error;
  }
  const notes = faults.map(fault => `left out: ${fault}`);
  for (const {name, rows, meant} of reader.ignored())
    notes.push(`field "${name}" is not known and was ignored in ${count(rows)}${meant ? `; did you mean "${meant}"?` : ""}`);
  if (reader.uncompared() > 0)
    notes.push(
      `${count(reader.uncompared())} came without a prompt: nothing shows that they answer the tests that our generator makes`
    );
  return {
    evaluations: await limitsOf(sorted, "max_tokens"),
    skipped,
    unscored: 0,
    notes,
    async *rows() {
      for await (const found of readRows(sorted)) {
        const row = found as unknown as GivenRow;
        yield {
          ...row,
          groups: row.groups ?? [],
          tiers: row.tiers ?? [],
          surfaces: row.surfaces ?? [],
          projections: row.projections ?? [],
          tags: []
        };
      }
    },
    [Symbol.asyncDispose]: remove
  };
}

const responseOf = ({eval_id, item_id, trial}: Pick<GivenRow, "eval_id" | "item_id" | "trial">) =>
  `${eval_id} ${item_id} ${trial}`;

/** The share of each cut prompt that a store's measures have. */
async function cutsIn(folder: string): Promise<Map<string, number>> {
  const file = join(folder, "measures.parquet");
  const found = new Map<string, number>();
  if (!existsSync(file)) return found;
  const query = `select eval_id, item_id, trial, value from t where name = ${literal(PROMPT_CUT)}`;
  for await (const row of readRows(file, {query})) found.set(responseOf(row as unknown as GivenRow), Number(row.value));
  return found;
}

/** Reads the responses of a store that a run or an earlier rescoring wrote. Throws a UserError. */
export async function openStore(folder: string): Promise<GivenSource> {
  for (const table of ["samples", "responses", "items"])
    if (!existsSync(join(folder, `${table}.parquet`)))
      throw new UserError(`no table ${table} in ${folder}; run npm run run first`);
  const manifest = await readManifest(folder);
  const recorded = new Map(manifest?.evaluations.map(each => [each.eval_id, each]));
  const points = new Map((await readPoints(folder)).map(row => [identityOf(row), row]));
  const samples = join(folder, "samples.parquet");
  return {
    evaluations: (await limitsOf(samples, "null")).map(each => ({
      ...each,
      max_tokens: recorded.get(each.eval_id)?.max_tokens ?? null
    })),
    skipped: 0,
    unscored: await unscoredIn(join(folder, "responses.parquet"), samples),
    notes: [],
    async *rows() {
      const others = {responses: join(folder, "responses.parquet"), items: join(folder, "items.parquet")};
      const known = await Promise.all(LATER.map(column => hasColumn(others.items, column)));
      const cuts = await cutsIn(folder);
      const query = joined(LATER.filter((_, i) => known[i]));
      for await (const found of readRows(samples, {query, others})) {
        const row = found as unknown as GivenRow;
        const {groups, tiers, surfaces, projections, tags, stopped, bank, suites, suite_tiers} =
          points.get(identityOf({...row, params: row.params_json})) ?? NO_FACETS;
        const price = recorded.get(row.eval_id)?.price;
        yield {
          ...row,
          ...{groups, tiers, surfaces, projections, tags, stopped, bank, suites, suite_tiers},
          cut: cuts.get(responseOf(row)),
          price_input: price?.input ?? null,
          price_output: price?.output ?? null
        };
      }
    },
    async [Symbol.asyncDispose]() {}
  };
}

/** Number of the answers without a score, which have no row in `samples` and thus none of what scoring needs. */
async function unscoredIn(responses: string, samples: string): Promise<number> {
  const query = "select count(*)::int as n from t anti join samples using (eval_id, item_id, trial)";
  for await (const {n} of readRows(responses, {query, others: {samples}})) return Number(n);
  return 0;
}

const NO_FACETS = {
  groups: [],
  tiers: [],
  surfaces: [],
  projections: [],
  tags: [],
  stopped: undefined,
  bank: undefined,
  suites: [],
  suite_tiers: []
};

/** Whether a table has a column; stores of older versions lack some. */
async function hasColumn(file: string, column: string): Promise<boolean> {
  const query = `select name from parquet_schema(${literal(file)}) where name = ${literal(column)}`;
  for await (const _ of readRows(file, {query})) return true;
  return false;
}

/** Columns of `items` that stores of older versions lack. */
const LATER = ["scorer", "pair_id", "steps"] as const;

const joined = (
  known: readonly string[]
) => `select 0 as line, t.* exclude (params, status, parsed, answer), t.params as params_json, i.prompt as question, r.prompt,
  coalesce(i.choices, []) as choices, ${LATER.map(column => `${known.includes(column) ? `i.${column}` : "null::varchar"} as ${column}`).join(", ")}, r.text, r.reasoning, i.tiers as item_tiers, i.domain, i.category
from t join responses r using (eval_id, item_id, trial) join items i using (item_id)
order by ${tables.samples.order.map(column => `t.${column}`).join(", ")}`;

async function limitsOf(file: string, limit: string): Promise<GivenSource["evaluations"]> {
  const found: GivenSource["evaluations"] = [];
  const query = `select any_value(eval_id) as eval_id, model, template, sampler, min(${limit}) as max_tokens,
    min(completion_tokens) filter (where finish_reason = 'length') as shortest_truncated,
    count(*) filter (where completion_tokens is null) as uncounted from t group by all order by all`;
  for await (const row of readRows(file, {query})) found.push(row as unknown as GivenSource["evaluations"][number]);
  return found;
}

/** A message about the first response that has two rows, of which it is unknown which one is valid; null where there is none. */
async function firstRepeat(sorted: string, file: string): Promise<string | null> {
  const query = `select model, template, sampler, item_id, trial, any_value(base_task) as base_task, any_value("index") as "index", min(line) as first,
    max(line) as last from t group by model, template, sampler, item_id, generator_version, trial having count(*) > 1 order by last limit 1`;
  for await (const {model, base_task, index, trial, first, last} of readRows(sorted, {query}))
    return `${file}:${last} is ${model}'s response to ${base_task} ${index}, trial ${trial}, as line ${first} is; number repetitions by trial`;
  return null;
}

const count = (rows: number): string => `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
