// The generated categories whose quality docs/categories-quality.md prints.
import {rules} from "../../../../pipelines/generate/benchmarks/language/rules.js";
import {algebra} from "../../../../pipelines/generate/benchmarks/mathematics/algebra.js";
import {tracking} from "../../../../pipelines/generate/benchmarks/reasoning/tracking.js";
import type {Measured} from "./measure.js";

export const MEASURED: readonly Measured[] = [
  {benchmark: algebra, least_rate: 2_000},
  {benchmark: tracking, least_rate: 200},
  {benchmark: rules, least_rate: 2_000}
];
