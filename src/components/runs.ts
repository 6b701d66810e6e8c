// Runs, their corrections and their cluster, on page Runs.

import * as Plot from "npm:@observablehq/plot";
import {html} from "npm:htl";
import {costKindAmong, costValue} from "../pipelines/infer/costText.js";
import {
  type Column,
  countColumn,
  figure,
  formatBytes,
  formatCost,
  formatCount,
  formatInstant,
  formatSeconds,
  modelLink,
  numberColumn,
  plotFigure,
  simulatedBadge,
  sortable,
  textColumn,
  tip
} from "./shared/charts.js";
import {untrusted} from "./shared/text.js";

// Charts and tables of the page on runs.

/** The parts of data/manifest.json about the store and the last run. */
export interface Manifest {
  version: string;
  git_commit: string | null;
  book_hash: string;
  suite: string;
  seed: number | null;
  models: string[];
  points: number;
  samples: number;
  requests: number;
  cached: number;
  failed: number;
  tokens: {prompt: number | null; completion: number | null};
  cost: number;
  started: string | null;
  finished: string | null;
  status: string;
  simulated: boolean;
  tables: Record<string, {rows: number; bytes: number}>;
  evaluations?: readonly {reader?: number; simulated?: boolean; unpriced?: boolean}[];
  /** datasets that are shown side by side, where there is more than one */
  datasets?: readonly {title: string; store: string; evaluations: readonly string[]}[];
}

/** State of a run at one time. */
interface Checkpoint {
  seconds: number;
  done: number;
  total: number;
  samples_per_second: number;
  accuracy: number;
  truncated: number;
  cost: number;
  concurrency: number;
}

/** Provenance of the numbers, as a list of facts. */
export function provenance(manifest: Manifest): HTMLElement {
  const {tokens, models, tables, started, finished} = manifest;
  const took = started && finished ? ` (${formatSeconds((Date.parse(finished) - Date.parse(started)) / 1000)})` : "";
  // a mixed store is not simulated; its models have their own badges
  const isSimulated = manifest.simulated && (manifest.evaluations ?? []).every(each => each.simulated ?? true);
  const facts: Record<string, string | Node> = {
    Status: html`<span><strong>${manifest.status}</strong> ${isSimulated ? simulatedBadge() : ""}</span>`,
    reasonbook: manifest.git_commit ? `${manifest.version}, commit ${manifest.git_commit.slice(0, 12)}` : manifest.version,
    Book: html`<span>suite ${manifest.suite}, ${manifest.seed === null ? "no seed" : `seed ${manifest.seed}`}, hash <code title=${manifest.book_hash}>${manifest.book_hash.slice(0, 12)}</code></span>`,
    "Answer reader": readersText(manifest.evaluations),
    "Last run started": formatInstant(started),
    "Last run finished": `${formatInstant(finished)}${took}`,
    Points: formatCount(manifest.points),
    Samples: `${formatCount(manifest.samples)} answers that count`,
    Requests: `in the last run ${formatCount(manifest.requests)} sent (agents take several for one sample), ${formatCount(manifest.failed)} failed; ${formatCount(manifest.cached)} samples answered from the cache`,
    Tokens: `${tokens.prompt === null ? "unknown" : formatCount(tokens.prompt)} prompt, ${tokens.completion === null ? "unknown" : formatCount(tokens.completion)} completion`,
    Cost: costValue(manifest.cost, costKindAmong(manifest.evaluations ?? [manifest])),
    ...(manifest.datasets && {
      Datasets: html`<span>${manifest.datasets.map(({title, store, evaluations}) => html`<div>${title}: ${formatCount(evaluations.length)} evaluation${evaluations.length === 1 ? "" : "s"} of ${store}</div>`)}</span>`
    }),
    Models: html`<details><summary>${formatCount(models.length)}</summary>${models.join(", ")}</details>`,
    Tables: html`<span>${Object.entries(tables).map(([name, {rows, bytes}]) => html`<div><code>${name}</code> ${formatCount(rows)} rows, ${formatBytes(bytes)}</div>`)}</span>`
  };
  return html`<dl class="rb-facts" id="provenance">${Object.entries(facts).map(([term, fact]) => html.fragment`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;
}

/** Versions of the answer reader that scored the evaluations; manifests of older versions have none. */
export function readersText(evaluations: readonly {reader?: number}[] = []): string {
  const counts = new Map<number, number>();
  for (const {reader = 1} of evaluations) counts.set(reader, (counts.get(reader) ?? 0) + 1);
  const versions = [...counts].sort(([a], [b]) => a - b);
  if (versions.length === 0) return "unknown";
  if (versions.length === 1) return `version ${versions[0]![0]}`;
  return versions
    .map(([version, n]) => `version ${version} for ${formatCount(n)} of ${formatCount(evaluations.length)} evaluations`)
    .join(", ");
}

