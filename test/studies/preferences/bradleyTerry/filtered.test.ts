import fc from "fast-check";
import {expect, test} from "vitest";
import {voteAgreement} from "../../../../pipelines/studies/preferences/agreement/agreement.js";
import {cohenPooled, judgeRows} from "../../../../pipelines/studies/preferences/agreement/cohen.js";
import {countsAmong, countsOf} from "../../../../pipelines/studies/preferences/bradleyTerry/cells.js";
import {swaps} from "../../../../pipelines/studies/preferences/bradleyTerry/controlled.js";
import {grouped, intersection} from "../../../../pipelines/studies/preferences/bradleyTerry/errors.js";
import {strengths} from "../../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {listOf, OUTCOMES, type Vote, votesOf, where} from "../../../../pipelines/studies/preferences/votes/votes.js";

const name = (stem: string, most: number) => fc.integer({min: 0, max: most}).map(i => `${stem}${i}`);
const vote: fc.Arbitrary<Vote> = fc
  .record({
    judge: name("j", 3),
    model_a: name("m", 3),
    model_b: name("m", 3),
    question: name("q", 4),
    turn: fc.integer({min: 1, max: 2}),
    winner: fc.constantFrom(...OUTCOMES)
  })
  .filter(({model_a, model_b}) => model_a !== model_b);
const lists = fc.array(vote, {minLength: 1, maxLength: 60});

test("filtered columns give what a recount of the filtered list gives", () => {
  fc.assert(
    fc.property(lists, fc.integer({min: 1, max: 2}), fc.boolean(), (list, turn, ties) => {
      const passes = (each: Vote) => each.turn === turn && (ties || each.winner !== "tie");
      const all = votesOf(list);
      const own = where(all, v => all.turn[v] === turn && (ties || all.outcome[v] !== 1));
      const kept = list.filter(passes);
      expect(listOf(own)).toEqual(kept.map(each => each));
      if (kept.length === 0) return;
      const anew = votesOf(kept);
      const by = (found: ReturnType<typeof strengths>) =>
        found.rows.map(({model, beta, votes}) => [model, beta.toFixed(8), votes]);
      expect(by(strengths(own, {errors: ["information"]}))).toEqual(by(strengths(anew, {errors: ["information"]})));
      expect(swaps(own)).toEqual(swaps(anew));
      expect(voteAgreement(own).krippendorff.nominal.value).toEqual(voteAgreement(anew).krippendorff.nominal.value);
      expect(cohenPooled(own).n).toBe(cohenPooled(anew).n);
      const kappas = (votes: typeof own) =>
        Object.fromEntries(judgeRows(votes).map(({judge, votes: n, kappa}) => [judge, [n, kappa.n, kappa.value?.toFixed(9)]]));
      expect(kappas(own)).toEqual(kappas(anew));
    })
  );
});

test("pairs of votes of one judge in both orders, and κ with the others, as counted vote by vote", () => {
  fc.assert(
    fc.property(lists, list => {
      const votes = votesOf(list);
      const key = ({judge, question, turn, model_a, model_b}: Vote, swapped = false) =>
        [judge, question, turn, ...(swapped ? [model_b, model_a] : [model_a, model_b])].join();
      const times = (wanted: string) => list.filter(each => key(each) === wanted).length;
      const distinct = [...new Set(list.filter(each => each.model_a < each.model_b).map(each => key(each)))];
      const first = new Map(list.map(each => [key(each), each]));
      const n = distinct.reduce((sum, each) => sum + Math.min(times(each), times(key(first.get(each)!, true))), 0);
      expect(swaps(votes).n).toBe(n);
      for (const {judge, kappa} of judgeRows(votes)) {
        const unit = (each: Vote) => [each.question, each.turn, ...[each.model_a, each.model_b].sort()].join();
        const mine = new Set(list.filter(each => each.judge === judge).map(unit));
        const others = new Set(list.filter(each => each.judge !== judge).map(unit));
        expect(kappa.n).toBe([...mine].filter(each => others.has(each)).length);
      }
    })
  );
});

test("clusters crossed are pairs of clusters, whichever way they are numbered, and grouping visits each vote once", () => {
  const column = fc.array(fc.tuple(fc.integer({min: 0, max: 5}), fc.integer({min: 0, max: 5})), {minLength: 1, maxLength: 40});
  fc.assert(
    fc.property(column, fc.constantFrom(1, 10_000), (rows, scale) => {
      const [first, second] = [0, 1].map(side => Int32Array.from(rows, row => row[side]! * scale)) as [Int32Array, Int32Array];
      const both = intersection(first, second, rows.length);
      rows.forEach((x, v) => {
        rows.forEach((y, w) => {
          expect(both[v] === both[w]).toBe(x[0] === y[0] && x[1] === y[1]);
        });
      });
      const {order, starts} = grouped(first, rows.length);
      expect([...order].sort((x, y) => x - y)).toEqual(rows.map((_, v) => v));
      for (let g = 0; g + 1 < starts.length; g++)
        expect(new Set([...order.subarray(starts[g]!, starts[g + 1]!)].map(v => first[v])).size).toBe(1);
    })
  );
});

test("counts among some models are the counts of the votes between them", () => {
  fc.assert(
    fc.property(lists, fc.subarray([0, 1, 2, 3], {minLength: 2}), (list, wanted) => {
      const votes = votesOf(list);
      const kept = wanted.filter(i => i < votes.models.length);
      const inside = where(votes, v => kept.includes(votes.a[v]!) && kept.includes(votes.b[v]!));
      const among = countsAmong(countsOf(votes), kept, votes.models.length);
      expect(among.reduce((sum, n) => sum + n, 0)).toBe(inside.n);
      const renamed = {
        ...inside,
        models: kept.map(i => votes.models[i]!),
        a: inside.a.map(i => kept.indexOf(i)),
        b: inside.b.map(i => kept.indexOf(i))
      };
      expect(among).toEqual(countsOf(renamed));
    })
  );
});
