// Makes the study tables `report_scores`, `report_ranks` and `report_changes`.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {groupBy} from "../../stats/groupBy.js";
import {rankIntervals} from "../../stats/ranks.js";
import {readManifest} from "../../store/manifest.node.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {CONTAMINATED_SQL} from "../contamination/settings.js";
import {evaluationOf, maker, type StudyStore} from "../maker.node.js";
import {isScored} from "../scorecard/domains.js";
import {key as categoriesKey} from "../scorecard/make.node.js";
import {
  domainsOf,
  type Listed,
  listedCategories,
  placeCategories,
  type StoredScore,
  simulatedIn,
  storedScores
} from "../scorecard/storedScores.node.js";
import {type Aggregate, aggregate, byDomain} from "./aggregate.js";
import {besideOf} from "./beside.node.js";
import {changesOf, previousOf, reportDigest} from "./changes.js";
import {humanParts, type Strength} from "./human.js";
import {readReport} from "./reportFile.node.js";
import type {Overall} from "./rows.js";
import {overallOf, partsOf} from "./scoreRows.js";
import {reportTables} from "./tables.js";
import {tasksAsCategories} from "./tasksAsCategories.node.js";

/** The report before that of this store, by the file that it left there. */
async function previousIn(folder: string) {
  const manifest = await readManifest(folder);
  return previousOf(await readReport(folder), reportDigest(manifest?.tables ?? {}));
}

/** What the tables depend on besides the store's: what fills the categories, and the report before. */
export async function key(folder: string): Promise<string> {
  return `${await categoriesKey()}, report before ${sha256Hex(canonicalJson(await previousIn(folder))).slice(0, 16)}`;
}

/** Writes the tables into a store. */
export const make = maker(reportTables, async ({folder, stage, open}) => {
  const overall = await fillStage(stage, folder, await open());
  for (const row of changesOf(await previousIn(folder), overall)) stage.append("report_changes", row);
});

/** The categories of the book's suites, and how evaluations did in them; where nobody was asked any, each task is a category. */
async function scoredIn(
  folder: string,
  opened: StudyStore
): Promise<{listed: Listed[]; scores: StoredScore[]; sameTests: boolean}> {
  const listed = await listedCategories();
  if (listed.length > 0) {
    await placeCategories(listed, opened);
    const scores = (await storedScores(listed, opened)).filter(({state}) => state !== "empty");
    if (scores.length > 0) return {listed, scores, sameTests: false};
    await opened.connection.run("drop table places");
  }
  const tasks = await tasksAsCategories(folder, opened);
  await placeCategories(tasks, opened);
  return {listed: tasks, scores: await storedScores(tasks, opened, {sameTests: true}), sameTests: true};
}

/** An evaluation in one suite, as far as the report has been computed. */
interface Computed {
  own: readonly StoredScore[];
  overall: Aggregate;
}

async function fillStage(stage: Stage, folder: string, opened: StudyStore): Promise<Overall[]> {
  const {listed, scores, sameTests} = await scoredIn(folder, opened);
  const simulated = await simulatedIn(folder, opened);
  const looked = opened.tables.includes("contamination_items")
    ? (await opened.rows("from contamination_items limit 1")).length > 0
    : false;
  const counted = `item_id not in (select item_id from contamination_items where ${CONTAMINATED_SQL})`;
  const clean = looked ? await storedScores(listed, opened, {sameTests, counted}) : [];
  const idOf = ({eval_id, suite}: StoredScore): string => JSON.stringify([eval_id, suite]);
  const cleanOf = groupBy(clean, idOf);
  const human = humanParts(await strengthsIn(opened));
  const beside = await besideOf(listed, opened);
  const domains = groupBy(domainsOf(listed), ({suite}) => suite);
  const computed = [...groupBy(scores, idOf).values()].map((own): Computed => {
    const [{eval_id, suite}] = own as [StoredScore];
    const categories = [...own].sort((a, b) => a.number - b.number);
    return {own: categories, overall: overallOf({eval_id, suite, categories})};
  });
  const ranks = ranksOf(computed);
  return computed.map((each): Overall => {
    const [first] = each.own as [StoredScore];
    const {eval_id, model, suite} = first;
    const named = {...evaluationOf(first), suite_id: suite, simulated: simulated.has(eval_id)};
    // Votes on a simulated model's answers are none on those of a model that bears its name.
    const votes = human.get(model);
    const parts = partsOf(
      {eval_id, suite, categories: each.own},
      {
        overall: each.overall,
        domains: domains.get(suite) ?? [],
        human: votes && (named.simulated || !votes.simulated) ? votes : undefined
      }
    );
    for (const [i, part] of parts.entries()) stage.append("report_scores", {...named, number: i + 1, ...part});
    const {score, low, high, n} = parts[0]!;
    const without = looked
      ? aggregate(cleanOf.get(idOf(first)) ?? [], {weights: byDomain, seed: `${eval_id} ${suite}, clean`})
      : null;
    stage.append("report_ranks", {
      ...named,
      score,
      low,
      high,
      n,
      ...ranks.get(each),
      clean: hundred(without?.value),
      clean_low: hundred(without?.low),
      clean_high: hundred(without?.high),
      clean_n: without?.n ?? null,
      ...beside(eval_id, suite)
    });
    return {...named, score, low, high, n};
  });
}

const hundred = (value: number | null | undefined): number | null => (value === null || value === undefined ? null : 100 * value);

/** Ranks among evaluations of a suite with the same scored categories: means of others cannot be compared. */
function ranksOf(computed: readonly Computed[]): Map<Computed, Row> {
  const groups = groupBy(computed, ({own}) => JSON.stringify([own[0]!.suite, ...own.filter(isScored).map(({number}) => number)]));
  return new Map(
    [...groups.values()].flatMap(group => {
      const ranked = group.filter(({overall: {value, se}}) => value !== null && se !== null);
      const intervals = rankIntervals(ranked.map(({overall: {value, se}}) => ({value: value!, se: se!})));
      const known = new Map(ranked.map((each, i) => [each, intervals[i]!]));
      return group.map((each): [Computed, Row] => {
        const found = known.get(each);
        return [
          each,
          {rank: found?.rank ?? null, rank_low: found?.low ?? null, rank_high: found?.high ?? null, among: ranked.length}
        ];
      });
    })
  );
}

const strengthsIn = async ({tables, rows}: StudyStore): Promise<Strength[]> =>
  tables.includes("strengths") ? rows("select model, beta, low, high, votes, simulated from strengths order by model") : [];
