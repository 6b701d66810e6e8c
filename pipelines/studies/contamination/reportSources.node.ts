// Reads what a report is made of: the folder of an audit, or the tables of a store.
import {existsSync} from "node:fs";
import {readdir, stat} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {UserError} from "../../rows/error.js";
import {type EvaluationName, evaluationLabels} from "../../store/evaluationName.js";
import {checkedJson, checkedRows} from "../../store/lines.node.js";
import {objectsOf} from "../../store/show.js";
import {query} from "../../store/sql.node.js";
import {storedEmbeddings} from "./embeddingsFile.node.js";
import {type ProbeReport, probeReportSchema} from "./probe.js";
import type {EffectLine, ReadLine, ReportParts} from "./report.js";
import {VERDICTS} from "./settings.js";

const AUDIT = {items: "items.jsonl", files: "manifest.jsonl", kept: "files"} as const;

const itemLineSchema = z.object({
  id: z.string(),
  group: z.string(),
  verdict: z.enum(VERDICTS),
  reason: z.string(),
  by_passage: z.boolean().default(false)
});
const fileLineSchema = z.object({
  corpus: z.string(),
  source: z.string().nullable(),
  file: z.string(),
  bytes: z.number(),
  documents: z.number(),
  read: z.boolean(),
  problems: z.array(z.string())
});

/** The parts of an audit's folder. Throws a UserError where it is none, or where the audit was not finished. */
export async function partsOfFolder(folder: string): Promise<Omit<ReportParts, "probes">> {
  const there = await stat(folder).catch(() => null);
  if (!there?.isDirectory()) throw new UserError(`no folder ${folder}`);
  const has = (name: string) => existsSync(join(folder, name));
  if (!has(AUDIT.items) || !has(AUDIT.files))
    throw new UserError(
      has(AUDIT.kept)
        ? `the audit in ${folder} was not finished: the same command goes on from there`
        : `${folder} is not a folder of an audit: it has no ${has(AUDIT.items) ? AUDIT.files : AUDIT.items}`
    );
  const items = await rowsOf(join(folder, AUDIT.items), itemLineSchema);
  if (items.length === 0) throw new UserError(`the audit in ${folder} holds no item`);
  const files = await rowsOf(join(folder, AUDIT.files), fileLineSchema);
  return {source: folder, items, files, effects: null, embeddings: await storedEmbeddings(folder)};
}

async function rowsOf<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const rows: T[] = [];
  const refuse = (place: string, mistake: string) => new UserError(`${place} ${mistake}; this is not what an audit writes`);
  for await (const row of checkedRows(file, schema, refuse)) rows.push(row);
  return rows;
}

/** The parts of a store, whose tables of contamination have been made. Throws a UserError where no test was audited. */
export async function partsOfStore(folder: string): Promise<Omit<ReportParts, "probes">> {
  const rows = async (text: string) => objectsOf(await query(text, {folder}));
  const items = await rows(
    `select base_task as "group", coalesce(any_value(i.domain), '') as domain, any_value(c.verdict) as verdict, any_value(c.reason) as reason,
       any_value(c.by_passage) as by_passage
     from contamination_items c left join items i using (item_id, base_task) group by item_id, base_task order by base_task, item_id`
  );
  if (items.length === 0)
    throw new UserError(
      "no test of the book was audited: name corpora in it (docs/contamination.md), or give the folder of an audit"
    );
  const files = await rows(
    `select corpus, source, file, bytes::double as bytes, documents::double as documents, "read", problems from contamination_files order by corpus, file`
  );
  const effects = await rows(
    `select model, template, sampler, simulated, clean_answers, clean_accuracy, clean_low, clean_high, contaminated_answers,
       contaminated_accuracy, contaminated_low, contaminated_high, compared_contaminated, gain, gain_low, gain_high, q, memoriser, why
     from contamination_effects order by model, template, sampler`
  );
  const name = evaluationLabels(effects as unknown as EvaluationName[]);
  return {
    source: folder,
    items: items as unknown as ReportParts["items"],
    files: files as unknown as ReadLine[],
    effects: effects.map(
      ({template, sampler, model, ...row}) => ({name: name({model, template, sampler} as EvaluationName), ...row}) as EffectLine
    ),
    embeddings: null
  };
}

/** Names of the probes' reports in an audit's folder. */
const PROBE = /^probe.*\.json$/u;

/** The reports of `contamination probe` in a folder, in the order of their names. */
export const probesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter(name => PROBE.test(name))
    .sort()
    .map(name => join(folder, name));

/** A report of `contamination probe`. Throws a UserError where the file is another one. */
export const probeIn = (file: string): Promise<ProbeReport> =>
  checkedJson(file, probeReportSchema, () => new UserError(`${file} is not a report of contamination probe`));
