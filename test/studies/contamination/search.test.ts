// Search for items in documents: every task's prompts, planted copies among text of the same kind, and brute force as the reference.
import {existsSync, readFileSync} from "node:fs";
import fc from "fast-check";
import {expect, test} from "vitest";
import {pointAt, spellParams} from "../../../pipelines/generate/coordinates.node.js";
import {testAt} from "../../../pipelines/generate/manifold.node.js";
import {tasks} from "../../../pipelines/generate/registry.node.js";
import {randomAt} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {type Item, type ItemIndex, itemIndex, untestableItems} from "../../../pipelines/studies/contamination/itemIndex.js";
import {type Match, searcher} from "../../../pipelines/studies/contamination/search.js";
import {DEFAULTS, decide} from "../../../pipelines/studies/contamination/settings.js";
import {subsequenceWith} from "../../../pipelines/studies/contamination/subsequence.js";
import {normalised, splitWords, wordAt} from "../../../pipelines/studies/contamination/words.js";

const splitOf = (text: string) => splitWords(normalised(text));
const wordsOf = (index: ItemIndex, item: number) => ({
  words: index.first[item + 1]! - index.first[item]!,
  bits: index.groups[index.groupOf[item]!]!.bits
});
/** Items of the index that a document is found to hold, with their verdicts. */
function flagged(index: ItemIndex, document: string, find = searcher(index)): Map<string | number, string> {
  const found = find
    .search(splitOf(document))
    .map(match => [match.item, decide(match, wordsOf(index, match.item)).verdict] as const);
  return new Map(found.filter(([, verdict]) => verdict !== "clean"));
}

/** Parameters with which a task's questions are long enough to be told from each other. */
const LONG: Record<string, Record<string, unknown>> = {
  arithmetic: {length: 24, max_depth: 3},
  boolean: {length: 32, max_depth: 3},
  brackets: {length: 64},
  listops: {max_depth: 4, max_arity: 5},
  dates: {steps: 16},
  sequence: {length: 12},
  sort: {length: 12},
  letters: {target_words: 12, confounders: 12}
};
const SIBLINGS = 24;
const itemsOf = (name: string): Item[] => {
  const task = tasks.get(name)!;
  const spelt = spellParams(LONG[name.replace(/^expanded-/u, "")] ?? {}, {base_task: name, version: task.version});
  if ("bad" in spelt) throw new Error(`${name}: ${spelt.bad}`);
  const point = pointAt(task, spelt, 42);
  return Array.from({length: SIBLINGS}, (_, i) => {
    const {item_id, prompt} = testAt(point, task, i);
    return {id: item_id, text: prompt, group: name};
  });
};

test.each([...tasks.keys()])("a page with one prompt of %s flags that item and no other", name => {
  const items = itemsOf(name);
  const index = itemIndex([...items, ...itemsOf("arithmetic").map(item => ({...item, id: `other ${item.id}`}))]);
  const untestable = untestableItems(index);
  const find = searcher(index);
  let tested = 0;
  for (const [i, {text}] of items.entries()) {
    if (untestable[i] !== null || items.some((other, k) => k !== i && other.text === text)) continue;
    tested++;
    expect(
      [...flagged(index, `Found on the web. ${text} Thanks to all who answered.`, find)].filter(([k]) => (k as number) < SIBLINGS)
    ).toEqual([[i, "exact"]]);
  }
  expect(tested).toBeGreaterThan(SIBLINGS / 3);
});

/** Ways in which pages, mails and files hold a text as it is. */
const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
const DISGUISES: Record<string, (text: string) => string> = {
  "paragraphs of HTML": text => `<div class="q"><p>${escaped(text).split("\n").join("</p>\n<p>")}</p></div>`,
  "line breaks of HTML": text => escaped(text).replaceAll("\n", "<br />").replaceAll(". ", ".<br>"),
  "bold words": text => escaped(text).replace(/\b([a-z]{4,})\b/gu, '<b style="color: red">$1</b>'),
  "links and entities": text => escaped(text).replace(/\b([a-z]{5,})\b/gu, '<a href="https://example.org/?a=1&b=2">$1</a>&nbsp;'),
  "numbers as entities": text => [...text].map(c => (c === "'" || c === '"' ? `&#${c.charCodeAt(0)};` : c)).join(""),
  quotation: text => `> ${text.replaceAll("\n", "\n> ")}`,
  "quotation in short lines": text => `> > ${text.replace(/(.{30,60}) /gu, "$1\n> > ")}`,
  "lines with hyphens": text => text.replace(/\b([a-z]{4})([a-z]{3,})\b/gu, "$1-\n$2"),
  "a list": text => text.replace(/^/gmu, "- "),
  headings: text => text.replace(/^(?=\w)/gmu, "## "),
  emphasis: text => text.replace(/(?<=^|\s)([a-z]{4,})(?=\s)/gu, "**$1**"),
  "links of markdown": text => text.replace(/(?<=^|\s)([a-z]{5,})(?=\s)/gu, "[$1](https://example.org/a_b)"),
  JSON: text => JSON.stringify({text}),
  "JSON in JSON": text => JSON.stringify(JSON.stringify({text}))
};

