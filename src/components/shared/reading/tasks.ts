// Tasks of the worker that reads files: reading a hundred thousand rows takes seconds.

import {roundsTogether} from "../../annotation/roundsOfVotes.js";
import {claimsOf} from "../../claims/ownClaims.js";
import {judgmentsOf, ratedOfFile, scoresOfFile} from "../../preferences/data.js";
import type {Content} from "../content.js";

/** Each task throws an Error whose message says what is wrong with the file, and where. */
export const tasks = {
  votes: judgmentsOf,
  ratings: ratedOfFile,
  scores: scoresOfFile,
  claims: claimsOf,
  rounds: ({own, file, accuracy}: {own: Parameters<typeof roundsTogether>[0]; file: Content; accuracy: [string, number][]}) =>
    roundsTogether(own, file, new Map(accuracy))
};
export type ReadingTasks = typeof tasks;
