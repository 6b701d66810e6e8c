// Pages Samples and Explore at 1,000,000 responses, in Chromium over range requests: how long a reader waits for each answer.
import {join} from "node:path";
import {openDuckDB} from "../../pipelines/store/duckdb.js";
import {literal} from "../../pipelines/store/literal.js";

const ROWS = 1_000_000;
const MODELS = 20;
const POINTS = 50; // of each model, in five tasks
const WORDS = 20_000;
const FRAGMENTS = 5_000;
const WORDS_PER_FRAGMENT = 20;

/**
 * Writes a store of a million samples with made-up responses, in the store's own order and sizes of row groups. A response is four of 5,000
 * fragments of 20 words, drawn by Zipf's law from 20,000: some stand in nearly every response, most in some hundred; one holds "needleword".
 */
export async function writeMillion(folder: string, {rows = ROWS} = {}): Promise<void> {
  const {connection, close} = await openDuckDB();
  const copy = (query: string, name: string, size = 122_880) =>
    connection.run(
      `copy (${query}) to ${literal(join(folder, `${name}.parquet`))} (format parquet, compression zstd, row_group_size ${size})`
    );
  const perPoint = rows / MODELS / POINTS;
  try {
    await connection.run("select setseed(0.5)");
    await connection.run(`create temp table drawn as select i // ${perPoint * POINTS} as m, i // ${perPoint} % ${POINTS} as p, (i % ${perPoint})::integer as "index",
      random() as u, random() as v, i from range(${rows}) t(i)`);
    const names = `printf('eval%08d', m) as eval_id, printf('model-%02d', m) as model, 'plain' as template, 'greedy' as sampler`;
    const task = `printf('task-%d', p // 10) as base_task, printf('{"length":%d}', p % 10) as params`;
    const item = `printf('%s-%d', left(md5(p::varchar), 12), "index") as item_id`;
    await connection.run(`create temp view samples_of as select ${names}, ${task}, 1 as generator_version, 7::bigint as seed, "index", 0 as trial, ${item},
      case when v < 0.05 then 2 when u < 0.3 + 0.4 * m / ${MODELS} then 1 else 0 end::integer as status, v >= 0.08 as parsed, case when v < 0.08 then null else (100 * u)::int::varchar end as answer,
      'last_line' as answer_rule, (100 * v)::int::varchar as expected, 0.0::double as guess_chance, (100 + 50 * v)::integer as prompt_tokens, (50 + 2000 * u * v)::integer as completion_tokens,
      400 as trace_bytes, 200 as compressed_bytes, case when v < 0.05 then 'length' else 'stop' end as finish_reason, 1e-6 * (50 + 2000 * u * v) as cost, true as simulated from drawn`);
    await copy('from samples_of order by model, base_task, params, "index"', "samples");
    await connection.run(
      `create temp table vocabulary as select list(printf('w%s', md5(i::varchar)[:7]) order by i) as words from range(${WORDS}) t(i)`
    );
    await connection.run("set variable words = (select words from vocabulary)");
    const word = `getvariable('words')[1 + (floor(pow(${WORDS}, random()))::integer + x - x) % ${WORDS}]`; // of x, so that each word is drawn anew
    await connection.run(
      `create temp table fragment as select array_to_string(list_transform(range(${WORDS_PER_FRAGMENT}), x -> ${word}), ' ') as text from range(${FRAGMENTS})`
    );
    await connection.run("set variable fragments = (select list(text) from fragment)");
    const piece = `getvariable('fragments')[1 + floor(${FRAGMENTS} * random())::integer]`;
    const text = `${[piece, piece, piece, piece].join(" || ' ' || ")}`;
    await connection.run(
      `create temp table ordered as select ${names}, ${item}, "index", i, p from drawn order by model, item_id`
    );
    await copy(
      `select eval_id, model, template, sampler, item_id, 0 as trial, 'What is the answer to question ' || "index" || ' of point ' || p || '?' as prompt, null::varchar as reasoning,
        case when i = ${Math.floor(rows / 3)} then 'needleword ' else '' end || ${text} as text from ordered`,
      "responses",
      8_192
    );
    await copy(
      `select eval_id, model, template, sampler, item_id, trial, 5 * completion_tokens + 100 * random() as latency_ms from samples_of order by model, item_id`,
      "timings"
    );
    await copy(
      `select eval_id, model, template, sampler, base_task, params, 1 as generator_version, 7::bigint as seed, []::varchar[] as tags, []::varchar[] as suites, []::varchar[] as tiers, true as simulated
      from samples_of group by all order by model, base_task, params`,
      "points"
    );
  } finally {
    close();
  }
}

if (process.argv[2] === "--write") await writeMillion(process.argv[3]!);
