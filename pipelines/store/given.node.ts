// Reads stored responses, from a file of transcripts or from a store, as a stream in the order of the tables.
import {existsSync} from "node:fs";
import {mkdtemp, rm} from "node:fs/promises";
import {join} from "node:path";
import type {AnswerFormat} from "../book/answerFormat.js";
import {PROMPT_CUT} from "../infer/promptCut.js";
import {UserError} from "../rows/error.js";
import {literal} from "../rows/literal.js";
import {openRows} from "../rows/openRows.node.js";
import {type EndedText, TAIL_LENGTH} from "../score/ended.js";
import type {Stopped} from "../score/precision.js";
import {temporaryIn} from "./files.node.js";
import {recordFor} from "./lines.node.js";
import {readManifest} from "./manifest.node.js";
import {identityOf, readPoints} from "./points/overlay.node.js";
import {IS_REPORTED, type Reported, reportedFrom, reportedOf} from "./reported.js";
import {FACETS, type RowFacets} from "./rows.node.js";
import {hasColumn, readRows} from "./sql.node.js";
import {type ColumnType, type Table, tables} from "./tables.js";
import {INTERVIEW, interviewSchema, TRANSCRIPT, transcriptSchema} from "./transcriptFormat.js";
import {type GivenResponse, transcriptReader} from "./transcripts.node.js";
import {openStage} from "./writer.node.js";

/** Most faulty lines that are reported in full. */
const MOST_REPORTED = 5;

/** A stored response with the facets of its point, and with sizes of its trace where a store has them. */
export interface StoredResponse extends Omit<GivenResponse, keyof RowFacets>, RowFacets {
  trace_bytes?: number;
  compressed_bytes?: number;
  /** The share of its prompt that its server reported, where a store says that it was cut. */
  cut?: number | undefined;
  /** Why sampling of the point stopped, where a store records it. */
  stopped?: Stopped | undefined;
  /** Suites of the point and its tiers within them, where a store records them. */
  suites?: string[];
  suite_tiers?: string[];
  /** Tiers, domain and category of the test in the store's table of items. */
  item_tiers?: string[];
  /** How its answers are read, as JSON of `AnswerSettings`; null where nothing is set. */
  reading?: string | null;
  /** Format of answers that the template of its evaluation declares. */
  template_format?: AnswerFormat | undefined;
  /** Measures of the completion itself, in a store's table of measures; null where it has none. */
  refusal?: number | null;
  mean_logprob?: number | null;
  /** Identity of what the test asks about, in a store's table of items; null where it has none. */
  pair_id?: string | null;
  domain?: string;
  category?: string;
  /** What another program said of the response, where a file or a store has it. */
  theirs?: Reported | undefined;
  cached_prompt_tokens?: number | null;
  /** Score by our rules as JSON, where it was read ahead; null or absent where it was not. */
  read?: string | null;
  /** Whether the tokens of its text are still to be counted, before its score is read. */
  uncounted?: boolean;
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
  rows(): AsyncGenerator<StoredResponse>;
  /** A store's responses without a finish reason, in any order; those of files pass `ahead` before they are sorted. */
  ends?(): AsyncGenerator<EndedText>;
  /** Number of responses that were left out because they cannot be read. */
  skipped: number;
  /** Number of a store's answers without a score, which are not among the rows. */
  unscored: number;
  /** Messages for the user. */
  notes: string[];
}

const ENDS = `select eval_id, base_task, tokens, strlen(written) as bytes,
    if(tokens is null, written, right(written, ${TAIL_LENGTH})) as text
  from (select eval_id, base_task, completion_tokens as tokens, coalesce(reasoning, '') || text as written
    from t join responses using (eval_id, item_id, trial) where finish_reason in ('unknown', '') and not simulated)`;

const columns = (types: Record<string, ColumnType>): Table["columns"] =>
  Object.fromEntries(Object.entries(types).map(([name, type]) => [name, {type, description: ""}]));

