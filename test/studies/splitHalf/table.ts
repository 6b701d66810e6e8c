// The table of docs/coverage.md about answers of real models, and the sets that it is made of: those of the published store.
import {randomOf} from "../../../pipelines/generate/seed.js";
import {query} from "../../../pipelines/store/sql.node.js";
import {abilityHalves, type Held, LOOKS, looks, type Outcomes, STATISTICS, splitHalves, UNSCORED} from "./splitHalf.js";

const PUBLISHED = "data/published";
/** Sets by the beginning of their tasks' names. */
export const SETS = ["mmlu-pro", "gsm8k", "math-level-5", "livebench"] as const;
/** Splits in which both halves are fitted: a fit of half of MMLU-Pro takes some 10 s. */
const ABILITY_SPLITS = 20;
/** Models with fewer answers are left out. */
const MIN_ANSWERS = 64;

/** The first answers of all models of a set, right or wrong. */
async function outcomesOf(set: (typeof SETS)[number]): Promise<Outcomes> {
  const {rows} = await query(
    `with first as (select * from samples where starts_with(base_task, '${set}') and trial = 0 and status in (0, 1) and item_id is not null),
      places as (select item_id, (row_number() over (order by item_id) - 1)::int as place, avg(guess_chance) as guess from first group by item_id)
    select model, template, list(place order by place), list((status = 1)::int order by place), any_value((select count(*) from places))::int,
      list(guess order by place) from first join places using (item_id) group by model, template having count(*) >= ${MIN_ANSWERS} order by all`,
    {folder: PUBLISHED}
  );
  const size = Number(rows[0]![4]);
  const guess = new Float64Array(size);
  const models = rows.map(row => {
    const [model, template, places, right, , chances] = row as [string, string, number[], number[], number, number[]];
    const outcomes = new Uint8Array(size).fill(UNSCORED);
    for (const [i, place] of places.entries()) {
      outcomes[place] = right[i]!;
      guess[place] = chances[i]!;
    }
    return {name: `${model} ${template}`, outcomes};
  });
  return {models, guess};
}

const text = ({held, intervals, width}: Held) =>
  `${((100 * held) / intervals).toFixed(1)} % of ${intervals.toLocaleString("en")}, ${width.toFixed(width < 1 ? 3 : 1)}`;

const HEADING = "## Answers of real models";
const HEADER = [
  `| set | models | items | ${STATISTICS.join(" | ")} | ability | ${LOOKS.map(n => `first ${n}`).join(" | ")} | every look | confidence sequence | date |`,
  `| --- | --- | --- | ${[...STATISTICS, "ability", ...LOOKS].map(() => "---").join(" | ")} | --- | --- | --- |`
];

/** How often intervals of a set's answers hold, as page About shows it. */
export interface RealCoverage {
  set: string;
  models: number;
  items: number;
  date: string;
  /** by the column of the table, in its order */
  held: Record<string, Held>;
}

/** Counts how often intervals of a set hold, over random splits and orders. */
export async function realCoverage(
  set: (typeof SETS)[number],
  {splits, date}: {splits: number; date: string}
): Promise<RealCoverage> {
  const outcomes = await outcomesOf(set);
  const halves = splitHalves(outcomes, {splits, random: randomOf(`split halves ${set}`)});
  const ability = abilityHalves(outcomes, {splits: Math.min(splits, ABILITY_SPLITS), random: randomOf(`abilities ${set}`)});
  const {byLook, every, sequence} = looks(outcomes, {orders: splits, random: randomOf(`looks ${set}`)});
  const first = Object.fromEntries([...byLook].map(([n, held]) => [`first ${n}`, held]));
  const held = {...halves, ability, ...first, "every look": every, "confidence sequence": sequence};
  return {set, models: outcomes.models.length, items: outcomes.guess.length, date, held};
}

/** A row of the table. */
export const realRow = ({set, models, items, date, held}: RealCoverage): string =>
  `| ${[
    set,
    models,
    items.toLocaleString("en"),
    ...STATISTICS.map(name => text(held[name]!)),
    text(held.ability!),
    ...LOOKS.map(n => (held[`first ${n}`] ? text(held[`first ${n}`]!) : "–")),
    `${((100 * held["every look"]!.held) / held["every look"]!.intervals).toFixed(1)} %`,
    text(held["confidence sequence"]!),
    date
  ].join(" | ")} |`;

/** The document with other rows in the table of real answers, which ends at the next heading. */
export function withRealRows(document: string, rows: readonly string[]): string {
  const start = document.indexOf(HEADING);
  const table = document.indexOf("| set |", start);
  if (start < 0 || table < 0) throw new Error(`no table after ${HEADING}`);
  const next = document.indexOf("\n## ", table);
  return `${document.slice(0, table)}${[...HEADER, ...rows].join("\n")}\n${next < 0 ? "" : document.slice(next)}`;
}
