// The scorers: one for each kind, and those of the user's own by their names.
import {z} from "zod";
import {getOrAdd} from "../../book/getOrAdd.js";
import type {Scorer, ScorerKind} from "../../book/scorers.js";
import {canonicalJson} from "../../generate/seed.js";
import {jsonOf} from "../../rows/json.js";
import {foldText} from "../answer/fold.js";
import {kindOfForm, numberKind, spellExpected, textKind, textKindWithCase} from "../answer/kinds.js";
import {LANGUAGES} from "../answer/languages.js";
import {toNumber} from "../answer/rational.js";
import {type ReadOptions, readAnswer, readOptions} from "../answer/read.js";
import type {Reading} from "../answer/reading.js";
import {ENGLISH, plainText} from "../answer/values.js";
import {type EpisodeOutcome, OUT_OF_TURNS} from "../episode.js";
import {choice} from "./choice.js";
import {withConfidence} from "./confidence.js";
import type {Execution} from "./execution.js";
import {fact} from "./fact.js";
import {withInjection} from "./injection.js";
import {instructions} from "./instructions.js";
import {loglikelihood} from "./loglikelihood.js";
import {overlap} from "./overlap.js";
import {own} from "./own.js";
import {rowsIn} from "./query.js";
import {refusal} from "./refusal.js";
import {
  type ScoredTest,
  type ScorerEffects,
  type Scoring,
  unreadVerdict,
  unscored,
  type Verdict,
  verdictFields,
  wrong
} from "./scorer.js";
import {summary} from "./summary.js";

// Scores sets (elements in any order) and lists (elements in order).

const BULLET = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/u;

/** The elements of a written collection, in canonical spelling, empty ones left out. */
function elementsOf(text: string, separator: string): string[] {
  const plain = text.trim();
  const json = plain.startsWith("[") ? jsonElements(plain) : null;
  const bare = /^[[({](.*)[\])}]$/su.exec(plain)?.[1] ?? plain;
  const parts = json ?? bare.split(separator).map(part => part.replace(BULLET, ""));
  return parts.flatMap(part => plainText(part) || []);
}

function jsonElements(text: string): string[] | null {
  const value = jsonOf(text);
  return Array.isArray(value) ? value.map(each => (typeof each === "string" ? each : JSON.stringify(each))) : null;
}

/** The answer's elements; of a last one such as "b and c" that is not expected as a whole, both. */
function givenElements(text: string, separator: string, expected: readonly string[]): string[] {
  const given = elementsOf(text, separator);
  const last = given.at(-1);
  if (last === undefined || expected.includes(last)) return given;
  const both = last.replace(/^and\s+/u, "").split(/\s+and\s+/u);
  return [...given.slice(0, -1), ...both];
}

/** The statement of a collection: a claim or the last line, or the whole answer where elements stand on lines of their own. */
function readCollection(answer: string, options: ReadOptions, separator: string): Reading {
  if (!separator.includes("\n") || answer.trim() === "") return readAnswer(answer, textKind, options);
  const start = answer.length - answer.trimStart().length;
  return {answer: answer.trim(), rule: "whole text", span: {start, end: answer.trimEnd().length}, reason: null};
}

const set: Scoring<"set"> = (answer, {prompt, reading: settings, expected}, {separator}) => {
  const truth = new Set(elementsOf(expected, separator));
  const reading = readCollection(answer, readOptions(prompt, settings), separator);
  if (reading.answer === null) return unreadVerdict(reading, {precision: 0, recall: 0, f1: 0});
  const given = new Set(givenElements(reading.answer, separator, [...truth]));
  const shared = [...given].filter(element => truth.has(element)).length;
  const none = given.size + truth.size === 0;
  return {
    right: shared === truth.size && shared === given.size,
    ...verdictFields({...reading, answer: [...given].sort().join(", ")}),
    measures: {
      precision: given.size === 0 ? (none ? 1 : 0) : shared / given.size,
      recall: truth.size === 0 ? (none ? 1 : 0) : shared / truth.size,
      f1: none ? 1 : (2 * shared) / (given.size + truth.size)
    }
  };
};

