// What a gate looks at: the answers of a store's evaluations by test, and those of a baseline.
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {isTruncationUnknown} from "../../score/pool.js";
import {type Ended, type Status, TRUNCATED} from "../../score/status.js";
import {makeFirstAnswers} from "../../store/firstAnswers.js";
import {readManifest} from "../../store/manifest.node.js";
import {openTables} from "../../store/sql.node.js";
import {type Outcome, unpacked, unpackedTrials} from "../../studies/history/changes.js";
import {readHistory} from "../../studies/history/files.node.js";
import {hasUnknownTruncation} from "../../studies/history/row.js";
import {study} from "../../studies/make.node.js";

/** The first answer to a test, with the numbers of all answers to it. */
export interface Answer extends Outcome {
  item_id: string;
  base_task: string;
  suites: readonly string[];
  tiers: readonly string[];
  ended: Ended;
  guess_chance: number;
  cost: number;
  latency_ms: number | null;
  /** Numbers of all answers to the test, repeats included, and of right, truncated and refusing ones; absent where only the first is known. */
  answers?: number;
  right_answers?: number;
  cut_answers?: number;
  refused_answers?: number;
  /** US dollars of all answers to it; absent likewise. */
  total_cost?: number;
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
      >(`select * exclude (eval_id) from gated where ${own} order by item_id`);
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

/** A test in a baseline: its first answer, and the numbers of all answers if there were several. */
type BaselineOutcome = Outcome & Pick<Answer, "answers" | "right_answers" | "cut_answers" | "refused_answers">;

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
  outcomes: Map<string, BaselineOutcome>;
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
    const repeats = unpackedTrials(row.repeats ?? {});
    const answered = [...unpacked(row.outcomes)].map(([item, outcome]): [string, BaselineOutcome] => {
      const trials = repeats.get(item);
      if (!trials) return [item, outcome];
      const {n, c, cut, refused} = trials;
      const others = cut === undefined || refused === undefined ? {} : {cut_answers: cut, refused_answers: refused};
      return [item, {...outcome, answers: n, right_answers: c, ...others}];
    });
    const outcomes = new Map([...(sameRun?.outcomes ?? []), ...answered]);
    const isUnknown = hasUnknownTruncation(row) && (sameRun?.areEndsUnknown ?? true);
    entries.set(eval_id, {eval_id, model, template, sampler, simulated, date, outcomes, areEndsUnknown: isUnknown});
  }
  return [...entries.values()];
}
