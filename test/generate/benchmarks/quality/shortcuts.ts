// A classifier that answers by the words and the length of a question alone (naive Bayes): what it earns above guessing is a shortcut.
import type {DrawnItem} from "../../../../pipelines/generate/task.js";

/** Words and numbers of a text without case, in order. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}_]+|\d+/gu) ?? [];

/** Characters in a step of the feature of length. */
const LENGTH_STEP = 25;
/** Added to each count, so that a word that an answer never had does not rule it out. */
const SMOOTHING = 0.1;

const featuresOf = (text: string): string[] => [...new Set(wordsOf(text)), `length ${Math.floor(text.length / LENGTH_STEP)}`];

/** Answers to the asked items by a classifier that is trained on others. Deterministic. */
export function shortcutAnswers(train: readonly DrawnItem[], asked: readonly DrawnItem[]): string[] {
  return train[0]?.choices ? chosenOptions(train, asked) : openAnswers(train, asked);
}

/** Open answers: the most likely one of those that the training items have. */
function openAnswers(train: readonly DrawnItem[], asked: readonly DrawnItem[]): string[] {
  const answers = [...new Set(train.map(({expected}) => expected))];
  const places = new Map(answers.map((answer, place) => [answer, place]));
  const items = new Float64Array(answers.length);
  const sizes = new Float64Array(answers.length);
  /** For each feature the answers of its items, one place for each item. */
  const occurrences = new Map<string, number[]>();
  for (const {prompt, expected} of train) {
    const [features, place] = [featuresOf(prompt), places.get(expected)!];
    items[place]!++;
    sizes[place]! += features.length;
    for (const feature of features) {
      const list = occurrences.get(feature);
      if (list) list.push(place);
      else occurrences.set(feature, [place]);
    }
  }
  const weights = new Map(
    [...occurrences].map(([feature, list]) => {
      const counts = new Map<number, number>();
      for (const place of list) counts.set(place, (counts.get(place) ?? 0) + 1);
      const distinct = [...counts.keys()];
      return [feature, {distinct, gains: distinct.map(place => Math.log((counts.get(place)! + SMOOTHING) / SMOOTHING))}];
    })
  );
  const spread = SMOOTHING * occurrences.size;
  return asked.map(({prompt}) => {
    const features = featuresOf(prompt);
    const scores = items.map(
      (count, place) => Math.log(count) + features.length * Math.log(SMOOTHING / (sizes[place]! + spread))
    );
    for (const feature of features) {
      const weight = weights.get(feature);
      for (let i = 0; i < (weight?.distinct.length ?? 0); i++) scores[weight!.distinct[i]!]! += weight!.gains[i]!;
    }
    let top = 0;
    for (let place = 1; place < scores.length; place++) if (scores[place]! > scores[top]!) top = place;
    return answers[top]!;
  });
}

/** Of options, the one whose words, length and place are most like those of right ones. */
function chosenOptions(train: readonly DrawnItem[], asked: readonly DrawnItem[]): string[] {
  const counts = new Map<string, [right: number, wrong: number]>();
  for (const item of train)
    for (const [i] of item.choices!.entries())
      for (const feature of optionFeatures(item, i)) {
        const count = counts.get(feature) ?? [0, 0];
        count[item.expected.charCodeAt(0) - 65 === i ? 0 : 1]++;
        counts.set(feature, count);
      }
  return asked.map(item =>
    best(
      item.choices!.map((_, i) => {
        const score = optionFeatures(item, i).reduce((sum, feature) => {
          const [right, wrong] = counts.get(feature) ?? [0, 0];
          return sum + Math.log((right + SMOOTHING) / (wrong + SMOOTHING));
        }, 0);
        return [`(${String.fromCharCode(65 + i)})`, score];
      })
    )
  );
}

function optionFeatures({prompt, choices = []}: DrawnItem, i: number): string[] {
  const option = choices[i]!;
  const longer = choices.filter(other => other.length > option.length).length;
  return [...wordsOf(option), `place ${i}`, `longer ${longer}`, `mentions ${prompt.split(option).length}`];
}

/** The name with the highest score; of equal ones the first. */
const best = (scores: readonly (readonly [string, number])[]): string =>
  scores.reduce((top, each) => (each[1] > top[1] ? each : top))[0];