/** Number of samples over time, with the total. */
export function progressPlot(checkpoints: readonly Checkpoint[], {width = 640, simulated = false} = {}): HTMLElement {
  const last = checkpoints.at(-1);
  if (!last) return html`<p class="rb-muted" id="progress">No run has been recorded for these tables.`;
  const text = (checkpoint: Checkpoint) => checkpointText(checkpoint, {simulated});
  const caption = `${text(last).replaceAll("\n", ", ")}. The dashed line is the number expected at the last checkpoint: it falls as points become precise enough and stop.`;
  return plotFigure({
    title: "Samples over time",
    simulated,
    caption,
    id: "progress",
    width,
    height: 270,
    marginLeft: 70,
    marginBottom: 42,
    marginRight: 24,
    x: {label: "seconds since the start", zero: true},
    y: {label: "samples", grid: true, zero: true},
    marks: [
      Plot.ruleY([last.total], {stroke: "var(--theme-foreground-muted)", strokeDasharray: "4 3"}),
      Plot.areaY(checkpoints, {x: "seconds", y: "done", fill: "var(--theme-blue)", fillOpacity: 0.15}),
      Plot.lineY(checkpoints, {x: "seconds", y: "done", stroke: "var(--theme-blue)"}),
      Plot.dot(checkpoints, {x: "seconds", y: "done", r: 2.5, fill: "var(--theme-blue)"}),
      tip(checkpoints, {x: "seconds", y: "done", title: text}, "x")
    ]
  });
}

function checkpointText(
  {seconds, done, total, samples_per_second, cost, concurrency}: Checkpoint,
  {simulated}: {simulated: boolean}
): string {
  return `${formatCount(done)} of ${formatCount(total)} samples after ${formatSeconds(seconds)}\n${formatCount(samples_per_second)} samples/s\n${formatCount(concurrency)} requests in flight${simulated ? "" : `\n${formatCost(cost)} at list price so far`}`;
}

interface Stop {
  base_task: string;
  stopped: string;
  points: number;
  samples: number;
}

/** Explanations of the reasons why points stopped. */
const REASONS: Record<string, string> = {
  width: "the interval is narrow enough",
  max: "the most samples allowed",
  truncation: "too many answers hit the token limit",
  limit: "the limit on tests of the run (--limit)",
  context: "a prompt does not fit into the model's context window: such tests were not asked",
  unscored: "no answer can be scored",
  failed: "requests failed",
  budget: "the budget was spent",
  interrupted: "the run was interrupted",
  given: "the answers were collected elsewhere: no model was asked",
  imported: "the results of another program were imported: no model was asked",
  upserted: "the point was imported from elsewhere"
};

/** Columns of the table of reasons why points stopped. */
export const stopColumns: Column<Stop>[] = [
  textColumn("base_task", "Task", row => row.base_task),
  textColumn("stopped", "Why sampling ended", row => `${row.stopped}: ${REASONS[row.stopped] ?? "no explanation recorded"}`, {
    by: row => row.stopped
  }),
  countColumn("points", "Points"),
  countColumn("samples", "Samples")
];

// The list of people's corrections on the page on runs.

/** A row of the table `corrections`. */
interface Correction {
  id: string;
  state: string;
  model: string;
  base_task: string | null;
  item_id: string;
  trial: number;
  status: number;
  original_status: number | null;
  by: string;
  at: string;
  reason: string;
}

const WORDS = ["incorrect", "correct", "truncated"];
const wordOf = (status: number | null): string => (status === null ? "–" : (WORDS[status] ?? String(status)));

/** Explanations of what has become of corrections. */
const STATES: Record<string, string> = {
  applied: "applied",
  agrees: "the scorer now says the same",
  missing: "the sample is no longer there",
  changed: "not applied: its response has changed",
  superseded: "superseded by a later one",
  reverted: "reverted"
};
const stateOf = ({state}: Correction): string => STATES[state] ?? state;

