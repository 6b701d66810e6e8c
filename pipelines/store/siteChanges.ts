// Headline scores that differ between two builds of a site.
import type {EvaluationName} from "./evaluationName.js";
import type {Source} from "./source.js";

/** The element of page Overview with the changes since the build before. */
export const SITE_CHANGES = "rb-changes";

/** The formula score of an evaluation on a suite, a share with its 95 % interval and number of tests. */
export interface SiteScore extends EvaluationName {
  source: Source;
  suite: string;
  value: number;
  low: number;
  high: number;
  n: number;
}

/** The scores of a built site. */
export interface SiteScores {
  /** when it was built, ISO 8601 */
  built: string;
  scores: SiteScore[];
}

export interface SiteChanges {
  /** when the site before was built, ISO 8601 */
  since: string;
  added: SiteScore[];
  removed: SiteScore[];
  changed: {previous: SiteScore; current: SiteScore}[];
}

const keyOf = ({source, suite, model, template, sampler}: SiteScore): string =>
  JSON.stringify([source, suite, model, template, sampler]);
const isSame = (a: SiteScore, b: SiteScore): boolean =>
  a.value === b.value && a.low === b.low && a.high === b.high && a.n === b.n;

/** The scores that differ between two builds, each list in the order of its build. */
export function changesBetween(previous: SiteScores, current: SiteScores): SiteChanges {
  const previousScores = new Map(previous.scores.map(score => [keyOf(score), score]));
  const currentKeys = new Set(current.scores.map(keyOf));
  return {
    since: previous.built,
    added: current.scores.filter(score => !previousScores.has(keyOf(score))),
    removed: previous.scores.filter(score => !currentKeys.has(keyOf(score))),
    changed: current.scores.flatMap(score => {
      const earlier = previousScores.get(keyOf(score));
      return earlier && !isSame(earlier, score) ? [{previous: earlier, current: score}] : [];
    })
  };
}
