// The two sources of sampling error that an interval may cover: other tests of the same points, or other points as well.

/**
 * What is drawn again when the evaluation is imagined to be repeated. `tests`: other tests of the same points; tests are taken as
 * independent. `points`: other points of the same kind as well; errors are clustered by point. The first is the default everywhere, since
 * the points of a suite are chosen and only its tests are drawn.
 */
export const ERROR_OVER = ["tests", "points"] as const;

export type ErrorOver = (typeof ERROR_OVER)[number];

/** Names of the two, for selection lists and sentences. */
export const OVER_NAMES: Record<ErrorOver, string> = {
  tests: "tests like these",
  points: "tests at other points too (clustered by point)"
};
