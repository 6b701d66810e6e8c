// ZenMultilang's items: in every language, read by the scorer with its label, and without shortcuts. Its keys: multilang.simulation.test.ts.
import {expect, test} from "vitest";
import {benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {namesOf} from "../../../../pipelines/generate/benchmarks/multilang/grammar.js";
import {multilang} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {LANGUAGES} from "../../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {CLOSINGS, closingStart, withoutReasoning} from "../../../../pipelines/generate/parts/closings.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";
import {verdict} from "../../../score/scorers/scoring.js";
import {numberWords, weekdays} from "./sources.js";

const {items} = benchmarkTask(multilang);
const itemsOf = (params: Record<string, unknown> = {}) => {
  const places = items.places(params);
  const all = typeof places === "number" ? Array.from({length: places}, (_, place) => place) : [...places];
  return all.map(place => items.at(place, params));
};
const all = itemsOf();
const codes = LANGUAGES.map(({code}) => code);
const kinds = [...new Set(multilang.cells.map(({facets}) => facets.kind as string))];
const rightOf = (item: (typeof all)[number], answer: string) => verdict(answer, item.scorer!, item).right;
type Item = (typeof all)[number];
/** A prompt without its last two lines, which say how to answer. */
const questionOf = ({prompt}: Item) => prompt.split("\n").slice(0, -2).join("\n");

test("7 kinds of 26 items at five levels in 22 languages, with one pair_id where they ask the same", () => {
  expect(all.length).toBe(7 * 26 * 22);
  expect(new Set(all.map(({content}) => content)).size).toBe(all.length);
  const pairs = new Map<string, number>();
  for (const {pair} of all) pairs.set(pair!, (pairs.get(pair!) ?? 0) + 1);
  expect(pairs.size).toBe(7 * 26);
  expect(new Set(pairs.values())).toEqual(new Set([22]));
  for (const level of [1, 2, 3, 4, 5]) expect(itemsOf({level, language: "hu"}).length).toBe(7 * (level < 5 ? 5 : 6));
});

/** Days of the week, number words and names by language. */
const wordLists = new Map(codes.map(code => [code, [weekdays(code), numberWords(code), namesOf(code)]]));
/** A word of a key without its language: by its place in a list. */
function meaningOf(code: string, word: string): string {
  const lists = wordLists.get(code)!;
  const list = lists.findIndex(each => each.includes(word));
  return list < 0 ? word : `${list} ${lists[list]!.indexOf(word)}`;
}

test("item k asks the same in every language: numbers in digits are equal, and keys but for words and their dictionary order", () => {
  const digits = (item: Item) => questionOf(item).match(/\d+/gu);
  for (const kind of kinds) {
    const english = itemsOf({kind, language: "en"});
    for (const code of codes)
      for (const [k, item] of itemsOf({kind, language: code}).entries()) {
        const [own, other] = (
          [
            [code, item],
            ["en", english[k]!]
          ] as const
        ).map(([language, {expected}]) => {
          const words = expected.split(", ").map(word => meaningOf(language, word));
          return kind === "sorting" ? words.toSorted() : words;
        });
        expect([code, item.prompt, own]).toEqual([code, item.prompt, other]);
        if (kind === "arithmetic" || kind === "writing numbers")
          expect([code, digits(item)]).toEqual([code, digits(english[k]!)]);
      }
  }
});

test("right answers are right by the scorer, other items' answers are not, and every prompt asks for a line", () => {
  for (const [kind, level] of kinds.flatMap(kind => [1, 2, 3, 4, 5].map(level => [kind, level] as const)))
    for (const code of codes) {
      const own = itemsOf({kind, level, language: code});
      for (const [i, item] of own.entries()) {
        const other = own[(i + 1) % own.length]!.expected;
        for (const label of ["Answer:", CLOSINGS.get(code)!.label]) {
          expect([item.prompt, rightOf(item, `${label} ${item.expected}`)]).toEqual([item.prompt, true]);
          expect([item.prompt, rightOf(item, `**${label}** ${item.expected}`)]).toEqual([item.prompt, true]);
          if (other !== item.expected) expect(rightOf(item, `${label} ${other}`), item.prompt).toBe(false);
        }
        expect(item.prompt).toMatch(/\n[^\n]+\n[^\n:：<]+[:：] ?<[^>\n]+>$/u);
        if (code === "en")
          expect(item.prompt).toMatch(/\nThink it through, then finish with a line of the form\nAnswer: <[^>\n]+>$/u);
        expect(item.prompt).not.toMatch(/[{}]|undefined/u);
        expect(questionIn(item.prompt)).toBeNull();
      }
    }
});

test("instructions are in the question's language, and complete in each", () => {
  expect([...CLOSINGS.keys()]).toEqual(codes);
  const closings = [...CLOSINGS.values()];
  for (const {code, think, atOnce, label, forms} of closings) {
    const texts = [think, atOnce, label, ...Object.values(forms)];
    expect([code, texts.filter(text => !text || /undefined|[<>|\n]|\s\s/u.test(text) || text !== text.normalize("NFC"))]).toEqual(
      [code, []]
    );
    expect([code, Object.keys(forms).length, new Set(texts).size]).toEqual([code, 7, texts.length]);
    // Only names of forms such as YYYY-MM-DD are in Latin letters where the language is not.
    const script = /\p{L}/u.exec(label)![0];
    const latin = /\p{Script=Latin}/u.test(script);
    for (const text of [think, atOnce, label]) expect([code, text, /\p{Script=Latin}/u.test(text)]).toEqual([code, text, latin]);
  }
  // Related languages share labels and forms, but no sentence.
  expect(new Set(closings.flatMap(({think, atOnce}) => [think, atOnce])).size).toBe(2 * codes.length);
});

test("a prompt that asks for the answer at once has that sentence of its own language, and no other change", () => {
  for (const [place, {facets}] of multilang.cells.entries()) {
    const {prompt} = itemsOf(facets)[place % 5]!;
    const {think, atOnce} = CLOSINGS.get(String(facets.language))!;
    const asked = withoutReasoning(prompt);
    expect(asked).toBe(prompt.split("\n").with(-2, atOnce).join("\n"));
    expect(prompt.split("\n").at(-2)).toBe(think);
    expect([prompt, asked].map(text => text.slice(0, closingStart(text)).trim())).toEqual(
      Array(2).fill(questionOf({prompt} as Item))
    );
    expect(withoutReasoning(asked)).toBe(asked);
  }
});

test("no fixed answer, first or last word of the prompt, or empty answer earns more than chance and 3 points", () => {
  const excess = (answer: (item: Item) => string, own: Item[]) => {
    const [right, guess] = own.reduce(
      ([a, b], item) => [a + (rightOf(item, answer(item)) ? 1 : 0), b + item.guess_chance],
      [0, 0]
    );
    return (right - guess) / own.length;
  };
  const large = [1, 2, 3].flatMap(edition => itemsOf({edition}));
  const names = new RegExp(codes.flatMap(namesOf).join("|"), "gu");
  const listed = (item: Item) => names[Symbol.match](questionOf(item)) ?? ["?"];
  for (const [name, strategy] of Object.entries<(item: Item) => string>({
    empty: () => "",
    unknown: () => "Answer: unknown",
    "first name": item => `Answer: ${listed(item)[0]}`,
    "last name": item => `Answer: ${listed(item).at(-1)}`,
    twice: item => `Answer: ${listed(item).find((each, i, names) => names.indexOf(each) !== i) ?? "?"}`,
    first: item => `Answer: ${/\d+/u.exec(item.prompt)?.[0] ?? "?"}`,
    "as shown": item => `Answer: ${/:\s?([^:]*)[.。।]?\n/u.exec(item.prompt)?.[1] ?? "?"}`
  }))
    expect([name, excess(strategy, large) < 0.03]).toEqual([name, true]);
  for (const code of ["en", "ar", "zh"]) {
    const ages = Array.from({length: 30}, (_, i) => i + 1).flatMap(edition =>
      itemsOf({edition, kind: "age", level: 1, language: code})
    );
    for (const strategy of [(item: Item) => listed(item)[0]!, (item: Item) => listed(item).at(-1)!])
      expect(excess(item => `Answer: ${strategy(item)}`, ages)).toBeLessThan(0.12); // 150 items: three standard errors
  }
});
