// Tables of page Contamination, and figures with the tables of their numbers.
import {html} from "npm:htl";
import {
  type CalibratedRow,
  calibrationColumns,
  calibrationPlot,
  calibrationSentence
} from "../../pipelines/charts/contamination/calibration.js";
import {type CopyRow, copyColumns, type ParaphraseRow, paraphraseColumns} from "../../pipelines/charts/contamination/copies.js";
import {detectorColumns} from "../../pipelines/charts/contamination/detectors.js";
import {performanceColumns} from "../../pipelines/charts/contamination/performance.js";
import {
  domainColumns,
  domainPlot,
  domainSentence,
  effectColumns,
  effectPlot,
  effectSentence,
  type RateRow,
  rateColumns
} from "../../pipelines/charts/contamination/rates.js";
import {formatBytes} from "../../pipelines/charts/shared/interval.js";
import {type DetectorRow, detectorRows} from "../../pipelines/studies/contamination/detectors.js";
import type {PerformanceRow} from "../../pipelines/studies/contamination/performanceRow.js";
import {NEAR} from "../../pipelines/studies/contamination/windows.js";
import {type Column, countColumn, formatCount, numberColumn, textColumn} from "../shared/charts.js";
import {tableBox} from "../shared/page.js";

type EffectRow = Parameters<typeof effectPlot>[0][number];
type DomainRow = Parameters<typeof domainPlot>[0][number];

/** Table of the rates of contaminated tests. @param isOwn whether a reader's text was searched: its order is not in the address */
export const rateTable = (rates: readonly RateRow[], {isOwn = false} = {}): DocumentFragment =>
  isOwn
    ? tableBox("own-rates", rates, rateColumns("Task, bank or file"), {sort: "-value", key: null})
    : tableBox("rates", rates, rateColumns("Task or bank"), {sort: "-value", csv: ["contamination.csv", () => rates]});

/** Table of copies of tests in documents. */
export const copyTable = (copies: readonly CopyRow[], {isOwn = false} = {}): DocumentFragment =>
  tableBox(isOwn ? "own-copies" : "copy-list", copies, copyColumns(), {sort: "-containment", key: null});

/** Table of likely paraphrases in a reader's text. */
export const paraphraseTable = (rows: readonly ParaphraseRow[]): DocumentFragment =>
  tableBox("own-paraphrase-list", rows, paraphraseColumns(), {sort: "-probability", key: null});

/** The sentence of a section, and its chart with the table of the chart's numbers. */
interface Described {
  sentence: string;
  figure(size: {width: number}): DocumentFragment;
}

/** Describes what models gain on contaminated tests; the chart is left out where no gain could be computed. */
export const describeEffects = (rows: readonly EffectRow[]): Described => ({
  sentence: effectSentence(rows),
  figure({width}) {
    const csv = ["contamination-effects.csv", () => rows] as const;
    const table = tableBox("effects", rows, effectColumns(rows), {sort: "-gain", key: null, csv});
    return html.fragment`${rows.some(({gain}) => gain !== null) ? effectPlot(rows, {width}) : ""}${table}`;
  }
});

/** Describes the domains of one corpus; the chart is left out where no share is known. @param rows of all corpora, for the file */
export function describeDomains(rows: readonly DomainRow[], corpus: string | undefined): Described {
  const ofCorpus = rows.filter(row => row.corpus === corpus);
  return {
    sentence: domainSentence(ofCorpus),
    figure({width}) {
      const csv = ["contamination-domains.csv", () => rows] as const;
      const table = tableBox("domains", ofCorpus, domainColumns(), {sort: "-corpus_share", key: null, csv});
      return html.fragment`${ofCorpus.some(({corpus_share}) => corpus_share !== null) ? domainPlot(ofCorpus, {width}) : ""}${table}`;
    }
  };
}

/** A row of the table `contamination_files`. */
interface CorpusFile {
  corpus: string;
  source: string | null;
  licence: string | null;
  file: string;
  bytes: number;
  documents: number;
  words: number;
  read: boolean;
  problems: readonly string[];
}

const MAX_ROWS = 12; // more scroll inside a frame

const fileColumns: readonly Column<CorpusFile>[] = [
  textColumn("corpus", "Corpus", row => row.corpus),
  textColumn("file", "File", row => row.file),
  {key: "source", label: "Source", show: row => row.source ?? "not stated"},
  {key: "licence", label: "Licence", show: row => row.licence ?? "not stated"},
  numberColumn(
    "bytes",
    "Size",
    row => row.bytes,
    row => formatBytes(row.bytes)
  ),
  countColumn("documents", "Documents"),
  countColumn("words", "Words"),
  textColumn("read", "Read", row => (row.read ? "to its end" : "not to its end"), {by: row => String(row.read)}),
  {key: "problems", label: "Problems", show: row => row.problems.join("; ")}
];

/** Describes the files of all corpora: a sentence, empty without files, and a table or a message without files. */
export function describeCorpora(files: readonly CorpusFile[]): {sentence: string; table(): Node} {
  const names = [...new Set(files.map(({corpus, licence}) => `${corpus}${licence ? ` (${licence})` : ""}`))];
  const total = (key: "documents" | "bytes") => files.reduce((sum, file) => sum + file[key], 0);
  if (files.length === 0)
    return {
      sentence: "",
      table: () =>
        html`<p id="corpus-files">The book names no corpus: add some under <code>corpora:</code>, or search a text of your own below.</p>`
    };
  return {
    sentence: `Searched: ${names.join(", ")}; ${formatCount(total("documents"))} documents, ${formatBytes(total("bytes"))}.`,
    table: () => tableBox("corpus-files", files, fileColumns, {key: null, tall: files.length > MAX_ROWS})
  };
}

/** Describes a calibration: the sentence and the table are of the published threshold. */
export function describeCalibration(rows: readonly CalibratedRow[]): Described {
  const atPublished = rows.filter(({threshold}) => Math.abs(threshold - NEAR) < 1e-9);
  const csv = ["contamination-calibration.csv", () => rows] as const;
  const table = () => tableBox("calibration-table", atPublished, calibrationColumns(), {key: null, tall: false, csv});
  return {
    sentence: calibrationSentence(atPublished),
    figure: ({width}) => html.fragment`${calibrationPlot(rows, {published: NEAR, width})}${table()}`
  };
}

/** Table of evaluations' scores on a set next to those that the reference set predicts. */
export const performanceTable = (rows: readonly PerformanceRow[]): DocumentFragment =>
  tableBox("performance-table", rows, performanceColumns(), {
    sort: "-effect",
    key: null,
    csv: ["contamination-performance.csv", () => rows]
  });

/** Table of detectors of contamination, with their false alarms in simulations. */
export function detectorTable(alarms: Parameters<typeof detectorRows>[0]): DocumentFragment {
  const rows = detectorRows(alarms);
  const cells = ({alarms, ...row}: DetectorRow) => {
    const counts = Object.entries(alarms).flatMap(([name, each]) => [
      [`${name}_alarms`, each?.alarms],
      [`${name}_n`, each?.n]
    ]);
    return {...row, ...Object.fromEntries(counts)};
  };
  const csv = ["detectors.csv", () => rows.map(cells)] as const;
  return tableBox("detector-table", rows, detectorColumns(), {key: null, tall: false, csv});
}
