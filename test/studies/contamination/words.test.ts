// Words of the contamination study: the fast splitter against the documented rule written with regular expressions, and scripts of all kinds.
import {readFileSync} from "node:fs";
import fc from "fast-check";
import {expect, test} from "vitest";
import {withoutMarkup} from "../../../pipelines/studies/contamination/markup.js";
import {normalised, splitWords, wordAt} from "../../../pipelines/studies/contamination/words.js";

const wordsOf = (text: string): string[] => {
  const words = splitWords(normalised(text));
  return Array.from({length: words.count}, (_, i) => wordAt(words, i));
};

/** The rule as docs/contamination.md states it, one regular expression an alternative. */
const RULE =
  /(?<dictionary>(?:(?!\p{Nd})(?=[\p{L}\p{M}\p{N}])[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])+)|(?<alone>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー](?<=[\p{L}\p{M}\p{N}])|[\u{10000}-\u{10ffff}](?<=[\p{L}\p{M}\p{N}]))|(?<symbol>[+*/\\=<>^|&~%@#$()[\]{}]|(?![\u2212\u{10000}-\u{10ffff}])\p{Sm})|(?<hyphen>[-\u2010\u2212])|(?<run>[\p{L}\p{M}\p{N}])/gu;
function byRule(raw: string): string[] {
  const text = withoutMarkup(raw)
    .replace(/\u00ad\s+(?=\p{L})|\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC");
  const letter = (c: string | undefined) =>
    c !== undefined &&
    /[\p{L}\p{M}\p{N}]/u.test(c) &&
    !/[0-9\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(c) &&
    !/(?!\p{Nd})[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u.test(c);
  const words: string[] = [];
  let end = -1;
  for (const match of text.matchAll(RULE)) {
    const {dictionary, alone, symbol, hyphen, run} = match.groups!;
    if (dictionary)
      words.push(...Array.from(new Intl.Segmenter("th", {granularity: "word"}).segment(dictionary), part => part.segment));
    else if (alone || symbol) words.push((alone ?? symbol)!.toLowerCase());
    else if (hyphen) {
      const next = match.index + 1 + /^\s*/u.exec(text.slice(match.index + 1))![0].length;
      if (letter(text[match.index - 1]) && letter(text[next])) end = next;
      else words.push("-");
    } else {
      const lower = [...run!.toLowerCase()][0]!.replace("ς", "σ");
      if (end === match.index) words[words.length - 1] += lower;
      else words.push(lower);
      end = match.index + run!.length;
    }
  }
  return words;
}

test("prose, code, digits and scripts without spaces", () => {
  expect(wordsOf("Don't stop: it's 3.14, or 1,000 times – well-known!")).toEqual(
    "don t stop it s 3 14 or 1 000 times wellknown".split(" ")
  );
  expect(wordsOf("if (foo_bar[2] >= -x) { return a-b; }")).toEqual([
    "if",
    "(",
    "foo",
    "bar",
    "[",
    "2",
    "]",
    ">",
    "=",
    "-",
    "x",
    ")",
    "{",
    "return",
    "ab",
    "}"
  ]);
  expect(wordsOf("3-4 − 5*6")).toEqual(["3", "-", "4", "-", "5", "*", "6"]);
  expect(wordsOf("我们学习。日本語のテーブル")).toEqual([..."我们学习日本語のテーブル"]);
  expect(wordsOf("ภาษาไทยง่าย")).toEqual(
    Array.from(new Intl.Segmenter("th", {granularity: "word"}).segment("ภาษาไทยง่าย"), part => part.segment)
  );
  expect(wordsOf("한국어 문장 नमस्ते दुनिया")).toEqual(["한국어", "문장", "नमस्ते", "दुनिया"]);
  expect(wordsOf("ＦＵＬＬ ﬁne Éte\u0301 ΣΟΦΟΣ σοφος σοφός")).toEqual(["full", "fine", "été", "σοφοσ", "σοφοσ", "σοφόσ"]);
  expect(wordsOf("😀 𠀋 𝟘 \ud800 x")).toEqual(["𠀋", "0", "x"]);
  expect(wordsOf("")).toEqual([]);
});

test("the splitter gives the words of the documented rule, on any text", () => {
  const pieces = [
    "a",
    "B",
    "é",
    "İ",
    "ß",
    "9",
    "-",
    "−",
    "\u2010",
    "\u00ad",
    "\u200b",
    "\u2060",
    "\u{e0020}",
    "_",
    "'",
    ".",
    " ",
    "\n",
    "(",
    "]",
    "×",
    "的",
    "か",
    "ー",
    "タ",
    "ไทย",
    "ง่าย",
    "ລາວ",
    "한",
    "ि",
    "न",
    "😀",
    "𠀋",
    "Σ",
    "ς",
    "\u0301",
    "๓",
    "\ud83d"
  ];
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(fc.constantFrom(...pieces)).map(list => list.join("")),
        fc.string({unit: "binary"})
      ),
      text => {
        expect(wordsOf(text)).toEqual(byRule(text));
      }
    ),
    {numRuns: 300}
  );
  const page = readFileSync("docs/human-method.md", "utf8");
  expect(wordsOf(page)).toEqual(byRule(page));
});

test("equal words have equal hashes, wherever they stand; buffers of a long text serve a short one", () => {
  const into = splitWords(normalised(`${"x ".repeat(5000)}Word`));
  const hash = into.hashes[5000];
  splitWords("a word b", into);
  expect([into.count, into.hashes[1]]).toEqual([3, hash]);
});

const INVISIBLE = Array.from({length: 0x110000}, (_, code) => code)
  .filter(code => code < 0xd800 || code > 0xdfff)
  .map(code => String.fromCodePoint(code))
  .filter(character => /\p{Default_Ignorable_Code_Point}/u.test(character));

test("no character of Unicode's Default_Ignorable_Code_Point divides or changes a word", () => {
  expect(INVISIBLE.length).toBeGreaterThan(4_000); // 4,174 in Unicode 15 (DerivedCoreProperties.txt)
  for (const character of INVISIBLE)
    expect(wordsOf(`Extra${character}ordinary ${character}42${character}`)).toEqual(["extraordinary", "42"]);
});

test("a hyphen at the end of a line, with all that is written after it, divides no word", () => {
  const hyphens = ["-", "\u2010", "\u2011", "\u00ad", "\ufe63", "\uff0d"];
  const ends = ["\n", "\r\n", "\n\n", " \n\t", "\u00a0\n", "\u2028", "\f", " "];
  for (const hyphen of hyphens)
    for (const end of ends) {
      expect(wordsOf(`an extraordi${hyphen}${end}narily long`)).toEqual(["an", "extraordinarily", "long"]);
      expect(wordsOf(`a well${hyphen}${end}known name`)).toEqual(wordsOf("a well-known name"));
    }
  expect(wordsOf("5 - 3, x - y, -\nz")).toEqual(["5", "-", "3", "x", "-", "y", "-", "z"]);
});
