// Tables of contamination of the published store: the audit of public benchmarks against public training sets, whose facts are in the repository.
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {gzipSync} from "node:zlib";
import {z} from "zod";
import {UserError} from "../../rows/error.js";
import {checkedRows} from "../../store/lines.node.js";
import type {Stage} from "../../store/writer.node.js";
import {VERDICTS} from "../../studies/contamination/settings.js";

/** Facts of the audit, JSON lines. */
export const AUDIT_FACTS = join("data", "audits", "training-sets.jsonl.gz");

/** The audited training sets, by the name of their folder. */
const CORPORA: Readonly<Record<string, {corpus: string; source: string; licence: string}>> = {
  gpteacher: {corpus: "GPTeacher", source: "https://github.com/teknium1/GPTeacher, commit 48107512", licence: "MIT"},
  "self-instruct": {
    corpus: "self-instruct, with a sample of T0's training data",
    source: "https://github.com/yizhongw/self-instruct, commit 0b26ccaa",
    licence: "Apache-2.0"
  },
  "gsm8k-train": {
    corpus: "GSM8K, training questions",
    source: "https://github.com/openai/grade-school-math, commit 3101c7d5",
    licence: "MIT"
  }
};

const share = z.number().min(0).max(1).nullable();
const measures = {containment: share, run_words: z.int().nullable(), subsequence: share, words: z.int(), reason: z.string()};
const verdict = z.enum(VERDICTS);
const itemSchema = z.object({
  ...measures,
  id: z.string(),
  verdict,
  jaccard_max: share,
  probability: share.default(null),
  document: z.string().nullable(),
  by_passage: z.boolean(),
  all_words: z.int(),
  bits_per_word: z.number()
});
const hitSchema = z.object({...measures, id: z.string(), verdict, document: z.string(), jaccard: z.number(), bits: z.number()});
const fileSchema = z.object({
  file: z.string(),
  format: z.string(),
  bytes: z.int(),
  sha256: z.string().nullable(),
  documents: z.int(),
  words: z.int(),
  read: z.boolean(),
  problems: z.array(z.string())
});
const factSchema = z.union([
  z.object({item: itemSchema}),
  z.object({hit: hitSchema}),
  z.object({file: fileSchema.extend({corpus: z.string()})})
]);

/** Rows of a file that an audit wrote, or of the facts. */
const rowsOf = <T>(file: string, schema: z.ZodType<T>) =>
  checkedRows(file, schema, (place, mistake) => new UserError(`${place} ${mistake}; this is not what an audit writes`));

/** A path without the folders above that of its training set. */
const withinCorpora = (path: string): string => {
  const parts = path.split("/");
  const first = parts.findIndex(part => part in CORPORA);
  if (first < 0) throw new UserError(`${path} is in none of the folders ${Object.keys(CORPORA).join(", ")}`);
  return parts.slice(first).join("/");
};

/**
 * Writes the facts from what `contamination audit --out FOLDER` wrote, without the documents' texts.
 * @param folder its folder; ids of items are `BENCHMARK/NUMBER`, corpora lie in folders that are named as in `CORPORA`
 * @throws UserError where a file is of none of the training sets
 */
export async function writeAuditFacts(folder: string, out = AUDIT_FACTS): Promise<void> {
  const lines = [];
  for await (const row of rowsOf(join(folder, "manifest.jsonl"), fileSchema)) {
    const file = withinCorpora(row.file);
    lines.push({file: {...row, file, corpus: file.split("/")[0]!}});
  }
  for await (const item of rowsOf(join(folder, "items.jsonl"), itemSchema))
    lines.push({item: {...item, document: item.document && withinCorpora(item.document)}});
  for await (const hit of rowsOf(join(folder, "hits.jsonl"), hitSchema))
    lines.push({hit: {...hit, document: withinCorpora(hit.document)}});
  await writeFile(out, gzipSync(lines.map(line => `${JSON.stringify(line)}\n`).join(""), {level: 9}));
}

/**
 * Appends the audit's rows to the tables of contamination.
 * @param ids the store's item_id of an item of its benchmarks, by benchmark and number; items of other benchmarks keep their own
 */
export async function appendAudit(stage: Stage, facts: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const named = ({id, ...row}: {id: string}) => ({...row, item_id: ids.get(id) ?? id, base_task: id.split("/")[0]!});
  for await (const fact of rowsOf(facts, factSchema)) {
    if ("item" in fact) stage.append("contamination_items", named(fact.item));
    else if ("hit" in fact) stage.append("contamination_hits", {...named(fact.hit), excerpt: "", run_at: 0, run_length: 0});
    else stage.append("contamination_files", {...fact.file, ...CORPORA[fact.file.corpus]!});
  }
}
