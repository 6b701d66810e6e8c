import {expect, test} from "vitest";
import {summary} from "../../../../pipelines/generate/benchmarks/language/summary.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {repetitions} from "../../../repetitions.js";
import {disagreements, isRight, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveSummary} from "./summarySolver.js";

const measured = {benchmark: summary, solve: solveSummary, least_rate: 2_000};

qualityTests(measured, {size: 4_000});

const asked = placedItems(summary, {count: repetitions(2_000)});

const scorerOf = ({scorer}: DrawnItem) => (scorer?.kind === "summary" ? scorer : expect.unreachable());

test("the facts of every item are those that a second reading of its minutes finds", () => {
  for (const {item} of asked) {
    const solved = solveSummary(item.prompt)!;
    const values = solved.items.flatMap(({name, leader, decision, cost, start}) =>
      [leader, decision, String(cost), start].map(value => `${name}: ${value}`)
    );
    const {facts} = scorerOf(item);
    expect(
      facts.map(({subject, value}) => `${subject}: ${value}`),
      item.prompt
    ).toEqual(values);
    const required = new Set(facts.flatMap(fact => (fact.required ? fact.subject : [])));
    expect([...required].sort(), item.prompt).toEqual(solved.asked.map(({name}) => name).sort());
  }
});

test("level 5 takes at least eight dependent steps", () => {
  for (const {item, level} of asked)
    if (level === 5) {
      expect(item.steps!.length, item.prompt).toBeGreaterThanOrEqual(8);
      expect(solveSummary(item.prompt)!.steps, item.prompt).toBeGreaterThanOrEqual(8);
    }
});

test("a summary with one value of another item, one number changed, one part left out or one sentence added is wrong", () => {
  const random = randomOf("changes");
  for (const {item} of asked) {
    const {answer, items} = solveSummary(item.prompt)!;
    const sentences = answer.split(". ");
    const cut = answer
      .split(/(?<=[.,:]) /u)
      .toSpliced(random.integer(0, sentences.length - 1), 1)
      .join(" ");
    const [one, other] = random.shuffle([...items]).slice(0, 2) as [(typeof items)[number], (typeof items)[number]];
    const swapped = answer.replaceAll(one.name, "#").replaceAll(other.name, one.name).replaceAll("#", other.name);
    const isEqual = one.decision === other.decision && !/\d/u.test(answer);
    const changes = [
      sentences.slice(1).join(". "),
      answer.replace(/\d/u, digit => String((Number(digit) % 9) + 1)),
      ...(swapped === answer || isEqual ? [] : [swapped]),
      ...(cut === answer ? [] : [cut]),
      `${answer} A petition had been handed in.`,
      `${answer} ${answer} ${answer}`
    ].filter(text => text !== answer);
    for (const text of changes) expect(isRight(item, text), `${item.prompt}\n\n${text}`).toBe(false);
  }
});

test("an empty text, a refusal, another item's summary and the minutes themselves are wrong", () => {
  const other = solveSummary(asked[1]!.item.prompt)!.answer;
  for (const {item} of asked.slice(0, 1).concat(asked.slice(-1)))
    for (const text of ["", "I cannot write that.", other, item.prompt, "a".repeat(10_000)])
      expect(isRight(item, text)).toBe(false);
});

// Worked out by hand.
test("the second solver: two references, a reversed decision and two corrections", () => {
  const prompt = `Summarise part of the minutes below.

Minutes of the town council. Where an item refers to another one, its final value counts, after any correction at the end.
The school kitchen. Leader: Ada Adler. It costs 300 euros less than the castle clock. The decision was the same as on the castle clock. Work starts 3 days later than on the castle clock.
The castle clock. Bruno Castro leads the work. The budget is 4,000 euros. The council approved it. The start is on 30 April.
Corrections. The castle clock costs 150 euros more than stated above. The decision on the castle clock was reversed. Work on the school kitchen starts 2 days later than stated above.

Summarise the items that Ada Adler leads. State for each of them the decision, the cost and the start.`;
  expect(solveSummary(prompt)!.answer).toBe("The school kitchen was rejected, costs 3850 euros and starts on 5 May.");
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = asked;
  const scorer = scorerOf(placed!.item);
  const facts = scorer.facts.map(fact => (fact.relation === "amount" ? {...fact, value: `${Number(fact.value) + 10}`} : fact));
  const wrong = {...placed!, item: {...placed!.item, scorer: {...scorer, facts}}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});
