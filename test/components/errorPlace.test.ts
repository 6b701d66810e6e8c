import {expect, test} from "vitest";
import {errorPlace} from "../../src/components/sql/runner.js";

/** What DuckDB says of a mistake: the line, cut where it is long, and a caret below. */
const message = (line: number, shown: string, column: number) =>
  `Parser Error: syntax error at or near "x"\nLINE ${line}: ${shown}\n${" ".repeat(`LINE ${line}: `.length + column)}^`;
const marked = (text: string, said: string) => {
  const place = errorPlace(said, text);
  return place && text.slice(place.from, place.to);
};

test("the word at the caret is marked, on whatever line and after white space", () => {
  expect(marked("selec 1", message(1, "selec 1", 0))).toBe("selec");
  expect(marked("\n  select a,\n  nowhere.b\nfrom t", message(2, "  nowhere.b", 2))).toBe("nowhere.b");
  expect(marked('select "no such" from t', message(1, 'select "no such" from t', 7))).toBe('"no such"');
});

test("a long line of which a part is shown", () => {
  const line = `select ${"aaaa, ".repeat(60)}bad bad2 from t`;
  const part = line.slice(300);
  expect(marked(line, message(1, `...${part}`, 3 + part.indexOf("bad2")))).toBe("bad2");
});

test("no place where the message has none, or speaks of another text", () => {
  expect(errorPlace("Binder Error: no", "select 1")).toBeNull();
  expect(errorPlace(message(3, "x", 0), "select 1")).toBeNull();
  expect(errorPlace(message(1, "other", 0), "select 1")).toBeNull();
  expect(errorPlace(message(1, "select", 6), "select")).toEqual({from: 6, to: 6});
});
