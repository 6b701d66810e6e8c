// Rates of programs as table and sentence.
import {countColumn, evaluationColumns} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatEstimate, formatInterval} from "../../pipelines/charts/shared/interval.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {CodeRate} from "../../pipelines/studies/code/rates.js";
import {type CodeRow, OUTCOME_NAMES, outcomesIn} from "./shown.js";

/** `61.2 % [58.0, 64.3] n = 480`; what has no interval says so. */
export function rateText(rate: CodeRate | undefined): string {
  if (!rate || rate.value === null || rate.n === 0) return "no answers";
  const {value, low, high, n} = rate;
  if (low === null || high === null)
    return `${formatEstimate({value: 100 * value, low, high})} %, no interval, n = ${formatCount(n)}`;
  return formatInterval({value, low, high, n});
}

const rateColumn = (
  key: string,
  label: string,
  {of, description}: {of: (row: CodeRow) => CodeRate | undefined; description: string}
): Column<CodeRow> => ({
  key,
  label,
  numeric: true,
  description,
  by: row => of(row)?.value ?? null,
  show: row => rateText(of(row))
});

/** Columns of what occurs in these rows. */
export function codeColumns(rows: readonly CodeRow[]): Column<CodeRow>[] {
  const sizes = [...new Set(rows.flatMap(({passes}) => [...passes.keys()]))].sort((a, b) => a - b).filter(k => k > 1);
  return [
    ...evaluationColumns,
    rateColumn("accuracy", "Accuracy", {
      of: ({rates}) => rates.get("accuracy"),
      description:
        "programs that passed all tests, of scored answers; truncated ones are left out; 95 % interval, clustered by problem"
    }),
    ...sizes.map(k =>
      rateColumn(`pass${k}`, `pass@${k}`, {
        of: ({passes}) => passes.get(k),
        description: `probability that one of ${k} answers to a problem is right, unbiased; truncated ones are wrong; n is answers`
      })
    ),
    ...(rows.some(({rates}) => rates.has("tests_passed"))
      ? [
          rateColumn("tests", "Tests passed", {
            of: ({rates}) => rates.get("tests_passed"),
            description: "mean share of a problem's tests that the program passed"
          })
        ]
      : []),
    countColumn("n", "Answers", "all of them, those without a score included"),
    ...outcomesIn(rows)
      .filter(outcome => outcome !== "passed")
      .map(outcome =>
        rateColumn(
          outcome,
          OUTCOME_NAMES[outcome].replace(/^./u, letter => letter.toUpperCase()),
          {
            of: ({rates}) => rates.get(outcome),
            description: "share of all answers, with its 95 % interval, clustered by problem"
          }
        )
      )
  ] as Column<CodeRow>[];
}

/** Who passes most often and least, and the most frequent reason of failure over all. */
export function codeSentence(rows: readonly CodeRow[]): string {
  const known = rows.filter(({rates}) => (rates.get("accuracy")?.value ?? null) !== null);
  const [best, worst] = [known[0], known.at(-1)];
  if (!best || !worst) return "No answer here has a score.";
  const accuracy = (row: CodeRow) => rateText(row.rates.get("accuracy"));
  const first =
    known.length === 1
      ? `${best.evaluation} has an accuracy of ${accuracy(best)}.`
      : `Of ${formatCount(known.length)} evaluations, ${best.evaluation} has the highest accuracy: ${accuracy(best)}; ${worst.evaluation} the lowest: ${accuracy(worst)}.`;
  const counts = outcomesIn(known)
    .filter(outcome => outcome !== "passed")
    .map(outcome => ({outcome, n: known.reduce((sum, {rates, n}) => sum + Math.round((rates.get(outcome)?.value ?? 0) * n), 0)}))
    .sort((a, b) => b.n - a.n);
  const all = known.reduce((sum, {n}) => sum + n, 0);
  return counts[0]
    ? `${first} Most of what does not pass: ${OUTCOME_NAMES[counts[0].outcome]}, ${formatCount(counts[0].n)} of ${formatCount(all)} answers.`
    : first;
}

/** Rows for a file, one a rate. */
export const codeCsv = (rows: readonly CodeRow[]): Record<string, unknown>[] =>
  rows.flatMap(({evaluation, simulated, part, family, level, rates, passes}) =>
    [...rates.values(), ...passes.values()].map(({rate, k, value, low, high, n, items}) => ({
      evaluation,
      simulated,
      part,
      family,
      level,
      rate,
      k,
      value,
      low,
      high,
      n,
      items
    }))
  );
