// Labels of single answers: whether a person finds an answer right, in the one format that `human correct` reads and a store keeps.
import {z} from "zod";
import {sha256Hex} from "../../../book/canonical.js";
import type {RecordKind} from "../../../rows/columns.js";

export const LABELS = ["correct", "incorrect"] as const;

/** Draws of answers to label: at random, or those on which a judge and the rules disagree. */
export const DRAWS = ["random", "disagree"] as const;
export type Draw = (typeof DRAWS)[number];

/** Words for a label in files of other tools. */
const WORDS: Readonly<Record<string, (typeof LABELS)[number]>> = {
  ...Object.fromEntries(["correct", "right", "true", "1", "pass", "yes"].map(word => [word, "correct" as const])),
  ...Object.fromEntries(["incorrect", "wrong", "false", "0", "fail", "no"].map(word => [word, "incorrect" as const]))
};

const label = z
  .union([z.string(), z.number(), z.boolean()])
  .transform((value, context) => {
    const word = WORDS[String(value).trim().toLowerCase()];
    if (word !== undefined) return word;
    context.addIssue(
      `"${String(value)}" is not a label; expected correct or incorrect (or right, wrong, true, false, 1, 0, pass, fail, yes, no)`
    );
    return z.NEVER;
  })
  .describe("correct or incorrect; right, wrong, true, false, 1, 0, pass, fail, yes and no are read as well");

export const labelSchema = z
  .object({
    key: z.string().optional().describe("EVALUATION/ITEM or EVALUATION/ITEM/TRIAL; else the next three"),
    eval_id: z.string().optional().describe("identity of the evaluation, or the model's id where it has one evaluation"),
    item_id: z.string().optional().describe("identity of the test"),
    trial: z.coerce.number().int().min(0).optional().describe("repetition; 0 if absent"),
    annotator: z.coerce.string().trim().optional().describe("who labelled; absent: all such labels count as one person's"),
    label,
    note: z.string().trim().optional().describe("anything about the answer"),
    at: z.iso
      .datetime({offset: true})
      .or(z.literal(""))
      .optional()
      .describe("when, ISO 8601: of several labels of one person, the last counts"),
    response: z.string().optional().describe("digest of the response that was read: a label of another response is left out"),
    rubric: z.string().optional().describe("digest of the rubric that was shown: a label by another rubric is left out"),
    draw: z
      .enum(DRAWS)
      .optional()
      .describe(
        "how the answer was drawn: random, or disagree where a judge and the rules disagree; the latter show errors and correct no accuracy"
      )
  })
  .describe("a person's label of one answer");
export type LabelRecord = z.infer<typeof labelSchema>;

export const LABEL_KIND: RecordKind = {
  fields: {
    ...Object.fromEntries(Object.keys(labelSchema.shape).map(name => [name, []])),
    eval_id: ["evaluation", "model"],
    item_id: ["item", "question_id"],
    annotator: ["judge", "by", "labeler", "labeller"],
    label: ["human_label", "verdict", "status"]
  },
  required: ["label"]
};

/** Whether a row's label is still to be filled in. */
export const isBlank = (value: unknown): boolean => {
  const label = typeof value === "object" && value !== null && "label" in value ? value.label : undefined;
  return label === null || (typeof label === "string" && label.trim() === "");
};

/** The answer that a record names, as EVALUATION/ITEM/TRIAL; null where it names none. */
export function answerKey({
  key,
  eval_id,
  item_id,
  trial = 0
}: Pick<LabelRecord, "key" | "eval_id" | "item_id" | "trial">): string | null {
  if (key) return key;
  return eval_id && item_id ? `${eval_id}/${item_id}/${trial}` : null;
}

/** Digest of a rubric, as labels have it. */
export const rubricDigest = (rubric: string): string => sha256Hex(rubric).slice(0, 12);

/** A label of a known answer. */
export interface Label {
  annotator: string;
  isCorrect: boolean;
  at: string;
}

/** The last label of each annotator of an answer; labels without a time keep their order. */
export function lastLabels<Each extends Label>(labels: readonly Each[]): Each[] {
  const last = new Map<string, Each>();
  for (const each of labels) {
    const before = last.get(each.annotator);
    if (!before || each.at === "" || before.at === "" || Date.parse(each.at) >= Date.parse(before.at))
      last.set(each.annotator, each);
  }
  return [...last.values()];
}

/** The label of an answer by its labels: what most people say, the last label of each; null where as many say right as wrong. */
export function majority(labels: readonly Label[]): boolean | null {
  const last = lastLabels(labels);
  const right = last.filter(({isCorrect}) => isCorrect).length;
  return 2 * right === last.length ? null : 2 * right > last.length;
}
