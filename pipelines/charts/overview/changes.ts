// What page Overview says of the build before: scores that came, went or are others now.
import {plural} from "../../book/plural.js";
import type {SiteChanges, SiteScore} from "../../store/siteChanges.js";
import type {Source} from "../../store/source.js";
import {formatInstant, formatInterval} from "../shared/interval.js";

/** A score of two builds; null where a build did not have it. */
export interface ChangeRow {
  score: SiteScore;
  before: string | null;
  after: string | null;
}

/** The changes of one source as rows of a table: what is other now, then what came, then what went. */
export const changeRows = ({added, removed, changed}: SiteChanges, source: Source): ChangeRow[] =>
  [
    ...changed.map(({before, after}) => ({score: after, before: formatInterval(before), after: formatInterval(after)})),
    ...added.map(score => ({score, before: null, after: formatInterval(score)})),
    ...removed.map(score => ({score, before: formatInterval(score), after: null}))
  ].filter(({score}) => score.source === source);

/** The sentence on them. @param since when the site before was built, ISO 8601 */
export function changesSentence(rows: readonly ChangeRow[], since: string): string {
  const build = `the build of ${formatInstant(since)}`;
  if (rows.length === 0) return `No formula score changed since ${build}.`;
  const [added, removed] = [rows.filter(({before}) => before === null), rows.filter(({after}) => after === null)];
  const changed = rows.length - added.length - removed.length;
  const parts = [
    changed > 0 ? `${plural(changed, "formula score")} changed` : null,
    added.length > 0 ? `${plural(added.length, "score")} came` : null,
    removed.length > 0 ? `${plural(removed.length, "score")} went` : null
  ].filter(part => part !== null);
  return `Since ${build}: ${parts.join(", ")}.`;
}
