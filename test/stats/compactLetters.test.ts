import fc from "fast-check";
import {expect, test} from "vitest";
import {randomOf} from "../../pipelines/generate/seed.js";
import {compactLetterDisplay, compactLetterGroups, letter} from "../../pipelines/stats/compactLetters.js";

/** Letters of things 1…size from the pairs that differ. */
function lettersFrom(size: number, pairs: readonly (readonly number[])[]): string[] {
  const differ = (i: number, j: number) => pairs.some(([a, b]) => (a === i + 1 && b === j + 1) || (a === j + 1 && b === i + 1));
  return compactLetterDisplay(size, compactLetterGroups(size, differ)).map(letters => letters.replaceAll(" ", ""));
}

// Expected letters: R 4.2.2, multcompView 0.1-8, multcompLetters(<logical matrix>)$Letters.
test.each([
  [
    "a chain",
    4,
    [
      [1, 3],
      [1, 4],
      [2, 4]
    ],
    "a ab bc c"
  ],
  [
    "a square",
    5,
    [
      [1, 4],
      [1, 5],
      [2, 3],
      [2, 5]
    ],
    "ab ac bd cd d"
  ],
  [
    "a ring of five",
    5,
    [
      [1, 3],
      [1, 4],
      [2, 4],
      [2, 5],
      [3, 5]
    ],
    "ab ac cd de be"
  ],
  [
    "nine in three clumps",
    9,
    [
      [1, 3],
      [1, 4],
      [1, 5],
      [1, 6],
      [1, 7],
      [1, 8],
      [1, 9],
      [2, 6],
      [2, 7],
      [2, 8],
      [2, 9],
      [3, 6],
      [3, 7],
      [3, 8],
      [3, 9],
      [4, 6],
      [4, 7],
      [4, 8],
      [4, 9]
    ],
    "a ab b b bc c c c c"
  ],
  [
    "nine of unequal precision",
    9,
    [
      [1, 8],
      [1, 9],
      [2, 7],
      [2, 8],
      [2, 9],
      [3, 8],
      [3, 9],
      [4, 8]
    ],
    "ab a ab abc abcd abcd bcd d cd"
  ],
  [
    "nine that overlap",
    9,
    [
      [1, 4],
      [1, 5],
      [1, 6],
      [1, 7],
      [1, 8],
      [1, 9],
      [2, 6],
      [2, 7],
      [2, 8],
      [2, 9],
      [3, 8],
      [3, 9],
      [4, 8],
      [4, 9],
      [5, 8],
      [5, 9],
      [6, 9]
    ],
    "a ab abc bc bc cd cde de e"
  ]
] as const)("%s", (_, size, pairs, expected) => expect(lettersFrom(size, pairs).join(" ")).toBe(expected));

test("a letter that says nothing new is left out: multcompView gives six here, of which {2, 3, 4} repeats what others say", () => {
  const pairs = [
    [1, 4],
    [1, 5],
    [1, 6],
    [1, 7],
    [1, 8],
    [2, 5],
    [2, 7],
    [2, 8],
    [3, 6],
    [3, 7],
    [3, 8],
    [4, 8],
    [5, 8]
  ];
  expect(lettersFrom(8, pairs)).toEqual(["a", "ab", "ac", "bcd", "cd", "bde", "de", "e"]);
});

test("insect sprays: C, D and E are one group, A, B and F the other (Beall 1942; R: TukeyHSD, multcompLetters)", () => {
  const differ = (i: number, j: number) => [2, 3, 4].includes(i) !== [2, 3, 4].includes(j);
  expect(compactLetterDisplay(6, compactLetterGroups(6, differ))).toEqual(["a", "a", "b", "b", "b", "a"]);
});

const graph = fc.integer({min: 1, max: 11}).chain(size =>
  fc.array(fc.boolean(), {minLength: size * size, maxLength: size * size}).map(edges => ({
    size,
    differ: (i: number, j: number) => i !== j && edges[Math.min(i, j) * size + Math.max(i, j)]!
  }))
);

test("two share a letter if and only if they do not differ; everything has a letter", () => {
  fc.assert(
    fc.property(graph, ({size, differ}) => {
      const groups = compactLetterGroups(size, differ);
      for (let i = 0; i < size; i++)
        for (let j = i; j < size; j++)
          expect(groups.some(group => group.includes(i) && group.includes(j))).toBe(i === j || !differ(i, j));
    })
  );
});

test("no group lies in another, none can grow, and none can be spared", () => {
  fc.assert(
    fc.property(graph, ({size, differ}) => {
      const groups = compactLetterGroups(size, differ);
      for (const group of groups) {
        const outside = Array.from({length: size}, (_, i) => i).filter(i => !group.includes(i));
        for (const i of outside) expect(group.some(member => differ(i, member))).toBe(true);
        const others = groups.filter(other => other !== group);
        const own = group.flatMap(i => group.map(j => [i, j] as const));
        expect(own.some(([i, j]) => !others.some(other => other.includes(i) && other.includes(j)))).toBe(true);
      }
    })
  );
});

test("names go on after z, apart by spaces", () => {
  expect([0, 25, 26, 27, 51, 52, 701, 702].map(letter)).toEqual(["a", "z", "aa", "ab", "az", "ba", "zz", "aaa"]);
  const groups = compactLetterGroups(30, (i, j) => Math.abs(i - j) > 1);
  const letters = compactLetterDisplay(30, groups);
  expect([letters[0], letters[1], letters[26], letters[29]]).toEqual(["a", "a b", "z aa", "ac"]);
  expect(compactLetterGroups(0, () => false)).toEqual([]);
  expect(
    compactLetterDisplay(
      2,
      compactLetterGroups(2, () => false)
    )
  ).toEqual(["a", "a"]);
});

test("sixty-four in no order at all still get their letters", () => {
  const random = randomOf("letters");
  const edges = Array.from({length: 64 * 64}, () => random.chance(0.7));
  const differ = (i: number, j: number) => i !== j && edges[Math.min(i, j) * 64 + Math.max(i, j)]!;
  const groups = compactLetterGroups(64, differ);
  for (let i = 0; i < 64; i++)
    for (let j = i + 1; j < 64; j++)
      if (groups.some(group => group.includes(i) && group.includes(j)) === differ(i, j)) expect.fail(`${i} and ${j}`);
});
