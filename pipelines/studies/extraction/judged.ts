// A judge's readings of answers beside those of the rules and of the classifier: how often it says something else.
import {z} from "zod";
import {readAnswer} from "../../score/answer/read.js";
import {ENGLISH, type ValueKind} from "../../score/answer/values.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import type {Response} from "./answers.js";
import {sameAnswer} from "./confusion.js";
import {AGREED, type Reading} from "./tables.js";

/** A line of a store's extraction-judge.jsonl. */
export const judgeReadingSchema = z.strictObject({
  judge: z.string().min(1).describe("id of the judging model"),
  eval_id: z.string().describe("the evaluation whose answer it read"),
  item_id: z.string().describe("the test"),
  text: z
    .string()
    .describe("SHA-256 of the text that it read, 16 hexadecimal digits: a response that is another one by now is not counted"),
  answer: z.string().nullable().describe("the answer that it reads in the text, in its words; null where it reads none"),
  unread: z.string().nullable().describe("why its reply could not be read; null where it could"),
  own: z.boolean().describe("the answer is of the judge's own model"),
  simulated: z.boolean().describe("the judge, or the model whose answer it is, is a simulated one")
});
export type JudgeReading = z.infer<typeof judgeReadingSchema>;

/** Whether a judge's answer and one that was found in the text are the same, none and none included. */
export function sameReading(judged: string | null, found: string | null, kind: ValueKind): boolean {
  if (judged === null || found === null) return judged === found;
  const own = kind.spell(judged, ENGLISH) ?? readAnswer(judged, kind).answer ?? judged;
  return sameAnswer(found, own, kind);
}

/** The stratum of an answer: how the rules and the classifier read it. */
const readingOf = ({disagreement}: Pick<Response, "disagreement">): Reading => disagreement ?? AGREED;

export interface JudgedRow {
  judge: string;
  reading: Reading;
  n: number;
  as_rules: number;
  as_classifier: number;
  as_neither: number;
  unread: number;
  own: number;
  against_rules: number | null;
  against_rules_low: number | null;
  against_rules_high: number | null;
  against_classifier: number | null;
  against_classifier_low: number | null;
  against_classifier_high: number | null;
  simulated: boolean;
}

/**
 * A row for each judge and each way in which the rules and the classifier read an answer. Ways are kept apart, since a judge is asked about a
 * larger share of the answers that are read otherwise. Readings of texts that are others by now are left out.
 * @param digestOf the digest of a text, as readings have it
 */
export function judgedRows(
  readings: readonly JudgeReading[],
  answers: readonly Response[],
  digestOf: (text: string) => string
): JudgedRow[] {
  const idOf = ({eval_id, item_id}: {eval_id: string; item_id: string}) => JSON.stringify([eval_id, item_id]);
  const stored = new Map(answers.map(answer => [idOf(answer), answer]));
  const both = readings.flatMap(reading => {
    const answer = stored.get(idOf(reading));
    return answer && digestOf(answer.final) === reading.text ? [{reading, answer}] : [];
  });
  const groups = groupBy(both, ({reading: {judge}, answer}) => JSON.stringify([judge, readingOf(answer)]));
  return [...groups.values()].map(own => {
    const [{reading, answer}] = own as [(typeof own)[number]];
    const read = own.filter(({reading: {unread}}) => unread === null);
    const as = (method: "rules" | "classifier") =>
      read.filter(({reading, answer}) => sameReading(reading.answer, answer[method], answer.kind)).length;
    const neither = read.filter(
      ({reading, answer}) =>
        !sameReading(reading.answer, answer.rules, answer.kind) && !sameReading(reading.answer, answer.classifier, answer.kind)
    ).length;
    const [as_rules, as_classifier, n] = [as("rules"), as("classifier"), read.length];
    return {
      ...{judge: reading.judge, reading: readingOf(answer), n, as_rules, as_classifier, as_neither: neither},
      ...{unread: own.length - n, own: read.filter(each => each.reading.own).length},
      ...against("against_rules", n - as_rules, n),
      ...against("against_classifier", n - as_classifier, n),
      simulated: own.some(each => each.reading.simulated)
    };
  });
}

/** A share with Wilson's interval; null where nothing was read. */
function against<Name extends "against_rules" | "against_classifier">(name: Name, k: number, n: number) {
  const {value, low, high} = shareOf(k, n);
  return {[name]: value, [`${name}_low`]: value === null ? null : low, [`${name}_high`]: value === null ? null : high} as Record<
    Name | `${Name}_low` | `${Name}_high`,
    number | null
  >;
}
