// What the page Languages shows: rows of the study's table with names of evaluations, and a row for each evaluation.
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {ALL_OTHERS, type LanguageGap} from "../../pipelines/studies/languages/gaps.js";
import {plainRows} from "../shared/answers.js";
import {languageName} from "../shared/languageName.js";

/** A language of an evaluation, or all but English together. */
export interface GapRow extends Evaluated, LanguageGap {
  evaluation: string;
  base_task: string;
  kind: string;
  unscored: number;
}

/** All rows; those without a scored answer too, which say how much could not be scored. */
export async function gapsIn(sql: Sql): Promise<GapRow[]> {
  const rows = plainRows<GapRow>(
    await sql`select * from language_gaps order by base_task, model, template, sampler, eval_id, kind, language`
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return rows.map(row => ({...row, evaluation: name(row)}));
}

/** Tasks and banks with answers, those with the most first. */
export function tasksOf(rows: readonly GapRow[]): string[] {
  const sums = [...groupBy(rows, ({base_task}) => base_task)].map(
    ([task, own]) => [task, own.reduce((sum, {n}) => sum + n, 0)] as const
  );
  return sums
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([task]) => task);
}

/** Name of a row's language. */
export const nameOf = ({language}: {language: string}): string =>
  language === ALL_OTHERS ? "all others" : languageName(language);

/** Largest q at which a gap is called significant. */
const DISCOVERED = 0.05;
const isWorse = ({q, gap}: GapRow): boolean => q !== null && q <= DISCOVERED && gap! > 0;
const isBetter = ({q, gap}: GapRow): boolean => q !== null && q <= DISCOVERED && gap! < 0;

/** An evaluation: English beside all others together. */
export interface Parity extends Evaluated {
  evaluation: string;
  /** The row in English; null where nothing was asked in it. */
  english: GapRow | null;
  /** All others together, or the only one beside English; null where one language was asked. */
  others: GapRow | null;
  /** Languages with a gap, and those of them that are significantly worse or better. */
  compared: number;
  worse: GapRow[];
  better: GapRow[];
}

/** Evaluations by the gap of all others together, the smallest first; those without one last. */
export function paritiesOf(rows: readonly GapRow[]): Parity[] {
  return [...groupBy(rows, ({evaluation}) => evaluation).values()]
    .map((own): Parity => {
      const {evaluation, eval_id, model, template, sampler, simulated} = own[0]!;
      const single = own.filter(({language}) => language !== ALL_OTHERS);
      const english = single.find(row => row.gap === null && isEnglish(row.language)) ?? null;
      const rest = single.filter(row => row !== english);
      return {
        evaluation,
        eval_id,
        model,
        template,
        sampler,
        simulated,
        english,
        others: own.find(({language}) => language === ALL_OTHERS) ?? (english && rest.length === 1 ? rest[0]! : null),
        compared: rest.filter(({gap}) => gap !== null).length,
        worse: rest.filter(isWorse),
        better: rest.filter(isBetter)
      };
    })
    .sort((a, b) => (a.others?.gap ?? Infinity) - (b.others?.gap ?? Infinity) || (a.evaluation < b.evaluation ? -1 : 1));
}

const isEnglish = (language: string): boolean => language === "en" || language.startsWith("en-");
