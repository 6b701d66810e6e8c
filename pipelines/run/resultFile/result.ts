// The data of a result file: each evaluation's answers by question, and the numbers that follow from them.
import {z} from "zod";
import {type Noise, pairedNoise} from "../../stats/noise.js";
import {countPair, emptyAnswers, emptyPairCounts, type PairedAnswers, pairedDifference, testScores} from "../../stats/paired.js";
import {type ComparedPass, comparedPasses, type ItemTrials} from "../../stats/passK.js";
import {clusteredParts, type Share} from "../../stats/share.js";
import {
  type DifferenceSums,
  evaluationNames,
  type Outcome,
  type Outcomes,
  outcomePairSchema,
  outcomeSchema,
  pairOf
} from "../outcomes.js";

/** Name of the format, at the head of the data. */
export const FORMAT = "reasonbook result";
/** Version of the file's visible text; raised when a file of the same data would read otherwise. */
export const LAYOUT = 2;

/** One character for each answer: right, wrong, unread (no answer was found; counts as wrong), cut at the token limit (not counted). */
export const CODES = {right: "r", wrong: "w", unread: "u", cut: "c"} as const;

const count = z.int().min(0);

const modelSchema = outcomeSchema
  .extend({
    answers: z
      .string()
      .regex(/^[rwuc ]*$/u)
      .describe("a word for each question, with r, w, u or c for each repetition; empty if the question was not asked"),
    costs: z.array(z.number()).nullable().describe("US dollars for each question; null if unknown or simulated")
  })
  .strict();

const pairSchema = outcomePairSchema
  .extend({positions: z.tuple([count, count]).describe("positions of A and B among the models")})
  .strict();

const wrongSchema = z.strictObject({
  model: count.describe("position among the models"),
  item: count.describe("position among the questions"),
  trial: count,
  id: z.string(),
  rule: z.string().describe("rule that read the answer, or reason for no answer"),
  question: count.optional().describe("position among the texts of questions"),
  expected: z.string().optional(),
  read: z.string().optional(),
  response: z.string().optional(),
  span: z.tuple([count, count]).optional().describe("position of the answer that was read in the response, UTF-16 code units")
});

/** Schema of the data in a result file. */
export const resultSchema = z.strictObject({
  format: z.literal(FORMAT),
  layout: z.int(),
  version: z.string().describe("version of reasonbook that wrote it"),
  title: z.string(),
  notes: z.array(z.string()),
  items: count.describe("questions"),
  groups: z.array(z.string()).describe("tasks, or tasks with their categories"),
  item_groups: z.array(count).describe("position of each question's group"),
  models: z.array(modelSchema),
  pairs: z.array(pairSchema),
  wrong: z.array(wrongSchema),
  questions: z.array(z.string()).describe("texts of questions with a wrong or unread answer"),
  shortened: count.describe("texts that were shortened")
});

/** The data of a result file. */
export type Result = z.infer<typeof resultSchema>;
/** A wrong or unread answer. */
export type WrongAnswer = z.infer<typeof wrongSchema>;

/** Answers of one evaluation: for each question a code for each repetition, "" where it was not asked. */
export interface AnsweredEvaluation
  extends Pick<Outcome, "eval_id" | "model" | "template" | "sampler" | "source" | "simulated" | "list_date"> {
  answers: readonly string[];
  costs: readonly number[] | null;
}

/** Returns the answers of a model in the data, one word for each of so many questions. */
const answersOf = ({answers}: Pick<Result["models"][number], "answers">, items: number): string[] =>
  items === 0 ? [] : answers.split(" ");

/** Computes a model's share of right answers to the questions of each group. */
export function groupShares(model: Result["models"][number], {items, groups, item_groups}: Result): Share[] {
  const answers = answersOf(model, items);
  return groups.map((_, group) =>
    clusteredParts(
      answers
        .filter((_, item) => item_groups[item] === group)
        .map(partOf)
        .filter(({x}) => x > 0)
    )
  );
}

