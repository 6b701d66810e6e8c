// Inputs of page Contamination, and what follows from them: verdicts under other thresholds, and tests of one set against another.
import {form} from "npm:@observablehq/inputs";
import {type AnsweredSet, performanceSentence, widestPair} from "../../pipelines/charts/contamination/performance.js";
import {type RateRow, rateSentence, ratesOf} from "../../pipelines/charts/contamination/rates.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import {evaluationLabels} from "../../pipelines/charts/shared/label.js";
import type {EvaluationName} from "../../pipelines/store/evaluationName.js";
import type {PerformanceRow} from "../../pipelines/studies/contamination/performanceRow.js";
import {type AuditedRow, type HitRow, redecided} from "../../pipelines/studies/contamination/redecide.js";
import {DEFAULTS, isContaminated, type Verdict} from "../../pipelines/studies/contamination/settings.js";
import {choice, choices, range} from "../shared/inputs.js";
import {readBeside} from "../shared/reading/read.js";

interface Thresholds {
  exact: number;
  near: number;
  rule: "ours" | "published";
  published: number;
}

/** Input for the rule of verdicts and its thresholds. */
export const thresholdInput = (): Input<Thresholds> =>
  choices(
    {
      exact: range("exact", [0.2, 1], {label: "Exact from containment", step: 0.01, value: DEFAULTS.exact}),
      near: range("near", [0.5, 1], {label: "Near from subsequence", step: 0.01, value: DEFAULTS.near}),
      rule: choice("rule", ["ours", "published"], {
        label: "Rule",
        names: {ours: "containment and subsequence", published: "as published: Jaccard with a whole document"}
      }),
      published: range("published", [0.1, 1], {label: "Published: Jaccard above", step: 0.01, value: DEFAULTS.published})
    },
    {folded: ["exact", "near", "rule", "published"]}
  ) as unknown as Input<Thresholds>;

/** Rates of contaminated tests by place with their sentence, and the ids of the contaminated tests. */
interface JudgedItems {
  rates: RateRow[];
  sentence: string;
  contaminated: string[];
}

/**
 * Judges the audited items under the reader's thresholds.
 * @param whole whether every file was read to its end · @param categories text after an item's task, by its id
 */
export function judgeItems(
  items: readonly (AuditedRow & {base_task: string})[],
  hits: readonly HitRow[],
  {thresholds, whole, categories}: {thresholds: Thresholds; whole: boolean; categories: ReadonlyMap<string, string>}
): JudgedItems {
  const {rule, exact, near, published} = thresholds;
  const byJaccard = ({verdict, jaccard_max}: AuditedRow): Verdict =>
    jaccard_max !== null && jaccard_max > published ? "near" : verdict === "not_testable" ? verdict : "clean";
  const verdicts = rule === "ours" ? redecided(items, hits, {settings: {...DEFAULTS, exact, near}, whole}) : items.map(byJaccard);
  const rates = ratesOf(
    items.map(({item_id, base_task}, i) => ({place: `${base_task}${categories.get(item_id) ?? ""}`, verdict: verdicts[i]!}))
  );
  const contaminated = items.filter((_, i) => isContaminated(verdicts[i])).map(({item_id}) => item_id);
  return {rates, sentence: rateSentence(rates), contaminated};
}

/** Input for two sets of tests, at first those that the most evaluations answered both. */
export function setInput(sets: readonly AnsweredSet[]): Input<Record<"set" | "reference", string>> {
  const names = sets.map(({base_task}) => base_task);
  const widest = widestPair(sets);
  return form({
    set: choice("set", names, {label: "Set", value: widest?.[0]}),
    reference: choice("reference", names, {label: "Reference set", value: widest?.[1]})
  }) as Input<Record<"set" | "reference", string>>;
}

type SetScore = EvaluationName & {base_task: string; item_id: string; score: number; guess_chance: number; simulated: boolean};

/** Compares scores on a set of tests with those that a reference set predicts, in a worker. @param scores of both sets, each test once */
export async function performanceOf(
  scores: readonly SetScore[],
  {set, reference}: Record<"set" | "reference", string>,
  invalidation: Promise<unknown>
): Promise<{rows: PerformanceRow[]; sentence: string}> {
  const label = evaluationLabels(scores);
  const ofSet = (name: string) =>
    scores
      .filter(({base_task}) => base_task === name)
      .map(row => ({
        model: `${label(row)}${row.simulated ? " (simulated)" : ""}`,
        item: row.item_id,
        score: row.score,
        guess_chance: row.guess_chance
      }));
  const rows =
    scores.length === 0 ? [] : await readBeside("performance", {set: ofSet(set), reference: ofSet(reference)}, invalidation);
  return {rows, sentence: performanceSentence(rows)};
}
