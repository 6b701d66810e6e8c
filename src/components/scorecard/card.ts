// The scorecard of an evaluation: each domain with its mean, and below it the categories that were asked.
import {html} from "npm:htl";
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import {type DomainRow, type ScoreRow, valueText} from "./shown.js";

/** A table of domains and categories of one model's evaluation, without what was not asked; null where nothing was. */
export function scorecard(
  {categories, domains}: {categories: readonly ScoreRow[]; domains: readonly DomainRow[]},
  {template, sampler}: {template: string; sampler: string}
): HTMLElement | null {
  const isOwn = (row: ScoreRow | DomainRow) => row.template === template && row.sampler === sampler;
  const own = domains.filter(isOwn);
  if (own.length === 0) return null;
  const asked = categories.filter(isOwn);
  const line = (cells: {name: unknown; value: string; n: number; rest: string}) =>
    html`<tr><td>${cells.name}</td><td class="rb-number">${cells.value}</td><td class="rb-number">${formatCount(cells.n)}</td><td>${cells.rest}</td></tr>`;
  const lines = own.flatMap(({domain, suite_id, eval_id, scored, empty, categories: all, n, ...value}) => [
    line({
      name: html`<b>${domain}</b>`,
      value: n > 0 ? valueText(value) : "no value",
      n,
      rest: `mean of ${scored} of ${all} categories, ${empty} empty`
    }),
    ...asked
      .filter(row => row.domain === domain && row.suite_id === suite_id && row.eval_id === eval_id)
      .map(row =>
        line({
          name: html`<span style="padding-left: 1rem">${row.category}</span>`,
          value: row.value_n > 0 ? valueText(row, row.metric) : "no value",
          n: row.value_n,
          rest: [
            ...(row.averaged ? [] : ["not in the mean"]),
            ...(row.truncated > 0 ? [`${formatCount(row.truncated)} truncated`] : []),
            ...(row.unanswered > 0 ? [`${formatCount(row.unanswered)} not answered`] : [])
          ].join(", ")
        })
      )
  ]);
  return html`<div class="rb-scroll" id="scorecard" tabindex="0"><table class="rb-table">
    <thead><tr><th scope="col">Domain, category</th><th scope="col" class="rb-number" title="95 % interval over items">Value</th><th scope="col" class="rb-number">n</th><th scope="col">Remarks</th></tr></thead>
    <tbody>${lines}</tbody></table></div>`;
}
