// Difficulty of points, from the results of all other evaluations.
import {excessAccuracy} from "../../score/accuracy.js";

/** Counts of a point under one evaluation. */
export interface Attempt {
  eval_id: string;
  base_task: string;
  params: string;
  correct: number;
  incorrect: number;
  guess_sum: number;
}

/**
 * Difficulty of a point for one evaluation: 1 − the pooled excess accuracy of all other evaluations on it, from 0 (no errors) to 1 (no
 * better than guessing). The evaluation's own answers are left out, so that its errors do not explain themselves. Null where no other
 * evaluation has an untruncated answer.
 */
export function difficulties(
  attempts: readonly Attempt[]
): (of: Pick<Attempt, "eval_id" | "base_task" | "params">) => number | null {
  const place = ({base_task, params}: Pick<Attempt, "base_task" | "params">) => `${base_task} ${params}`;
  const own = new Map<string, Counts>();
  const all = new Map<string, Counts>();
  for (const attempt of attempts) {
    for (const [map, key] of [
      [own, `${attempt.eval_id} ${place(attempt)}`],
      [all, place(attempt)]
    ] as const) {
      const sum = map.get(key) ?? {correct: 0, total: 0, guessSum: 0};
      sum.correct += attempt.correct;
      sum.total += attempt.correct + attempt.incorrect;
      sum.guessSum += attempt.guess_sum;
      map.set(key, sum);
    }
  }
  return of => {
    const every = all.get(place(of));
    if (!every) return null;
    const mine = own.get(`${of.eval_id} ${place(of)}`) ?? {correct: 0, total: 0, guessSum: 0};
    const accuracy = excessAccuracy({
      correct: every.correct - mine.correct,
      total: every.total - mine.total,
      guessSum: every.guessSum - mine.guessSum
    });
    return accuracy === null ? null : Math.min(1, Math.max(0, 1 - accuracy));
  };
}

interface Counts {
  correct: number;
  total: number;
  guessSum: number;
}
