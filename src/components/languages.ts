// Data, tables and charts of page Languages.

import {plural} from "../pipelines/book/plural.js";
import {groupBy} from "../pipelines/stats/groupBy.js";
import type {Evaluated} from "../pipelines/store/evaluationName.js";
import {ALL_OTHERS, type LanguageGap} from "../pipelines/studies/languages/gaps.js";
import {namedRows} from "./shared/answers.js";
import {
  type Column,
  countColumn,
  type Estimated,
  evaluationColumns,
  forest,
  formatCount,
  formatDifference,
  formatInterval,
  numberColumn,
  pColumn,
  type Sql,
  textColumn
} from "./shared/charts.js";
import {languageName} from "./shared/text.js";

// What the page Languages shows: rows of the study's table with names of evaluations, and a row for each evaluation.

/** A language of an evaluation, or all but English together. */
interface GapRow extends Evaluated, LanguageGap {
  evaluation: string;
  base_task: string;
  kind: string;
  unscored: number;
}

/** All rows; those without a scored answer too, which say how much could not be scored. */
export const gapsIn = (sql: Sql): Promise<GapRow[]> =>
  namedRows(sql, "select * from language_gaps order by base_task, model, template, sampler, eval_id, kind, language");

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
const nameOf = ({language}: {language: string}): string => (language === ALL_OTHERS ? "all others" : languageName(language));

/** Largest q at which a gap is called significant. */
const DISCOVERED = 0.05;
const isWorse = ({q, gap}: GapRow): boolean => q !== null && q <= DISCOVERED && gap! > 0;
const isBetter = ({q, gap}: GapRow): boolean => q !== null && q <= DISCOVERED && gap! < 0;

