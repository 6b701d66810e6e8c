// Abilities without contaminated items, held against posterior means by a plain sum over a dense grid.
import {expect, test} from "vitest";
import {randomOf} from "../../../pipelines/generate/seed.js";
import {adjustedAbilities} from "../../../pipelines/studies/adjusted/ability/make.node.js";
import type {Verdict} from "../../../pipelines/studies/contamination/settings.js";
import {type Item, MISSING} from "../../../pipelines/studies/irt/item.js";

const random = randomOf("adjusted abilities");
const items: Item[] = Array.from({length: 24}, (_, i) => ({
  id: `i${i}`,
  a: 0.5 + random.real(),
  d: 2 * random.real() - 1,
  c: i % 3 === 0 ? 0.2 : 0,
  u: 1
}));
const ids = [...items.map(({id}) => id), "not fitted"];
const persons = ["one", "two", "three"];
const cells = Uint8Array.from({length: persons.length * ids.length}, () => random.integer(0, 2));
const verdicts = new Map<string, Verdict>(
  items.map(({id}, i) => [id, (["exact", "clean", "near", "not_testable"] as const)[i % 4]!])
);

/** Posterior mean and standard deviation over 20,001 abilities from −8 to 8. */
function posterior(person: number, kept: (id: string) => boolean) {
  let [mass, first, second] = [0, 0, 0];
  for (let k = 0; k <= 20_000; k++) {
    const theta = -8 + k / 1_250;
    let p = Math.exp(-(theta ** 2) / 2);
    for (const [j, {id, a, d, c}] of items.entries()) {
      const cell = cells[person * ids.length + j]!;
      if (cell === MISSING || !kept(id)) continue;
      const right = c + (1 - c) / (1 + Math.exp(-(a * theta + d)));
      p *= cell === 1 ? right : 1 - right;
    }
    mass += p;
    first += p * theta;
    second += p * theta ** 2;
  }
  const mean = first / mass;
  return {mean, sd: Math.sqrt(second / mass - mean ** 2)};
}

test("abilities by clean items and by all are posterior means; items that cannot be tested remain", () => {
  const found = adjustedAbilities(items, {persons, items: ids, cells}, verdicts);
  for (const [i, {n, correct, theta, se, low, high, ...all}] of found.entries()) {
    const clean = posterior(i, id => ["clean", "not_testable"].includes(verdicts.get(id)!));
    const every = posterior(i, () => true);
    expect(theta!).toBeCloseTo(clean.mean, 3);
    expect(se!).toBeCloseTo(clean.sd, 3);
    expect([all.all_theta!, all.all_se!]).toEqual([expect.closeTo(every.mean, 3), expect.closeTo(every.sd, 3)]);
    expect(low! < theta! && theta! < high!).toBe(true);
    const row = [...cells.subarray(i * ids.length, (i + 1) * ids.length - 1)];
    expect([all.all_n, all.all_correct]).toEqual([row.filter(cell => cell < 2).length, row.filter(cell => cell === 1).length]);
    expect([n, correct]).toEqual([
      row.filter((cell, j) => cell < 2 && j % 2 === 1).length,
      row.filter((cell, j) => cell === 1 && j % 2 === 1).length
    ]);
  }
});

test("verdicts of other items change nothing; where all are contaminated, or none fitted, nothing is said", () => {
  const foreign = adjustedAbilities(items, {persons, items: ids, cells}, new Map([["of another book", "exact"]]));
  for (const {theta, all_theta, n, all_n} of foreign) expect([theta, n]).toEqual([all_theta, all_n]);
  const all = new Map<string, Verdict>(items.map(({id}) => [id, "exact"]));
  for (const {n, theta, low, all_n} of adjustedAbilities(items, {persons, items: ids, cells}, all)) {
    expect([n, theta, low]).toEqual([0, null, null]);
    expect(all_n).toBeGreaterThan(0);
  }
  expect(adjustedAbilities([], {persons, items: ids, cells}, verdicts).map(({n, all_theta}) => [n, all_theta])).toEqual(
    persons.map(() => [0, null])
  );
  expect(adjustedAbilities(items, {persons: [], items: ids, cells: new Uint8Array(0)}, verdicts)).toEqual([]);
});

test("thousands of items, all right, and curves as steep as they get stay finite", () => {
  const many = Array.from({length: 3_000}, (_, i): Item => ({id: `${i}`, a: i % 2 ? 12 : -3, d: i % 7, c: 0, u: 1}));
  const right = new Uint8Array(many.length).fill(1);
  const [found] = adjustedAbilities(
    many,
    {persons: ["all right"], items: many.map(({id}) => id), cells: right},
    new Map([["0", "near"]])
  );
  expect([found!.n, found!.all_n, found!.correct]).toEqual([2_999, 3_000, 2_999]);
  expect(Number.isFinite(found!.theta) && Number.isFinite(found!.se)).toBe(true);
});
