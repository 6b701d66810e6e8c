// Users' additions to a store's points that reruns must keep: facet tags (tags.json) and upserted rows (upserts.parquet).
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {nameSchema} from "../../book/schemas.js";
import {UserError} from "../../rows/error.js";
import {replaceFile} from "../files.node.js";
import {FACETS, type Facet, type PointRow, pointRowOf, type RowFacets} from "../rows.node.js";
import {readRows} from "../sql.node.js";

const TAGS_FILE = "tags.json";
export const UPSERTS = "upserts";

const someFacets = z.strictObject(Object.fromEntries(FACETS.map(facet => [facet, z.array(nameSchema).optional()])));
const tagsSchema = z.strictObject({
  version: z.literal(1),
  points: z.array(
    z.strictObject({
      model: z.string(),
      template: z.string(),
      sampler: z.string(),
      base_task: z.string(),
      params: z.string(),
      add: someFacets.optional(),
      remove: someFacets.optional()
    })
  )
});

/** The fields that identify a point: model, template, sampler, task and parameters. */
export type Identity = Pick<PointRow, "model" | "template" | "sampler" | "base_task" | "params">;

/** The identity of a point as one text. */
export const identityOf = ({model, template, sampler, base_task, params}: Identity): string =>
  JSON.stringify([model, template, sampler, base_task, params]);

type Names = Partial<Record<Facet, string[]>>;
interface Edit extends Identity {
  add: Names;
  remove: Names;
}

/** Users' edits of tags by point. An added tag stays on the point and a removed one stays off it, whatever the book says later. */
export interface Overlay {
  /** The row with the edits applied to its tags. */
  tagged(row: PointRow): PointRow;
  /** Whether a user removed a tier from any point of a task. */
  takenOff(tier: string, base_task: string): boolean;
  edit(point: Identity, facet: Facet, {add, remove}: {add: readonly string[]; remove: readonly string[]}): void;
  save(): Promise<void>;
}

/** Reads a store's tags. A file that cannot be read is a UserError, because tags given by hand must not be lost unnoticed. */
export async function openOverlay(folder: string): Promise<Overlay> {
  const file = join(folder, TAGS_FILE);
  const edits = new Map((await readEdits(file)).map(edit => [identityOf(edit), edit]));
  return {
    tagged(row) {
      const edit = edits.get(identityOf(row));
      if (!edit) return row;
      const facets = FACETS.map(facet => {
        const off = new Set(edit.remove[facet]);
        return [facet, union(row[facet], edit.add[facet]).filter(name => !off.has(name))];
      });
      return {...row, ...(Object.fromEntries(facets) as RowFacets)};
    },
    takenOff: (tier, base_task) =>
      [...edits.values()].some(edit => edit.base_task === base_task && edit.remove.tiers?.includes(tier)),
    edit({model, template, sampler, base_task, params}, facet, {add, remove}) {
      const identity = {model, template, sampler, base_task, params};
      const key = identityOf(identity);
      const edit = edits.get(key) ?? {...identity, add: {}, remove: {}};
      edits.set(key, edit);
      const without = (names: string[] | undefined, gone: readonly string[]) =>
        (names ?? []).filter(name => !gone.includes(name));
      edit.add[facet] = without(union(edit.add[facet], add), remove);
      edit.remove[facet] = without(union(edit.remove[facet], remove), add);
    },
    save: () => replaceFile(file, temporary => writeFile(temporary, textOf([...edits.values()])))
  };
}

async function readEdits(file: string): Promise<Edit[]> {
  if (!existsSync(file)) return [];
  try {
    const {points} = tagsSchema.parse(JSON.parse(await readFile(file, "utf8")));
    return points.map(({add = {}, remove = {}, ...identity}) => ({...identity, add, remove}));
  } catch {
    throw new UserError(`${file} is not a list of tags as npm run points -- tag writes it; correct it or move it away`);
  }
}

/** The edits as text, one point per line in order of identity, which is readable and gives small diffs. */
function textOf(edits: readonly Edit[]): string {
  const filled = (names: Names): Names | undefined => {
    const entries = Object.entries(names).filter(([, list]) => list.length > 0);
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  };
  const lines = edits
    .map(({add, remove, ...identity}) => ({...identity, add: filled(add), remove: filled(remove)}))
    .filter(({add, remove}) => add || remove)
    .sort((a, b) => (identityOf(a) < identityOf(b) ? -1 : 1));
  return `{"version": 1, "points": [${lines.map(line => `\n${JSON.stringify(line)}`).join(",")}\n]}\n`;
}

const union = (a: readonly string[] = [], b: readonly string[] = []): string[] => [...new Set([...a, ...b])].sort();

/** The rows of a store's table of points, or with `upserts` its upserted points; none where the file is missing. */
export async function readPoints(folder: string, table: "points" | typeof UPSERTS = "points"): Promise<PointRow[]> {
  const file = join(folder, `${table}.parquet`);
  if (!existsSync(file)) return [];
  const rows: PointRow[] = [];
  for await (const row of readRows(file)) rows.push(pointRowOf(row));
  return rows;
}

/**
 * The points that a rerun publishes: its own, and those upserted points that it did not measure itself. An upserted row of a task whose
 * generator has another version by now is left out; `leaveOut` is called with it.
 */
export function withUpserts(
  own: readonly PointRow[],
  upserted: readonly PointRow[],
  {leaveOut}: {leaveOut: (reason: string) => void}
): PointRow[] {
  const measured = new Set(own.map(identityOf));
  const versions = new Map(own.map(({base_task, generator_version}) => [base_task, generator_version]));
  const clashes = new Map<string, number>();
  const carried = upserted.filter(row => {
    if (measured.has(identityOf(row))) return false;
    const version = versions.get(row.base_task);
    if (version === undefined || version === row.generator_version) return true;
    const clash = `of ${row.base_task} with generator version ${row.generator_version}, beside version ${version}`;
    clashes.set(clash, (clashes.get(clash) ?? 0) + 1);
    return false;
  });
  for (const [clash, rows] of clashes) leaveOut(`${rows} upserted ${rows === 1 ? "row" : "rows"} left out: ${clash}`);
  return [...own, ...carried];
}
