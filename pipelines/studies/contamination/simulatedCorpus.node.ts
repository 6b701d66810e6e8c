// The corpus that the workbook ships with: pages of random words, some with tests of the starter book. Among them stand, whole or with one
// word changed, all tests that simulated models with a planted memory know, and no others.
import type {Book} from "../../book/types.js";
import {manifold, testAt} from "../../generate/manifold.node.js";
import {isPaired, tasks} from "../../generate/registry.node.js";
import {type Random, randomAt, sha256Hex} from "../../generate/seed.js";
import {english} from "../../generate/words/english.js";
import {inWords} from "../../generate/words/numbers.js";
import {isMemorized} from "../../infer/reference/memorized.js";
import {questionIn} from "../../infer/reference/solve/registry.node.js";
import {splitWords} from "./words.js";

/** How a page holds a test: as it is, with one word changed, its first half, in other words, its instructions alone, or not at all. */
type Level = "verbatim" | "changed" | "half" | "paraphrase" | "boilerplate" | "none";

export interface Page {
  id: string;
  text: string;
}
/** The truth about a page. */
export interface PageKey {
  document: string;
  level: Level;
  /** The test that it was made from; null for none. */
  item_id: string | null;
  base_task: string | null;
}

/** One in this many known tests has one word changed; and one page of each other level for as many known tests. */
const CHANGED_ONE_IN = 4;
const OTHERS_ONE_IN = 6;
/** Words of a sentence, and sentences in front of a test and behind it. */
const SENTENCE = [6, 16] as const;
const SENTENCES = [2, 6] as const;
/** Pages of the background: enough to learn from, a tenth of the corpus's size. */
const BACKGROUND = 60;

interface Known {
  item_id: string;
  base_task: string;
  prompt: string;
  question: string;
}

/**
 * The pages, their key, and pages of the background, which are about no task. The same book gives the same ones.
 * @param book its suites and seed decide the tests: of each point as many as sampling may ask at most
 */
export function simulatedCorpus({suites, seed, precision, density}: Pick<Book, "suites" | "seed" | "precision" | "density">): {
  pages: Page[];
  key: PageKey[];
  background: Page[];
} {
  const [known, unknown]: [Known[], Known[]] = [[], []];
  const points = suites.flatMap(({suite}) =>
    manifold({...suite, tasks: suite.tasks.filter(({task}) => task !== undefined && !isPaired(task))}, {seed, density})
  );
  const seen = new Set<string>(); // suites may share points
  for (const point of points)
    for (let index = 0; index < precision.max; index++) {
      const {item_id, base_task, prompt} = testAt(point, tasks.get(point.base_task)!, index);
      if (seen.size === seen.add(item_id).size) continue;
      const question = questionIn(prompt)?.question;
      if (question !== undefined) (isMemorized(question) ? known : unknown).push({item_id, base_task, prompt, question});
    }
  const made: {level: Level; test: Known | null; text: string}[] = [];
  const random = randomAt(sha256Hex(`planted corpus ${seed}`), 0);
  for (const [i, test] of known.entries()) {
    const whole = i % 2 === 0 ? test.prompt : test.question;
    const changed = i % CHANGED_ONE_IN === CHANGED_ONE_IN - 1;
    made.push(
      changed ? {level: "changed", test, text: withOneWordChanged(test.question, random)} : {level: "verbatim", test, text: whole}
    );
  }
  const others = Math.ceil(known.length / OTHERS_ONE_IN);
  const halved = unknown.filter(({base_task}) => base_task !== "sort"); // whose questions end in an instruction
  const worded = known.filter(({base_task}) => ["arithmetic", "boolean", "listops"].includes(base_task));
  for (let i = 0; i < others; i++) {
    const other = unknown[Math.floor((i * unknown.length) / others)]!;
    const cut = halved[Math.floor((i * halved.length) / others)]!;
    made.push({level: "half", test: cut, text: cut.question.slice(0, cut.question.length >> 1)});
    const reworded = worded[i % Math.max(1, worded.length)];
    if (reworded && i < worded.length) made.push({level: "paraphrase", test: reworded, text: inOtherWords(reworded.question)});
    if (other.prompt.includes(other.question))
      made.push({level: "boilerplate", test: other, text: other.prompt.replace(other.question, "")});
    made.push({level: "none", test: null, text: ""});
  }
  const digits = String(made.length).length;
  const named = random.shuffle(made).map((one, i) => ({...one, id: `page-${String(i + 1).padStart(digits, "0")}`}));
  return {
    pages: named.map(({id, text}) => ({id, text: [prose(random), text, prose(random)].filter(Boolean).join("\n\n")})),
    key: named.map(({id, level, test}) => ({
      document: id,
      level,
      item_id: test?.item_id ?? null,
      base_task: test?.base_task ?? null
    })),
    background: backgroundPages(seed)
  };
}

function backgroundPages(seed: number): Page[] {
  const random = randomAt(sha256Hex(`background of the planted corpus ${seed}`), 0);
  return Array.from({length: BACKGROUND}, (_, i) => ({
    id: `background-${String(i + 1).padStart(2, "0")}`,
    text: `${prose(random)}\n\n${prose(random)}`
  }));
}

function prose(random: Random): string {
  const sentences = Array.from({length: random.integer(...SENTENCES)}, () => {
    const words = Array.from({length: random.integer(...SENTENCE)}, () => random.pick(english)).join(" ");
    return `${words[0]!.toUpperCase()}${words.slice(1)}.`;
  });
  return sentences.join(" ");
}

/** A question with one word that is another: a number, a symbol or a word of its kind. */
function withOneWordChanged(question: string, random: Random): string {
  const {count, starts, ends} = splitWords(question);
  const i = random.integer(0, count - 1);
  const word = question.slice(starts[i], ends[i]);
  let other = word;
  while (other === word)
    other = /^\d+$/.test(word)
      ? String(random.integer(0, 10 ** word.length - 1))
      : /^[a-z]/i.test(word)
        ? random.pick(english)
        : random.pick([..."+-*()[]{}<>"]);
  return `${question.slice(0, starts[i])}${other}${question.slice(ends[i])}`;
}

const SPOKEN: Record<string, string> = {
  "+": "plus",
  "-": "minus",
  "*": "times",
  "(": "begin bracket",
  ")": "end bracket",
  "[": "take",
  "]": "done",
  MAX: "greatest of",
  MIN: "smallest of",
  MED: "middle of",
  SM: "last digit of the sum of",
  T: "yes",
  F: "no"
};
/** A question said in words: what copies of it by its meaning, and by no run of words, look like. */
const inOtherWords = (question: string): string =>
  question
    .replace(/\d+|[A-Z]+|[-+*()[\]]/g, part => ` ${SPOKEN[part] ?? (/^\d{1,2}$/.test(part) ? inWords(Number(part)) : part)} `)
    .replace(/\s+/g, " ")
    .trim();
