// Plans of annotation: who judges what, how many pairs two people share, and attention checks that no study counts.
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import type {ResponsePair} from "../../../../pipelines/studies/preferences/annotation/annotation.js";
import {
  assignPairs,
  designOf,
  halfWidthOf,
  overlapFor,
  type PlanDesign
} from "../../../../pipelines/studies/preferences/annotation/plan.js";
import {plannedFile} from "../../../../pipelines/studies/preferences/annotation/plannedFile.js";
import {readVotes} from "../../../../pipelines/studies/preferences/votes/read.js";
import {recordsOf} from "../../../../pipelines/studies/preferences/votes/records.js";
import {CHECK_MODEL} from "../../../../pipelines/studies/preferences/votes/votes.js";

const MODELS = Array.from({length: 15}, (_, i) => `model-${String(i).padStart(2, "0")}`);
const pairs: ResponsePair[] = Array.from({length: 13_000}, (_, i) => ({
  pair_id: `p${i}`,
  question_id: `q${i % 2_000}`,
  turn: 1,
  model_a: MODELS[i % 14]!,
  model_b: MODELS[14]!,
  prompt: `question ${i % 2_000}`,
  response_a: `a${i}`,
  response_b: `b${i}`,
  simulated: false
}));

test("15 models, 12,000 votes, 20 people: exact sizes, no pair twice to one person, each two people share as much", () => {
  const design = designOf({votes: 12_000, annotators: 20, halfWidth: 0.05}, pairs.length) as PlanDesign;
  expect(design).toMatchObject({votes: 12_000, overlap: overlapFor(0.05), pairs: 12_000 - overlapFor(0.05)});
  const hands = assignPairs(pairs, design, {seed: "s"});
  const judged = hands.map(({pairs: hand, checks}) => hand.filter(pair => !checks.includes(pair)));
  expect(judged.reduce((sum, hand) => sum + hand.length, 0)).toBe(12_000);
  const sizes = judged.map(({length}) => length);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  for (const hand of judged) expect(new Set(hand.map(({pair_id}) => pair_id)).size).toBe(hand.length);
  const people = new Map<string, number[]>();
  for (const [person, hand] of judged.entries())
    for (const {pair_id} of hand) people.set(pair_id, [...(people.get(pair_id) ?? []), person]);
  expect(people.size).toBe(design.pairs);
  const shared = [...people.values()].filter(({length}) => length === 2).map(two => two.sort((a, b) => a - b).join());
  expect(shared.length).toBe(design.overlap);
  const counts = new Map<string, number>();
  for (const two of shared) counts.set(two, (counts.get(two) ?? 0) + 1);
  expect(counts.size).toBe(190); // each two of 20
  expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(5);
  expect(assignPairs(pairs, design, {seed: "s"})).toEqual(hands);
  expect(assignPairs(pairs, design, {seed: "t"})).not.toEqual(hands);
});

test("the width of κ is that of simulated votes", () => {
  // Two people of 65 % agreement, 40 % either side and 20 % ties each: they take the same draw as often as it needs.
  const overlap = overlapFor(0.1);
  const random = randomOf("kappa plan");
  const draw = () => (random.chance(0.4) ? 0 : random.chance(2 / 3) ? 1 : 2);
  const chance = 2 * 0.4 ** 2 + 0.2 ** 2;
  const same = (0.65 - chance) / (1 - chance);
  const kappas = Array.from({length: 400}, () => {
    const table = [0, 1, 2].map(() => [0, 0, 0]);
    for (let i = 0; i < overlap; i++) {
      const one = draw();
      table[one]![random.chance(same) ? one : draw()]!++;
    }
    const observed = [0, 1, 2].reduce((sum, k) => sum + table[k]![k]!, 0) / overlap;
    const byChance = [0, 1, 2].reduce(
      (sum, k) => sum + (table[k]!.reduce((a, b) => a + b) / overlap) * (table.reduce((a, row) => a + row[k]!, 0) / overlap),
      0
    );
    return (observed - byChance) / (1 - byChance);
  });
  const mean = kappas.reduce((sum, kappa) => sum + kappa) / kappas.length;
  const halfWidth = 1.96 * Math.sqrt(kappas.reduce((sum, kappa) => sum + (kappa - mean) ** 2, 0) / (kappas.length - 1));
  expect(halfWidth).toBeGreaterThan(0.088);
  expect(halfWidth).toBeLessThan(0.112);
  expect(halfWidthOf(overlap)!).toBeLessThanOrEqual(0.1);
});

