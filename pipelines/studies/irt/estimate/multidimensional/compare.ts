// Compares one ability, a testlet model, a bifactor model and two abilities by how well they predict held-out answers, and reports the
// standard error of the general ability under the testlet model too.
import {type Random, randomOf} from "../../../../generate/seed.js";
import {type HeldOut, heldOut} from "../../diagnose/heldOut.js";
import {MISSING, partOf, type Responses} from "../../item.js";
import {fitStructure, type StructureFit} from "./fit.js";
import {layoutOf, STRUCTURE_NAMES, STRUCTURES, type Structure} from "./structure.js";

/** Limits on the size of the comparison: each fold is a separate fit, and more answers would not change which model predicts best. */
const MOST_ITEMS = 300;
const MOST_PERSONS = 500;
const FOLDS = 3;

export interface ComparedStructure extends Omit<HeldOut, "name"> {
  structure: Structure;
  /** "one ability", "testlet" … */
  name: string;
}

export interface Generality {
  /** General abilities under one ability, and under the testlet model, where specific abilities are integrated out. */
  one: Pick<StructureFit, "eap" | "se" | "converged">;
  testlet: Pick<StructureFit, "eap" | "se" | "converged">;
  /** The testlet model, of which one ability is a special case, explains the answers less well: its search ended away from the maximum. */
  implausible: boolean;
  /** Standard deviation of each group's specific ability relative to that of the general one; NaN for a group of one item. */
  spreads: Float64Array;
}

/**
 * Why testlet and bifactor models cannot be distinguished from one ability, in one sentence without a full stop; null where they can.
 * @param group number of each item's group, from 0
 */
export function ungrouped(group: ArrayLike<number>): string | null {
  const sizes = new Map<number, number>();
  for (const g of Array.from(group)) sizes.set(g, (sizes.get(g) ?? 0) + 1);
  if (sizes.size < 2) return "all items are of one task, so no task has an ability of its own beside the others";
  const large = [...sizes.values()].filter(size => size >= 2).length;
  return large < 2
    ? `${large === 0 ? "no task has" : "only one task has"} two items or more, which an ability of its own takes`
    : null;
}

/**
 * Held-out log-likelihood of each model, best first; testlet and bifactor are left out where they cannot be distinguished from one ability.
 */
export function compareStructures(
  responses: Responses,
  {
    group,
    lower,
    random = randomOf("abilities"),
    progress
  }: {group: ArrayLike<number>; lower?: ArrayLike<number>; random?: Random; progress?(name: string): void}
): ComparedStructure[] {
  const {part, items} = sampleOf(responses, random);
  const own = {
    group: regrouped(items.map(j => group[j]!)),
    ...(lower && {lower: items.map(j => lower[j]!)})
  };
  const identifiable: Record<Structure, boolean> = {
    one: true,
    testlet: ungrouped(own.group) === null,
    // with at most two items in every group the model is equivalent to one ability, and would differ from it only by rounding
    bifactor: ungrouped(own.group) === null && layoutOf({structure: "bifactor", group: own.group}).free.some(Boolean),
    two: items.length > 3
  };
  const structures = STRUCTURES.filter(structure => identifiable[structure]);
  const found = heldOut(
    part,
    structures.map(structure => ({
      name: structure,
      calibrate(training: Responses) {
        progress?.(STRUCTURE_NAMES[structure]);
        return fitStructure(training, {structure, ...own, tolerance: LOOSE, most: MOST_STEPS});
      }
    })),
    {folds: FOLDS, random: randomOf("folds of abilities")}
  );
  return found
    .map(row => ({...row, structure: row.name as Structure, name: STRUCTURE_NAMES[row.name as Structure]}))
    .sort((a, b) => b.mean - a.mean);
}
/** Tolerance of the fits of a fold: a slope of this size changes no prediction in a digit that is shown. */
const LOOSE = 0.05;
const MOST_STEPS = 150;
const MOST_STEPS_OF_ALL = 400;

/**
 * Differences in log-likelihood that can arise between nested models because Laplace's method, which integrates items out, is approximate.
 */
const LAPLACE_ERROR = 10;

/** General abilities under one ability and under the testlet model, fitted to all items. */
export function generality(
  responses: Responses,
  {group, lower}: {group: ArrayLike<number>; lower?: ArrayLike<number>}
): Generality {
  const own = {group, ...(lower && {lower}), tolerance: LOOSE, most: MOST_STEPS_OF_ALL};
  const one = fitStructure(responses, {structure: "one", ...own});
  const testlet = fitStructure(responses, {structure: "testlet", ...own});
  return {one, testlet, spreads: testlet.spreads, implausible: testlet.evidence < one.evidence - LAPLACE_ERROR};
}

/** Groups numbered 0, 1 … in the order of their first item. */
export function regrouped(names: readonly (string | number)[]): Int32Array {
  const known = new Map<string | number, number>();
  for (const name of names) if (!known.has(name)) known.set(name, known.size);
  return Int32Array.from(names, name => known.get(name)!);
}

/** A random sample of the items and of the persons with answers, in their order. */
function sampleOf(responses: Responses, random: Random): {part: Responses; items: number[]} {
  const {persons, items, cells} = responses;
  const some = (all: readonly number[], most: number): number[] =>
    all.length <= most
      ? [...all]
      : random
          .shuffle(all)
          .slice(0, most)
          .sort((a, b) => a - b);
  const answered = items.flatMap((_, j) => (persons.some((_, i) => cells[i * items.length + j] !== MISSING) ? [j] : []));
  const [rows, columns] = [some([...persons.keys()], MOST_PERSONS), some(answered, MOST_ITEMS)];
  return {part: partOf(responses, {rows, columns}), items: columns};
}
