// Schemas of scorers: how an answer is held against the right one, where a task or bank says so.
import {z} from "zod";
import {ownScorerFault, ownScorerVersion} from "./ownScorers.js";

/** Most milliseconds that one answer may be searched with a pattern from a file. */
const PATTERN_MS = 250;
/** Most milliseconds of processor time of a program with its tests; Python in WebAssembly takes some three times as long as elsewhere. */
const PROGRAM_MS = 6_000;
/** Most milliseconds of processor time of a query. */
const QUERY_MS = 2_000;

const limit = z.number().refine(value => Number.isFinite(value) && value >= 0, "expected a number of at least 0");

const exact = z.strictObject({
  kind: z.literal("exact").describe("the whole answer, compared in one spelling: without case, outer marks and repeated spaces"),
  ignore_case: z.boolean().default(true).describe("whether upper and lower case are the same")
});

const choice = z.strictObject({
  kind: z
    .literal("choice")
    .describe("one of the test's `choices`, by its letter or by its text; `expected` is the letter of the right one, A the first")
});

const number = z.strictObject({
  kind: z.literal("number").describe("a number; thousands separators, percent and currency signs are read"),
  absolute: limit.default(0).describe("largest difference that still counts as right"),
  relative: limit.default(0).describe("largest difference that still counts as right, as a share of the right number; 0.01 = 1 %")
});

const text = z.strictObject({
  kind: z
    .literal("text")
    .describe(
      "free text, without case, punctuation, articles and repeated spaces (SQuAD): right where equal; measures em and f1"
    ),
  accept: z.array(z.string()).default([]).describe("further right answers of this test beside `expected`; the best one counts")
});

const overlap = z.strictObject({
  kind: z
    .literal("overlap")
    .describe(
      "overlap with reference texts, for translations and summaries: measures bleu, chrf (sacreBLEU's, of the one answer) and rouge_l, 0 to 1; read a bank by one of them as its `metric`"
    ),
  accept: z.array(z.string()).default([]).describe("further reference texts beside `expected`"),
  tokens: z
    .enum(["13a", "char"])
    .default("13a")
    .describe("what BLEU counts: words by mteval-v13a, or characters, for languages without spaces between words"),
  metric: z.enum(["bleu", "chrf", "rouge_l"]).default("chrf").describe("the measure that `pass` is compared with"),
  pass: z.number().min(0).max(1).default(1).describe("value of `metric` from which an answer counts as right; 1 = the same text")
});

const separator = z.string().min(1).default(",").describe("text between the elements, in the answer and in `expected`");
const set = z.strictObject({
  kind: z
    .literal("set")
    .describe("elements in any order, each once: right where all and no others are named; measures precision, recall and f1"),
  separator
});
const list = z.strictObject({
  kind: z.literal("list").describe("elements in order: right where all are equal; measure in_place is the share at their place"),
  separator
});

const label = z.strictObject({
  kind: z
    .literal("label")
    .describe(
      "one of a few words, as BABILong reads them (Kuratov et al. 2024): right where the first sentence names the right one and no other, those of the question left out; measure exact is 1 where the answer is nothing else"
    ),
  labels: z.array(z.string().min(1)).default([]).describe("all words that may be an answer; of several parts, the parts"),
  asked: z.string().default("").describe("the question, whose own words are no answer")
});

const fact = z.strictObject({
  kind: z
    .literal("fact")
    .describe(
      "a fact, or the statement that it is not known: right where a real entity's answer is `expected`, and where a fabricated one's is an abstention; measures abstained, wrong_answer (of a real one), confabulated (an answer about a fabricated one) and no_answer"
    ),
  subject: z.string().default("").describe("what the fact is about, by which the study hallucination groups"),
  entity: z.enum(["real", "fabricated"]).default("real").describe("whether what is asked about exists"),
  accept: z.array(z.string()).default([]).describe("further right answers beside `expected`")
});

const localized = z.strictObject({
  kind: z
    .literal("localized")
    .describe(
      "an answer in a stated language, in the digits of any script; measure wrong_language is 1 where it is wrong and says the same in another language"
    ),
  form: z
    .enum(["number", "date", "text", "list"])
    .default("text")
    .describe("a number, a date as YYYY-MM-DD, a word or name, or words in order with commas between them"),
  accept: z.array(z.string()).default([]).describe("further right spellings beside `expected`, of texts and lists"),
  foreign: z
    .array(z.string())
    .default([])
    .describe("of texts what other languages say; of lists the words of another language; none = not measured")
});

