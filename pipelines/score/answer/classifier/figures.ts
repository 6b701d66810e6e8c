// Types of the classifier's data: its weights, what it was trained on, and its figures on models that it was not trained on.

/** Counts over the texts without a claim of some models. */
export interface PartFigures {
  models: number;
  /** Texts without a claim in which no other rule finds an answer either. */
  n: number;
  /** Of them, texts that state the answer near their end. */
  stated: number;
  /** Of n, texts in which the classifier reads an answer, and those of them in which it is the one that was claimed. */
  read: number;
  right: number;
  /** Of stated, texts that are read rightly. */
  read_stated: number;
}

/** Texts of one tenth, by the probability of the first choice. */
export interface BinFigures {
  n: number;
  lowest: number;
  highest: number;
  /** Mean. */
  probability: number;
  /** Texts whose first choice is the answer that was claimed. */
  right: number;
}

export interface KindFigures {
  kind: string;
  enabled: boolean;
  threshold: number;
  /** Expected calibration error over the bins. */
  calibration_error: number;
  training: PartFigures;
  held_out: PartFigures;
  unseen: PartFigures;
  /** Of the unseen, whole texts and texts that were cut at random. */
  unseen_whole: PartFigures;
  unseen_cut: PartFigures;
  bins: BinFigures[];
}

export interface Provenance {
  date: string;
  sources: string[];
  training: string[];
  held_out: string[];
  unseen: string[];
}

/** Weights of one kind of value, and the calibration of its probability (Platt 1999). */
export interface Model {
  /** Whether the kind reached what it must on models that it was not trained on. */
  enabled: boolean;
  /** Least probability of a choice. */
  threshold: number;
  slope: number;
  intercept: number;
  /** Names of features with their whole weights: "name=weight|name=weight". */
  weights: string;
}
