// Two models on the tests that both answered in each of several prompts (templates).
import {groupBy} from "../../stats/groupBy.js";
import {mean} from "../../stats/mean.js";
import {pairedEstimate} from "../../stats/paired.js";
import {type PromptSpread, promptSpread} from "../../stats/promptSpread.js";

const ORDER = `regexp_extract(params, '"rotation":([0-9]+)', 1)`;
/**
 * Share of right answers of two models to each test in each prompt that both were asked, truncated answers left out. A prompt is a template
 * and, of banks whose options are asked in several orders, the order; tests in several orders are one by their pair. Its parameters are A's
 * model and sampler, then B's.
 */
export const promptsQuery = `with pairs as (select item_id, any_value(pair_id) as pair_id from items group by item_id),
  shares as (select model, sampler, template || case when ${ORDER} <> '' then ', order ' || ${ORDER} else '' end as template,
    coalesce(pair_id, item_id) as item_id, avg((status = 1)::integer) as share, any_value(guess_chance) as guess
  from (select samples.*, pair_id from samples left join pairs using (item_id)) where status <> 2 group by 1, 2, 3, 4)
select a.template, item_id, a.share as a, b.share as b, a.guess as guess
from (select * from shares where model = ? and sampler = ?) a join (select * from shares where model = ? and sampler = ?) b using (template, item_id)
order by a.template, item_id`;

export interface PromptRow {
  template: string;
  item_id: string;
  /** share of right answers of A and of B */
  a: number;
  b: number;
  /** chance of guessing right */
  guess: number;
}

/** Difference of two models' excess accuracy in one prompt. */
export interface PromptDifference {
  template: string;
  value: number;
  low: number | null;
  high: number | null;
}

export interface PromptComparison {
  /** one per prompt, largest difference first */
  prompts: PromptDifference[];
  /** over all prompts, as samples of prompts like them; null with fewer than two prompts, or tests in common */
  spread: PromptSpread | null;
  /** tests that both models answered in every prompt */
  n: number;
  /** prompts in which A leads */
  leads: number;
}

/** Compares two models in each prompt that both were asked, on the tests common to all of these prompts. */
export function comparePrompts(rows: readonly PromptRow[]): PromptComparison {
  const byTemplate = groupBy(rows, ({template}) => template);
  const common = [...groupBy(rows, ({item_id}) => item_id).values()].filter(each => each.length === byTemplate.size);
  const n = common.length;
  const none = {prompts: [], spread: null, n, leads: 0};
  if (n === 0) return none;
  const room = mean(common.map(([test]) => 1 - test!.guess));
  const templates = [...byTemplate.keys()];
  const prompts = templates
    .map((template, k) => {
      const pairs = common.map(each => ({gain: each[k]!.a - each[k]!.b, room: 1 - each[k]!.guess}));
      const {value, low, high} = pairedEstimate(pairs);
      return {template, value, low, high};
    })
    .sort((x, y) => y.value - x.value);
  const gains = templates.map((_, k) => common.map(each => (each[k]!.a - each[k]!.b) / room));
  const spread = promptSpread(gains, {max: 1 / room});
  return {prompts, spread: spread.low === null ? null : spread, n, leads: prompts.filter(({value}) => value > 0).length};
}