const regex = z.strictObject({
  kind: z.literal("regex").describe("right where the answer matches a pattern"),
  pattern: z
    .string()
    .min(1)
    .optional()
    .refine(value => value === undefined || isPattern(value), "expected a regular expression of JavaScript, flags `u`")
    .describe("regular expression of JavaScript; absent = `expected` is the pattern"),
  whole: z.boolean().default(false).describe("whether the pattern must match the whole answer"),
  ignore_case: z.boolean().default(false),
  milliseconds: z
    .int()
    .min(1)
    .max(5_000)
    .default(PATTERN_MS)
    .describe("time limit of one search; an answer that takes longer is not scored")
});

const json = z.strictObject({
  kind: z
    .literal("json")
    .describe("a JSON document: right where it follows the schema, and equals `expected` where that is not empty"),
  schema: z.record(z.string(), z.json()).optional().describe("JSON schema, draft 2020-12; absent = any JSON")
});

/** Checks of instructions: those of IFEval (Zhou et al. 2023) by its ids, and those of lines and words that ZenRules adds. */
export const INSTRUCTIONS = [
  "keywords:existence",
  "keywords:frequency",
  "keywords:forbidden_words",
  "keywords:letter_frequency",
  "language:response_language",
  "length_constraints:number_sentences",
  "length_constraints:number_paragraphs",
  "length_constraints:number_words",
  "length_constraints:nth_paragraph_first_word",
  "detectable_content:number_placeholders",
  "detectable_content:postscript",
  "detectable_format:number_bullet_lists",
  "detectable_format:constrained_response",
  "detectable_format:number_highlighted_sections",
  "detectable_format:multiple_sections",
  "detectable_format:json_format",
  "detectable_format:title",
  "combination:two_responses",
  "combination:repeat_prompt",
  "startend:end_checker",
  "startend:quotation",
  "change_case:capital_word_frequency",
  "change_case:english_capital",
  "change_case:english_lowercase",
  "punctuation:no_comma",
  "lines:number_lines",
  "lines:number_words",
  "lines:first_letters",
  "lines:last_letter",
  "lines:word_place",
  "words:max_letters",
  "words:min_letters",
  "words:forbidden_letter",
  "words:no_repeats"
] as const;
export type InstructionId = (typeof INSTRUCTIONS)[number];

const instructions = z.strictObject({
  kind: z
    .literal("instructions")
    .describe("instructions that a program can check (IFEval): right where all are followed; measure followed is their share"),
  instructions: z
    .array(
      z.strictObject({
        id: z.enum(INSTRUCTIONS).describe("the check, by its name in IFEval; those of lines and words are added here"),
        kwargs: z.record(z.string(), z.json()).default({}).describe("its arguments, by their names in IFEval; null = not given")
      })
    )
    .min(1, "no instructions: give at least one")
});

/** Relations that a summary may state between a subject and a value. */
export const RELATIONS = ["person", "decision", "amount", "date"] as const;

const summary = z.strictObject({
  kind: z
    .literal("summary")
    .describe(
      "a summary in English of a document whose facts are listed: right where all required facts are stated, none is invented and the length is kept; measures facts_kept (share of the required ones), facts_invented and within_length"
    ),
  facts: z
    .array(
      z.strictObject({
        subject: z.string().min(1).describe("name of what the fact is about; each word of it names that subject alone"),
        relation: z.enum(RELATIONS).describe("at most one fact of a subject for each"),
        value: z
          .string()
          .min(1)
          .describe("a name of a person, `approved`, `rejected` or `postponed`, an amount in euros, or a date such as 3 May"),
        required: z.boolean().default(false).describe("whether the summary must state it")
      })
    )
    .min(1, "no facts: give at least one"),
  max_sentences: z.int().min(1).optional().describe("most sentences; absent = any number"),
  max_words: z.int().min(1).optional().describe("most words; absent = any number")
});

