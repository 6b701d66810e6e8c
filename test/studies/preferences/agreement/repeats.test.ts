// Votes that are logged twice: the first counts in agreement, and repeats show how consistent a judge is with itself.
import {expect, test} from "vitest";
import {voteAgreement} from "../../../../pipelines/studies/preferences/agreement/agreement.js";
import {cohenBetween, cohenPooled, judgeRows} from "../../../../pipelines/studies/preferences/agreement/cohen.js";
import {selfConsistency} from "../../../../pipelines/studies/preferences/agreement/repeats.js";
import {humanStudy} from "../../../../pipelines/studies/preferences/study.js";
import {type Vote, votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";

const vote = (judge: string, question: string, winner: Vote["winner"], models = ["x", "y"]): Vote => ({
  judge,
  question,
  turn: 1,
  model_a: models[0]!,
  model_b: models[1]!,
  winner
});
const questions = Array.from({length: 8}, (_, q) => `q${q}`);
const alternating = (judge: string, shift = 0): Vote[] =>
  questions.map((question, q) => vote(judge, question, (q + shift) % 2 === 0 ? "a" : "b"));
const other = {a: "b", b: "a", tie: "tie"} as const;

/** Ways in which a log has a vote again. */
const AGAIN: [string, (votes: Vote[]) => Vote[]][] = [
  ["the same lines again", votes => [...votes, ...votes]],
  ["each line twice in a row", votes => votes.flatMap(each => [each, each])],
  ["three times", votes => [...votes, ...votes, ...votes]],
  ["with another verdict", votes => [...votes, ...votes.map(each => ({...each, winner: other[each.winner]}))]],
  ["with a tie", votes => [...votes, ...votes.map(each => ({...each, winner: "tie" as const}))]],
  [
    "answers swapped",
    votes => [
      ...votes,
      ...votes.map(each => ({...each, model_a: each.model_b, model_b: each.model_a, winner: other[each.winner]}))
    ]
  ],
  ["one vote alone", votes => [...votes, votes[3]!]]
];

test.each(AGAIN)("one judge, %s: no agreement, since no two judges judged the same answers", (_, again) => {
  const votes = votesOf(again(alternating("ann")));
  const {fleiss, krippendorff, observed} = voteAgreement(votes);
  for (const coefficient of [
    fleiss,
    krippendorff.nominal,
    krippendorff.ordinal,
    krippendorff.interval,
    observed,
    cohenPooled(votes)
  ])
    expect(coefficient.value).toBeNull();
  expect(judgeRows(votes)[0]!.kappa.value).toBeNull();
});

test.each(
  AGAIN
)("two judges who differ throughout, the first %s: all coefficients are those of the log without repeats", (_, again) => {
  const [ann, bob] = [alternating("ann"), alternating("bob", 1)];
  const [once, twice] = [votesOf([...ann, ...bob]), votesOf([...again(ann), ...bob])];
  expect(voteAgreement(twice)).toEqual(voteAgreement(once));
  expect(voteAgreement(twice, {ties: false})).toEqual(voteAgreement(once, {ties: false}));
  // α of 16 ratings, 8 of each of two categories: D_o = 1, D_e = 8 · 8 · 2 ÷ (16 · 15), 1 − 15/8 = −0.875 (Krippendorff 2011)
  expect(voteAgreement(twice).krippendorff.nominal.value).toBeCloseTo(-0.875, 12);
  const kappas = [once, twice].map(votes => judgeRows(votes).find(({judge}) => judge === "ann")!.kappa);
  expect(kappas[1]).toEqual(kappas[0]);
  const between = [once, twice].map(votes =>
    cohenBetween(
      votes,
      judge => votes.judges[judge] === "ann",
      judge => votes.judges[judge] === "bob"
    )
  );
  expect(between[1]).toEqual(between[0]);
});

test("a judge's consistency with itself: 8 units again, of which two with another verdict", () => {
  const again = alternating("ann").map((each, q) => (q < 2 ? {...each, winner: other[each.winner]} : each));
  const votes = votesOf([...alternating("ann"), ...again, ...alternating("bob"), vote("bob", "q0", "a")]);
  const {all, byJudge} = selfConsistency(votes);
  expect(all).toMatchObject({repeats: 9, contradictions: 2, consistent: {n: 9, value: 7 / 9}});
  const ann = byJudge.get(votes.judges.indexOf("ann"))!;
  expect(ann).toMatchObject({repeats: 8, contradictions: 2, consistent: {n: 8, value: 0.75}});
  // Wilson 1927 for 6 of 8, z = 1.959964: [0.40928, 0.92852]
  expect([ann.consistent.low, ann.consistent.high]).toEqual([expect.closeTo(0.40928, 4), expect.closeTo(0.92852, 4)]);
  expect(judgeRows(votes).map(({judge, consistent}) => [judge, consistent.n])).toEqual([
    ["ann", 8],
    ["bob", 1]
  ]);
  const {study} = humanStudy(votes);
  expect(study.repeats).toEqual(all);
  expect(study.notes.join("\n")).toMatch(/9 votes of judges on answers that they had judged before.*2 units of 9/u);
});

test("without repeats, and without votes, nothing is said", () => {
  for (const list of [alternating("ann"), []])
    expect(selfConsistency(votesOf(list)).all).toEqual({
      repeats: 0,
      contradictions: 0,
      consistent: {n: 0, value: null, low: 0, high: 1}
    });
});
