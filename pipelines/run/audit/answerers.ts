// Answerers who know nothing of what is asked: what they earn beyond chance, an item gives away by its form.
import {randomOf} from "../../generate/seed.js";
import type {DrawnItem} from "../../generate/task.js";
import {copier} from "./copied.js";
import {likelyAnswers, rightOptions} from "./naiveBayes.js";
import {commonest, numbersIn, option, rightPlace, stated, stemOf, textOf, wordsIn} from "./question.js";

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
