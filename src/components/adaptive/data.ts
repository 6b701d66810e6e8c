// Reads the page's tables: sessions with their steps, and the comparison of forms.

import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {StoredReading} from "../../pipelines/score/answer/storedReading.js";
import type {NamedEvaluation} from "../../pipelines/store/evaluationName.js";
import {bankOf} from "../../pipelines/studies/adaptive/bank.js";
import type {AucRow, QualityRow} from "../../pipelines/studies/adaptive/comparison.js";
import {openPosterior} from "../../pipelines/studies/adaptive/posterior.js";
import type {Item} from "../../pipelines/studies/irt/item.js";

export interface SessionFacts extends NamedEvaluation {
  session: string;
  live: boolean;
  steps: number;
}

export interface StepRow extends StoredReading {
  step: number;
  item_id: string;
  base_task: string;
  status: number;
  counted: boolean;
  a: number;
  b: number;
  c: number;
  u: number;
  information: number;
  theta: number;
  se: number;
  low: number;
  high: number;
  /** ability from all answers of a replayed evaluation; null for live sessions */
  full: number | null;
  tokens: number | null;
  cost: number;
  prompt: string | null;
  expected: string | null;
}

const rowsOf = <T>(rows: Iterable<{toJSON?(): T}>): T[] => Array.from(rows, row => ({...row.toJSON!()}));

/** Live sessions first, then replays by name. */
export async function sessionsOf(sql: Sql): Promise<SessionFacts[]> {
  const rows = rowsOf<Omit<SessionFacts, "name">>(
    await sql.query(`select session, live, eval_id, model, template, sampler, simulated, max(step) as steps from adaptive_steps
      group by all order by live desc, model, template, sampler, session`)
  );
  const name = evaluationNames(rows);
  const live = (row: (typeof rows)[number]) => rows.filter(each => each.live && each.eval_id === row.eval_id);
  return rows.map(row => {
    const others = live(row);
    const number = others.length > 1 ? ` ${others.indexOf(row) + 1}` : "";
    return {...row, name: row.live ? `${name(row)} · live${number}` : name(row)};
  });
}

/** A session's steps with the text of its items, and the answers where the store has them. */
export async function stepsOf(sql: Sql, {session, live, eval_id}: SessionFacts): Promise<StepRow[]> {
  const rows = await sql.query(
    `select s.step, s.item_id, s.base_task, s.status, s.counted, s.a, s.b, s.c, s.u, s.information, s.theta, s.se, s.low, s.high,
       s."full", s.tokens, s.cost, i.prompt, i.expected, r.* exclude (item_id)
     from adaptive_steps s left join items i on s.item_id = i.item_id
     left join (select item_id, columns('^answer') from samples where eval_id = ? and trial = 0) r on s.item_id = r.item_id
     where s.session = ? and s.live = ? order by s.step`,
    [eval_id, session, live]
  );
  return rowsOf<StepRow>(rows);
}

export const itemOf = ({item_id, a, b, c, u}: StepRow): Item => ({id: item_id, a, d: -a * b, c, u});

export interface Density {
  theta: number;
  density: number;
}

/**
 * The posterior after a number of steps, as a curve: recomputed from the items' curves and the answers, and scaled to the step's standard
 * error.
 */
export function densityAfter(steps: readonly StepRow[], count: number): Density[] {
  const posterior = openPosterior(bankOf(steps.map(itemOf)));
  for (const [i, {status, counted}] of steps.slice(0, count).entries()) if (counted) posterior.add(i, status === 1);
  const {nodes, weights, mean, sd} = posterior;
  const wider = count > 0 ? steps[count - 1]!.se / sd : 1;
  const width = wider * (nodes[1]! - nodes[0]!);
  return Array.from(nodes, (theta, k) => ({theta: mean + wider * (theta - mean), density: weights[k]! / width}));
}

type Marked<Row> = Row & {simulated: boolean};

/** The comparison of forms by truth, in order of length. */
export async function comparisonOf(sql: Sql): Promise<{quality: Marked<QualityRow>[]; auc: Marked<AucRow>[]}> {
  const quality = rowsOf<Marked<QualityRow>>(
    await sql.query("select * from adaptive_quality order by truth, form, scored, items")
  );
  const auc = rowsOf<Marked<AucRow>>(await sql.query("select * from adaptive_auc order by truth, form, scored, items"));
  return {
    quality,
    auc: auc.map(row => ({
      ...row,
      false_positive: Array.from(row.false_positive as Iterable<number>),
      true_positive: Array.from(row.true_positive as Iterable<number>)
    }))
  };
}
