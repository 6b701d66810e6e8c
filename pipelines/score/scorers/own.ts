// Scorers of the user's own: their interface, those that a command has brought, and the verdict of one.
import type {z} from "zod";
import {knowOwnScorers} from "../../book/ownScorers.js";
import type {Scorer} from "../../book/scorers.js";
import type {Span} from "../answer/reading.js";
import {type ScoredTest, type Scoring, unscored, type Verdict} from "./scorer.js";

/** A scorer of the user's own: the one export of data/scorers/NAME.ts. */
export interface OwnScorer<Settings = unknown> {
  /** That of its file. */
  name: string;
  /** Increased whenever the same answer to the same test would get another verdict. */
  version: number;
  /** One sentence on when an answer is right. */
  summary: string;
  /** Strict schema of what a bank may set under `settings`. */
  settings: z.ZodType<Settings>;
  /** Pure, and not async. @param answer the part of a response after its reasoning */
  score(answer: string, test: ScoredTest, settings: Settings): Verdict;
}

/** Checks a scorer's settings type at its definition and returns the scorer without that type, as it is kept. */
export const scorer = <Settings>(definition: OwnScorer<Settings>): OwnScorer => definition as OwnScorer;

let known: ReadonlyMap<string, OwnScorer> = new Map();

/** Brings the user's own scorers, in place of those that were there. A command does this once, before it reads the book. */
export function setOwnScorers(scorers: readonly OwnScorer[]): void {
  known = new Map(scorers.map(each => [each.name, each]));
  knowOwnScorers(known);
}

/** A scorer as it is now: of the user's own with the version of the file that scores, whatever a table has recorded. */
export function asOfNow(given: Scorer): Scorer {
  const version = given.kind === "own" ? known.get(given.name)?.version : undefined;
  return version === undefined ? given : ({...given, version} as Scorer);
}

/** A scorer's mistake ends no run: the answer stays unscored, with the reason, until the scorer is mended. */
export const own: Scoring<"own"> = (answer, test, {name, settings}) => {
  const scorer = known.get(name);
  if (!scorer) return unscored(`no scorer ${JSON.stringify(name)} in data/scorers`);
  const parsed = scorer.settings.safeParse(settings);
  if (!parsed.success) return unscored(`scorer ${name} does not take its settings: ${parsed.error.issues[0]!.message}`);
  let verdict: unknown;
  try {
    verdict = scorer.score(answer, test, parsed.data);
  } catch (error) {
    return unscored(`scorer ${name} throws: ${error instanceof Error ? error.message : String(error)}`);
  }
  const fault = verdictFault(verdict);
  return fault ? unscored(`scorer ${name} returns ${fault}`) : (verdict as Verdict);
};

/** What keeps a value from being a verdict, to be read behind "returns"; null where nothing does. */
export function verdictFault(value: unknown): string | null {
  if (value instanceof Promise) return "a promise; a scorer may not be async";
  if (typeof value !== "object" || value === null) return "no verdict; expected {right, parsed, answer, answer_rule, measures}";
  const {right, parsed, answer, answer_rule, span, answer_reason, measures, reason} = value as Partial<
    Record<keyof Verdict, unknown>
  >;
  if (right !== null && typeof right !== "boolean") return "a verdict whose right is neither true, false nor null";
  if (right === null && typeof reason !== "string") return "a verdict whose right is null, without a reason";
  if (typeof parsed !== "boolean") return "a verdict whose parsed is neither true nor false";
  if (answer !== null && typeof answer !== "string") return "a verdict whose answer is neither text nor null";
  if (answer_rule !== null && typeof answer_rule !== "string") return "a verdict whose answer_rule is neither text nor null";
  if ((span ?? null) !== null && !isSpan(span)) return "a verdict whose span is neither {start, end} in whole numbers nor null";
  if ((answer_reason ?? null) !== null && typeof answer_reason !== "string")
    return "a verdict whose answer_reason is neither text nor null";
  if (typeof measures !== "object" || measures === null) return "a verdict without measures; {} if there are none";
  const bad = Object.entries(measures).find(([, measure]) => typeof measure !== "number" || !Number.isFinite(measure));
  return bad ? `a verdict whose measure ${bad[0]} is no finite number` : null;
}

function isSpan(value: unknown): value is Span {
  const {start, end} = Object(value) as Partial<Record<keyof Span, unknown>>;
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && Number(start) >= 0 && Number(start) <= Number(end);
}