test("weakest: one person, one vote, too few pairs, more votes than pairs allow", () => {
  expect(designOf({votes: 50, annotators: 1, halfWidth: 0.1}, 60)).toMatchObject({overlap: 0, pairs: 50, halfWidth: null});
  expect(designOf({votes: 61, annotators: 1, halfWidth: 0.1}, 60)).toEqual({maxVotes: 60});
  expect(designOf({votes: 100, annotators: 2, halfWidth: 0.5}, 60)).toMatchObject({overlap: 40, pairs: 60});
  expect(designOf({votes: 121, annotators: 2, halfWidth: 0.5}, 60)).toEqual({maxVotes: 120});
  const one = designOf({votes: 1, annotators: 3, halfWidth: 0.1}, 10) as PlanDesign;
  expect(one).toMatchObject({overlap: 0, pairs: 1});
  expect(assignPairs(pairs.slice(0, 1), one, {seed: "s"}).map(hand => hand.pairs.length)).toEqual([1, 0, 0]);
});

test("attention checks are spread, differ between people, show an answer to another question, and no study counts their votes", () => {
  const design = designOf({votes: 400, annotators: 4, halfWidth: 0.3}, pairs.length) as PlanDesign;
  const hands = assignPairs(pairs, design, {seed: "s"});
  const ids = hands.flatMap(({checks}) => checks.map(({pair_id}) => pair_id));
  expect([hands.map(({checks}) => checks.length), new Set(ids).size]).toEqual([[2, 2, 2, 2], 8]);
  for (const {checks} of hands)
    for (const check of checks) {
      const origin = pairs.find(({response_a}) => response_a === check.response_a)!;
      expect(origin.question_id).not.toBe(check.question_id);
      expect([check.model_a, check.prompt]).toEqual([CHECK_MODEL, `question ${check.question_id.slice(1)}`]);
    }
  const vote = (judge: string, {question_id, model_a, model_b}: ResponsePair, winner: string) =>
    JSON.stringify({judge, question_id, model_a, model_b, winner});
  const lines = [
    ...hands[0]!.checks.map(check => vote("careful", check, "model_b")),
    ...hands[1]!.checks.map(check => vote("careless", check, "tie")),
    vote("careful", hands[0]!.pairs.find(({model_a}) => model_a !== CHECK_MODEL)!, "model_a")
  ];
  const read = readVotes(recordsOf(lines.join("\n")));
  expect(read.votes.n).toBe(1);
  expect(read.votes.models).not.toContain(CHECK_MODEL);
  expect(read.notes[0]).toMatch(
    /^4 votes on attention checks left out, 50\.0 % right \[15\.0, 85\.0\]; failed by careless 2 of 2$/u
  );
});

test("a person's file is read back: instructions first, then pairs and answers; other lines are named", () => {
  const answer = {eval_id: "e", item_id: "q", trial: 0, prompt: "?", expected: "1", rubric: "", response: "1"};
  const digests = {response_digest: "r", rubric_digest: ""};
  const lines = [
    JSON.stringify({instructions: "read all"}),
    JSON.stringify(pairs[0]),
    JSON.stringify({...answer, ...digests, rubric: null}),
    '{"x": 1}',
    "not JSON"
  ];
  expect(plannedFile(recordsOf(lines.join("\n")))).toEqual({
    instructions: "read all",
    pairs: [pairs[0]],
    answers: [{...answer, ...digests, simulated: false}],
    bad: [4, 5]
  });
  expect(plannedFile(recordsOf(""))).toEqual({instructions: null, pairs: [], answers: [], bad: []});
});
