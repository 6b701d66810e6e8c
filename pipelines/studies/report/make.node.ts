// Makes the study tables `report_scores`, `report_ranks` and `report_changes`.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {literal} from "../../rows/literal.js";
import {TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {rankIntervals} from "../../stats/ranks.js";
import {leftOutItems} from "../../store/headline.sql.js";
import {readManifest} from "../../store/manifest.node.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {SOURCES} from "../calibration/sources.js";
import {CONTAMINATED_SQL} from "../contamination/settings.js";
import {evaluationOf, maker, type StudyStore} from "../maker.node.js";
import {type CategoryScore, domainScores, isScored, type ListedDomain} from "../scorecard/domains.js";
import {key as categoriesKey} from "../scorecard/make.node.js";
import {
  domainsOf,
  headlineCondition,
  type Listed,
  listedCategories,
  placeCategories,
  type StoredScore,
  simulatedIn,
  storedScores,
  withEmptied
} from "../scorecard/storedScores.node.js";
import {type Aggregate, aggregate, byDomain, byItem, partDifference, withoutMinority} from "./aggregate.js";
import {changesOf, previousOf, reportDigest} from "./document.js";
import {fullScore, type HumanPart, humanParts, type Strength} from "./human.js";
import {readReport} from "./reportFile.node.js";
import type {Overall, ScoreRow} from "./rows.js";
import {reportTables} from "./tables.js";

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

interface Scores {
  listed: Listed[];
  /** Scores that count: without items that the headline figure leaves out. */
  scores: StoredScore[];
  /** Scores over all items, of the same evaluations and categories and of those of which nothing remains. */
  all: StoredScore[];
}

/** The categories of the book's suites, and how evaluations did in them; where nobody was asked any, each task is a category. */
async function scoredIn(folder: string, opened: StudyStore): Promise<Scores> {
  const listed = await listedCategories();
  const counted = await headlineCondition(opened);
  const bothOf = async (places: Listed[], options: {sameTests?: boolean} = {}): Promise<Scores> => {
    const isFilled = ({state}: StoredScore) => state !== "empty";
    const all = (await storedScores(places, opened, options)).filter(isFilled);
    const part = counted === null ? all : (await storedScores(places, opened, {...options, counted})).filter(isFilled);
    return {listed: places, all, scores: withEmptied(part, all)};
  };
  if (listed.length > 0) {
    await placeCategories(listed, opened);
    const ofSuites = await bothOf(listed);
    if (ofSuites.all.length > 0) return ofSuites;
    await opened.connection.run("drop table places");
  }
  const tasks = await tasksAsCategories(folder, opened);
  await placeCategories(tasks, opened);
  return bothOf(tasks, {sameTests: true});
}

/** An evaluation in one suite, as far as the report has been computed. */
interface Computed {
  own: readonly StoredScore[];
  overall: Aggregate;
}

async function fillStage(stage: Stage, folder: string, opened: StudyStore): Promise<Overall[]> {
  const {listed, scores, all} = await scoredIn(folder, opened);
  const simulated = await simulatedIn(folder, opened);
  const looked = opened.tables.includes("contamination_items")
    ? (await opened.rows("from contamination_items limit 1")).length > 0
    : false;
  const idOf = ({eval_id, suite}: StoredScore): string => JSON.stringify([eval_id, suite]);
  const allOf = groupBy(all, idOf);
  const human = humanParts(await strengthsIn(opened));
  await placeAudited(listed, opened);
  const beside = await besideOf(opened);
  const contaminationOf = await contaminationIn(listed, opened);
  const domains = groupBy(domainsOf(listed), ({suite}) => suite);
  const computed = [...groupBy(scores, idOf).values()].map((own): Computed => {
    const [{eval_id, suite}] = own as [StoredScore];
    const categories = [...own].sort((a, b) => a.number - b.number);
    return {own: categories, overall: withoutMinority(overallOf({eval_id, suite, categories}), sizeOf(domains.get(suite)))};
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
    for (const [i, part] of parts.entries())
      stage.append("report_scores", {...named, number: i + 1, ...part, ...contaminationOf(named, part)});
    const {score, low, high, n} = parts[0]!;
    const every = looked ? (allOf.get(idOf(first)) ?? []) : [];
    const whole = looked
      ? withoutMinority(aggregate(every, {weights: byDomain, seed: `${eval_id} ${suite}, all items`}), sizeOf(domains.get(suite)))
      : null;
    const difference = looked && score !== null ? partDifference(every, each.own) : null;
    stage.append("report_ranks", {
      ...named,
      score,
      low,
      high,
      n,
      ...ranks.get(each),
      all_score: hundred(whole?.value),
      all_low: hundred(whole?.low),
      all_high: hundred(whole?.high),
      all_n: whole?.n ?? null,
      difference: hundred(difference?.value),
      difference_low: hundred(difference?.low),
      difference_high: hundred(difference?.high),
      ...beside(eval_id, suite)
    });
    return {...named, score, low, high, n};
  });
}

/** Number of categories in the domains of a suite. */
const sizeOf = (domains: readonly ListedDomain[] = []): number => domains.reduce((sum, {categories}) => sum + categories, 0);

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

// The tasks of a store as categories of one domain, for a report of a book that lists no domains.

/** Name of the domain that all tasks are in. */
const DOMAIN = "Tasks";

/** Each task and bank of which the store has answers; none of a store without samples. */
async function tasksAsCategories(folder: string, {tables, rows}: StudyStore): Promise<Listed[]> {
  if (!tables.includes("samples")) return [];
  const names = await rows<{base_task: string}>("select distinct base_task from samples order by base_task");
  const manifest = await readManifest(folder);
  return names.map(({base_task: name}, i) => {
    const category = {
      domain: DOMAIN,
      name,
      origin: "ours",
      items: 0,
      params: {},
      averaged: true,
      licence: "",
      source: "",
      policy: ""
    };
    return {
      suite: manifest?.suite ?? "",
      number: i + 1,
      fill: null,
      source_of: null,
      state: "generated",
      reason: null,
      base_task: name,
      items: 0,
      policy: "",
      scorer: "",
      version: null,
      metric: manifest?.metrics?.[name] ?? "accuracy",
      category
    } as unknown as Listed;
  });
}

const isAudited = (tables: StudyStore["tables"]): boolean =>
  ["samples", "contamination_items"].every(table => tables.includes(table));

/**
 * Makes tables of the connection from its table `places`: `suites_of_places`, the suite of each place that something fills, and, where items
 * were looked for in corpora, `audited`, the items that each evaluation was asked in each place, with their verdicts.
 */
async function placeAudited(listed: readonly Listed[], {connection, tables}: StudyStore): Promise<void> {
  await connection.run("create temp table suites_of_places (place integer, suite varchar)");
  for (const [place, {suite, state}] of listed.entries())
    if (state !== "empty") await connection.run(`insert into suites_of_places values (${place}, ${literal(suite)})`);
  if (isAudited(tables))
    await connection.run(
      `create temp table audited as select distinct eval_id, suite, place, item_id, verdict from samples join places using (base_task, params) join suites_of_places using (place)
        left join (select item_id, any_value(verdict) as verdict from contamination_items group by item_id) using (item_id)`
    );
}

/** Counts of items by verdict. */
const VERDICT_COUNTS = `count(*) filter (verdict <> 'not_testable')::integer as testable, count(*) filter (${CONTAMINATED_SQL})::integer as contaminated`;

/** A function that counts the items of a part of a suite that an evaluation was asked: those that could be looked for, and contaminated ones. */
async function contaminationIn(
  listed: readonly Listed[],
  {tables, rows}: StudyStore
): Promise<(evaluation: {eval_id: string; suite_id: string}, part: Pick<ScoreRow, "domain" | "category">) => Row> {
  const counts = isAudited(tables)
    ? await rows<{eval_id: string; place: number; testable: number; contaminated: number}>(
        `select eval_id, place, ${VERDICT_COUNTS} from audited group by all`
      )
    : [];
  const byEvaluation = groupBy(counts, ({eval_id}) => eval_id);
  return ({eval_id, suite_id}, {domain, category}) => {
    const own = (byEvaluation.get(eval_id) ?? []).filter(({place}) => {
      const {suite, source_of, category: at} = listed[place]!;
      return (
        suite === suite_id &&
        (domain === "" || domain === at.domain) &&
        (category === "" ? source_of === null : category === at.name)
      );
    });
    const sumOf = (key: "testable" | "contaminated") => own.reduce((sum, each) => sum + each[key], 0);
    return {testable: sumOf("testable"), contaminated: sumOf("contaminated")};
  };
}

// What stands beside a score in the report: contamination, calibration, tokens and cost, from the tables of a store.

const NOT_LOOKED_FOR = {testable: 0, contaminated: 0, items: 0, left_out: 0};
const NO_CALIBRATION = {ece: null, ece_low: null, ece_high: null, ece_n: 0, ece_source: ""};
const NO_ANSWERS = {answers: 0, truncated: 0, cost: 0, prompt_tokens: null, completion_tokens: null};

/** A function that gives the columns of an evaluation in a suite. Reads the tables `places`, `suites_of_places` and `audited` of the connection. */
async function besideOf({tables, rows}: StudyStore): Promise<(eval_id: string, suite: string) => Row> {
  const asked = "(select distinct base_task, params, suite from places join suites_of_places using (place))";
  const ask = async (query: string, ...needs: string[]): Promise<Row[]> =>
    needs.every(table => tables.includes(table)) ? await rows(query) : [];
  const bySuite = (found: readonly Row[]) => new Map(found.map(({eval_id, suite, ...row}) => [`${eval_id} ${suite}`, row]));
  const byEvaluation = (found: readonly Row[]) => new Map(found.map(({eval_id, ...row}) => [String(eval_id), row]));
  const found = bySuite(
    await ask(
      `select eval_id, suite, ${VERDICT_COUNTS}, count(*)::integer as items, count(*) filter (item_id in (${leftOutItems()}))::integer as left_out
      from (select distinct eval_id, suite, item_id, verdict from audited) group by eval_id, suite`,
      "samples",
      "contamination_items"
    )
  );
  const spent = bySuite(
    await ask(
      `select eval_id, suite, count(*)::integer as answers, count(*) filter (status = ${TRUNCATED})::integer as truncated, sum(cost order by item_id, trial)::double as cost,
        known_sum(prompt_tokens)::double as prompt_tokens, known_sum(completion_tokens)::double as completion_tokens
      from samples join ${asked} using (base_task, params) group by eval_id, suite`,
      "samples"
    )
  );
  const order = SOURCES.map((source, i) => `when ${literal(source)} then ${i}`).join(" ");
  const calibrated = byEvaluation(
    await ask(
      `select eval_id, arg_min(ece_corrected, place) as ece, arg_min(ece_low, place) as ece_low, arg_min(ece_high, place) as ece_high,
        arg_min(n, place)::integer as ece_n, arg_min(source, place) as ece_source
      from (select *, case source ${order} end as place from calibration where category = '' and n > 0) group by eval_id`,
      "calibration"
    )
  );
  const gains = byEvaluation(await ask("select eval_id, memoriser from contamination_effects", "contamination_effects"));
  return (eval_id, suite) => ({
    ...(found.get(`${eval_id} ${suite}`) ?? NOT_LOOKED_FOR),
    memoriser: gains.get(eval_id)?.memoriser ?? null,
    ...(calibrated.get(eval_id) ?? NO_CALIBRATION),
    ...(spent.get(`${eval_id} ${suite}`) ?? NO_ANSWERS)
  });
}

// From how an evaluation did in the categories of a suite to its rows in the report.

/** How an evaluation did in the categories of one suite that it was asked. */
interface Asked {
  eval_id: string;
  suite: string;
  categories: readonly (CategoryScore & {category: string; number: number})[];
}

type Part = Pick<
  ScoreRow,
  "scope" | "domain" | "category" | "score" | "low" | "high" | "n" | "categories" | "empty" | "scored" | "why"
>;

/** Scores on the scale of a report, 100 = knows all. */

const scored = ({value, low, high, n, scored: of, why}: Omit<Aggregate, "draws" | "se">) => ({
  score: hundred(value),
  low: hundred(low),
  high: hundred(high),
  n,
  scored: of,
  why
});

/** The overall score of an evaluation, whose draws ranks and the full score rest on. */
const overallOf = ({eval_id, suite, categories}: Asked): Aggregate =>
  aggregate(categories, {weights: byDomain, seed: `${eval_id} ${suite}`});

/**
 * The rows of an evaluation: the whole in three ways, then each domain of the suite with its categories that were asked. Values and intervals
 * of domains and categories are those of the scorecard.
 */
function partsOf(
  asked: Asked,
  {overall, domains, human}: {overall: Aggregate; domains: readonly ListedDomain[]; human: HumanPart | undefined}
): Part[] {
  const {eval_id, suite, categories} = asked;
  const seed = `${eval_id} ${suite}`;
  const all = {
    domain: "",
    category: "",
    categories: sizeOf(domains),
    empty: domains.reduce((sum, each) => sum + each.empty, 0)
  };
  const items = withoutMinority(aggregate(categories, {weights: byItem, seed: `${seed}, item-weighted`}), all.categories);
  const full = human ? fullScore(overall, human, {seed}) : {...NO_VALUE, why: "no votes on its answers in this store"};
  const found = new Map(domainScores(categories, domains).map(each => [each.domain, each]));
  return [
    {scope: "overall", ...all, ...scored(overall)},
    {scope: "item-weighted", ...all, ...scored(items)},
    {scope: "full", ...all, ...scored(full)},
    ...domains.flatMap((listed): Part[] => {
      const own = categories.filter(({domain}) => domain === listed.domain);
      const score = found.get(listed.domain) ?? NO_VALUE;
      return [
        {
          scope: "domain",
          domain: listed.domain,
          category: "",
          categories: listed.categories,
          empty: listed.empty,
          ...scored({...score, why: whyOfDomain(listed, {asked: own.length, value: score.value, low: score.low})})
        },
        ...own.map(
          ({category, value, low, high, value_n, metric}): Part => ({
            scope: "category",
            domain: listed.domain,
            category,
            categories: 1,
            empty: 0,
            ...scored({value, low, high, n: value_n, scored: value === null ? 0 : 1, why: whyOf({value, low, metric})})
          })
        )
      ];
    })
  ];
}

const NO_VALUE = {value: null, low: null, high: null, n: 0, scored: 0, why: ""};

const whyOf = ({value, low, metric}: {value: number | null; low: number | null; metric: string}): string => {
  if (value === null) return "no answer could be scored";
  return low === null ? `the values of ${metric} are one, or all alike` : "";
};

function whyOfDomain(
  {categories, empty}: ListedDomain,
  {asked, value, low}: {asked: number; value: number | null; low: number | null}
): string {
  if (value !== null) return low === null ? "the values of a category are one, or all alike" : "";
  if (categories === empty) return categories === 1 ? "its category is empty" : `all ${categories} categories are empty`;
  return asked === 0 ? "it was asked nothing of this" : "no answer could be scored";
}
