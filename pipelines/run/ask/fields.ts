// Finds the question, answer and option columns of a file of questions by their names.
import type {Fields, LayoutName} from "../../book/bankSchemas.js";
import {isMap, type Fields as Question} from "../../book/banks/fields.js";
import {isOfLayout} from "../../book/banks/recordReader.node.js";
import {OPTION_LETTERS} from "../../book/letters.js";
import type {Aliases} from "../../rows/columns.js";
import {UserError} from "../../rows/error.js";
import {didYouMean} from "../../rows/nearest.js";

/** Column names, in order of preference; upper and lower case count as equal. */
const NAMES = {
  question: ["question", "prompt", "input", "problem", "query", "instruction", "task", "text", "user", "goal"],
  answer: [
    "answer",
    "target",
    "expected",
    "expected_answer",
    "expected_output",
    "correct_answer",
    "right_answer",
    "ground_truth",
    "ideal",
    "gold",
    "label",
    "reference",
    "solution",
    "output",
    "response",
    "completion",
    "key"
  ],
  choices: ["choices", "options"],
  id: ["id", "item_id", "question_id", "task_id", "uid"],
  category: ["category", "subject", "topic"]
} satisfies Aliases<string>;

/** Layouts of public benchmarks that a first record shows beyond doubt. */
const LAYOUTS: readonly LayoutName[] = [
  "gsm8k",
  "math",
  "mmlu-pro",
  "arc",
  "hellaswag",
  "winogrande",
  "truthfulqa-mc1",
  "truthfulqa-csv",
  "humaneval",
  "mbpp",
  "ifeval",
  "gpqa"
];

/** Names of option columns: A, B, C … or option_a, option_b …, option1, option2 …, choice_1 … */
const OPTION = /^(?:(?:option|choice)[ _-]?)?(?:([a-z])|(\d{1,2}))$/iu;

/** Columns that the user names. */
export interface NamedFields {
  question?: string | undefined;
  answer?: string | undefined;
  choices?: readonly string[] | undefined;
}

/** The reading of a file: a layout of a public benchmark, or the names of its columns. */
export type FoundFields = {layout: LayoutName} | {fields: Fields};

/**
 * Returns the columns of a file by its first record. Throws a UserError that lists the columns if no question or answer is among them.
 * @param needsAnswer whether answers are compared with a right one
 * @param place file and line of the record, for messages
 */
export function findFields(
  record: Question,
  named: NamedFields,
  {place, needsAnswer = true}: {place: string; needsAnswer?: boolean}
): FoundFields {
  const columns = Object.keys(record);
  const isNamed = named.question !== undefined || named.answer !== undefined || named.choices !== undefined;
  const layout = isNamed ? undefined : LAYOUTS.find(each => isOfLayout(record, each));
  if (layout !== undefined) return {layout};
  for (const [option, name] of [
    ["--question", named.question],
    ["--answer", named.answer],
    ...(named.choices ?? []).map(each => ["--options", each] as const)
  ] as const)
    if (name !== undefined && !columns.includes(name.split(".")[0]!) && !columns.includes(name))
      throw new UserError(
        `${option}: ${place} has no column ${JSON.stringify(name)}${didYouMean(name, columns)}; ${listed(columns)}`
      );
  const column = (field: keyof typeof NAMES) => preferred(columns, NAMES[field]);
  const question = named.question ?? column("question");
  if (question === undefined) throw new UserError(`${place} no question column; name it with --question; ${listed(columns)}`);
  const answer = named.answer ?? [column("answer")].find(each => each !== question);
  if (answer === undefined && needsAnswer)
    throw new UserError(
      `${place} no answer column; name it with --answer, or let a model grade with --judge; ${listed(columns)}`
    );
  const choices = named.choices ?? optionColumns(record, column("choices"));
  const [id, category] = [column("id"), column("category")];
  return {
    fields: {
      question,
      answer_is: "auto",
      ...(answer !== undefined && {answer}),
      ...(choices !== undefined && {choices: choices.length === 1 ? choices[0]! : [...choices]}),
      ...(id !== undefined && {id}),
      ...(category !== undefined && {category})
    }
  };
}

/** Returns a sentence that names the columns which are read. */
export function fieldsSentence(reading: FoundFields): string {
  if ("layout" in reading) return `read in the layout ${reading.layout}`;
  const {question, answer, choices} = reading.fields;
  const parts = [`question: column ${JSON.stringify(question)}`];
  parts.push(answer === undefined ? "answer: none" : `answer: column ${JSON.stringify(answer)}`);
  if (choices !== undefined)
    parts.push(
      `options: ${[choices]
        .flat()
        .map(each => JSON.stringify(each))
        .join(", ")}`
    );
  return parts.join("; ");
}

/** The first of some names that is a column. */
function preferred(columns: readonly string[], names: readonly string[]): string | undefined {
  for (const name of names) {
    const column = columns.find(each => each.trim().toLowerCase() === name);
    if (column !== undefined) return column;
  }
  return undefined;
}

/** The column that lists the options, or a column for each option: A, B and so on without a gap. */
function optionColumns(record: Question, list: string | undefined): string[] | undefined {
  if (list !== undefined && !isMap(record[list])) return [list];
  const byPosition = new Map<number, string>();
  for (const name of Object.keys(record)) {
    const [, letter, number] = OPTION.exec(name.trim()) ?? [];
    const position =
      letter !== undefined ? OPTION_LETTERS.indexOf(letter.toUpperCase()) : number !== undefined ? Number(number) : -1;
    if (position >= 0 && !byPosition.has(position)) byPosition.set(position, name);
  }
  const positions = [...byPosition.keys()].sort((a, b) => a - b);
  const isGapless = positions.every((position, i) => position === positions[0]! + i);
  if (positions.length < 2 || positions[0]! > 1 || !isGapless) return undefined;
  return positions.map(position => byPosition.get(position)!);
}

/** Most columns that a message lists. */
const MAX_LISTED = 12;
const listed = (columns: readonly string[]): string =>
  `columns: ${columns.slice(0, MAX_LISTED).join(", ")}${columns.length > MAX_LISTED ? ` and ${columns.length - MAX_LISTED} more` : ""}`;
