import {expect, test} from "vitest";
import {summary} from "../../../../pipelines/generate/benchmarks/language/summary.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {repetitions} from "../../../repetitions.js";
import {disagreements, isRight, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {type Minutes, solveSummary} from "./summarySolver.js";

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
      `${answer} ${answer} ${answer} ${answer}`
    ].filter(text => text !== answer);
    for (const text of changes) expect(isRight(item, text), `${item.prompt}\n\n${text}`).toBe(false);
  }
});

/** Sentences about one item, by its values: each of them has all four. */
const WORDINGS: readonly ((item: Minutes) => string)[] = [
  ({name, leader, decision, cost, start}) =>
    `Led by ${leader}, the ${name} was ${decision}; its cost is €${cost} and its start is on ${start}.`,
  ({name, leader, decision, cost, start}) =>
    `${leader} leads the ${name}. It was ${decision}. It costs ${cost.toLocaleString("en")} euros. Work starts on ${start}.`,
  ({name, leader, decision, cost, start}) => `- ${name}: ${decision}, ${cost} euros, from ${start}, under ${leader}`,
  ({name, leader, decision, cost, start}) =>
    `${leader}'s ${name}, which will cost ${cost} euros from ${start.replace(/(\d+) (\w+)/u, "$2 $1")}, is ${decision}.`,
  ({name, leader, decision, cost, start}) =>
    `The council ${decision} the ${name} (leader: ${leader}, budget: ${cost} euros, beginning on the ${start.replace(" ", " of ")}).`
];

test("five wordings of all facts are right without a limit; with one value of another item, or another number, none is", () => {
  const random = randomOf("wordings");
  for (const {item} of asked.filter((_, i) => i % 5 === 0)) {
    const {max_words: _, max_sentences: __, ...scorer} = scorerOf(item);
    const free = {...item, scorer};
    const {items, asked: required} = solveSummary(item.prompt)!;
    const write = (list: readonly Minutes[], wording: (item: Minutes) => string): string => list.map(wording).join("\n");
    for (const wording of WORDINGS) {
      expect(isRight(free, write(items, wording)), `${item.prompt}\n\n${write(items, wording)}`).toBe(true);
      const changed = random.pick(required);
      const key = random.pick(["leader", "decision", "cost", "start"] as const);
      const others = items.filter(other => other[key] !== changed[key]);
      if (others.length === 0) continue;
      const value = {[key]: random.pick(others)[key]};
      const text = write(
        items.map(each => (each === changed ? {...each, ...value} : each)),
        wording
      );
      expect(isRight(free, text), `${item.prompt}\n\n${text}`).toBe(false);
      const dearer = write(
        items.map(each => (each === changed ? {...each, cost: each.cost + 10} : each)),
        wording
      );
      expect(isRight(free, dearer), `${item.prompt}\n\n${dearer}`).toBe(false);
    }
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

Minutes of the town council. If an item refers to another one, its final value counts, after any correction at the end.
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
