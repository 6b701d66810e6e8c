import fc from "fast-check";
import {expect, test} from "vitest";
import {memoizeLongText} from "../../pipelines/book/memoizeLongText.js";

function counting() {
  let calls = 0;
  const length = memoizeLongText(text => {
    calls++;
    return text.length;
  });
  return {length, calls: () => calls};
}
const long = (i: number, size = 10_000) => `${i} `.padEnd(size, "x");

test("a long text is worked on once, a short one each time, and results are those of the function", () => {
  const {length, calls} = counting();
  for (let i = 0; i < 3; i++) expect([length(long(1)), length(long(2)), length("short")]).toEqual([10_000, 10_000, 5]);
  expect(calls()).toBe(2 + 3);
  fc.assert(fc.property(fc.string({maxLength: 9_000, minLength: 3_000}), text => length(text) === text.length));
});

test("what was used longest ago goes first, and neither many nor very long texts are kept", () => {
  const {length, calls} = counting();
  for (let i = 0; i < 600; i++) {
    length(long(i));
    length(long(0)); // used all the time, so that it stays
  }
  expect(calls()).toBe(600);
  length(long(599));
  expect(calls()).toBe(600);
  length(long(1));
  expect(calls()).toBe(601);
  const huge = long(0, 17_000_000);
  length(huge);
  length(huge);
  expect(calls()).toBe(603);
  for (let i = 0; i < 20; i++) length(long(i, 1_000_000)); // 16 of them are kept
  length(long(19, 1_000_000));
  expect(calls()).toBe(623);
  length(long(2, 1_000_000));
  expect(calls()).toBe(624);
});

test("a result that is nothing is kept too, and an error is not", () => {
  let calls = 0;
  const none = memoizeLongText(() => {
    calls++;
    return undefined;
  });
  none(long(1));
  none(long(1));
  expect(calls).toBe(1);
  const failing = memoizeLongText((): number => {
    if (calls++ < 2) throw new Error("not yet");
    return calls;
  });
  expect(() => failing(long(1))).toThrow("not yet");
  expect(failing(long(1))).toBe(3);
});
