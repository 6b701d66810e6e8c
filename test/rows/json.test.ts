// Integers beyond 2⁵³ in JSON: read by their digits, whatever stands around them.
import fc from "fast-check";
import {expect, test} from "vitest";
import {exactJson} from "../../pipelines/rows/json.js";

test.each([
  ["9007199254740993", "9007199254740993"],
  ["-9007199254740993", "-9007199254740993"],
  ["9007199254740991", 9007199254740991],
  ["-9007199254740991", -9007199254740991],
  ['{"id":12345678901234567890,"n":7}', {id: "12345678901234567890", n: 7}],
  ["[1, 12345678901234567890 , -12345678901234567890]", [1, "12345678901234567890", "-12345678901234567890"]],
  ["1234567890123456.5", 1234567890123456.5],
  ["0.12345678901234567", Number("0.12345678901234567")],
  ["12345678901234567e3", Number("12345678901234567e3")],
  ["1e400", Number.POSITIVE_INFINITY],
  ['"12345678901234567890"', "12345678901234567890"],
  ['"a\\"b: 12345678901234567890, c"', 'a"b: 12345678901234567890, c'],
  ['"\\\\"', "\\"],
  ['["\\\\",12345678901234567890]', ["\\", "12345678901234567890"]],
  [`${"9".repeat(400)}`, "9".repeat(400)]
])("%s", (text, value) => {
  expect(exactJson(text)).toEqual(value);
});

test("within a depth alone", () => {
  const text = '{"a":12345678901234567890,"b":{"c":12345678901234567890},"d":[12345678901234567890]}';
  const rounded = Number("12345678901234567890");
  expect(exactJson(text, 1)).toEqual({a: "12345678901234567890", b: {c: rounded}, d: [rounded]});
  expect(exactJson(text, 2)).toEqual({
    a: "12345678901234567890",
    b: {c: "12345678901234567890"},
    d: ["12345678901234567890"]
  });
});

test("text that is no JSON is an error at its own place, with and without long integers", () => {
  const faulty = [
    "",
    "{",
    '{"a":12345678901234567890',
    '"12345678901234567890',
    '"12345678901234567890\\',
    "012345678901234567890",
    "12345678901234567890 1",
    "--12345678901234567890",
    "{12345678901234567890:1}"
  ];
  for (const text of faulty) {
    let message = "";
    try {
      JSON.parse(text);
    } catch (error) {
      message = (error as Error).message;
    }
    expect(() => exactJson(text), text).toThrow(SyntaxError);
    expect(() => exactJson(text), text).toThrow(message);
  }
});

test("any other value is what JSON.parse makes of it", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({min: 0, max: 2}), (value, space) => {
      const text = JSON.stringify(value, null, space);
      const isLong = (each: unknown) => Number.isInteger(each) && !Number.isSafeInteger(each) && !String(each).includes("e");
      expect(exactJson(text)).toEqual(JSON.parse(text, (_, each: unknown) => (isLong(each) ? String(each) : each)));
    })
  );
});

test("any integer is read by its digits, in any place", () => {
  fc.assert(
    fc.property(fc.bigInt({min: -(10n ** 40n), max: 10n ** 40n}), fc.string(), (integer, other) => {
      const text = `{${JSON.stringify(other)}: ${JSON.stringify(other)}, "deep": [[{"id": ${integer}}]]}`;
      const {deep} = exactJson(text) as {deep: [[{id: unknown}]]};
      expect(String(deep[0][0].id)).toBe(String(integer));
    })
  );
});
