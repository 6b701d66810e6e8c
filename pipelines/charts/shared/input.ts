// What charts and tables need to know of a page's inputs.

/** An input as Observable's Inputs make them: an element with a value that fires `input`. */
export type Input<T> = HTMLElement & {value: T};

export interface Option {
  value: string;
  /** what the reader sees; the value if absent */
  label?: string;
}

/** Asks one question of a list of options and returns the answer: the reader's, else the address's, else `initial`, else the first. */
export type Ask = (key: string, label: string, options: readonly Option[], settings?: {initial?: string}) => string;
