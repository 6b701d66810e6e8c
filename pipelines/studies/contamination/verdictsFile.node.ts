// Reads the verdicts of an audit from the file items.jsonl that it wrote.
import {z} from "zod";
import {UserError} from "../../rows/error.js";
import {checkedRows} from "../../store/lines.node.js";
import {VERDICTS, type Verdict} from "./settings.js";

const verdictLineSchema = z.looseObject({
  id: z.union([z.string(), z.number().transform(String)]).describe("the item's name"),
  verdict: z.enum(VERDICTS).describe("what the audit found of it")
});

/** Verdicts by item. Throws a UserError that names the line which is none. */
export async function readVerdicts(file: string): Promise<Map<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  const refuse = (place: string, mistake: string) =>
    new UserError(`${place} ${mistake}; expected items.jsonl of contamination audit`);
  for await (const {id, verdict} of checkedRows(file, verdictLineSchema, refuse)) verdicts.set(id, verdict);
  if (verdicts.size === 0) throw new UserError(`${file} holds no verdict; expected items.jsonl of contamination audit`);
  return verdicts;
}
