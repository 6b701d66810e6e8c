// The step that fits item response and brings the fit to the scale of earlier rounds, whose items keep their parameters.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {z} from "zod";
import {plural} from "../../book/plural.js";
import {replaceFile} from "../../store/files.node.js";
import {contentOf, readManifest} from "../../store/manifest.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {drift} from "../../studies/irt/diagnose/drift.js";
import {anchorsOf} from "../../studies/irt/estimate/link.js";
import {type FitFile, fitFileSchema, itemsOf} from "../../studies/irt/fitFile.js";
import {onScale} from "../../studies/irt/outputs.js";
import type {Done, Work} from "./step.js";
import {madeStudies} from "./studySteps.js";

/** File of a store with the items of all rounds on the scale of the first. */
const ROUNDS = "irt-rounds.json";
/** Fewest anchors that a link is made by. */
const FEWEST = 2;

const roundSchema = z.object({
  date: z.string().describe("day on which the round's run ended, YYYY-MM-DD"),
  digest: z.string().describe("of the fit: irt_items and irt_ability"),
  items: z.int().describe("fitted items of the round"),
  added: z.int().describe("of these, items that no earlier round has"),
  anchors: z.int().describe("items that linked it to the earlier rounds; 0 of the first"),
  drifted: z
    .array(z.string())
    .describe("items of earlier rounds whose difficulty has changed; they keep theirs, and do not link"),
  A: z.number().describe("ability on the scale of the first round = A × ability of this fit + B"),
  B: z.number(),
  se_A: z.number().nullable(),
  se_B: z.number().nullable()
});
const roundsSchema = fitFileSchema.extend({rounds: z.array(roundSchema).min(1)});
type Rounds = z.infer<typeof roundsSchema>;

/** A round that is the last one already leaves the file as it is. One that shares too few items with earlier rounds is not joined to them. */
export async function irtUpdate(work: Work): Promise<Done> {
  const {folder, report} = work;
  const made = await madeStudies(["irt", "adjusted/ability"], work);
  const fit = await fitOf(folder);
  const items = itemsOf(fit);
  if (items.length === 0)
    return {made, line: "nothing to fit: a fit needs three evaluations, and three tests on which they differ"};
  const told = items.filter(({se_b}) => Number.isFinite(se_b)).length;
  if (told < FEWEST)
    return {made, line: `no round: the answers determine the difficulty of ${plural(told, "item")}, and a link needs ${FEWEST}`};
  const digest = (await contentOf(folder, ["irt_items", "irt_ability"])).join(", ");
  const date = ((await readManifest(folder))?.finished ?? "").slice(0, "2026-01-31".length);
  const file = join(folder, ROUNDS);
  const before = await readRounds(file, report.warn);
  if (before?.rounds.at(-1)?.digest === digest)
    return {made, line: `round ${before.rounds.length} stands: ${plural(before.item.length, "item")}`};
  const write = (rounds: Rounds) => replaceFile(file, temporary => writeFile(temporary, `${JSON.stringify(rounds, null, 1)}\n`));
  if (before === null) {
    const round = {date, digest, items: items.length, added: items.length, anchors: 0, drifted: []};
    await write({...fit, rounds: [{...round, A: 1, B: 0, se_A: null, se_B: null}]});
    return {made, line: `round 1: ${plural(items.length, "item")} set the scale`};
  }
  const anchors = anchorsOf(itemsOf(before), items).filter(([a, b]) => Number.isFinite(a.se_b + b.se_b));
  if (anchors.length < FEWEST) {
    report.warn(
      `item response: ${plural(anchors.length, "item")} in common with earlier rounds, and a link needs ${FEWEST}; ${file} is not changed. Delete it to start again`
    );
    return {made, line: `not linked: ${plural(anchors.length, "anchor")}`};
  }
  const {link, items: changes} = drift(anchors);
  const linked = onScale(fit, link);
  const known = new Set(before.item.map(({id}) => id));
  const added = linked.item.filter(({id}) => !known.has(id));
  const drifted = changes.filter(each => each.drifted).map(({id}) => id);
  const round = {date, digest, items: items.length, added: added.length, anchors: link.anchors, drifted};
  const errors = {se_A: Number.isFinite(link.seA) ? link.seA : null, se_B: Number.isFinite(link.seB) ? link.seB : null};
  await write({
    ...linked,
    item: [...before.item, ...added],
    rounds: [...before.rounds, {...round, A: link.A, B: link.B, ...errors}]
  });
  return {
    made,
    line: `round ${before.rounds.length + 1}: linked by ${plural(link.anchors, "anchor")}, ${drifted.length} drifted, ${plural(added.length, "item")} new`
  };
}

async function readRounds(file: string, warn: (text: string) => void): Promise<Rounds | null> {
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  try {
    return roundsSchema.parse(JSON.parse(text));
  } catch {
    warn(`${file} cannot be read, and is started again`);
    return null;
  }
}

const ITEMS = "select item_id as id, a, b, c, d, se_a, se_b, se_c, se_d from t where a is not null order by item_id";
const ABILITIES = `select eval_id as id, theta as eap, se as eap_se, low as lo, high as hi from t where truncated = 'missing'
  order by model, template, sampler, eval_id`;

/** The fit of a store's study of item response. */
async function fitOf(folder: string): Promise<FitFile> {
  const rows = async (table: string, query: string) => {
    const found: Record<string, unknown>[] = [];
    for await (const row of readRows(join(folder, fileOf(table)), {query})) found.push({...row});
    return found;
  };
  return {model: "3pl", item: await rows("irt_items", ITEMS), ability: await rows("irt_ability", ABILITIES)} as FitFile;
}
