// The benchmarks of images. Pages that show examples import these alone.
import type {Benchmark} from "../benchmark.js";
import {charts} from "./charts.js";
import {counting} from "./counting.js";
import {geometry} from "./geometry.js";
import {spatial} from "./spatial.js";

export const vision: readonly Benchmark[] = [charts, geometry, counting, spatial];
