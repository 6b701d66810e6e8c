import {describe, expect, test} from "vitest";
import {type AnswerLabel, labelAgreement} from "../../../../pipelines/studies/preferences/labels/agreement.js";

/** Labels of two annotators: a string of their labels of one answer each, 1 for correct. */
const labelled = (answers: readonly string[]): AnswerLabel[] =>
  answers.flatMap((labels, i) =>
    [...labels].flatMap((label, j) =>
      label === "." ? [] : [{answer: `a${i}`, item_id: `q${i}`, annotator: `person ${j}`, isCorrect: label === "1", at: ""}]
    )
  );
const times = (n: number, labels: string): string[] => new Array<string>(n).fill(labels);

test("Cohen's κ of 50 proposals that two readers accept or reject is 0.40", () => {
  // The worked example of Wikipedia's "Cohen's kappa": 20 both yes, 5 and 10 apart, 15 both no.
  const {cohen, labels, annotators} = labelAgreement(
    labelled([...times(20, "11"), ...times(5, "10"), ...times(10, "01"), ...times(15, "00")])
  );
  expect([labels, annotators, cohen.n]).toEqual([100, 2, 50]);
  expect(cohen.value).toBeCloseTo(0.4, 12);
  expect(cohen.lo! < 0.4 && 0.4 < cohen.hi!).toBe(true);
});

test("Krippendorff's α of two observers' binary data is 0.095", () => {
  // Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability", part A: Meg and Owen on ten articles.
  const [meg, owen] = ["0100000010", "1110010000"];
  const {krippendorff} = labelAgreement(labelled(Array.from(meg!, (label, i) => label + owen![i])));
  expect(krippendorff.n).toBe(10);
  expect(krippendorff.value).toBeCloseTo(0.095, 3);
});

describe("weakest cases", () => {
  test("no label, one annotator, no answer of two: none, with the reason", () => {
    expect(labelAgreement([])).toMatchObject({labels: 0, annotators: 0, cohen: {value: null, n: 0}});
    expect(labelAgreement(labelled(["1", "0"])).fleiss).toMatchObject({value: null, why: "fewer than two annotators"});
    expect(labelAgreement(labelled(["1.", ".0"])).krippendorff).toMatchObject({
      value: null,
      why: "no answer that two annotators labelled"
    });
  });

  test("all alike: no coefficient, since agreement by chance is 1; one answer: no interval", () => {
    const alike = labelAgreement(labelled(times(8, "11")));
    for (const each of [alike.cohen, alike.fleiss, alike.krippendorff]) expect(each).toMatchObject({value: null, n: 8});
    expect(labelAgreement(labelled(["10"])).fleiss).toMatchObject({lo: null, hi: null, n: 1});
  });

  test("of several labels of one person the last counts, in any order of lines", () => {
    const first = labelled([...times(5, "11"), ...times(5, "00"), "10"]);
    const onDay = (labels: AnswerLabel[], day: string) =>
      labels.map((each): AnswerLabel => Object.assign({}, each, {at: `${day}T00:00:00Z`}));
    const dated = onDay(first, "2026-01-01");
    const earlier = onDay(
      first.map(each => ({...each, isCorrect: !each.isCorrect})),
      "2025-12-31"
    );
    expect(labelAgreement([...dated, ...earlier])).toEqual(labelAgreement(dated));
  });

  test("a third person adds to all coefficients, and answers of one person to none", () => {
    const three = labelAgreement(labelled(["111", "000", "110", "001", "1..", "..0"]));
    expect([three.annotators, three.labels, three.fleiss.n]).toEqual([3, 14, 4]);
    // Fleiss' κ by hand: observed (1 + 1 + ⅓ + ⅓) ÷ 4, by chance ½.
    expect(three.fleiss.value).toBeCloseTo((2 / 3 - 0.5) / 0.5, 12);
  });
});
