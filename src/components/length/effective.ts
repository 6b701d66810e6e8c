// Effective lengths as text, table and sentence, beside what simulated models recall.
import {countColumn, evaluationColumns, pColumn} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatRate} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {MISFIT} from "../../pipelines/studies/length/effective.js";
import {type RecallFaculties, recallLength} from "../../pipelines/studies/length/truth.js";
import {type EffectiveRow, type LengthRow, tokensText} from "./shown.js";

export interface ShownLength extends EffectiveRow {
  /** Accuracy on the shortest; null where no answer was finished. */
  short: LengthRow | null;
  /** By the faculties of a simulated model; null of others, and where nothing longer was asked. */
  truth: number | null;
}

/** `6,100 [4,200, 9,000]`, `> 16,000 [12,000, > 16,000]`, `< 1,000 [< 1,000, 2,300]` */
function effectiveText({range, tokens, low, high, longest, shortest, shortest_positive}: EffectiveRow): string {
  if (range === null) return "none";
  const [above, below] = [`> ${formatCount(longest)}`, `< ${formatCount(shortest === 0 ? shortest_positive : shortest)}`];
  const value = range === "above" ? above : range === "below" ? below : tokensText(tokens!);
  return `${value} [${low === null ? below : tokensText(low)}, ${high === null ? above : tokensText(high)}]`;
}

/** Rows of one share with the accuracy on the shortest, and the truth where it is known. */
export function shownLengths(
  rows: readonly EffectiveRow[],
  lengths: readonly LengthRow[],
  faculties: ReadonlyMap<string, RecallFaculties>
): ShownLength[] {
  return rows.map(row => {
    const own = lengths.filter(({eval_id}) => eval_id === row.eval_id);
    const short = own.find(({position, length}) => position === "all" && length === row.shortest) ?? null;
    const depths = [...new Set(own.filter(({position, length}) => position !== "all" && length > 0).map(({depth}) => depth))];
    const known = row.simulated && depths.length > 0 ? faculties.get(row.model) : undefined;
    const truth = known ? recallLength(known, {share: row.share, reference: row.shortest ?? 0, depths}) : null;
    return {...row, short, truth};
  });
}

/** What a column of effective lengths is sorted by. */
const order = ({range, tokens, longest}: EffectiveRow): number | null =>
  range === null ? null : range === "above" ? longest! * 1e6 : range === "below" ? 0 : tokens;

export function effectiveColumns(rows: readonly ShownLength[]): Column<ShownLength>[] {
  const truth: Column<ShownLength> = {
    key: "truth",
    label: "By its faculties",
    numeric: true,
    by: row => row.truth,
    show: row => (row.truth === null ? "–" : tokensText(row.truth)),
    description: "tokens at which the simulated model recalls that share of single sentences: the truth behind the estimate"
  };
  return [
    ...evaluationColumns,
    {
      key: "tokens",
      label: "Effective length",
      numeric: true,
      by: order,
      show: row => (row.range === null ? `none: ${row.reason}` : effectiveText(row)),
      description:
        "tokens, with the 95 % interval by profile likelihood; > beyond the longest asked, < below the shortest that is not 0"
    },
    countColumn("n", "n", "untruncated answers at all lengths"),
    ...(rows.some(row => row.truth !== null) ? [truth] : []),
    {
      key: "short",
      label: "On the shortest",
      numeric: true,
      by: row => row.short?.accuracy ?? null,
      show: row =>
        row.short === null ? "–" : `${formatRate({value: row.short.accuracy, ...row.short})} n = ${formatCount(row.short.n)}`,
      description: "excess accuracy at the shortest length, with its 95 % interval"
    },
    pColumn(
      "misfit",
      "Misfit p",
      "of the deviance from the curve: small where accuracy does not fall with length as the curve does; none with three lengths"
    )
  ];
}

/** How many keep their accuracy to the longest, and where the others lose it. */
export function effectiveSentence(rows: readonly ShownLength[]): string {
  const fitted = rows.filter(({range}) => range !== null);
  const [first] = fitted;
  if (!first) return `No effective length can be estimated: ${[...new Set(rows.map(({reason}) => reason))].join("; ")}.`;
  const share = `${Math.round(100 * first.share)} %`;
  const unfit = fitted.filter(({misfit}) => misfit !== null && misfit < MISFIT).length;
  const doubt =
    unfit > 0
      ? ` The curve does not fit ${rows.length === 1 ? "its accuracies" : `${formatCount(unfit)} of them`} (misfit p < ${MISFIT}); intervals are widened for that.`
      : "";
  if (rows.length === 1)
    return `${first.evaluation} keeps ${share} of the accuracy on the shortest questions up to ${first.range === "above" ? "the longest: its effective length is" : "its effective length of"} ${effectiveText(first)} tokens.${doubt}`;
  const count = (range: string) => fitted.filter(row => row.range === range).length;
  const within = fitted.filter(({range}) => range === "within").sort((a, b) => a.tokens! - b.tokens!);
  const ends =
    within.length === 0
      ? ""
      : within.length === 1
        ? ` ${within[0]!.evaluation} loses it at ${effectiveText(within[0]!)} tokens.`
        : ` Among the others, ${within[0]!.evaluation} is the first to lose it, at ${effectiveText(within[0]!)} tokens, and ${within.at(-1)!.evaluation} the last, at ${effectiveText(within.at(-1)!)}.`;
  const below =
    count("below") > 0
      ? ` ${formatCount(count("below"))} ${count("below") === 1 ? "loses" : "lose"} it before the shortest length that was asked.`
      : "";
  const none = rows.length - fitted.length;
  return `Of ${formatCount(fitted.length)} evaluations, ${formatCount(count("above"))} ${count("above") === 1 ? "keeps" : "keep"} ${share} of the accuracy on the shortest questions up to the longest.${ends}${below}${none > 0 ? ` ${formatCount(none)} ${none === 1 ? "has" : "have"} none: ${[...new Set(rows.filter(({range}) => range === null).map(({reason}) => reason))].join("; ")}.` : ""}${doubt}`;
}

export const effectiveCsv = (rows: readonly ShownLength[]): Record<string, unknown>[] =>
  rows.map(({short, ...row}) => ({
    ...row,
    short_accuracy: short?.accuracy,
    short_low: short?.low,
    short_high: short?.high,
    short_n: short?.n
  }));
