// Table and sentences of the page on tokens.
import {html} from "npm:htl";
import {type AnswerOutcome, OUTCOMES} from "../../studies/tokens/spending.js";
import {estimateText, shareText} from "../shared/estimate.js";
import {formatCost, formatCount} from "../shared/interval.js";
import {modelLink} from "../shared/modelLink.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";
import {DISCOVERY_RATE, factor, medianText, onsetCount, onsetText, type SpendingRow, whole} from "./spending.js";

/** Which evaluation is cheapest per correct answer, and whether that is significant. */
function perCorrectSentence(rows: readonly SpendingRow[]): string {
  const known = rows
    .filter(row => row.tokensPerCorrect && row.tokensPerCorrect.low !== null)
    .sort((a, b) => a.tokensPerCorrect!.value - b.tokensPerCorrect!.value);
  const [best, ...others] = known;
  if (!best) return "No evaluation here has correct answers at two points or more.";
  const {value, high} = best.tokensPerCorrect!;
  const tied = others.filter(({tokensPerCorrect}) => (tokensPerCorrect!.low ?? 0) <= (high ?? Infinity)).length;
  const last = others.at(-1);
  const span = last ? `, ${last.name} the most with ${estimateText(last.tokensPerCorrect, formatCount)}` : "";
  const order =
    others.length === 0
      ? ""
      : `; ${tied === 0 ? "no other interval overlaps" : `the intervals of ${formatCount(tied)} others overlap`} with ${best.name}'s`;
  return `${best.name} spends the fewest completion tokens per correct answer, ${estimateText({...best.tokensPerCorrect!, value}, formatCount)} over ${formatCount(best.points)} points${span}${order}.`;
}

/** Comparison of evaluations by list price. */
function priceSentence(rows: readonly SpendingRow[]): string {
  const priced = rows.filter(row => row.costPerCorrect);
  const simulated = priced.filter(row => row.simulated).length;
  const without = rows.length - priced.length;
  return [
    simulated > 0
      ? `The list prices of ${simulated === rows.length ? "all" : `the ${formatCount(simulated)}`} simulated models are made up and nobody pays them: compare tokens instead.`
      : "",
    without > 0
      ? `${formatCount(without)} of ${formatCount(rows.length)} have no list price, or no correct answer, and no cost per correct answer.`
      : ""
  ]
    .filter(Boolean)
    .join(" ");
}

