import {expect, test} from "vitest";
import {csvText, jsonText, tableText} from "../../pipelines/store/show.js";

const hostile = "\u001b[31mred\u001b[0m \u202eright to left\u2066 <img src=x onerror=alert(1)> </script>\r\nnew line\u0007";

test("a terminal table lets no control or direction character through", () => {
  const text = tableText({columns: ["text"], rows: [[hostile]]});
  expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  expect(text.split("\n")).toHaveLength(5); // head, rule, one row, count, end: the value's own line break made none
});

test("numbers stand right, texts left, and the count says how many", () => {
  expect(
    tableText({
      columns: ["model", "n"],
      rows: [
        ["a", 5],
        ["bb", 1234]
      ]
    })
  ).toBe("model     n\n─────  ────\na         5\nbb     1234\n(2 rows)\n");
});

test("a table of 200,000 rows is as wide as its widest cell", () => {
  const rows = Array.from({length: 200_000}, (_, i) => [i]);
  expect(
    tableText({columns: ["n"], rows})
      .split("\n")
      .at(-3)
  ).toBe("199999");
});

test("CSV quotes what needs quoting, JSON keeps everything", () => {
  const result = {
    columns: ["a", "b"],
    rows: [
      ['say "hi", twice', null],
      [hostile, [1, {k: 2}]]
    ]
  };
  expect(csvText(result).split("\n")[1]).toBe('"say ""hi"", twice",');
  expect(JSON.parse(jsonText(result))[1]).toEqual({a: hostile, b: [1, {k: 2}]});
});
