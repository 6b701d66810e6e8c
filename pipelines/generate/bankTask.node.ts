// An item bank as a task: its questions exist already; its parameters are the category, and the text that they may stand in.

import {z} from "zod";
import type {BankItem} from "../book/banks/item.node.js";
import type {Bank, CategoryPolicy} from "../book/banks/types.js";
import {sha256Hex} from "../book/canonical.js";
import {letterOf, OPTION_LETTERS} from "../book/letters.js";
import type {Scorer} from "../book/scorers.js";
import {UserError} from "../rows/error.js";
import {BACKGROUND_FIELDS} from "./background/insert.node.js";
import {benchmarkTasks} from "./benchmarks/registry.js";
import {expandedItem, isExpandable, itemBackgroundFields, placedOf, refusedBackground} from "./expandedItem.node.js";
import {stepsWithin} from "./narratives/steps.js";
import {ASKS_CONFIDENCE} from "./parts/confidence.js";
import {refuse} from "./parts/params.js";
import {ownTasks, tasks as registry} from "./registry.node.js";
import {type AnyTask, AT_ONCE, type BankTask, type DrawnItem, LETTER_LINE, type Shot, type Task, THINK} from "./task.js";

/** The tasks and generated benchmarks, kept with the list of the user's own tasks that they were made with. */
let generated: Known | undefined;

interface Known {
  own: readonly Task[];
  all: ReadonlyMap<string, AnyTask>;
}

function withoutBanks(): ReadonlyMap<string, AnyTask> {
  const own = ownTasks();
  if (generated?.own !== own) generated = {own, all: new Map<string, AnyTask>([...registry, ...benchmarkTasks])};
  return generated.all;
}

/** The tasks, generated benchmarks and a book's banks by name. Throws a UserError where a bank has the name of one of the others. */
export function tasksOf({banks = []}: {banks?: readonly Bank[]}): ReadonlyMap<string, AnyTask> {
  const made = withoutBanks();
  if (banks.length === 0) return made;
  const known = merged.get(banks);
  if (known?.own === ownTasks()) return known.all;
  const all = new Map(made);
  for (const bank of banks) {
    if (made.has(bank.name))
      throw new UserError(
        `${bank.file}:1:1 bank ${JSON.stringify(bank.name)} has the name of a ${registry.has(bank.name) ? "task" : "generated benchmark"}; give it another`
      );
    all.set(bank.name, bankTask(bank));
  }
  merged.set(banks, {own: ownTasks(), all});
  return all;
}

/** One map for each list of banks, since the shuffled order of a large bank is kept with its task. */
const merged = new WeakMap<readonly Bank[], Known>();

export function bankTask(bank: Bank): BankTask {
  const [first, ...rest] = bank.categories;
  const shots = new Map<string, Shot[]>();
  return {
    name: bank.name,
    version: bank.version,
    summary: bank.title ?? `Items of the bank ${bank.name}.`,
    params: z
      .strictObject({
        category: z
          .enum([first!, ...rest])
          .optional()
          .describe("only items of this category"),
        rotation: z
          .int()
          .min(0)
          .max(OPTION_LETTERS.length - 1)
          .optional()
          .describe("options moved this many places up, the first ones to the end; only items whose options can be moved"),
        ...itemBackgroundFields
      })
      .superRefine((given, context) => {
        const message = refusedBackground(given);
        if (message !== undefined) refuse(context, message);
      }),
    paired: [...BACKGROUND_FIELDS, "rotation"],
    items: {
      single: bank.single,
      places(params) {
        const {category, context_tokens, rotation} = params;
        const all = category === undefined ? bank.size : bank.ofCategory(category as string);
        if (context_tokens === undefined && rotation === undefined) return all;
        const places = typeof all === "number" ? Uint32Array.from({length: all}, (_, i) => i) : all;
        const rotated = rotation === undefined ? places : places.filter(place => canRotate(bank, bank.item(place).item));
        if (context_tokens === undefined) return rotated;
        const placed = placedOf(params);
        return rotated.filter(place => isExpandable(bank.item(place).item, placed));
      },
      at: (place, params = {}) => {
        const {id, item: listedItem} = bank.item(place);
        const item = rotateOptions(listedItem, (params.rotation ?? 0) as number);
        const policy = bank.policyOf(item.category);
        let shown = shots.get(item.category);
        if (!shown) shots.set(item.category, (shown = shotsOf(bank, item.category, policy)));
        const pair = item.pair_id === undefined ? {} : {pair: sha256Hex(item.pair_id).slice(0, 16)};
        const asked = {...drawn(bank, item, policy), shots: shown, content: id, ...pair};
        if (params.context_tokens === undefined) return asked;
        return {...asked, prompt: expandedItem(item, {id, prompt: asked.prompt, placed: placedOf(params)})};
      }
    }
  };
}

/** Whether an item has options that can be moved: its question does not list them, and none names another. */
const canRotate = (bank: Bank, item: BankItem): boolean =>
  !item.listed &&
  item.choices.length > 1 &&
  bank.scorerOf(item).kind !== "loglikelihood" &&
  OPTION_LETTERS.includes(item.answer) &&
  !item.choices.some(choice => NAMES_OPTIONS.test(choice));

/** Options that name others by their letters or places, such as "both A and B" or "all of the above". */
const NAMES_OPTIONS =
  /\b(?:(?:all|none|both|either|any|neither) of (?:the|these|those)|(?:the )?above|[A-E] (?:and|or) [A-E])\b/iu;

