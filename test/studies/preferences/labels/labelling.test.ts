import {describe, expect, test} from "vitest";
import {BLOCK, restored} from "../../../../pipelines/studies/preferences/annotation/session.js";
import {type LabelRecord, labelSchema, majority} from "../../../../pipelines/studies/preferences/labels/label.js";
import {
  type AnswerToLabel,
  currentAnswer,
  isLabelled,
  keyOfAnswer,
  type LabelAction,
  type LabelDraft,
  type LabelSession,
  labelsOfRecords,
  newLabelSession,
  nextLabel,
  orderOfAnswers
} from "../../../../pipelines/studies/preferences/labels/labelling.js";

const answers: AnswerToLabel[] = Array.from({length: 2 * BLOCK + 5}, (_, i) => ({
  eval_id: `e${i % 3}`,
  item_id: `q${i}`,
  trial: 0,
  prompt: `question ${i}`,
  expected: "",
  rubric: "be right",
  response: `answer ${i}`,
  response_digest: `r${i}`,
  rubric_digest: "rubric 1",
  simulated: true
}));
const fresh = newLabelSession({judge: "Ada", wave: "random", seed: "s"});
const order = orderOfAnswers(answers, fresh);

/** Plays actions on the answers, in the order of the fresh session unless another is passed. */
const play = (actions: readonly LabelAction[], from: LabelSession = fresh, all: readonly AnswerToLabel[] = order) =>
  actions.reduce((session, action) => nextLabel(session, action, currentAnswer(session, {order: all, all})), from);
const judged = (isCorrect: boolean, note = ""): LabelAction[] => [
  {type: "label", isCorrect},
  ...(note === "" ? [] : [{type: "note", note} as const]),
  {type: "save", date: "2026-01-02T03:04:05.000Z"}
];

test("an order is a permutation, the same after a reload, another for another person, alike in blocks", () => {
  expect(orderOfAnswers(answers, fresh)).toEqual(order);
  const other = orderOfAnswers(answers, {...fresh, judge: "Bob"});
  expect(other).not.toEqual(order);
  const ids = (list: readonly AnswerToLabel[]) => list.slice(0, BLOCK).map(keyOfAnswer).sort();
  expect(ids(other)).toEqual(ids(order));
  expect(new Set(order.map(keyOfAnswer)).size).toBe(answers.length);
});

test("labels name answer, annotator, digests and draw in the one format; a session survives a reload", () => {
  const session = play([...judged(true, " by luck "), ...judged(false), {type: "label", isCorrect: true}]);
  expect(session.done.map(label => labelSchema.parse(label))).toEqual([
    {
      ...{eval_id: order[0]!.eval_id, item_id: order[0]!.item_id, trial: 0, annotator: "Ada", label: "correct", note: "by luck"},
      ...{at: "2026-01-02T03:04:05.000Z", response: order[0]!.response_digest, rubric: "rubric 1", draw: "random"}
    },
    expect.objectContaining({item_id: order[1]!.item_id, label: "incorrect", note: ""})
  ]);
  const text = JSON.stringify(session);
  expect(restored<LabelRecord, LabelDraft>(text, () => true)).toEqual(session);
  expect(currentAnswer(session, {order, all: answers})).toBe(order[2]);
});

test("undo takes entries back step by step, over saved labels too, and brings back what they said", () => {
  const session = play([...judged(true), ...judged(false, "sign")]);
  const back = play([{type: "undo"}], session);
  expect(back.done.length).toBe(1);
  expect(back.draft).toEqual({opened: keyOfAnswer(order[1]!), isCorrect: false, note: "sign"});
  expect(play([{type: "save", date: "t"}], back).done.map(({label}) => label)).toEqual(["correct", "incorrect"]);
  const start = play([{type: "undo"}, {type: "undo"}, {type: "undo"}], back);
  expect([start.done, start.draft.opened === null || start.draft.isCorrect]).toEqual([[], true]);
  expect(play([{type: "undo"}, {type: "undo"}], start)).toEqual(fresh);
  expect(play([{type: "undo"}])).toBe(fresh);
});

