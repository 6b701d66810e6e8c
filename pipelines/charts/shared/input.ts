// Types of a page's inputs for charts and tables.

/** An input as Observable's Inputs make them: an element with a value that fires `input`. */
export type Input<T> = HTMLElement & {value: T};

export interface Option {
  value: string;
  /** text shown to the reader; by default the value */
  label?: string;
}

/**
 * Shows one choice among options and returns the selected value: the reader's, else the one in the address, else `initial`, else the first.
 */
export type InputQuestion = (key: string, label: string, options: readonly Option[], settings?: {initial?: string}) => string;
