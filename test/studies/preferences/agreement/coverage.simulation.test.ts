// How often intervals of agreement hold the truth where units are few, votes are skewed, and prompts and judges pull votes together.
import {describe, expect, test} from "vitest";
import {type Random, randomOf} from "../../../../pipelines/generate/seed.js";
import {agreed, fleissOf, krippendorffOf} from "../../../../pipelines/studies/preferences/agreement/agreement.js";
import {
  type Agreed,
  type AgreedOver,
  agreedOf,
  panelOf,
  type RatingPanel
} from "../../../../pipelines/studies/preferences/agreement/coefficient.js";
import {pooled} from "../../../../pipelines/studies/preferences/agreement/cohen.js";
import {corners} from "../../../../pipelines/studies/preferences/agreement/disagreement.js";

import {betas, strengths} from "../../../../pipelines/studies/preferences/bradleyTerry/strengths.js";
import {winCells} from "../../../../pipelines/studies/preferences/bradleyTerry/winCells.js";
import {judgeEffects} from "../../../../pipelines/studies/preferences/judging/judges.js";
import {simulateVotes} from "../../../../pipelines/studies/preferences/simulate/simulateVotes.js";
import {votesOf} from "../../../../pipelines/studies/preferences/votes/votes.js";
import {leeway, MIN_TWIN, repetitions} from "../../../repetitions.js";
import {plan} from "../planned.js";

/** Panels of `units` units by `raters` judges of two categories, the first with chance `skew`; κ is `kappa`. */
function draw(random: Random, of: {units: number; raters: number; skew: number; kappa: number}): RatingPanel {
  const rows: {unit: number; judge: number; category: number}[] = [];
  const one = () => (random.chance(of.skew) ? 0 : 1);
  for (let unit = 0; unit < of.units; unit++) {
    // Each judge takes the unit's own category with chance √κ, else draws by itself: two judges then correlate by κ.
    const own = one();
    for (let judge = 0; judge < of.raters; judge++)
      rows.push({unit, judge, category: random.chance(Math.sqrt(of.kappa)) ? own : one()});
  }
  return panelFrom(rows, of.raters);
}

function panelFrom(
  rows: readonly {unit: number; judge: number; category: number; prompt?: number}[],
  judges: number
): RatingPanel {
  const column = (of: (row: (typeof rows)[number]) => number) => Int32Array.from(rows, of);
  return panelOf(
    {
      n: rows.length,
      unit: column(({unit}) => unit),
      judge: column(({judge}) => judge),
      question: column(({unit, prompt}) => prompt ?? unit),
      judges: Array.from({length: judges}, (_, j) => `${j}`)
    },
    row => rows[row]!.category,
    {categories: 2}
  );
}

const holds = ({lo, hi}: Agreed, truth: number) => lo !== null && lo <= truth && truth <= hi!;

describe("over units: skewed votes on few units", () => {
  const RUNS = repetitions(250);
  const grid = [2, 3].flatMap(raters => [10, 30, 100].flatMap(units => [0.5, 0.8, 0.95].map(skew => ({raters, units, skew}))));
  test.each(grid)("$units units, $raters judges, base rate $skew: at least 93 in 100, whatever κ", ({raters, units, skew}) => {
    for (const kappa of [0, 0.3, 0.6, 0.85]) {
      const random = randomOf(`skewed ${raters} ${units} ${skew} ${kappa}`);
      let [known, fleiss, alpha] = [0, 0, 0];
      for (let run = 0; run < RUNS; run++) {
        const panel = draw(random, {raters, units, skew, kappa});
        const found = agreed(panel, fleissOf, "units");
        if (found.value === null) continue; // a single category: no κ to be had
        known++;
        if (holds(found, kappa)) fleiss++;
        if (
          holds(
            agreed(panel, own => krippendorffOf(own, "ordinal"), "units"),
            kappa
          )
        )
          alpha++;
      }
      // 250 runs of a share of 0.95 fall below 0.92 one time in sixty; these seeds do not.
      expect(fleiss / known, `Fleiss, κ ${kappa}`).toBeGreaterThanOrEqual(0.92 - leeway(0.92, known));
      expect(alpha / known, `α, κ ${kappa}`).toBeGreaterThanOrEqual(0.92 - leeway(0.92, known));
    }
  });

  test("never an end beyond what the coefficient can be, and never width 0, perfect agreement included", () => {
    const random = randomOf("ends of agreement");
    for (let run = 0; run < 300; run++) {
      const of = {raters: random.integer(2, 4), units: random.integer(2, 12), skew: 0.9, kappa: random.pick([0, 0.5, 1])};
      const panel = draw(random, of);
      for (const found of [agreed(panel, fleissOf, "units"), agreed(panel, own => krippendorffOf(own, "nominal"), "units")]) {
        if (found.value === null) continue;
        expect(found.lo!).toBeGreaterThanOrEqual(Math.min(found.value, -1 / (of.raters - 1)) - 1e-9);
        expect(found.hi!).toBeLessThanOrEqual(1);
        expect(found.lo! <= found.value && found.value <= found.hi! && found.lo! < found.hi!).toBe(true);
      }
    }
  });
});

