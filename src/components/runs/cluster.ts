// How a run that is shared out among workers stands, on the page on runs: its queue, its workers, their rates and what failed.
import {html} from "npm:htl";
import {figure} from "../../pipelines/charts/shared/figure.js";
import {formatCount, formatInstant, formatSeconds} from "../../pipelines/charts/shared/interval.js";
import {type Column, sortable} from "../../pipelines/charts/shared/sortable.js";

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
export interface Cluster {
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
  {key: "worker", label: "Worker", by: nameOf, show: nameOf},
  {key: "share", label: "Share of tests", numeric: true, by: row => row.share, show: row => `${Math.round(100 * row.share)} %`},
  {
    key: "tests_per_second",
    label: "Tests/s",
    numeric: true,
    by: row => row.tests_per_second,
    show: row => row.tests_per_second.toFixed(1)
  },
  {key: "in_flight", label: "In flight", numeric: true, by: row => row.in_flight, show: row => formatCount(row.in_flight)},
  {key: "asked", label: "Answers", numeric: true, by: row => row.asked, show: row => formatCount(row.asked)},
  {key: "failed", label: "Failed", numeric: true, by: row => row.failed, show: row => formatCount(row.failed)},
  {key: "refused", label: "Jobs refused", numeric: true, by: row => row.refused, show: row => formatCount(row.refused)},
  {key: "seconds", label: "Since", numeric: true, by: row => row.seconds, show: row => formatSeconds(row.seconds)}
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
