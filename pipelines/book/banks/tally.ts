// Counts of what a bank's files hold beside its items.
import type {Tally} from "./types.js";

export const newTally = (): Tally => ({records: 0, duplicates: 0, problems: [], faulty: 0, unanswered: 0});
