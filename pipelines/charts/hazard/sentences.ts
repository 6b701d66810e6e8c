// Summaries of the charts of competing risks, as sentences and table cells.
import {html} from "npm:htl";
import {CORRECT, INCORRECT, TRUNCATED} from "../../score/status.js";
import {type Cohort, codeOf, longest} from "../../studies/hazard/cohort.js";
import type {CurveComparison, CurveDifference, HazardRow} from "../../studies/hazard/competingRisks.js";
import {incidence} from "../../studies/hazard/curves.js";
import {type Design, shareInterval, spreadAt} from "../../studies/hazard/design.js";

import type {CurveOptions} from "../../studies/hazard/series.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";

type Key = keyof HazardRow & string;
/** A share of all samples with its interval: `62.1 % [58.0, 66.2]`. */
function shareText(row: HazardRow, key: "correct" | "incorrect" | "truncated" | "unfinished"): string {
  const [value, low, high] = [row[key], row[`${key}_low`], row[`${key}_high`]];
  if (value === null) return "–";
  return low === null || high === null ? `${(100 * value).toFixed(1)} % [–]` : formatRate({value, low, high, n: row.n});
}

/**
 * An interval of limits: `67 [59, 101]`; `446 [438, open]` where no limit up to the largest is too large; `67 [–]` where it cannot be
 * estimated.
 */
export function rangeText({
  tokens,
  low,
  high,
  open
}: {
  tokens: number | null;
  low: number | null;
  high: number | null;
  open: boolean;
}): string {
  if (tokens === null) return "–";
  if (low === null) return `${formatCount(tokens)} [–]`;
  return `${formatCount(tokens)} [${formatCount(low)}, ${open ? "open" : formatCount(high)}]`;
}

const rangeOf = (row: HazardRow, key: "best" | "best_dollar" | "keep95") =>
  rangeText({tokens: row[key], low: row[`${key}_low`], high: row[`${key}_high`], open: row[`${key}_open`]});

function positiveText(
  row: HazardRow,
  key: "tokens" | "per_1000_tokens" | "per_dollar",
  format: (value: number) => string
): string {
  const [value, low, high] = [row[key], row[`${key}_low`], row[`${key}_high`]];
  if (value === null) return "–";
  return low === null || high === null ? `${format(value)} [–]` : `${format(value)} [${format(low)}, ${format(high)}]`;
}
const three = (value: number) => value.toLocaleString("en-US", {maximumSignificantDigits: 3});

/** The first sentence: the outcomes under the budget. */
export function readingSentence(row: HazardRow | undefined, name: string): string {
  if (!row || row.n === 0) return "No sample passes the filters.";
  const points = `n = ${formatCount(row.n)} at ${formatCount(row.points)} ${row.points === 1 ? "point" : "points"}`;
  const truncatedText = row.truncated ? ` ${shareText(row, "truncated")} had been truncated at their own limit.` : "";
  const rest = row.unfinished > 0.0005 ? ` ${shareText(row, "unfinished")} are still generating then.` : "";
  return `Within ${formatCount(row.budget)} tokens ${name} answers ${shareText(row, "correct")} of its samples correctly and ${shareText(row, "incorrect")} incorrectly (${points}).${truncatedText}${rest} Stopped there, a sample takes ${positiveText(row, "tokens", formatCount)} tokens on average.`;
}

/** The assumption of the chosen view, and whether it matters here. */
export function limitSentence(cohorts: readonly Cohort[], limit: CurveOptions["limit"]): string {
  const assumption =
    limit === "event"
      ? "A truncated sample counts as an outcome: it was paid for and brought no answer. That assumes nothing, and holds for the limits that were set."
      : "A truncated sample counts as censored: its answer would have come later. That assumes that it would have gone on like the samples still being generated (independent censoring), which data cannot verify; nothing is claimed beyond the longest sample.";
  const truncations = cohorts.map(firstTruncation).filter(cut => cut !== null);
  if (truncations.length === 0) return `${assumption} No sample is known to have been truncated, so both views agree.`;
  const first = formatCount(Math.min(...truncations.map(({tokens}) => tokens)));
  return truncations.some(({answersAfter}) => answersAfter)
    ? `${assumption} Cuts begin at ${first} tokens, where others go on, so the two views differ from there.`
    : `${assumption} No answer came after the first truncation, at ${first} tokens: both views give the same shares of correct and incorrect.`;
}

