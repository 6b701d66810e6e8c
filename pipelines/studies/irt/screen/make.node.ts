// Makes the tables of items to be checked, and of categories whose items depend on each other.
import {literal} from "../../../rows/literal.js";
import {CORRECT, INCORRECT, TRUNCATED} from "../../../score/status.js";
import {groupBy} from "../../../stats/groupBy.js";
import type {Row} from "../../../store/writer.node.js";
import {maker, type StudyStore} from "../../maker.node.js";
import {samplesOfPart, suiteParts} from "../../suiteParts.js";
import {type ConditionalFit, conditionalFits} from "../diagnose/conditionalFit.js";
import {screenItems} from "../diagnose/screens.js";
import {sourceDependence} from "../diagnose/sourceDependence.js";
import {fit} from "../estimate/fit.js";
import {partOf} from "../item.js";
import {type StoreResponses, storeResponses} from "../storedResponses.js";
import {screenTables} from "./tables.js";

/** Suspicious items that are listed of each suite. */
const LISTED = 30;
/** Fewest evaluations, and fewest tests, that are fitted. */
const MIN_EVALUATIONS = 3;
/** Fewest tests whose abilities count as known when one of them is tested. */
const MIN_ITEMS = 100;
const LEVEL = 0.05;
/** Fewest evaluations whose agreement on another answer than the key is listed. */
const MIN_AGREEING = 10;
/** Lowest chance of guessing right at which agreement says nothing: with two options, all wrong answers are the same. */
const TWO_OPTIONS = 0.5;
/** Longest wrong answer that is listed, in characters. */
const MAX_RIVAL = 64;

/** Writes the tables into a store. */
export const make = maker(screenTables, async ({report, stage, open, seconds}) => {
  const store = await open();
  for (const suite of await suiteParts(store)) {
    const samples = await samplesOfPart(store.connection, suite);
    const stored = await storeResponses(store.connection, "missing", samples);
    const {persons, items} = stored.responses;
    if (persons.length < MIN_EVALUATIONS || items.length < MIN_ITEMS) continue;
    for (const row of await suspectRows(stored, {store, samples})) stage.append("suspect_items", {...row, suite});
    for (const row of dependenceRows(stored)) stage.append("item_dependence", {...row, suite});
  }
  report.info(`irt/screen: ${stage.rows("suspect_items")} items to be checked, ${seconds()} s`);
});

interface Source {
  store: StudyStore;
  samples: string;
}

/** An item that may be listed. */
interface Candidate {
  index: number;
  fit: ConditionalFit | null;
  rank: number | null;
  /** key of another version of its question */
  other: string | null;
  isAgreed: boolean;
}

async function suspectRows({responses, evaluations, items}: StoreResponses, source: Source): Promise<Row[]> {
  const {ability, items: fitted} = fit(responses, {model: "rasch", estimate: "eb"});
  const theta = Float64Array.from(ability, ({eap}) => eap * (fitted[0]?.a ?? 1));
  const fits = conditionalFits(responses, theta);
  const tested = fits.filter(each => each !== null);
  const decidable = tested.filter(({attainable}) => attainable <= LEVEL / tested.length).length;
  const ranks = new Map(
    [...fits.keys()]
      .filter(index => fits[index])
      .sort((i, j) => fits[i]!.p - fits[j]!.p || fits[j]!.q - fits[i]!.q)
      .map((index, before) => [index, before + 1])
  );
  const [others, agreed] = [await otherKeys(source), await agreedItems(source)];
  const listed = fits.flatMap((each, index): Candidate[] => {
    const [id, rank] = [responses.items[index]!, ranks.get(index) ?? null];
    const candidate = {index, fit: each, rank, other: others.get(id) ?? null, isAgreed: agreed.has(id)};
    return candidate.other !== null || candidate.isAgreed || (rank ?? Number.POSITIVE_INFINITY) <= LISTED ? [candidate] : [];
  });
  const ids = listed.map(({index}) => responses.items[index]!);
  const screens = screenItems(responses);
  const answers = await answersTo(ids, source);
  return listed.map(({index, fit: itemFit, rank, other, isAgreed}, k) => {
    const {n, right, rest, low, high} = screens[index]!;
    const {q = null, p = null, adjusted = null} = itemFit ?? {};
    const finite = (value: number) => (Number.isFinite(value) ? value : null);
    return {
      reason: isAgreed ? "agreement" : rank !== null && rank <= LISTED ? "order" : null,
      rank,
      item_id: ids[k]!,
      category: items[index]!.category,
      n,
      right,
      q,
      p,
      adjusted,
      rest: finite(rest),
      rest_low: finite(low),
      rest_high: finite(high),
      ...answers.get(ids[k]!),
      other_expected: other,
      tested: tested.length,
      decidable,
      evaluations: evaluations.length,
      simulated: items[index]!.simulated
    };
  });
}