/** Number of evaluations in which wrong answers use more tokens than right ones. */
function superioritySentence(rows: readonly SpendingRow[]): string {
  const tested = rows.filter(row => row.adjusted !== null && row.superiority);
  if (tested.length === 0) return "No point has both correct and incorrect answers, so nothing can be compared.";
  const sure = tested.filter(row => row.adjusted! <= DISCOVERY_RATE);
  const more = sure.filter(row => row.superiority!.value > 0.5).length;
  const less = sure.length - more;
  const middle = median(tested.map(row => row.ratio!.value));
  const [within, pooled] = [median(tested.map(row => row.superiority!.value)), median(tested.map(row => row.pooled!))];
  const confounded =
    pooled > within + 0.05
      ? ` Regardless of the point it would be ${whole(pooled)}: that is difficulty, since points with more wrong answers have longer answers.`
      : "";
  return `At the same point, wrong answers use more tokens than right ones in ${formatCount(more)} of ${formatCount(tested.length)} evaluations and fewer in ${formatCount(less)}; in the other ${formatCount(tested.length - sure.length)} van Elteren's test finds no significant difference (false discovery rate ${whole(DISCOVERY_RATE)}). In the median evaluation they take ${factor(middle)} the tokens of right ones and are the longer in ${whole(within)} of pairs.${confounded}`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

/** Where truncation begins, compared with where answers usually end. */
function onsetSentence(rows: readonly SpendingRow[], {share}: {share: number}): string {
  const withOnset = rows.filter(({onset}) => onset);
  if (withOnset.length === 0) return "No answer is known to have been truncated.";
  const begun = withOnset.filter(({onset}) => onset!.at !== null).sort((a, b) => a.onset!.at! - b.onset!.at!);
  const samples = withOnset.reduce((sum, row) => sum + (row.spread.truncated?.n ?? 0), 0);
  const least = Math.min(...withOnset.map(({onset}) => onset!.cut));
  const [first, last] = [begun[0], begun.at(-1)];
  const place = (row: SpendingRow) =>
    `${onsetCount(row)} tokens (${row.name}, ${formatCount(row.onset!.truncated)} of ${formatCount(row.onset!.beyond)} so long)`;
  const range =
    !first || !last ? "" : first === last ? place(first) : `${place(first)} at the earliest and ${place(last)} at the latest`;
  const begins = range ? ` Of answers still being written, ${whole(share)} or more are lost beyond ${range}.` : "";
  return `${formatCount(samples)} samples of ${formatCount(withOnset.length)} evaluations were truncated, none before ${formatCount(least)} tokens.${begins}`;
}

/** The sentences of the page. */
export const spendingSentences = (rows: readonly SpendingRow[], options: {share: number}) => ({
  perCorrect: [perCorrectSentence(rows), priceSentence(rows)].filter(Boolean).join(" "),
  superiority: superioritySentence(rows),
  onset: onsetSentence(rows, options)
});

/** Columns of the sortable table. */
export function spendingColumns(): Column<SpendingRow>[] {
  const number = (
    key: string,
    label: string,
    by: Column<SpendingRow>["by"],
    show: Column<SpendingRow>["show"],
    description: string
  ) => ({key, label, numeric: true, by: by!, show, description}) satisfies Column<SpendingRow>;
  const median = (outcome: AnswerOutcome) =>
    number(
      outcome,
      `Median, ${outcome}`,
      row => row.spread[outcome]?.median ?? null,
      row => `${medianText(row.spread[outcome])} n = ${formatCount(row.spread[outcome]?.n ?? 0)}`,
      "completion tokens with the median's 95 % interval"
    );
  return [
    {
      key: "model",
      label: "Evaluation",
      by: row => row.name,
      show: row => html`<span>${modelLink(row.model, row.name)} ${row.simulated ? simulatedBadge() : ""}</span>`
    },
    number(
      "tokens",
      "Tokens per correct",
      row => row.tokensPerCorrect?.value ?? null,
      row => estimateText(row.tokensPerCorrect, formatCount),
      "all completion tokens ÷ correct answers; 95 % interval over points"
    ),
    number(
      "cost",
      "Cost per correct",
      row => row.costPerCorrect?.value ?? null,
      row => estimateText(row.costPerCorrect, formatCost),
      "US dollars at list price ÷ correct answers; 95 % interval over points"
    ),
    number(
      "samples",
      "Samples",
      row => row.samples,
      row => formatCount(row.samples),
      "all samples, truncated ones included"
    ),
    number(
      "points",
      "Points",
      row => row.points,
      row => formatCount(row.points),
      "points behind the intervals"
    ),
    number(
      "superiority",
      "Wrong longer",
      row => row.superiority?.value ?? null,
      row => shareText(row.superiority),
      "share of pairs within points in which the wrong answer has more tokens; 95 % interval over points"
    ),
    number(
      "ratio",
      "Wrong ÷ right",
      row => row.ratio?.value ?? null,
      row => estimateText(row.ratio, factor),
      "ratio of geometric mean tokens within points; 95 % interval over points"
    ),
    number(
      "adjusted",
      "p, adjusted",
      row => row.adjusted,
      row => formatP(row.adjusted),
      "van Elteren's test, adjusted for the number of evaluations (Benjamini & Hochberg)"
    ),
    number(
      "onset",
      "Truncation begins",
      row => row.onset?.at ?? null,
      onsetText,
      "tokens beyond which the chosen share is cut off in the end; 95 % interval"
    ),
    ...OUTCOMES.map(median)
  ];
}

const formatP = (p: number | null): string =>
  p === null ? "–" : p < 0.0005 ? (p < 1e-300 ? "< 1e−300" : p.toExponential(1).replace("-", "−")) : p.toFixed(3);

/** Rows of the CSV file: every number with the ends of its interval. */
export const spendingCsv = (rows: readonly SpendingRow[]): Record<string, unknown>[] =>
  rows.map(
    ({
      model,
      template,
      sampler,
      simulated,
      samples,
      correct,
      points,
      tokensPerCorrect,
      costPerCorrect,
      superiority,
      ratio,
      p,
      adjusted,
      onset,
      spread
    }) => ({
      model,
      template,
      sampler,
      simulated,
      samples,
      correct,
      points,
      ...ends("tokens_per_correct", tokensPerCorrect),
      ...ends("cost_per_correct", costPerCorrect),
      ...ends("wrong_longer", superiority),
      ...ends("wrong_to_right", ratio),
      p,
      adjusted_p: adjusted,
      onset: onset?.at ?? null,
      onset_low: onset?.low ?? null,
      onset_high: onset?.high ?? null,
      first_cut: onset?.cut ?? null,
      ...Object.fromEntries(
        OUTCOMES.flatMap(outcome => Object.entries(spread[outcome] ?? {}).map(([key, value]) => [`${outcome}_${key}`, value]))
      )
    })
  );

const ends = (name: string, estimate: {value: number; low: number | null; high: number | null} | null) => ({
  [name]: estimate?.value ?? null,
  [`${name}_low`]: estimate?.low ?? null,
  [`${name}_high`]: estimate?.high ?? null
});
