import fc from "fast-check";
import {expect, test} from "vitest";
import {type Random, randomOf} from "../../../pipelines/generate/seed.js";
import {falseDiscoveryRate} from "../../../pipelines/stats/falseDiscovery.js";
import type {PairedAnswers, Tests} from "../../../pipelines/stats/paired.js";
import {layTests} from "../../../pipelines/studies/compare/answers.js";
import {type ClusterOptions, clusters, METHODS} from "../../../pipelines/studies/compare/clusters.js";
import {ABSENT, singleAnswers} from "../../stats/singleAnswers.js";

function asked(points: number, size: number): Tests {
  return layTests(
    Array.from({length: points * size}, (_, test) => ({
      base_task: test < (points * size) / 2 ? "coin" : "sum",
      params: String(Math.floor(test / size)),
      guess_chance: test < (points * size) / 2 ? 0.5 : 0,
      generator_version: 1
    }))
  );
}

/** Answers whose chance of being right is `level` give or take what the point does to this evaluation alone. */
function answer(random: Random, points: number, size: number, level: number, spread: number, finished = 1): PairedAnswers {
  const answers = new Uint8Array(points * size).fill(ABSENT);
  for (let point = 0; point < points; point++) {
    const chance = level + spread * (2 * random.real() - 1);
    for (let i = 0; i < size; i++) {
      const right = random.chance(chance);
      if (random.chance(finished)) answers[point * size + i] = right ? 1 : 0;
    }
  }
  return singleAnswers(answers);
}

const LEVELS = [0.9, 0.88, 0.8, 0.8, 0.6, 0.5, 0.45, 0.3];
const tests = asked(12, 20);
const crowd = (seed: string) => LEVELS.map((level, i) => answer(randomOf(`${seed} ${i}`), 12, 20, level, 0.1, 0.9));
const answers = crowd("crowd");

test.each(METHODS)("%s: a letter is shared if and only if the pair does not differ", method => {
  const {members, pairs, groups} = clusters(tests, answers, {method});
  expect(pairs).toHaveLength(28);
  expect(pairs.some(pair => pair.differ)).toBe(true);
  expect(pairs.some(pair => !pair.differ)).toBe(true);
  for (const {a, b, differ} of pairs) {
    expect(groups.some(group => group.includes(a) && group.includes(b))).toBe(!differ);
    const shared = members[a]!.letters.split(" ").filter(letter => members[b]!.letters.split(" ").includes(letter));
    expect(shared.length > 0).toBe(!differ);
  }
  for (const member of members) expect(member.better + member.worse + member.tied).toBe(7);
});

test("differences are those whose adjusted p is at most q; overlap takes the intervals alone", () => {
  for (const method of ["BH", "BY"] as const) {
    const {pairs} = clusters(tests, answers, {method, q: 0.01});
    const adjusted = falseDiscoveryRate(
      pairs.map(({p}) => p),
      method
    );
    for (const [i, pair] of pairs.entries()) {
      expect(pair.adjusted).toBe(adjusted[i]);
      expect(pair.differ).toBe(adjusted[i]! <= 0.01);
    }
  }
  const {members, pairs} = clusters(tests, answers, {method: "overlap"});
  for (const {a, b, differ, adjusted} of pairs) {
    const [x, y] = [members[a]!, members[b]!];
    expect(differ).toBe(!(x.low <= y.high && y.low <= x.high));
    expect(adjusted).toBeNull();
  }
});

test("only common tests are counted, and those are fewer than either answered", () => {
  const {members, pairs} = clusters(tests, answers);
  for (const {a, b, n} of pairs) {
    const [x, y] = [answers[members[a]!.evaluation]!, answers[members[b]!.evaluation]!];
    expect(n).toBe(
      x.right.reduce((count, right, test) => count + (right + x.wrong[test]!) * (y.right[test]! + y.wrong[test]!), 0)
    );
    expect(n).toBeLessThan(Math.min(members[a]!.n, members[b]!.n));
  }
});

