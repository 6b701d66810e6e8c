// Differences of published pass^1 between all pairs of a domain.
import fc from "fast-check";
import {expect, test} from "vitest";
import {passDifferences, passTable} from "../../../pipelines/studies/agents/passTable.js";

const figuresOf = (model: string, pass: number, tasks: number) => ({
  model,
  submission: model,
  domain: "",
  tasks,
  figures: [pass],
  rounding: 0.005
});

test("pairs that do not differ are those that the ranks leave open, and no pair differs in the worst case alone", () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({min: 0, max: 1, noNaN: true}), {minLength: 1, maxLength: 8}),
      fc.integer({min: 1, max: 500}),
      (passes, tasks) => {
        const rows = passTable(passes.map((pass, i) => figuresOf(`m${i}`, pass, tasks)));
        const pairs = passDifferences(rows.map(({model, passes: [first]}) => ({model, ...first!})));
        expect(pairs).toHaveLength((passes.length * (passes.length - 1)) / 2);
        const open = rows.reduce((sum, {rank}) => sum + rank!.high - rank!.low, 0) / 2;
        expect(pairs.filter(({differs}) => !differs)).toHaveLength(open);
        for (const {value, low, high, differs, differsAlways} of pairs) {
          expect(low).toBeLessThanOrEqual(value);
          expect(high).toBeGreaterThanOrEqual(value);
          expect(differs).toBe(low > 0 || high < 0);
          if (differsAlways) expect(differs).toBe(true);
        }
      }
    ),
    {numRuns: 50}
  );
});
