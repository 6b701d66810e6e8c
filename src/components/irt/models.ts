// Table of how well Rasch, 2PL and 3PL predict held-out answers.
import {formatCount} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import {number, spanText} from "./numbers.js";
import type {FitRow} from "./ofBook.js";

const NAMES: Record<string, string> = {rasch: "Rasch", "2pl": "2PL", "3pl": "3PL"};
const ASYMPTOTES: Record<string, string> = {known: ", guess chance as asymptote", estimated: ", asymptotes estimated"};
const nameOf = ({irt_model, guessing}: FitRow): string => `${NAMES[irt_model] ?? irt_model}${ASYMPTOTES[guessing] ?? ""}`;

/** The fits that were compared, best first. */
export const comparedFits = (fits: readonly FitRow[]): FitRow[] =>
  fits.filter(({heldout_mean}) => heldout_mean !== null).sort((a, b) => b.heldout_mean! - a.heldout_mean!);

export const modelColumns = (): Column<FitRow>[] => [
  {key: "model", label: "Model", by: row => row.irt_model, show: nameOf},
  {
    key: "behind",
    label: "Behind the best",
    numeric: true,
    by: row => row.heldout_behind,
    show: row => spanText({value: row.heldout_behind!, low: row.heldout_low!, high: row.heldout_high!}, 4),
    description: "mean log-probability of a held-out answer minus the best model's, with its 95 % interval over evaluations"
  },
  {
    key: "mean",
    label: "Mean",
    numeric: true,
    by: row => row.heldout_mean,
    show: row => number(row.heldout_mean!, 4),
    description: "log-probability of a held-out answer; −0.693 is tossing a coin"
  },
  {
    key: "n",
    label: "n",
    numeric: true,
    by: row => row.heldout_n,
    show: row => formatCount(row.heldout_n),
    description: "answers predicted"
  },
  {key: "converged", label: "Converged", by: row => String(row.converged), show: row => (row.converged ? "yes" : "no")}
];

export function modelSentence(rows: readonly FitRow[]): string {
  const [best, ...others] = rows;
  if (!best) return "Models were not compared on held-out answers here.";
  const worse = others.filter(({heldout_high}) => heldout_high! < 0).map(nameOf);
  const open = others.filter(({heldout_high}) => heldout_high! >= 0).map(nameOf);
  const comparisons = [
    worse.length > 0 ? `significantly better than ${worse.join(" and ")}` : "",
    open.length > 0 ? `not significantly better than ${open.join(" and ")}` : ""
  ].filter(Boolean);
  return `Of held-out answers (n =  ${formatCount(best.heldout_n)}), ${nameOf(best)} predicts best${comparisons.length > 0 ? `: ${comparisons.join(", ")}` : ""}.`;
}