/** Right and counted answers to a question; a cut answer is not counted. */
function partOf(codes: string): {y: number; x: number} {
  const all = [...codes];
  return {y: all.filter(code => code === CODES.right).length, x: all.filter(code => code !== CODES.cut).length};
}

const countOf = (answers: readonly string[], code: string): number => answers.join("").split(code).length - 1;

/** Computes an evaluation's outcome from its answers. */
export function outcomeOf({answers, costs, ...evaluation}: AnsweredEvaluation): Outcome {
  const {value, low, high, n} = clusteredParts(answers.map(partOf).filter(({x}) => x > 0));
  return {
    ...evaluation,
    right: value,
    low,
    high,
    n,
    truncated: countOf(answers, CODES.cut),
    unread: countOf(answers, CODES.unread),
    cost: costs === null ? null : costs.reduce((sum, each) => sum + each, 0)
  };
}

/** Computes the sums of two evaluations' differences over their common questions. */
function differenceSums(a: readonly string[], b: readonly string[]): DifferenceSums {
  const sums = {n: 0, d: 0, dd: 0, wins: 0, losses: 0, only_a: 0, only_b: 0};
  for (const [i, first] of a.entries()) {
    const second = b[i] ?? "";
    if (first !== "" && second === "") sums.only_a++;
    if (first === "" && second !== "") sums.only_b++;
    const [partA, partB] = [partOf(first), partOf(second)];
    if (partA.x === 0 || partB.x === 0) continue;
    const gain = partA.y / partA.x - partB.y / partB.x;
    sums.n++;
    sums.d += gain;
    sums.dd += gain * gain;
    if (gain > 0) sums.wins++;
    if (gain < 0) sums.losses++;
  }
  return sums;
}

/** Splits the noise of the difference of two evaluations; null where no question has two counted answers of both. */
export function noiseOf(first: Result["models"][number], second: Result["models"][number], items: number): Noise | null {
  const [partsA, partsB] = [answersOf(first, items).map(partOf), answersOf(second, items).map(partOf)] as const;
  const answers = (parts: readonly {x: number; y: number}[]): PairedAnswers => ({
    ...emptyAnswers(parts.length),
    right: Uint16Array.from(parts, ({y}) => y),
    wrong: Uint16Array.from(parts, ({x, y}) => x - y)
  });
  const tests = {
    tasks: [""],
    taskOf: Int32Array.of(0),
    starts: Int32Array.of(0, items),
    room: new Float64Array(items).fill(1)
  };
  const sides = {a: answers(partsA), b: answers(partsB)};
  const sums = countPair(tests, testScores(sides.a), testScores(sides.b), emptyPairCounts(tests));
  return pairedNoise(tests, sides, {difference: pairedDifference(tests, sums), sums});
}

/**
 * Compares pass^k and pass@k of two evaluations, paired by question, for k from 2 to the most answers that both gave to one question; none where
 * no question has two answers of both. A cut answer has failed, since leaving it out would make the question's other answers count for more.
 */
export function passesOf(first: Result["models"][number], second: Result["models"][number], items: number): ComparedPass[] {
  const [a, b] = [answersOf(first, items).map(trialsOf), answersOf(second, items).map(trialsOf)];
  return comparedPasses(a.map((each, item) => ({a: each, b: b[item]!})).filter(pair => pair.a.n > 0 && pair.b.n > 0)).filter(
    ({k}) => k > 1
  );
}

/** Right answers, and all answers, to a question. */
const trialsOf = (codes: string): ItemTrials => ({n: codes.length, c: partOf(codes).y});

/** Computes all outcomes from answers. @param pairs positions of the evaluations that are compared */
export function outcomesFrom(
  evaluations: readonly AnsweredEvaluation[],
  pairs: readonly (readonly [number, number])[]
): Outcomes {
  const names = evaluationNames(evaluations);
  return {
    models: evaluations.map(outcomeOf),
    pairs: pairs.map(([a, b]) =>
      pairOf({a: names[a]!, b: names[b]!}, differenceSums(evaluations[a]!.answers, evaluations[b]!.answers))
    )
  };
}

