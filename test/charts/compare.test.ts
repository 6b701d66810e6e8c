// The sentence and the rows of a comparison of two evaluations.
import {expect, test} from "vitest";
import {comparedRows, comparisonSentence} from "../../pipelines/charts/compare/compare.js";
import {compare} from "../../pipelines/studies/compare/compare.js";