/** The key of another version of the same question, of items whose question has several keys. */
async function otherKeys({store}: Source): Promise<Map<string, string>> {
  if (!(await store.has("items", "pair_id", "expected"))) return new Map();
  const rows = await store.rows<{item_id: string; other: string}>(
    `select i.item_id, any_value(o.expected order by o.expected) as other from items i join items o
      on i.pair_id = o.pair_id and i.expected <> o.expected where i.expected <> '' and o.expected <> '' group by 1`
  );
  return new Map(rows.map(({item_id, other}) => [item_id, other]));
}

/** Items that all evaluations answered with the same value, which is not the key. */
async function agreedItems({store: {rows}, samples}: Source): Promise<ReadonlySet<string>> {
  const agreed = await rows<{item_id: string}>(`select item_id from ${samples} where trial = 0 and status <> ${TRUNCATED}
    group by item_id having count(*) >= ${MIN_AGREEING} and count(answer) = count(*) and count(distinct answer) = 1
      and count_if(status = ${CORRECT}) = 0 and any_value(guess_chance) < ${TWO_OPTIONS} and any_value(answer) <> ''`);
  return new Set(agreed.map(({item_id}) => item_id));
}

/** The key of each item, and the wrong answer that most evaluations gave. */
async function answersTo(ids: readonly string[], {store: {rows}, samples}: Source): Promise<Map<string, Row>> {
  const answers = await rows<{item_id: string; expected: string; answer: string | null; status: number; n: bigint}>(
    `select item_id, any_value(expected) as expected, answer, status, count(*) as n from ${samples}
      where trial = 0 and item_id in (${["", ...ids].map(literal).join(", ")}) group by item_id, answer, status order by item_id, n desc, answer`
  );
  return new Map(
    [...groupBy(answers, row => row.item_id)].map(([id, all]) => {
      const rival = all.find(({status, answer}) => status === INCORRECT && answer && answer.length <= MAX_RIVAL);
      return [id, {expected: all[0]!.expected, rival: rival?.answer ?? null, rival_n: rival ? Number(rival.n) : null}];
    })
  );
}

function dependenceRows({responses, evaluations, items}: StoreResponses): Row[] {
  const {items: fitted, ability} = fit(responses, {model: "2pl", estimate: "eb"});
  const column = new Map(responses.items.map((id, j) => [id, j]));
  const columns = fitted.map(({id}) => column.get(id)!);
  const sources = columns.map(j => String(items[j]!.category));
  const theta = Float64Array.from(ability, ({eap}) => eap);
  return sourceDependence(
    fitted.map(item => ({...item, u: 1})),
    partOf(responses, {columns}),
    {theta, sources}
  ).map(({source, low, high, ...row}) => ({
    ...row,
    category: source,
    low: Number.isFinite(low) ? low : null,
    high: Number.isFinite(high) ? high : null,
    evaluations: evaluations.length,
    simulated: evaluations.every(each => each.simulated === true)
  }));
}
