// The generated categories whose quality docs/categories-quality.md prints.

import {astronomy} from "../../../../pipelines/generate/benchmarks/academic/astronomy.js";
import {biology} from "../../../../pipelines/generate/benchmarks/academic/biology.js";
import {chemistry} from "../../../../pipelines/generate/benchmarks/academic/chemistry.js";
import {computing} from "../../../../pipelines/generate/benchmarks/academic/computing.js";
import {earth} from "../../../../pipelines/generate/benchmarks/academic/earth.js";
import {economics} from "../../../../pipelines/generate/benchmarks/academic/economics.js";
import {logic} from "../../../../pipelines/generate/benchmarks/academic/logic.js";
import {medicine} from "../../../../pipelines/generate/benchmarks/academic/medicine.js";
import {knowledgeMixOf} from "../../../../pipelines/generate/benchmarks/academic/mix.js";
import {music} from "../../../../pipelines/generate/benchmarks/academic/music.js";
import {physics} from "../../../../pipelines/generate/benchmarks/academic/physics.js";
import {statistics} from "../../../../pipelines/generate/benchmarks/academic/statistics.js";
import {output} from "../../../../pipelines/generate/benchmarks/code/output.js";
import {regex} from "../../../../pipelines/generate/benchmarks/code/regex.js";
import {morphology} from "../../../../pipelines/generate/benchmarks/language/morphology.js";
import {reading} from "../../../../pipelines/generate/benchmarks/language/reading.js";
import {reference} from "../../../../pipelines/generate/benchmarks/language/reference.js";
import {rules} from "../../../../pipelines/generate/benchmarks/language/rules.js";
import {summary} from "../../../../pipelines/generate/benchmarks/language/summary.js";
import {algebra} from "../../../../pipelines/generate/benchmarks/mathematics/algebra.js";
import {calculus} from "../../../../pipelines/generate/benchmarks/mathematics/calculus.js";
import {combinatorics} from "../../../../pipelines/generate/benchmarks/mathematics/combinatorics.js";
import {linearAlgebra} from "../../../../pipelines/generate/benchmarks/mathematics/linearAlgebra.js";
import {numberTheory} from "../../../../pipelines/generate/benchmarks/mathematics/numberTheory.js";
import {plane} from "../../../../pipelines/generate/benchmarks/mathematics/plane.js";
import {wordProblems} from "../../../../pipelines/generate/benchmarks/mathematics/wordProblems.js";
import {multilang} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {reason} from "../../../../pipelines/generate/benchmarks/reason/reason.js";
import {causal} from "../../../../pipelines/generate/benchmarks/reasoning/causal.js";
import {deduction} from "../../../../pipelines/generate/benchmarks/reasoning/deduction.js";
import {induction} from "../../../../pipelines/generate/benchmarks/reasoning/induction.js";
import {nextStep} from "../../../../pipelines/generate/benchmarks/reasoning/nextStep.js";
import {schedule} from "../../../../pipelines/generate/benchmarks/reasoning/schedule.js";
import {spatial} from "../../../../pipelines/generate/benchmarks/reasoning/spatial.js";
import {tracking} from "../../../../pipelines/generate/benchmarks/reasoning/tracking.js";
import {falsePremises} from "../../../../pipelines/generate/benchmarks/safety/falsePremises.js";
import {injection} from "../../../../pipelines/generate/benchmarks/safety/injection.js";
import {solveAstronomy} from "../academic/astronomySolver.js";
import {solveBiology} from "../academic/biologySolver.js";
import {solveChemistry} from "../academic/chemistrySolver.js";
import {solveComputing} from "../academic/computingSolver.js";
import {solveEarth} from "../academic/earthSolver.js";
import {solveEconomics} from "../academic/economicsSolver.js";
import {solveLogic} from "../academic/logicSolver.js";
import {solveMedicine} from "../academic/medicineSolver.js";
import {solveMusic} from "../academic/musicSolver.js";
import {solvePhysics} from "../academic/physicsSolver.js";
import {solveStatistics} from "../academic/statisticsSolver.js";
import {measuredAgent} from "../agentSolver.js";
import {solveOutput} from "../code/outputSolver.js";
import {measuredCode} from "../code/programs.js";
import {solveRegex} from "../code/regexSolver.js";
import {measuredRepair, measuredSmallFunctions} from "../code/smallFunctionsReference.js";
import {measuredSql} from "../code/sqlReference.js";
import {measuredData} from "../dataSolver.js";
import {solveReason} from "../forwardChained.js";
import {solveMorphology} from "../language/morphologySolver.js";
import {solveReading} from "../language/readingSolver.js";
import {solveReference} from "../language/referenceSolver.js";
import {solveSummary} from "../language/summarySolver.js";
import {solveAlgebra} from "../mathematics/algebraSolver.js";
import {solveCalculus} from "../mathematics/calculusSolver.js";
import {solveCombinatorics} from "../mathematics/combinatoricsSolver.js";
import {solveLinearAlgebra} from "../mathematics/linearAlgebraSolver.js";
import {solveNumberTheory} from "../mathematics/numberTheorySolver.js";
import {solvePlane} from "../mathematics/planeSolver.js";
import {solveWordProblems} from "../mathematics/wordProblemsSolver.js";
import {solveMultilang} from "../multilang/multilangSolver.js";
import {solveCausal} from "../reasoning/causalSolver.js";
import {solveDeduction} from "../reasoning/deductionSolver.js";
import {solveInduction} from "../reasoning/inductionSolver.js";
import {solveNextStep} from "../reasoning/nextStepSolver.js";
import {solveSchedule} from "../reasoning/scheduleSolver.js";
import {solveSpatial} from "../reasoning/spatialSolver.js";
import {solveTracking} from "../reasoning/trackingSolver.js";
import {solveFalsePremises} from "../safety/falsePremisesSolver.js";
import {solveInjection} from "../safety/injectionSolver.js";
import {type Measured, type Solved, solveRules} from "./measure.js";

