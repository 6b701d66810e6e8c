// Makes the study tables of extraction: how answers were read, with examples, and what a judge reads in the same answers.
import {maker} from "../maker.node.js";
import {answerRules} from "./answerRules.node.js";
import {answersIn} from "./answers.node.js";
import {judgedRows} from "./judged.js";
import {judgeKey, readJudge, textDigest} from "./judgeFile.node.js";
import {extractionTables} from "./tables.js";

/** Fingerprint of what judges read: the tables depend on it in addition to the store's tables. */
export const key = (folder: string): Promise<string> => judgeKey(folder);

/** Writes the tables into a store. */
export const make = maker(extractionTables, async ({folder, stage}) => {
  const readings = await readJudge(folder);
  const answers = readings.length > 0 ? await answersIn(folder) : [];
  for (const row of judgedRows(readings, answers, textDigest)) stage.append("extraction_judged", {...row});
  const {rules, examples} = await answerRules(folder);
  for (const row of rules) stage.append("answer_rules", row);
  for (const row of examples) stage.append("answer_rule_examples", row);
});
