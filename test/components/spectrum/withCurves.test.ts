// Tables of curves as Arrow: written and read back, and joined to features.
import {tableFromIPC} from "apache-arrow";
import fc from "fast-check";
import {expect, test} from "vitest";
import {arrowBytes} from "../../../pipelines/store/arrow.js";
import {spectrumTables} from "../../../pipelines/studies/spectrum/tables.js";
import {withCurves} from "../../../src/components/spectrum/spectrum.js";

const curve = fc.array(fc.float({noNaN: true}), {maxLength: 9});
const row = fc.record({
  base_task: fc.string(),
  params: fc.constantFrom("{}", '{"length":3}'),
  generator_version: fc.integer({min: 1, max: 9}),
  seed: fc.option(fc.bigInt({min: -(2n ** 53n), max: 2n ** 53n})),
  tokenizer: fc.constantFrom("o200k", "ü<b>"),
  frame: fc.constant(64),
  n: fc.nat(),
  mean: curve,
  sd: curve,
  raw: curve,
  raw_sd: curve,
  shuffled: curve,
  permuted: curve
});

test("what is written is read back: texts, numbers, nulls, and curves as views of one buffer", () => {
  fc.assert(
    fc.property(fc.array(row, {maxLength: 6}), rows => {
      const table = tableFromIPC(arrowBytes(spectrumTables.spectra, rows));
      expect(table.schema.fields.map(({name}) => name)).toEqual(Object.keys(spectrumTables.spectra.columns));
      const back = Array.from({length: table.numRows}, (_, i) =>
        Object.fromEntries(
          table.schema.fields.map(({name}) => {
            const value: unknown = table.getChild(name)!.get(i);
            return [name, typeof value === "object" && value !== null ? Array.from(value as Iterable<number>) : value];
          })
        )
      );
      expect(back).toEqual(rows.map(each => ({...each, seed: each.seed === null ? null : Number(each.seed)})));
    })
  );
  const two = tableFromIPC(arrowBytes(spectrumTables.spectra, [example("a"), example("b")]));
  const [first, second] = [0, 1].map(i => two.getChild("mean")!.get(i).toArray() as Float32Array) as [Float32Array, Float32Array];
  expect(first.buffer).toBe(second.buffer);
});

const example = (base_task: string) => ({
  base_task,
  params: "{}",
  generator_version: 1,
  seed: 42n,
  tokenizer: "o200k",
  frame: 4,
  n: 2,
  mean: [1, 2, 3],
  sd: [0, 0, 0.5],
  raw: [4, 5, 6],
  raw_sd: [1, 1, 1],
  shuffled: [7, 7, 7],
  permuted: [8, 8, 8]
});

test("features get the curves of their own key, whatever the order; without curves they are left out", () => {
  const curves = tableFromIPC(arrowBytes(spectrumTables.spectra, [example("a"), {...example("b"), mean: [9, 9, 9]}]));
  const feature = (base_task: string, seed = 42) => ({
    base_task,
    params: "{}",
    generator_version: 1,
    seed,
    tokenizer: "o200k",
    entropy: 1
  });
  const joined = withCurves([feature("b"), feature("a"), feature("c"), feature("a", 43)], curves);
  expect(joined.map(({base_task, mean, raw, entropy}) => [base_task, mean, raw, entropy])).toEqual([
    ["b", Float32Array.of(9, 9, 9), Float32Array.of(4, 5, 6), 1],
    ["a", Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6), 1]
  ]);
  expect(withCurves([feature("a")], tableFromIPC(arrowBytes(spectrumTables.spectra, [])))).toEqual([]);
});

test("a column without an Arrow form is refused by its name", () => {
  expect(() => arrowBytes(spectrumTables.spectrum_features, [])).toThrow('column "tiers" of type texts has no Arrow form here');
});
