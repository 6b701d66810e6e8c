import fc from "fast-check";
import {expect, test} from "vitest";
import {PythonFloat, publishedSeed, pythonJson} from "../../pipelines/generate/publishedSeed.js";

// Python 3: text = json.dumps(value, sort_keys=True); int(hashlib.sha256(text.encode()).hexdigest()[-8:], 16)
const computedByPython: [Record<string, unknown>, string, number][] = [
  [{}, "{}", 480968586],
  [{a: 1, b: 2}, '{"a": 1, "b": 2}', 694650278],
  [{p: 0.1}, '{"p": 0.1}', 373999366],
  [{p: 1e-7}, '{"p": 1e-07}', 266222502],
  [{p: 1.5e-7}, '{"p": 1.5e-07}', 2163566980],
  [{p: 0.0001}, '{"p": 0.0001}', 3427071956],
  [{p: 0.00001234}, '{"p": 1.234e-05}', 1490710350],
  [{p: new PythonFloat(1e16)}, '{"p": 1e+16}', 2819767379],
  [{p: new PythonFloat(9999999999999998)}, '{"p": 9999999999999998.0}', 3107488414],
  [{p: 1e16}, '{"p": 10000000000000000}', 445016284],
  [{p: new PythonFloat(123456789012345680)}, '{"p": 1.2345678901234568e+17}', 1052017010],
  [{p: new PythonFloat(1e100)}, '{"p": 1e+100}', 3814672204],
  [{p: 5e-324}, '{"p": 5e-324}', 1850742642],
  [{p: new PythonFloat(1.7976931348623157e308)}, '{"p": 1.7976931348623157e+308}', 1383782175],
  [{p: -0}, '{"p": -0.0}', 4242845789],
  [{p: new PythonFloat(3)}, '{"p": 3.0}', 420830010],
  [{p: -2.5}, '{"p": -2.5}', 1632253691],
  [{p: 12345.678}, '{"p": 12345.678}', 2130546844],
  [{p: 0.30000000000000004}, '{"p": 0.30000000000000004}', 3478106330],
  [{p: new PythonFloat(-1e22)}, '{"p": -1e+22}', 695130062],
  [
    {p: Number.NaN, q: Number.POSITIVE_INFINITY, r: Number.NEGATIVE_INFINITY},
    '{"p": NaN, "q": Infinity, "r": -Infinity}',
    3097929254
  ],
  [{p: true, q: false, r: null}, '{"p": true, "q": false, "r": null}', 3838630086],
  [{p: 12345678901234567890n}, '{"p": 12345678901234567890}', 1358338597],
  [{s: "plain / slash"}, '{"s": "plain / slash"}', 3274537580],
  [
    {s: 'quote " back \\ tab \t line \n return \r feed \f bell \u0007 back \b del \u007f'},
    '{"s": "quote \\" back \\\\ tab \\t line \\n return \\r feed \\f bell \\u0007 back \\b del \\u007f"}',
    413484907
  ],
  [{s: "é ü ß 漢字 €"}, '{"s": "\\u00e9 \\u00fc \\u00df \\u6f22\\u5b57 \\u20ac"}', 1177181007],
  [{s: "😀 \u2028"}, '{"s": "\\ud83d\\ude00 \\u2028"}', 3286836264],
  [{é: 1, z: 2, Z: 3, "": 4}, '{"": 4, "Z": 3, "z": 2, "\\u00e9": 1}', 3142793395],
  [{"\uffee": 1, "😀": 2, a: 3}, '{"a": 3, "\\uffee": 1, "\\ud83d\\ude00": 2}', 2734019425],
  [
    {list: [1, 2.5, [], {}, [null, true]], nested: {b: {d: 1, c: [0.5]}, a: []}},
    '{"list": [1, 2.5, [], {}, [null, true]], "nested": {"a": [], "b": {"c": [0.5], "d": 1}}}',
    460943883
  ],
  [
    {length: 12, max_depth: 2, min_number: -9, max_number: 9, prob_dewhitespace: 0.25},
    '{"length": 12, "max_depth": 2, "max_number": 9, "min_number": -9, "prob_dewhitespace": 0.25}',
    2716012670
  ],
  [
    {operations: "MAX MIN MED SM", max_depth: 3, max_arity: 5},
    '{"max_arity": 5, "max_depth": 3, "operations": "MAX MIN MED SM"}',
    902014214
  ]
];

test.each(computedByPython.map(([value, text, tail]) => ({value, text, tail})))("Python writes and hashes $text", ({
  value,
  text,
  tail
}) => {
  expect(pythonJson(value)).toBe(text);
  expect(publishedSeed(value, 0)).toBe(tail);
  expect(publishedSeed(value, 42)).toBe(42 + tail);
});

test("the number of tests asked for is no part of the seed", () => {
  expect(publishedSeed({length: 12, count: 32}, 7)).toBe(publishedSeed({count: 512, length: 12}, 7));
});

test("what Python writes of finite values reads back as the same values and no float as an int", () => {
  fc.assert(
    fc.property(fc.jsonValue({maxDepth: 3}), value => {
      expect(JSON.parse(pythonJson(value))).toEqual(value);
    })
  );
  fc.assert(
    fc.property(fc.double({noNaN: true, noDefaultInfinity: true}), value => {
      const text = pythonJson(new PythonFloat(value));
      expect(Number(text)).toBe(value);
      expect(text).toMatch(/^-?\d+\.\d+$|e[-+]\d{2,}$/); // never to be taken for an int
    })
  );
});

test("what JSON cannot hold is refused", () => {
  expect(() => pythonJson({f: undefined})).toThrow("undefined has no JSON form");
});