function firstTruncation({times, counts}: Cohort): {tokens: number; answersAfter: boolean} | null {
  const first = times.findIndex((_, time) => counts[codeOf(time, TRUNCATED)]! > 0);
  if (first < 0) return null;
  const answers = (time: number) => counts[codeOf(time, CORRECT)]! + counts[codeOf(time, INCORRECT)]!;
  return {tokens: times[first]!, answersAfter: times.some((_, time) => time > first && answers(time) > 0)};
}

/** What the interval generalises to, and how it would differ under another design. */
export function designSentence(cohort: Cohort, {limit, design}: CurveOptions, budget: number): string {
  const curve = incidence(cohort, [CORRECT], limit);
  const width = (each: Design) => {
    const {se, reach} = spreadAt(cohort, curve, budget, each);
    return se === null ? null : se * reach;
  };
  const others = (["tests", "points", "samples"] as const).filter(each => each !== design);
  const own = width(design);
  const named = {
    tests: "other tests at the same points, the points being chosen and not drawn",
    points: "other points too, with their tests",
    samples: "all samples as if drawn independently from one population"
  };
  if (own === null) return "Intervals over other points need at least two points.";
  const ratios = others
    .map(each => [each, width(each)] as const)
    .filter(([, other]) => other !== null && own > 0)
    .map(([each, other]) => `over ${each === "tests" ? "tests" : each} it would be ${(other! / own).toFixed(2)} times as wide`);
  return `Intervals are over ${named[design]}.${ratios.length > 0 ? ` For the share correct here, ${ratios.join(", ")}.` : ""}`;
}

/** A range of limits in words: `; limits from 56 to 74 do not differ from it significantly`. */
function alikeText({best, best_low: low, best_high: high, best_open: open}: HazardRow): string {
  if (low === null || (low === best && high === best)) return "";
  return `; limits from ${formatCount(low)} ${open ? "up" : `to ${formatCount(high)}`} do not differ from it significantly`;
}

/**
 * Most efficient limits, and the accuracy that the first of them costs.
 * @param samples those of the row, with the view that it was made for
 */
export function bestSentence(row: HazardRow | undefined, samples?: Cohort, {limit, design}: Partial<CurveOptions> = {}): string {
  if (!row || row.best === null) return "Without a correct answer no limit is better than another.";
  const n = `n = ${formatCount(row.n)} samples`;
  const perToken = `Most correct answers per token come under a limit of ${formatCount(row.best)} tokens${alikeText(row)}: ${positiveText(row, "per_1000_tokens", three)} per 1,000 tokens (${n}).`;
  const perDollar =
    row.best_dollar === null
      ? ""
      : ` Per dollar, with the prompt paid too, it is ${rangeOf(row, "best_dollar")} tokens: ${positiveText(row, "per_dollar", three)} correct answers a dollar.`;
  const lost = samples && limit && design ? lostText(samples, row.best, {limit, design}) : "";
  return `${perToken}${lost}${perDollar} A limit of ${rangeOf(row, "keep95")} tokens keeps 95 % of the correct answers that the largest one brings.`;
}

/** The share correct under a limit and under the largest one, with a leading space. */
function lostText(samples: Cohort, tokens: number, {limit, design}: Pick<CurveOptions, "limit" | "design">): string {
  const curve = incidence(samples, [CORRECT], limit);
  const share = (t: number) => {
    const {value, low, high} = shareInterval(spreadAt(samples, curve, t, design));
    return low === null || high === null ? `${(100 * value).toFixed(1)} %` : formatRate({value, low, high, n: samples.n});
  };
  const end = longest(samples);
  return tokens >= end
    ? ""
    : ` It costs accuracy: ${share(tokens)} of samples are correct within it, ${share(end)} within ${formatCount(end)} tokens, the longest sample.`;
}

