// The result of a run in lines for the terminal: each model's share of right answers with n and interval, and paired differences.
import {existsSync} from "node:fs";
import {join} from "node:path";
import {z} from "zod";
import {costKindAmong, costValue} from "../infer/costText.js";
import {literal} from "../rows/literal.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../score/status.js";
import type {ClusteredCounts} from "../stats/clustered.js";
import {differenceInterval, pairSumsDifference} from "../stats/paired.js";
import {shareOfClusters} from "../stats/share.js";
import {fullName} from "../store/evaluationName.js";
import {readManifest} from "../store/manifest.node.js";
import {fileOf} from "../store/publish.node.js";
import {objectsOf} from "../store/show.js";
import {query} from "../store/sql.node.js";

export const outcomeSchema = z.object({
  eval_id: z.string(),
  model: z.string(),
  template: z.string(),
  sampler: z.string(),
  source: z.string().optional().describe("name of its store or log, where evaluations of several are compared"),
  right: z.number().nullable().describe("share of right answers among those that were not cut; null if there are none"),
  low: z
    .number()
    .nullable()
    .describe("lower end of its 95 % interval: Wilson's, or over questions if each was asked several times"),
  high: z.number().nullable().describe("upper end"),
  n: z.number().describe("answers that were not cut"),
  truncated: z.number().describe("answers that were cut"),
  unread: z.number().describe("answers in which no answer was found; they count as wrong"),
  cost: z.number().nullable().describe("US dollars at list price; null if the price is not known"),
  list_date: z.string().nullable().describe("date of the list price; null if the user set the price, or none is known"),
  simulated: z.boolean()
});
/** Result of one evaluation. */
export type Outcome = z.infer<typeof outcomeSchema>;

export const outcomePairSchema = z
  .object({
    a: z.string(),
    b: z.string(),
    value: z.number().nullable().describe("share of right answers of A minus that of B; null without common questions"),
    low: z.number().nullable().describe("lower end of its 95 % interval; null if there are too few questions"),
    high: z.number().nullable().describe("upper end"),
    p: z.number().nullable().describe("p value of no difference"),
    n: z.number().describe("common questions with a counted answer of both"),
    wins: z.number().describe("those of them that A answered better"),
    losses: z.number().describe("those that B answered better"),
    only_a: z.number().describe("questions that only A was asked"),
    only_b: z.number().describe("questions that only B was asked")
  })
  .describe("paired difference of two evaluations over the questions that both answered");
/** Paired difference of two evaluations over the questions that both answered. */
export type OutcomePair = z.infer<typeof outcomePairSchema>;

/** Results of some evaluations of a store. */
export const outcomesSchema = z.object({
  models: z.array(outcomeSchema).describe("best first"),
  pairs: z.array(outcomePairSchema).describe("all pairs of up to three evaluations")
});
export type Outcomes = z.infer<typeof outcomesSchema>;

/** Most evaluations whose pairs are compared. */
export const MAX_PAIRED = 3;
/** Most models that are listed. */
const MAX_LISTED = 20;

/**
 * Returns the results of a store's evaluations, best first; nothing for a store without samples.
 * @param task only of this task or bank
 */
export async function outcomesOf(folder: string, {task}: {task?: string} = {}): Promise<Outcomes> {
  const manifest = await readManifest(folder);
  if (!existsSync(join(folder, fileOf("samples")))) return {models: [], pairs: []};
  const items = `items as (select eval_id, item_id, count(*) filter (status = ${CORRECT}) as y, count(*) filter (status <> ${TRUNCATED}) as x,
      count(*) filter (status = ${TRUNCATED}) as cut, count(*) filter (status = ${INCORRECT} and answer is null) as unread,
      coalesce(sum(cost), 0) as cost
    from samples ${task === undefined ? "" : `where base_task = ${literal(task)}`} group by all)`;
  const rows = await objects<SumRow>(
    folder,
    `with ${items} select eval_id, count(*)::double as items, count(*) filter (x > 0)::double as clusters, sum(x)::double as n, sum(y)::double as k, sum(y * y)::double as kk,
      sum(y * x)::double as kn, sum(x * x)::double as nn, sum(cut)::double as truncated, sum(unread)::double as unread, sum(cost)::double as cost
    from items group by all`
  );
  const sums = new Map(rows.map(row => [row.eval_id, row]));
  const models = (manifest?.evaluations ?? []).flatMap(
    ({eval_id, model, template, sampler, simulated, unpriced, price}): Outcome[] => {
      const row = sums.get(eval_id);
      if (row === undefined) return [];
      const {value, low, high, n} = shareOfClusters(row);
      const {truncated, unread, cost} = row;
      return [
        {
          eval_id,
          model,
          template,
          sampler,
          right: value,
          low,
          high,
          n,
          truncated,
          unread,
          cost: unpriced ? null : cost,
          list_date: price.list_date ?? null,
          simulated: simulated ?? false
        }
      ];
    }
  );
  models.sort((a, b) => (b.right ?? -1) - (a.right ?? -1) || (a.model < b.model ? -1 : 1));
  if (models.length > MAX_PAIRED) return {models, pairs: []};
  const differences = await objects<DifferenceRow>(
    folder,
    `with ${items}, gains as (select a.eval_id as a, b.eval_id as b, case when a.x > 0 and b.x > 0 then a.y / a.x - b.y / b.x end as gain
      from items a join items b using (item_id) where a.eval_id <> b.eval_id)
    select a, b, count(*)::double as common, count(gain)::double as n, coalesce(sum(gain), 0) as d, coalesce(sum(gain * gain), 0) as dd,
      count(*) filter (gain > 0)::double as wins, count(*) filter (gain < 0)::double as losses from gains group by all`
  );
  const names = evaluationNames(models);
  const itemsOf = ({eval_id}: Outcome): number => sums.get(eval_id)!.items;
  const pairs: OutcomePair[] = [];
  for (const [i, a] of models.entries())
    for (const [j, b] of models.entries()) {
      if (j <= i) continue;
      const row = differences.find(each => each.a === a.eval_id && each.b === b.eval_id) ?? NO_PAIRS;
      const alone = {only_a: itemsOf(a) - row.common, only_b: itemsOf(b) - row.common};
      pairs.push(pairOf({a: names[i]!, b: names[j]!}, {...row, ...alone}));
    }
  return {models, pairs};
}

