import {readFileSync} from "node:fs";
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {MEASURED} from "./measured.js";
import {shortcutAnswers} from "./shortcuts.js";

const DOCUMENT = readFileSync(new URL("../../../../docs/categories-quality.md", import.meta.url), "utf8");

test("the document has a row for each measured category in its present version, above every bar", () => {
  const rows = DOCUMENT.split("\n").filter(line => line.startsWith("| zen-"));
  expect(rows).toHaveLength(MEASURED.length);
  for (const [i, {benchmark, least_rate}] of MEASURED.entries()) {
    const cells = rows[i]!.split("|").map(cell => cell.trim());
    const numberIn = (cell: number, index = 0) => Number(cells[cell]!.replaceAll(",", "").match(/-?\d+(?:\.\d+)?/gu)![index]);
    expect(cells[1]).toBe(`${benchmark.name} ${benchmark.version}`);
    expect(numberIn(2)).toBe(benchmark.cells.reduce((sum, {size}) => sum + size, 0));
    expect(numberIn(3)).toBe(numberIn(3, 1));
    expect(numberIn(4)).toBe(0);
    expect(numberIn(6)).toBeLessThanOrEqual(numberIn(6, 1) + 3);
    expect(numberIn(9)).toBeGreaterThanOrEqual(least_rate);
  }
});

const item = (prompt: string, expected: string, choices?: string[]): DrawnItem => ({
  prompt,
  expected,
  guess_chance: 0,
  content: prompt,
  ...(choices && {choices})
});

test("the classifier finds a word that gives an answer away, and nothing where words say nothing", () => {
  const random = randomOf("shortcuts");
  const planted = Array.from({length: 400}, () => {
    const answer = String(random.integer(1, 50));
    return item(
      `Some text with hint${"abcdefghij"[Number(answer) % 10]}${"klmno"[Math.floor(Number(answer) / 10) % 5]} in it`,
      answer
    );
  });
  const noise = planted.map(({prompt}) => item(prompt, String(random.integer(1, 50))));
  const share = (items: DrawnItem[]) => {
    const [train, asked] = [items.slice(0, 300), items.slice(300)];
    return shortcutAnswers(train, asked).filter((answer, i) => answer === asked[i]!.expected).length / asked.length;
  };
  expect(share(planted)).toBeGreaterThan(0.9);
  expect(share(noise)).toBeLessThan(0.1);
});

test("of options it finds the one that is always the longest, or always the same", () => {
  const options = (i: number) => ["ant", "bee", "cat"].map((word, k) => (k === i % 3 ? `${word} and more of it` : word));
  const items = Array.from({length: 90}, (_, i) => item("Which?", "ABC"[i % 3]!, options(i)));
  const answers = shortcutAnswers(items.slice(0, 60), items.slice(60));
  expect(answers).toEqual(items.slice(60).map(({expected}) => `(${expected})`));
});
