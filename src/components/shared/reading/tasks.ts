// Tasks of the worker that reads files: reading a hundred thousand rows takes seconds.

import {type ItemScore, performanceEffects, setOfRows} from "../../../pipelines/studies/contamination/performance.js";
import type {Verdict} from "../../../pipelines/studies/contamination/settings.js";
import {roundsTogether} from "../../annotation/roundsOfVotes.js";
import {claimsOf} from "../../claims/ownClaims.js";
import {ownAudit, ownParaphrases} from "../../contamination/ownAudit.js";
import {judgmentsOf, ratedOfFile, scoresOfFile} from "../../preferences/data.js";
import type {Content, GivenFile} from "../content.js";
import {type FileProgress, textOf} from "../fileText.js";

type Report = (progress: FileProgress) => void;

const ofContent =
  <T>(found: (content: Content) => T) =>
  async (given: GivenFile, report: Report): Promise<T> => {
    const content = "arrow" in given ? given : {name: given.name, text: await textOf(given.file, {report})};
    report({unit: "records", done: 0, of: 0});
    return found(content);
  };

/** Tasks of one file. Each throws an Error whose message says what is wrong with the file, and where. */
const fileTasks = {
  votes: ofContent(judgmentsOf),
  ratings: ofContent(ratedOfFile),
  scores: ofContent(scoresOfFile)
};
export type FileTasks = typeof fileTasks;

export const tasks = {
  ...fileTasks,
  claims: claimsOf,
  rounds: ({own, file, accuracy}: {own: Parameters<typeof roundsTogether>[0]; file: Content; accuracy: [string, number][]}) =>
    roundsTogether(own, file, new Map(accuracy)),
  audit: ({text, items, notes}: {text: Content; items: Parameters<typeof ownAudit>[1]; notes: string[]}) =>
    ownAudit(text, items, notes),
  paraphrases: ({text, items, verdicts}: {text: Content; items: Parameters<typeof ownParaphrases>[1]; verdicts: Verdict[]}) =>
    ownParaphrases(text, items, verdicts),
  performance: ({set, reference}: Record<"set" | "reference", readonly ItemScore[]>) =>
    performanceEffects(setOfRows(set), setOfRows(reference))
};
export type ReadingTasks = typeof tasks;
