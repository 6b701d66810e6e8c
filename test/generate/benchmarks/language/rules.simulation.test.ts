import {expect, test} from "vitest";
import {rules} from "../../../../pipelines/generate/benchmarks/language/rules.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {repetitions} from "../../../repetitions.js";
import {isRight, placedItems, solveRules} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";

qualityTests({benchmark: rules, solve: solveRules, least_rate: 2_000}, {size: 4_000});

/** Whether a text follows the rules in a prompt, by patterns on the text; the scorer counts words instead. */
function follows(prompt: string, text: string): boolean {
  const lines = text.split("\n");
  const all = (pattern: string) => lines.every(line => new RegExp(`^${pattern}$`, "u").test(line));
  return [...prompt.matchAll(/^- (.+)$/gmu)].every(([, rule]) => {
    const numbers = rule!.match(/\d+/gu)?.map(Number) ?? [];
    const [n = 0, line = 0] = numbers;
    const letter = /letter (\w)\b/u.exec(rule!)?.[1];
    if (rule!.startsWith("The text has")) return lines.length === n;
    if (rule!.startsWith("The lines begin")) return lines.map(each => each[0]).join(", ") === /: (.+)\./u.exec(rule!)![1];
    if (rule!.startsWith("Each line has")) return all(`[a-z]+(?: [a-z]+){${n - 1}}`);
    if (rule!.startsWith("No word has more")) return all(`[a-z]{1,${n}}(?: [a-z]{1,${n}})*`);
    if (rule!.startsWith("No word has fewer")) return all(`[a-z]{${n},}(?: [a-z]{${n},})*`);
    if (rule!.startsWith("No word occurs twice")) return !/(?<![a-z])([a-z]+)(?![a-z])[\s\S]*?(?<![a-z])\1(?![a-z])/u.test(text);
    if (rule!.includes("does not occur")) return !text.includes(letter!);
    if (rule!.includes("ends in the letter")) return all(`.*${letter}`);
    if (rule!.startsWith("These words occur"))
      return rule!
        .slice(19, -1)
        .split(", ")
        .every(word => text.includes(word));
    const placed = new RegExp(`^(?:[a-z]+ ){${n - 1}}${/"(\w+)"/u.exec(rule!)![1]}(?: |$)`, "u");
    return placed.test(lines[line - 1] ?? "");
  });
}

const asked = placedItems(rules, {count: repetitions(2_000)});

test("every item can be followed: a text made from the prompt alone passes a checker of patterns and the scorer", () => {
  for (const {item} of asked) {
    const text = solveRules(item.prompt)!.answer;
    expect([follows(item.prompt, text), isRight(item, text)], `${item.prompt}\n\n${text}`).toEqual([true, true]);
  }
});

test("the scorer and the patterns say the same of texts with one change, and most changes break a rule", () => {
  const random = randomOf("changes");
  let broken = 0;
  for (const {item} of asked) {
    const text = changed(solveRules(item.prompt)!.answer, random.integer(0, 5), random.integer(0, 1_000));
    const right = isRight(item, text);
    expect(right, `${item.prompt}\n\n${text}`).toBe(follows(item.prompt, text));
    if (!right) broken++;
  }
  expect(broken / asked.length).toBeGreaterThan(0.5);
});

/** A text with one change: a line or a word left out, doubled, made longer, shorter or moved. */
function changed(text: string, kind: number, position: number): string {
  const lines = text.split("\n").map(line => line.split(" "));
  const line = lines[position % lines.length]!;
  const place = position % line.length;
  if (kind === 0) lines.splice(position % lines.length, 1);
  else if (kind === 1) line.splice(place, 1);
  else if (kind === 2) line.splice(place, 0, line[0]!);
  else if (kind === 3) line[place] += "abcdefghij"[position % 10]!.repeat(3);
  else if (kind === 4) line[place] = line[place]!.slice(0, 1);
  else line.reverse();
  return lines.map(words => words.join(" ")).join("\n");
}

test("level 5 has at least eight rules that hold of the same words at once", () => {
  for (const {item, level} of asked) if (level === 5) expect(instructionsOf(item).length).toBeGreaterThanOrEqual(8);
});

test("an empty text, a refusal and another item's text are wrong", () => {
  const other = solveRules(asked[1]!.item.prompt)!.answer;
  for (const text of ["", "I cannot write that.", other, "a".repeat(10_000)]) expect(isRight(asked[0]!.item, text)).toBe(false);
});

const instructionsOf = ({scorer}: DrawnItem) => (scorer?.kind === "instructions" ? scorer.instructions : []);
