// Exposure control: limits how often an item is used, since an item that every test contains leaks first, and a bank of which a tenth is
// used is wasted.
import type {Random} from "../../generate/seed.js";

/** Number of tests in which each item was asked, and in which it was eligible. */
export interface Exposure {
  tests: number;
  asked: Uint32Array;
  eligible: Uint32Array;
}

/**
 * Draws which items are barred from the next test, so that no item is asked in more than the share `ceiling` of all tests: P(eligible) =
 * min(1, ceiling × times eligible ÷ times asked), which needs no simulation in advance and corrects itself (van der Linden & Veldkamp 2004,
 * doi:10.3102/10769986029003273; the goal of Sympson & Hetter 1985, reached during operation). An item that is already at the ceiling is
 * always barred (Revuelta & Ponsoda 1998, doi:10.1111/j.1745-3984.1998.tb00541.x), so that the rate stays below the ceiling in any sequence
 * of more than 1 ÷ ceiling tests, not only in the long run.
 * @returns 1 for each item that is barred, otherwise 0
 */
export function drawBarred({tests, asked, eligible}: Exposure, {ceiling, random}: {ceiling: number; random: Random}): Uint8Array {
  const most = Math.max(1, ceiling * (tests + 1));
  return Uint8Array.from(asked, (times, i) => {
    if (times === 0) return 0;
    const open = random.real() < (ceiling * eligible[i]!) / times;
    return open && times + 1 <= most ? 0 : 1;
  });
}