/** Largest difference between a number of the file and the recomputed one, relative to 1: sums in another order round differently. */
const ROUNDING = 1e-9;

/** Outcomes recomputed from a file's answers. */
export interface Recomputed extends Outcomes {
  /** Count of numbers that were compared. */
  numbers: number;
  /** Count of answers from which they were computed. */
  answers: number;
  /** A sentence for each number or entry that does not agree. */
  disagreements: string[];
}

const MODEL_NUMBERS = ["right", "low", "high", "n", "truncated", "unread", "cost"] as const;
const PAIR_NUMBERS = ["value", "low", "high", "p", "n", "wins", "losses", "only_a", "only_b"] as const;

/** Recomputes every number of a result from its answers. */
export function recompute(result: Result): Recomputed {
  const disagreements: string[] = [];
  let numbers = 0;
  const evaluations = result.models.map(({eval_id, model, template, sampler, source, simulated, list_date, costs, ...each}) => {
    const answers = answersOf(each, result.items);
    if (answers.length !== result.items)
      disagreements.push(`${model}: answers to ${answers.length} of ${result.items} questions`);
    return {eval_id, model, template, sampler, ...(source !== undefined && {source}), simulated, list_date, answers, costs};
  });
  const isPair = ({positions}: Result["pairs"][number]) => positions.every(position => position < evaluations.length);
  const pairs = result.pairs.filter(isPair);
  if (pairs.length < result.pairs.length) disagreements.push("a difference names no model of the file");
  const outcomes = outcomesFrom(
    evaluations,
    pairs.map(({positions}) => positions)
  );
  const compare = (name: string, field: string, stated: number | null, computed: number | null): void => {
    numbers++;
    const isSame =
      stated === computed ||
      (stated !== null && computed !== null && Math.abs(stated - computed) <= ROUNDING * Math.max(1, Math.abs(computed)));
    if (!isSame)
      disagreements.push(`${name}: ${field} is ${stated ?? "absent"} in the file, ${computed ?? "absent"} by its answers`);
  };
  const names = evaluationNames(evaluations);
  for (const [i, outcome] of outcomes.models.entries())
    for (const field of MODEL_NUMBERS) compare(names[i]!, field, result.models[i]![field], outcome[field]);
  for (const [i, pair] of outcomes.pairs.entries()) {
    const stated = pairs[i]!;
    const name = `${pair.a} minus ${pair.b}`;
    if (stated.a !== pair.a || stated.b !== pair.b)
      disagreements.push(`${name}: named ${stated.a} minus ${stated.b} in the file`);
    for (const field of PAIR_NUMBERS) compare(name, field, stated[field], pair[field]);
  }
  if (result.item_groups.length !== result.items || result.item_groups.some(group => group >= result.groups.length))
    disagreements.push("a question belongs to no group of the file");
  disagreements.push(...missingAnswers(result, names));
  const answers = evaluations.reduce((sum, each) => sum + each.answers.join("").length, 0);
  return {...outcomes, numbers, answers, disagreements};
}

/** Compares the list of wrong and unread answers with the answers. */
function missingAnswers({models, items, wrong}: Result, names: readonly string[]): string[] {
  const keyOf = (model: number, item: number, trial: number) => `${model} ${item} ${trial}`;
  const listed = new Set(wrong.map(({model, item, trial}) => keyOf(model, item, trial)));
  const differing = models.map((model, m) => {
    let count = 0;
    for (const [i, codes] of answersOf(model, items).entries())
      for (const [trial, code] of [...codes].entries()) {
        const isListed = listed.delete(keyOf(m, i, trial));
        if (isListed !== (code === CODES.wrong || code === CODES.unread)) count++;
      }
    return count;
  });
  return [
    ...differing.flatMap((count, m) =>
      count === 0 ? [] : [`${names[m]}: the list of wrong and unread answers differs in ${count} from the answers`]
    ),
    ...(listed.size > 0 ? [`${listed.size} of the wrong and unread answers belong to no answer of the file`] : [])
  ];
}
