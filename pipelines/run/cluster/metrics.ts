// How workers and coordinators do, for Prometheus: text format 0.0.4 over HTTP, on loopback unless another address is given.
import {createServer} from "node:http";
import type {AddressInfo} from "node:net";
import {UserError} from "../../rows/error.js";
import type {Member} from "./members.js";
import type {ClusterState} from "./state.js";

type Kind = "counter" | "gauge";
interface Metric {
  name: string;
  kind: Kind;
  help: string;
  values: {labels?: Record<string, string>; value: number}[];
}

const metric = (name: string, kind: Kind, help: string, value: number): Metric => ({
  name: `reasonbook_${name}`,
  kind,
  help,
  values: [{value}]
});

/** Of a worker. */
export const workerMetrics = (member: Member): Metric[] => [
  metric("worker_jobs_total", "counter", "jobs done", member.jobs),
  metric("worker_jobs_running", "gauge", "jobs under way", member.running),
  metric("worker_jobs_refused_total", "counter", "jobs of another form, book or version", member.refused),
  metric("worker_tests_total", "counter", "tests asked and scored", member.tests),
  metric("worker_tests_per_second", "gauge", "recent tests per second", member.tests_per_second),
  metric("worker_answers_total", "counter", "answers that models gave", member.asked),
  metric("worker_requests_failed_total", "counter", "requests that failed", member.failed),
  metric("worker_requests_in_flight", "gauge", "requests sent and not answered yet", member.in_flight)
];

/** Of a coordinator. */
export function coordinatorMetrics({queue, workers, others, ...state}: ClusterState): Metric[] {
  const each = (name: string, help: string, of: (member: Member) => number): Metric => ({
    name: `reasonbook_cluster_${name}`,
    kind: "gauge",
    help,
    values: workers.map(member => ({labels: {worker: member.id, host: member.host}, value: of(member)}))
  });
  return [
    metric("queue_jobs_waiting", "gauge", "jobs that no worker has taken", queue.waiting),
    metric("queue_jobs_running", "gauge", "jobs that workers are doing", queue.running),
    metric("queue_jobs_outstanding", "gauge", "jobs whose results have not come", queue.outstanding),
    metric("jobs_done_total", "counter", "results that have come", state.jobs),
    metric("jobs_given_again_total", "counter", "jobs that were put into the queue again", state.given_again),
    metric("jobs_done_here_total", "counter", "jobs that the coordinator did itself", state.done_here),
    metric("workers", "gauge", "workers of this run", workers.length),
    metric("workers_other", "gauge", "living workers of another book or version", others),
    each("tests_per_second", "recent tests per second, by worker", member => member.tests_per_second),
    each("requests_in_flight", "requests in flight, by worker", member => member.in_flight),
    each("requests_failed", "requests that failed, by worker", member => member.failed)
  ];
}

const escaped = (text: string): string => text.replace(/[\\"\n]/g, mark => (mark === "\n" ? "\\n" : `\\${mark}`));

export const metricsText = (metrics: readonly Metric[]): string =>
  metrics
    .flatMap(({name, kind, help, values}) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${kind}`,
      ...values.map(({labels = {}, value}) => {
        const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
        return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}`;
      })
    ])
    .map(line => `${line}\n`)
    .join("");

/** Where metrics are served. */
export interface MetricsAddress {
  host: string;
  port: number;
}

/** PORT, which is on loopback, or HOST:PORT. Throws a UserError. */
export function metricsAddress(text: string): MetricsAddress {
  const found = /^(?:(?<host>[A-Za-z0-9.-]+|\[[0-9a-fA-F:]+\]):)?(?<port>\d{1,5})$/.exec(text)?.groups;
  const port = Number(found?.port);
  if (!found || port > 65_535) throw new UserError(`--metrics expects PORT or HOST:PORT, got "${text}"`);
  return {host: found.host?.replace(/^\[|\]$/g, "") ?? "127.0.0.1", port};
}

/** Serves metrics until it is disposed of. Throws a UserError where the address is taken. */
export async function serveMetrics(
  {host, port}: MetricsAddress,
  metrics: () => readonly Metric[]
): Promise<AsyncDisposable & {url: string}> {
  const server = createServer((request, response) => {
    const known = request.method === "GET" && request.url?.split("?")[0] === "/metrics";
    response.writeHead(known ? 200 : 404, {"content-type": "text/plain; version=0.0.4; charset=utf-8"});
    response.end(known ? metricsText(metrics()) : "there is /metrics\n");
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", error => reject(new UserError(`metrics cannot be served at ${host}:${port}: ${error.message}`)));
    server.listen(port, host, resolve);
  });
  server.unref();
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}/metrics`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    }
  };
}
