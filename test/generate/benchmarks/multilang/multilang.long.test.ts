// ZenMultilang's items: the same in every language by an independent reading of the prompts, distinct, and without shortcuts.
import {expect, test} from "vitest";
import {benchmarkTask} from "../../../../pipelines/generate/benchmarks/benchmark.js";
import {namesOf} from "../../../../pipelines/generate/benchmarks/multilang/grammar.js";
import {multilang, NUMBERS} from "../../../../pipelines/generate/benchmarks/multilang/multilang.js";
import {LANGUAGES} from "../../../../pipelines/generate/benchmarks/multilang/sentences.js";
import {CLOSINGS, closingStart, withoutReasoning} from "../../../../pipelines/generate/parts/closings.js";
import {questionIn} from "../../../../pipelines/infer/reference/solve/registry.node.js";
import {verdict} from "../../../score/scorers/scoring.js";
import {longDate, numberWords, relativeTime, weekdays} from "./sources.js";

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

test("7 kinds of 25 items in 22 languages, distinct, and another edition has others", () => {
  expect(all.length).toBe(7 * 25 * 22);
  expect(new Set(all.map(({prompt}) => prompt)).size).toBe(all.length);
  expect(new Set(all.map(({content}) => content)).size).toBe(all.length);
  const prompts = new Set(all.map(({prompt}) => prompt));
  const second = itemsOf({edition: 2});
  expect(new Set(second.map(({prompt}) => prompt)).size).toBe(all.length);
  expect(second.filter(({prompt}) => prompts.has(prompt)).length).toBeLessThan(0.1 * all.length);
});

test("every item is there in all languages, with one pair_id", () => {
  const pairs = new Map<string, number>();
  for (const {pair} of all) pairs.set(pair!, (pairs.get(pair!) ?? 0) + 1);
  expect(pairs.size).toBe(7 * 25);
  expect(new Set(pairs.values())).toEqual(new Set([22]));
});

