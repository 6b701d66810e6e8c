// Makes the tables of scores without contaminated tests, from the store's samples and the verdicts on its tests.
import {join} from "node:path";
import {addCounters, type CountedSample, type Counters, countersOf, noCounters} from "../../score/counters.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import {expectedSuites} from "../../store/expected.js";
import {readManifest} from "../../store/manifest.node.js";
import {openOverlay, readPoints} from "../../store/points/overlay.node.js";
import {fileOf} from "../../store/publish.node.js";
import {type EvaluationKey, type PointRow, pointRow} from "../../store/rows.node.js";
import {scoredEvaluations, scoreRows} from "../../store/scores.js";
import {readRows} from "../../store/sql.node.js";
import type {Row} from "../../store/writer.node.js";
import {type AuditedItem, contaminationEffects, type GroupAccuracy} from "../contamination/effect.js";
import {isContaminated, type Verdict} from "../contamination/settings.js";
import {poolPoints} from "../leaderboard/pool.node.js";
import {maker} from "../maker.node.js";
import {adjustedTables} from "./tables.js";

/** Verdicts on the tests of a store, by identity, from the table `contamination_items`. */
export async function storedVerdicts(folder: string): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict>();
  for await (const row of readRows(join(folder, fileOf("contamination_items")), {query: "select item_id, verdict from t"}))
    verdicts.set(String(row.item_id), row.verdict as Verdict);
  return verdicts;
}

/** Writes the study tables into a store; where no test was looked for in any corpus they have no rows. */
export const make = maker(adjustedTables, async ({folder, stage, write}) => {
  const verdicts = await storedVerdicts(folder);
  if (verdicts.size > 0) {
    const {points, scores, effects} = await adjusted(folder, verdicts);
    for (const row of points) stage.append("adjusted_points", row);
    for (const row of scores) stage.append("adjusted_scores", row);
    for (const row of effects) stage.append("contamination_effects", row);
  }
  await write("adjusted_points"); // others are pooled from it
  await poolPoints(stage, "adjusted_task_counts", {folder, points: "adjusted_points"});
});

// Scores without contaminated items, and the effect of contamination on each model, from the tables of a store and the verdicts on its tests.

/** Verdicts by identity of the test. */
export type Verdicts = ReadonlyMap<string, Verdict>;

interface Sample extends EvaluationKey, CountedSample, Pick<PointRow, "base_task" | "params" | "generator_version" | "seed"> {
  item_id: string;
  trial: number;
  simulated: boolean;
  category: string | null;
}

const SAMPLES = `select eval_id, model, template, sampler, t.base_task, t.params, t.generator_version, t.seed, t.item_id, trial, status, ended, parsed,
    t.guess_chance, prompt_tokens, completion_tokens, trace_bytes, compressed_bytes, cost, simulated, category
  from t left join (select item_id, any_value(category) as category from items group by item_id) as place on place.item_id = t.item_id
  order by eval_id, t.base_task, t.params, t.generator_version, t.seed, t."index", trial`;

type PointIdentity = Pick<PointRow, "eval_id" | "base_task" | "params" | "generator_version" | "seed">;
const identityOf = ({eval_id, base_task, params, generator_version, seed}: PointIdentity): string =>
  JSON.stringify([eval_id, base_task, params, generator_version, seed]);

interface Adjusted {
  points: Row[];
  scores: Row[];
  effects: Row[];
}

/**
 * Rows of the tables `adjusted_points`, `adjusted_scores` and `contamination_effects` of a store. A point counts its samples again without
 * those of contaminated items; one that has no others left, or no samples at all because it was given as counters, is left out.
 */
