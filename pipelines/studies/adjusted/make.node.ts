// Makes the tables of headline figures, from the store's samples and the verdicts on its items, and of the effect of contamination.
import {join} from "node:path";
import type {CountedSample} from "../../score/counters.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {wilsonInterval} from "../../stats/intervals.js";
import {expectedSuites, remainingSuites} from "../../store/expected.js";
import {readHeadlinePoints} from "../../store/headline.node.js";
import {readManifest} from "../../store/manifest.node.js";
import {openOverlay, readPoints} from "../../store/points/overlay.node.js";
import {fileOf} from "../../store/publish.node.js";
import type {EvaluationKey, PointRow} from "../../store/rows.node.js";
import {POINT, same} from "../../store/same.sql.js";
import {type HeadlineScore, headlineScores, scoredEvaluations, scoreRows} from "../../store/scores.js";
import {readRows} from "../../store/sql.node.js";
import type {Row} from "../../store/writer.node.js";
import {type AuditedItem, contaminationEffects, type GroupAccuracy} from "../contamination/effect.js";
import type {Verdict} from "../contamination/settings.js";
import {poolPoints} from "../leaderboard/pool.node.js";
import {maker, type StudyStore} from "../maker.node.js";
import {adjustedTables} from "./tables.js";

/** Verdicts on the tests of a store, by identity, from the table `contamination_items`. */
export async function storedVerdicts(folder: string): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict>();
  for await (const row of readRows(join(folder, fileOf("contamination_items")), {query: "select item_id, verdict from t"}))
    verdicts.set(String(row.item_id), row.verdict as Verdict);
  return verdicts;
}

/** Writes the study tables into a store. */
export const make = maker(adjustedTables, async ({folder, stage, open, write}) => {
  const verdicts = await storedVerdicts(folder);
  const store = await open();
  const all = await readPoints(folder);
  const isAudited = verdicts.size > 0 && store.tables.includes("samples");
  const points = isAudited ? await readHeadlinePoints(store.connection) : all;
  for (const row of points) stage.append("adjusted_points", row as unknown as Row);
  const expected = expectedSuites((await readManifest(folder)) ?? {evaluations: []}, {
    points: all,
    overlay: await openOverlay(folder)
  });
  const remaining = scoredEvaluations(points, {expected: remainingSuites(expected, {all, remaining: points})});
  for (const row of scoreRows(remaining)) stage.append("adjusted_scores", row);
  const scores = headlineScores(scoredEvaluations(all, {expected}), remaining);
  for (const row of headlineRows(scores, {asked: await askedItems(store), points: all})) stage.append("headlines", row);
  if (isAudited) for (const row of await effectsOf(folder, verdicts)) stage.append("contamination_effects", row);
  await write("adjusted_points"); // others are pooled from it
  await poolPoints(stage, "adjusted_task_counts", {folder, points: "adjusted_points"});
});

// Scores without contaminated items, and the effect of contamination on each model, from the tables of a store and the verdicts on its tests.

/** Verdicts by identity of the test. */
export type Verdicts = ReadonlyMap<string, Verdict>;

/** The items that an evaluation was asked in a suite; the suite is empty of points that belong to none. */
interface AskedItems extends EvaluationKey {
  suite: string;
  items: number;
  audited: number;
  left_out: number;
  not_testable: number;
}

/** Counts the items of each evaluation and suite, by the verdicts on them. */
async function askedItems({tables, rows}: StudyStore): Promise<AskedItems[]> {
  if (!tables.includes("samples")) return [];
  const verdicts = tables.includes("contamination_items")
    ? "select item_id, any_value(verdict) as verdict from contamination_items group by item_id"
    : "select null::varchar as item_id, null::varchar as verdict where false";
  return rows(`with asked as (select distinct s.eval_id, s.model, s.template, s.sampler, s.item_id,
      unnest(case when len(p.suites) = 0 then [''] else p.suites end) as suite
    from samples s join points p on ${same("s", "p", POINT)})
    select eval_id, model, template, sampler, suite, count(*)::integer as items, count(verdict)::integer as audited,
      (count(*) filter (verdict = 'exact'))::integer as left_out, (count(*) filter (verdict = 'not_testable'))::integer as not_testable
    from asked left join (${verdicts}) using (item_id) group by all order by all`);
}

/** A row for each evaluation and suite that has a score or items. */
function headlineRows(
  scores: readonly HeadlineScore[],
  {asked, points}: {asked: readonly AskedItems[]; points: readonly PointRow[]}
): Row[] {
  const idOf = (eval_id: string, suite: string): string => JSON.stringify([eval_id, suite]);
  const simulated = new Set(points.filter(point => point.simulated).map(({eval_id}) => eval_id));
  const scored = new Map(scores.map(score => [idOf(score.key.eval_id, score.suite), score]));
  const counts = itemsOfSuites(asked, scores);
  const keys = new Map([
    ...counts.map(
      ({eval_id, model, template, sampler, suite}) => [idOf(eval_id, suite), {eval_id, model, template, sampler, suite}] as const
    ),
    ...scores.map(({key, suite}) => [idOf(key.eval_id, suite), {...key, suite}] as const)
  ]);
  const countOf = new Map(counts.map(each => [idOf(each.eval_id, each.suite), each]));
  return [...keys].map(([id, key]) => {
    const {items = null, audited = null, left_out = null, not_testable = null} = countOf.get(id) ?? {};
    const {all = null, headline = null, difference = null, samples = 0, correct = 0} = scored.get(id) ?? {};
    const right = samples > 0 ? {value: correct / samples, ...wilsonInterval(correct / samples, samples)} : null;
    return {
      ...key,
      items,
      audited,
      left_out,
      not_testable,
      ...bounded("formula", headline),
      n: headline?.n ?? 0,
      ...bounded("all_formula", all),
      all_n: all?.n ?? 0,
      ...bounded("difference", difference),
      ...bounded("right", right),
      simulated: simulated.has(key.eval_id)
    };
  });
}

