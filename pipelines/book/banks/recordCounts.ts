// Counts of what a bank's files hold beside its items.
import type {RecordCounts} from "./types.js";

export const noRecords = (): RecordCounts => ({
  records: 0,
  duplicates: 0,
  problems: [],
  faulty: 0,
  unanswered: 0,
  restarted: 0
});