/** The item with its options moved up by some places, those that come first at the end, and the letter of its answer. */
function rotateOptions(item: BankItem, rotation: number): BankItem {
  if (rotation === 0 || item.choices.length === 0) return item;
  const {choices, answer} = item;
  const count = choices.length;
  const place = (OPTION_LETTERS.indexOf(answer) - (rotation % count) + count) % count;
  return {...item, choices: choices.map((_, i) => choices[(i + rotation) % count]!), answer: letterOf(place)};
}

function drawn(bank: Bank, item: BankItem, policy: CategoryPolicy): Omit<DrawnItem, "content" | "shots"> {
  const own = bank.scorerOf(item);
  const scorer = own.kind === "rubric" && bank.judge ? {...own, judge: bank.judge.id} : own;
  const {images, tools, turns, max_turns, nested_list} = item;
  const steps = nested_list && stepsWithin(nested_list, item.answer);
  const reading = bank.readingOf(item);
  return {
    prompt: promptOf(item, {scorer, ...policy}),
    expected: item.answer,
    guess_chance: guessChanceOf(item, scorer, bank.guess),
    ...(item.choices.length > 0 && {choices: item.choices}),
    ...(steps && {steps}),
    ...(policy.think !== undefined && {think: policy.think}),
    domain: item.domain,
    category: item.category,
    scorer,
    ...(reading && {reading}),
    ...(images && {images}),
    ...(tools && {tools}),
    ...(turns && {turns}),
    ...(max_turns !== undefined && {max_turns})
  };
}

/**
 * Probability of a right answer by a blind guess, at least 0 and less than 1. Of options it is the share that is right: one of them, or several
 * where the likeliest may be any of them. A question without options has what its bank says, 1 ÷ labels where its answer is one of a few, else 0.
 */
function guessChanceOf({choices, answer}: BankItem, scorer: Scorer, bounded: number | undefined): number {
  if (choices.length > 0) {
    const right = scorer.kind === "loglikelihood" ? new Set([OPTION_LETTERS.indexOf(answer), ...scorer.right]).size : 1;
    return right < choices.length ? right / choices.length : 0; // where all are right, nobody can be wrong: such an item is not scored
  }
  if (bounded !== undefined || scorer.kind !== "label") return bounded ?? 0;
  const labels = new Set(scorer.labels.map(label => label.toLowerCase()));
  return labels.size > 1 && labels.has(answer.toLowerCase()) ? 1 / labels.size : 0;
}

interface Asking extends Pick<CategoryPolicy, "think" | "instruction"> {
  scorer: Scorer;
}

/**
 * The question, its options one a line, and how to answer. Where each option is put behind the question to see how likely it is, none are
 * listed.
 */
export function promptOf({question, choices, listed}: BankItem, {scorer, think, instruction}: Asking): string {
  const options = listed || scorer.kind === "loglikelihood" ? [] : choices.map((choice, i) => `(${letterOf(i)}) ${choice}`);
  const closing = instruction ?? closingOf(scorer, choices.length > 0);
  const worded = think === false && instruction === undefined ? closing.replace(THINK, AT_ONCE) : closing;
  return [question, options.join("\n"), worded].filter(Boolean).join("\n\n");
}

/** What stands before an option whose log-probability is asked for. */
const CONTINUED = "Answer:";

/** How to answer, in the words that tasks use. Code and checked instructions are questions that say it themselves. */
function closingOf(scorer: Scorer, isChoice: boolean): string {
  if (scorer.kind === "loglikelihood") return CONTINUED;
  if (scorer.kind === "injection") return closingOf(scorer.of ?? {kind: "exact", ignore_case: true}, isChoice);
  if (scorer.kind === "confidence") {
    const closing = closingOf(scorer.of ?? {kind: "exact", ignore_case: true}, isChoice);
    return `${closing}\n${ASKS_CONFIDENCE}`.trimStart();
  }
  if (isChoice) return LETTER_LINE;
  const form = (kind: string) => `${THINK} with a line of the form\nAnswer: ${kind}`;
  switch (scorer.kind) {
    case "code":
    case "sql":
    case "instructions":
    case "summary":
    case "rubric":
    case "json":
      return "";
    case "number":
      return form("<number>");
    case "set":
    case "list":
      return form(`<elements, with ${JSON.stringify(scorer.separator)} between them>`);
    default:
      return form("<answer>");
  }
}

/** Worked examples of a category. Their questions are put as the category's own are. */
function shotsOf(bank: Bank, category: string, {shots, think, instruction}: CategoryPolicy): Shot[] {
  return bank
    .examplesOf(category)
    .slice(0, shots)
    .map(item => {
      const scorer = bank.scorerOf(item);
      const continued = scorer.kind === "loglikelihood";
      const worded = continued ? item.choices[OPTION_LETTERS.indexOf(item.answer)]! : item.answer;
      const option = !continued && item.choices.length > 0;
      const answer = instruction === undefined ? `Answer: ${option ? `(${worded})` : worded}` : worded;
      return {
        question: promptOf(item, {scorer, think, instruction: continued ? (instruction ?? "") : instruction}),
        answer: think === true && item.reasoning ? `${item.reasoning}\n\n${answer}` : answer
      };
    });
}
