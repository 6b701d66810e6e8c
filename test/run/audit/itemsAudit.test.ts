// The command `items audit` on banks of small books.
import {expect, test} from "vitest";
import {workbook} from "../../workbook.js";

const lines = (items: readonly object[]): string => items.map(item => `${JSON.stringify(item)}\n`).join("");
const BANK = "files: FILE\nlayout: plain\n";
const sound = Array.from({length: 300}, (_, k) => ({
  question: `Which is item ${k}?`,
  choices: [0, 1, 2].map(i => String((k * 7919 + i * 104_729) % 900_001)),
  answer: "ABC"[(k * 31 + (k >> 3)) % 3],
  category: "fair"
}));
const leaking = Array.from({length: 100}, (_, k) => ({
  question: `Which is unit ${k}?`,
  choices: [0, 1, 2].map(i => `${(k * 7919 + i * 104_729) % 900_001}${i === k % 3 ? " or some more" : ""}`),
  answer: "ABC"[k % 3],
  category: "leaking"
}));

test("a bank's categories are audited one by one; the exit code says whether one fails", async () => {
  await using book = await workbook({
    "banks/mixed.yaml": BANK.replace("FILE", "mixed.jsonl"),
    "banks/mixed.jsonl": lines([...sound, ...leaking]),
    "banks/sound.yaml": BANK.replace("FILE", "sound.jsonl"),
    "banks/sound.jsonl": lines(sound)
  });
  const mixed = await book.command("items", "audit", "mixed", "--json");
  expect(mixed.code).toBe(1);
  expect(mixed.stderr).toContain("1 of 2 categories fail: mixed leaking");
  const [fair, leaks] = mixed.stdout
    .trim()
    .split("\n")
    .map(line => JSON.parse(line));
  expect(fair).toMatchObject({
    name: "mixed",
    category: "fair",
    items: 300,
    size: 300,
    distinct: 300,
    generated: false,
    fails: []
  });
  expect(fair.chance).toBeCloseTo(1 / 3, 12);
  expect(leaks).toMatchObject({category: "leaking", items: 100});
  expect(leaks.fails.join("\n")).toMatch(/^longest choice earns 100\.0 % of 100 items, where chance is 33\.3 %/mu);

  const text = await book.command("items", "audit", "sound", "--count", "250");
  expect([text.code, text.stderr]).toEqual([0, "1 category audited, none fails\n"]);
  expect(text.stdout).toContain("  250 of 300 items, 250 different, chance 33.3 %");
  expect(text.stdout).toMatch(/^ {2}longest choice +250 +\d+\.\d % +\d+\.\d % to \d+\.\d % +33\.3 % +[+−]\d+\.\d$/mu);
  expect(text.stdout).toContain("  reliability: no simulated model reads its questions\n  passes");
});

test("an unknown name and a count of nothing are refused", async () => {
  await using book = await workbook({});
  const unknown = await book.command("items", "audit", "nothing-of-the-kind");
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no bank "nothing-of-the-kind" in data/banks')]);
  const none = await book.command("items", "audit", "--count", "0");
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("--count expects a whole number of at least 1")]);
});
