// The choice between all tests and those that are not contaminated, on every page that shows scores.
import type {Input} from "../../pipelines/charts/shared/input.js";
import {choice} from "./choices.js";
import type {TableFile} from "./database.js";

const TESTS = ["all", "clean"] as const;
export type Tests = (typeof TESTS)[number];

/** Input for the tests that scores rest on. Tests that could not be tested for contamination count on either choice. */
export const testsChoice = (): Input<Tests> =>
  choice("tests", TESTS, {label: "Tests", names: {all: "all", clean: "without contaminated ones"}});

/**
 * The files of a page's tables: those of all tests, or the adjusted ones in their place. The table of all tests then stays under the name
 * with `raw_` before it, so that a page can show both.
 */
export function testedFiles(
  tests: Tests,
  files: Record<string, TableFile>,
  adjusted: Record<string, TableFile>
): Record<string, TableFile> {
  if (tests === "all") return files;
  const raw = Object.entries(files).filter(([name]) => name in adjusted);
  return {...files, ...adjusted, ...Object.fromEntries(raw.map(([name, file]) => [`raw_${name}`, file]))};
}
