// Selects the part of a grid that is evaluated: all points, or only the ends and middles of the axes. Pure and browser-safe.
import type {Density} from "../book/types.js";

type Params = Record<string, unknown>;

/** Positions of the values that each density keeps, among `count` ordered values of an axis. */
const KEPT: Record<Density, (count: number) => readonly number[]> = {
  corner: count => [0, count - 1],
  // Of an even number of values, the lower of the two middle ones is kept.
  lowdef: count => [0, (count - 1) >> 1, count - 1],
  normal: count => [...Array(count).keys()]
};

/**
 * Returns whether a density keeps a point of one region: it must have a kept position on every axis. An axis is a parameter with more than
 * one value in the region; numbers are ordered by size, other values by first occurrence.
 * @param points parameters of all points of the region
 * @param axes names of the parameters that may vary
 */
export function kept(points: readonly Params[], axes: readonly string[], density: Density): (params: Params) => boolean {
  const places = axes.map(name => {
    const values = [...new Set(points.map(params => params[name]))];
    if (values.every(value => typeof value === "number")) values.sort((a, b) => (a as number) - (b as number));
    return {name, values: new Set(KEPT[density](values.length).map(i => values[i]))};
  });
  return params => places.every(({name, values}) => values.has(params[name]));
}
