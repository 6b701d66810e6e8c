// What changed between two builds of a site: headline scores that came, went or are others now.
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
  changed: {before: SiteScore; after: SiteScore}[];
}

const keyOf = ({source, suite, model, template, sampler}: SiteScore): string =>
  JSON.stringify([source, suite, model, template, sampler]);
const isSame = (a: SiteScore, b: SiteScore): boolean =>
  a.value === b.value && a.low === b.low && a.high === b.high && a.n === b.n;

/** The scores that differ between two builds, each list in the order of its own build. */
export function changesBetween(before: SiteScores, after: SiteScores): SiteChanges {
  const earlier = new Map(before.scores.map(score => [keyOf(score), score]));
  const later = new Set(after.scores.map(keyOf));
  return {
    since: before.built,
    added: after.scores.filter(score => !earlier.has(keyOf(score))),
    removed: before.scores.filter(score => !later.has(keyOf(score))),
    changed: after.scores.flatMap(score => {
      const was = earlier.get(keyOf(score));
      return was && !isSame(was, score) ? [{before: was, after: score}] : [];
    })
  };
}