describe("over prompts and judges, who pull votes together", () => {
  const JUDGES = 12;
  const statistics = {
    fleiss: fleissOf,
    alpha: (panel: RatingPanel) => krippendorffOf(panel, "nominal"),
    cohen: (panel: RatingPanel) => pooled(panel, corners(2))
  };
  type Name = keyof typeof statistics;

  /** Prompts differ in how clear they are and judges in how careful; both share a lean towards one category. */
  function clustered(random: Random, {prompts, per}: {prompts: number; per: number}, judges = JUDGES): RatingPanel {
    const rows: {unit: number; judge: number; category: number; prompt: number}[] = [];
    const care = Array.from({length: judges}, () => (random.chance(0.3) ? 0.2 : 0.95));
    for (let prompt = 0; prompt < prompts; prompt++) {
      const clear = random.chance(0.5) ? 0.95 : 0.45;
      const lean = random.chance(0.5) ? 0.75 : 0.35;
      for (let i = 0; i < per; i++) {
        const unit = prompt * per + i;
        const own = random.chance(lean) ? 0 : 1;
        const panel = random.shuffle(Array.from({length: judges}, (_, j) => j)).slice(0, 3);
        for (const judge of panel) {
          const follows = random.chance(clear * care[judge]!);
          rows.push({unit, judge, prompt, category: follows ? own : random.integer(0, 1)});
        }
      }
    }
    return panelFrom(rows, judges);
  }

  const truth = Object.fromEntries(
    Object.entries(statistics).map(([name, of]) => {
      const {observed, expected} = of(clustered(randomOf("endless agreement"), {prompts: 4_000, per: 3}, 3_000));
      return [name, 1 - observed / expected];
    })
  ) as Record<Name, number>;

  function coverage(over: AgreedOver, runs = repetitions(300)): Record<Name, number> {
    const held = {fleiss: 0, alpha: 0, cohen: 0};
    for (let run = 0; run < runs; run++) {
      const panel = clustered(randomOf(`clustered ${run}`), {prompts: 25, per: 8});
      for (const name of Object.keys(statistics) as Name[]) {
        const found = agreedOf(statistics[name](panel), over);
        expect(found.over).toBe(over);
        if (holds(found, truth[name])) held[name]++;
      }
    }
    return {fleiss: held.fleiss / runs, alpha: held.alpha / runs, cohen: held.cohen / runs};
  }

  test("25 prompts × 8 units, 12 judges: 92 to 99 in 100 over both, and far fewer over units", () => {
    const [both, units] = [coverage("both"), coverage("units")];
    for (const name of Object.keys(statistics) as Name[]) {
      expect(both[name], name).toBeGreaterThanOrEqual(0.92 - leeway(0.92, MIN_TWIN));
      expect(both[name], name).toBeLessThanOrEqual(0.99 + leeway(0.99, MIN_TWIN));
      expect(units[name], `${name} over units`).toBeLessThan(0.8 + leeway(0.8, MIN_TWIN));
    }
  });
});

test("votes that a prompt repeats add nothing: judges' habits and win rates keep their intervals over prompts", () => {
  const list = simulateVotes(plan("repeated", {prompts: 60, units: 200, panelists: 4}));
  const [once, thrice] = [votesOf(list), votesOf([...list, ...list, ...list])];
  const known = betas(once);
  const [one, three] = [judgeEffects(once, known), judgeEffects(thrice, known)];
  for (const [i, {position}] of one.entries()) {
    expect(three[i]!.position!.value).toBeCloseTo(position!.value, 6);
    expect(three[i]!.position!.se).toBeCloseTo(position!.se, 6);
  }
  const [cells, more] = [winCells(strengths(once)), winCells(strengths(thrice))];
  for (const [i, {low, high, n}] of cells.entries()) {
    expect(more[i]!.n).toBe(3 * n);
    expect(more[i]!.high - more[i]!.low).toBeGreaterThan(0.8 * (high - low)); // as if new votes: 0.58 times
  }
});
