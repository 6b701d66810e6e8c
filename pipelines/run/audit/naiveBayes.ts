// Naive Bayes over words: how much of the right answer a text tells to whoever does not understand it.

/** Words and numbers of a text in lower case. */
const featuresOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [])];
/** Added to each count, so that what was never seen is unlikely and not impossible (Lidstone's rule). */
const SMOOTHING = 0.5;

/**
 * Learns which words right options have and wrong ones have not. The result chooses an option by the log-odds of its words and its length;
 * of several that are alike, the first.
 */
export function rightOptions(
  items: readonly {choices: readonly string[]; right: number}[]
): (choices: readonly string[]) => number {
  const counts = new Map<string, [wrong: number, right: number]>();
  const all: [number, number] = [0, 0];
  for (const {choices, right} of items) {
    if (right < 0) continue;
    for (const [place, features] of optionFeatures(choices).entries()) {
      const of = place === right ? 1 : 0;
      all[of]++;
      for (const feature of features) {
        let count = counts.get(feature);
        if (!count) counts.set(feature, (count = [0, 0]));
        count[of]++;
      }
    }
  }
  const odds = (feature: string): number => {
    const count = counts.get(feature);
    if (!count) return 0;
    const [wrong, right] = count.map((n, of) => Math.log((n + SMOOTHING) / (all[of]! + 2 * SMOOTHING))) as [number, number];
    return right - wrong;
  };
  return choices => {
    const scores = optionFeatures(choices).map(features => features.reduce((sum, feature) => sum + odds(feature), 0));
    return scores.indexOf(Math.max(...scores));
  };
}

/** Words of each option, how its length ranks among them, and its place. */
function optionFeatures(choices: readonly string[]): string[][] {
  const lengths = choices.map(choice => choice.length).sort((a, b) => a - b);
  return choices.map((choice, place) => [
    ...featuresOf(choice),
    `#length ${lengths.indexOf(choice.length)} of ${lengths.length}`,
    `#place ${place}`
  ]);
}

/** Answers that are learnt at most; the commonest. */
const MOST_ANSWERS = 200;

/** Learns which answers go with which words. The result gives the likeliest answer to a text, among `allowed` if that is given. */
export function likelyAnswers(
  items: readonly {text: string; answer: string}[]
): (text: string, allowed?: readonly string[]) => string | undefined {
  const byAnswer = new Map<string, {items: number; words: Map<string, number>}>();
  for (const {text, answer} of items) {
    let of = byAnswer.get(answer);
    if (!of) byAnswer.set(answer, (of = {items: 0, words: new Map()}));
    of.items++;
    for (const word of featuresOf(text)) of.words.set(word, (of.words.get(word) ?? 0) + 1);
  }
  const known = [...byAnswer].sort((a, b) => b[1].items - a[1].items).slice(0, MOST_ANSWERS);
  return (text, allowed) => {
    const words = featuresOf(text);
    let best: {answer: string; score: number} | undefined;
    for (const [answer, of] of known) {
      if (allowed && !allowed.includes(answer)) continue;
      let score = Math.log(of.items);
      for (const word of words) score += Math.log(((of.words.get(word) ?? 0) + SMOOTHING) / (of.items + 2 * SMOOTHING));
      if (!best || score > best.score) best = {answer, score};
    }
    return best?.answer;
  };
}
