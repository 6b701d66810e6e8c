// How the results of a site are cited: title, version, commit, book and day of the last run.
import {html} from "npm:htl";
import {formatCount} from "../pipelines/charts/shared/interval.js";
import type {Column} from "../pipelines/charts/shared/sortable.js";
import type {Manifest} from "./runs.js";

type Cited = Pick<Manifest, "version" | "git_commit" | "book_hash" | "finished" | "simulated">;

/** The citation as one line of text. A store without a run that ended has no date. */
export function citationText({version, git_commit, book_hash, finished, simulated}: Cited, {title = ""} = {}): string {
  const named = title === "" || title === "reasonbook" ? "Results" : `“${title}”`;
  const commit = git_commit ? `, commit ${git_commit.slice(0, 12)}` : "";
  const day = finished ? `, run of ${finished.slice(0, 10)}` : "";
  return `${named}${simulated ? " (simulated models)" : ""}, made with reasonbook ${version}${commit}, book ${book_hash.slice(0, 12)}${day}.`;
}

/** The citation with a button that copies it. */
export function citation(manifest: Cited, {title = ""} = {}): HTMLElement {
  const text = citationText(manifest, {title});
  const copied = html`<span role="status" class="rb-muted"></span>`;
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    copied.textContent = "copied";
  };
  return html`<div id="citation"><p><code>${text}</code></p><p><button type="button" class="rb-button" onclick=${copy}>Copy</button> ${copied}</p><p class="rb-muted">Cite the sources of published scores and benchmarks too.</p></div>`;
}

/** How often intervals of a benchmark's answers hold, as `npm run coverage -- real --write` counted it. */
interface SetCoverage {
  set: string;
  models: number;
  items: number;
  date: string;
  /** intervals that held what they should, of all, and their mean width, by what they are of */
  held: Readonly<Record<string, {held: number; intervals: number; width: number}>>;
}

interface CoverageRow {
  set: string;
  models: number;
  items: number;
  interval: string;
  held: number;
  n: number;
  width: number;
  date: string;
}

/** A row for each benchmark and kind of interval; without kinds of which there was no interval. */
export const coverageRows = (sets: readonly SetCoverage[]): CoverageRow[] =>
  sets.flatMap(({set, models, items, date, held}) =>
    Object.entries(held)
      .filter(([, {intervals}]) => intervals > 0)
      .map(([interval, {held: count, intervals, width}]) => ({
        ...{set, models, items, interval, date, width},
        held: count / intervals,
        n: intervals
      }))
  );

/** Columns of the table of coverage. */
export function coverageColumns(): Column<CoverageRow>[] {
  return [
    {key: "interval", label: "95 % interval of", by: row => row.interval, show: row => row.interval},
    {key: "set", label: "Benchmark", by: row => row.set, show: row => `${row.set} (${formatCount(row.models)} models)`},
    {
      key: "held",
      label: "Held",
      numeric: true,
      by: row => row.held,
      show: row => `${(100 * row.held).toFixed(1)} %`
    },
    {key: "n", label: "n", numeric: true, by: row => row.n, show: row => formatCount(row.n)},
    {
      key: "width",
      label: "Mean width",
      numeric: true,
      by: row => row.width,
      show: row => (row.width === 0 ? "–" : row.width.toFixed(row.width < 1 ? 3 : 1))
    },
    {key: "date", label: "Date", by: row => row.date, show: row => row.date}
  ];
}
