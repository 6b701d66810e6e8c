// The vectorised sums over response patterns and over items against plain sums cell by cell.
import {expect, test} from "vitest";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {lostInformation} from "../../../../pipelines/studies/irt/estimate/integrate.js";
import {pack} from "../../../../pipelines/studies/irt/estimate/packed.js";
import {patternTables} from "../../../../pipelines/studies/irt/estimate/patternTables.js";

test.each([
  {persons: 1, items: 1, nodes: 1, missing: false},
  {persons: 7, items: 8, nodes: 2, missing: false},
  {persons: 60, items: 9, nodes: 61, missing: true},
  {persons: 300, items: 45, nodes: 121, missing: false},
  {persons: 33, items: 51, nodes: 8, missing: true}
])("$persons × $items at $nodes nodes, missing: $missing", ({persons, items, nodes, missing}) => {
  const random = randomOf(`tables ${persons}`);
  const cells = Uint8Array.from({length: persons * items}, () => random.integer(0, missing ? 2 : 1));
  const packed = pack({persons, items, cells});
  const tables = patternTables(packed, {items, nodes});
  const curves = Float64Array.from({length: items * 2 * nodes}, () => Math.log(random.real()));
  tables.posterior.fill(0.25);
  tables.addLikelihoods(curves);
  for (let i = 0; i < persons; i++)
    for (let q = 0; q < nodes; q++) {
      let sum = 0.25;
      for (let j = 0; j < items; j++) {
        const answer = cells[i * items + j]!;
        if (answer < 2) sum += curves[(2 * j + answer) * nodes + q]!;
      }
      expect(tables.posterior[packed.patternOf[i]! * nodes + q]).toBeCloseTo(sum, 9);
    }

  const [right, wrong] = [new Float64Array(items * nodes), new Float64Array(items * nodes)];
  for (let n = 0; n < tables.posterior.length; n++) tables.posterior[n] = random.real();
  tables.expectAnswers({right, wrong});
  for (let j = 0; j < items; j++)
    for (let q = 0; q < nodes; q++) {
      const sums = [0, 0, 0];
      for (let i = 0; i < persons; i++) sums[cells[i * items + j]!]! += tables.posterior[packed.patternOf[i]! * nodes + q]!;
      expect(wrong[j * nodes + q]).toBeCloseTo(sums[0]!, 9);
      expect(right[j * nodes + q]).toBeCloseTo(sums[1]!, 9);
    }
});

test.each([
  1, 2, 5, 64, 101
])("lost information of %i persons is the sum of products of their scores, and adds to what is there", persons => {
  const random = randomOf(`lost ${persons}`);
  const lost = lostInformation(persons);
  const matrix = new Float64Array(persons * persons).fill(1);
  const expected = matrix.slice();
  for (let item = 0; item < 3; item++) {
    for (const row of lost.rows) for (let i = 0; i < persons; i++) row[i] = random.real() - 0.5;
    lost.add();
    for (let i = 0; i < persons; i++)
      for (let q = 0; q <= i; q++) for (const row of lost.rows) expected[i * persons + q]! += row[i]! * row[q]!;
  }
  lost.addTo(matrix);
  for (let n = 0; n < matrix.length; n++) expect(matrix[n]).toBeCloseTo(expected[n]!, 12); // the upper triangle is left alone
});
