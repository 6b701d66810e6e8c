// The command `narratives`: stories that hide nested lists.
import {z} from "zod";
import {plural} from "../book/plural.js";
import type {Problem} from "../generate/narratives/problem.js";
import {validateLine} from "../generate/narratives/validate.js";
import {oneLine} from "../infer/failure.js";
import {UserError} from "../rows/error.js";
import {command, positional} from "./command.js";
import {narrativesIn} from "./narrativesFile.js";
import {makeCommand} from "./narrativesMake.js";
import {shortcutsCommand} from "./narrativesShortcuts.js";
import {flag} from "./optionTypes.js";

const validateCommand = command({
  name: "narratives validate",
  summary: "check the whole text of every narrative of a file and list those with problems; exit code 1 where there is one",
  options: z.strictObject({
    file: positional(z.string(), "JSON lines with the fields of Verbose ListOps, also gzipped"),
    json: flag("print JSON lines: every narrative with problems, then the summary")
  }),
  examples: ["stories.jsonl", "stories.jsonl --json"],
  async run({file, json}, io) {
    const summary: Summary = {narratives: 0, passed: 0, failed: 0, codes: {}, unchecked: {}};
    for await (const result of results(file)) {
      addTo(summary, result);
      if (result.problems.length > 0) io.stdout.write(`${json ? JSON.stringify(result) : problemLine(result)}\n`);
    }
    if (summary.narratives === 0) throw new UserError(`${file} holds no narrative`);
    if (json) io.stdout.write(`${JSON.stringify(summary)}\n`);
    else io.stderr.write(`${summaryLines(summary).join("\n")}\n`);
    return summary.failed > 0 ? 1 : 0;
  }
});

export const commands = [makeCommand, validateCommand, shortcutsCommand];

/** A problem of a narrative, or of a line that is none. */
type Found = Problem | {code: "line"; message: string};

interface Result {
  file: string;
  line: number;
  id?: string;
  problems: Found[];
  unchecked: string[];
}

interface Summary {
  narratives: number;
  passed: number;
  failed: number;
  /** Narratives with each problem. */
  codes: Record<string, number>;
  /** Narratives for which each check was not made. */
  unchecked: Record<string, number>;
}

/** What is wrong with each of the file's narratives, one after the other. */
async function* results(file: string): AsyncGenerator<Result> {
  for await (const {line, row, bad} of narrativesIn(file))
    if (row) yield {file, line, id: row.id, ...validateLine(row)};
    else yield {file, line, problems: [{code: "line", message: bad}], unchecked: []};
}

function addTo(summary: Summary, {problems, unchecked}: Result): void {
  summary.narratives++;
  if (problems.length === 0) summary.passed++;
  else summary.failed++;
  for (const code of new Set(problems.map(({code}) => code))) summary.codes[code] = (summary.codes[code] ?? 0) + 1;
  for (const check of unchecked) summary.unchecked[check] = (summary.unchecked[check] ?? 0) + 1;
}

/** `bank.jsonl:3 story-7: operand-missing at 120, The beat …; 2 more` */
function problemLine({file, line, id, problems}: Result): string {
  const [first, ...others] = problems;
  const {code, message} = first!;
  const place = "start" in first! && first.end > 0 ? ` at ${first.start}` : "";
  const words = "words" in first! && first.words !== "" ? ` ${JSON.stringify(first.words)}` : "";
  const more = others.length > 0 ? ` (${plural(others.length, "further problem")})` : "";
  return oneLine(`${file}:${line}${id === undefined ? "" : ` ${id}`}: ${code}${place}${words}: ${message}${more}`);
}

function summaryLines({narratives, passed, failed, codes, unchecked}: Summary): string[] {
  const lines = [`${plural(narratives, "narrative")}, ${passed} passed, ${failed} failed`];
  const byCode = Object.entries(codes).sort(([a, n], [b, m]) => m - n || a.localeCompare(b, "en"));
  if (byCode.length > 0) lines.push(`failed by: ${byCode.map(([code, n]) => `${code} ${n}`).join(", ")}`);
  const most = Math.max(0, ...Object.values(unchecked));
  if (most > 0)
    lines.push(`not checked in ${plural(most, "narrative")} without parts or names: ${Object.keys(unchecked).join(", ")}`);
  return lines;
}