const list: Scoring<"list"> = (answer, {prompt, reading: settings, expected}, {separator}) => {
  const truth = elementsOf(expected, separator);
  const reading = readCollection(answer, readOptions(prompt, settings), separator);
  if (reading.answer === null) return unreadVerdict(reading, {in_place: 0});
  const given = givenElements(reading.answer, separator, truth);
  const same = given.filter((element, place) => element === truth[place]).length;
  const longest = Math.max(given.length, truth.length);
  return {
    right: same === longest,
    ...verdictFields({...reading, answer: given.join(", ")}),
    measures: {in_place: longest === 0 ? 1 : same / longest}
  };
};

// Scores answers in a stated language: numbers in the digits of any script, dates, words and lists; an answer in another language is told apart.

/** A word in one spelling: without case, the dots of i, vowel marks of Arabic, hyphens, apostrophes and spaces. */
const plain = (text: string): string =>
  plainText(text)
    .normalize("NFC")
    .replaceAll("ı", "i")
    .replaceAll("\u0307", "")
    .replace(/[\u064B-\u0652\u0640]/gu, "")
    .replace(/[\s\-­‐’'ʼ.。]+/gu, "");

const elements = (text: string): string[] =>
  text
    .split(/[,،、，;；]|\s*(?:<|→|->)\s*/u)
    .map(plain)
    .filter(Boolean);

const DATE = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/gu;
const dateKind = kindOfForm({
  literal: DATE,
  normalise(text: string): string | null {
    const [, year, month, day] = new RegExp(DATE.source, "u").exec(foldText(text)) ?? [];
    return year === undefined ? null : [year, month!.padStart(2, "0"), day!.padStart(2, "0")].join("-");
  }
});

/** Values of number words by language, in the spelling of `plain`. */
const numberValues = new Map<string, ReadonlyMap<string, number>>();

/** The number that a word of a language spells; undefined where it spells none. */
function numberSpelled(text: string, language: string): number | undefined {
  const words = LANGUAGES.get(language)?.numbers;
  if (!words) return undefined;
  return getOrAdd(numberValues, language, () => new Map([...words].map(([word, value]) => [plain(word), value]))).get(text);
}

/** Whether a text spells the number that the right answer spells, in another right way: 스물여덟 for 이십팔, jedenadevadesát. */
function isSameNumber(text: string, expected: string, locale: string | undefined): boolean {
  const language = locale?.split("-")[0]?.toLowerCase();
  const value = language === undefined ? undefined : numberSpelled(plain(expected), language);
  return value !== undefined && numberSpelled(text, language!) === value;
}

const localized: Scoring<"localized"> = (answer, {prompt, reading: settings, expected}, {form, accept, foreign}) => {
  const measures = (wrong_language: 0 | 1): Record<string, number> => (foreign.length > 0 ? {wrong_language} : {});
  const verdict = (reading: Reading, right: boolean, other: boolean): Verdict => ({
    right,
    ...verdictFields(reading),
    measures: measures(!right && other ? 1 : 0)
  });
  const kind = form === "number" ? numberKind : form === "date" ? dateKind : textKind;
  const reading = readAnswer(answer, kind, readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading, measures(0));
  if (form === "number" || form === "date") return verdict(reading, reading.answer === expected, false);
  if (form === "list") {
    const given = elements(reading.answer);
    const others = new Set(foreign.map(plain));
    return verdict(
      reading,
      [expected, ...accept].some(each => elements(each).join("\n") === given.join("\n")),
      given.length > 0 && given.every(each => others.has(each))
    );
  }
  const text = plain(reading.answer);
  return verdict(
    reading,
    [expected, ...accept, ...(settings?.accept ?? [])].some(each => plain(each) === text) ||
      isSameNumber(text, expected, settings?.locale),
    foreign.some(each => plain(each) === text)
  );
};

// Scores answers that are one of a few words, after BABILong (Kuratov et al. 2024): its first sentence counts, and labels of the question do not.

/** Where the first sentence of an answer ends, or something begins that is no part of it. */
const END = /\.(?!\d)|<context>|<example>|\bquestion\b/iu;

export const label: Scoring<"label"> = (answer, {expected}, {labels, asked}) => {
  if (labels.length === 0) return unscored("its scorer of kind label has no labels: give the words that may be answers");
  const parts = partsOf(expected);
  const [sentence = ""] = answer.trim().split(END, 1);
  const dropped = new Set(named(asked, labels));
  const found = named(sentence, [...new Set([...labels, ...parts])]).filter(each => !dropped.has(each) || parts.includes(each));
  const left = [...new Set(found)];
  const ordered = parts.length > 1 && parts.some((part, i) => parts.indexOf(part) !== i || DIRECTIONS.has(part));
  const right = ordered
    ? found.join(",") === parts.join(",")
    : left.length === new Set(parts).size && parts.every(part => left.includes(part));
  const alone = answer.trim().replace(/^[\s"*`]+|[\s"*`.,;!]+$/gu, "");
  return {
    right,
    parsed: left.length > 0,
    answer: left.length > 0 ? (ordered ? found : left).join(", ") : null,
    answer_rule: null,
    measures: {exact: right && partsOf(alone).join(",") === parts.join(",") ? 1 : 0}
  };
};

/** Parts whose order is the answer: a path of bAbI is told by the letters of its directions. */
const DIRECTIONS: ReadonlySet<string> = new Set(["n", "s", "e", "w", "north", "south", "east", "west"]);

const partsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(",")
    .map(part => part.trim())
    .filter(Boolean);

/** The labels that a text names as whole words, in its order; of two in one place the longer. */
function named(text: string, labels: readonly string[]): string[] {
  if (labels.length === 0) return [];
  const escaped = labels
    .toSorted((a, b) => b.length - a.length)
    .map(each => each.toLowerCase().replace(/[.*+?^${}()|[\]\\]/gu, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
  return [...text.toLowerCase().matchAll(pattern)].map(match => match[0]);
}

// Scores JSON documents: by a JSON schema, by equality with the right one, or both.

const FENCE = /```(?:json)?[^\S\n]*\n([\s\S]*?)```/giu;

const schemas = new WeakMap<object, z.ZodType | string>();

/** The schema's check, or the reason why there is none. */
function checkOf(schema: Record<string, unknown>): z.ZodType | string {
  let known = schemas.get(schema);
  if (known === undefined) {
    try {
      known = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
    } catch (error) {
      known = `the JSON schema cannot be used: ${(error as Error).message}`;
    }
    schemas.set(schema, known);
  }
  return known;
}

/** The one document of an answer: all of it, or its only fenced block. Of several different blocks none is the answer. */
function documentIn(answer: string): {value: unknown} | null {
  const whole = parsed(answer);
  if (whole) return whole;
  const blocks = [...answer.matchAll(FENCE)].flatMap(([, block]) => parsed(block!) ?? []);
  const different = new Set(blocks.map(({value}) => canonicalJson(value)));
  return different.size === 1 ? blocks[0]! : null;
}

function parsed(text: string): {value: unknown} | null {
  const value = jsonOf(text.trim());
  return value === undefined ? null : {value};
}

const json: Scoring<"json"> = (answer, {expected}, {schema}) => {
  const check = schema === undefined ? null : checkOf(schema);
  if (typeof check === "string") return unscored(check);
  const truth = expected.trim() === "" ? null : parsed(expected);
  if (expected.trim() !== "" && !truth) return unscored(`the right answer ${JSON.stringify(expected.slice(0, 60))} is no JSON`);
  const found = documentIn(answer);
  if (!found) return wrong({valid: 0});
  const valid = check === null || check.safeParse(found.value).success;
  const text = canonicalJson(found.value);
  return {
    right: valid && (truth === null || text === canonicalJson(truth.value)),
    parsed: true,
    answer: text,
    answer_rule: "whole text",
    measures: {valid: valid ? 1 : 0}
  };
};

// Scores free text as SQuAD does (Rajpurkar et al. 2016): exact match and F1 of words, without case, punctuation and articles.

/** A text without case, punctuation, articles and repeated spaces, by SQuAD's evaluation script. */
export const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\p{P}\p{S}]/gu, "")
    .replace(/\b(?:a|an|the)\b/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();

/** F1 of the words that two texts share, 0…1. Two empty texts agree; an empty one and another do not. */
export function wordF1(given: string, truth: string): number {
  const [a, b] = [given, truth].map(text => normalised(text).split(" ").filter(Boolean)) as [string[], string[]];
  if (a.length === 0 || b.length === 0) return a.length === b.length ? 1 : 0;
  const left = new Map<string, number>();
  for (const word of b) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of a) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared++;
    left.set(word, count - 1);
  }
  return (2 * shared) / (a.length + b.length);
}

const text: Scoring<"text"> = (answer, {prompt, reading: settings, expected}, {accept}) => {
  const reading = readAnswer(answer, textKind, readOptions(prompt, settings));
  const given = reading.answer ?? answer;
  const truths = [expected, ...accept, ...(settings?.accept ?? [])];
  const f1 = Math.max(...truths.map(truth => wordF1(given, truth)));
  const right = reading.answer !== null && truths.some(truth => normalised(given) === normalised(truth));
  return {
    right,
    ...verdictFields(reading),
    measures: {em: right ? 1 : 0, f1}
  };
};

// Scores an episode of tool calls by the end state of its database and by its API's log.

/** What an episode came to, in a word; the first is the right one. */
const END_STATES = ["reached", "forbidden", "unfinished", "other", "unchanged"] as const;

const bit = (holds: boolean): number => (holds ? 1 : 0);

/** The measures of an episode. Shares have no value where there is nothing to share: no fault, or a goal that was not reached. */
function episodeMeasures(outcome: EpisodeOutcome, {finish_reason}: {finish_reason: string}): Record<string, number> {
  const {reached, calls, optimal, forbidden, malformed, unknown, faults, recovered} = outcome;
  return {
    end_state: bit(reached),
    forbidden,
    calls,
    needless_calls: Math.max(0, calls - faults - optimal),
    malformed_calls: malformed,
    unknown_tools: unknown,
    out_of_turns: bit(finish_reason === OUT_OF_TURNS),
    ...(faults > 0 && {faults, recovered: recovered / faults}),
    ...(reached && {efficiency: Math.min(1, optimal / Math.max(1, calls - faults))})
  };
}

const environment: Scoring<"environment"> = (_, __, ___, {episode}) => {
  if (!episode) return unscored("the calls of its tools are not known, by which alone it is scored");
  const {reached, changed, forbidden} = episode.outcome;
  const unfinished = episode.finish_reason === OUT_OF_TURNS;
  const [goal, broken, open, other, unchanged] = END_STATES;
  const answer = reached ? (forbidden > 0 ? broken : unfinished ? open : goal) : changed ? other : unchanged;
  return {
    right: answer === goal,
    parsed: !unfinished,
    answer,
    answer_rule: null,
    measures: episodeMeasures(episode.outcome, episode)
  };
};

// Scores numbers within a tolerance.

/** Marks of currencies and shares around a number in a file of right answers. */
const MARKS = /^[\s$€£¥₹]+|[\s%$€£¥₹.]+$/gu;

const number: Scoring<"number"> = (answer, {prompt, reading: settings, expected}, {absolute, relative}) => {
  const spelled = (text: string) => numberKind.spell(text.replace(MARKS, ""), ENGLISH);
  const truth = spelled(expected);
  if (truth === null) return unscored(`the right answer ${JSON.stringify(expected)} is no number`);
  const reading = readAnswer(answer, numberKind, readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading);
  const given = toNumber(reading.answer);
  const isRight = (truth: string): boolean => {
    const gold = toNumber(truth);
    return reading.answer === truth || Math.abs(given - gold) <= Math.max(absolute, relative * Math.abs(gold));
  };
  const right = [truth, ...(settings?.accept ?? []).flatMap(each => spelled(each) ?? [])].some(isRight);
  return {right, ...verdictFields(reading), measures: {}};
};

// Scores answers that must match a pattern. A search that takes too long leaves the answer without a score.

const regex: Scoring<"regex"> = (answer, {expected}, {pattern, whole, ignore_case, milliseconds}, {search}) => {
  const source = pattern ?? expected;
  let compiled: RegExp;
  try {
    compiled = new RegExp(whole ? `^(?:${source})$` : source, ignore_case ? "iu" : "u");
  } catch {
    return unscored(`the pattern ${JSON.stringify(source)} is no regular expression`);
  }
  const text = answer.trim();
  const right = search(compiled, text, milliseconds);
  if (right === null) return unscored(`the pattern ${JSON.stringify(source)} takes longer than ${milliseconds} ms`);
  return {
    right,
    parsed: text !== "",
    answer: text === "" ? null : text,
    answer_rule: text === "" ? null : "whole text",
    measures: {}
  };
};

// Scores programs by the tests that they pass in the sandbox.

const code: Scoring<"code"> = (_, __, {language, tests, cases}, {execution}) => {
  if (language !== "python") return unscored(`programs in ${language} are not run, so their answers have no score`);
  if (tests === "" && cases.length === 0) return unscored("it has no tests");
  if (!execution) return unscored("its program was not run: answers of kind code need the sandbox (docs/code.md)");
  if ("missing" in execution) return unscored(`its program could not be run: ${execution.missing}`);
  return executedVerdict(execution);
};

function executedVerdict({passed, tests: all, failure, reason}: Execution): Verdict {
  const parsed = failure !== "no_program";
  return {
    right: failure === null,
    parsed,
    answer: parsed ? reason : null,
    answer_rule: parsed ? "whole text" : null,
    measures: {tests_passed: passed / all, ...(failure !== null && {[failure]: 1})}
  };
}

// Scores queries by the rows that they return.

const sql: Scoring<"sql"> = (_, {expected}, __, {execution}) => {
  if (rowsIn(expected) === null) return unscored("the right answer is no JSON list of rows");
  if (!execution) return unscored("its query was not run: answers of kind sql need the sandbox (docs/code.md#queries)");
  if ("missing" in execution) return unscored(`its query could not be run: ${execution.missing}`);
  return executedVerdict(execution);
};

// Scores an answer by the points that a judging model gave it. A reply without a verdict is no score, and never a wrong answer.

const rubric: Scoring<"rubric"> = (answer, _, {most, pass}, {judgement}) => {
  if (answer.trim() === "") return wrong({grade: 0});
  if (!judgement) return unscored("a rubric needs a judging model, and none was asked (docs/judges.md)");
  if ("missing" in judgement) return unscored(judgement.missing);
  const {points, own} = judgement;
  return {
    right: points >= pass * most,
    parsed: true,
    answer: `${points} of ${most} points`,
    answer_rule: "whole text",
    measures: {grade: points / most, ...(own && {self_judged: 1})}
  };
};

// Scores answers that must equal the right one in one spelling.

const exact: Scoring<"exact"> = (answer, {prompt, reading: settings, expected}, {ignore_case}) => {
  const kind = ignore_case ? textKind : textKindWithCase;
  const reading = readAnswer(answer, kind, readOptions(prompt, settings));
  if (reading.answer === null) return unreadVerdict(reading);
  const truths = [expected, ...(settings?.accept ?? [])];
  return {right: truths.some(truth => reading.answer === spellExpected(truth, kind)), ...verdictFields(reading), measures: {}};
};

const scorers: {[Kind in ScorerKind]: Scoring<Kind>} = {
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
  loglikelihood,
  rubric,
  confidence: withConfidence((answer, test, scorer, effects) => verdictOf(answer, test, scorer, effects)),
  injection: withInjection((answer, test, scorer, effects) => verdictOf(answer, test, scorer, effects)),
  environment,
  refusal,
  code,
  sql,
  own
};

/** What a test's scorer makes of the part of a response after its reasoning. */
export function verdictOf(answer: string, test: ScoredTest, scorer: Scorer, effects: ScorerEffects): Verdict {
  return (scorers[scorer.kind] as Scoring<ScorerKind>)(answer, test, scorer as never, effects);
}
