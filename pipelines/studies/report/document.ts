// The report as a document: report.json from the rows of its tables and the store's manifest.

import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {groupBy} from "../../stats/groupBy.js";
import {newcombe} from "../../stats/newcombe.js";
import {DRAWS} from "./aggregate.js";
import {HUMAN_WEIGHT} from "./human.js";
import type {ChangeRow, Overall, RankRow, ReportRows, ScoreRow} from "./rows.js";
import {type ReportDocument, type ReportedEvaluation, SCHEMA_VERSION} from "./schema.js";

/** What a report says of the store that it is made from: the fields of its manifest. */
export interface ReportedStore {
  version: string;
  git_commit: string | null;
  book_hash: string;
  status: string;
  seed: number | null;
  finished: string;
  evaluations?: readonly {eval_id: string; corrected?: number | undefined}[] | undefined;
  tables: Record<string, {rows: number; bytes: number; sha256?: string | undefined}>;
}

const idOf = ({eval_id, suite_id}: {eval_id: string; suite_id: string}): string => JSON.stringify([eval_id, suite_id]);

/** The document of a store. Nothing in it depends on when or where it is made. */
export function reportDocument({scores, ranks, changes}: ReportRows, store: ReportedStore): ReportDocument {
  const own = groupBy(scores, idOf);
  const suites = groupBy(ranks, ({suite_id}) => suite_id);
  const corrected = new Map((store.evaluations ?? []).map(each => [each.eval_id, each.corrected ?? 0]));
  const simulated = ranks.filter(each => each.simulated).length;
  return {
    schema_version: SCHEMA_VERSION,
    date: store.finished.slice(0, "2026-01-31".length),
    digest: reportDigest(store.tables),
    reasonbook: store.version,
    git_commit: store.git_commit,
    book_hash: store.book_hash,
    status: store.status,
    seed: store.seed,
    simulated: simulated === 0 ? "none" : simulated === ranks.length ? "all" : "some",
    human_weight: HUMAN_WEIGHT,
    draws: DRAWS,
    tables: Object.fromEntries(
      Object.entries(store.tables)
        .filter(([name]) => name !== "timings") // it differs from run to run
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, {rows, sha256}]) => [name, {rows, sha256: sha256 ?? null}])
    ),
    suites: [...suites].map(([suite_id, evaluations]) => ({
      suite_id,
      domains: domainsIn(scores.filter(each => each.suite_id === suite_id)),
      evaluations: [...evaluations]
        .sort(byRank)
        .map(rank => evaluationOf(rank, own.get(idOf(rank)) ?? [], corrected.get(rank.eval_id) ?? 0))
    })),
    changes: changes.length === 0 ? null : {since: changes[0]!.since, evaluations: [...changes].sort(byName).map(changeOf)}
  };
}

type Named = Pick<RankRow, "model" | "template" | "sampler" | "suite_id" | "eval_id">;
const byName = (a: Named, b: Named): number => {
  const [one, other] = [a, b].map(each => [each.suite_id, each.model, each.template, each.sampler, each.eval_id].join("\n"));
  return one === other ? 0 : one! < other! ? -1 : 1;
};
const byRank = (a: RankRow, b: RankRow): number =>
  b.among - a.among || (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) || byName(a, b);

function domainsIn(scores: readonly ScoreRow[]): ReportDocument["suites"][number]["domains"] {
  const rows = [...scores].sort((a, b) => a.number - b.number).filter(({scope}) => scope === "domain");
  return [...new Map(rows.map(({domain, categories, empty}) => [domain, {domain, categories, empty}])).values()];
}

function evaluationOf(row: RankRow, scores: readonly ScoreRow[], corrected: number): ReportedEvaluation {
  const {eval_id, model, template, sampler, simulated, rank, rank_low, rank_high, among} = row;
  return {
    eval_id,
    model,
    template,
    sampler,
    simulated,
    rank: rank === null || rank_low === null || rank_high === null ? null : {rank, low: rank_low, high: rank_high, among},
    scores: [...scores]
      .sort((a, b) => a.number - b.number)
      .map(({scope, domain, category, score, low, high, n, categories, empty, scored, testable, contaminated, why}) => ({
        scope,
        domain,
        category,
        score,
        low,
        high,
        n,
        categories,
        empty,
        scored,
        testable,
        contaminated,
        why
      })),
    all_items:
      row.all_n === null
        ? null
        : {
            score: row.all_score,
            low: row.all_low,
            high: row.all_high,
            n: row.all_n,
            difference: {score: row.difference, low: row.difference_low, high: row.difference_high},
            items: row.items,
            left_out: row.left_out
          },
    contamination: {testable: row.testable, contaminated: row.contaminated, memoriser: row.memoriser},
    calibration:
      row.ece_n === 0 ? null : {ece: row.ece, low: row.ece_low, high: row.ece_high, n: row.ece_n, source: row.ece_source},
    corrected,
    cost: {
      dollars: row.cost,
      answers: row.answers,
      truncated: row.truncated,
      prompt_tokens: numberOf(row.prompt_tokens),
      completion_tokens: numberOf(row.completion_tokens)
    }
  };
}