test("evaluations stand in the order of their paired leads, not of accuracies over different tests", () => {
  const [all, none] = [new Uint8Array(240).fill(ABSENT), new Uint8Array(240).fill(ABSENT)];
  // `all` was asked the second half, where it is right; `none` the easy first half too, which only it saw beside `middle`.
  const middle = Uint8Array.from({length: 240}, (_, i) => (i < 120 ? 1 : i % 2));
  all.fill(1, 120, 240);
  none.set(Uint8Array.from({length: 240}, (_, i) => (i < 120 ? 1 : i % 4 === 1 ? 1 : 0)));
  const {members} = clusters(tests, [none, middle, all].map(singleAnswers));
  expect(members.map(({evaluation}) => evaluation)).toEqual([2, 1, 0]);
});

test("pairs without common tests are neither told apart nor counted as tests", () => {
  const half = (right: boolean) => Array.from({length: 240}, (_, test) => (test < 120 === right ? ABSENT : test % 2));
  const [first, second] = [half(true), half(false)].map(singleAnswers) as [PairedAnswers, PairedAnswers];
  const {pairs, members} = clusters(tests, [first, second]);
  expect([pairs[0]!.n, pairs[0]!.p, pairs[0]!.adjusted, pairs[0]!.differ]).toEqual([0, null, null, false]);
  expect(members.map(({letters}) => letters)).toEqual(["a", "a"]);
});

test("the order in which evaluations are given does not matter", () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], {minLength: 8});
  const expected = clusters(tests, answers);
  fc.assert(
    fc.property(order, shuffled => {
      const {members, pairs, apart} = clusters(
        tests,
        shuffled.map(i => answers[i]!)
      );
      expect(members.map(({evaluation}) => shuffled[evaluation])).toEqual(expected.members.map(({evaluation}) => evaluation));
      expect(members.map(({letters}) => letters)).toEqual(expected.members.map(({letters}) => letters));
      expect(pairs.map(({differ}) => differ)).toEqual(expected.pairs.map(({differ}) => differ));
      expect(apart).toEqual(expected.apart);
    }),
    {numRuns: 20}
  );
});

test("those picked as apart differ pairwise, and the best is among them", () => {
  const {apart, pairs} = clusters(tests, answers);
  expect(apart[0]).toBe(0);
  expect(apart.length).toBeGreaterThan(2);
  for (const {a, b, differ} of pairs) if (apart.includes(a) && apart.includes(b)) expect(differ).toBe(true);
});

/** Mean share of false ones among the pairs told apart, and of the true ones that were found, where evaluations of equal level are equal in truth and points still differ. */
function discoveries(levels: readonly number[], options: ClusterOptions, runs: number): {false: number; found: number} {
  const random = randomOf(`null ${levels.join()} ${options.method}`);
  const layout = asked(20, 16);
  let [wrongly, rightly] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const given = levels.map(level => answer(random, 20, 16, level, 0.25));
    const {pairs, members} = clusters(layout, given, options);
    const same = ({a, b}: {a: number; b: number}) => levels[members[a]!.evaluation] === levels[members[b]!.evaluation];
    const told = pairs.filter(({differ}) => differ);
    wrongly += told.length > 0 ? told.filter(same).length / told.length : 0;
    rightly += told.filter(pair => !same(pair)).length / Math.max(1, pairs.filter(pair => !same(pair)).length);
  }
  return {false: wrongly / runs, found: rightly / runs};
}
/** Three standard errors of a mean share near `q`, at its largest variance. */
const margin = (q: number, runs: number) => 3 * Math.sqrt((q * (1 - q)) / runs);
const EQUAL = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5];
const HALVES = [0.35, 0.35, 0.35, 0.35, 0.6, 0.6, 0.6, 0.6];

test.each([
  "BH",
  "BY"
] as const)("%s: where none differ, at most 5 % of tables tell any two apart (clustered by point)", method => {
  expect(discoveries(EQUAL, {method, error: "points"}, 600).false).toBeLessThan(0.05 + margin(0.05, 600));
});

test("without clusters the same tables are wrong far more often: what the clustered error is for", () => {
  expect(discoveries(EQUAL, {method: "BH", error: "tests"}, 200).false).toBeGreaterThan(0.2);
});

test.each([
  "BH",
  "BY"
] as const)("%s: at most 5 % of what is told apart is wrong, and most true differences are found", method => {
  const share = discoveries(HALVES, {method, error: "points"}, 300);
  expect(share.false).toBeLessThan(0.05 + margin(0.05, 300));
  expect(share.found).toBeGreaterThan(0.6);
});