/** Who is ahead under the budget. */
export function differenceSentence(comparison: CurveComparison, budget: number, [a, b]: [string, string]): string {
  if (comparison.n === 0) return `${a} and ${b} have no test in common.`;
  const t = Math.min(budget, comparison.end);
  const [share, tokens] = [comparison.incidence([CORRECT], t), comparison.tokens(t)];
  const points = (value: number) => (100 * value).toFixed(1).replace("-", "−");
  const interval = ({value, low, high}: CurveDifference, format: (value: number) => string) =>
    low === null || high === null ? `${format(value)} [–]` : `${format(value)} [${format(low)}, ${format(high)}]`;
  const verdict =
    share.low === null || share.high === null
      ? "which cannot be compared on one point"
      : share.low > 0
        ? `${a} is ahead`
        : share.high < 0
          ? `${b} is ahead`
          : "they do not differ significantly";
  return `On the ${formatCount(comparison.n)} tests that both answered, the share correct within ${formatCount(t)} tokens differs by ${interval(share, points)} points: ${verdict}. A sample of ${a} takes ${tokensText(tokens)} than one of ${b} on average.`;
}

/** `35 [31, 39] tokens more`, `35 [31, 39] fewer`; an interval end of the opposite sign keeps its minus. */
function tokensText({value, low, high}: CurveDifference): string {
  const sign = value < 0 ? -1 : 1;
  const format = (tokens: number) => formatCount(sign * tokens).replace("-", "−");
  const ends = low === null || high === null ? "–" : (sign > 0 ? [low, high] : [high, low]).map(format).join(", ");
  return `${format(value)} [${ends}] tokens ${sign > 0 ? "more" : "fewer"}`;
}

/** A table row: that of an evaluation, with its name. */
export interface TaskRow extends HazardRow {
  name: string;
  simulated: boolean;
}

export function taskColumns(rows: readonly TaskRow[]): Column<TaskRow>[] {
  const several = new Set(rows.map(({name}) => name)).size > 1;
  const number = (key: Key, label: string, show: (row: TaskRow) => string, description: string): Column<TaskRow> => ({
    key,
    label,
    numeric: true,
    by: row => row[key] as number | null,
    show,
    description
  });
  return [
    {key: "base_task", label: "Task", by: row => row.base_task, show: row => row.base_task || "all tasks"},
    ...(several ? [{key: "name", label: "Evaluation", by: (row: TaskRow) => row.name, show: nameOf}] : []),
    number("n", "n", row => formatCount(row.n), "samples"),
    number("points", "Points", row => formatCount(row.points), "points of the manifold"),
    number("correct", "Correct", row => shareText(row, "correct"), "within the budget, of all samples; 95 % interval"),
    number("incorrect", "Incorrect", row => shareText(row, "incorrect"), "within the budget, of all samples; 95 % interval"),
    ...(rows.some(({truncated}) => truncated !== null)
      ? [
          number(
            "truncated",
            "Truncated",
            row => shareText(row, "truncated"),
            "by their own limit, within the budget; 95 % interval"
          )
        ]
      : []),
    number("unfinished", "Still generating", row => shareText(row, "unfinished"), "when the budget is reached; 95 % interval"),
    number(
      "tokens",
      "Tokens",
      row => positiveText(row, "tokens", formatCount),
      "mean per sample under the budget; 95 % interval"
    ),
    number("best", "Most per token", row => rangeOf(row, "best"), "limit with most correct answers per token; bootstrap range"),
    number("per_1000_tokens", "Correct per 1,000 tokens", row => positiveText(row, "per_1000_tokens", three), "under that limit"),
    ...(rows.some(({best_dollar}) => best_dollar !== null)
      ? [
          number(
            "best_dollar",
            "Most per dollar",
            row => rangeOf(row, "best_dollar"),
            "limit with most correct answers per dollar; bootstrap range"
          )
        ]
      : []),
    number(
      "keep95",
      "Keeps 95 %",
      row => rangeOf(row, "keep95"),
      "smallest limit with 95 % of the attainable correct answers; bootstrap range"
    )
  ];
}

const nameOf = (row: TaskRow): Node => html`<span>${row.name} ${row.simulated ? simulatedBadge() : ""}</span>`;