test("an earlier answer is opened with its label; saved again, the last label counts and none is asked twice", () => {
  const session = play([...judged(true), ...judged(true)]);
  const opened = play([{type: "open", answer: keyOfAnswer(order[0]!)}], session);
  expect(opened.draft.isCorrect).toBe(true);
  const corrected = play(
    [
      {type: "label", isCorrect: false},
      {type: "save", date: "2026-01-03T00:00:00Z"}
    ],
    opened
  );
  expect(corrected.done.length).toBe(3);
  expect(currentAnswer(corrected, {order, all: answers})).toBe(order[2]);
  const labels = corrected.done.filter(label => keyOfAnswer(label) === keyOfAnswer(order[0]!));
  const asLabel = ({annotator, label, ...rest}: LabelRecord) => ({
    annotator: annotator!,
    isCorrect: label === "correct",
    at: rest.at!
  });
  expect(majority(labels.map(asLabel))).toBe(false);
});

test("a linked answer that nobody drew is shown first, without a label, and does not count as drawn at random", () => {
  const linked = {...answers[0]!, item_id: "linked", random: false, disagree: false};
  const all = [...order, linked];
  const session = nextLabel(fresh, {type: "open", answer: keyOfAnswer(linked)}, null);
  const current = currentAnswer(session, {order, all});
  expect([current, session.draft.isCorrect]).toEqual([linked, null]);
  const saved = nextLabel(nextLabel(session, {type: "label", isCorrect: true}, current), {type: "save", date: "t"}, current);
  expect(saved.done[0]!.draw).toBe("disagree");
  expect(currentAnswer(saved, {order, all})).toBe(order[0]);
  // A link to an answer that the store has not drawn: the next one.
  const missing = nextLabel(fresh, {type: "open", answer: "none/such/0"}, null);
  expect(currentAnswer(missing, {order, all})).toBe(order[0]);
});

test("after a change of the rubric or of a response the answer is asked again, and both labels are exported", () => {
  const session = play([...judged(true), ...judged(true)]);
  const changed = order.map((answer, i) =>
    i === 0 ? {...answer, rubric_digest: "rubric 2"} : i === 1 ? {...answer, response_digest: "other"} : answer
  );
  expect(changed.slice(0, 3).map(answer => isLabelled(session, answer))).toEqual([false, false, false]);
  expect(currentAnswer(session, {order: changed, all: changed})).toBe(changed[0]);
  const again = play(judged(false), session, changed);
  expect(again.done.map(({rubric, label}) => [rubric, label])).toEqual([
    ["rubric 1", "correct"],
    ["rubric 1", "correct"],
    ["rubric 2", "incorrect"]
  ]);
  expect(isLabelled(again, changed[0]!)).toBe(true);
});

describe("weakest cases", () => {
  test("no answers; one; nothing can be saved without a label", () => {
    expect(currentAnswer(fresh, {order: [], all: []})).toBeNull();
    for (const action of [
      {type: "label", isCorrect: true},
      {type: "save", date: "t"},
      {type: "note", note: "x"}
    ] as const)
      expect(nextLabel(fresh, action, null)).toBe(fresh);
    expect(play([{type: "save", date: "t"}])).toBe(fresh);
    const single = answers[0]!;
    const done = play(judged(true), fresh, [single]);
    expect(currentAnswer(done, {order: [single], all: [single]})).toBeNull();
  });

  test("files of others: aliases are for the reader, blanks are passed over, other lines are named", () => {
    const {labels, bad} = labelsOfRecords([
      {line: 1, value: {key: "e/q/0", label: 1, annotator: null}},
      {line: 2, value: {eval_id: "e", item_id: "q", label: ""}},
      {line: 3, value: {eval_id: "e", label: "correct"}},
      {line: 4, value: {eval_id: "e", item_id: "q", label: "maybe"}},
      {line: 5, value: null}
    ]);
    expect(labels).toEqual([{key: "e/q/0", label: "correct"}]);
    expect(bad).toEqual([3, 4, 5]);
  });
});
