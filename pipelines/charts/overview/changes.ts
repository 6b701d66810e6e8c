// Scores that differ from those of the previous build, for page Overview.
import {plural} from "../../book/plural.js";
import type {SiteChanges, SiteScore} from "../../store/siteChanges.js";
import type {Source} from "../../store/source.js";
import {formatInstant, formatInterval} from "../shared/interval.js";

/** A score of two builds; null where a build did not have it. */
export interface ChangeRow {
  score: SiteScore;
  previous: string | null;
  current: string | null;
}

/** The changes of one source as rows of a table: changed scores, new ones, then removed ones. */
export const changeRows = ({added, removed, changed}: SiteChanges, source: Source): ChangeRow[] =>
  [
    ...changed.map(({previous, current}) => ({
      score: current,
      previous: formatInterval(previous),
      current: formatInterval(current)
    })),
    ...added.map(score => ({score, previous: null, current: formatInterval(score)})),
    ...removed.map(score => ({score, previous: formatInterval(score), current: null}))
  ].filter(({score}) => score.source === source);

/** The sentence on them. @param since when the site before was built, ISO 8601 */
export function changesSentence(rows: readonly ChangeRow[], since: string): string {
  const build = `the build of ${formatInstant(since)}`;
  if (rows.length === 0) return `No formula score changed since ${build}.`;
  const [added, removed] = [rows.filter(({previous}) => previous === null), rows.filter(({current}) => current === null)];
  const changed = rows.length - added.length - removed.length;
  const parts = [
    changed > 0 ? `${plural(changed, "formula score")} changed` : null,
    added.length > 0 ? `${plural(added.length, "new score")}` : null,
    removed.length > 0 ? `${plural(removed.length, "score")} removed` : null
  ].filter(part => part !== null);
  return `Since ${build}: ${parts.join(", ")}.`;
}