export async function adjusted(folder: string, verdicts: Verdicts): Promise<Adjusted> {
  const counted = new Map<string, {counters: Counters; contaminated: number; n: number}>();
  const answers = new Map<string, EvaluationAnswers>();
  const files = {items: join(folder, fileOf("items"))};
  for await (const row of readRows(join(folder, fileOf("samples")), {query: SAMPLES, others: files, as: "samples"})) {
    const sample = row as unknown as Sample;
    const verdict = verdicts.get(sample.item_id);
    const contaminated = isContaminated(verdict);
    if (sample.trial === 0) {
      const key = identityOf(sample);
      const own = counted.get(key) ?? {counters: noCounters, contaminated: 0, n: 0};
      counted.set(key, {
        counters: contaminated ? own.counters : addCounters(own.counters, countersOf(sample)),
        contaminated: own.contaminated + (contaminated ? 1 : 0),
        n: own.n + 1
      });
    }
    if (sample.status !== TRUNCATED && verdict !== undefined) noted(answers, sample, verdict);
  }
  const points = (await readPoints(folder)).flatMap((point): PointRow[] => {
    const own = counted.get(identityOf(point));
    if (!own || own.contaminated === own.n) return [];
    if (own.contaminated === 0) return [point];
    const {counters} = own;
    return [
      pointRow({...point, params: JSON.parse(point.params) as Record<string, unknown>, params_json: point.params, counters})
    ];
  });
  const manifest = (await readManifest(folder)) ?? {evaluations: []};
  const expected = expectedSuites(manifest, {points, overlay: await openOverlay(folder)});
  return {
    points: points as unknown as Row[],
    scores: [...scoreRows(scoredEvaluations(points, {expected}))],
    effects: effectRows([...answers.values()])
  };
}

/** The untruncated answers of one evaluation to tests that have a verdict. */
interface EvaluationAnswers extends EvaluationKey, Pick<Sample, "simulated"> {
  answers: {item_id: string; item: AuditedItem; correct: number}[];
}

function noted(all: Map<string, EvaluationAnswers>, sample: Sample, verdict: Verdict): void {
  const {eval_id, model, template, sampler, simulated, base_task, params, category, item_id, guess_chance, status} = sample;
  let own = all.get(eval_id);
  if (!own) all.set(eval_id, (own = {eval_id, model, template, sampler, simulated, answers: []}));
  const stratum = JSON.stringify([base_task, params, category]);
  own.answers.push({item_id, item: {verdict, stratum, guess_chance}, correct: status === CORRECT ? 1 : 0});
}

/** Models are compared with others that were asked in the same words: evaluations of one template and sampler. */
function effectRows(evaluations: readonly EvaluationAnswers[]): Row[] {
  const groups = groupBy(evaluations, ({template, sampler}) => JSON.stringify([template, sampler]));
  return [...groups.values()].flatMap(group => {
    const places = new Map<string, number>();
    const items: AuditedItem[] = [];
    const [model, item, correct]: number[][] = [[], [], []];
    for (const [m, {answers}] of group.entries())
      for (const answer of answers) {
        let place = places.get(answer.item_id);
        if (place === undefined) {
          places.set(answer.item_id, (place = items.length));
          items.push(answer.item);
        }
        model!.push(m);
        item!.push(place);
        correct!.push(answer.correct);
      }
    const models = group.map(({eval_id}) => eval_id);
    return contaminationEffects({models, items, model: model!, item: item!, correct: correct!}).map((effect, m) => {
      const {eval_id, model: name, template, sampler, simulated} = group[m]!;
      const {all, clean, contaminated, model: _, ...rest} = effect;
      return {
        eval_id,
        model: name,
        template,
        sampler,
        ...prefixed("all", all),
        ...prefixed("clean", clean),
        ...prefixed("contaminated", contaminated),
        ...rest,
        simulated
      };
    });
  });
}

const prefixed = (name: string, {items, answers, correct, accuracy, low, high}: GroupAccuracy): Row => ({
  [`${name}_items`]: items,
  [`${name}_answers`]: answers,
  [`${name}_correct`]: correct,
  [`${name}_accuracy`]: accuracy,
  [`${name}_low`]: low,
  [`${name}_high`]: high
});
