// Scores on a set of items next to those that a reference set predicts: a table and a sentence.
import type {PerformanceRow} from "../../studies/contamination/performanceRow.js";
import {formatCount, formatDifference, formatP} from "../shared/interval.js";
import type {Column} from "../shared/sortable.js";

const percent = (value: number | null): string => (value === null ? "–" : `${(100 * value).toFixed(1)} %`);
const effectText = ({effect, low, high}: PerformanceRow): string =>
  effect === null ? "–" : formatDifference({value: effect, low, high});

export function performanceColumns(): Column<PerformanceRow>[] {
  const counted = (key: "items" | "reference_items", description: string): Column<PerformanceRow> => ({
    key,
    label: "n",
    numeric: true,
    description,
    by: row => row[key],
    show: row => formatCount(row[key])
  });
  const score = (key: "score" | "reference_score" | "expected", label: string, description: string): Column<PerformanceRow> => ({
    key,
    label,
    numeric: true,
    description,
    by: row => row[key],
    show: row => percent(row[key])
  });
  return [
    {key: "model", label: "Evaluation", by: row => row.model, show: row => row.model},
    score("score", "Set", "mean score on the set"),
    counted("items", "tests of the set that it answered"),
    score("reference_score", "Reference", "mean score on the reference set"),
    counted("reference_items", "tests of the reference set that it answered"),
    score("expected", "Expected", "score on the set that the reference score predicts, fitted to the other evaluations"),
    {
      key: "effect",
      label: "Effect (points)",
      numeric: true,
      description: "score on the set minus the expected one; 95 % interval over tests and the other evaluations' scatter",
      by: row => row.effect,
      show: effectText
    },
    {
      key: "q",
      label: "q",
      numeric: true,
      description: "one-sided p-value adjusted over evaluations (Benjamini and Hochberg)",
      by: row => row.q,
      show: row => formatP(row.q)
    },
    {key: "why", label: "Remark", show: row => row.why}
  ];
}

/** Evaluations that score higher on the set than the reference set predicts, and how many could not be tested. */
export function performanceSentence(rows: readonly PerformanceRow[]): string {
  if (rows.length === 0) return "No evaluation answered both sets.";
  const tested = rows.filter(({inflated}) => inflated !== null);
  if (tested.length === 0) return `None of ${formatCount(rows.length)} evaluations could be tested: ${rows[0]!.why}.`;
  const inflated = tested.filter(row => row.inflated).sort((a, b) => b.effect! - a.effect!);
  const each = inflated.slice(0, 6).map(row => `${row.model} ${effectText(row)}`);
  const more = inflated.length > each.length ? `; and ${formatCount(inflated.length - each.length)} more` : "";
  const untested = rows.length - tested.length;
  return `${formatCount(inflated.length)} of ${formatCount(tested.length)} evaluations score higher on the set than the reference set predicts, at a false discovery rate of 5 %${each.length > 0 ? `: ${each.join("; ")}${more}, in percentage points` : ""}.${untested > 0 ? ` ${formatCount(untested)} more could not be tested.` : ""}`;
}

/** A task or bank with the number of evaluations that answered it. */
export interface AnsweredSet {
  base_task: string;
  evaluations: readonly string[];
}

/** The two sets that the most evaluations answered both; null where there are not two. */
export function widestPair(sets: readonly AnsweredSet[]): [set: string, reference: string] | null {
  let best: {names: [string, string]; common: number} | null = null;
  for (const [i, one] of sets.entries()) {
    const answering = new Set(one.evaluations);
    for (const other of sets.slice(i + 1)) {
      const common = other.evaluations.filter(id => answering.has(id)).length;
      if (common > 0 && (best === null || common > best.common)) best = {names: [one.base_task, other.base_task], common};
    }
  }
  return best?.names ?? null;
}
