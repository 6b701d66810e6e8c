// Counts the tests saved by identifying equal points and by making smaller sets of tests prefixes of larger ones. Pure and browser-safe.

/** A point with the sets of tests (tiers, surfaces, …) that it belongs to. */
interface Shared {
  sets: readonly string[];
  /** Tests of the point that each set wants, unless a set states its own number. */
  samples: number;
}

/** Numbers of tests with and without sharing. */
interface Savings {
  /** For each set, its points and the tests that it would need on its own. */
  sets: {set: string; points: number; samples: number}[];
  /** Tests if each set were asked separately. */
  separate: number;
  /** Tests if sets that want equally many tests of a point shared them, and each different number were asked separately. */
  identified: number;
  /** Tests that are actually asked: for each point, the largest number that any set wants. */
  asked: number;
}

/**
 * Counts tests over sets that share points. Points that belong to no set are not counted.
 * @param wanted tests per point that a set wants, where its number differs from the point's `samples`
 */
export function savings(points: readonly Shared[], {wanted = new Map()}: {wanted?: ReadonlyMap<string, number>} = {}): Savings {
  const sets = new Map<string, {points: number; samples: number}>();
  let [separate, identified, asked] = [0, 0, 0];
  for (const {sets: names, samples} of points) {
    if (names.length === 0) continue;
    const sizes = names.map(name => wanted.get(name) ?? samples);
    names.forEach((name, i) => {
      const set = sets.get(name) ?? {points: 0, samples: 0};
      sets.set(name, {points: set.points + 1, samples: set.samples + sizes[i]!});
    });
    separate += sizes.reduce((sum, size) => sum + size, 0);
    identified += [...new Set(sizes)].reduce((sum, size) => sum + size, 0);
    asked += Math.max(...sizes);
  }
  const named = [...sets].map(([set, counts]) => ({set, ...counts})).sort((a, b) => (a.set < b.set ? -1 : 1));
  return {sets: named, separate, identified, asked};
}

/** One sentence: `as test sets of their own the tiers easy and hard would ask 960 samples, together they ask 640 (33.3 % less)`. */
export function savingsSentence({sets, separate, identified, asked}: Savings, kind: string): string {
  if (sets.length === 0) return `no point has a ${kind}`;
  const n = (value: number) => value.toLocaleString("en");
  const names = sets.length === 1 ? `the ${kind} ${sets[0]!.set}` : `the ${sets.length} ${kind}s`;
  if (asked === separate) return `${names} share no point, so asking them together saves nothing: ${n(asked)} samples`;
  const parts = identified > asked ? `: ${n(separate - identified)} by identity, ${n(identified - asked)} by prefixes` : "";
  const share = (100 * (1 - asked / separate)).toFixed(1);
  return `as test sets of their own ${names} would ask ${n(separate)} samples, together they ask ${n(asked)} (${share} % less${parts})`;
}
