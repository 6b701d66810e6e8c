// What the page Hallucination shows: the rates of each evaluation side by side, as columns, text and a sentence.
import {evaluationColumns} from "../../pipelines/charts/shared/columns.js";
import {formatCount, formatDifference, formatRate} from "../../pipelines/charts/shared/interval.js";
import {evaluationNames} from "../../pipelines/charts/shared/label.js";
import type {Column} from "../../pipelines/charts/shared/sortable.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import type {Evaluated} from "../../pipelines/store/evaluationName.js";
import type {Rate, RateName} from "../../pipelines/studies/hallucination/rates.js";
import {plainRows} from "../shared/answers.js";

/** An evaluation's rates on one subject. */
export interface ShownRates extends Evaluated {
  evaluation: string;
  base_task: string;
  subject: string;
  rates: ReadonlyMap<RateName, Rate>;
  truncated: number;
}

/** The rates of all evaluations on all subjects; the subject of the total is empty. */
export async function ratesIn(sql: Sql): Promise<ShownRates[]> {
  const rows = plainRows<Rate & Evaluated & {base_task: string; subject: string}>(
    await sql`select * from hallucination order by base_task, subject, model, template, sampler, eval_id`
  );
  const name = evaluationNames([...new Map(rows.map(row => [row.eval_id, row])).values()]);
  return [...groupBy(rows, ({eval_id, base_task, subject}) => `${eval_id} ${base_task}\n${subject}`).values()].map(own => ({
    ...own[0]!,
    evaluation: name(own[0]!),
    rates: new Map(own.map(row => [row.rate, row])),
    truncated: Math.max(...own.map(({truncated}) => truncated))
  }));
}

/** An answer about an entity that does not exist. */
export interface Confabulation {
  evaluation: string;
  eval_id: string;
  item_id: string;
  subject: string;
  question: string;
  answer: string;
}

/** Examples of one evaluation; of each question its first sentence. */
export async function confabulationsIn(sql: Sql, {eval_id, base_task, evaluation}: ShownRates): Promise<Confabulation[]> {
  const rows = plainRows<{item_id: string; subject: string; prompt: string; answer: string}>(
    await sql`select item_id, subject, prompt, answer from confabulations where eval_id = ${eval_id} and base_task = ${base_task} order by subject, item_id`
  );
  return rows.map(({item_id, subject, prompt, answer}) => ({
    evaluation,
    eval_id,
    item_id,
    subject,
    question: questionOf(prompt),
    answer
  }));
}

/** The sentence that asks, without the one that allows for not knowing. */
const questionOf = (prompt: string): string => /^[\s\S]*?(?:\?|\.(?=\s))/u.exec(prompt)?.[0] ?? prompt;

const rateColumn = (name: RateName, label: string, description: string): Column<ShownRates> => ({
  key: name,
  label,
  numeric: true,
  description,
  by: ({rates}) => rates.get(name)?.value ?? null,
  show({rates}) {
    const rate = rates.get(name);
    if (!rate) return "–";
    return `${name === "score" ? formatDifference(rate) : formatRate(rate)} n = ${formatCount(rate.n)}`;
  }
});

export const rateColumns: readonly Column<ShownRates>[] = [
  ...evaluationColumns,
  rateColumn(
    "score",
    "Score",
    "accuracy on real + abstained on fabricated − 1, in points: 100 perfect, at most 0 for always and for never abstaining"
  ),
  rateColumn("accuracy", "Accuracy", "of real entities: right"),
  rateColumn("wrong_answer", "Wrong", "of real entities: another answer than the right one"),
  rateColumn("abstained_real", "Abstained, real", "of real entities: said not to be known"),
  rateColumn("confabulated", "Confabulated", "of fabricated entities: an answer was made up"),
  rateColumn("abstained_fabricated", "Abstained, fabricated", "of fabricated entities: said not to be known"),
  rateColumn("answered", "Answered", "of all: neither abstained nor empty"),
  rateColumn("accuracy_answered", "Right where answered", "of what was answered: right"),
  rateColumn("no_answer", "Empty", "of all: no answer was found"),
  {key: "truncated", label: "Truncated", numeric: true, by: row => row.truncated, show: row => formatCount(row.truncated)}
];

/** `12.0 % [8.1, 17.2] n = 250` */
const text = (rate: Rate): string => `${formatRate(rate)} n = ${formatCount(rate.n)}`;

/** Who confabulates least and most, and whether the first abstains more where there is an answer. */
export function ratesSentence(rows: readonly ShownRates[]): string {
  const known = rows
    .filter(({rates}) => rates.has("confabulated"))
    .sort((a, b) => a.rates.get("confabulated")!.value - b.rates.get("confabulated")!.value);
  const [least, most] = [known[0], known.at(-1)];
  if (!least || !most) return "No entity that was asked about here is fabricated, so nothing can be said about confabulation.";
  const real = least.rates.get("abstained_real");
  const also = real ? ` It also abstains on real ones: ${text(real)}.` : "";
  const first = `${least.evaluation} makes up ${known.length > 1 ? "the fewest answers" : "answers"} about entities that do not exist: ${text(least.rates.get("confabulated")!)}.${also}`;
  return least === most ? first : `${first} ${most.evaluation} makes up the most: ${text(most.rates.get("confabulated")!)}.`;
}

/** Rows for a file, one a rate. */
export const ratesCsv = (rows: readonly ShownRates[]): Record<string, unknown>[] =>
  rows.flatMap(({evaluation, simulated, base_task, subject, rates}) =>
    [...rates.values()].map(({rate, value, low, high, n, items, truncated}) => ({
      evaluation,
      simulated,
      base_task,
      subject,
      rate,
      value,
      low,
      high,
      n,
      items,
      truncated
    }))
  );
