// How often items may be used: an item that every test asks leaks first, and a bank of which a tenth is used was paid for ten times.
import type {Random} from "../../generate/seed.js";

/** How often each item was asked, and how often it could have been. */
export interface Exposure {
  tests: number;
  asked: Uint32Array;
  eligible: Uint32Array;
}

export const noExposure = (items: number): Exposure => ({
  tests: 0,
  asked: new Uint32Array(items),
  eligible: new Uint32Array(items)
});

/**
 * Draws the items that the next test may ask, so that none is asked in more than the share `ceiling` of all tests:
 * P(eligible) = min(1, ceiling × times eligible ÷ times asked), which needs no simulation beforehand and corrects itself
 * (van der Linden & Veldkamp 2004, doi:10.3102/10769986029003273; Sympson & Hetter's (1985) goal, reached on the fly). An item that
 * stands at its ceiling already is barred outright (Revuelta & Ponsoda 1998, doi:10.1111/j.1745-3984.1998.tb00541.x), so that the rate
 * stays below the ceiling in any run of tests longer than 1 ÷ ceiling, not only in the long run. Returns 1 where an item is barred.
 */
export function drawBarred({tests, asked, eligible}: Exposure, {ceiling, random}: {ceiling: number; random: Random}): Uint8Array {
  const most = Math.max(1, ceiling * (tests + 1));
  return Uint8Array.from(asked, (times, i) => {
    if (times === 0) return 0;
    const open = random.real() < (ceiling * eligible[i]!) / times;
    return open && times + 1 <= most ? 0 : 1;
  });
}

/** Counts a test that has ended. */
export function countTest(exposure: Exposure, {barred, asked}: {barred: Uint8Array; asked: readonly number[]}): void {
  exposure.tests++;
  for (let i = 0; i < barred.length; i++) if (barred[i] === 0) exposure.eligible[i]!++;
  for (const item of asked) exposure.asked[item]!++;
}
