// Table and sentences of the page on compression.
import {html} from "npm:htl";
import type {ClusteredEstimate} from "../../stats/clustered.js";
import {LEAST_MATCHED, type Rate, type TracePart} from "../../studies/traces/entropy.js";
import {estimateText} from "../shared/estimate.js";
import {formatCount, formatRate} from "../shared/interval.js";
import {modelLink} from "../shared/modelLink.js";
import {simulatedBadge} from "../shared/simulated.js";
import type {Column} from "../shared/sortable.js";
import {bits, changeText, type EntropyRow, PART_NAMES} from "./plots.js";

/** Number of estimates with an interval, and of those whose interval lies entirely above or below 0. */
function clear(rows: readonly EntropyRow[], of: (row: EntropyRow) => ClusteredEstimate | null) {
  const known = rows.map(of).filter(estimate => estimate !== null && estimate.low !== null && estimate.high !== null);
  return {
    known: known.length,
    above: known.filter(estimate => estimate!.low! > 0).length,
    below: known.filter(estimate => estimate!.high! < 0).length
  };
}

/** What is compared, and the number of traces. */
function matchedSentence(rows: readonly EntropyRow[], {part, samples}: {part: TracePart; samples: number}): string {
  const [matched, traces] = [sum(rows, row => row.matched), sum(rows, row => row.traces)];
  const share =
    traces < samples
      ? ` The table holds ${formatCount(traces)} of ${formatCount(samples)} responses: no episodes, which are many responses in one, and of large stores those to the items whose ids have the lowest MD5, the same for every evaluation.`
      : "";
  return `Only the ${PART_NAMES[part]} of each trace are compressed. ${formatCount(matched)} of ${formatCount(traces)} traces are that long; groups of traces in which fewer than ${formatShare(LEAST_MATCHED)} are stay out of comparisons, since those few would be unusual ones.${share}`;
}

/** Number of evaluations in which wrong and truncated traces are denser or less dense than right ones. */
export function outcomeSentence(rows: readonly EntropyRow[]): string {
  const clauses = (["incorrect", "truncated"] as const).flatMap(outcome => {
    const {known, above, below} = clear(rows, row => row[outcome]);
    return known > 0
      ? [
          `${outcome} traces are denser than correct ones in ${formatCount(above)} of ${formatCount(known)} evaluations and more repetitive in ${formatCount(below)}`
        ]
      : [];
  });
  if (clauses.length === 0) return "No point has two outcomes with traces that are long enough.";
  return `At the same point and length, ${clauses.join("; ")}. Counted are 95 % intervals clear of 0, of which chance alone gives about 1 in 40 on either side.`;
}

/** Number of evaluations whose answers get more repetitive as points get harder, and the clearest one on each side. */
export function loadSentence(rows: readonly EntropyRow[]): string {
  const {known, above, below} = clear(rows, row => row.slope);
  if (known === 0) return "Too few points of different difficulty have traces that are long enough.";
  const few = rows.filter(({slope}) => slope !== null && slope.low === null).length;
  const estimated = rows.filter(({slope}) => slope !== null && slope.low !== null);
  const first = (of: (slope: ClusteredEstimate) => number) => estimated.reduce((x, y) => (of(y.slope!) > of(x.slope!) ? y : x));
  const clearest = [
    ...(below > 0 ? [["more repetitive", first(({high}) => -high!)] as const] : []),
    ...(above > 0 ? [["less repetitive", first(({low}) => low!)] as const] : [])
  ].map(
    ([direction, row]) =>
      `most clearly ${direction}: ${row.name} (${changeText(row.slope)} bits per byte, n = ${formatCount(row.matched)})`
  );
  const named = clearest.length > 0 ? ` Of these, ${clearest.join("; ")}.` : "";
  const unknown = few > 0 ? ` For ${formatCount(few)} more there are too few points.` : "";
  return `From the easiest to the hardest questions of a task, answers get more repetitive in ${formatCount(below)} of ${formatCount(known)} evaluations and less repetitive in ${formatCount(above)}; in the other ${formatCount(known - below - above)} the 95 % interval includes 0, so that no change is shown (n = ${formatCount(sum(estimated, row => row.matched))} traces).${named} Chance alone gives about 1 in 40 on either side.${unknown}`;
}

