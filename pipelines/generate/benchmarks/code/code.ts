// ZenCode-Hard: competitive-style problems in thirteen families, with hidden tests that programs in Python must pass.
import type {Benchmark} from "../benchmark.js";
import {counting} from "./counting.js";
import {optimisation} from "./optimisation.js";
import {itemOf, LEVELS} from "./problem.js";
import {searches} from "./searches.js";
import {texts} from "./texts.js";

/** All families of problems. */
export const families = [...optimisation, ...searches, ...counting, ...texts];

/** Items of each family and level in an edition. */
const SIZE = 20;

export const code: Benchmark = {
  name: "zen-code",
  version: 3,
  summary: `Write a function in Python that passes hidden tests: ${families.map(({summary}) => summary).join("; ")}.`,
  domain: "Code generation",
  category: "ZenCode-Hard",
  facets: {
    family: "kind of problem",
    level: "number of rules that hold at once, 1 to 5; each level adds one to those before"
  },
  cells: families.flatMap(family =>
    LEVELS.map(level => ({
      facets: {family: family.name, level},
      size: SIZE,
      item: (_, random) => itemOf(family, level, random)
    }))
  ),
  single: true
};
