// Tables `suite_categories`, `scorecards` and `domain_scorecards` of the published store: the categories that benchmarks themselves name.
import {join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import {UNSCORED} from "../../score/score.node.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import type {Written} from "../../store/files.node.js";
import type {Manifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {openStage} from "../../store/writer.node.js";
import {domainScores, type ListedDomain} from "../../studies/scorecard/domains.js";
import {accuracyOf} from "../../studies/scorecard/storedScores.node.js";
import {scorecardTables} from "../../studies/scorecard/tables.js";

type PublishedSet = NonNullable<Manifest["published"]>[number];

/** Benchmarks with categories: the name of each, and the name of an item's category as SQL. */
const BENCHMARKS: readonly {suite: string; domain: string; category: string; notes: string | null}[] = [
  {suite: "mmlu-pro", domain: "MMLU-Pro", category: "replace(category, '-', ' ')", notes: null},
  {
    suite: "livebench",
    domain: "LiveBench",
    category: "replace(category, '_', ' ')",
    notes: "items with a fractional score of any model"
  },
  {
    suite: "bbh",
    domain: "BIG-Bench Hard",
    category: "replace(replace(base_task, 'bbh-', ''), '_', ' ')",
    notes: "13 of its 27 tasks, and two whose answers are not read"
  }
];

const STATE = "imported";

/** Writes the tables into the store's folder, whose tables `samples`, `items` and `measures` are there. */
export async function writeScorecards(
  connection: DuckDBConnection,
  {folder, sets}: {folder: string; sets: readonly PublishedSet[]}
): Promise<Record<string, Written>> {
  const stored = (table: string) => parquetSource(join(folder, fileOf(table)));
  const rows = async <Row>(sql: string) => (await connection.runAndReadAll(sql)).getRowObjectsJS() as Row[];
  await using stage = await openStage(scorecardTables, {folder});
  for (const {suite, domain, category, notes} of BENCHMARKS) {
    const set = sets.find(each => each.suite === suite);
    if (!set) continue;
    const items = `(select item_id, "index", ${category} as category from ${stored("items")}
      where base_task = ${literal(suite)} or starts_with(base_task, ${literal(`${suite}-`)}))`;
    // A corrected item is a second item of the store, and the same one of the benchmark.
    const categories = await rows<{category: string; published_items: number; items: number}>(
      `select category, count(*) filter ("index" < ${2 ** 30})::integer as published_items,
        count(*) filter ("index" < ${2 ** 30} and item_id in (select item_id from ${stored("samples")}))::integer as items
      from ${items} group by category order by category`
    );
    const numbers = new Map(categories.map((each, i) => [each.category, i + 1]));
    for (const each of categories)
      stage.append("suite_categories", {
        ...each,
        suite_id: suite,
        number: numbers.get(each.category)!,
        domain,
        source_of: null,
        origin: "published",
        state: STATE,
        reason: null,
        base_task: suite,
        policy: "",
        scorer: "",
        metric: "accuracy",
        averaged: true,
        licence: set.licence,
        source: set.address,
        version: set.state,
        notes,
        fill: null,
        unclaimed: 0
      });
    const NAMES = "eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler";
    const isCut = `(status = ${TRUNCATED} or ended = 'cut')`;
    const counts = await rows<Counted>(
      `with answered as (select ${NAMES}, category, count(*) filter (not ${isCut})::integer as n,
          count(*) filter (status = ${CORRECT} and not ${isCut})::integer as correct, count(*) filter (${isCut})::integer as truncated,
          count(*) filter (not parsed and not ${isCut})::integer as unparsed,
          coalesce(sum(guess_chance order by item_id) filter (not ${isCut}), 0)::double as guess_sum
        from ${stored("samples")} join ${items} using (item_id) where trial = 0 group by eval_id, category),
      missing as (select ${NAMES}, category, count(*)::integer as unanswered
        from ${stored("measures")} join ${items} using (item_id) where trial = 0 and name in (${UNSCORED.map(literal).join(", ")}) group by eval_id, category)
      select eval_id, coalesce(a.model, m.model) as model, coalesce(a.template, m.template) as template, coalesce(a.sampler, m.sampler) as sampler,
        category, coalesce(n, 0) as n, coalesce(correct, 0) as correct, coalesce(truncated, 0) as truncated, coalesce(unparsed, 0) as unparsed,
        coalesce(guess_sum, 0) as guess_sum, coalesce(unanswered, 0) as unanswered
      from answered a full join missing m using (eval_id, category) order by all`
    );
    const scores = counts.map(row => ({...row, ...accuracyOf(row), suite, domain, metric: "accuracy", averaged: true}));
    for (const row of scores)
      stage.append("scorecards", {
        ...row,
        suite_id: suite,
        number: numbers.get(row.category)!,
        state: STATE,
        base_task: suite,
        simulated: false
      });
    const listedDomain: ListedDomain = {suite, domain, number: 1, categories: categories.length, empty: 0};
    const evaluations = new Map(counts.map(({eval_id, model, template, sampler}) => [eval_id, {model, template, sampler}]));
    for (const score of domainScores(scores, [listedDomain]))
      stage.append("domain_scorecards", {...score, ...evaluations.get(score.eval_id)!, suite_id: suite, simulated: false});
  }
  const written: Record<string, Written> = {};
  for (const name of Object.keys(scorecardTables) as (keyof typeof scorecardTables)[])
    written[name] = await stage.write(name, join(folder, fileOf(name)), {allowEmpty: true});
  return written;
}

interface Counted {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  category: string;
  n: number;
  correct: number;
  truncated: number;
  unparsed: number;
  guess_sum: number;
  unanswered: number;
}
