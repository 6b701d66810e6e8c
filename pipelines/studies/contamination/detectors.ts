// The detectors of contamination: input, what each can and cannot see, and false alarms measured by simulation.
import {shareOf} from "../../stats/intervals.js";

export const DETECTORS = [
  {
    id: "exact",
    name: "Exact copies",
    command: "audit",
    needs: "texts that models may have been trained on",
    sees: "items that are in a text word by word, or nearly",
    misses:
      "paraphrases, translations, items of fewer than 40 bits, texts that nobody has; whether a model was trained on the text",
    unit: "items"
  },
  {
    id: "near",
    name: "Near copies",
    command: "audit",
    needs: "texts that models may have been trained on",
    sees: "items copied with up to one changed word in 20 (10 of a long item)",
    misses: "the same as exact copies, and a change every few words",
    unit: "items"
  },
  {
    id: "paraphrase",
    name: "Paraphrases",
    command: "audit --probability 0.9",
    needs: "texts that models may have been trained on",
    sees: "items in other words of the same language",
    misses: "translations; questions of one template are found for each other",
    unit: "items"
  },
  {
    id: "embedding",
    name: "Embeddings (letter trigrams)",
    command: "embeddings",
    needs: "texts that models may have been trained on, and a model of embeddings",
    sees: "texts of the same kind within a cosine distance of 0.15",
    misses: "whether a text is the same question: decides nothing",
    unit: "items"
  },
  {
    id: "duplicate",
    name: "Duplicates (banding of MinHash)",
    command: "duplicates",
    needs: "the items alone",
    sees: "items of one benchmark in another, with a Jaccard similarity above 0.7",
    misses: "models and training texts; items in other words",
    unit: "items"
  },
  {
    id: "min-k",
    name: "Min-K %",
    command: "probe",
    needs: "log-probabilities of prompts, and controls that the model cannot have seen",
    sees: "items whose least likely tokens surprise less than those of controls",
    misses: "few or weakly remembered items; controls of another kind count as memory",
    unit: "models tested at 5 %"
  },
  {
    id: "min-k++",
    name: "Min-K %++",
    command: "probe",
    needs: "the same, and the likeliest tokens of each place",
    sees: "the same, relative to how certain each place is",
    misses: "the same",
    unit: "models tested at 5 %"
  },
  {
    id: "order",
    name: "Order of the items",
    command: "probe",
    needs: "log-probabilities of prompts, and the published order of the items; no controls",
    sees: "benchmarks that were learnt as a whole file",
    misses: "items learnt in another order or one by one; a sorted benchmark counts as memory",
    unit: "models tested at 5 %"
  },
  {
    id: "context",
    name: "In context (CoDeC)",
    command: "probe",
    needs: "log-probabilities of prompts, other items of the set, and controls that the model cannot have seen",
    sees: "sets whose items become less likely after examples of the set more often than controls do",
    misses: "single items; without controls its share says nothing, since examples may do harm without memory",
    unit: "models tested at 5 %"
  },
  {
    id: "effect",
    name: "Effect on scores",
    command: "report",
    needs: "an audit, and answers of several models to the same items",
    sees: "models that gain on items with a copy, compared with other models",
    misses: "gains that all models share; contamination that the audit misses",
    unit: "models tested at 5 %"
  },
  {
    id: "performance",
    name: "Performance (ConStat)",
    command: "performance",
    needs: "answers of at least 6 models to the set and to a reference set of the same kind, such as rephrased items",
    sees: "scores that do not carry over to the reference set, whichever the cause",
    misses: "gains that most models share; single items; memory that carries over to the reference set",
    unit: "models tested at 5 %"
  }
] as const;
export type DetectorId = (typeof DETECTORS)[number]["id"];

export const CASES = ["ordinary", "weakest", "foreign", "extreme"] as const;
export type DetectorCase = (typeof CASES)[number];

/** False alarms of a detector in one simulated case, in which nothing is contaminated. */
export interface FalseAlarms {
  id: DetectorId;
  case: DetectorCase;
  /** what is simulated */
  condition: string;
  alarms: number;
  n: number;
}

/** A row of the table of detectors, as the page and the document show it. */
export interface DetectorRow {
  name: string;
  command: string;
  needs: string;
  sees: string;
  misses: string;
  unit: string;
  /** by case; null where it was not simulated */
  alarms: Record<DetectorCase, FalseAlarms | null>;
}

/** Rows of the table, one a detector. */
export const detectorRows = (alarms: readonly FalseAlarms[]): DetectorRow[] =>
  DETECTORS.map(({id, ...detector}) => ({
    ...detector,
    alarms: Object.fromEntries(
      CASES.map(name => [name, alarms.find(row => row.id === id && row.case === name) ?? null])
    ) as DetectorRow["alarms"]
  }));

/** `1.2 % [0.4, 3.1] of 400`: the share of false alarms with Wilson's 95 % interval. */
export function alarmsText(row: FalseAlarms | null): string {
  if (row === null) return "–";
  const {value, low, high} = shareOf(row.alarms, row.n);
  const percent = (share: number) => (100 * share).toFixed(1);
  return value === null
    ? "no test"
    : `${percent(value)} % [${percent(low)}, ${percent(high)}] of ${row.n.toLocaleString("en-US")}`;
}
