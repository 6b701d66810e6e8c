// Plans the comparison of two models from the answers that a store has: detectable difference, and tests needed for a planned one.
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {detectableDifference, testsNeeded} from "../../stats/noise.js";
import {fullName} from "../../store/evaluationName.js";
import {findEvaluation} from "../../store/evaluationSearch.js";
import {type Manifest, readManifest} from "../../store/manifest.node.js";
import {objectsOf} from "../../store/show.js";
import {query} from "../../store/sql.node.js";
import {commonQuery} from "../../studies/compare/answers.sql.js";
import {compare, type PairedTest} from "../../studies/compare/compare.js";
import {signed} from "../outcomes.js";

/** Precision of a comparison with the answers that there are, and designs that find a planned difference. */
export interface PlannedComparison {
  a: string;
  b: string;
  /** excess accuracy of A minus that of B on their common tests, with its paired 95 % interval; null without a standard error */
  value: number;
  low: number | null;
  high: number | null;
  /** common tests that count */
  n: number;
  /** answers per common test */
  repeats_a: number;
  repeats_b: number;
  /** smallest true difference that such a comparison finds with a chance of 80 % (two-sided, 5 %) */
  detectable: number;
  /** the planned difference */
  detect: number;
  /** numbers of tests, of answers of each model to each test, and of requests to both, that find the planned difference with that chance */
  designs: {answers: number; tests: number; requests: number}[];
  /** whether tests with repeated answers of both separate the noise of answers from that of tests; else designs have the answers of now */
  is_split: boolean;
}

/** Answers per test of the designs that are listed. */
const ANSWERS = [1, 2, 4, 8] as const;

/**
 * Plans a comparison by the noise of the answers to common tests in a store; truncated ones are left out.
 * @param detect true difference to find, 0–1
 * @throws UserError where a name is not that of one evaluation, or both have fewer than two common tests
 */
export async function planComparison(
  folder: string,
  [first, second]: readonly [string, string],
  detect: number
): Promise<PlannedComparison> {
  const manifest = await readManifest(folder);
  if (!manifest) throw new UserError(`no store in ${folder}; npm run run makes one, of a few tests for a plan (--samples 20)`);
  const [a, b] = [first, second].map(text =>
    findEvaluation(manifest.evaluations, text, {option: "--compare", absence: `in ${folder}`})
  ) as [Manifest["evaluations"][number], Manifest["evaluations"][number]];
  if (a.eval_id === b.eval_id) throw new UserError(`--compare: "${first}" and "${second}" are the same evaluation`);
  const ids = [a.eval_id, b.eval_id];
  const sql = commonQuery.replaceAll("eval_id = ?", () => `eval_id = ${literal(ids.shift()!)}`);
  const {pooled, repeats} = compare(objectsOf(await query(sql, {folder})) as unknown as PairedTest[]);
  const {value, se, n, low, high, noise} = pooled;
  if (value === null || se === null)
    throw new UserError(`--compare: ${a.model} and ${b.model} have ${n} common tests in ${folder}; a plan needs at least 2`);
  const variance = (answers: number) => n * (noise === null ? se ** 2 : noise.data + noise.single / answers);
  const designs = (noise === null ? [Math.max(1, Math.round((repeats.a + repeats.b) / 2))] : ANSWERS).map(answers => {
    const tests = testsNeeded(variance(answers), detect);
    return {answers, tests, requests: 2 * answers * tests};
  });
  return {
    a: a.model === b.model ? fullName(a) : a.model,
    b: a.model === b.model ? fullName(b) : b.model,
    value,
    low,
    high,
    n,
    repeats_a: repeats.a,
    repeats_b: repeats.b,
    detectable: detectableDifference(se),
    detect,
    designs,
    is_split: noise !== null
  };
}

/** Formats a planned comparison for the terminal. */
export function plannedComparisonText(plan: PlannedComparison): string {
  const {a, b, value, low, high, n, repeats_a, repeats_b, detectable, detect, designs, is_split} = plan;
  const number = (count: number) => count.toLocaleString("en");
  return [
    `${a} minus ${b} so far: ${signed(value)} points${low === null || high === null ? "" : `  [${signed(low)}, ${signed(high)}]`}  n ${number(n)} tests, answers per test ${repeats_a.toFixed(1)} and ${repeats_b.toFixed(1)}`,
    `these tests find a true difference of ${(100 * detectable).toFixed(1)} points with a chance of 80 % (two-sided, 5 %)`,
    `to find ${(100 * detect).toFixed(1)} points:`,
    ...designs.map(
      ({answers, tests, requests}) =>
        `${number(tests).padStart(9)} tests, ${answers === 1 ? "1 answer" : `${answers} answers`} of each model to each: ${number(requests)} requests`
    ),
    is_split
      ? "tests like these, of excess accuracy, without truncated answers"
      : "no test has two answers of both models, so that the effect of more answers is unknown; set trials: 2 in the sampler to measure it"
  ].join("\n");
}
