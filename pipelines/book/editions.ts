// Editions of generated benchmarks: whole ones, numbered from 1, and quarters, of which each renews an eighth of the items and keeps the rest.

/** Quarters after which every item was renewed once: each renews 12.5 %. */
const ROUND = 8;
/** The quarter of which all items are those of edition 1. */
const FIRST = 20264;

/** Quarters from year 0 to that which an edition names. */
const quartersTo = (edition: number): number => Math.floor(edition / 10) * 4 + (edition % 10) - 1;

/** The quarter that an edition names, counted from the first; null of a whole edition. Quarters are written 20271 for 2027Q1. */
function quarterOf(edition: number): number | null {
  const quarter = edition % 10;
  if (edition < FIRST || edition > 99994 || quarter < 1 || quarter > 4) return null;
  return quartersTo(edition) - quartersTo(FIRST);
}

/** Whether an edition is a quarter, whose items are of several editions. */
export const isQuarter = (edition: number): boolean => quarterOf(edition) !== null;

/** The edition of the n-th quarter after the first. */
const editionOfQuarter = (n: number): number => {
  const quarters = quartersTo(FIRST) + n;
  return Math.floor(quarters / 4) * 10 + (quarters % 4) + 1;
};

/** Reads "2027Q1" or "2027-Q1" as the edition 20271; null where it is no quarter from 2026Q4 on. */
export function editionOf(text: string): number | null {
  const [, year, quarter] = /^(\d{4})-?Q([1-4])$/u.exec(text) ?? [];
  if (year === undefined) return null;
  const edition = Number(`${year}${quarter}`);
  return quarterOf(edition) === null ? null : edition;
}

/** The quarter before; null of the first, and of a whole edition. */
export function quarterBefore(edition: number): number | null {
  const quarter = quarterOf(edition);
  return quarter === null || quarter === 0 ? null : editionOfQuarter(quarter - 1);
}

/** Writes 20271 as "2027Q1", and a whole edition as its number. */
export const editionName = (edition: number): string =>
  quarterOf(edition) === null ? String(edition) : `${Math.floor(edition / 10)}Q${edition % 10}`;

/**
 * Returns the whole edition or the quarter in which an item was made that an edition asks.
 * @param number the item's number among all of its benchmark
 */
export function editionMade(edition: number, number: number): number {
  const quarter = quarterOf(edition);
  if (quarter === null) return edition;
  // Fibonacci hashing spreads consecutive numbers evenly, so that each cell renews an eighth of its items in any order.
  const turn = Math.imul(number, 0x9e3779b1) >>> 29;
  const last = quarter - ((((quarter - turn) % ROUND) + ROUND) % ROUND);
  return last < 1 ? 1 : editionOfQuarter(last);
}

/** The editions of which an edition's items are. */
export function editionsIn(edition: number): number[] {
  const quarter = quarterOf(edition);
  if (quarter === null) return [edition];
  const quarters = Array.from({length: Math.min(quarter, ROUND)}, (_, i) => editionOfQuarter(quarter - i));
  return quarter < ROUND ? [1, ...quarters] : quarters;
}