/** Columns of the list. What people wrote is text. */
export const correctionColumns: Column<Correction>[] = [
  textColumn("at", "When", row => row.at.slice(0, 16).replace("T", " "), {by: row => row.at}),
  textColumn("by", "Who", row => row.by),
  textColumn("model", "Model", row => modelLink(row.model), {by: row => row.model}),
  textColumn("original", "Scorer", row => wordOf(row.original_status), {by: row => row.original_status}),
  textColumn("status", "Corrected to", row => wordOf(row.status), {by: row => row.status}),
  textColumn("reason", "Why", row => untrusted(row.reason), {by: row => row.reason}),
  textColumn("task", "Task", row => row.base_task ?? "–", {by: row => row.base_task}),
  textColumn("item", "Sample", row => (Number(row.trial) > 0 ? `${row.item_id}, trial ${row.trial}` : row.item_id), {
    by: row => row.item_id
  }),
  textColumn("state", "State", stateOf),
  textColumn("id", "Id", row => row.id)
];

/** The list with its heading; empty where nobody corrected anything. */
export function correctionsSection(
  rows: readonly Correction[],
  table: (rows: readonly Correction[]) => HTMLElement
): HTMLElement | DocumentFragment {
  if (rows.length === 0) return html.fragment``;
  const applied = rows.filter(({state}) => state === "applied").length;
  const caption = `${formatCount(applied)} of ${formatCount(rows.length)} corrections ${applied === 1 ? "is" : "are"} applied: pages count these samples as corrected. The scorer's verdicts are kept, and each correction can be reverted by its id.`;
  return html`<section><h2 id="corrections">Corrections</h2>${figure(table(rows), {title: "Samples corrected by hand", caption, id: "corrected"})}</section>`;
}

// How a run that is shared out among workers stands, on the page on runs: its queue, its workers, their rates and what failed.

interface Worker {
  id: string;
  host: string;
  pid: number;
  seconds: number;
  tests_per_second: number;
  asked: number;
  in_flight: number;
  failed: number;
  refused: number;
  share: number;
}

/** The file data/cluster.json of a distributed run. */
interface Cluster {
  at: string;
  ended: boolean;
  redis: string;
  queue: {waiting: number; running: number; outstanding: number};
  jobs: number;
  given_again: number;
  done_here: number;
  recovered: number;
  workers: readonly Worker[];
  others: number;
}

/** A worker by its machine and process, or where a finished run keeps neither by the beginning of its name. */
const nameOf = ({host, pid, id}: Worker): string => (host === "" ? id.slice(0, 8) : `${host} PID ${pid}`);

const columns: Column<Worker>[] = [
  textColumn("worker", "Worker", nameOf),
  numberColumn(
    "share",
    "Share of tests",
    row => row.share,
    row => `${Math.round(100 * row.share)} %`
  ),
  numberColumn(
    "tests_per_second",
    "Tests/s",
    row => row.tests_per_second,
    row => row.tests_per_second.toFixed(1)
  ),
  countColumn("in_flight", "In flight"),
  countColumn("asked", "Answers"),
  countColumn("failed", "Failed"),
  countColumn("refused", "Jobs refused"),
  numberColumn(
    "seconds",
    "Since",
    row => row.seconds,
    row => formatSeconds(row.seconds)
  )
];

/** The section with its heading; empty where the last run was one process. */
export function clusterSection(cluster: Cluster | null): HTMLElement | DocumentFragment {
  if (!cluster) return html.fragment``;
  const {queue, workers, others, redis, ended, at} = cluster;
  const facts: Record<string, string> = {
    [ended ? "Ended" : "As of"]: `${formatInstant(at)}${redis === "" ? "" : `, over ${redis}`}`,
    Queue: `${formatCount(queue.waiting)} jobs wait, ${formatCount(queue.running)} are being done; ${formatCount(queue.outstanding)} results have not come`,
    Jobs: `${formatCount(cluster.jobs)} done; ${formatCount(cluster.given_again)} given again, ${formatCount(cluster.done_here)} done by the coordinator`,
    ...(cluster.recovered > 0 && {Recovered: `${formatCount(cluster.recovered)} answers that nobody waited for any more`}),
    ...(others > 0 && {"Other workers": `${formatCount(others)} of another book or version, which take none of these jobs`})
  };
  const list = html`<dl class="rb-facts">${Object.entries(facts).map(([term, fact]) => html.fragment`<dt>${term}</dt><dd>${fact}</dd>`)}</dl>`;
  const caption =
    workers.length === 0
      ? "No worker has reported for this run."
      : `Rates are of the last seconds${ended ? " of the run" : ""}; answers, failures and refused jobs count since each worker started. Failed requests were not answered after all retries.`;
  return html`<section id="cluster"><h2 id="workers">Workers</h2>${list}${figure(sortable(workers, columns), {title: "Workers of this run", caption, id: "worker-list"})}</section>`;
}
