// State of an open workbook, as its pages and the terminal show it.

/** Path at which the pages of an open workbook read its states, as server-sent events. */
export const WORKBOOK_STATES = "/_reasonbook/states";

export interface WorkbookState {
  /** Work under way, such as an evaluation. */
  work: {text: string; done: number; total: number} | null;
  /** A mistake in a file of data/, with its place; results are those of the last good state. */
  mistake: string | null;
  /** The requests of a run to models that may cost something, and its command. */
  plan: {text: string; command: string} | null;
  /** The latest change, and what it has led to. */
  change: string | null;
  /** Whether the store has all results of the book. */
  isComplete: boolean;
}