const bounded = (name: string, estimate: {value: number; low: number; high: number} | null): Row => ({
  [name]: estimate?.value ?? null,
  [`${name}_low`]: estimate?.low ?? null,
  [`${name}_high`]: estimate?.high ?? null
});

/** Counts by suite as scores name it: items of no suite belong to each of an evaluation's suites, and to the store's only one. */
function itemsOfSuites(asked: readonly AskedItems[], scores: readonly HeadlineScore[]): AskedItems[] {
  return [...groupBy(asked, ({eval_id}) => eval_id).values()].flatMap(counts => {
    const free = counts.find(({suite}) => suite === "");
    const named = counts.filter(({suite}) => suite !== "");
    if (!free) return named;
    const names = scores.filter(({key}) => key.eval_id === free.eval_id).map(({suite}) => suite);
    const suites = new Set([...named.map(({suite}) => suite), ...names]);
    if (suites.size === 0) return [free];
    return [...suites].map(suite => {
      const sameSuite = named.find(each => each.suite === suite);
      const sum = (name: "items" | "audited" | "left_out" | "not_testable") => free[name] + (sameSuite?.[name] ?? 0);
      return {
        ...free,
        suite,
        items: sum("items"),
        audited: sum("audited"),
        left_out: sum("left_out"),
        not_testable: sum("not_testable")
      };
    });
  });
}

interface Sample extends EvaluationKey, Pick<CountedSample, "status" | "guess_chance">, Pick<PointRow, "base_task" | "params"> {
  item_id: string;
  simulated: boolean;
  category: string | null;
}

const SAMPLES = `select eval_id, model, template, sampler, t.base_task, t.params, t.item_id, status, t.guess_chance, simulated, category
  from t left join (select item_id, any_value(category) as category from items group by item_id) as place on place.item_id = t.item_id
  where status <> ${TRUNCATED}
  order by eval_id, t.base_task, t.params, t.generator_version, t.seed, t."index", trial`;

/** Rows of the table `contamination_effects`: exact and near copies against clean items. */
async function effectsOf(folder: string, verdicts: Verdicts): Promise<Row[]> {
  const answers = new Map<string, EvaluationAnswers>();
  const files = {items: join(folder, fileOf("items"))};
  for await (const row of readRows(join(folder, fileOf("samples")), {query: SAMPLES, others: files, as: "samples"})) {
    const sample = row as unknown as Sample;
    const verdict = verdicts.get(sample.item_id);
    if (verdict !== undefined) noted(answers, sample, verdict);
  }
  return effectRows([...answers.values()]);
}

/** The untruncated answers of one evaluation to tests that have a verdict. */
interface EvaluationAnswers extends EvaluationKey, Pick<Sample, "simulated"> {
  answers: {item_id: string; item: AuditedItem; correct: number}[];
}

function noted(all: Map<string, EvaluationAnswers>, sample: Sample, verdict: Verdict): void {
  const {eval_id, model, template, sampler, simulated, base_task, params, category, item_id, guess_chance, status} = sample;
  let own = all.get(eval_id);
  if (!own) all.set(eval_id, (own = {eval_id, model, template, sampler, simulated, answers: []}));
  const stratum = JSON.stringify([base_task, params, category]);
  own.answers.push({item_id, item: {verdict, stratum, guess_chance}, correct: status === CORRECT ? 1 : 0});
}

/** Models are compared with others that were asked in the same words: evaluations of one template and sampler. */
function effectRows(evaluations: readonly EvaluationAnswers[]): Row[] {
  const groups = groupBy(evaluations, ({template, sampler}) => JSON.stringify([template, sampler]));
  return [...groups.values()].flatMap(group => {
    const places = new Map<string, number>();
    const items: AuditedItem[] = [];
    const [model, item, correct]: number[][] = [[], [], []];
    for (const [m, {answers}] of group.entries())
      for (const answer of answers) {
        let place = places.get(answer.item_id);
        if (place === undefined) {
          places.set(answer.item_id, (place = items.length));
          items.push(answer.item);
        }
        model!.push(m);
        item!.push(place);
        correct!.push(answer.correct);
      }
    const models = group.map(({eval_id}) => eval_id);
    return contaminationEffects({models, items, model: model!, item: item!, correct: correct!}).map((effect, m) => {
      const {eval_id, model: name, template, sampler, simulated} = group[m]!;
      const {all, clean, contaminated, model: _, ...rest} = effect;
      return {
        eval_id,
        model: name,
        template,
        sampler,
        ...prefixed("all", all),
        ...prefixed("clean", clean),
        ...prefixed("contaminated", contaminated),
        ...rest,
        simulated
      };
    });
  });
}

const prefixed = (name: string, {items, answers, correct, accuracy, low, high}: GroupAccuracy): Row => ({
  [`${name}_items`]: items,
  [`${name}_answers`]: answers,
  [`${name}_correct`]: correct,
  [`${name}_accuracy`]: accuracy,
  [`${name}_low`]: low,
  [`${name}_high`]: high
});
