// JUnit's XML of a gate, which continuous integration shows as tests. Its elements are four, so it is written here: the libraries that write it
// bring a document model, a file writer or a test runner along.
import type {Gate, GateCheck} from "./gate.js";
import {nameOf, sentenceOf} from "./text.js";

/** Control characters that XML 1.0 has no way to write, and halves of surrogate pairs. */
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
  "\r": "&#13;"
};

/** A text for an attribute or an element. */
export const xmlText = (text: string): string =>
  text.replace(UNWRITABLE, "\ufffd").replace(/[&<>"'\n\t\r]/g, character => ENTITIES[character]!);

/** The gate as a test suite: a broken rule is a failure, an undecided one is skipped, and fails with `undecidedFails`. */
export function junitOf({checks, verdict}: Gate): string {
  const count = (of: GateCheck["verdict"]) => checks.filter(each => each.verdict === of).length;
  const totals = `tests="${checks.length}" failures="${count("fail")}" skipped="${count("undecided")}" errors="0"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="reasonbook gate" ${totals}>`,
    `  <testsuite name="${xmlText(`gate: ${verdict}`)}" ${totals}>`,
    ...checks.map(caseOf),
    "  </testsuite>",
    "</testsuites>",
    ""
  ].join("\n");
}

function caseOf(check: GateCheck): string {
  const head = `    <testcase classname="${xmlText(`gate.${check.rule.id}`)}" name="${xmlText(nameOf(check))}"`;
  const message = xmlText(sentenceOf(check));
  if (check.verdict === "fail") return `${head}><failure message="${message}"/></testcase>`;
  if (check.verdict === "undecided") return `${head}><skipped message="${message}"/></testcase>`;
  return `${head}><system-out>${message}</system-out></testcase>`;
}
