// The table `corrections`: every line of a store's log that corrects a sample, and what has become of it.
import {column, evaluation, type Table} from "../columns.js";

/** What has become of a correction. */
const STATES = ["applied", "agrees", "missing", "changed", "superseded", "reverted"] as const;
export type CorrectionState = (typeof STATES)[number];

export const corrections: Table = {
  description:
    "one row per correction of a sample by a person (docs/corrections.md); without rows where nobody corrected anything",
  columns: {
    ...evaluation,
    item_id: column("text", "identity of the test"),
    trial: column("integer", "0-based repetition"),
    id: column("text", "identity of the correction, for npm run samples -- revert"),
    state: column(
      "key",
      "applied; agrees: the scorer says the same by now; missing: the sample is no longer there; changed: its response is another one; superseded by a later correction; reverted"
    ),
    base_task: column("key", "the task's name; null where the sample is missing"),
    status: column("integer", "what the person says: 0 incorrect, 1 correct, 2 truncated"),
    original_status: column("integer", "what the scorer says; null where the sample is missing"),
    original_parsed: column("boolean", "whether the scorer found an answer; null where the sample is missing"),
    original_guess_sum: column(
      "double",
      "sum of guess chances of its point by scorers alone, which a revert restores; null where the correction is not applied"
    ),
    by: column("text", "who corrected it"),
    at: column("text", "when, ISO 8601"),
    reason: column("text", "why")
  },
  order: ["model", "template", "sampler", "item_id", "trial", "at", "id"]
};
