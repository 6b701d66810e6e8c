// The diagnosis of a store's fit as rows of the study's tables: what page Item response shows of all evaluations and tests.
import type {Row} from "../../store/writer.node.js";
import {type ClosePair, checksOf} from "./diagnose/checks.js";
import {comparableGroups, differentialItems} from "./diagnose/dif.js";
import {itemFits} from "./diagnose/itemFit.js";
import {residualMap} from "./diagnose/observed.js";
import {residualLayout} from "./diagnose/residualGroups.js";
import {meanSquares} from "./diagnose/residuals.js";
import type {Fit} from "./estimate/fit.js";
import {informationCurves} from "./informationCurves.js";
import {type Item, partOf, type Responses} from "./item.js";

/** The fitted items with their answers, and the abilities. */
export interface Fitted {
  model: string;
  items: readonly (Item & {b: number; se_c: number; category: string})[];
  responses: Responses;
  theta: Float64Array;
}

/** JSON and Parquet have no numbers for what is not defined. */
export const finite = (value: number | null | undefined): number | null => (Number.isFinite(value) ? value! : null);

/** The fitted items at the persons' posterior means. */
export function fittedIn(
  {responses, items: tests}: {responses: Responses; items: readonly Row[]},
  {items: fitted, ability, model}: Fit
): Fitted {
  const place = new Map(responses.items.map((id, j) => [id, j]));
  const items = fitted
    .map(item => ({...item, u: 1, category: String(tests[place.get(item.id)!]!.category)}))
    .sort((x, y) => place.get(x.id)! - place.get(y.id)!);
  const own = partOf(responses, {columns: items.map(({id}) => place.get(id)!)});
  return {model, items, responses: own, theta: Float64Array.from(ability, ({eap}) => eap)};
}

/** Each person's standardised log-likelihood. */
export const personFit = ({items, responses, theta}: Fitted): (number | null)[] =>
  meanSquares(items, responses, theta).persons.map(({zh}) => finite(zh));

/** Columns of irt_items by item. */
export const fitColumns = ({items, responses, theta}: Fitted): Map<string, Row> =>
  new Map(
    itemFits(items, responses, theta).map(({infit, zInfit, outfit, zOutfit, zh, screen, sx2, p, adjusted}, i) => [
      items[i]!.id,
      {
        infit: finite(infit),
        infit_z: finite(zInfit),
        outfit: finite(outfit),
        outfit_z: finite(zOutfit),
        zh: finite(zh),
        rest: finite(screen.rest),
        rest_low: finite(screen.low),
        rest_high: finite(screen.high),
        sx2: finite(sx2?.x2),
        sx2_df: sx2?.df ?? null,
        misfit_p: p,
        misfit_adjusted: adjusted
      }
    ])
  );

/** Columns of irt_fit. */
export function checkColumns({items, responses, theta, model}: Fitted): Row {
  const {q3, copies, compared, alike, effective, closest, m2} = checksOf(items, responses, theta, {model});
  const pair = (of: ClosePair | null | undefined, names: readonly string[]) => of && [names[of.i]!, names[of.j]!];
  const [one, other] = pair(closest, responses.persons) ?? [null, null];
  const ids = items.map(({id}) => id);
  const [first, second] = pair(q3?.strongest, ids) ?? [null, null];
  return {
    copies,
    compared_pairs: compared,
    alike_pairs: alike,
    effective,
    closest_one: one,
    closest_other: other,
    closest_r: closest?.r ?? null,
    closest_n: closest?.n ?? null,
    q3_pairs: q3?.pairs ?? null,
    q3_strong: q3?.strong ?? null,
    q3_mean: q3?.mean ?? null,
    q3_one: first,
    q3_other: second,
    q3_most: q3?.strongest?.r ?? null,
    q3_n: q3?.strongest?.n ?? null,
    m2
  };
}

export const informationRows = ({items, theta}: Fitted): Row[] =>
  informationCurves(items, theta).map(({category, ...curve}) => ({base_task: category, ...curve}));

export function residualRows({items, responses, theta}: Fitted): Row[] {
  if (items.length === 0) return [];
  const layout = residualLayout(items, theta);
  const {rows, columns} = layout;
  return residualMap(items, responses, theta, layout).map(cell => {
    const [row, column] = [rows[cell.row]!, columns[cell.column]!];
    return {
      ...cell,
      eval_id: row.person === null ? null : responses.persons[row.person]!,
      theta_high: row.from,
      theta_low: row.to,
      base_task: column.category,
      b_low: column.from,
      b_high: column.to
    };
  });
}

/** @param groups of each evaluation */
export function differenceRows({items, responses, theta}: Fitted, groups: ReadonlyMap<string, readonly string[]>): Row[] {
  const persons = responses.persons.map(id => groups.get(id) ?? []);
  return comparableGroups(persons).flatMap(group => {
    const focal = persons.map(own => own.includes(group));
    return differentialItems(responses, focal, {matching: theta}).flatMap((found, j) =>
      found ? [{model_group: group, item_id: items[j]!.id, ...found}] : []
    );
  });
}
