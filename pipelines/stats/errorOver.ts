// What is drawn anew when an evaluation is repeated: tests of the same points, or other points too.

/**
 * What an interval is over. `tests`: other tests of these points, tests taken as independent. `points`: clustered by point, so that it speaks of
 * other points of the same kind too. The first is the default everywhere: the points of a suite are chosen, its tests are drawn.
 */
export const ERROR_OVER = ["tests", "points"] as const;

export type ErrorOver = (typeof ERROR_OVER)[number];

/** What an error is over, as a choice of it and a sentence say it. */
export const OVER_NAMES: Record<ErrorOver, string> = {tests: "tests (these points)", points: "points (tests clustered by point)"};
