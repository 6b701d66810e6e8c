// What a gate looks at: the answers of a store's evaluations by test, and those of a baseline.
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {isTruncationUnknown} from "../../score/pool.js";
import {CORRECT, type Ended, type Status, TRUNCATED} from "../../score/status.js";
import {makeFirstAnswers} from "../../store/firstAnswers.js";
import {readManifest} from "../../store/manifest.node.js";
import {openTables} from "../../store/sql.node.js";
import {type Outcome, unpacked} from "../../studies/history/changes.js";
import {readHistory} from "../../studies/history/files.node.js";
import {hasUnknownTruncation} from "../../studies/history/row.js";
import {study} from "../../studies/make.node.js";

/** The first answer to a test, with the shares of all answers to it. */
export interface Answer extends Outcome {
  item_id: string;
  base_task: string;
  suites: readonly string[];
  tiers: readonly string[];
  ended: Ended;
  guess_chance: number;
  cost: number;
  latency_ms: number | null;
  /** Shares of right and of truncated answers among all answers to the test, repeats included; absent where only the first is known. */
  right_share?: number;
  cut_share?: number;
  /** Whether the test stands in a corpus; null where nobody looked. */
  contaminated: boolean | null;
}

/** Whether nothing is known of the end of any of these answers. */
export const areEndsUnknown = (answers: readonly Pick<Answer, "status" | "ended">[]): boolean =>
  isTruncationUnknown({
    samples: answers.length,
    truncated: answers.filter(({status}) => status === TRUNCATED).length,
    ended_unknown: answers.filter(({ended}) => ended !== "known").length
  });

interface SuiteScore {
  suite: string;
  n: number;
  value: number;
  low: number | null;
  high: number | null;
}

/** An evaluation of the store. */
export interface Evidence {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  simulated: boolean;
  /** Whether its price is not known, so that costs count as 0. */
  unpriced?: boolean | undefined;
  answers: Answer[];
  scores: SuiteScore[];
  /** US dollars of all its responses, repetitions included. */
  spend: number;
  responses: number;
}

/** The evaluations of a store. Throws a UserError where there is no store. */
export async function evidenceOf(store: string, {contamination = false}: {contamination?: boolean} = {}): Promise<Evidence[]> {
  const manifest = await readManifest(store);
  if (!manifest) throw new UserError(`no store in ${store}; npm run run makes one`);
  if (contamination) await study("contamination_items", store);
  const {connection, tables, close} = await openTables(store);
  const ask = async <Row>(query: string) => (await connection.runAndReadAll(query)).getRowObjectsJS() as unknown as Row[];
  const has = (name: string) => tables.includes(name);
  try {
    await makeFirstAnswers(connection, tables);
    const audited =
      contamination && has("contamination_items")
        ? "select item_id, bool_or(verdict in ('exact', 'near')) as contaminated from contamination_items where verdict <> 'not_testable' group by item_id"
        : "select '' as item_id, null::boolean as contaminated limit 0";
    await connection.run(
      `create temp table gated as select first_answers.*, contaminated from first_answers left join (${audited}) using (item_id)`
    );
    const found: Evidence[] = [];
    for (const {eval_id, model, template, sampler, simulated, unpriced} of manifest.evaluations) {
      const own = `eval_id = ${literal(eval_id)}`;
      const rows = await ask<
        Omit<Answer, "suites" | "tiers" | "status"> & {suites: {items: string[]}; tiers: {items: string[]}; status: Status}
      >(
        `select gated.* exclude (eval_id), right_share, cut_share from gated join
          (select item_id, avg((status = ${CORRECT})::int)::double as right_share, avg((status = ${TRUNCATED})::int)::double as cut_share
          from samples where ${own} group by item_id) using (item_id) where ${own} order by item_id`
      );
      const [total] = await ask<{spend: number; responses: number}>(
        `select coalesce(sum(cost), 0)::double as spend, count(*)::int as responses from samples where ${own}`
      );
      const scores = has("scores")
        ? await ask<SuiteScore>(
            `select suite, n::int as n, formula as value, formula_low as low, formula_high as high from scores where layer = 'mean' and formula is not null and ${own}`
          )
        : [];
      found.push({
        eval_id,
        model,
        template,
        sampler,
        simulated: simulated ?? manifest.simulated,
        unpriced,
        scores,
        ...total!,
        answers: rows.map(row => ({...row, suites: textsOf(row.suites), tiers: textsOf(row.tiers)}))
      });
    }
    return found;
  } finally {
    close();
  }
}

const textsOf = (list: {items: string[]} | readonly string[]): readonly string[] => ("items" in list ? list.items : list);

/** One evaluation of a baseline. */
export interface BaselineEntry {
  eval_id: string;
  model: string;
  template: string;
  sampler: string;
  simulated: boolean;
  date: string;
  /** Whether nothing is known of the end of any of its answers. */
  areEndsUnknown: boolean;
  outcomes: Map<string, Outcome>;
}

/**
 * The evaluations of a baseline: rows of the history, from one file or the newest ones of a folder. Rows of several suites are put together.
 * Throws a UserError where a line is no row, since a baseline of which a part is missing would be another.
 */
export async function readBaseline(source: string): Promise<BaselineEntry[]> {
  const {rows, faults} = await readHistory(source);
  if (faults[0]) throw new UserError(`the baseline is damaged: ${faults[0].replace(/; left out$/u, "")}`);
  if (rows.length === 0)
    throw new UserError(`${source} has no runs to use as a baseline; npm run gate -- --baseline-out FILE writes one`);
  const entries = new Map<string, BaselineEntry>();
  for (const row of rows) {
    const {eval_id, model, template, sampler, simulated, date} = row;
    const entry = entries.get(eval_id);
    const sameRun = entry?.date === date ? entry : null;
    const outcomes = new Map([...(sameRun?.outcomes ?? []), ...unpacked(row.outcomes)]);
    const isUnknown = hasUnknownTruncation(row) && (sameRun?.areEndsUnknown ?? true);
    entries.set(eval_id, {eval_id, model, template, sampler, simulated, date, outcomes, areEndsUnknown: isUnknown});
  }
  return [...entries.values()];
}
