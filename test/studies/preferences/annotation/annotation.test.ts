// Annotation: what is asked, kept and undone; and the waves that repeat a study.
import fc from "fast-check";
import {expect, test} from "vitest";
import {
  type Action,
  annotationRounds,
  drawn,
  isDraft,
  newSession,
  next,
  type ResponsePair,
  resumed
} from "../../../../pipelines/studies/preferences/annotation/annotation.js";
import {BLOCK, jsonLines, restored} from "../../../../pipelines/studies/preferences/annotation/session.js";
import {readVotes} from "../../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../../pipelines/studies/preferences/votes/records.js";
import {listOf} from "../../../../pipelines/studies/preferences/votes/votes.js";

const pairs: ResponsePair[] = Array.from({length: 40}, (_, i) => ({
  pair_id: `p${i}`,
  question_id: `q${i}`,
  turn: 1,
  model_a: "ann",
  model_b: "bob",
  prompt: "?",
  response_a: "a",
  response_b: "b",
  simulated: true
}));
const fresh = newSession({judge: "me", wave: "1", seed: "s"});
const order = drawn(pairs, fresh);
const play = (actions: Action[], from = fresh) => actions.reduce((session, action) => next(session, action, order), from);
const judged: Action[] = [
  {type: "show", at: "t0"},
  {type: "prefer", preference: "left"},
  ...[5, 4, null, 3, 2, 1].map((value): Action => ({type: "rate", value})),
  {type: "save", at: "t1"}
];

test("the order is the session's own: the same after a reload, another for another judge; sides fall both ways", () => {
  expect(drawn(pairs, fresh)).toEqual(order);
  expect(drawn(pairs, {...fresh, judge: "you"})).not.toEqual(order);
  expect(new Set(order.map(({pair}) => pair.pair_id)).size).toBe(40);
  const straight = Array.from({length: 50}, (_, s) => drawn(pairs, {...fresh, seed: String(s)}))
    .flat()
    .filter(each => each.straight).length;
  expect(Math.abs(straight / 2_000 - 0.5)).toBeLessThan(0.045); // 4 standard errors of 2,000 fair draws
});

test("annotators who judge as many pairs judge the same ones, each in an order of their own", () => {
  const ids = (judge: string) => drawn(pairs, {...fresh, judge}).map(({pair}) => pair.pair_id);
  const first = pairs.slice(0, BLOCK).map(({pair_id}) => pair_id);
  for (const judge of ["you", "they"]) expect(ids(judge).slice(0, BLOCK).sort()).toEqual([...first].sort());
  expect(ids("you").slice(0, BLOCK)).not.toEqual(ids("they").slice(0, BLOCK));
});

test("a session goes on where it stood when the store has other pairs: no pair twice, none judged under another's text", () => {
  const session = play([...judged, ...judged, ...judged]);
  expect(resumed(order, session.done)).toEqual(order);
  const [lost, ...kept] = session.done.map(({pair_id}) => pair_id);
  const now = drawn([...pairs.filter(({pair_id}) => pair_id !== lost), {...pairs[0]!, pair_id: "new"}], fresh);
  const goes = resumed(now, session.done);
  expect(goes.slice(0, 3).map(({pair}) => pair.pair_id)).toEqual([lost, ...kept]);
  expect(goes[0]!.pair.response_a).toContain("no longer in the store");
  expect(goes.slice(1, 3)).toEqual(order.slice(1, 3));
  expect(new Set(goes.map(({pair}) => pair.pair_id)).size).toBe(goes.length);
  expect(goes).toHaveLength(41);
  const undone = next(next(session, {type: "undo"}, goes), {type: "save", at: "t2"}, goes);
  expect(undone.done.at(-1)).toMatchObject({pair_id: session.done[2]!.pair_id, winner: session.done[2]!.winner});
});

test("a vote names the model on the left as a, and says in which order it was shown", () => {
  const {done, draft} = play(judged);
  const {pair, straight} = order[0]!;
  expect(done).toEqual([
    {
      judge: "me",
      model_a: straight ? "ann" : "bob",
      model_b: straight ? "bob" : "ann",
      question_id: pair.question_id,
      turn: 1,
      winner: "model_a",
      helpfulness: {a: 5, b: 4},
      correctness: {a: null, b: 3},
      fluency: {a: 2, b: 1},
      wave: "1",
      pair_id: pair.pair_id,
      shown_position: 1,
      shown_order: straight ? "straight" : "swapped",
      order_seed: "s",
      shown_at: "t0",
      tstamp: "t1",
      simulated: true
    }
  ]);
  expect(draft).toEqual({preference: null, ratings: [], shown: null});
});

test("undo takes back any steps, one by one, to the very beginning", () => {
  const step = fc.constantFrom<Action>(
    {type: "prefer", preference: "left"},
    {type: "prefer", preference: "tie"},
    {type: "rate", value: 3},
    {type: "rate", value: null},
    {type: "rate slot", slot: 4, value: 2},
    {type: "save", at: "t"}
  );
  fc.assert(
    fc.property(fc.array(step, {maxLength: 60}), steps => {
      let session = play(steps);
      for (let undone = 0; undone < 500; undone++) session = next(session, {type: "undo"}, order);
      expect(session.done).toEqual([]);
      expect(session.draft).toMatchObject({preference: null, ratings: []});
    })
  );
  const saved = play(judged);
  expect(play([{type: "undo"}], saved).draft).toEqual({preference: "left", ratings: [5, 4, null, 3, 2, 1], shown: "t0"});
});

