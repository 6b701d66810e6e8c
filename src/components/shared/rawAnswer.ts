// Place of a published answer's raw text, which no store of them contains, and the facts of it that one does.
import {literal} from "../../pipelines/rows/literal.js";
import type {EvaluationName} from "../../pipelines/store/evaluationName.js";
import {publishedManifest} from "./source.js";
import type {OpenTables} from "./tables.js";

/** Identifies a response: without `eval_id`, of any evaluation with these names; without `trial`, the first. */
export interface ResponseKey extends EvaluationName {
  eval_id?: string;
  /** the task of the test, by which texts that lie elsewhere are found */
  base_task: string;
  item_id: string;
  trial?: number;
}

export interface RawAnswer {
  /** address of the raw file; null where the manifest has none */
  address: string | null;
  /** 1-based record in it */
  line: number;
  /** verdict of those who published it; null where they gave none */
  reported: boolean | null;
  ended: string;
  trace_bytes: number | null;
  compressed_bytes: number | null;
}

/** Raw files of a benchmark, as the manifest has them. */
interface PublishedSet {
  suite: string;
  raw: readonly {model?: string; base_task?: string; address: string}[];
}

/** Address of the file with a model's raw answers to a task: of that model, else one with all models. */
function addressOf(
  published: readonly PublishedSet[],
  {model, base_task}: Pick<ResponseKey, "model" | "base_task">
): string | null {
  const raw = published.filter(({suite}) => base_task === suite || base_task.startsWith(`${suite}-`)).flatMap(each => each.raw);
  const file =
    raw.find(each => each.model === model && each.base_task === base_task) ?? raw.find(each => each.model === undefined);
  return file?.address.startsWith("https://") ? file.address : null;
}

/** The raw answer of a sample; null where there is no such sample. @param sql with the published tables `samples` and `measures` */
export async function rawAnswerOf(sql: OpenTables, key: ResponseKey): Promise<RawAnswer | null> {
  const {model, template, sampler, eval_id, base_task, item_id, trial} = key;
  const where = (columns: Record<string, string | undefined>): string =>
    Object.entries(columns)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([column, value]) => `${column} = ${literal(value)}`)
      .join(" and ");
  const rows = await sql.query(
    `select line, ended, trace_bytes, compressed_bytes, trial, (select max(value) from measures where ${where({eval_id, model, item_id, name: "reported_right"})}
        and trial = s.trial) as reported
      from samples s where ${where({eval_id, model, template, sampler, item_id})} ${trial === undefined ? "" : `and trial = ${Number(trial)}`}
      order by trial limit 1`
  );
  type Row = Omit<RawAnswer, "address" | "reported"> & {reported: number | null};
  const [row] = Array.from(rows, each => (each as unknown as {toJSON(): Row}).toJSON());
  if (!row) return null;
  const {published} = (await publishedManifest()) as {published: readonly PublishedSet[]};
  return {
    ...row,
    reported: row.reported === null ? null : row.reported === 1,
    address: addressOf(published, {model, base_task})
  };
}
