// Registry of the generated benchmarks, one line for each.
import type {BankTask} from "../task.js";
import {chemistry} from "./academic/chemistry.js";
import {economics} from "./academic/economics.js";
import {physics} from "./academic/physics.js";
import {statistics} from "./academic/statistics.js";
import {agent} from "./agent/agent.js";
import {type Benchmark, benchmarkTask} from "./benchmark.js";
import {calib} from "./calib/calib.js";
import {code} from "./code/code.js";
import {sql} from "./code/sql.js";
import {hallu} from "./hallu/hallu.js";
import {rules} from "./language/rules.js";
import {algebra} from "./mathematics/algebra.js";
import {calculus} from "./mathematics/calculus.js";
import {combinatorics} from "./mathematics/combinatorics.js";
import {linearAlgebra} from "./mathematics/linearAlgebra.js";
import {numberTheory} from "./mathematics/numberTheory.js";
import {plane} from "./mathematics/plane.js";
import {multilang} from "./multilang/multilang.js";
import {reason} from "./reason/reason.js";
import {tracking} from "./reasoning/tracking.js";
import {safety} from "./safety/safety.js";
import {vision} from "./vision/vision.js";

const all: Benchmark[] = [
  reason,
  agent,
  code,
  hallu,
  calib,
  multilang,
  safety,
  algebra,
  numberTheory,
  combinatorics,
  linearAlgebra,
  plane,
  calculus,
  statistics,
  physics,
  economics,
  chemistry,
  tracking,
  rules,
  sql,
  ...vision
];

/** The generated benchmarks by name. */
export const benchmarks: ReadonlyMap<string, Benchmark> = new Map(all.map(each => [each.name, each]));

/** The same as tasks. */
export const benchmarkTasks: ReadonlyMap<string, BankTask> = new Map(all.map(each => [each.name, benchmarkTask(each)]));