/** How often loops and garbled text were found. */
export function flawSentence(rows: readonly EntropyRow[]): string {
  const traces = sum(rows, row => row.traces);
  if (traces === 0) return "No trace passes the filters.";
  const rateText = (of: (row: EntropyRow) => Rate, what: string) => {
    const found = sum(rows, row => Math.round(of(row).value * of(row).n));
    const worst = [...rows].sort((a, b) => of(b).value - of(a).value)[0]!;
    return found === 0
      ? `none of ${formatCount(traces)} traces ${what}`
      : `${formatCount(found)} of ${formatCount(traces)} traces ${what}, most often in ${worst.name} (${formatRate(of(worst))} of ${formatCount(of(worst).n)})`;
  };
  const text = `${rateText(row => row.loops, "run in a loop")}; ${rateText(row => row.garbled, "are garbled")}.`;
  return text[0]!.toUpperCase() + text.slice(1);
}

/** The sentences of the page. */
export const traceSentences = (rows: readonly EntropyRow[], options: {part: TracePart; samples: number}) => ({
  load: loadSentence(rows),
  matched: matchedSentence(rows, options),
  outcomes: outcomeSentence(rows),
  flaws: flawSentence(rows)
});

/** Columns of the sortable table. */
export function entropyColumns(): Column<EntropyRow>[] {
  const estimate = (
    key: "density" | "incorrect" | "truncated" | "slope",
    label: string,
    description: string
  ): Column<EntropyRow> => ({
    key,
    label,
    numeric: true,
    by: row => row[key]?.value ?? null,
    show: row => (key === "density" ? estimateText(row[key], bits) : changeText(row[key])),
    description
  });
  const rate = (key: "loops" | "garbled", label: string, description: string): Column<EntropyRow> => ({
    key,
    label,
    numeric: true,
    by: row => row[key].value,
    show: row => formatRate(row[key]),
    description
  });
  return [
    {
      key: "model",
      label: "Evaluation",
      by: row => row.name,
      show: row => html`<span>${modelLink(row.model, row.name)} ${row.simulated ? simulatedBadge() : ""}</span>`
    },
    estimate("density", "Bits per byte", "mean over traces that are long enough; 95 % interval over points"),
    estimate("incorrect", "Incorrect − correct", "bits per byte, within points; 95 % interval over points"),
    estimate("truncated", "Truncated − correct", "bits per byte, within points; 95 % interval over points"),
    estimate(
      "slope",
      "Easiest to hardest",
      "change of bits per byte from difficulty 0 to 1, within tasks; 95 % interval over points"
    ),
    {
      key: "points",
      label: "Points",
      numeric: true,
      by: row => row.slope?.clusters ?? null,
      show: row => (row.slope ? formatCount(row.slope.clusters) : "–"),
      description: "of different difficulty, to which the column before belongs"
    },
    {
      key: "matched",
      label: "Long enough",
      numeric: true,
      by: row => row.matched,
      show: row => formatCount(row.matched),
      description: "traces behind the columns on bits"
    },
    rate("loops", "Loops", "share of all traces that run in a loop; 95 % interval over points"),
    rate("garbled", "Garbled", "share of all traces; 95 % interval over points"),
    {
      key: "traces",
      label: "Traces",
      numeric: true,
      by: row => row.traces,
      show: row => formatCount(row.traces),
      description: "n of the two rates"
    }
  ];
}

/** Rows of the CSV file: every number with the ends of its interval. */
export const entropyCsv = (rows: readonly EntropyRow[]): Record<string, unknown>[] =>
  rows.map(({model, template, sampler, simulated, traces, matched, ...row}) => ({
    model,
    template,
    sampler,
    simulated,
    traces,
    matched,
    ...Object.fromEntries(
      (["density", "incorrect", "truncated", "slope", "loops", "garbled"] as const).flatMap(key => [
        [key, row[key]?.value ?? null],
        [`${key}_low`, row[key]?.low ?? null],
        [`${key}_high`, row[key]?.high ?? null]
      ])
    )
  }));

const formatShare = (share: number): string => (share === 0.5 ? "half" : `${100 * share} %`);
const sum = (rows: readonly EntropyRow[], of: (row: EntropyRow) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
