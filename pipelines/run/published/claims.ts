// Table `claims` of the published store: accuracies that the benchmarks' authors report, recomputed from their answers by our reader.
import {existsSync} from "node:fs";
import {readFile} from "node:fs/promises";
import {basename, join} from "node:path";
import type {DuckDBConnection} from "@duckdb/node-api";
import {z} from "zod";
import {literal} from "../../rows/literal.js";
import {parquetSource} from "../../rows/parquet.js";
import {CORRECT} from "../../score/status.js";
import type {Written} from "../../store/files.node.js";
import {fileOf} from "../../store/publish.node.js";
import {openStage} from "../../store/writer.node.js";
import {figureOf, holds, show, type Verdict} from "../../studies/claims/figure.js";
import {printedOf} from "../../studies/claims/finding.js";
import {claimsTables} from "../../studies/claims/tables.js";
import {nameOf} from "../imports/naming.js";
import type {LoadedSet} from "./sources.js";

/** Rows of ZeroEval's tables and of MMLU-Pro's. */
const accuracySchema = z.union([
  z.looseObject({Model: z.string(), Acc: z.string()}).transform(({Model, Acc}) => ({model: Model, printed: Acc})),
  z
    .looseObject({model: z.string(), published_accuracy: z.number()})
    .transform(({model, published_accuracy}) => ({model, printed: published_accuracy.toFixed(2)}))
]);

const PACKED = /\.jsonl(?:\.gz)?$/u;

interface Counts {
  /** answers, those without a verdict included */
  n: number;
  /** right ones by our reader */
  ours: number;
  /** answers that it does not read */
  unread: number;
  /** right ones by the authors' verdict on each answer; null where they publish none */
  theirs: number | null;
}

/** Writes the table into the store's folder, whose tables `samples` and `measures` are there. @param from folder with the raw data */
export async function writeClaims(
  connection: DuckDBConnection,
  {folder, from, sets}: {folder: string; from: string; sets: readonly LoadedSet[]}
): Promise<Record<string, Written>> {
  const stored = (table: string) => parquetSource(join(folder, fileOf(table)));
  await using stage = await openStage({claims: claimsTables.claims}, {folder});
  for (const {suite, accuracies, loaded} of sets) {
    if (!accuracies || !existsSync(join(from, accuracies.file))) continue;
    const {file, title} = accuracies;
    const accuracyRows = z.array(accuracySchema).parse(JSON.parse(await readFile(join(from, file), "utf8")));
    const models = new Map(loaded.map(run => [accuracies.nameOf(basename(run.file).replace(PACKED, "")), nameOf(run.model)]));
    let position = 0;
    for (const {model, printed} of accuracyRows) {
      const name = models.get(model);
      if (name === undefined) continue;
      const ofModel = `model = ${literal(name)} and `;
      const measuresOf = `from ${stored("measures")} where ${ofModel} item_id in (select item_id from ${stored("items")} where base_task = ${literal(suite)})`;
      const [counts] = (
        await connection.runAndReadAll(`select (scored + missing)::integer as n, ours::integer as ours, (unread + missing)::integer as unread, theirs::integer as theirs
          from (select count(*) as scored, count(*) filter (status = ${CORRECT}) as ours, count(*) filter (not parsed) as unread
              from ${stored("samples")} where ${ofModel} base_task = ${literal(suite)}),
            (select count(*) as missing ${measuresOf} and name = 'not_scored'), (select sum(value) as theirs ${measuresOf} and name = 'reported_right')`)
      ).getRowObjectsJS() as unknown as [Counts];
      stage.append("claims", {
        file,
        title,
        position: position++,
        id: `accuracy/${model}`,
        claim: "accuracy",
        kind: "accuracy",
        part: model,
        says: "share of right answers",
        quoted: false,
        ...findingOf(printed, counts)
      });
    }
  }
  return {claims: await stage.write("claims", join(folder, fileOf("claims")), {allowEmpty: true})};
}

/**
 * A reported accuracy against the share of right answers: by the authors' verdicts on each answer where these are published, else by our reader,
 * with a range from unread answers that are all wrong to unread ones that are all right. Then nothing contradicts another figure, since their
 * reader may read otherwise.
 */
function findingOf(printed: string, {n, ours, unread, theirs}: Counts) {
  const figure = figureOf(printed, {within: [0, 100]});
  const percent = (right: number) => (100 * right) / n;
  const value = percent(theirs ?? ours);
  const isReproduced = holds(figure, value);
  const verdict: Verdict = isReproduced ? "reproduced" : theirs === null ? "possible" : "not reproducible";
  const needed = Math.round((figure.value * n) / 100);
  const text = (right: number) =>
    `${right.toLocaleString("en")} of ${n.toLocaleString("en")} answers are right = ${show(percent(right), 2)} %`;
  return {
    ...printedOf(figure),
    value,
    low: value,
    high: percent(theirs ?? ours + unread),
    quantity: "right answers, %",
    n,
    n_of: "answers",
    verdict,
    chance: null,
    arithmetic: `${text(theirs ?? ours)}, by ${theirs === null ? "our reader" : "the verdicts of the authors"}`,
    reading:
      theirs !== null
        ? `by our reader ${text(ours)}`
        : isReproduced
          ? ""
          : `${needed.toLocaleString("en")} right answers would give it`
  };
}
