// What a pilot says of submitted items: how hard they are, whether strong models agree with their key, and whether a corpus holds them.

import {existsSync} from "node:fs";
import {join} from "node:path";
import {plural} from "../../book/plural.js";
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import type {Pilot, Queued} from "./queue.js";

/** Models below which nothing is said about agreement. */
const FEWEST_MODELS = 3;

interface Answered {
  id: string;
  model: string;
  right: boolean;
  answer: string | null;
  simulated: boolean;
}

/** The queue with what a store's responses to the pilot bank say of each item that waits. Throws a UserError where there are none. */
export async function piloted(
  queue: readonly Queued[],
  {store, pilot}: {store: string; pilot: string}
): Promise<{queue: Queued[]; answered: number}> {
  const samples = join(store, fileOf("samples"));
  if (!existsSync(samples)) throw new UserError(`no samples in ${store}; run a book whose suite asks "- bank: ${pilot}" first`);
  const answers: Answered[] = [];
  const query = `select regexp_extract(item_id, '[^-]+$') as id, model || ' ' || template || ' ' || sampler as model, status = 1 as right, answer, simulated
    from t where base_task = ${literal(pilot)} and trial = 0 and status < 2 order by all`;
  for await (const row of readRows(samples, {query, as: "samples"})) answers.push(row as unknown as Answered);
  if (answers.length === 0)
    throw new UserError(`${store} has no answer to ${pilot}; run a book whose suite asks "- bank: ${pilot}" first`);
  const verdicts = await verdictsIn(store, pilot);
  const byItem = grouped(answers);
  const result = queue.map(each => {
    const own = byItem.get(each.id);
    if (each.state !== "submitted" || !own) return each;
    return {...each, pilot: {...judged(each.id, own, answers), store, contamination: verdicts.get(each.id) ?? null}};
  });
  return {queue: result, answered: result.filter(({id, state}) => state === "submitted" && byItem.has(id)).length};
}

/** How an item was answered. The strong models are the best third by the other items, so that an item does not choose its own judges. */
export function judged(id: string, own: readonly Answered[], all: readonly Answered[]): Omit<Pilot, "store" | "contamination"> {
  const scores = new Map<string, {right: number; n: number}>();
  for (const {id: other, model, right} of all) {
    if (other === id) continue;
    const score = scores.get(model) ?? {right: 0, n: 0};
    scores.set(model, {right: score.right + Number(right), n: score.n + 1});
  }
  const share = (model: string) => {
    const score = scores.get(model);
    return score ? score.right / score.n : 0;
  };
  const ranked = [...own].sort((a, b) => share(b.model) - share(a.model) || (a.model < b.model ? -1 : 1));
  const strong = own.length < FEWEST_MODELS ? [] : ranked.slice(0, Math.max(FEWEST_MODELS, Math.ceil(own.length / 3)));
  const votes = new Map<string, Answered[]>();
  // An answer that was not found agrees with nobody.
  for (const each of strong) if (each.answer !== null) votes.set(each.answer, [...(votes.get(each.answer) ?? []), each]);
  const [most] = [...votes.values()].sort((a, b) => b.length - a.length || Number(b[0]!.right) - Number(a[0]!.right));
  return {
    models: own.length,
    right: own.filter(({right}) => right).length,
    strong: strong.length,
    agreed: most?.length ?? 0,
    as_keyed: most ? most[0]!.right : null,
    simulated: own.some(({simulated}) => simulated)
  };
}

/** What speaks against an item, in words; nothing where a pilot found nothing. */
export function objections({pilot}: Pick<Queued, "pilot">): string[] {
  if (!pilot) return ["no pilot: no model has answered it"];
  const {models, right, strong, agreed, as_keyed, contamination} = pilot;
  return [
    ...(models < FEWEST_MODELS ? [`${plural(models, "model")} answered it, ${FEWEST_MODELS} are needed`] : []),
    ...(strong > 0 && as_keyed !== true && agreed * 2 > strong
      ? [`${agreed} of ${strong} strong models agree on an answer other than its key`]
      : []),
    ...(strong > 0 && agreed * 2 <= strong ? [`ambiguous: at most ${agreed} of ${strong} strong models give one answer`] : []),
    ...(models >= FEWEST_MODELS && right === models ? [`all ${models} models are right`] : []),
    ...(models >= FEWEST_MODELS && right === 0 ? [`all ${models} models are wrong`] : []),
    ...(contamination === "exact" || contamination === "near" ? [`is in a corpus (${contamination})`] : [])
  ];
}

async function verdictsIn(store: string, pilot: string): Promise<Map<string, string>> {
  const file = join(store, fileOf("contamination_items"));
  const found = new Map<string, string>();
  if (!existsSync(file)) return found;
  const query = `select regexp_extract(item_id, '[^-]+$') as id, verdict from t where base_task = ${literal(pilot)}`;
  for await (const {id, verdict} of readRows(file, {query})) found.set(String(id), String(verdict));
  return found;
}

function grouped(answers: readonly Answered[]): Map<string, Answered[]> {
  const groups = new Map<string, Answered[]>();
  for (const each of answers) {
    const own = groups.get(each.id);
    if (own) own.push(each);
    else groups.set(each.id, [each]);
  }
  return groups;
}
