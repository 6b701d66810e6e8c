// The same lists told in two ways: paired differences by evaluation.
import {countColumn, differenceColumn, evaluationColumns, pColumn} from "../../pipelines/charts/shared/columns.js";
import {type Estimated, forest} from "../../pipelines/charts/shared/estimate.js";
import {formatCount, formatDifference, formatP, formatRate} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import {
  type FormAnswer,
  type FormPair,
  type FormRow,
  formAnswers,
  formPairs,
  type Telling,
  type TellingAccuracy
} from "../../pipelines/studies/narratives/forms.js";
import {formAnswersQuery} from "../../pipelines/studies/narratives/forms.sql.js";
import {plainRows} from "../shared/answers.js";

export interface NamedPair extends FormPair {
  evaluation: string;
  simulated: boolean;
  /** The two tellings as one name: what a reader chooses. */
  tellings: string;
}

/** `story of 2,000 tokens`, `prose` */
const tellingName = ({form, target_tokens}: Telling): string =>
  target_tokens === null ? form : `${form} of ${formatCount(target_tokens)} tokens`;

const tellingsName = ({a, b}: Pick<FormPair, "a" | "b">): string => `${tellingName(a)} and ${tellingName(b)}`;

/** Every pair of tellings with common lists, of every evaluation; of repeated answers the first counts. */
export async function pairsOf(sql: Sql): Promise<NamedPair[]> {
  const [rows, evaluations] = await Promise.all([
    sql.query(formAnswersQuery),
    sql.query(
      `select eval_id, any_value(model) as model, any_value(template) as template, any_value(sampler) as sampler, bool_or(simulated) as simulated
      from samples where item_id in (select item_id from narratives) group by eval_id`
    )
  ]);
  return namedPairs(formAnswers(plainRows<FormRow>(rows)), plainRows<Evaluated>(evaluations));
}

export function namedPairs(answers: readonly FormAnswer[], evaluations: readonly Evaluated[]): NamedPair[] {
  const known = new Map(evaluations.map(row => [row.eval_id, row]));
  const name = evaluationNames(evaluations);
  return formPairs(answers).map(pair => {
    const own = known.get(pair.eval_id)!;
    return {...pair, evaluation: name(own), simulated: own.simulated, tellings: tellingsName(pair)};
  });
}

/** Names of the pairs of tellings, first the one that is shown first: the barest beside the longest story. */
export function tellingsIn(pairs: readonly NamedPair[]): string[] {
  const known = new Map(pairs.map(pair => [pair.tellings, pair]));
  const apart = ({a, b}: NamedPair) =>
    (a.form === "expression" ? 1e12 : 0) + (b.form === "story" ? 1e11 : 0) + (b.target_tokens ?? 0);
  return [...known.values()].sort((x, y) => apart(y) - apart(x)).map(({tellings}) => tellings);
}

/** What is lost between the two tellings, by evaluation. */
export function formsPlot(pairs: readonly NamedPair[], {width}: {width: number}): HTMLElement {
  const rows = pairs
    .filter(({low}) => low !== null)
    .map(
      (pair): Estimated => ({
        name: pair.evaluation,
        simulated: pair.simulated,
        estimate: {value: 100 * pair.value, low: 100 * pair.low!, high: 100 * pair.high!, clusters: pair.n},
        detail: `${formatDifference(pair)} points, n = ${formatCount(pair.n)} lists\nMcNemar p = ${formatP(pair.exact)}`
      })
    )
    .sort((x, y) => y.estimate.value - x.estimate.value);
  const {a, b} = pairs[0]!;
  return forest(rows, {
    width,
    id: "forms",
    title: `${tellingName(a)} minus ${tellingName(b)}, the same lists`,
    caption: `Difference of right answers in points with its paired 95 % interval; right of 0 the ${tellingName(b)} costs answers.${rows.length < pairs.length ? " Evaluations with one common list have no interval and are in the table." : ""}`,
    x: {label: "points →"},
    reference: 0
  });
}

const sideColumn = (key: "a" | "b", label: string): Column<NamedPair> => ({
  key,
  label,
  numeric: true,
  by: row => row[key].accuracy,
  show: row => formatRate({value: row[key].accuracy, low: row[key].low, high: row[key].high, n: row.n}),
  description: "right answers to the common lists, truncated ones wrong; Wilson's 95 % interval"
});

export function formsColumns({a, b}: {a: TellingAccuracy; b: TellingAccuracy}): Column<NamedPair>[] {
  return [
    ...evaluationColumns,
    differenceColumn("in points, with its paired 95 % interval"),
    pColumn("exact", "McNemar p", "two-sided, exact"),
    countColumn("n", "Lists", "lists that were asked in both tellings"),
    sideColumn("a", tellingName(a)),
    sideColumn("b", tellingName(b)),
    countColumn("only_a", `${a.form} only`, "lists that only the first telling got right"),
    countColumn("only_b", `${b.form} only`, "lists that only the second telling got right")
  ];
}

/** How many evaluations lose by the telling. */
export function formsSentence(pairs: readonly NamedPair[]): string {
  const {a, b} = pairs[0]!;
  const lost = pairs.filter(({low}) => low !== null && low > 0).length;
  const gained = pairs.filter(({high}) => high !== null && high < 0).length;
  const most = pairs.reduce((x, y) => (y.value > x.value ? y : x));
  return `Of ${formatCount(pairs.length)} evaluations that answered the same lists as ${tellingName(a)} and as ${tellingName(b)}, ${formatCount(lost)} ${lost === 1 ? "does" : "do"} significantly worse on the second and ${formatCount(gained)} better. ${most.evaluation} has the largest difference: ${formatDifference(most)} points over ${formatCount(most.n)} lists, McNemar p = ${formatP(most.exact)}.`;
}

/** Rows for a file. */
export const formsCsv = (pairs: readonly NamedPair[]): Record<string, unknown>[] =>
  pairs.map(({a, b, ...row}) => ({
    ...row,
    first: tellingName(a),
    first_accuracy: a.accuracy,
    first_low: a.low,
    first_high: a.high,
    first_truncated: a.truncated,
    second: tellingName(b),
    second_accuracy: b.accuracy,
    second_low: b.low,
    second_high: b.high,
    second_truncated: b.truncated
  }));