/** Table in which transcripts are sorted on disk. */
const staged: Table = {
  description: "",
  columns: columns({
    line: "integer",
    eval_id: "key",
    model: "key",
    template: "key",
    sampler: "key",
    base_task: "key",
    params_json: "key",
    generator_version: "integer",
    seed: "bigint",
    index: "integer",
    trial: "integer",
    item_id: "text",
    question: "text",
    prompt: "text",
    expected: "text",
    choices: "texts",
    guess_chance: "double",
    text: "text",
    reasoning: "text",
    finish_reason: "key",
    prompt_tokens: "integer",
    completion_tokens: "integer",
    max_tokens: "integer",
    cost: "double",
    price_input: "double",
    price_output: "double",
    latency_ms: "double",
    simulated: "boolean",
    cached_prompt_tokens: "integer",
    groups: "texts",
    tiers: "texts",
    surfaces: "texts",
    projections: "texts",
    reported: "text",
    reading: "text",
    scorer: "text",
    steps: "text",
    bank: "boolean",
    pair_id: "text",
    domain: "key",
    category: "key",
    read: "text",
    shared: "integer"
  }),
  order: ["model", "template", "sampler", "base_task", "params_json", "generator_version", "seed", "index", "trial", "line"],
  rowGroup: 8_192
};

/**
 * Reads a dataset (one response per row) or an interview (one test with its answers per line). Throws a UserError.
 * @param folder folder for temporary files
 * @param skipBad leaves out and counts unreadable responses instead of refusing the file
 */
export async function openTranscripts(
  file: string,
  {
    folder,
    interview = false,
    skipBad = false,
    ahead
  }: {folder: string; interview?: boolean; skipBad?: boolean; ahead?: ReadAhead | undefined}
): Promise<GivenSource> {
  const reader = transcriptReader();
  async function* read(): AsyncGenerator<StagedRow> {
    for await (const row of openRows(file, {kind: interview ? INTERVIEW : TRANSCRIPT})) {
      const {line, bad} = row;
      const value = recordFor(row, interview ? interviewSchema : transcriptSchema);
      const results = bad !== undefined ? [{bad}] : interview ? reader.interview(value, line) : [reader.response(value, line)];
      for (const result of results) yield {place: `${file}:${line}`, ...result};
    }
  }
  const source = await openStaged(read(), {
    folder,
    skipBad,
    ahead,
    name: file,
    refuse: async sorted => (await firstRepeat(sorted, file)) ?? firstOtherReading(sorted, file)
  });
  for (const {name, rows, meant} of reader.ignored())
    source.notes.push(
      `field "${name}" is not known and was ignored in ${count(rows)}${meant ? `; did you mean "${meant}"?` : ""}`
    );
  if (reader.uncompared() > 0) source.notes.push(uncomparedNote(reader.uncompared()));
  return source;
}

/** What is said of rows of our own tests that come without their question. */
export const uncomparedNote = (rows: number): string =>
  `${count(rows)} came without a prompt: nothing shows that they answer the tests that the built-in generator makes`;

/** Adds to rows the scores of their responses (`read`), in the same order. */
export type ReadAhead = (rows: AsyncIterable<StagedRow>) => AsyncIterable<StagedRow>;

/** A response of a file with its place, or what is wrong there. Further fields are columns of the staging table. */
export type StagedRow = {place: string} & ({row: GivenResponse & Record<string, unknown>} | {row: GivenResponse} | {bad: string});

/**
 * Reads responses of another program's files, each with what the program said of it. Answers of one evaluation to one test are numbered as
 * repetitions in the order of their trial and place. Throws a UserError.
 * @param name of the source, for messages
 */
export async function openImported(
  rows: AsyncIterable<StagedRow>,
  {folder, name, skipBad, ahead}: {folder: string; name: string; skipBad: boolean; ahead?: ReadAhead}
): Promise<GivenSource & {repeated: number}> {
  let trials = new Map<number, number>();
  const source = await openStaged(rows, {
    folder,
    skipBad,
    ahead,
    name,
    refuse: async sorted => {
      trials = await trialsOf(sorted);
      return null;
    }
  });
  return {
    ...source,
    repeated: [...trials.values()].filter(trial => trial > 0).length,
    async *rows() {
      for await (const row of source.rows())
        yield Object.assign(row, {trial: trials.get(row.line) ?? row.trial, stopped: "imported"});
    }
  };
}

/** The texts of a question, which all responses to it share. */
type SharedTexts = Pick<GivenResponse, "question" | "prompt" | "choices">;
/** Most characters of questions that are kept in memory. */
const MAX_SHARED_CHARACTERS = 2 ** 25;

/** Keeps the questions of responses in memory, so that they are staged once and not with each model's answer. */
class SharedQuestions {
  readonly #places = new Map<string, number>();
  readonly #texts: SharedTexts[] = [];
  #characters = 0;