test("right answers are right by the scorer, other items' answers are not, and every prompt asks for a line", () => {
  for (const kind of kinds)
    for (const code of codes) {
      const own = itemsOf({kind, language: code});
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
    expect([code, Object.keys(forms).length, new Set(texts).size]).toEqual([code, 6, texts.length]);
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
    const {prompt} = itemsOf(facets)[place % 25]!;
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

test("numbers that a prompt shows are the same in all languages, and give the answer", () => {
  const digits = (item: Item) => (questionOf(item).match(/\d+/gu) ?? []).map(Number);
  for (const code of codes) {
    for (const item of itemsOf({kind: "arithmetic", language: code})) {
      const [a, b, c] = digits(item) as [number, number, number];
      expect(digits(item).length, code).toBe(3);
      expect(String(a + b - c), code).toBe(item.expected);
    }
    for (const item of itemsOf({kind: "writing numbers", language: code})) {
      const [a, b] = digits(item) as [number, number];
      expect(numberWords(code)[NUMBERS.indexOf(a + b)], code).toBe(item.expected);
    }
  }
});

test("number words are read back from the prompt, the longest first", () => {
  for (const code of codes) {
    const words = numberWords(code);
    for (const item of itemsOf({kind: "reading numbers", language: code})) {
      let rest = questionOf(item).toLocaleLowerCase(code);
      const found: number[] = [];
      for (const place of words.map((_, i) => i).sort((x, y) => words[y]!.length - words[x]!.length))
        while (rest.includes(words[place]!) && found.length < 2) {
          rest = rest.replace(words[place]!, "|");
          found.push(NUMBERS[place]!);
        }
      expect([code, String(found.reduce((a, b) => a + b, 0))]).toEqual([code, item.expected]);
    }
  }
});

test("dates are those that the language's own calendar words say, by Node's Intl", () => {
  for (const code of codes) {
    const plain = (text: string) => text.replace(/\s+/gu, " ");
    const own = itemsOf({kind: "dates", language: code});
    const same = own.filter(item =>
      // French and Italian have an ordinal on the first of a month.
      plain(questionOf(item).replace(/(?<=: )1(?:er|º)(?= )/u, "1")).includes(
        plain(longDate(code, Date.parse(`${item.expected}T00:00Z`)))
      )
    );
    expect(same.length, code).toBeGreaterThanOrEqual(own.length - 1);
  }
});

test("relative times are right by Node's calendar, in every language", () => {
  for (const code of codes) {
    const names = weekdays(code);
    for (const item of itemsOf({kind: "relative time", language: code})) {
      const question = questionOf(item);
      const offsets = Array.from({length: 27}, (_, i) => i - 13).filter(n => n !== 0);
      const offset = offsets
        .filter(n => question.includes(relativeTime(code, n)))
        .toSorted((a, b) => relativeTime(code, b).length - relativeTime(code, a).length)[0]!;
      const before = question.slice(0, question.indexOf(relativeTime(code, offset)));
      // "Cuma" begins "Cumartesi".
      const today = names.indexOf(names.filter(name => before.includes(name)).toSorted((a, b) => b.length - a.length)[0]!);
      const day = new Date(Date.UTC(2024, 0, 1 + today + offset)); // 1 January 2024 was a Monday
      expect([code, names[(day.getUTCDay() + 6) % 7]]).toEqual([code, item.expected]);
    }
  }
});

test("order of age, read back from the sentences of each language, is the answer", () => {
  const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  // Letters of Turkish suffixes and Korean particles after the name, and the French word before it.
  const written: Record<string, [prefix: string, suffix: string]> = {
    que: ["qu(?:e |')", ""],
    topic: ["", "[은는]"],
    from: ["", "'[dt][ae]n"],
    undefined: ["", ""]
  };
  for (const {code, older, younger, oldest, middle} of LANGUAGES) {
    const names = namesOf(code).join("|");
    const pattern = (sentence: string) =>
      new RegExp(
        escaped(sentence).replace(/\\\{(\w)(?:\\\|(\w+))?\\\}/gu, (_, name: string, rule?: string) => {
          const [prefix, suffix] = written[String(rule)]!;
          return `${prefix}(?<${name}>${names})${suffix}`;
        }),
        "gu"
      );
    for (const item of itemsOf({kind: "age", language: code})) {
      const question = questionOf(item);
      const edges = [
        ...[...question.matchAll(pattern(older))].map(({groups}) => [groups!.x!, groups!.y!]),
        ...[...question.matchAll(pattern(younger))].map(({groups}) => [groups!.y!, groups!.x!])
      ] as [string, string][];
      expect([code, edges.length]).toEqual([code, 2]);
      const elders = edges.map(([elder]) => elder);
      const youngers = edges.map(([, each]) => each);
      const top = elders.find(name => !youngers.includes(name))!;
      const between = elders.find(name => youngers.includes(name))!;
      const last = youngers.find(name => !elders.includes(name))!;
      expect([code, question.endsWith(oldest) ? top : question.endsWith(middle) ? between : last]).toEqual([code, item.expected]);
    }
  }
});

test("dictionary order is that of Node's collation, for all but a few", () => {
  let [differ, n] = [0, 0];
  for (const code of codes)
    for (const item of itemsOf({kind: "sorting", language: code})) {
      const shown = weekdays(code).filter(name => item.expected.split(", ").includes(name));
      n++;
      if (shown.toSorted(new Intl.Collator(code).compare).join(", ") !== item.expected) differ++;
    }
  expect(n).toBe(25 * 22);
  expect(differ / n).toBeLessThan(0.05);
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
    const ages = [1, 2, 3, 4, 5, 6].flatMap(edition => itemsOf({edition, kind: "age", language: code}));
    for (const strategy of [(item: Item) => listed(item)[0]!, (item: Item) => listed(item).at(-1)!])
      expect(excess(item => `Answer: ${strategy(item)}`, ages)).toBeLessThan(0.12); // 150 items: three standard errors
  }
});
