// The measures of a shortcut report: what each is called, what it says, and in which unit.

/** `accuracy` is what a reader would earn, `points` a difference of two accuracies; `share` is of what the measure's words say. */
export type MeasureUnit = "accuracy" | "points" | "share" | "correlation" | "auc";

const measure = <Unit extends MeasureUnit>(unit: Unit, words: string) => ({unit, words});

/** In the order of reports. */
export const MEASURES = {
  majority: measure("accuracy", "most frequent answer of the other half of the set"),
  last_scene: measure("accuracy", "operation of the last beat over the numbers in it"),
  first_scene: measure("accuracy", "operation of the first beat over the numbers in it"),
  root_operation: measure("accuracy", "outermost operation over its own numbers"),
  largest_number: measure("accuracy", "largest number of the text"),
  last_number: measure("accuracy", "last number of the text"),
  number_leak: measure("share", "answer stated beyond its operands, or alone"),
  unstripped: measure("accuracy", "last scene with a number, its padding included"),
  stripped_by_expression: measure("accuracy", "the same without bracketed or tagged segments"),
  expression_gain: measure("points", "what that gains"),
  stripped_by_ngrams: measure("accuracy", "the same without what trigrams call padding"),
  ngram_gain: measure("points", "what that gains"),
  ngram_auc: measure("auc", "how well trigrams tell padding from beats"),
  length_correlation: measure("correlation", "Spearman's ρ of text length and answer"),
  effective_operations: measure("share", "operations whose result matters"),
  chain_share: measure("share", "linear chains among trees of 3 operations or more"),
  largest_sentence: measure("share", "most frequent sentence, names and numbers masked"),
  distinct_4grams: measure("share", "distinct 4-grams, mean of stories")
} as const;
export type MeasureName = keyof typeof MEASURES;

/** A measure of some narratives: the value with its 95 % interval. */
export interface Figure {
  /** Narratives that it rests on; of `largest_sentence`, sentences. */
  n: number;
  value: number | null;
  /** Null where no interval can be given. */
  low: number | null;
  high: number | null;
  /** Why there is no value. */
  not_measured: string | null;
}

export const notMeasured = (reason: string): Figure => ({n: 0, value: null, low: null, high: null, not_measured: reason});