  /** Takes a row's question out of the row, which gets its place (`shared`) instead. A question for which there is no room stays. */
  take(row: GivenResponse & {shared?: number}): void {
    const {item_id, question, prompt, choices} = row;
    let place = this.#places.get(item_id);
    if (place === undefined) {
      const characters = [question, prompt, ...choices].reduce((sum, {length}) => sum + length, 0);
      if (this.#characters + characters > MAX_SHARED_CHARACTERS) return;
      this.#characters += characters;
      place = this.#texts.push({question, prompt, choices}) - 1;
      this.#places.set(item_id, place);
    } else if (!isSameQuestion(this.#texts[place]!, row)) return;
    Object.assign(row, {question: "", prompt: "", choices: null, shared: place});
  }

  /** Puts a question back into its row. */
  restore(row: GivenResponse & {shared?: number | null}): void {
    if (typeof row.shared === "number") Object.assign(row, this.#texts[row.shared]);
  }
}

const isSameQuestion = (a: SharedTexts, b: SharedTexts): boolean =>
  a.question === b.question &&
  a.prompt === b.prompt &&
  a.choices.length === b.choices.length &&
  a.choices.every((choice, i) => choice === b.choices[i]);

/** Stages responses on disk, sorted as the tables are. @param refuse a message about the sorted file as a whole, or null */
async function openStaged(
  rows: AsyncIterable<StagedRow>,
  {
    folder,
    name,
    skipBad,
    ahead = rows => rows,
    refuse
  }: {
    folder: string;
    name: string;
    skipBad: boolean;
    ahead?: ReadAhead | undefined;
    refuse: (sorted: string) => Promise<string | null>;
  }
): Promise<GivenSource> {
  const faults: string[] = [];
  const questions = new SharedQuestions();
  let [read, skipped] = [0, 0];
  const home = await mkdtemp(temporaryIn(folder, "transcripts-"));
  const sorted = join(home, "staged.parquet");
  const remove = () => rm(home, {recursive: true, force: true});
  try {
    await using stage = await openStage({staged}, {folder: home});
    for await (const result of ahead(rows)) {
      read++;
      if ("row" in result) {
        questions.take(result.row);
        stage.append("staged", result.row);
      } else if (++skipped <= MOST_REPORTED) faults.push(`${result.place} ${result.bad}`);
    }
    if (skipped > MOST_REPORTED) faults.push(`and ${skipped - MOST_REPORTED} more`);
    if (skipped > 0 && !skipBad) throw new UserError([...faults, "--skip-bad leaves them out and counts them"].join("\n"));
    if (read === skipped) throw new UserError([...faults, `${name} holds no response`].join("\n"));
    await stage.write("staged", sorted);
    const refused = await refuse(sorted);
    if (refused) throw new UserError(refused);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    evaluations: await limitsOf(sorted, "max_tokens"),
    skipped,
    unscored: 0,
    notes: faults.map(fault => `left out: ${fault}`),
    async *rows() {
      for await (const found of readRows(sorted)) {
        const row = found as unknown as StoredResponse;
        questions.restore(row);
        for (const facet of FACETS) row[facet] ??= [];
        row.theirs = reportedFrom(found);
        yield row;
      }
    },
    [Symbol.asyncDispose]: remove
  };
}

/**
 * The repetition that each response is, by its line, where an evaluation has several to one test or the first is missing; others keep theirs.
 * Further scores of a sample count as its own.
 */
async function trialsOf(sorted: string): Promise<Map<number, number>> {
  const query = `with numbered as (
    select line, trial, sum(case when reported like '%"further":true%' then 0 else 1 end) over (
      partition by eval_id, item_id, generator_version order by trial, line) - 1 as place from t)
    select line, greatest(place, 0)::int as place from numbered where place <> trial`;
  const found = new Map<number, number>();
  for await (const {line, place} of readRows(sorted, {query})) found.set(Number(line), Number(place));
  return found;
}

const responseOf = ({eval_id, item_id, trial}: Pick<StoredResponse, "eval_id" | "item_id" | "trial">) =>
  `${eval_id} ${item_id} ${trial}`;

/** The share of each cut prompt that a store's measures have. */
async function cutsIn(folder: string): Promise<Map<string, number>> {
  const file = join(folder, "measures.parquet");
  const found = new Map<string, number>();
  if (!existsSync(file)) return found;
  const query = `select eval_id, item_id, trial, value from t where name = ${literal(PROMPT_CUT)}`;
  for await (const row of readRows(file, {query})) found.set(responseOf(row as unknown as StoredResponse), Number(row.value));
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
      const measures = join(folder, "measures.parquet");
      const isMeasured = existsSync(measures);
      const query = joined(
        LATER.filter((_, i) => known[i]),
        {isImported: manifest?.imported !== undefined && isMeasured, isMeasured}
      );
      for await (const found of readRows(samples, {query, others: isMeasured ? {...others, measures} : others})) {
        const {reported, ...row} = found as unknown as StoredRow;
        const {groups, tiers, surfaces, projections, tags, stopped, bank, suites, suite_tiers} =
          points.get(identityOf({...row, params: row.params_json})) ?? NO_FACETS;
        const {price, made_from, max_tokens, answer_format} = recorded.get(row.eval_id) ?? {};
        yield {
          ...row,
          groups,
          tiers,
          surfaces,
          projections,
          tags,
          stopped,
          bank,
          suites,
          suite_tiers,
          cut: cuts.get(responseOf(row)),
          ...(made_from !== undefined && typeof max_tokens === "number" && {max_tokens}), // of other stores the least of several limits
          template_format: answer_format,
          ...(reported && {theirs: reportedOf(reported, row)}),
          price_input: price?.input ?? null,
          price_output: price?.output ?? null
        };
      }
    },
    ends: () =>
      readRows(samples, {
        query: ENDS,
        others: {responses: join(folder, "responses.parquet")}
      }) as AsyncGenerator<never>,
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

/** Columns of `items` that stores of older versions lack. */
const LATER = ["scorer", "reading", "pair_id", "steps"] as const;

/** Measures of a completion itself, which no scorer can compute from its text. */
const OF_COMPLETION = ["refusal", "mean_logprob"] as const;

/** A row of a store, with the measures that a program reported. */
type StoredRow = StoredResponse & {
  answer: string | null;
  answer_rule: string | null;
  reported?: {name: string; value: number}[] | null;
};

const joined = (
  known: readonly string[],
  {isImported, isMeasured}: {isImported: boolean; isMeasured: boolean}
) => `select 0 as line, t.* exclude (params, status, parsed), t.params as params_json, i.prompt as question, r.prompt,
  coalesce(i.choices, []) as choices, ${LATER.map(column => `${known.includes(column) ? `i.${column}` : "null::varchar"} as ${column}`).join(", ")}, r.text, r.reasoning, i.tiers as item_tiers, i.domain, i.category, ${OF_COMPLETION.map(name => (isMeasured ? `c.${name}` : `null as ${name}`)).join(", ")}${isImported ? ", m.reported" : ""}
from t join responses r using (eval_id, item_id, trial) join items i using (item_id)${isMeasured ? ` left join (${MEASURED}) c using (eval_id, item_id, trial)` : ""}${isImported ? ` left join (${REPORTED}) m using (eval_id, item_id, trial)` : ""}
order by ${tables.samples.order.map(column => `t.${column}`).join(", ")}`;

const MEASURED = `select eval_id, item_id, trial, ${OF_COMPLETION.map(name => `max(value) filter (where name = ${literal(name)}) as ${name}`).join(", ")}
  from measures where name in (${OF_COMPLETION.map(literal).join(", ")}) group by all`;

const REPORTED = `select eval_id, item_id, trial, list({'name': name, 'value': value}) as reported from measures where ${IS_REPORTED} group by all`;

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

/** A message about the first test whose rows differ in how its answers are to be read; null where there is none. */
async function firstOtherReading(sorted: string, file: string): Promise<string | null> {
  const query = `select min(line) as first, min(line) filter (where settings <> first_settings) as other from (
      select line, item_id, generator_version, coalesce(reading, '') || hash(coalesce(scorer, '')) as settings,
        first_value(settings) over (partition by item_id, generator_version order by line) as first_settings
      from t where item_id in (select item_id from t where reading is not null or scorer is not null))
    group by item_id, generator_version having other is not null order by other limit 1`;
  for await (const {first, other} of readRows(sorted, {query}))
    return `${file}:${other} has other answer settings than line ${first}, which asks the same; give answer_format, locale, accept and scorer alike, or leave them out`;
  return null;
}

const count = (rows: number): string => `${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}`;
