// Answerers who know nothing of what is asked: what they earn beyond chance, an item gives away by its form.
import {randomOf} from "../../generate/seed.js";
import type {DrawnItem} from "../../generate/task.js";
import {commonest, numbersIn, option, rightPlace, stated, stemOf, textOf, wordsIn} from "./question.js";

/** Quoted text of one line. */
const QUOTED = /"([^"\n]{1,200})"|“([^”\n]{1,200})”|`([^`\n]{1,200})`|«([^»\n]{1,200})»/gu;

/**
 * Returns the only answer that an item's question can mean, by what stands in it: its only number where its answer is one, else the only
 * answer to any of the other items, or its only quotation. Null where there is none, or several.
 */
function copier(others: readonly DrawnItem[]): (item: DrawnItem) => string | null {
  const open = others.filter(item => rightPlace(item) < 0 && item.expected !== "");
  const answers = new Map(open.map(({expected}) => [wordsIn(expected.toLowerCase()).join(" "), expected]));
  answers.delete("");
  const longest = Math.max(0, ...new Set([...answers.keys()].map(words => words.split(" ").length)));
  return item => {
    const stem = stemOf(item);
    const candidates = isNumber(item.expected) ? numbersIn(stem) : known(stem);
    const different = [...new Set(candidates.length > 0 ? candidates : quoted(stem))];
    return different.length === 1 ? different[0]! : null;
  };

  /** Answers to any of the items among the words of a text; of two that overlap, the longer. */
  function known(text: string): string[] {
    const words = wordsIn(text.toLowerCase());
    const found: string[] = [];
    for (let start = 0; start < words.length; start++)
      for (let length = Math.min(longest, words.length - start); length > 0; length--) {
        const answer = answers.get(words.slice(start, start + length).join(" "));
        if (answer === undefined) continue;
        found.push(answer);
        start += length - 1;
        break;
      }
    return found;
  }
}

const isNumber = (text: string): boolean => /^-?\d+(?:[.,]\d+)*$/u.test(text.trim());
const quoted = (text: string): string[] => Array.from(text.matchAll(QUOTED), ([, ...found]) => found.find(Boolean)!);

/** Words and numbers of a text in lower case. */
const featuresOf = (text: string): string[] => [...new Set(text.toLowerCase().match(/[\p{L}\p{M}]+|\d+/gu) ?? [])];
/** Added to each count, so that what was never seen is unlikely and not impossible (Lidstone's rule). */
const SMOOTHING = 0.5;

/**
 * Learns which words right options have and wrong ones have not. The result chooses an option by the log-odds of its words and its length;
 * of several that are alike, the first.
 */
function rightOptions(items: readonly {choices: readonly string[]; right: number}[]): (choices: readonly string[]) => number {
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
function likelyAnswers(
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

/** An answerer. What it has learnt, it has learnt from other items than those that it answers. */
export interface Answerer {
  name: string;
  /** How it answers, for the documentation. */
  summary: string;
  /** @returns the answers to an item, each as likely; null where it has none to items of this kind */
  learn(others: readonly DrawnItem[]): (item: DrawnItem) => readonly string[] | null;
}

const REFUSAL = "I'm sorry, but I can't help with that.";
const ABSTENTION = "I don't know.";

/** Answers the same to everything, without having learnt anything. */
const constant = (name: string, summary: string, answer: (item: DrawnItem) => string): Answerer => ({
  name,
  summary,
  learn: () => item => [answer(item)]
});
/** Answers with the option that it likes best; the first of several. */
const choosing = (
  name: string,
  summary: string,
  liking: (choice: string, place: number, item: DrawnItem) => number
): Answerer => ({
  name,
  summary,
  learn: () => item => {
    if (rightPlace(item) < 0) return null;
    const likings = item.choices!.map((choice, place) => liking(choice, place, item));
    return [option(item, likings.indexOf(Math.max(...likings)))];
  }
});
/** Answers an open question with something out of it. */
const echoing = (name: string, summary: string, found: (stem: string) => string | undefined): Answerer => ({
  name,
  summary,
  learn: () => item => {
    if (rightPlace(item) >= 0) return null;
    return [stated(item, found(stemOf(item)) ?? "")];
  }
});

/** All of them, in the order in which they are shown. */
export const ANSWERERS: readonly Answerer[] = [
  constant("refuses", "refuses to answer", () => REFUSAL),
  constant("does not know", "says that it does not know", () => ABSTENTION),
  constant("unknown", "answers “unknown”", item => stated(item, "unknown")),
  {
    name: "majority",
    summary: "gives the answer that is right most often among other items",
    learn: others => {
      const answer = commonest(others.map(({expected}) => expected));
      return item => (answer === undefined ? null : [stated(item, answer)]);
    }
  },
  {
    name: "random",
    summary: "chooses among the options, or gives the right answer of another item",
    learn: others => {
      const random = randomOf("audit: random answers");
      return item => {
        if (rightPlace(item) >= 0) return item.choices!.map((_, place) => option(item, place));
        return others.length === 0 ? null : [stated(item, random.pick(others).expected)];
      };
    }
  },
  choosing("first choice", "chooses the first option", (_, place) => -place),
  choosing("last choice", "chooses the last option", (_, place) => place),
  choosing("longest choice", "chooses the longest option", choice => choice.length),
  choosing("shortest choice", "chooses the shortest option", choice => -choice.length),
  choosing("echoed choice", "chooses the option of which most words stand in the question", (choice, _, item) => {
    const stem = new Set(wordsIn(stemOf(item).toLowerCase()));
    const words = wordsIn(choice.toLowerCase());
    return words.length === 0 ? 0 : words.filter(word => stem.has(word)).length / words.length;
  }),
  {
    name: "blind",
    summary:
      "sees the options alone, and chooses the one whose words were most often right among other items; of a question with images, it sees all but these",
    learn(others) {
      const choose = rightOptions(others.map(item => ({choices: item.choices ?? [], right: rightPlace(item)})));
      const withImages = others.filter(({images}) => images?.length);
      const guess = likelyAnswers(withImages.map(item => ({text: stemOf(item), answer: textOf(item)})));
      return item => {
        const isChoice = rightPlace(item) >= 0;
        if (item.images?.length) {
          const answer = guess(stemOf(item), isChoice ? item.choices : undefined);
          if (answer !== undefined) return [isChoice ? option(item, item.choices!.indexOf(answer)) : stated(item, answer)];
        }
        return isChoice ? [option(item, choose(item.choices!))] : null;
      };
    }
  },
  echoing("last number", "gives the last number of the question", stem => numbersIn(stem).at(-1)),
  echoing("frequent number", "gives the number that the question has most often", stem => commonest(numbersIn(stem))),
  echoing("last word", "gives the last word of the question", stem => wordsIn(stem).at(-1)),
  echoing("frequent word", "gives the word that the question has most often", stem => commonest(wordsIn(stem))),
  {
    name: "only candidate",
    summary:
      "copies what its question has as the only possible answer: its only number, the only one of other items' answers that stands in it, or its only quotation",
    learn: others => {
      const copy = copier(others);
      return item => (rightPlace(item) >= 0 ? null : [stated(item, copy(item) ?? "")]);
    }
  },
  constant("echo", "gives the whole question back", ({prompt}) => prompt)
];
