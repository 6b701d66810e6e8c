// Makes the tables of scores without contaminated tests, from the store's samples and the verdicts on its tests.
import {join} from "node:path";
import {fileOf} from "../../store/publish.node.js";
import {readRows} from "../../store/sql.node.js";
import type {Verdict} from "../contamination/settings.js";
import {poolPoints} from "../leaderboard/pool.node.js";
import {maker} from "../maker.node.js";
import {adjusted, type Verdicts} from "./adjusted.node.js";
import {adjustedTables} from "./tables.js";

/** Verdicts on the tests of a store, by identity, from the table `contamination_items`. */
export async function storedVerdicts(folder: string): Promise<Verdicts> {
  const verdicts = new Map<string, Verdict>();
  for await (const row of readRows(join(folder, fileOf("contamination_items")), {query: "select item_id, verdict from t"}))
    verdicts.set(String(row.item_id), row.verdict as Verdict);
  return verdicts;
}

/** Writes the study tables into a store; where no test was looked for in any corpus they have no rows. */
export const make = maker(adjustedTables, async ({folder, stage, write}) => {
  const verdicts = await storedVerdicts(folder);
  if (verdicts.size > 0) {
    const {points, scores, effects} = await adjusted(folder, verdicts);
    for (const row of points) stage.append("adjusted_points", row);
    for (const row of scores) stage.append("adjusted_scores", row);
    for (const row of effects) stage.append("contamination_effects", row);
  }
  await write("adjusted_points"); // others are pooled from it
  await poolPoints(stage, "adjusted_task_counts", {folder, points: "adjusted_points"});
});
