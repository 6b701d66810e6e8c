// Makes the study table `task_counts`.
import {join} from "node:path";
import {fileOf} from "../../store/publish.node.js";
import {openStage} from "../../store/writer.node.js";
import {poolPoints} from "./pool.node.js";
import {leaderboardTables} from "./tables.js";

export async function make(folder: string): Promise<void> {
  await using stage = await openStage(leaderboardTables, {folder});
  await poolPoints(stage, "task_counts", {folder, points: "points"});
  await stage.write("task_counts", join(folder, fileOf("task_counts")), {allowEmpty: true});
}
