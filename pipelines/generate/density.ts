// How much of a grid is asked for: all of it, or only ends and middles of its axes. Pure and browser-safe.
import type {Density} from "../book/types.js";

type Params = Record<string, unknown>;

/** Which of an axis's values a density keeps, as places among `count` of them in order. */
const KEPT: Record<Density, (count: number) => readonly number[]> = {
  corner: count => [0, count - 1],
  // The lower of the two middles where there are two.
  lowdef: count => [0, (count - 1) >> 1, count - 1],
  normal: count => [...Array(count).keys()]
};

/**
 * Which points of one region a density keeps: those that stand at a kept place on every axis. An axis is a parameter of which the region
 * has more than one value; numbers are ordered by size, everything else as it comes.
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
