// Texts that hedge, refuse or leave their answer open: the classifier never chooses one of their values.
import {describe, expect, test} from "vitest";
import {kindOfChoices, numberKind} from "../../../../pipelines/score/answer/kinds.js";
import {readAnswer} from "../../../../pipelines/score/answer/read.js";
import type {ValueKind} from "../../../../pipelines/score/answer/values.js";

/** Hedges with two values A and B. */
const HEDGES = [
  "It could be A or B.",
  "Either A or maybe B.",
  "I am torn between A and B.",
  "A? B? Hard to say.",
  "Perhaps A, though B seems just as good to me",
  "It might be A, but then again it might be B and",
  "I cannot decide whether it is A or B,",
  "My guess would be A, or else B, and",
  "Possibly A. Possibly B. There is no way to tell, so",
  "It depends on how one counts: A if the first is included, B otherwise, and",
  "One could argue for A; one could equally argue for B:",
  "A seems plausible, and so does B, which leaves",
  "I would say A, but I am not sure, since B fits too and",
  "Is it A? Or is it B? I do not know, and",
  "The data are insufficient to choose between A and B, so",
  "We get A by one method and B by the other, and it is unclear which",
  "It is somewhere between A and B,",
  "A, or is it B",
  "Some would answer A, others B; I can't say which is",
  "It is not A, and it is probably not B, because",
  "Neither A nor B can be ruled out, so",
  "It is unknown whether A is meant or B,",
  "Maybe A... maybe B... I keep going back and forth and",
  "A or B, take your pick,"
];
/** Refusals with a value A in them. */
const REFUSALS = [
  "None of these fits, not even A,",
  "This cannot be determined from A alone, and",
  "There is not enough information; A is the only figure that is given, and",
  "I don't know. The question only mentions A, so",
  "It is impossible to say, even with A as a start,"
];
const FRAMES = ["", "We look at it closely. ", "First we read the question.\nThen we think about it.\n", '{\n  "reasoning": "'];
const KINDS: readonly [name: string, kind: ValueKind, first: string, second: string][] = [
  ["numbers", numberKind, "12", "13"],
  ["amounts", numberKind, "$1,250", "$1,300"],
  ["options", kindOfChoices(["Paris", "Rome", "Berlin", "Madrid"]), "Paris", "Rome"]
];

const all = KINDS.flatMap(([name, kind, first, second]) =>
  FRAMES.flatMap(frame =>
    [...HEDGES, ...REFUSALS].map(hedge => ({
      name,
      kind,
      text:
        frame + hedge.replace(/\b[AB]\b/gu, letter => (letter === "A" ? first : second)) + (frame.startsWith("{") ? '"\n}' : "")
    }))
  )
);

test("there are at least 200 hedges", () =>
  expect(new Set(all.map(({name, text}) => `${name} ${text}`)).size).toBeGreaterThanOrEqual(200));

describe.each(KINDS.map(([name]) => name))("%s", own => {
  const texts = all.filter(({name}) => name === own);
  test("no hedge is read by the classifier", () => {
    const read = texts.filter(({text, kind}) => readAnswer(text, kind).rule?.startsWith("classifier"));
    expect(read.map(({text}) => text)).toEqual([]);
  });

  test("the classifier changes no reading of a hedge", () => {
    for (const {text, kind} of texts) expect(readAnswer(text, kind), text).toEqual(readAnswer(text, kind, {classifier: false}));
  });
});
