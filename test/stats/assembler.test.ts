// Assembled WebAssembly routines against the same sums in JavaScript.
import {expect, test} from "vitest";
import {
  assemble,
  F64,
  f64,
  f64x2,
  get,
  I32,
  i32,
  i32x4,
  memoryOf,
  set,
  upTo,
  V128,
  v128
} from "../../pipelines/stats/assembler.js";

/** Writes to address 0 the sum of the doubles at from ≤ address < to, and to 8 their number. */
const summing = {
  name: "sum",
  parameters: 2,
  locals: [F64, F64],
  body: [
    ...upTo(0, get(1), i32.constant(8), [
      ...set(2, f64.add(get(2), f64.load(get(0)))),
      ...set(3, f64.add(get(3), f64.load(i32.constant(16))))
    ]),
    ...f64.store(i32.constant(0), get(2)),
    ...f64.store(i32.constant(0), get(3), 8)
  ]
};

test("a loop runs as often as its range holds steps, none included", () => {
  const memory = memoryOf(3 * 2 ** 16);
  const numbers = new Float64Array(memory.buffer);
  numbers[2] = 1;
  numbers.set([0.5, -3, 8e300, -8e300, 7], 3);
  const {sum} = assemble(memory, [summing]);
  sum!(24, 64);
  expect([...numbers.subarray(0, 2)]).toEqual([7, 5]);
  sum!(24, 24);
  expect([...numbers.subarray(0, 2)]).toEqual([0, 0]);
  sum!(64, 24);
  expect([...numbers.subarray(0, 2)]).toEqual([0, 0]);
  numbers[24_000] = 42; // an address of three bytes
  sum!(192_000, 192_008);
  expect([...numbers.subarray(0, 2)]).toEqual([42, 1]);
});

test.each([
  0,
  1,
  -1,
  63,
  64,
  -64,
  -65,
  127,
  128,
  8_191,
  8_192,
  -8_193,
  2 ** 31 - 1,
  -(2 ** 31)
])("the constant %i is added as it is", value => {
  const memory = memoryOf(100);
  const numbers = new Float64Array(memory.buffer);
  numbers.set([0, 42, 7]);
  const {copy} = assemble(memory, [
    {
      name: "copy",
      parameters: 1,
      locals: [I32],
      body: [...set(1, i32.add(get(0), i32.constant(value))), ...f64.store(i32.constant(0), f64.load(get(1)))]
    }
  ]);
  copy!(8 - value); // addresses are taken modulo 2³²
  expect(numbers[0]).toBe(42);
});

test("two numbers are added and multiplied as one after the other, and 32-bit numbers modulo 2³² without sign", () => {
  const memory = memoryOf(200);
  const doubles = new Float64Array(memory.buffer);
  const words = new Uint32Array(memory.buffer);
  const {pair, four} = assemble(memory, [
    {
      name: "pair",
      parameters: 0,
      locals: [V128],
      body: [
        ...set(0, v128.load(i32.constant(0))),
        ...v128.store(i32.constant(0), f64x2.add(f64x2.multiply(get(0), f64x2.splat(f64.load(i32.constant(16)))), get(0)), 32)
      ]
    },
    {
      name: "four",
      parameters: 1,
      locals: [V128],
      body: [
        ...set(1, v128.loadSplat32(get(0))),
        ...v128.store(get(0), i32x4.leastUnsigned(i32x4.largest, i32x4.add(i32x4.multiply(get(1), get(1)), get(1))), 16)
      ]
    }
  ]);
  doubles.set([0.1, -7, 3]);
  pair!();
  expect([...doubles.subarray(4, 6)]).toEqual([0.1 * 3 + 0.1, -28]);
  words[16] = 0x9e3779b9;
  four!(64);
  const expected = (Math.imul(0x9e3779b9, 0x9e3779b9) + 0x9e3779b9) >>> 0;
  expect([...words.subarray(20, 24)]).toEqual([expected, expected, expected, expected]);
});
