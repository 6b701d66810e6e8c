// What a category of a suite that lists domains can be: where its name comes from, and what fills it.

/** published = the text that the suite follows names it; ours = chosen to fill a place that the text leaves open. */
export const ORIGINS = ["published", "ours"] as const;
export type CategoryOrigin = (typeof ORIGINS)[number];

/** generated = by a benchmark that is built in; imported = by the user's copy of a public benchmark, in data/banks; empty = by neither. */
export const STATES = ["generated", "imported", "empty"] as const;
export type CategoryState = (typeof STATES)[number];
