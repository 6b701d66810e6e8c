// A file that `human plan` writes for one person: instructions, then pairs or single answers.
import type {AnswerToLabel} from "../labels/labelling.js";
import type {VoteRecord} from "../votes/records.js";
import type {ResponsePair} from "./annotation.js";

/** Instructions, pairs and answers of one person's file. */
export interface PlannedFile {
  instructions: string | null;
  pairs: ResponsePair[];
  answers: AnswerToLabel[];
  /** lines that are none of these */
  bad: number[];
}

const TEXTS_OF_PAIR = ["pair_id", "question_id", "model_a", "model_b", "prompt", "response_a", "response_b"] as const;
const TEXTS_OF_ANSWER = ["eval_id", "item_id", "prompt", "response", "response_digest"] as const;

/** Reads the records of a person's file: instructions first, then a pair or an answer a line. */
export function plannedFile(records: readonly VoteRecord[]): PlannedFile {
  const planned: PlannedFile = {instructions: null, pairs: [], answers: [], bad: []};
  for (const {line, value} of records) {
    const has = (names: readonly string[]) => names.every(name => typeof value?.[name] === "string");
    const simulated = value?.simulated === true;
    if (has(["instructions"])) planned.instructions = String(value!.instructions);
    else if (has(TEXTS_OF_PAIR))
      planned.pairs.push({...(value as unknown as ResponsePair), turn: Number(value!.turn ?? 1), simulated});
    else if (has(TEXTS_OF_ANSWER)) {
      const text = (name: string) => (typeof value![name] === "string" ? value![name] : "");
      planned.answers.push({
        ...(value as unknown as AnswerToLabel),
        trial: Number(value!.trial ?? 0),
        expected: text("expected"),
        rubric: text("rubric"),
        rubric_digest: text("rubric_digest"),
        simulated
      });
    } else planned.bad.push(line);
  }
  return planned;
}
