// A multinomial classifier of texts by their words and pairs of words, with an informative Dirichlet prior.

/** Returns the class of a text; −1 for a text without a word. */
export type Classifier = (text: string) => number;

/** Prior counts per class, spread over terms as all classes use them: a term's weight moves away from 0 only by more than this evidence. */
const PRIOR_COUNT = 500;
/** Words of a text that are read: documents may be long, and are of one class. */
const MOST_WORDS = 2_000;

/** Words of a text, lower case, each number as one word, and pairs of neighbours. */
export function termsOf(text: string): string[] {
  const words = (text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [])
    .slice(0, MOST_WORDS)
    .map(word => (/^\p{N}/u.test(word) ? "0" : word));
  return [...words, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)];
}

/**
 * Trains on labelled texts. A class's probability of a term is (its count + α · the term's share of all classes' terms) ÷ (its terms + α),
 * α = 500: the informative Dirichlet prior of Monroe, Colaresi & Quinn 2008 (doi:10.1093/pan/mpn018). A text is assigned to the class with
 * the largest sum of log-probabilities per term, all classes equally likely before; terms that no class has are passed over.
 * @param classes number of classes; labels are 0 … classes − 1
 */
export function trainClassifier(texts: readonly {label: number; text: string}[], classes: number): Classifier {
  const counts = new Map<string, Float64Array>();
  const totals = new Float64Array(classes);
  for (const {label, text} of texts)
    for (const term of termsOf(text)) {
      let own = counts.get(term);
      if (!own) counts.set(term, (own = new Float64Array(classes)));
      own[label]!++;
      totals[label]!++;
    }
  const all = totals.reduce((sum, total) => sum + total, 0);
  const logs = new Map<string, Float64Array>();
  for (const [term, own] of counts) {
    const share = own.reduce((sum, count) => sum + count, 0) / all;
    logs.set(
      term,
      own.map((count, k) => Math.log((count + PRIOR_COUNT * share) / (totals[k]! + PRIOR_COUNT)))
    );
  }
  return text => {
    const terms = termsOf(text);
    if (terms.length === 0) return -1;
    const sums = new Float64Array(classes);
    for (const term of terms) {
      const own = logs.get(term);
      if (own) for (let k = 0; k < classes; k++) sums[k]! += own[k]!;
    }
    let best = 0;
    for (let k = 1; k < classes; k++) if (sums[k]! > sums[best]!) best = k;
    return best;
  };
}
