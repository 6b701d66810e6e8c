// The twenty skills: every answer is the one that a reader of the text alone derives, and its supporting facts are enough for it.
import {describe, expect, test} from "vitest";
import {SKILL_NAMES, SKILLS} from "../../../pipelines/generate/facts/skills.js";
import {randomAt, randomOf} from "../../../pipelines/generate/seed.js";
import {answerTo, statementsIn} from "../../../pipelines/infer/reference/solve/facts.js";

/** Items of each skill, of 2 facts or the fewest up to 40. */
const ITEMS = 1_000;
const sizes = [1, 2, 3, 5, 8, 12, 20, 40];

describe.each(SKILL_NAMES)("%s", name => {
  const skill = SKILLS[name];

  test(`a reader of the text gives the same answer, ${ITEMS} times`, () => {
    const wrong: unknown[] = [];
    for (let i = 0; i < ITEMS; i++) {
      const count = Math.max(skill.fewest, sizes[i % sizes.length]!);
      const {facts, question, answer} = skill.make(randomAt(name, i), count);
      expect(facts).toHaveLength(count);
      const found = answerTo(question, statementsIn(facts.join(" ")));
      if (found !== answer) wrong.push({i, facts, question, answer, found});
    }
    expect(wrong).toEqual([]);
  });

  test("the supporting facts alone give the answer", () => {
    const wrong: unknown[] = [];
    for (let i = 0; i < 200; i++) {
      const {facts, supporting, question, answer} = skill.make(randomAt(`support ${name}`, i), Math.max(skill.fewest, 8));
      const alone = answerTo(question, statementsIn(supporting.map(number => facts[number]).join(" ")));
      if (alone !== answer) wrong.push({i, facts, supporting, question, answer, alone});
    }
    expect(wrong).toEqual([]);
  });

  test("answers consist of its labels, and none is given much more often than others", () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 500; i++) {
      const {answer} = skill.make(randomOf(`${name} labels ${i}`), Math.max(skill.fewest, 10));
      for (const part of answer.split(", ")) expect(skill.labels).toContain(part);
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
    }
    expect(counts.size).toBeGreaterThan(1);
    // A guess of the commonest answer is right for half of the questions at most, where there are two answers.
    expect(Math.max(...counts.values()) / 500).toBeLessThan(0.6);
  });
});