const CATEGORIES: readonly Measured[] = [
  {benchmark: algebra, solve: solveAlgebra, least_rate: 2_000},
  {benchmark: numberTheory, solve: solveNumberTheory, least_rate: 2_000},
  {benchmark: combinatorics, solve: solveCombinatorics, least_rate: 2_000},
  {benchmark: linearAlgebra, solve: solveLinearAlgebra, least_rate: 2_000},
  {benchmark: plane, solve: solvePlane, least_rate: 2_000},
  {benchmark: calculus, solve: solveCalculus, least_rate: 2_000},
  {benchmark: statistics, solve: solveStatistics, least_rate: 2_000},
  {benchmark: physics, solve: solvePhysics, least_rate: 2_000},
  {benchmark: economics, solve: solveEconomics, least_rate: 2_000},
  {benchmark: chemistry, solve: solveChemistry, least_rate: 2_000},
  {benchmark: reason, solve: solveReason, least_rate: 2_000},
  {benchmark: tracking, solve: solveTracking, least_rate: 200},
  {benchmark: rules, solve: solveRules, least_rate: 2_000},
  {benchmark: reading, solve: solveReading, least_rate: 2_000},
  {benchmark: reference, solve: solveReference, least_rate: 2_000},
  {benchmark: morphology, solve: solveMorphology, least_rate: 2_000},
  {benchmark: deduction, solve: solveDeduction, least_rate: 200},
  {benchmark: schedule, solve: solveSchedule, least_rate: 200},
  {benchmark: spatial, solve: solveSpatial, least_rate: 2_000},
  {benchmark: causal, solve: solveCausal, least_rate: 2_000},
  {benchmark: induction, solve: solveInduction, least_rate: 200},
  {benchmark: output, solve: solveOutput, least_rate: 2_000},
  {benchmark: regex, solve: solveRegex, least_rate: 2_000},
  {benchmark: logic, solve: solveLogic, least_rate: 200},
  measuredSql,
  {benchmark: injection, solve: solveInjection, least_rate: 2_000},
  {
    benchmark: multilang,
    solve: solveMultilang,
    steps: async ({prompt}) => solveMultilang(prompt)!.steps,
    least_rate: 2_000
  },
  {benchmark: medicine, solve: solveMedicine, least_rate: 2_000},
  {benchmark: biology, solve: solveBiology, least_rate: 2_000},
  {benchmark: computing, solve: solveComputing, least_rate: 2_000},
  {benchmark: music, solve: solveMusic, least_rate: 2_000},
  {benchmark: astronomy, solve: solveAstronomy, least_rate: 2_000},
  {benchmark: earth, solve: solveEarth, least_rate: 2_000},
  measuredAgent,
  measuredData,
  measuredCode,
  {benchmark: wordProblems, solve: solveWordProblems, least_rate: 2_000},
  {benchmark: nextStep, solve: solveNextStep, least_rate: 200},
  {benchmark: falsePremises, solve: solveFalsePremises, least_rate: 2_000},
  measuredSmallFunctions,
  measuredRepair,
  {benchmark: summary, solve: solveSummary, least_rate: 2_000}
];

const academic = CATEGORIES.filter(({benchmark}) => benchmark.domain === "Academic knowledge");

/** The mix of categories of knowledge, each question solved by the solver of its category. */
export const measuredMix: Measured = {
  benchmark: knowledgeMixOf(academic.map(({benchmark}) => benchmark)),
  solve: prompt => academic.reduce<Solved | null>((solved, {solve}) => solved ?? solve(prompt), null),
  least_rate: 200
};

export const MEASURED: readonly Measured[] = [...CATEGORIES, measuredMix];
