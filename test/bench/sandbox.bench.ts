// How many programs the sandbox runs with their tests, warm, in one process: programs a second, each restored to a fresh memory.
import {openSandbox} from "../../pipelines/run/sandbox/sandbox.js";
import type {Program} from "../../pipelines/score/scorers/execution.js";
import {solvedItem} from "../studies/code/given.js";
import type {BenchRow} from "./infer.bench.js";

/** Programs a second of one core. */
const TARGET = 20;
/** Programs of a round, all different: the sandbox runs the same one once. */
const PROGRAMS = 60;
const ROUNDS = 3;

export async function benchSandbox(): Promise<BenchRow[]> {
  await using sandbox = openSandbox({processes: 1});
  const run = async (program: Program): Promise<void> => {
    const executed = await sandbox.execute(program);
    if ("missing" in executed || executed.failure !== null)
      throw new Error(`a right program failed: ${JSON.stringify(executed)}`);
  };
  await run(programAt(0));
  let tests = 0;
  let rate = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const programs = Array.from({length: PROGRAMS}, (_, i) => programAt(1 + round * PROGRAMS + i));
    tests = programs.reduce((sum, {cases}) => sum + cases.length, 0) / PROGRAMS;
    const started = performance.now();
    for (const program of programs) await run(program);
    rate = Math.max(rate, PROGRAMS / ((performance.now() - started) / 1000));
  }
  return [
    {
      work: `programs with ${tests} tests each, one process of the sandbox, warm`,
      ours: `${rate.toFixed(1)}/s`,
      baseline: `${TARGET}/s`,
      ratio: rate / TARGET,
      target: "≥ 1 × baseline"
    }
  ];
}

/** A right program for an item of ZenCode-Hard. */
function programAt(place: number): Program {
  const {scorer, source} = solvedItem(place);
  return {source, entry: scorer.entry_point!, tests: "", cases: scorer.cases, milliseconds: scorer.milliseconds};
}
if (process.argv[1]?.endsWith("sandbox.bench.ts")) console.table(await benchSandbox());