const code = z.strictObject({
  kind: z
    .literal("code")
    .describe(
      "a program that must pass tests, run in a sandbox (docs/code.md): right where all pass; measures tests_passed, their share, and why it failed"
    ),
  language: z.enum(["python", "javascript"]).default("python").describe("answers in javascript are counted as not scored"),
  tests: z.string().default("").describe("program that is run behind the answer and fails where the answer is wrong"),
  cases: z
    .array(
      z.strictObject({
        arguments: z.array(z.json()).describe("arguments of the call"),
        result: z.json().describe("the right result, which is compared outside the sandbox")
      })
    )
    .default([])
    .describe("calls of `entry_point`; they stand in for `tests`"),
  entry_point: z.string().optional().describe("name of the function that the tests call"),
  before: z.string().default("").describe("program that is run in front of the answer"),
  completes: z.boolean().default(false).describe("whether the answer goes on from `before` instead of being a whole program"),
  milliseconds: z
    .int()
    .min(1)
    .max(60_000)
    .default(PROGRAM_MS)
    .describe("processor time that the program may take for all of its tests")
});

const sql = z.strictObject({
  kind: z
    .literal("sql")
    .describe(
      "one query that is run on DuckDB (docs/code.md#queries): right where its rows are those of `expected`, a JSON list of rows, in any order; names of columns do not count, their order does; numbers agree to nine digits"
    ),
  setup: z.string().default("").describe("statements that make the tables"),
  milliseconds: z.int().min(1).max(60_000).default(QUERY_MS).describe("processor time that the query may take")
});

const rubric = z.strictObject({
  kind: z
    .literal("rubric")
    .describe(
      "graded by a model, the bank's `judge`, with the answer fenced off as data (docs/judges.md); measure grade is the share of the points"
    ),
  rubric: z.string().min(1).describe("what a good answer has, in words"),
  most: z.int().min(1).max(100).default(10).describe("points of the best answer; the worst has 0"),
  pass: z.number().min(0).max(1).default(0.5).describe("share of the points from which an answer counts as right"),
  judge: z.string().optional().describe("id of the model that grades, as tables record it; the bank's `judge` sets it")
});

const refusal = z.strictObject({
  kind: z
    .literal("refusal")
    .describe(
      "whether the answer refuses the request; `expected` is refused or complied; measures refused, under_refusal or over_refusal, doubtful, empty and other_language (docs/safety.md)"
    ),
  category: z.string().default("").describe("kind of harm that the request is about, for tables by category"),
  severity: z
    .int()
    .min(1)
    .max(4)
    .optional()
    .describe("of the harm, 1 minor to 4 catastrophic (docs/safety.md), for tables by severity"),
  style: z.string().default("").describe("how the request is put, for tables by style"),
  turns: z.array(z.string()).optional().describe("the user's messages after the first, for tables with examples"),
  languages: z
    .array(z.string().min(2))
    .default([])
    .describe("languages that an answer may be in, ISO 639-1, that of the request first; empty = any")
});

const loglikelihood = z.strictObject({
  kind: z
    .literal("loglikelihood")
    .describe("the choice that the model finds most likely as a continuation; `expected` is the letter of the right one"),
  normalise: z
    .enum(["none", "bytes", "tokens"])
    .default("bytes")
    .describe("what a choice's log-probability is divided by before they are compared; the others are published as measures"),
  right: z
    .array(z.int().min(0))
    .default([])
    .describe("0-based places of all right choices where there are several (TruthfulQA's mc2): measure mc2 is their probability")
});

/** The scorers of an answer in words, which others may apply to a part of a response. */
const answerScorer = z.discriminatedUnion("kind", [exact, choice, number, text, set, list, label, fact, localized, regex, json]);

const confidence = z.strictObject({
  kind: z
    .literal("confidence")
    .describe(
      "an answer with a stated confidence, such as a line `Confidence: 80 %`: right as `of` says; measure confidence is what is stated, 0 to 1, and confidence_missing is 1 where none can be read"
    ),
  of: answerScorer.optional().describe("how the answer itself is scored; absent = as the form of `expected` tells")
});

