// Makes the study table `task_counts`.
import {maker} from "../maker.node.js";
import {poolPoints} from "./pool.node.js";
import {leaderboardTables} from "./tables.js";

export const make = maker(leaderboardTables, ({folder, stage}) => poolPoints(stage, "task_counts", {folder, points: "points"}));
