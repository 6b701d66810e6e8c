// Makes the study tables `history` and `history_changes` from the files of data/history.
import {sha256Hex} from "../../book/canonical.js";
import {tQuantile} from "../../stats/distributions.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import {readManifest} from "../../store/manifest.node.js";
import type {Row} from "../../store/writer.node.js";
import {evaluationOf, maker} from "../maker.node.js";
import {changesOf, unpacked} from "./changes.js";
import {type History, historyText, readHistory} from "./files.node.js";
import {type HistoryRow, hasUnknownTruncation, seriesOf} from "./row.js";
import {historyTables} from "./tables.js";

/** The recorded runs of a store's own evaluations: a site shows the stores that it is built from, and no model that was only tried. */
async function readOwnHistory(folder: string): Promise<History> {
  const evaluations = new Set((await readManifest(folder))?.evaluations.map(({eval_id}) => eval_id));
  const {rows, faults} = await readHistory();
  return {rows: rows.filter(({eval_id}) => evaluations.has(eval_id)), faults};
}

/** What the tables depend on: the recorded runs of the store's evaluations. */
export const key = async (folder: string): Promise<string> => sha256Hex(historyText((await readOwnHistory(folder)).rows));

/** Writes the tables into a store, without rows where no run was recorded. */
export const make = maker(historyTables, async ({folder, report, stage}) => {
  const {rows, faults} = await readOwnHistory(folder);
  for (const fault of faults) report.warn(fault);
  for (const series of groupBy(rows, seriesOf).values()) {
    const {suite, simulated} = series[0]!;
    const whose = {...evaluationOf(series[0]!), suite, simulated};
    for (const [i, row] of series.entries()) stage.append("history", {...whose, ...historyRow(row, series[i - 1])});
    const servedAt = new Map(series.map(row => [row.date, row.served.join("\n")]));
    for (const change of changesOf(series))
      stage.append("history_changes", {
        ...whose,
        ...change,
        served_changed: change.kind === "step" && servedAt.get(change.before) !== servedAt.get(change.after)
      });
  }
});

function historyRow(row: HistoryRow, before: HistoryRow | undefined): Row {
  const {n, accuracy, score, reasonscore, cost, latency} = row;
  const share = (name: string, k: number): Row => {
    const {low, high} = shareOf(k, n);
    return {[name]: k / n, [`${name}_low`]: low, [`${name}_high`]: high};
  };
  const estimate = (name: string, found: {value: number; low: number | null; high: number | null} | null): Row => ({
    [name]: found?.value ?? null,
    [`${name}_low`]: found?.low ?? null,
    [`${name}_high`]: found?.high ?? null
  });
  const half = cost.n > 1 ? (tQuantile(0.975, cost.n - 1) * cost.sd) / Math.sqrt(cost.n) : null;
  const old = before && unpacked(before.outcomes);
  const {date, unscored, claimed, served, status, version, git_commit, book, items} = row;
  return {
    date,
    n,
    unscored,
    claimed,
    served,
    status,
    version,
    git_commit,
    book,
    items,
    common: old ? [...unpacked(row.outcomes).keys()].filter(item => old.has(item)).length : null,
    ...estimate("accuracy", accuracy),
    ...estimate("score", score),
    ...estimate("reasonscore", reasonscore),
    ...share("refused", row.refused),
    ...(hasUnknownTruncation(row) ? estimate("truncated", null) : share("truncated", row.truncated)),
    ...estimate("cost", {
      value: cost.mean,
      low: half === null ? null : cost.mean - half,
      high: half === null ? null : cost.mean + half
    }),
    spend: cost.total,
    ...estimate("latency", latency && {value: latency.p50, low: latency.p50_low, high: latency.p50_high}),
    latency_p90: latency?.p90 ?? null,
    latency_p99: latency?.p99 ?? null
  };
}
