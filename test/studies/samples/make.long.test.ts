// The sample browser's tables of the fixture store, against the store's own tables.
import {createHash} from "node:crypto";
import {readFileSync, rmSync} from "node:fs";
import {cp} from "node:fs/promises";
import {join} from "node:path";
import {afterAll, beforeAll, expect, test} from "vitest";
import {openTables} from "../../../pipelines/store/sql.node.js";
import {make, makeInParts} from "../../../pipelines/studies/samples/make.node.js";
import {LONGEST_WORD, markPlaces, wordsOf} from "../../../pipelines/studies/samples/words.js";
import {fixtureBook} from "../../fixtureStore.js";
import {recordTables} from "../../recordTables.js";
import type {Workbook} from "../../workbook.js";

let book: Workbook;
let store: string;
beforeAll(async () => {
  book = await fixtureBook();
  store = join(book.root, "data", "store");
  await make(store);
});
afterAll(() => book?.[Symbol.asyncDispose]());

async function rows(query: string): Promise<Record<string, unknown>[]> {
  const {connection, close} = await openTables(store);
  try {
    return (await connection.runAndReadAll(query)).getRowObjectsJS();
  } finally {
    close();
  }
}

test("each sample stands in the index and the list once, with its point, its test and its numbers", async () => {
  const numbers = "status, completion_tokens, prompt_tokens, finish_reason, cost, corrected";
  const [found] =
    await rows(`select count(*)::int as n, count(distinct place)::int as places, max(place)::int as last, bool_and(i.status = s.status
    and i.completion_tokens = s.completion_tokens and i.finish_reason = s.finish_reason and i."index" = s."index" and i.cost is not distinct from s.cost
    and i.characters = length(text) + coalesce(length(reasoning), 0) and p.params = s.params and p.base_task = s.base_task and p.model = s.model and not i.corrected) as same
    from sample_index i join sample_list l using (place, trial) join samples s using (eval_id, item_id, trial) join responses r using (eval_id, item_id, trial)
    join (select *, row_number() over () - 1 as point from points) p using (point)`);
  const [{n}] = (await rows("select count(*)::int as n from samples")) as [{n: number}];
  expect(n).toBeGreaterThan(100);
  expect(found).toEqual({n, places: n, last: n - 1, same: true});
  expect(await rows(`select ${numbers} from sample_index where corrected`)).toEqual([]);
  const [items] = await rows(
    "select count(distinct item)::int as ours, count(distinct item_id)::int as theirs from sample_index join sample_list using (place)"
  );
  expect(items!.ours).toBe(items!.theirs);
});

test("the list has how each answer was read, and nulls where an older version did not keep it", async () => {
  const [{n, same}] = (await rows(
    `select count(*)::int as n, bool_and(l.answer_rule is not distinct from s.answer_rule and l.answer_start is not distinct from s.answer_start
      and l.answer_end is not distinct from s.answer_end and l.answer_reason is not distinct from s.answer_reason) as same
    from sample_list l join samples s using (eval_id, item_id, trial)`
  )) as [{n: number; same: boolean}];
  expect([n > 100, same]).toEqual([true, true]);
  const older = join(book.root, "older");
  await cp(store, older, {recursive: true});
  const {connection, close} = await openTables(store);
  await connection.run(
    `copy (select * exclude (answer_rule, answer_start, answer_end, answer_reason) from samples) to '${join(older, "samples.parquet")}' (format parquet)`
  );
  close();
  await recordTables(older);
  await make(older);
  const all = await openTables(older);
  try {
    const reader = await all.connection.runAndReadAll(
      `select count(*)::int as n, count(answer)::int > 0 as read, count(answer_rule)::int as rules, count(answer_start)::int as starts,
        count(answer_end)::int as ends, count(answer_reason)::int as reasons from sample_list`
    );
    expect(reader.getRowObjectsJS()).toEqual([{n, read: true, rules: 0, starts: 0, ends: 0, reasons: 0}]);
  } finally {
    all.close();
  }
});

test("the bytes of the tables are the same each time, however many samples are looked at together", async () => {
  const hashes = () =>
    ["sample_index", "sample_list", "sample_words"].map(name =>
      createHash("sha256")
        .update(readFileSync(join(store, `${name}.parquet`)))
        .digest("hex")
    );
  const whole = hashes();
  for (const together of [1, 70, 1_000]) {
    await makeInParts(store, together);
    expect(hashes(), `${together} together`).toEqual(whole);
  }
});

test("the places of a word are those of the responses that hold it, and no word is missing", async () => {
  const texts = await rows(
    "select place, coalesce(reasoning, '') || ' ' || text as text from responses join sample_list using (eval_id, item_id, trial)"
  );
  const expected = new Map<string, Set<number>>();
  for (const {place, text} of texts as {place: number; text: string}[])
    for (const whole of wordsOf(text)) {
      const word = whole.slice(0, LONGEST_WORD);
      expected.set(word, (expected.get(word) ?? new Set()).add(place));
    }
  const stored = (await rows("select word, n, places from sample_words")) as {word: string; n: number; places: string}[];
  expect(stored.map(({word}) => word).sort()).toEqual([...expected.keys()].sort());
  for (const {word, n, places} of stored) {
    const found = new Uint8Array(texts.length);
    markPlaces(places, found);
    expect([...found.entries()].flatMap(([place, hit]) => (hit ? [place] : []))).toEqual(
      [...expected.get(word)!].sort((a, b) => a - b)
    );
    expect(n).toBe(expected.get(word)!.size);
  }
});

test("a correction is marked, the tables repeat byte for byte, and a store without responses has no words", async () => {
  const before = readFileSync(join(store, "sample_index.parquet"));
  await make(store);
  expect(readFileSync(join(store, "sample_index.parquet")).equals(before)).toBe(true);
  const [sample] = await rows("select eval_id || '/' || item_id as key from samples where status = 0 order by all limit 1");
  const ended = await book.command(
    "samples",
    "correct",
    String(sample!.key),
    "--status",
    "correct",
    "--reason",
    "it is right",
    "--by",
    "a reader"
  );
  expect(ended.code, ended.stderr).toBe(0);
  rmSync(join(store, "responses.parquet"));
  await recordTables(store);
  await make(store);
  expect(
    await rows("select eval_id || '/' || item_id as key, status from sample_index join sample_list using (place) where corrected")
  ).toEqual([{key: sample!.key, status: 1}]);
  expect(
    await rows("select count(*)::int as n, max(characters) as most from sample_index join sample_list using (place)")
  ).toMatchObject([{most: -1}]);
  expect(await rows("select word from sample_words")).toEqual([]);
});
