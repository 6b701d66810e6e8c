// Files of texts of which somebody says what answer they state: their format, and what both methods make of each.
import {z} from "zod";
import {UserError} from "../../book/error.js";
import {kindOf} from "../../score/answer/kinds.js";
import {readAnswer} from "../../score/answer/read.js";
import type {ValueKind} from "../../score/answer/values.js";
import {classifyAnswer} from "../../score/classifier/classify.js";
import {type Checked, outcomeOf} from "./confusion.js";
import type {Labelled} from "./fixtures/expand.js";

/** A line of a file. */
const labelledText = z
  .object({
    text: z.string().describe("what a model wrote"),
    target: z.string().min(1).describe("the right answer to what was asked, from which the kind of answer is inferred"),
    choices: z.array(z.string()).optional().describe("options, where the right answer is one of them in words"),
    answer: z
      .string()
      .min(1)
      .nullable()
      .describe("the answer that the text states, right or wrong; null where it states none, or several"),
    task: z.string().default("").describe("a part of the file that is also checked by itself")
  })
  .strict();

/** @throws UserError with the place of a line that is no labelled text */
export function readLabels(text: string, file: string): Labelled[] {
  return text.split("\n").flatMap((line, i) => {
    if (line.trim() === "") return [];
    let parsed: unknown;
    try {
      parsed = JSON.parse(line);
    } catch {
      throw new UserError(`${file}:${i + 1} is not a line of JSON`);
    }
    const {data, error} = labelledText.safeParse(parsed);
    if (error) {
      const {path, message} = error.issues[0]!;
      throw new UserError(`${file}:${i + 1} ${path.join(".") || "line"}: ${message[0]!.toLowerCase()}${message.slice(1)}`);
    }
    const {choices, ...rest} = data;
    return [{...rest, ...(choices && {choices})}];
  });
}

/** A text as both methods read it. */
export interface Read extends Checked {
  task: string;
}

/** Kinds of answers by which F1 is averaged, told by the right answer. */
const partOf = (kind: ValueKind): string =>
  (({text: "line", option: "letter"}) as Record<string, string>)[kind.name] ?? kind.name;

/** What both methods make of labelled texts. */
export const checkedOf = (texts: readonly Labelled[]): Read[] =>
  texts.map(({text, target, choices, answer, task}) => {
    const kind = kindOf(target, choices);
    return {
      task,
      kind: partOf(kind),
      rules: outcomeOf(readAnswer(text, kind).answer, answer, kind),
      classifier: outcomeOf(classifyAnswer(text, kind).answer, answer, kind)
    };
  });
