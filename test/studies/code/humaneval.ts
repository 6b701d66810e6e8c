// Problems of HumanEval with the solutions that its authors wrote, and faults planted into them.
import {existsSync, readFileSync} from "node:fs";
import {gunzipSync} from "node:zlib";
import type {Outcome} from "../../../pipelines/studies/code/rates.js";

const FILE = "../shared/data/banks/HumanEval.jsonl.gz";
/** Problems that are asked, from the beginning: running all 164 takes a minute. */
export const ASKED = 40;

interface Problem {
  task_id: string;
  prompt: string;
  canonical_solution: string;
  entry_point: string;
}

/** What is done to the solution of problem i. */
export const FAULTS = [
  "passed",
  "syntax_error",
  "raised_error",
  "wrong_result",
  "timed_out",
  "no_program",
  "no_function"
] as const satisfies readonly Outcome[];

const faulty = ({prompt, canonical_solution, entry_point}: Problem, fault: (typeof FAULTS)[number]): string =>
  ({
    passed: `\`\`\`python\n${prompt}${canonical_solution}\n\`\`\``,
    syntax_error: "```python\n    return ((\n```",
    raised_error: "```python\n    raise KeyError('planted')\n```",
    wrong_result: "```python\n    return 'planted'\n```",
    timed_out: "```python\n    while True:\n        pass\n```",
    no_program: "",
    no_function: `\`\`\`python\n    pass\ndel ${entry_point}\n\`\`\``
  })[fault];

/** The bank's lines, and the answers of the authors and of somebody who makes mistakes; null where the file is not there. */
export function humanEval(): {lines: string; answer(model: string, question: string): string | undefined} | null {
  if (!existsSync(FILE)) return null;
  const lines = gunzipSync(readFileSync(FILE)).toString("utf8").trim().split("\n").slice(0, ASKED);
  const problems = lines.map(line => JSON.parse(line) as Problem);
  return {
    lines: lines.join("\n"),
    answer(model, question) {
      const i = problems.findIndex(({prompt}) => question.includes(prompt.trim()));
      if (i < 0) return undefined;
      return model === "able" ? problems[i]!.canonical_solution : faulty(problems[i]!, FAULTS[i % FAULTS.length]!);
    }
  };
}
