// Rotates a bank: retires items, puts accepted ones in their place, and writes what was done into the bank's changelog.
import {existsSync} from "node:fs";
import {readFile, writeFile} from "node:fs/promises";
import {basename, join} from "node:path";
import {parseDocument} from "yaml";
import type {Bank} from "../../book/banks/types.js";
import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {replaceFile} from "../../store/files.node.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import {CONTAMINATED_SQL} from "../../studies/contamination/settings.js";
import {
  fileOfRetired,
  linesOfItems,
  type Queued,
  readQueue,
  readRetired,
  writeLines,
  writeLinesOfItems,
  writeQueue
} from "./queue.js";
import {FEWEST_ANCHORS, type ItemFacts, REASONS, type Rotation, rotationOf} from "./rotation.js";

/** Adjusted p below which an item misfits. */
const MISFIT = 0.05;
/** Evaluations from which on an item that all answered alike counts as saturated. */
const FEWEST_EVALUATIONS = 5;

export interface RotateOptions {
  banks: string;
  store: string;
  share: number;
  quarter: string;
  seed: number;
  /** Says what would be done, and writes nothing. */
  dry?: boolean | undefined;
}

export interface Rotated extends Rotation {
  replacements: string[];
  version: number;
  changelog: string;
  warnings: string[];
}

/** Rotates a bank that `items import` wrote. Throws a UserError. */
export async function rotate(bank: Bank, {banks, store, share, quarter, seed, dry = false}: RotateOptions): Promise<Rotated> {
  const {name, definition} = bank;
  const file = join(banks, `${name}.${definition.files === `${name}.parquet` ? "parquet" : "jsonl"}`);
  const lines = basename(file) === definition.files && definition.layout === "plain" ? await linesOfItems(file) : null;
  if (!lines)
    throw new UserError(
      `${bank.file} is not a bank of its own items (files: ${name}.jsonl, layout: plain); npm run items -- import makes one of any file`
    );
  if (lines.length !== bank.size)
    throw new UserError(
      `${file} has ${lines.length} lines and ${bank.size} items that are asked; npm run items -- check ${name} says which are not`
    );
  const retiredBefore = await readRetired(banks, name);
  if (retiredBefore.some(each => each.quarter === quarter))
    throw new UserError(
      `${name} was rotated in ${quarter} before (${fileOfRetired(banks, name)}); where that was broken off, restore its files from version control`
    );
  const queue = await readQueue(banks, name);
  const accepted = queue.filter(({state}) => state === "accepted");
  const ids = Array.from({length: bank.size}, (_, i) => bank.item(i).id);
  const {facts, warnings} = await factsOf(name, {ids, store});
  const plan = rotationOf(facts, {share, available: accepted.length, quarter, seed});
  if (plan.anchors < FEWEST_ANCHORS)
    warnings.push(
      `${plural(plan.anchors, "item")} that item response theory has placed ${plan.anchors === 1 ? "stays" : "stay"}; a link of scales by fewer than ${FEWEST_ANCHORS} anchors is weak`
    );
  const replacements = accepted.slice(0, plan.retired.length);
  const changelog = join(banks, `${name}.CHANGELOG.md`);
  const version = definition.version + 1;
  const done = {...plan, replacements: replacements.map(({id}) => id), version, changelog, warnings};
  if (dry) return done;
  const why = new Map(plan.retired.map(each => [each.id, each.why]));
  const gone = ids.flatMap((id, i) => {
    const reason = why.get(id);
    return reason
      ? [{id, quarter, version: definition.version, why: reason, item: JSON.parse(lines[i]!) as Record<string, never>}]
      : [];
  });
  const stay = lines.filter((_, i) => !why.has(ids[i]!));
  const section = sectionOf(name, {plan, replacements, quarter, version, size: bank.size, share, seed});
  const before = existsSync(changelog) ? await readFile(changelog, "utf8") : `# Changes of the bank ${name}\n`;
  const yaml = join(banks, `${name}.yaml`);
  const document = parseDocument(await readFile(yaml, "utf8"));
  document.set("version", version);
  // What is retired is written first: a crash between two files loses no item, and the next rotation of the quarter says so.
  await writeLines(fileOfRetired(banks, name), [...retiredBefore, ...gone]);
  await writeLinesOfItems(file, [...stay, ...replacements.map(({item}) => JSON.stringify(item))], {
    layout: "plain",
    name,
    scorer: definition.scorer
  });
  await replaceFile(yaml, temporary => writeFile(temporary, String(document)));
  const used = new Set(replacements.map(({id}) => id));
  await writeQueue(
    banks,
    name,
    queue.map((each): Queued => (used.has(each.id) ? {...each, state: "used"} : each))
  );
  await replaceFile(changelog, temporary => writeFile(temporary, `${before}\n${section}`));
  return done;
}