/** An evaluation: English beside all others together. */
interface Parity extends Evaluated {
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

// Gaps to English and shares of answers in the wrong language: charts, tables and a sentence.

const gapText = ({gap, gap_low, gap_high, pairs}: GapRow): string =>
  gap === null ? "–" : `${formatDifference({value: gap, low: gap_low, high: gap_high})} n = ${formatCount(pairs)}`;
const accuracyText = ({accuracy, low, high, n}: GapRow): string =>
  accuracy === null || low === null || high === null ? "–" : formatInterval({value: accuracy, low, high, n});
const wrongText = ({wrong_language, wrong_low, wrong_high, measured}: GapRow): string =>
  wrong_language === null ? "–" : formatInterval({value: wrong_language, low: wrong_low!, high: wrong_high!, n: measured});

/** ` Each rests on 70 questions.`, or the least and the most. */
function countsText(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return ` Each rests on ${least === most ? formatCount(least) : `${formatCount(least)} to ${formatCount(most)}`} ${most === 1 ? "question" : "questions"}.`;
}

/** Gaps of one evaluation by language, the largest first; n stands behind each name. */
export function parityChart(
  rows: readonly GapRow[],
  {width, evaluation}: {width: number; evaluation: string}
): HTMLElement | null {
  const drawn = rows
    .filter(row => row.language !== "" && row.gap !== null && row.gap_low !== null)
    .sort((a, b) => b.gap! - a.gap! || (nameOf(a) < nameOf(b) ? -1 : 1));
  if (drawn.length === 0) return null;
  const estimates = drawn.map(
    (row): Estimated => ({
      name: `${nameOf(row)}, n = ${formatCount(row.pairs)}`,
      simulated: row.simulated,
      estimate: {value: 100 * row.gap!, low: 100 * row.gap_low!, high: 100 * row.gap_high!, clusters: row.pairs},
      detail: `${gapText(row)} questions, q = ${row.q === null ? "–" : row.q.toPrecision(2)}\naccuracy ${accuracyText(row)}`
    })
  );
  return forest(estimates, {
    width,
    id: "parity-chart",
    title: `Behind English: ${evaluation}`,
    reference: 0,
    x: {label: "points behind English →"},
    caption: `Accuracy in English minus that in the language, the same questions, with its paired 95 % interval; right of 0 it is worse than English.${countsText(drawn.map(({pairs}) => pairs))}`
  });
}

/** Shares of answers in another language, the largest first. */
export function wrongChart(
  rows: readonly GapRow[],
  {width, evaluation}: {width: number; evaluation: string}
): HTMLElement | null {
  const drawn = rows
    .filter(row => row.language !== "" && row.wrong_language !== null)
    .sort((a, b) => b.wrong_language! - a.wrong_language! || (nameOf(a) < nameOf(b) ? -1 : 1));
  if (drawn.length === 0) return null;
  const estimates = drawn.map(
    (row): Estimated => ({
      name: `${nameOf(row)}, n = ${formatCount(row.measured)}`,
      simulated: row.simulated,
      estimate: {
        value: 100 * row.wrong_language!,
        low: 100 * row.wrong_low!,
        high: 100 * row.wrong_high!,
        clusters: row.measured
      },
      detail: wrongText(row)
    })
  );
  return forest(estimates, {
    width,
    id: "wrong-language",
    title: `Answers in another language: ${evaluation}`,
    x: {label: "% →"},
    caption: "Share of answers that are wrong, but say the right thing in another language, with its 95 % interval."
  });
}

const shown = (
  key: string,
  label: string,
  text: (row: GapRow) => string,
  by: (row: GapRow) => number | null,
  description: string
): Column<GapRow> => numberColumn(key, label, by, text, description);

/** Columns of the languages of one evaluation. */
export const gapColumns: readonly Column<GapRow>[] = [
  textColumn("language", "Language", nameOf),
  shown(
    "gap",
    "Behind English",
    gapText,
    ({gap}) => gap,
    "points of accuracy in English minus those here, the same questions; paired 95 % interval, n = questions"
  ),
  pColumn("q", "q", "p of no gap, adjusted over languages: at most 5 % of those with q ≤ 0.05 are expected to be false"),
  shown("accuracy", "Accuracy", accuracyText, ({accuracy}) => accuracy, "above guessing: 0 guessing, 100 knowing; 95 % interval"),
  countColumn("only_english", "English only", "questions that were right in English alone"),
  countColumn("only_language", "Language only", "questions that were right in this language alone"),
  pColumn("exact", "McNemar p", "two-sided, exact"),
  shown(
    "wrong",
    "Another language",
    wrongText,
    row => row.wrong_language,
    "answers that are wrong, but say the right thing in another language; 95 % interval"
  ),
  countColumn("unparsed", "No answer found", "of n; they count as wrong"),
  countColumn("truncated", "Truncated", "left out"),
  countColumn("unscored", "Not scored", "left out")
];

const ofOthers = (
  key: string,
  label: string,
  text: (row: GapRow) => string,
  by: (row: GapRow) => number | null,
  description: string
): Column<Parity> =>
  numberColumn(
    key,
    label,
    ({others}) => (others ? by(others) : null),
    ({others}) => (others ? text(others) : "–"),
    description
  );

/** Columns of evaluations: English beside all others together. */
export const parityColumns: readonly Column<Parity>[] = [
  ...evaluationColumns,
  ofOthers(
    "gap",
    "Behind English",
    gapText,
    ({gap}) => gap,
    "all other languages together, the mean of each question; paired 95 % interval, n = questions"
  ),
  numberColumn(
    "worse",
    "Worse than English",
    ({worse}) => worse.length,
    ({worse, compared}) => (compared === 0 ? "–" : `${formatCount(worse.length)} of ${formatCount(compared)}`),
    "languages that are significantly worse, q ≤ 0.05"
  ),
  numberColumn(
    "english",
    "English",
    ({english}) => english?.accuracy ?? null,
    ({english}) => (english ? accuracyText(english) : "not asked"),
    "accuracy above guessing, with its 95 % interval"
  ),
  ofOthers(
    "others",
    "Other languages",
    accuracyText,
    ({accuracy}) => accuracy,
    "accuracy above guessing; 95 % interval, clustered by question"
  ),
  ofOthers(
    "wrong",
    "Another language",
    wrongText,
    row => row.wrong_language,
    "of answers that are not in English: wrong, but right in another language than asked for"
  )
];

/** Says how many evaluations are significantly worse in some language than in English; empty without comparisons. */
export function behindSentence(parities: readonly Parity[]): string {
  const compared = parities.filter(parity => parity.compared > 0);
  const behind = compared.filter(({worse}) => worse.length > 0).length;
  return compared.length === 0
    ? ""
    : `${formatCount(behind)} of ${plural(compared.length, "evaluation")} ${behind === 1 ? "is" : "are"} significantly worse in at least one language than in English, on the same questions.`;
}

/** How far one evaluation is behind, and in which languages significantly. */
export function paritySentence({evaluation, others, compared, worse, better}: Parity): string {
  if (!others) return `${evaluation} was asked in one language alone, so there is no gap.`;
  if (compared === 0 || others.gap === null)
    return `${evaluation} has no question with answers both in English and in another language, so there is no gap.`;
  const largest = [...worse].sort((a, b) => b.gap! - a.gap!)[0];
  const most = largest ? `, ${nameOf(largest)} the most: ${gapText(largest)}` : "";
  const also = better.length === 0 ? "" : ` It is significantly better in ${formatCount(better.length)}.`;
  const isAhead = others.gap < 0;
  const turned = (value: number | null) => (isAhead && value !== null ? -value : value);
  const [low, high] = isAhead ? [others.gap_high, others.gap_low] : [others.gap_low, others.gap_high];
  return `${evaluation} is ${formatDifference({value: turned(others.gap), low: turned(low), high: turned(high)})} points ${isAhead ? "ahead of" : "behind"} English over ${formatCount(others.pairs)} questions. It is significantly worse in ${formatCount(worse.length)} of ${formatCount(compared)} ${compared === 1 ? "language" : "languages"}${most}.${also}`;
}
