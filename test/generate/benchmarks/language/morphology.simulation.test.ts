import {expect, test} from "vitest";
import {MORPHOLOGY_OPENING, morphology} from "../../../../pipelines/generate/benchmarks/language/morphology.js";
import {disagreements, placedItems} from "../quality/measure.js";
import {qualityTests} from "../quality/qualityTests.js";
import {solveMorphology} from "./morphologySolver.js";

const measured = {benchmark: morphology, solve: solveMorphology, least_rate: 2_000};

qualityTests(measured, {size: 4_020});

const asked = placedItems(morphology, {count: 1_000});

test("level 5 has nine sentences, and the last value is the answer", () => {
  for (const {item, level} of asked) {
    if (level === 5) expect(solveMorphology(item.prompt)!.steps, item.prompt).toBe(9);
    expect(String(item.steps!.at(-1)!.value)).toBe(item.expected);
  }
});

test("the place of the right form among four is no better than a guess", () => {
  const counts = [0, 0, 0, 0];
  for (const {item} of asked) {
    const forms = /\[([^\]]+)\][^[\]]*\.\nWhich/u.exec(item.prompt)![1]!.split("; ");
    expect(new Set(forms.map(form => form.split(": ")[1])).size).toBe(4);
    counts[forms.findIndex(form => form.startsWith(`${item.expected}:`))]!++;
  }
  // Three standard errors of a quarter among 1,000.
  for (const count of counts) expect(Math.abs(count / asked.length - 0.25)).toBeLessThan(0.042);
});

const put = (language: string, sentence: string): string =>
  `${MORPHOLOGY_OPENING}\n\nThe sentences are in ${language}.\n1. ${sentence}.\nWhich number is before the right form in sentence 1?\n\nThink it through, then finish with a line of the form\nAnswer: <integer>`;

// Read by hand.
test.each([
  ["English", "the robot near the girls [101: sees herself; 102: sees itself; 103: see themselves] on the screen", 102],
  ["French", "la lampe et le sac des danseuses [101: est verte; 102: sont verts; 103: sont vertes] cette année", 102],
  ["French", "la lampe et les robes du voisin [101: est verte; 102: sont verts; 103: sont vertes] cette année", 103],
  ["German", "die Uhren des Arztes [101: ist die neueste; 102: sind die neuesten] von allen", 102],
  ["Spanish", "Hoy el mapa de la vecina [101: está sucio; 102: está sucia]", 101],
  ["Russian", "В прошлом году пальто соседки [101: была новая; 102: было новое]", 102],
  ["Turkish", "Ayşe mavi otobüs [101: -i; 102: -u; 103: -ü] gördü", 103],
  ["Turkish", "Ayşe sarı köyler [101: -ü; 102: -i; 103: -ı] gördü", 102]
])("the second solver: %s, %s", (language, sentence, value) => {
  expect(solveMorphology(put(language, sentence))?.answer).toBe(String(value));
});

test("a wrong key is found by the second solver", async () => {
  const [placed] = asked;
  const wrong = {...placed!, item: {...placed!.item, expected: String(Number(placed!.item.expected) + 1)}};
  expect(await disagreements(measured, [placed!, wrong])).toEqual([wrong]);
});

test("a question of another benchmark is not read", () => expect(solveMorphology("What is 2 + 2?")).toBeNull());