test.each(Object.keys(DISGUISES))("a whole copy is found in the form of %s", name => {
  let [tested, exact] = [0, 0];
  for (const task of tasks.keys()) {
    const items = itemsOf(task).slice(0, 6);
    const index = itemIndex(items);
    const untestable = untestableItems(index);
    const find = searcher(index);
    for (const [i, {text}] of items.entries()) {
      if (untestable[i] !== null || items.some((other, k) => k !== i && other.text === text)) continue;
      tested++;
      const verdicts = flagged(index, `Found on the web.\n\n${DISGUISES[name]!(text)}\n\nThanks to all.`, find);
      if (verdicts.get(i) === "exact") exact++;
    }
  }
  expect(tested).toBeGreaterThan(2 * tasks.size);
  expect(`${exact} of ${tested}`).toBe(`${tested} of ${tested}`);
});

/** A text of random words. */
const prose = (random: ReturnType<typeof randomAt>, words: number): string =>
  Array.from({length: words}, () => random.pick(english)).join(" ");

test("planted items of 20 words and more, whole or with one word changed: found, and no others", () => {
  const random = randomAt("ab".repeat(32), 0);
  const items = Array.from({length: 2_000}, (_, i) => ({id: `${i}`, text: prose(random, random.integer(20, 60)), group: "bank"}));
  const index = itemIndex(items);
  const find = searcher(index);
  let [planted, found, others] = [0, 0, 0];
  for (const [i, {text}] of items.entries()) {
    const words = text.split(" ");
    if (i % 2 === 1) words[random.integer(0, words.length - 1)] = "zzz";
    // half of them among text of the benchmark's own kind, half among random text
    const around = i % 4 < 2 ? items[(i + 7) % items.length]!.text : prose(random, 200);
    const verdicts = flagged(index, `${prose(random, 50)} ${words.join(" ")} ${around}`, find);
    planted++;
    if (verdicts.has(i)) found++;
    if (i % 4 < 2) verdicts.delete((i + 7) % items.length);
    verdicts.delete(i);
    others += verdicts.size;
  }
  expect(found / planted).toBeGreaterThanOrEqual(0.999);
  expect(found / (found + others)).toBeGreaterThanOrEqual(0.999);
});

const GSM8K = "../shared/data/banks/gsm8k-test.jsonl";
test.skipIf(!existsSync(GSM8K))(
  "1,319 word problems: with one word changed each is found among its neighbours, and nothing else (../shared/data)",
  () => {
    const texts = readFileSync(GSM8K, "utf8")
      .trim()
      .split("\n")
      .map(line => (JSON.parse(line) as {question: string}).question);
    const items = texts.map((text, i) => ({id: `${i}`, text, group: "gsm8k"}));
    const index = itemIndex(items);
    const untestable = untestableItems(index);
    const find = searcher(index);
    let [planted, found, others] = [0, 0, 0];
    for (let i = 0; i < items.length; i++) {
      if (untestable[i] !== null || wordsOf(index, i).words < 20) continue;
      const words = texts[i]!.split(" ");
      if (i % 2 === 1) words[(i * 7919) % words.length] = "zzz";
      const verdicts = flagged(index, words.join(" "), find);
      planted++;
      if (verdicts.has(i)) found++;
      verdicts.delete(i);
      others += verdicts.size;
    }
    expect(planted).toBeGreaterThan(1_200);
    expect(found / planted).toBeGreaterThanOrEqual(0.999);
    expect(found / (found + others)).toBeGreaterThanOrEqual(0.999);
  }
);

