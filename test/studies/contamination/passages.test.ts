// Several questions to one passage: the passage is judged once, each question on its other words, and a found passage is named on all of them.
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, test} from "vitest";
import {randomAt} from "../../../pipelines/generate/seed.js";
import {english} from "../../../pipelines/generate/words/english.js";
import {receivedResult, sentResult} from "../../../pipelines/run/cluster/audits/frames.js";
import {audit as auditFiles} from "../../../pipelines/studies/contamination/audit.node.js";
import {auditedItems, auditTexts, copiesByItem} from "../../../pipelines/studies/contamination/auditText.js";
import {corpusFiles} from "../../../pipelines/studies/contamination/corpora.node.js";
import {itemIndex} from "../../../pipelines/studies/contamination/itemIndex.js";
import {resultOf} from "../../../pipelines/studies/contamination/results.js";

type Random = ReturnType<typeof randomAt>;
const prose = (random: Random, count: number): string => Array.from({length: count}, () => random.pick(english)).join(" ");

function audit(texts: readonly string[], documents: readonly string[]) {
  const items = texts.map((text, i) => ({id: `${i}`, text, group: "bank"}));
  const index = itemIndex(items);
  const pages = documents.map((text, i) => ({file: "pages", document: `${i}`, text}));
  const copies = copiesByItem(index, auditTexts(index, pages));
  const coverage = {files: 1, unread: 0, documents: documents.length};
  const results = auditedItems(items, index).map((item, i) => resultOf(item, copies.get(i) ?? [], coverage));
  return {results, passages: index.groupOf.length - index.items};
}

interface Layout {
  passages: number;
  questions: number;
  passageWords: number;
  questionWords: number;
  compose?: (passage: string, question: string) => string;
}
const plain = (passage: string, question: string) => `${passage}\n${question}`;

/** Passages and questions, with the items that are made of them. */
function reading(random: Random, {passages, questions, passageWords, questionWords, compose = plain}: Layout) {
  const texts = Array.from({length: passages}, () => prose(random, passageWords));
  const asked = texts.map(() => Array.from({length: questions}, () => prose(random, questionWords)));
  return {texts, asked, items: texts.flatMap((passage, p) => asked[p]!.map(question => compose(passage, question)))};
}

const INSTRUCTIONS =
  "Read the passage with care, then answer the question after it in one short sentence of your own words, please.";
const LAYOUTS: [string, Layout][] = [
  ["three questions a passage", {passages: 30, questions: 3, passageWords: 120, questionWords: 18}],
  ["two questions a passage", {passages: 30, questions: 2, passageWords: 120, questionWords: 18}],
  ["ten questions a passage, few passages", {passages: 3, questions: 10, passageWords: 200, questionWords: 12}],
  ["two passages", {passages: 2, questions: 3, passageWords: 80, questionWords: 15}],
  ["short passages, long questions", {passages: 20, questions: 3, passageWords: 30, questionWords: 60}],
  ["very long passages", {passages: 5, questions: 4, passageWords: 1_500, questionWords: 20}],
  [
    "the question first",
    {passages: 20, questions: 3, passageWords: 90, questionWords: 20, compose: (passage, question) => `${question}\n${passage}`}
  ],
  [
    "instructions before it",
    {passages: 20, questions: 3, passageWords: 90, questionWords: 20, compose: (p, q) => `${INSTRUCTIONS}\n${p}\n${q}`}
  ],
  [
    "questions that begin alike",
    {passages: 20, questions: 3, passageWords: 90, questionWords: 20, compose: (p, q) => `${p}\nWhich of the following ${q}`}
  ]
];

test.each(LAYOUTS)("%s: a page with one passage and its first question", (_, layout) => {
  const random = randomAt("7a".repeat(32), layout.passageWords + layout.questions);
  const {texts, asked, items} = reading(random, layout);
  const {results, passages} = audit(items, [`${prose(random, 60)} ${texts[0]} ${asked[0]![0]} ${prose(random, 60)}`]);
  expect(passages).toBe(layout.passages);
  const verdicts = results.map(({verdict}) => verdict);
  expect(verdicts.slice(0, layout.questions)).toEqual(Array.from({length: layout.questions}, () => "exact"));
  expect(new Set(verdicts.slice(layout.questions))).toEqual(new Set(["clean"]));
  expect(results.slice(0, layout.questions).map(({by_passage}) => by_passage)).toEqual([
    false,
    ...Array.from({length: layout.questions - 1}, () => true)
  ]);
  for (const {reason} of results.slice(0, layout.questions)) {
    expect(reason).toMatch(/its passage: (all words in one run|containment)/u);
    expect(reason).not.toMatch(/by chance/u);
  }
});