/** Columns of large integers come as such from some readers. */
const numberOf = (value: number | bigint | null): number | null => (value === null ? null : Number(value));

function changeOf(row: ChangeRow): NonNullable<ReportDocument["changes"]>["evaluations"][number] {
  const {eval_id, model, template, sampler, simulated, suite_id, kind} = row;
  return {
    eval_id,
    model,
    template,
    sampler,
    simulated,
    suite_id,
    kind,
    before: {score: row.before, low: row.before_low, high: row.before_high, n: row.before_n},
    after: {score: row.after, low: row.after_low, high: row.after_high, n: row.after_n},
    change: {score: row.change, low: row.change_low, high: row.change_high}
  };
}

/** The document as the text of report.json. */
export const reportJson = (document: ReportDocument): string => `${JSON.stringify(document, null, 1)}\n`;

// What changed between two reports: the overall scores of the evaluations that either has.

/** The report before: its date, and its overall scores. */
interface Previous {
  date: string;
  scores: Overall[];
}

/** The tables that a report is made from. */
const MADE_FROM = ["samples", "items", "measures", "points"];

/** Digest of the tables that a report is made from, by what the store's manifest says of them. */
export const reportDigest = (
  tables: Readonly<Record<string, {rows: number; bytes: number; sha256?: string | undefined}>>
): string =>
  sha256Hex(
    canonicalJson(
      MADE_FROM.flatMap(name => {
        const of = tables[name];
        return of ? [[name, of.sha256 ?? `${of.rows} rows, ${of.bytes} bytes`]] : [];
      })
    )
  );

/**
 * The report before the one of a store with this digest: the earlier document itself, or where that is of the same tables, the one that it
 * was compared with. So the same store gives the same report, however often it is made. Null where there was none.
 */
export function previousOf(earlier: ReportDocument | null, digest: string): Previous | null {
  if (earlier === null) return null;
  if (earlier.digest !== digest) return {date: earlier.date, scores: overallOf(earlier)};
  if (earlier.changes === null) return null;
  const {since, evaluations} = earlier.changes;
  return {
    date: since,
    scores: evaluations
      .filter(({kind}) => kind !== "new")
      .map(({eval_id, model, template, sampler, simulated, suite_id, before}) => ({
        eval_id,
        model,
        template,
        sampler,
        simulated,
        suite_id,
        ...before
      }))
  };
}

const overallOf = ({suites}: ReportDocument): Overall[] =>
  suites.flatMap(({suite_id, evaluations}) =>
    evaluations.flatMap(({eval_id, model, template, sampler, simulated, scores}) =>
      scores
        .filter(({scope}) => scope === "overall")
        .map(({score, low, high, n}) => ({eval_id, model, template, sampler, simulated, suite_id, score, low, high, n}))
    )
  );

const NOTHING = {score: null, low: null, high: null, n: 0};

/** A row for each evaluation and suite of either report; the interval of a change takes both for independent (Newcombe 1998, method 10). */
export function changesOf(previous: Previous | null, now: readonly Overall[]): ChangeRow[] {
  if (previous === null) return [];
  const idOf = ({eval_id, suite_id}: Overall) => JSON.stringify([eval_id, suite_id]);
  const then = new Map(previous.scores.map(each => [idOf(each), each]));
  const present = new Map(now.map(each => [idOf(each), each]));
  return [...new Map([...then, ...present]).entries()].map(([id, {score: _, low: __, high: ___, n: ____, ...named}]) => {
    const [before, after] = [then.get(id) ?? NOTHING, present.get(id) ?? NOTHING];
    const kind = !then.has(id) ? "new" : !present.has(id) ? "gone" : "both";
    return {
      ...named,
      since: previous.date,
      kind,
      ...prefixed("before", before),
      ...prefixed("after", after),
      ...difference(before, after)
    };
  });
}

type Scored = Pick<Overall, "score" | "low" | "high" | "n">;

const prefixed = <Name extends "before" | "after">(name: Name, {score, low, high, n}: Scored) =>
  ({[name]: score, [`${name}_low`]: low, [`${name}_high`]: high, [`${name}_n`]: n}) as Record<
    Name | `${Name}_low` | `${Name}_high`,
    number | null
  > &
    Record<`${Name}_n`, number>;

function difference(before: Scored, after: Scored): Pick<ChangeRow, "change" | "change_low" | "change_high"> {
  if (before.score === null || after.score === null) return {change: null, change_low: null, change_high: null};
  const change = after.score - before.score;
  if (before.low === null || before.high === null || after.low === null || after.high === null)
    return {change, change_low: null, change_high: null};
  const {low, high} = newcombe(
    {value: after.score, low: after.low, high: after.high},
    {value: before.score, low: before.low, high: before.high}
  );
  return {change, change_low: low, change_high: high};
}
