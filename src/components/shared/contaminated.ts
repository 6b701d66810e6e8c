// The choice between all tests and those that are not contaminated, for abilities.
import {plural} from "../../pipelines/book/plural.js";
import type {Input} from "../../pipelines/charts/shared/input.js";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {isContaminated, type Verdict} from "../../pipelines/studies/contamination/settings.js";
import {plainRows} from "./answers.js";
import {choice, noChoice} from "./inputs.js";
import {source} from "./source.js";

const TESTS = ["all", "clean"] as const;
type Tests = (typeof TESTS)[number];

/**
 * Input for the tests that abilities include. Tests that could not be tested for contamination count on either choice. Of published answers there
 * is no choice: too few of their tests are in the corpora that were searched to change a score.
 */
export const testsChoice = (): Input<Tests> =>
  source === "published"
    ? noChoice("all")
    : choice("tests", TESTS, {label: "Tests", names: {all: "all", clean: "without contaminated ones"}});

/** Verdicts on tests by identity, from a page's table `audited` (contamination_items); none where no corpus was searched. */
export async function verdictsIn(sql: Sql): Promise<ReadonlyMap<string, Verdict>> {
  const rows = plainRows<{item_id: string; verdict: Verdict}>(await sql`select item_id, verdict from audited`);
  return new Map(rows.map(({item_id, verdict}) => [item_id, verdict]));
}

/** What the choice leaves out of the tests that a page shows, as a sentence; empty for all tests. */
export function testedSentence(tests: Tests, shown: readonly string[], verdicts: ReadonlyMap<string, Verdict>): string {
  if (tests === "all") return "";
  if (verdicts.size === 0) return "No corpus has been searched for the tests of this store, so that none could be left out.";
  const left = shown.filter(id => isContaminated(verdicts.get(id))).length;
  const unknown = shown.filter(id => !verdicts.has(id) || verdicts.get(id) === "not_testable").length;
  const of = (n: number) => n.toLocaleString("en-US");
  return `${of(left)} of ${plural(shown.length, "test")} ${left === 1 ? "is" : "are"} in a corpus and left out. Of the others, ${of(unknown)} could not be tested and ${unknown === 1 ? "remains" : "remain"}.`;
}
