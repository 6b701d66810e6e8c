// From the inputs to what the page shows: samples of one or two evaluations, and rows whose intervals settle as the bootstrap proceeds.
import {combineLatest, map, type Observable, of} from "rxjs";
import type {TaskRow} from "../../pipelines/charts/hazard/sentences.js";
import {type Cohort, cohort, longest} from "../../pipelines/studies/hazard/cohort.js";
import {choose, type HazardData, narrowingRows} from "../../pipelines/studies/hazard/competingRisks.js";
import {type CurveComparison, comparison, type SamplePair} from "../../pipelines/studies/hazard/difference.js";
import type {Evaluation} from "./data.js";
import {budgetOf, chosenPart, type HazardSettings} from "./inputs.js";

/** One evaluation with its data. */
export interface Loaded {
  name: string;
  evaluation: Evaluation;
  data: HazardData;
}

/** The part of the data that the settings select. */
export interface Side extends Loaded {
  samples: Cohort;
  /** the token limit for which shares are reported */
  budget: number;
  simulated: boolean;
  /** suffix of the ids of its figures */
  suffix: string;
}

export function sidesOf(loaded: readonly Loaded[], settings: HazardSettings): Side[] {
  return loaded.map((each, i) => {
    const samples = cohort(choose(each.data, chosenPart(settings)).exits);
    const end = longest(samples);
    return {
      ...each,
      samples,
      budget: Math.min(budgetOf(settings) ?? end, end),
      simulated: each.evaluation.simulated,
      suffix: i === 0 ? "" : "-against"
    };
  });
}

/** List prices from the manifest. */
export interface Prices {
  evaluations?: readonly {eval_id: string; price: {input: number; output: number}}[];
}

/** Rows of all tasks in the tier, whichever task the charts show. */
export function rowsOf(loaded: readonly Loaded[], settings: HazardSettings, {evaluations = []}: Prices): Observable<TaskRow[]> {
  const {limit, design} = settings;
  const {tier} = chosenPart(settings);
  if (loaded.length === 0) return of([]);
  return combineLatest(
    loaded.map(({name, evaluation: {eval_id, simulated}, data}) => {
      const price = evaluations.find(each => each.eval_id === eval_id)?.price ?? null;
      return narrowingRows(choose(data, {tier}), {limit, design, budget: budgetOf(settings), price}).pipe(
        map(rows => rows.map(row => ({...row, name, simulated})))
      );
    })
  ).pipe(map(rows => rows.flat()));
}

/** The row that matches the charts of one side. */
export const rowOf = (rows: readonly TaskRow[], {name}: {name: string}, settings: HazardSettings): TaskRow | undefined =>
  rows.find(row => row.name === name && row.base_task === chosenPart(settings).task);

/** CurveComparison of both evaluations on their common tests, within the part that the settings select. */
export function comparisonOf(pairs: readonly SamplePair[], {data}: Loaded, settings: HazardSettings): CurveComparison {
  const numbers = new Set(choose(data, chosenPart(settings)).points.map(({point}) => point));
  const {limit, design} = settings;
  return comparison(
    pairs.filter(({point}) => numbers.has(point)),
    {limit, design}
  );
}
