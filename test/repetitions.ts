// Simulations in two sizes: a twin of at most two seconds a file in `npm test`, and up to ten seconds a test in `npm run test:all`.
import {test} from "vitest";

const TWIN = process.env.REASONBOOK_SIMULATIONS === "twin";

/** Least number of repetitions of a twin. */
export const MIN_TWIN = 20;

/** How often to repeat a simulation: `full` times, or a tenth of them in a twin. */
export const repetitions = (full: number): number => (TWIN ? Math.min(full, Math.max(MIN_TWIN, Math.ceil(full / 10))) : full);

/** Standard errors by which a share may pass its bound in a twin: of 1,000 shares that are at the bound, one is further away. */
const Z999 = 3.09;

/**
 * How far a share of `n` repetitions may be beyond its bound: 0 in a full simulation, whose seeds keep to the bound, and in a twin what so few
 * repetitions of a share that is at its bound leave to chance.
 */
export const leeway = (bound: number, n: number): number => (TWIN ? Z999 * Math.sqrt((bound * (1 - bound)) / n) : 0);

/** A test of a simulation that cannot be made small enough for a twin. */
export const fullTest = TWIN ? test.skip : test;
