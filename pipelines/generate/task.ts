// The interface of tasks, their questions and their answers.
import type {z} from "zod";
import type {AnswerFormat, AnswerSettings} from "../book/answerFormat.js";
import type {ItemTool} from "../book/banks/parts.node.js";
import type {Scorer} from "../book/scorers.js";
import type {Random} from "./seed.js";

/** A question that a task generates from a stream of random numbers. */
export interface Question {
  /** The text that the model reads. It states how to answer. */
  prompt: string;
  /** The single correct answer, in the task's canonical spelling. */
  expected: string;
  /** Probability of a correct answer by guessing, at least 0 and less than 1. */
  guessChance: number;
  /** The options of a multiple-choice question, in the order shown. */
  choices?: string[];
  /** The bare expression, where the task has one, for independent checks. */
  expression?: string;
  /** What an answer derives on its way, in an order in which it can be derived, where the task knows; the last is the answer. */
  steps?: readonly Step[];
}

/** An intermediate result. */
export interface Step {
  /** The words by which the question calls it: a name, or an expression. */
  name: string;
  value: number | string;
}

/** The words with which every task asks for reasoning. */
export const THINK = "Think it through, then finish";
/** Asks for the letter of an option. */
export const LETTER_LINE = `${THINK} with a line that holds only the letter of your choice:\nAnswer: (<letter>)`;
/** The words that replace them where no reasoning is asked for. */
export const AT_ONCE = "Do not write out your reasoning, just finish";

/** How an answer to a task is recognised in free text: by a kind of value that the reader knows, or by a pattern. */
export type AnswerForm = {values: "integer" | "number" | "letter" | "line" | "line with case"} | PatternForm;

/** Answers that a pattern matches. */
export interface PatternForm {
  /** Matches one literal of the right kind anywhere in a text. Must have the flags `g` and `u`. */
  literal: RegExp;
  /** Set where a literal is a whole line, so that a statement is taken verbatim. */
  whole?: true;
  /** Canonical spelling of a literal, or null where the text is not one. Two answers are equal when their canonical spellings are. */
  normalise(text: string): string | null;
}

/** What suites, points and tables need to know of a task, generated or drawn. */
interface TaskIdentity<Params> {
  name: string;
  /** Increased whenever the same parameters, seed and index would produce a different question. */
  version: number;
  /** One sentence for the documentation. */
  summary: string;
  /** Strict schema of the parameters. Every field has a default and a description; impossible combinations are refused with the reason. */
  params: z.ZodType<Params>;
  /** Parameters that do not choose the stream: points that differ in these alone ask about the same, test by test, told in another way. */
  paired?: readonly string[];
}

/** A parametric family of questions. A task is one file and one line in `registry.ts`. */
export interface Task<Params = unknown> extends TaskIdentity<Params> {
  /** Pure: equal parameters and equal streams give equal questions. */
  generate(params: Params, random: Random): Question;
  answer: AnswerForm;
  /** Format of answers that its prompts ask for; absent = as the prompt's own instruction shows. */
  answer_format?: AnswerFormat;
  items?: undefined;
}

/** An item bank as a task: its questions are drawn instead of generated, and each says how it is answered. */
export interface BankTask extends TaskIdentity<unknown> {
  items: Items;
  answer?: undefined;
}

export type AnyTask = Task | BankTask;

/** The questions of an item bank. */
export interface Items {
  /** Numbers of the items at these parameters; a number n stands for all from 0 to n − 1. */
  places(params: Record<string, unknown>): number | Uint32Array;
  /** Whether each item is one request: none is a dialogue or scored by log-probability. */
  single: boolean;
  /** Set where they are made by a generated benchmark instead of read from files. */
  generated?: true;
  /** @param params those of the point; absent = none */
  at(place: number, params?: Record<string, unknown>): DrawnItem;
}

/** A question of an item bank as a test asks it. */
export type DrawnItem = Pick<
  Test,
  | "prompt"
  | "expected"
  | "guess_chance"
  | "difficulty"
  | "choices"
  | "steps"
  | "shots"
  | "think"
  | "domain"
  | "category"
  | "scorer"
  | "reading"
  | "images"
  | "tools"
  | "turns"
  | "max_turns"
> & {
  /** Identity of the item by content, 16 hexadecimal digits. */
  content: string;
  /** Identity of what it asks about, where items of other parameters put the same in another way; absent = its content. */
  pair?: string;
};

/** A worked example. */
export interface Shot {
  question: string;
  answer: string;
}

/** Checks a task's parameter type at its definition and returns the task without that type, as the registry holds it. */
export const task = <Params>(definition: Task<Params>): Task => definition as Task;

/** One generated question with its identity. Field names are those of the `items` table. */
export interface Test {
  item_id: string;
  base_task: string;
  /** Every parameter, defaults filled in. */
  params: Record<string, unknown>;
  generator_version: number;
  seed: number;
  /** 0-based position of the test in the point's stream, or of an item in the point's order. */
  index: number;
  prompt: string;
  expected: string;
  guess_chance: number;
  /** Of generated benchmarks whose facets have levels: 0 for the easiest to 1 for the hardest. */
  difficulty?: number;
  /** The options of a multiple-choice question, in the order shown. */
  choices?: string[];
  expression?: string;
  steps?: readonly Step[];
  /** Shared by tests of other points that ask about the same in another way; absent where the task has none. */
  pair_id?: string;
  /** How its answers are scored; absent = as answers to its task are. */
  scorer?: Scorer;
  /** How its answers are read, where its item, bank, task or suite says it. The template's format comes after these (`withFormat`). */
  reading?: AnswerSettings;
  /** Of items of a bank: the worked examples that stand in front of the question, whatever the template says. */
  shots?: readonly Shot[];
  /** Of items of a bank: whether thought is asked for; absent = as the template says. */
  think?: boolean;
  /** Of items of a bank. */
  domain?: string;
  category?: string;
  /** Images shown with the question, as data URLs (book/image.node.ts); those of generated benchmarks are SVG and are sent as PNG. */
  images?: string[];
  /** Tools that the model may call before it answers. */
  tools?: ItemTool[];
  /** Further messages of the user, each sent after the model's answer to the one before. The last answer is scored. */
  turns?: string[];
  /** Most requests of the dialogue, tool calls included; `MOST_TURNS` if absent. */
  max_turns?: number;
}

/** Requests of one dialogue where its test sets no budget. */
export const MOST_TURNS = 8;
