// Weights of the detector of paraphrases, written by npm run -s coverage -- paraphrases --write. They are fitted to every second item of rephrased
// GSM8K, HumanEval and MMLU sociology of github.com/lm-sys/llm-decontaminator (Apache-2.0; the items MIT).
import type {DecisionWeights} from "./logistic.js";

export const WEIGHTS: DecisionWeights = {
  pair: {
    intercept: -8.8901,
    weights: {
      lead_recall: 3.1925,
      evidence: 1.8324,
      grams_precision: 9.0949,
      grams_cosine: 6.5155,
      lead_grams_cosine: 11.267,
      numbers_in_order: 0.51197,
      formulas_cosine: 3.1475,
      structure_cosine: 9.3131,
      item_length: -1.8774
    }
  },
  among: {
    intercept: -5.2877,
    weights: {
      odds: 0.36644,
      odds_low: 0.27725,
      has_rival: -0.14354,
      over_items: 0.2438,
      over_items_low: 0.65282,
      over_candidates: 0.17919,
      over_second: 0.34067,
      items: 1.1127
    }
  }
};

/** Share of items without a paraphrase in the corpus that have one with a probability of at least 0.9: unseen items of the same sets. */
export const FALSE_ALARMS = {
  n: 576,
  value: 0.001736111111111111,
  low: 0.0003065320076439974,
  high: 0.009767702478063058
};