/** Sums of an evaluation over its questions, each with y right of x counted answers. */
interface SumRow extends ClusteredCounts {
  eval_id: string;
  items: number;
  truncated: number;
  unread: number;
  cost: number;
}

/** Sums of the differences of two evaluations over their common questions. */
export interface DifferenceSums extends Pick<OutcomePair, "n" | "wins" | "losses" | "only_a" | "only_b"> {
  d: number;
  dd: number;
}
interface DifferenceRow extends Omit<DifferenceSums, "only_a" | "only_b"> {
  a: string;
  b: string;
  common: number;
}
const NO_PAIRS = {common: 0, n: 0, d: 0, dd: 0, wins: 0, losses: 0};

async function objects<Row>(folder: string, sql: string): Promise<Row[]> {
  return objectsOf(await query(sql, {folder})) as Row[];
}

/** Returns the paired difference of two evaluations of these names. */
export function pairOf(names: {a: string; b: string}, {n, d, dd, ...counts}: DifferenceSums): OutcomePair {
  const {wins, losses, only_a, only_b} = counts;
  if (n === 0) return {...names, value: null, low: null, high: null, p: null, n, wins, losses, only_a, only_b};
  const difference = pairSumsDifference({n, m: n, d, dd, dm: d, mm: n});
  const interval = differenceInterval(difference);
  return {
    ...names,
    value: difference.value,
    low: interval?.low ?? null,
    high: interval?.high ?? null,
    p: difference.p,
    n,
    wins,
    losses,
    only_a,
    only_b
  };
}

type EvaluationName = Pick<Outcome, "model" | "template" | "sampler" | "source">;

/** Returns a name for each evaluation: the model's, and where that is not unique its template and sampler, or its store or log too. */
export function evaluationNames(models: readonly EvaluationName[]): string[] {
  const forms = [
    ({model}: EvaluationName) => model,
    ({model, source}: EvaluationName) => (source === undefined ? model : `${model} (${source})`),
    fullName,
    (each: EvaluationName) => `${fullName(each)}${each.source === undefined ? "" : ` (${each.source})`}`
  ];
  return models.map(each => {
    const isUnique = (form: (typeof forms)[number]) => models.filter(other => form(other) === form(each)).length === 1;
    return (forms.find(isUnique) ?? forms.at(-1)!)(each);
  });
}

export const percent = (share: number): string => (100 * share).toFixed(1);
export const signed = (share: number): string => `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;

/** Returns a line per model, and one per pair. */
export function outcomeLines({models, pairs}: Outcomes): string[] {
  const names = evaluationNames(models);
  const namedModels = models.map((each, i) => ({...each, name: names[i]!}));
  const width = Math.max(0, ...namedModels.slice(0, MAX_LISTED).map(({name}) => name.length));
  const lines = namedModels.slice(0, MAX_LISTED).map(each => {
    const share =
      each.right === null
        ? "no answer to count"
        : `${percent(each.right).padStart(5)} % right  [${percent(each.low!)}, ${percent(each.high!)}]`;
    const kind = `${each.simulated ? "" : "cost "}${outcomeCost(each)}`;
    return `${each.name.padEnd(width)}  ${share}  n ${each.n.toLocaleString("en")}  truncated ${each.truncated.toLocaleString("en")}  unread ${each.unread.toLocaleString("en")}  ${kind}`;
  });
  if (models.length > MAX_LISTED) lines.push(`and ${models.length - MAX_LISTED} more models`);
  return [...lines, ...pairs.map(pairLine)];
}

/** Returns the line of a paired difference. */
function pairLine({a, b, value, low, high, n}: OutcomePair): string {
  if (value === null) return `${a} and ${b} have no question in common`;
  if (low === null || high === null) return `${a} minus ${b}: ${signed(value)} points  n ${n}, too few for an interval`;
  return `${a} minus ${b}: ${signed(value)} points  [${signed(low)}, ${signed(high)}]  n ${n.toLocaleString("en")}, paired  ${verdictOf({a, b, low, high})}`;
}

/** Returns which of a pair is better, in words. */
export function verdictOf({a, b, low, high}: Pick<OutcomePair, "a" | "b" | "low" | "high">): string {
  if (low !== null && low > 0) return `${a} is better`;
  return high !== null && high < 0 ? `${b} is better` : "no significant difference";
}

/** Returns an evaluation's cost in words, below a heading that says so. */
export function outcomeCost({cost, list_date, simulated}: Pick<Outcome, "cost" | "list_date" | "simulated">): string {
  const value = costValue(cost ?? 0, costKindAmong([{simulated, unpriced: cost === null}]));
  return list_date === null || cost === null ? value : `${value} (list price of ${list_date})`;
}

/** Number of wrong or unread answers of models. */
export const wrongOf = ({models}: Outcomes): number =>
  models.reduce((sum, {n, right}) => sum + (right === null ? 0 : Math.round(n * (1 - right))), 0);