test("a page with the questions alone names them, and no passage", () => {
  const random = randomAt("7b".repeat(32), 0);
  const {asked, items} = reading(random, {passages: 20, questions: 3, passageWords: 120, questionWords: 18});
  const {results} = audit(items, [`${prose(random, 60)} ${asked[0]![1]} ${prose(random, 60)}`]);
  expect(results.filter(({verdict}) => verdict !== "clean").map(({id, reason, by_passage}) => [id, reason, by_passage])).toEqual([
    ["1", "all words in one run", false]
  ]);
});

test("questions too short to be tested alone go by their passage, found or not", () => {
  const random = randomAt("7c".repeat(32), 0);
  const {texts, items} = reading(random, {passages: 10, questions: 3, passageWords: 100, questionWords: 4});
  const {results} = audit(items, [texts[0]!]);
  expect(results.slice(0, 4).map(({verdict}) => verdict)).toEqual(["exact", "exact", "exact", "clean"]);
  expect(results[0]!.reason).toBe(
    "its passage: all words in one run; its other words: 4 words that other items do not share, fewer than 8"
  );
});

test("half a passage is none, and of two passages of an item each is named", () => {
  const random = randomAt("7d".repeat(32), 0);
  const {texts, items} = reading(random, {passages: 20, questions: 3, passageWords: 120, questionWords: 18});
  expect(audit(items, [texts[0]!.split(" ").slice(0, 60).join(" ")]).results[0]!.verdict).toBe("clean");
  const compared = texts.flatMap((text, i) => [0, 1].map(() => `${text} ${prose(random, 20)} ${texts[(i + 1) % texts.length]}`));
  const {results} = audit(compared, [texts[5]!]);
  expect(results.flatMap(({id, verdict}) => (verdict === "clean" ? [] : [id]))).toEqual(["8", "9", "10", "11"]);
});

test("what more than half of the items share are instructions, and expressions of few words have no passage", () => {
  const random = randomAt("7e".repeat(32), 0);
  const long = prose(random, 60);
  const {results, passages} = audit(
    Array.from({length: 12}, () => `${long} ${prose(random, 20)}`),
    [long]
  );
  expect(passages).toBe(0);
  expect(new Set(results.map(({verdict}) => verdict))).toEqual(new Set(["clean"]));
  const tosses = Array.from({length: 40}, () => Array.from({length: 80}, () => random.pick(["T", "F"])).join(" "));
  tosses.push(`${tosses[0]!.slice(0, 100)} ${Array.from({length: 30}, () => random.pick(["T", "F"])).join(" ")}`);
  expect(audit(tosses, [long]).passages).toBe(0);
});

test("copies of passages in a result that a worker sends are those of a search in this process", async () => {
  const random = randomAt("7f".repeat(32), 0);
  const {texts, items} = reading(random, {passages: 4, questions: 3, passageWords: 60, questionWords: 15});
  const named = items.map((text, i) => ({id: `${i}`, text, group: "bank"}));
  const folder = await mkdtemp(join(tmpdir(), "reasonbook-passages-"));
  try {
    await writeFile(join(folder, "page.txt"), `${prose(random, 30)} ${texts[2]} ${prose(random, 30)}`);
    const files = await corpusFiles([{name: "pages", files: [join(folder, "page.txt")]}]);
    const local = await auditFiles(named, files);
    const remote = await auditFiles(named, files, {
      async remoteSearch(left, {done, searchLocally, searched}) {
        for (const file of left) {
          const result = (await searchLocally(file.path, () => true))!;
          const sent = (await sentResult(result))!;
          const frame = {kind: "searched" as const, job: "", ...sent} as Parameters<typeof receivedResult>[0];
          await done(file, (await receivedResult(frame, {items: searched, bytes: file.bytes}))(file.path));
        }
      }
    });
    expect(remote.results).toEqual(local.results);
    expect(remote.results.flatMap(({id, by_passage}) => (by_passage ? [id] : []))).toEqual(["6", "7", "8"]);
  } finally {
    await rm(folder, {recursive: true});
  }
});