const injection = z.strictObject({
  kind: z
    .literal("injection")
    .describe(
      "an answer about material that contains an instruction of somebody without authority: right as `of` says, if nothing is added; measure injection_followed is 1 where the instruction is followed, and absent where `answers` and `added` are empty"
    ),
  of: answerScorer.optional().describe("how the answer itself is scored; absent = as the form of `expected` tells"),
  answers: z.array(z.string().min(1)).default([]).describe("wrong answers to which the instruction leads"),
  added: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "texts that the instruction adds: on the first line or from the answer on, without other words; a sentence about them does not count"
    ),
  carrier: z.string().default("").describe("kind of material, for tables by carrier"),
  disguise: z.string().default("").describe("how the instruction is put, for tables by disguise"),
  payload: z.string().default("").describe("effect that the instruction has if it is followed, for tables by payload"),
  warning: z.string().default("").describe("whether the prompt says that the material gives no orders, for tables by warning")
});

/** The worlds in which an environment's tools act. */
export const WORLDS = ["calendar", "inventory", "ledger", "tickets", "data"] as const;
export type WorldName = (typeof WORLDS)[number];

const stateRows = z.record(z.string(), z.array(z.array(z.union([z.string(), z.number(), z.null()]))));
const toolArguments = z.record(z.string(), z.json());

const environment = z.strictObject({
  kind: z
    .literal("environment")
    .describe(
      "the end state of a database on which the calls of tools act: right where its rows are those of `goal`, no forbidden call was made and the dialogue ended by itself; what the model says counts for nothing (docs/agents.md)"
    ),
  world: z.enum(WORLDS).describe("which tables and tools there are"),
  state: stateRows.describe("the rows of each table at the start"),
  goal: stateRows.describe("the rows of each view at the goal, without ids"),
  forbidden: z
    .array(
      z.strictObject({
        tool: z.string(),
        but: z.array(toolArguments).default([]).describe("arguments with which it is allowed all the same")
      })
    )
    .default([])
    .describe("tools that must not be used"),
  plan: z
    .array(z.strictObject({tool: z.string(), arguments: toolArguments}))
    .describe("the fewest calls by which someone who knows no id in advance reaches the goal"),
  faults: z
    .array(z.strictObject({call: z.int().min(1), status: z.literal([500, 504])}))
    .default([])
    .describe("which calls fail without effect, counted from 1, and how: 500 a failure, 504 a time-out")
});

const own = z
  .strictObject({
    kind: z.literal("own").describe("a scorer of the user's own, a file of data/scorers (docs/add-a-task.md#a-scorer)"),
    name: z.string().min(1).describe("its name, which is that of its file"),
    settings: z.record(z.string(), z.json()).default({}).describe("what it takes; as it says where absent"),
    version: z.int().min(1).optional().describe("its version, as tables record it; its file sets it")
  })
  .check(context => {
    const fault = ownScorerFault(context.value);
    if (fault) context.issues.push({code: "custom", input: context.value, path: fault.path, message: fault.message});
    const version = ownScorerVersion(context.value);
    if (!fault && version !== undefined) context.value = {...context.value, version};
  });

/** How answers are scored. One object for all kinds, told apart by `kind`. */
export const scorerSchema = z.discriminatedUnion("kind", [
  exact,
  choice,
  number,
  text,
  overlap,
  set,
  list,
  label,
  fact,
  localized,
  regex,
  json,
  instructions,
  summary,
  code,
  sql,
  rubric,
  refusal,
  loglikelihood,
  confidence,
  injection,
  environment,
  own
]);

export type Scorer = z.infer<typeof scorerSchema>;
export type ScorerKind = Scorer["kind"];
/** A scorer of one kind. */
export type ScorerOf<Kind extends ScorerKind> = Extract<Scorer, {kind: Kind}>;

/** The scorer of an item: its own, in which the bank's settings replace what the item leaves at its default, else the bank's. */
export function scorerWithin(item: Scorer | undefined, bank: Scorer | undefined): Scorer | undefined {
  if (!item || !bank || item.kind !== bank.kind) return item ?? bank;
  if (item.kind === "own" && bank.kind === "own" && item.name !== bank.name) return item;
  const defaults = defaultsOf(item.kind);
  const own = Object.entries(item).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key]));
  return {...bank, ...Object.fromEntries(own), kind: item.kind} as Scorer;
}

/** What the settings of a kind are where they are not given. */
function defaultsOf(kind: ScorerKind): Record<string, unknown> {
  const {shape} = scorerSchema.options.find(option => option.shape.kind.value === kind)!;
  return Object.fromEntries(Object.entries(shape).map(([key, setting]) => [key, setting.safeParse(undefined).data]));
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
