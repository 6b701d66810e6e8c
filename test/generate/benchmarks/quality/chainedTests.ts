// Tests that every benchmark of linked quantities passes.
import {expect, test} from "vitest";
import {disagreements, isRight, type Measured, placedItems} from "./measure.js";

/** A question for one quantity, as prompts put it. */
export const asked = (opening: string, text: string): string =>
  `${opening}\n\nWhat is ${text}?\n\nThink it through, then finish with a line of the form\nAnswer: <integer>`;

export function chainTests(measured: Measured): void {
  const placed = placedItems(measured.benchmark, {count: 500});

  test("each quantity but the first needs one before, level 5 at least eight, and the last is the answer", () => {
    for (const {item, level} of placed) {
      if (!item.steps) continue;
      const names = item.steps.map(({name}) => name);
      expect(String(item.steps.at(-1)!.value)).toBe(item.expected);
      const lines = item.prompt.split("\n");
      for (const [i, name] of names.entries()) {
        const line = lines.find(each => each.startsWith(`${name} `) || each.startsWith(`Let ${name} be`))!;
        expect(
          names.filter(other => other !== name && new RegExp(`(?<![A-Za-z])${other}(?![A-Za-z0-9])`, "u").test(line))
        ).toEqual(i === 0 ? [] : [names[i - 1]]);
      }
      if (level === 5) expect(names.length).toBeGreaterThanOrEqual(8);
    }
  });

  test("a wrong key is found by the second solver", async () => {
    const wrong = placed
      .slice(0, 20)
      .map(each => ({...each, item: {...each.item, expected: String(Number(each.item.expected) + 1)}}));
    expect(await disagreements(measured, wrong)).toEqual(wrong);
  });

  test("every answer is a whole number that the reader reads, and another number is wrong", () => {
    for (const {item} of placed.slice(0, 50)) {
      expect(item.expected).toMatch(/^-?\d+$/u);
      expect(isRight(item, `The value is clear.\n\n**Answer: ${item.expected}**`)).toBe(true);
      expect(isRight(item, `Answer: ${Number(item.expected) + 1}`)).toBe(false);
    }
  });
}
