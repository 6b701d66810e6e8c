// Registry of the generated benchmarks, one line for each.
import type {BankTask} from "../task.js";
import {astronomy} from "./academic/astronomy.js";
import {biology} from "./academic/biology.js";
import {chemistry} from "./academic/chemistry.js";
import {computing} from "./academic/computing.js";
import {earth} from "./academic/earth.js";
import {economics} from "./academic/economics.js";
import {logic} from "./academic/logic.js";
import {medicine} from "./academic/medicine.js";
import {knowledgeMixOf} from "./academic/mix.js";
import {music} from "./academic/music.js";
import {physics} from "./academic/physics.js";
import {statistics} from "./academic/statistics.js";
import {agent} from "./agent/agent.js";
import {dataAnalysis} from "./agent/data.js";
import {type Benchmark, benchmarkTask} from "./benchmark.js";
import {calibOf} from "./calib/calib.js";
import {code} from "./code/code.js";
import {output} from "./code/output.js";
import {regex} from "./code/regex.js";
import {repair} from "./code/repair.js";
import {smallFunctions} from "./code/smallFunctions.js";
import {sql} from "./code/sql.js";
import {hallu} from "./hallu/hallu.js";
import {morphology} from "./language/morphology.js";
import {reading} from "./language/reading.js";
import {reference} from "./language/reference.js";
import {rules} from "./language/rules.js";
import {summary} from "./language/summary.js";
import {algebra} from "./mathematics/algebra.js";
import {calculus} from "./mathematics/calculus.js";
import {combinatorics} from "./mathematics/combinatorics.js";
import {linearAlgebra} from "./mathematics/linearAlgebra.js";
import {numberTheory} from "./mathematics/numberTheory.js";
import {plane} from "./mathematics/plane.js";
import {wordProblems} from "./mathematics/wordProblems.js";
import {multilang} from "./multilang/multilang.js";
import {reason} from "./reason/reason.js";
import {causal} from "./reasoning/causal.js";
import {deduction} from "./reasoning/deduction.js";
import {induction} from "./reasoning/induction.js";
import {nextStep} from "./reasoning/nextStep.js";
import {schedule} from "./reasoning/schedule.js";
import {spatial} from "./reasoning/spatial.js";
import {tracking} from "./reasoning/tracking.js";
import {falsePremises} from "./safety/falsePremises.js";
import {injection} from "./safety/injection.js";
import {safety} from "./safety/safety.js";
import {vision} from "./vision/vision.js";

const subjects: Benchmark[] = [
  reason,
  agent,
  code,
  hallu,
  multilang,
  safety,
  injection,
  algebra,
  tracking,
  rules,
  summary,
  reading,
  reference,
  morphology,
  sql,
  deduction,
  schedule,
  spatial,
  causal,
  induction,
  output,
  logic,
  numberTheory,
  combinatorics,
  linearAlgebra,
  plane,
  calculus,
  statistics,
  physics,
  economics,
  chemistry,
  medicine,
  biology,
  computing,
  music,
  astronomy,
  earth,
  wordProblems,
  nextStep,
  falsePremises,
  smallFunctions,
  repair,
  regex,
  dataAnalysis,
  ...vision
];

const knowledge = subjects.filter(({domain}) => domain === "Academic knowledge");
const all = [...subjects, knowledgeMixOf(knowledge), calibOf(subjects)];

/** The generated benchmarks by name. */
export const benchmarks: ReadonlyMap<string, Benchmark> = new Map(all.map(each => [each.name, each]));

/** The same as tasks. */
export const benchmarkTasks: ReadonlyMap<string, BankTask> = new Map(all.map(each => [each.name, benchmarkTask(each)]));