/** Longest common subsequence by the textbook's table (Wagner and Fischer 1974). */
function tableSubsequence(a: readonly number[], b: readonly number[]): number {
  const row = new Array<number>(b.length + 1).fill(0);
  for (const x of a) {
    let corner = 0;
    for (const [k, y] of b.entries()) {
      const above = row[k + 1]!;
      row[k + 1] = x === y ? corner + 1 : Math.max(above, row[k]!);
      corner = above;
    }
  }
  return row[b.length]!;
}

test("the bit-parallel subsequence is the table's, at lengths around 32 and 64 words too", () => {
  const words = fc.array(fc.nat(4), {maxLength: 80});
  fc.assert(
    fc.property(words, words, (a, b) => {
      expect(subsequenceWith(a)(b, 0, b.length)).toBe(tableSubsequence(a, b));
    })
  );
});

/** Containment within any window of twice the item's words, longest run and Jaccard, from sets of joined words. */
function byBruteForce(item: string[], document: string[], n: number, published: number) {
  const grams = (words: string[], size: number) =>
    new Set(Array.from({length: Math.max(0, words.length - size + 1)}, (_, i) => words.slice(i, i + size).join(" ")));
  const own = grams(item, n);
  let most = 0;
  for (let from = 0; from < document.length; from++) {
    const window = grams(document.slice(from, from + 2 * item.length), n);
    most = Math.max(most, [...own].filter(gram => window.has(gram)).length);
  }
  let run = 0;
  for (let a = 0; a < item.length; a++)
    for (let b = 0; b < document.length; b++) {
      let k = 0;
      while (a + k < item.length && b + k < document.length && item[a + k] === document[b + k]) k++;
      run = Math.max(run, k);
    }
  const [q, d] = [grams(item, published), grams(document, published)];
  const shared = [...q].filter(gram => d.has(gram)).length;
  return {containment: most / own.size, run_words: run, jaccard: shared === 0 ? 0 : shared / (q.size + d.size - shared)};
}

test("containment, longest run and Jaccard similarity are those of brute force", () => {
  const random = randomAt("cd".repeat(32), 0);
  let compared = 0;
  for (let round = 0; round < 60; round++) {
    const items = [0, 1].map(i => ({id: `${i}`, text: prose(random, random.integer(14, 60)), group: `alone ${i}`}));
    const item = items[0]!.text.split(" ");
    const cut = random.integer(0, item.length - 8);
    const document = [
      ...prose(random, 30).split(" "),
      ...item.slice(cut, cut + random.integer(8, 60)),
      ...prose(random, random.integer(0, 5)).split(" ").filter(Boolean),
      ...item.slice(0, random.integer(0, item.length)),
      ...prose(random, 30).split(" ")
    ];
    const index = itemIndex(items);
    const n = item.length < DEFAULTS.short_words ? DEFAULTS.short_n : DEFAULTS.n;
    const expected = byBruteForce(item, document, n, DEFAULTS.n);
    const match: Match | undefined = searcher(index)
      .search(splitOf(document.join(" ")))
      .find(found => found.item === 0);
    if (expected.containment === 0 && !match) continue;
    compared++;
    expect(match!.jaccard).toBeCloseTo(expected.jaccard, 12);
    if (match!.from <= match!.runFrom && document.length < 200) expect(match!.run_words).toBe(expected.run_words);
    expect(match!.containment).toBeCloseTo(expected.containment, 12);
  }
  expect(compared).toBeGreaterThan(40);
});

test("the place of the longest run is where its words stand", () => {
  const text =
    "the quick brown fox jumps over the lazy dog while seven grey owls watch from an old oak near the river bank at dusk today";
  const document = splitOf(`Before. ${text.toUpperCase()} After.`);
  const [match] = searcher(itemIndex([{id: "a", text, group: "g"}])).search(document);
  const words = Array.from({length: match!.runTo - match!.runFrom}, (_, k) => wordAt(document, match!.runFrom + k));
  expect(words.join(" ")).toBe(text);
});

test("too little to test: no word, few words, few characters, few different words, only boilerplate", () => {
  const rules = "Read the text with care and then answer the question below in one single word please.";
  const numbers = [
    "seven hats and nine coats lie in the hall of my aunt",
    "red ships sail past the tall light at noon every friday",
    "a baker sold forty loaves before the bell rang twice today"
  ];
  const items = [
    ...numbers.map(text => `${rules} ${text}`),
    rules,
    "",
    "how are you",
    "1 2 3 4 5 6 7 8 9",
    "( ) ( ) ( ( ) ) ( ) ( ( ) ( ) ) ( ) ( ) ( )"
  ].map((text, i) => ({id: `${i}`, text, group: i < 5 ? "task" : `alone ${i}`}));
  const reasons = untestableItems(itemIndex(items));
  expect(reasons.slice(0, 3)).toEqual([null, null, null]);
  expect(reasons[3]).toMatch(/only text that other items share/);
  expect(reasons[4]).toBe("no word");
  expect(reasons[5]).toMatch(/3 words, fewer than 8/);
  expect(reasons[6]).toMatch(/9 characters, fewer than 20/);
  expect(reasons[7]).toMatch(/bits/);
});

