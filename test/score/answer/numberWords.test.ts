// English number words: read as two packages spell them, as the tasks do, and by hand where no package does.
import {toCardinal} from "n2words/en-US";
import {ToWords} from "to-words";
import {expect, test} from "vitest";
import {inWords} from "../../../pipelines/generate/words/numbers.js";
import {numberWordsIn, readNumberWords} from "../../../pipelines/score/answer/numberWords.js";

const british = (number: number): string =>
  toCardinal(number)
    .replace(/hundred (?!thousand|million)/gu, "hundred and ")
    .replace(/(?<=(?:thousand|million)) (?=[a-z-]+$)/u, " and ");
const capitals = new ToWords({localeCode: "en-US"});

/** All numbers below 2,000, and every 97th to a million. */
const NUMBERS = [
  ...Array.from({length: 2_000}, (_, number) => number),
  ...Array.from({length: 10_300}, (_, i) => 2_000 + 97 * i).filter(number => number < 1e6),
  ...[1e6, 1_000_001, 2_500_000, 20_000_017, 999_999_999, 1e9, 7_000_000_003, 123_456_789_012, 1e12]
];

test("numbers to a million and beyond are read as packages spell them, with and without “and”", () => {
  const misread = NUMBERS.flatMap(number =>
    [toCardinal(number), british(number), capitals.convert(number), toCardinal(number).replaceAll("-", " ")].filter(
      spelling => readNumberWords(spelling) !== number
    )
  );
  expect(misread).toEqual([]);
  expect(british(100_105)).toBe("one hundred thousand one hundred and five");
});

test("numbers are read as tasks write them", () => {
  for (let number = 0; number < 100; number++) expect(readNumberWords(inWords(number))).toBe(number);
});

test("a number with a further number word is another number or none, never the one that it begins with", () => {
  const nexts = [
    "two",
    "twelve",
    "twenty",
    "hundred",
    "thousand",
    "million",
    "and five",
    "-third",
    " thirds",
    "and a half",
    "point five"
  ];
  for (const number of NUMBERS.filter((_, i) => i % 41 === 1))
    for (const next of nexts) {
      const [first] = numberWordsIn(`It is ${toCardinal(number)}${/^[ -]/u.test(next) ? "" : " "}${next}.`);
      if (first?.value === number) expect([number, next]).toEqual([number, "and five"]);
    }
});

test.each<[string, number | null]>([
  ["twenty-four", 24],
  ["TWENTY FOUR", 24],
  ["one hundred and five", 105],
  ["three thousand two hundred", 3_200],
  ["three thousand, two hundred and one", 3_201],
  ["one million, two hundred and five thousand, three hundred, and six", 1_205_306],
  ["five thousand and six hundred", 5_600],
  ["a hundred thousand", 100_000],
  ["twenty-five hundred", 2_500],
  ["a dozen", 12],
  ["two dozen", 24],
  ["three dozens", 36],
  ["half a dozen", 6],
  ["half a million", 500_000],
  ["two and a half", 2.5],
  ["two and a half million", 2_500_000],
  ["one thousand twenty-six and a half", 1_026.5],
  ["a dozen and a half", null],
  ["three point five", 3.5],
  ["three point one four two five", 3.1425],
  ["zero point oh five", 0.05],
  ["three point twenty-five", 3.25],
  ["one point five million", 1_500_000],
  ["minus four", -4],
  ["negative one hundred", -100],
  ["nought", 0],
  ["zero", 0],
  ["one", 1],
  ["hundred", 100],
  ["five two", null],
  ["twenty twenty", null],
  ["twenty eleven", null],
  ["twenty-first", null],
  ["one hundred and first", null],
  ["one third", null],
  ["two thirds", null],
  ["three-quarters", null],
  ["two and two thirds", null],
  ["three and a quarter", null],
  ["a quarter of a million", null],
  ["half", null],
  ["a", null],
  ["and five", null],
  ["five and", null],
  ["five and six", null],
  ["one thousand, five", null],
  ["two thousand thousand", null],
  ["zero hundred", null],
  ["a hundred hundred", null],
  ["point five", null],
  ["three point", null],
  ["three point five hundred and two", null],
  ["hundreds", null],
  ["someone", null],
  ["fortyish", null],
  ["12", null],
  ["", null]
])("%j is read as %j", (text, value) => {
  expect(readNumberWords(text)).toBe(value);
});

test.each<[string, [string, number, true?][]]>([
  [
    "There are twenty-four of them, not two hundred.",
    [
      ["twenty-four", 24],
      ["two hundred", 200]
    ]
  ],
  [
    "Twelve, thirteen and fourteen",
    [
      ["Twelve", 12],
      ["thirteen", 13],
      ["fourteen", 14]
    ]
  ],
  [
    "one hundred and two hundred",
    [
      ["one hundred", 100],
      ["two hundred", 200]
    ]
  ],
  ["**Forty-two**", [["Forty-two", 42]]],
  ["_seven_ days", [["seven", 7]]],
  [
    "two–three hours, or four - five",
    [
      ["two", 2],
      ["three", 3],
      ["four", 4],
      ["five", 5]
    ]
  ],
  [
    "six\nseven",
    [
      ["six", 6],
      ["seven", 7]
    ]
  ],
  [
    "ten minus four is six",
    [
      ["ten", 10],
      ["four", 4],
      ["six", 6]
    ]
  ],
  [
    "5 minus four, x minus two",
    [
      ["four", 4],
      ["two", 2]
    ]
  ],
  ["It is minus four degrees.", [["minus four", -4]]],
  [
    "No one knows which one of these.",
    [
      ["one", 1, true],
      ["one", 1, true]
    ]
  ],
  [
    "several hundred people and a few million",
    [
      ["hundred", 100, true],
      ["million", 1_000_000, true]
    ]
  ],
  ["1.5 million and 3 dozen", []],
  ["in thirty seconds, the twenty-first", [["thirty", 30]]],
  [
    "ten o'clock; five oh well",
    [
      ["ten", 10],
      ["five", 5]
    ]
  ],
  ["weight, often, stone, tent, anyone, sixth, second", []]
])("in %j", (text, numbers) => {
  const found = numberWordsIn(text).map(({value, start, end, bare}) => [text.slice(start, end), value, ...(bare ? [true] : [])]);
  expect(found).toEqual(numbers);
});

test("long runs of number words, blanks, signs and commas are looked at once: work grows with the length", () => {
  const parts = [
    "one ",
    "and one ",
    "one and ",
    "hundred, ",
    "minus ",
    "one point one ",
    "a half ",
    " ",
    "five, and ",
    "one thousand and two hundred "
  ];
  for (const part of parts) {
    // A hundred thousand words, which would take minutes if each were compared with all others.
    const text = part.repeat(100_000);
    const longest = numberWordsIn(text).reduce((length, {start, end}) => Math.max(length, end - start), 0);
    expect([part, longest < 200]).toEqual([part, true]);
  }
});
