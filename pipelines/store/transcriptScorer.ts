// Reads the scorer that a row of a transcript names, and checks that its test has what the scorer needs.
import {letterPlace} from "../book/banks/fields.js";
import {canonicalJson} from "../book/canonical.js";
import {explain} from "../book/issue.js";
import {letterOf} from "../book/letters.js";
import {type Scorer, type ScorerKind, scorerSchema} from "../book/scorers.js";
import {jsonOf} from "../rows/json.js";
import {didYouMean} from "../rows/nearest.js";
import type {TableTest} from "./generatedTests.node.js";

/** A value read from a row, or one sentence about its mistake. */
export type Read<T> = {row: T} | {bad: string};
type Written = string | Record<string, unknown>;

/** Scorers that need more than a row has, with the reason. */
const REFUSED: Partial<Record<ScorerKind, string>> = {
  rubric: "needs the grades of a judge, and score asks nobody; import the questions as a bank (docs/judges.md)",
  loglikelihood: "needs the log-probabilities of the choices, which a row does not have",
  environment: "needs calls of tools in a world that a generator makes (docs/agents.md)"
};

const KINDS = scorerSchema.options.map(({shape}) => shape.kind.value);
/** Names of the scorers that a row may set. */
const ROW_SCORERS = KINDS.filter(kind => !(kind in REFUSED));

/** Returns the scorer that a row names: its name, an object with settings, or the JSON text of one. */
export function readRowScorer(written: Written): Read<Scorer> {
  const value = objectOf(written);
  if (!value) return {bad: "scorer: expected a scorer's name, or an object with its kind"};
  const {kind} = value;
  if (!KINDS.includes(kind as ScorerKind)) {
    const mistake = kind === undefined ? 'missing "kind"' : `unknown scorer ${JSON.stringify(kind)}`;
    return {bad: `scorer: ${mistake}; the scorers are ${ROW_SCORERS.join(", ")}${didYouMean(String(kind), ROW_SCORERS)}`};
  }
  const result = scorerSchema.safeParse(value);
  if (result.success) return {row: result.data};
  const {path, text} = explain(result.error, {value, schema: scorerSchema});
  return {bad: `${["scorer", ...path].join(".")}: ${text}`};
}

/** An object without settings that are null, which a table has where a record has none. */
function objectOf(written: Written): Record<string, unknown> | null {
  const text = typeof written === "string" ? written.trim() : "";
  const value = typeof written !== "string" ? written : text.startsWith("{") ? jsonOf(text) : {kind: text};
  if (typeof value !== "object" || value === null) return null;
  return Object.fromEntries(Object.entries(value).filter(([, setting]) => setting !== null));
}

/** Whether a row names the scorer that a test has: by its name alone, or with equal settings. @param scorer JSON of the test's scorer */
export function isSameScorer(written: Written, scorer: string): boolean {
  const named = objectOf(written)!;
  const actual = JSON.parse(scorer) as Scorer;
  if (Object.keys(named).length === 1 && named.kind === actual.kind) return true;
  return canonicalJson(scorerSchema.parse(named)) === canonicalJson(scorerSchema.parse(actual));
}

/** Returns a test with a scorer, or what the test does not have that the scorer needs. */
export function scoredBy(scorer: Scorer, test: TableTest): Read<TableTest> {
  const reason = REFUSED[scorer.kind];
  if (reason) return {bad: `scorer: ${scorer.kind} ${reason}`};
  const expected = expectedFor(scorer, test);
  return "bad" in expected ? expected : {row: {...test, expected: expected.row, scorer: JSON.stringify(scorer)}};
}

/** The right answer as the scorer compares it: for `choice` the letter of the right option. */
function expectedFor(scorer: Scorer, {expected, choices = []}: Pick<TableTest, "expected" | "choices">): Read<string> {
  const value = JSON.stringify(expected.slice(0, 40));
  switch (scorer.kind) {
    case "confidence":
    case "injection":
      return scorer.of ? expectedFor(scorer.of, {expected, choices}) : {row: expected};
    case "choice": {
      if (choices.length === 0) return {bad: "scorer: choice needs choices"};
      const place = letterPlace(expected) ?? choices.indexOf(expected);
      return choices[place] !== undefined && letterOf(place)
        ? {row: letterOf(place)}
        : {bad: `expected ${value} is none of the ${choices.length} choices`};
    }
    case "refusal":
      if (expected === "refused" || expected === "complied") break;
      return {bad: `scorer: refusal needs expected "refused" or "complied", got ${value}`};
    case "label":
      if (scorer.labels.length > 0) break;
      return {bad: "scorer: label needs labels, the words that may be answers"};
    case "code":
      if (scorer.tests !== "" || scorer.cases.length > 0) break;
      return {bad: "scorer: code needs tests or cases"};
  }
  return {row: expected};
}