test("a vote saved without ratings and taken back has room for them: the next digit fills the first", () => {
  const saved = play([
    {type: "prefer", preference: "tie"},
    {type: "save", at: "t1"}
  ]);
  const back = play([{type: "undo"}], saved);
  expect(back.draft).toMatchObject({preference: "tie", ratings: []});
  expect(play([{type: "rate", value: 4}], back).draft.ratings).toEqual([4]);
  expect(play([{type: "undo"}], back).draft.preference).toBe(null);
});

test("what cannot be done changes nothing", () => {
  expect(play([{type: "rate", value: 3}])).toEqual(fresh);
  expect(play([{type: "save", at: "t"}])).toEqual(fresh);
  const preferred = play([{type: "prefer", preference: "tie"}]);
  for (const value of [0, 6, 2.5]) expect(play([{type: "rate", value}], preferred)).toEqual(preferred);
  expect(next(fresh, {type: "prefer", preference: "tie"}, [])).toEqual(fresh);
});

test("a session survives as text; anything else does not pass for one", () => {
  const session = play(judged);
  expect(restored(JSON.stringify(session), isDraft)).toEqual(session);
  for (const text of [null, "", "null", "[]", "{}", '{"judge":1}', "not json"]) expect(restored(text, isDraft)).toBeNull();
});

test("the download is read by the study of votes", () => {
  const {done} = play([...judged, {type: "prefer", preference: "tie"}, {type: "save", at: "t2"}]);
  const {votes: columns, warnings} = readVotes(recordsOf(jsonLines(done)));
  const votes = listOf(columns);
  expect(warnings).toEqual([]);
  expect(votes.map(({judge, winner}) => [judge, winner])).toEqual([
    ["me", "a"],
    ["me", "tie"]
  ]);
  expect(votes[0]!.ratings?.helpfulness).toEqual({a: 5, b: 4});
});

test("waves: ordinal α of ratings by aspect is Krippendorff's", () => {
  // His example of 2011 (ordinal α = 0.815) as ratings of the answer shown first; the other answer is rated by nobody.
  const rows = ["12332141 2...", "1233224 125.3", ".3332342 2 51.", "1233244 1 251."].map(row => row.replaceAll(" ", ""));
  const lines = rows.flatMap((row, j) =>
    [...row].map((value, q) =>
      JSON.stringify({
        judge: `j${j}`,
        model_a: "m",
        model_b: "n",
        question_id: q,
        turn: 1,
        winner: "tie",
        wave: "1",
        ...(value !== "." && {fluency: {a: Number(value), b: null}})
      })
    )
  );
  const [wave] = annotationRounds(recordsOf(lines.join("\n")), new Map()).rounds;
  expect(wave!.alphas).toEqual([{aspect: "fluency", alpha: expect.objectContaining({value: expect.closeTo(0.815, 3), n: 11})}]);
});

test("waves: κ among judges, κ with the wave before, and ρ with a score", () => {
  const vote = (wave: string, judge: string, question: string, [a, b]: string[], winner: string) =>
    JSON.stringify({judge, model_a: a, model_b: b, question_id: question, turn: 1, winner, wave});
  const models = ["m1", "m2", "m3", "m4", "m5"];
  const lines: string[] = [];
  for (const wave of ["1", "2"])
    for (const judge of ["x", "y"])
      models.forEach((a, i) => {
        for (const b of models.slice(i + 1)) lines.push(vote(wave, judge, `${a}${b}`, [a, b], "model_b"));
      });
  // One verdict of judge y in wave 2 is another.
  lines[lines.length - 1] = vote("2", "y", "m4m5", ["m4", "m5"], "model_a");
  const score = new Map(models.map((model, i) => [model, i]));
  const {rounds: waves, warnings} = annotationRounds(recordsOf(lines.join("\n")), score);
  expect(warnings).toEqual([]);
  expect(waves.map(({wave, votes, judges, models}) => [wave, votes, judges, models])).toEqual([
    ["1", 20, 2, 5],
    ["2", 20, 2, 5]
  ]);
  expect(waves[0]!.fleiss.value).toBeNull(); // all chose the second: no κ
  // Wave 2 by hand: 9 of 10 pairs agree, Pe = (1/20)² + (19/20)² = .905: κ = (.9 − .905) ÷ .095.
  expect(waves[1]!.fleiss.value).toBeCloseTo((0.9 - 0.905) / 0.095, 10);
  expect(waves[1]!.retest.n).toBe(10);
  // Shares of wins are 0, ¼, ½, ¾, 1 as the scores are ordered.
  expect(waves[0]!.correlation).toMatchObject({value: expect.closeTo(1, 10), n: 5});
});
