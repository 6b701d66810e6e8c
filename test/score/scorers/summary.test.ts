// Summaries labelled by hand: right or wrong for a small document whose facts are known.
import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {type ScorerOf, scorerSchema} from "../../../pipelines/book/scorers.js";
import {verdictOf} from "../../../pipelines/score/scorers/registry.js";

type Settings = ScorerOf<"summary">;
type Relation = Settings["facts"][number]["relation"];

const RELATIONS = ["person", "decision", "amount", "date"] as const;
const ITEMS = [
  ["school kitchen", "Ada Adler", "approved", "4200", "3 May"],
  ["harbour footbridge", "Bruno Castro", "rejected", "6540", "21 June"],
  ["castle clock", "Ada Adler", "postponed", "3120", "12 July"],
  ["market roof", "Cleo Dahl", "approved", "5000", "1 June"]
] as const;

/** Settings that require some relations of some items. */
const settings = (subjects: readonly string[], relations: readonly Relation[], more: object = {}): Settings =>
  scorerSchema.parse({
    kind: "summary",
    facts: ITEMS.flatMap(([subject, ...values]) =>
      RELATIONS.map((relation, i) => ({
        ...{subject, relation, value: values[i]!},
        required: subjects.includes(subject) && relations.includes(relation)
      }))
    ),
    ...more
  }) as Settings;

const verdict = (text: string, scorer: Settings) =>
  verdictOf(text, {prompt: "", expected: ""}, scorer, {search: () => null, equal: () => null});

const all = ITEMS.map(([subject]) => subject);
/** Questions, by a letter: items of Ada Adler, all decisions, leaders and costs of what was approved, and the two largest with their starts. */
const QUESTIONS = {
  A: settings(["school kitchen", "castle clock"], ["decision", "amount", "date"], {max_sentences: 3}),
  D: settings(all, ["decision"], {max_words: 30}),
  C: settings(["school kitchen", "market roof"], ["person", "amount"], {max_sentences: 3}),
  L: settings(["harbour footbridge", "market roof"], ["person", "amount", "date"], {max_sentences: 3})
} as const;

/** Summaries labelled by hand; all but two of sets 2 to 4 measured the scorer before it was changed for them. */
const labelled = readFileSync(new URL("../../fixtures/summaries/labelled.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map(line => JSON.parse(line) as {set: number; question: keyof typeof QUESTIONS; right: boolean; text: string});

test.each([1, 2, 3, 4])("of the summaries in set %i, at least 97 % are scored as labelled, and no wrong one as right", number => {
  const set = labelled.filter(({set}) => set === number);
  expect(set.length).toBeGreaterThanOrEqual(40);
  const other = set.filter(({question, right, text}) => verdict(text, QUESTIONS[question]).right !== right);
  expect(other.filter(({right}) => !right).map(({text}) => text)).toEqual([]);
  expect(other.length / set.length, other.map(({text}) => text).join("\n")).toBeLessThanOrEqual(0.03);
});

test("recall of facts, inventions and length are measured, of a partly right summary and of the weakest ones", () => {
  const measures = (text: string, scorer: Settings = QUESTIONS.A) => verdict(text, scorer).measures;
  expect(measures("The school kitchen was approved and costs 4,200 euros. The castle clock starts on 13 July.")).toEqual({
    facts_kept: 2 / 6,
    facts_invented: 1,
    within_length: 1
  });
  expect(measures("")).toEqual({facts_kept: 0, facts_invented: 0, within_length: 1});
  expect(verdict("", QUESTIONS.A)).toMatchObject({right: false, parsed: false, answer: null});
  expect(measures("I cannot summarise this.").facts_kept).toBe(0);
  expect(measures("The harbour footbridge was rejected.", QUESTIONS.D)).toMatchObject({facts_kept: 1 / 4, facts_invented: 0});
  expect(measures("A kitchen. ".repeat(20), QUESTIONS.D).within_length).toBe(0);
});

test("facts of other worlds: one relation alone, nothing required, names of one word, an amount of millions, a negative one", () => {
  const scorerFor = (facts: object[]) => scorerSchema.parse({kind: "summary", facts}) as Settings;
  const one = scorerFor([{subject: "Orion", relation: "amount", value: "12500000", required: true}]);
  expect(verdict("Orion will cost 12,500,000 euros.", one).right).toBe(true);
  expect(verdict("Orion will cost 12,500 thousand euros.", one).right).toBe(true);
  expect(verdict("Orion will cost 1,250,000 euros.", one).right).toBe(false);
  expect(verdict("Orion starts on 3 May and costs 12,500,000 euros.", one).right).toBe(false);
  const none = scorerFor([{subject: "Orion", relation: "decision", value: "approved"}]);
  expect(verdict("Nothing.", none)).toMatchObject({right: false, measures: {facts_kept: 1, facts_invented: 1}});
  expect(verdict("The project was approved.", none).measures.facts_kept).toBe(1);
  const negative = scorerFor([{subject: "Orion", relation: "amount", value: "-300", required: true}]);
  expect(verdict("Orion costs 300 euros.", negative).right).toBe(false);
  expect(scorerSchema.safeParse({kind: "summary", facts: []}).success).toBe(false);
  expect(scorerSchema.safeParse({kind: "summary", facts: [{subject: "a", relation: "colour", value: "red"}]}).success).toBe(
    false
  );
});

test("a text of twenty thousand lines is read", () => {
  const line = "The school kitchen was approved, costs 4,200 euros and starts on 3 May.\n";
  expect(verdict(line.repeat(20_000), QUESTIONS.A)).toMatchObject({right: false, measures: {within_length: 0, facts_kept: 0.5}});
});
