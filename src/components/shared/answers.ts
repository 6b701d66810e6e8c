// Reads the answers of evaluations to common tests from the published tables.
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Rows, Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {isLeftOut, leftOutItems} from "../../pipelines/store/headline.sql.js";
import type {ItemCounts} from "../../pipelines/store/leftOut.js";
import {type ComparedTest, type Evaluation, type Gathered, gather} from "../../pipelines/studies/compare/answers.js";
import {
  answersQuery,
  commonQuery,
  evaluationsQuery,
  firstAnswersQuery,
  rankedQuery,
  testsQuery
} from "../../pipelines/studies/compare/answers.sql.js";
import {comparePrompts, type PromptComparison, type PromptRow, promptsQuery} from "../../pipelines/studies/compare/prompts.js";
import type {CommonTest} from "../flips.js";
import {passesItem} from "./inputs.js";

/** Every evaluation's answers to every test, from the tables samples, items and points. @param first only first answers of repeated ones */
export async function answersOf(sql: Sql, {first = false} = {}): Promise<Gathered> {
  const [tests, evaluations, statuses] = await Promise.all([
    sql.query(testsQuery),
    sql.query(evaluationsQuery),
    sql.query(first ? firstAnswersQuery : answersQuery)
  ]);
  // Hundreds of thousands of statuses are read by column, not by row.
  const column = (i: number) => statuses.getChildAt(i)?.toArray() ?? [];
  return gather(plainRows<ComparedTest>(tests, ["tiers"]), plainRows<Evaluation>(evaluations, ["groups"]), {
    evaluation: column(0),
    test: column(1),
    status: column(2)
  });
}

/** An evaluation with its name among all. */
type NamedEvaluation = Evaluation & {evaluation: string};

/** All evaluations with their names, and the two with the highest pooled excess accuracy as the initial choice. */
export async function evaluationsOf(
  sql: Sql
): Promise<{evaluations: NamedEvaluation[]; first: NamedEvaluation; second: NamedEvaluation}> {
  const [evaluations, ranked] = await Promise.all([sql.query(evaluationsQuery), sql.query(rankedQuery)]);
  const all = withNames(plainRows<Evaluation>(evaluations, ["groups"]));
  const [first, second] = plainRows<{eval_id: string}>(ranked).map(({eval_id}) => all.find(each => each.eval_id === eval_id)!);
  return {evaluations: all, first: first!, second: second ?? first!};
}

/** Criteria by which tests are selected. */
interface Facets {
  base_task: string;
  tiers: readonly string[];
  /** Of items of banks. */
  domain?: string;
  category?: string;
}

/** A common test with the audit's verdict on it; null where no audit has looked for it. */
type AuditedTest = CommonTest & {verdict: string | null};

/** Choice of tests; "all" selects every value. */
interface TestChoice {
  task: string;
  tier: string;
  domain?: string;
  category?: string;
}

/** The tests of a choice: common ones that count, all common ones by their verdicts, and the number that each evaluation was asked. */
interface ChosenTests {
  common: CommonTest[];
  counts: ItemCounts;
  asked: {a: number; b: number; common: number};
}

/** The common tests of two evaluations without those that the headline figure leaves out, and the part of them that a choice selects. */
export async function commonOf(
  sql: Sql,
  a: Evaluation,
  b: Evaluation
): Promise<{common: CommonTest[]; chosen(choice: TestChoice): ChosenTests}> {
  const ids = [a.eval_id, b.eval_id];
  // Equality reads an evaluation's part of the file alone, which a list of two does not in the browser's DuckDB.
  const [tests, points] = await Promise.all([
    sql.query(
      `select common.*, verdict from (${commonQuery}) common
        left join (select item_id, any_value(verdict) as verdict from contamination_items group by item_id) audited using (item_id)
        order by base_task, params, "index"`,
      ids
    ),
    sql.query(
      `with banked as (select item_id, base_task, tiers, domain, category from items where domain <> '')
      select eval_id, base_task, tiers, '' as domain, '' as category, (correct + incorrect + truncated)::integer as asked
      from adjusted_points where eval_id in (?, ?) and base_task not in (select base_task from banked)
      union all select eval_id, banked.base_task, tiers, domain, category, count(*)::integer
      from (${ids.map(() => "select eval_id, item_id from samples where eval_id = ? and trial = 0").join(" union all ")}) join banked using (item_id)
      where item_id not in (${leftOutItems()})
      group by all`,
      [...ids, ...ids]
    )
  ]);
  const counts = plainRows<Facets & {eval_id: string; asked: number}>(points, ["tiers"]);
  const all = plainRows<AuditedTest>(tests, ["tiers"]);
  const common = all.filter(({verdict}) => !isLeftOut(verdict ?? undefined));
  return {
    common,
    chosen({task, tier, ...place}) {
      const ofItem = passesItem(place);
      const passes = (test: Facets) =>
        (task === "all" || test.base_task === task) && (tier === "all" || test.tiers.includes(tier)) && ofItem(test);
      const passing = all.filter(passes);
      const number = (is: (verdict: string | null) => boolean) =>
        new Set(passing.filter(({verdict}) => is(verdict)).map(({item_id}) => item_id)).size;
      const asked = ({eval_id}: Evaluation) =>
        counts.filter(each => each.eval_id === eval_id && passes(each)).reduce((sum, each) => sum + each.asked, 0);
      const counting = common.filter(passes);
      return {
        common: counting,
        counts: {
          items: number(() => true),
          audited: number(verdict => verdict !== null),
          left_out: number(verdict => isLeftOut(verdict ?? undefined)),
          not_testable: number(verdict => verdict === "not_testable"),
          simulated: a.simulated && b.simulated
        },
        asked: {a: asked(a), b: asked(b), common: counting.length}
      };
    }
  };
}

/** Two evaluations' models in all prompts that both were asked under these samplers. */
export const promptsOf = async (sql: Sql, a: Evaluation, b: Evaluation): Promise<PromptComparison> =>
  comparePrompts(
    a.model === b.model ? [] : plainRows<PromptRow>(await sql.query(promptsQuery, [a.model, a.sampler, b.model, b.sampler]))
  );

/**
 * Converts Arrow rows to plain objects.
 * @param lists columns whose values become arrays
 */
export function plainRows<Row>(rows: Rows, lists: readonly string[] = []): Row[] {
  return Array.from(rows, row => {
    const plain = {...(row as unknown as {toJSON(): Record<string, unknown>}).toJSON()};
    for (const list of lists) plain[list] = Array.from((plain[list] ?? []) as Iterable<unknown>);
    return plain as Row;
  });
}

/** The rows, each with the name of its evaluation. */
export function withNames<Row extends Omit<Evaluated, "simulated">>(rows: readonly Row[]): (Row & {evaluation: string})[] {
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

/** The rows of a query, each with the name of its evaluation. */
export const namedRows = async <Row extends Omit<Evaluated, "simulated">>(
  sql: Sql,
  query: string,
  params: readonly unknown[] = []
): Promise<(Row & {evaluation: string})[]> => withNames(plainRows<Row>(await sql.query(query, params)));