/** What a store's tables say of a bank's items, and what they do not. */
async function factsOf(
  bank: string,
  {ids, store}: {ids: readonly string[]; store: string}
): Promise<{facts: ItemFacts[]; warnings: string[]}> {
  const facts = new Map<string, ItemFacts>(ids.map(id => [id, {id}]));
  const warnings: string[] = [];
  const flag = async (table: string, query: string, set: (fact: ItemFacts, row: Record<string, unknown>) => void) => {
    const file = join(store, fileOf(table));
    let rows = 0;
    if (existsSync(file))
      for await (const row of readRows(file, {query})) {
        const fact = facts.get(String(row.id));
        if (fact) set(fact, row);
        rows++;
      }
    if (rows === 0) warnings.push(`${store} has no row of ${bank} in ${table}: ${WITHOUT[table]}`);
  };
  const own = `regexp_extract(item_id, '[^-]+$') as id`;
  await flag(
    "contamination_items",
    `select ${own}, ${CONTAMINATED_SQL} as found from t where base_task = ${literal(bank)}`,
    (fact, {found}) => {
      fact.contaminated = Boolean(found);
    }
  );
  await flag(
    "irt_items",
    `select ${own}, n >= ${FEWEST_EVALUATIONS} and (correct = 0 or correct = n) as alike, coalesce(misfit_adjusted < ${MISFIT}, false) as misfits, a is not null as fitted
      from t where base_task = ${literal(bank)}`,
    (fact, {alike, misfits, fitted}) => {
      Object.assign(fact, {saturated: Boolean(alike), misfitting: Boolean(misfits), fitted: Boolean(fitted)});
    }
  );
  return {facts: [...facts.values()], warnings};
}

const WITHOUT: Record<string, string> = {
  contamination_items: "nothing is known about contamination",
  irt_items: "saturated and misfitting items are not known, and no scale can be linked"
};

function sectionOf(
  name: string,
  {
    plan,
    replacements,
    quarter,
    version,
    size,
    share,
    seed
  }: {
    plan: Rotation;
    replacements: readonly Queued[];
    quarter: string;
    version: number;
    size: number;
    share: number;
    seed: number;
  }
): string {
  const counts = REASONS.flatMap(reason => {
    const n = plan.retired.filter(({why}) => why === reason).length;
    return n > 0 ? [`${n} ${reason}`] : [];
  });
  const rows = plan.retired.map(({id, why}, i) => `| ${id} | ${why} | ${replacements[i]!.id} | ${cell(replacements[i]!.by)} |`);
  return `## ${quarter}: version ${version}

${plural(plan.retired.length, "item")} of ${size} of ${name} retired and replaced (share ${share}, seed ${seed}): ${counts.join(", ")}. ${plural(plan.anchors, "fitted item")} ${plan.anchors === 1 ? "stays" : "stay"} as ${plan.anchors === 1 ? "an anchor" : "anchors"}.${plan.left.length > 0 ? ` ${plural(plan.left.length, "item")} with a reason ${plan.left.length === 1 ? "stays" : "stay"}, since the share was used up.` : ""}

| retired | why | replaced by | of |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}

/** Text of people within a cell of a markdown table. */
const cell = (text: string): string =>
  text
    .replace(/[<>&`[\]|]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
