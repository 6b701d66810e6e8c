// Pages Samples and Explore at 1,000,000 responses, in Chromium over range requests: how long a reader waits for each answer.
import {existsSync, mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {literal} from "../../pipelines/rows/literal.js";
import {parquetSource} from "../../pipelines/rows/parquet.js";
import {openDuckDB} from "../../pipelines/store/duckdb.node.js";
import {make} from "../../pipelines/studies/samples/make.node.js";
import type {Site} from "../pages/browser.js";
import type {BenchRow} from "./infer.bench.js";
import {openWithTables} from "./otherTables.js";

const LIMIT_MS = 500;
const FRAME_MS = 100;
const FRAMES = 15;
const PAGES = ["samples.html", "explore.html"];
const TIMES = 5;

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
      'last line' as answer_rule, 390 as answer_start, 394 as answer_end, null::varchar as answer_reason, (100 * v)::int::varchar as expected, 0.0::double as guess_chance, (100 + 50 * v)::integer as prompt_tokens, (50 + 2000 * u * v)::integer as completion_tokens,
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

/** Runs in the page: changes a filter and waits until its answer, and then until every cell of the list, is on the screen. */
const CHANGE = `(async ([label, value]) => {
  const field = [...document.querySelectorAll("#filters form")].find(form => form.textContent.trim().startsWith(label)).querySelector("input, select");
  const summary = document.querySelector("#summary");
  const said = summary.textContent;
  const started = performance.now();
  if (field.tagName === "SELECT") field.selectedIndex = value;
  else field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  while (summary.textContent === said) await new Promise(requestAnimationFrame);
  const answered = performance.now() - started;
  while ([...document.querySelectorAll("#list td")].some(cell => cell.textContent === "…")) await new Promise(requestAnimationFrame);
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve)));
  return [answered, performance.now() - started];
})`;
/** Runs in the page: presses a key and waits for the text of another sample. */
const NEXT = `(async () => {
  const text = () => document.querySelector("#reader");
  const before = text();
  const started = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "j", bubbles: true}));
  while (!text() || text() === before) await new Promise(requestAnimationFrame);
  return [performance.now() - started, performance.now() - started];
})`;

/** Runs in the page: moves the range of tokens and waits until everything is drawn. */
const MOVE = `(async value => {
  const field = document.querySelector("[data-column=tokens] input");
  const chart = () => document.querySelector("#pair svg:last-of-type");
  const before = chart();
  const started = performance.now();
  field.value = value;
  field.dispatchEvent(new Event("input", {bubbles: true}));
  while (chart() === before) await new Promise(requestAnimationFrame);
  return performance.now() - started;
})`;

/** What a reader does: the label of a filter and its values in turn, by position for a choice. */
const CHANGES: readonly (readonly [name: string, label: string, values: readonly (string | number)[]])[] = [
  ["an evaluation chosen", "Evaluation", [3, 9, 14, 5, 19]],
  ["an outcome chosen", "Outcome", [1, 2, 3, 1, 2]],
  ["a range of tokens", "Tokens", ["100-200", "300-", "-90", "500-900", "60-61"]],
  ["a word of one response", "Words", ["needleword", "", "needleword", "", "needleword"]]
];

/**
 * @param store a store of `writeMillion` that is there already; by default one is written and removed again
 * @param dist a built site
 */
export async function benchSamples({store = "", dist = "dist"} = {}): Promise<BenchRow[]> {
  if (!existsSync(join(dist, "samples.html"))) {
    process.stderr.write(`samples: ${dist}/samples.html is missing, so it is not measured; run npm run build\n`);
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), "bench-samples-"));
  try {
    if (store === "") {
      await writeMillion((store = folder));
      await make(store);
    }
    return await measured(store, {dist, folder});
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
}

async function measured(store: string, {dist, folder}: {dist: string; folder: string}): Promise<BenchRow[]> {
  await using site = await openWithTables(dist, {pages: PAGES, tables: store, folder});
  await using visit = await site.visit("/samples");
  const started = performance.now();
  await visit.page.waitForSelector("#list tbody tr", {timeout: 240_000});
  const rows: BenchRow[] = [row("page opened, filters ready", [performance.now() - started], Number.NaN)];
  const times = async (name: string, act: (i: number) => Promise<unknown>) => {
    const taken: [number, number][] = [];
    for (let i = 0; i < TIMES; i++) taken.push((await act(i)) as [number, number]);
    rows.push(
      row(
        `${name}: its count`,
        taken.map(([answered]) => answered)
      )
    );
    rows.push(
      row(
        `${name}: its list, with answers`,
        taken.map(([, complete]) => complete)
      )
    );
  };
  const change = (label: string, value: string | number) => visit.page.evaluate(`${CHANGE}(${JSON.stringify([label, value])})`);
  for (const [name, label, values] of CHANGES) {
    await times(name, i => change(label, values[i]!));
    await change(label, typeof values[0] === "number" ? 0 : "");
  }
  const common = await commonWords(store);
  await times("a word of most responses", i => change("Words", common[i]!));
  await times("two words", i => change("Words", `${common[i]} ${common[i + 1]}`));
  process.stderr.write(`page opened: ${rows[0]!.ours}\n`);
  const opened: number[] = [];
  for (let i = 0; i < TIMES; i++) opened.push(((await visit.page.evaluate(`${NEXT}()`)) as [number, number])[0]);
  rows.push(row("the next sample, by a key", opened));
  return [...rows, ...(await explored(site))];
}

/** How long page Explore takes to draw all histograms and its chart again when a range moves. */
async function explored(site: Site): Promise<BenchRow[]> {
  await using visit = await site.visit("/explore");
  const started = performance.now();
  await visit.page.waitForSelector("#pair svg rect", {timeout: 240_000});
  const opened = row("page Explore opened", [performance.now() - started], Number.NaN);
  const frames: number[] = [];
  for (let i = 0; i < FRAMES; i++)
    frames.push((await visit.page.evaluate(`${MOVE}(${JSON.stringify(`${100 + 10 * i}-${400 + 10 * i}`)})`)) as number);
  return [opened, row("a range moved on page Explore, all charts drawn", frames, FRAME_MS)];
}

/** The words of most responses, the commonest first. */
async function commonWords(store: string): Promise<string[]> {
  const {connection, close} = await openDuckDB();
  try {
    const query = `select word from ${parquetSource(join(store, "sample_words.parquet"))} order by n desc limit ${TIMES + 1}`;
    return (await connection.runAndReadAll(query)).getRows().map(([word]) => String(word));
  } finally {
    close();
  }
}

function row(work: string, times: number[], limit = LIMIT_MS): BenchRow {
  const sorted = times.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1]!;
  return {
    work: `samples, ${ROWS.toLocaleString("en")} responses: ${work}`,
    ours: `${Math.round(median)} ms (worst ${Math.round(sorted.at(-1)!)})`,
    baseline: Number.isNaN(limit) ? "" : `${limit} ms`,
    ratio: median / limit,
    target: Number.isNaN(limit) ? "" : "≤ 1 × baseline"
  };
}

if (process.argv[1]?.endsWith("samples.bench.ts"))
  console.table(await benchSamples({store: process.argv[2] ?? "", dist: process.argv[3] ?? "dist"}));
