// Pools points of a manifold into the cells of one or two axes. Pure, so that the explorer and `npm run analyze -- surface` share it.
import {mixedVersions} from "../../generate/versions.js";
import {addPoint, estimates, noSums, type PointCounts, type Pooled, type Sums} from "../../score/pool.js";

/** A parameter's value; null where a point lacks the parameter. */
export type Value = number | string | boolean | null;

/** A point's position in the task-complexity plane; points of several evaluations can share it. */
export interface GridPlace {
  base_task: string;
  params: Readonly<Record<string, Value>>;
  /** canonical JSON of `params` */
  params_json: string;
  generator_version: number;
  tiers: readonly string[];
  surfaces: readonly string[];
  projections: readonly string[];
}

/** A row of `points`: its position and raw counts. */
export interface PlacedPoint extends PointCounts {
  place: GridPlace;
}

/** Figures with the same values on the axes. */
export interface Cell extends Omit<Pooled, "answers" | "right" | "right_low" | "right_high"> {
  x: Value;
  /** null for a slice with one axis */
  y: Value;
  /** canonical params of the distinct points in the cell */
  params: string[];
}

/** Pooled points with the same values on the axes. */
export type PooledCell = Cell & Pooled;

export interface Axes {
  x: string;
  y?: string | undefined;
}

/** Compares values: numbers by size, then texts in natural order (`a2` before `a10`), missing values last. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  const rank = (value: Value) => (typeof value === "number" ? 0 : value === null ? 2 : 1);
  return rank(a) - rank(b) || String(a).localeCompare(String(b), "en", {numeric: true});
}

/** Caches a function of an array by the array's identity. Arrays passed to it must not change afterwards. */
export function remembered<Item, Result>(compute: (items: readonly Item[]) => Result): (items: readonly Item[]) => Result {
  const known = new WeakMap<readonly Item[], Result>();
  return items => {
    let result = known.get(items);
    if (result === undefined) known.set(items, (result = compute(items)));
    return result;
  };
}

/** Every parameter of the points with its distinct values, sorted. */
export const valuesOf = remembered((points: readonly PlacedPoint[]): Map<string, Value[]> => {
  const found = new Map<string, Set<Value>>();
  const places = new Set<GridPlace>();
  for (const {place} of points) places.add(place);
  for (const {params} of places) for (const name in params) if (!found.has(name)) found.set(name, new Set());
  for (const {params} of places) for (const [name, values] of found) values.add(params[name] ?? null);
  return new Map(
    [...found.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, values]) => [name, [...values].sort(compareValues)])
  );
});

/** The parameters in which the points differ, those with the most values first. */
export function varying(points: readonly PlacedPoint[]): string[] {
  return [...valuesOf(points)]
    .filter(([, values]) => values.length > 1)
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([name]) => name);
}

interface Pool {
  x: Value;
  y: Value;
  sums: Sums;
  version: number;
  places: Set<string>;
}

/**
 * The cells of a slice, ordered by y, then x, without empty ones. Throws where a cell would mix two generator versions, since their tests
 * differ.
 */
export function cellsOf(points: readonly PlacedPoint[], {x, y}: Axes): PooledCell[] {
  const pools = new Map<Value, Map<Value, Pool>>();
  for (const point of points) {
    const {base_task, params, params_json, generator_version: version} = point.place;
    const [column, row] = [params[x] ?? null, y === undefined ? null : (params[y] ?? null)];
    let columns = pools.get(row);
    if (!columns) pools.set(row, (columns = new Map()));
    let pool = columns.get(column);
    if (!pool) columns.set(column, (pool = {x: column, y: row, sums: noSums(), version, places: new Set()}));
    if (pool.version !== version) throw new Error(mixedVersions(base_task, [pool.version, version], {wayOut: "choose one"}));
    addPoint(pool.sums, point);
    pool.places.add(params_json);
  }
  return [...pools.values()]
    .flatMap(columns =>
      [...columns.values()].map(({x, y, sums, places}) => ({x, y, ...estimates(sums), params: [...places].sort()}))
    )
    .sort((a, b) => compareValues(a.y, b.y) || compareValues(a.x, b.x));
}
