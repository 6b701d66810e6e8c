// A judge's readings of answers, compared with how the answers were read when they were scored.
import {z} from "zod";
import {readAnswer} from "../../score/answer/read.js";
import {ENGLISH, type ValueKind} from "../../score/answer/values.js";
import {groupBy} from "../../stats/groupBy.js";
import {shareOf} from "../../stats/intervals.js";
import type {Response} from "./answers.node.js";

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

const withoutArticle = (text: string): string => text.replace(/^(?:the|an?)\s+(?=\p{L})/iu, "");

/** Whether a judge's answer and one that was found in the text are the same, none and none included. */
export function sameReading(judged: string | null, found: string | null, kind: ValueKind): boolean {
  if (judged === null || found === null) return judged === found;
  const own = kind.spell(judged, ENGLISH) ?? readAnswer(judged, kind).answer ?? judged;
  return found === own || (kind.whole && withoutArticle(found) === withoutArticle(own));
}

export interface JudgedRow {
  judge: string;
  rule: string;
  n: number;
  same: number;
  unread: number;
  own: number;
  differs: number | null;
  differs_low: number | null;
  differs_high: number | null;
  simulated: boolean;
}

/** A judge's reading with the answer that it is of. */
export interface ReadAnswer {
  reading: JudgeReading;
  answer: Response;
}

/** Readings with their answers; those of texts that have changed are left out. */
export function readingsOfAnswers(
  readings: readonly JudgeReading[],
  answers: readonly Response[],
  digestOf: (text: string) => string
): ReadAnswer[] {
  const idOf = ({eval_id, item_id}: {eval_id: string; item_id: string}) => JSON.stringify([eval_id, item_id]);
  const stored = new Map(answers.map(answer => [idOf(answer), answer]));
  return readings.flatMap(reading => {
    const answer = stored.get(idOf(reading));
    return answer && digestOf(answer.final) === reading.text ? [{reading, answer}] : [];
  });
}

/** Whether a judge reads another answer in a text than the rules; no where its reply was no reading. */
export const readsDifferently = ({reading, answer}: ReadAnswer): boolean =>
  reading.unread === null && !sameReading(reading.answer, answer.answer, answer.kind);

/**
 * A row for each judge and each rule that read the answers, and one for answers that were not read. Readings of texts that have changed are
 * left out.
 * @param digestOf the digest of a text, as readings have it
 */
export function judgedRows(
  readings: readonly JudgeReading[],
  answers: readonly Response[],
  digestOf: (text: string) => string
): JudgedRow[] {
  const both = readingsOfAnswers(readings, answers, digestOf);
  const groups = groupBy(both, ({reading: {judge}, answer: {rule}}) => JSON.stringify([judge, rule]));
  return [...groups.values()].map(group => {
    const [{reading, answer}] = group as [(typeof group)[number]];
    const read = group.filter(each => each.reading.unread === null);
    const same = read.filter(each => !readsDifferently(each)).length;
    const {value, low, high} = shareOf(read.length - same, read.length);
    return {
      judge: reading.judge,
      rule: answer.rule,
      n: read.length,
      same,
      unread: group.length - read.length,
      own: read.filter(each => each.reading.own).length,
      differs: value,
      differs_low: value === null ? null : low,
      differs_high: value === null ? null : high,
      simulated: group.some(each => each.reading.simulated)
    };
  });
}
