// Reads the verdicts of an audit from the file items.jsonl that it wrote.
import {z} from "zod";
import {UserError} from "../../book/error.js";
import {checked, linesOf} from "../../store/lines.js";
import {VERDICTS, type Verdict} from "./settings.js";

const verdictLineSchema = z.looseObject({
  id: z.union([z.string(), z.number().transform(String)]).describe("the item's name"),
  verdict: z.enum(VERDICTS).describe("what the audit found of it")
});

/** Verdicts by item. Throws a UserError that names the line which is none. */
export async function readVerdicts(file: string): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  for await (const {line, value, bad} of linesOf(file)) {
    const result = bad === undefined ? checked(value, verdictLineSchema) : {bad};
    if ("bad" in result) throw new UserError(`${file}:${line} ${result.bad}; expected items.jsonl of contamination audit`);
    verdicts.set(result.row.id, result.row.verdict);
  }
  if (verdicts.size === 0) throw new UserError(`${file} holds no verdict; expected items.jsonl of contamination audit`);
  return verdicts;
}
