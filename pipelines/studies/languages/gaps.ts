// Gaps to English over questions that are asked in several languages, and answers in the wrong language.

import {MOST_GUESS} from "../../score/formula.js";
import {type SidedAnswer, type SidesDifference, sidesDifference, summaryOf} from "../../score/sides.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import {falseDiscoveryRate} from "../../stats/falseDiscovery.js";
import {clusteredShare} from "../../stats/share.js";

/** A first answer to a question. */
export interface LanguageAnswer extends Omit<SidedAnswer, "second"> {
  language: string;
  /** Whether a wrong answer says the same in another language; null where that was not measured. */
  elsewhere: boolean | null;
}

/** The row of a language, or of all but English together. */
export interface LanguageGap {
  /** Empty for all but English. */
  language: string;
  n: number;
  correct: number;
  truncated: number;
  unparsed: number;
  guess: number | null;
  accuracy: number | null;
  low: number | null;
  high: number | null;
  pairs: number;
  gap: number | null;
  gap_low: number | null;
  gap_high: number | null;
  p: number | null;
  q: number | null;
  only_english: number | null;
  only_language: number | null;
  exact: number | null;
  measured: number;
  wrong_language: number | null;
  wrong_low: number | null;
  wrong_high: number | null;
}

/** What `language` is in rows of all languages but English together. */
export const ALL_OTHERS = "";

const NO_GAP: SidesDifference = {
  pairs: 0,
  value: null,
  low: null,
  high: null,
  p: null,
  only_first: 0,
  only_second: 0,
  exact: null
};

/**
 * Rows of one evaluation's answers to questions of one kind: one a language, sorted, and behind them that of all others than English where there
 * are several. Gaps are English minus the language, paired by question (sidesDifference). Of one question in several languages the mean counts,
 * and its answers are one cluster. q is p adjusted over the languages of these answers (Benjamini & Hochberg): all gaps share English, by which
 * they depend positively.
 * @param english null where nothing was asked in English: there is no gap then
 * @param languages those that have a row though nothing of them was answered
 */
export function languageGaps(
  answers: readonly LanguageAnswer[],
  {english, languages = []}: {english: string | null; languages?: readonly string[]}
): LanguageGap[] {
  const names = [...new Set([...languages, ...answers.map(({language}) => language)])].sort();
  const base = answers.filter(({language}) => language === english);
  const gapOf = (own: readonly LanguageAnswer[]): SidesDifference =>
    english === null
      ? NO_GAP
      : sidesDifference([...base.map(answer => ({...answer, second: false})), ...own.map(answer => ({...answer, second: true}))]);
  const rows = names.map(language => {
    const own = answers.filter(answer => answer.language === language);
    return rowOf(language, own, language === english ? NO_GAP : gapOf(own));
  });
  const q = falseDiscoveryRate(
    rows.map(({p}) => p),
    "BH"
  );
  for (const [i, row] of rows.entries()) row.q = q[i]!;
  const others = answers.filter(({language}) => language !== english);
  if (names.filter(name => name !== english).length < 2) return rows;
  const gap = gapOf(others);
  return [
    ...rows,
    {...rowOf(ALL_OTHERS, others, gap), ...clusteredBounds(others), only_english: null, only_language: null, exact: null}
  ];
}

function rowOf(language: string, own: readonly LanguageAnswer[], gap: SidesDifference): LanguageGap {
  const {value, low, high, p, pairs, only_first, only_second, exact} = gap;
  const read = own.filter(({status, elsewhere}) => status !== TRUNCATED && elsewhere !== null);
  const wrong = clusteredShare(read.map(({pair, elsewhere}) => ({cluster: pair, hit: elsewhere!})));
  const tested = pairs > 0;
  return {
    language,
    ...summaryOf(own),
    pairs,
    gap: value,
    gap_low: low,
    gap_high: high,
    p,
    q: null,
    only_english: tested ? only_first : null,
    only_language: tested ? only_second : null,
    exact,
    measured: wrong.n,
    wrong_language: wrong.value,
    wrong_low: wrong.low,
    wrong_high: wrong.high
  };
}

/** Ends of the accuracy's interval with the answers to one question as a cluster; none without answers. */
function clusteredBounds(answers: readonly LanguageAnswer[]): {low: number | null; high: number | null} {
  const finished = answers.filter(({status}) => status !== TRUNCATED);
  const {n, low, high} = clusteredShare(finished.map(({pair, status}) => ({cluster: pair, hit: status === CORRECT})));
  if (n === 0 || low === null || high === null) return {low: null, high: null};
  const guess = Math.min(MOST_GUESS, finished.reduce((sum, each) => sum + each.guess, 0) / n);
  return {low: (low - guess) / (1 - guess), high: (high - guess) / (1 - guess)};
}