test("what was left out as boilerplate is looked for neither with nor without it", () => {
  const rules = "Read the text with care and then answer the question below in one single word please.";
  const texts = [
    "seven hats and nine coats lie in the hall of my aunt",
    "red ships sail past the tall light at noon every friday",
    "a baker sold forty loaves before the bell rang twice today"
  ];
  const index = itemIndex(texts.map((text, i) => ({id: `${i}`, text: `${rules} ${text}`, group: "task"})));
  expect([...flagged(index, rules)]).toEqual([]);
  expect([...flagged(index, texts[1]!)]).toEqual([[1, "exact"]]);
  expect([...flagged(index, `${rules} ${texts[2]}`)]).toEqual([[2, "exact"]]);
});

test("half a copy is none, and a copy whose words are cut otherwise is found by its characters", () => {
  const random = randomAt("ef".repeat(32), 0);
  const text = prose(random, 40);
  const index = itemIndex([{id: "a", text, group: "g"}]);
  expect(flagged(index, `${text.split(" ").slice(0, 20).join(" ")} ${prose(random, 40)}`).size).toBe(0);
  const short = "the notebook lay underneath a blackboard beside some toothbrushes from grandmother yesterday";
  const cut = "the note book lay underneath a black board beside some tooth brushes from grandmother yesterday";
  const [match] = searcher(itemIndex([{id: "a", text: short, group: "g"}])).search(splitOf(cut));
  expect(match!.subsequence).toBeGreaterThan(0.6);
});

test("a copy is found whichever invisible characters are in its words, and wherever its lines end", () => {
  const random = randomAt("ee".repeat(32), 0);
  const words = prose(random, 30).split(" ");
  const index = itemIndex([{id: "a", text: words.join(" "), group: "g"}]);
  const kinds =
    "\u00ad \u034f \u061c \u115f \u17b4 \u180b \u180e \u200b \u200c \u200d \u200e \u202a \u202e \u2060 \u2063 \u2066 \u206a \u3164 \ufe0f \ufeff \uffa0 \ufff0 \u{1bca0} \u{1d173} \u{e0020} \u{e0100}";
  for (const invisible of kinds.split(" ")) {
    const text = words.map(word => [...word].join(invisible)).join(` ${invisible}`);
    expect([...flagged(index, `Preface. ${text} End.`)]).toEqual([[0, "exact"]]);
  }
  for (const hyphen of ["-", "\u2010", "\u00ad"]) {
    const text = words.map((word, i) => (i % 2 === 0 ? `${word.slice(0, 2)}${hyphen}\n${word.slice(2)}` : word)).join(" ");
    expect([...flagged(index, text)]).toEqual([[0, "exact"]]);
  }
});

test("the reason agrees with the bits: fewer than the least, or less than the share that a near copy has", () => {
  const share = fc.double({min: 0, max: 1, noNaN: true});
  const bits = fc.double({min: 0, max: 300, noNaN: true});
  fc.assert(
    fc.property(fc.record({containment: share, subsequence: share, bits}), likeness => {
      const {verdict, reason} = decide({...likeness, run_words: 20}, {words: 40, bits: 5});
      const [first, second] = [...reason.matchAll(/[\d.]+(?= (?:of its|bits))/gu)].map(Number);
      if (reason.includes("fewer than 40")) expect(first).toBeLessThan(40);
      else if (reason.includes("less than 75 %")) expect(first).toBeLessThan(0.75 * second!);
      else expect(verdict === "clean" ? reason : "found").toMatch(/^no copy found$|^found$/u);
    })
  );
  expect(decide({containment: 1, subsequence: 1, run_words: 20, bits: 39.99}, {words: 40, bits: 5}).reason).toContain(
    "39.9 bits"
  );
  expect(decide({containment: 0.5, subsequence: 0.9, run_words: 20, bits: 120}, {words: 40, bits: 5}).reason).toContain(
    "120.0 of its 200.0 bits"
  );
});
