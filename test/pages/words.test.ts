// What pages say: pure functions, tested without a browser.
import fc from "fast-check";
import {expect, test} from "vitest";
import {formatBytes, formatCost, formatInterval, formatRate, formatSeconds} from "../../pipelines/charts/shared/interval.js";
import {evaluationLabels, shorten} from "../../pipelines/charts/shared/label.js";
import {withPolicy} from "../../pipelines/site/policy.js";
import {csv, plain} from "../../src/components/shared/download.js";
import {readState, writeState} from "../../src/components/shared/permalink.js";
import {plainError} from "../../src/components/shared/plainError.js";
import {visible} from "../../src/components/shared/visible.js";

test("a rate is written with its interval and n", () => {
  expect(formatInterval({value: 0.621, low: 0.58, high: 0.662, n: 480})).toBe("62.1 % [58.0, 66.2] n = 480");
  expect(formatInterval({value: -0.031, low: 0, high: 0.02, n: 1480})).toBe("−3.1 % [0.0, 2.0] n = 1,480");
  expect(formatRate({value: -0.0001, low: 0, high: 1, n: 3})).toBe("0.0 % [0.0, 100.0]");
  expect(formatInterval({value: null, low: 0, high: 1, n: 0})).toBe("no answers");
});

test("sizes, sums and times are written with their unit", () => {
  expect([formatBytes(12), formatBytes(340_000), formatBytes(1_500_000)]).toEqual(["12 B", "340.0 kB", "1.5 MB"]);
  expect([formatCost(0), formatCost(0.00214), formatCost(12.3)]).toEqual(["$0", "$0.0021", "$12.30"]);
  expect([formatSeconds(4.04), formatSeconds(247), formatSeconds(7325)]).toEqual(["4.0 s", "4 min 7 s", "2 h 2 min"]);
});

test("hidden characters are made visible and escapes removed, plain text is kept", () => {
  expect(visible("\u001b[1;31mred\u001b[0m \u001b]8;;https://a.b\u0007link\u001b]8;;\u0007")).toBe("red link");
  expect(visible("a\u0000b\u202ec\u200bd\ufeff")).toBe("a␀b⟨U+202E⟩c⟨U+200B⟩d⟨U+FEFF⟩");
  expect(visible("one\r\n\ttwo — ü 漢字 👩")).toBe("one\n\ttwo — ü 漢字 👩");
  fc.assert(
    fc.property(fc.string({unit: "binary"}), text => !/[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069]/.test(visible(text)))
  );
});

test("an address keeps what a reader chose, and only what differs from the default", () => {
  expect(writeState("", "tier", "hard", "all")).toBe("#tier=hard");
  expect(writeState("#tier=hard&search=a", "tier", "all", "all")).toBe("#search=a");
  expect(writeState("#tasks", "tier", "hard", "all")).toBe("#tier=hard");
  fc.assert(
    fc.property(
      fc.string({unit: "grapheme", minLength: 1}),
      value => readState(writeState("", "sql", value, "")).get("sql") === value
    )
  );
});

test("CSV quotes what needs it and disarms formulas, but not numbers", () => {
  expect(csv([{a: "x,y", b: 'say "hi"', c: null, d: -1.5, e: "-2", f: "=1+1", g: "@x"}])).toBe(
    'a,b,c,d,e,f,g\r\n"x,y","say ""hi""",,-1.5,-2,\'=1+1,\'@x\r\n'
  );
});

test("values of any type become one line of text", () => {
  expect([plain([1, null, "a"]), plain({k: [true]}), plain(new Map([["a", 1]])), plain(12n), plain(new Date(0))]).toEqual([
    "[1, null, a]",
    "{k: [true]}",
    "{a: 1}",
    "12",
    "1970-01-01T00:00:00.000Z"
  ]);
});

test("an error says in plain words what to do", () => {
  expect(plainError("Catalog Error: Table with name x does not exist!\nDid you mean")).toBe("table with name x does not exist.");
  expect(plainError('Error: Parser Error: syntax error at or near "selec"\nLINE 1: selec 1')).toBe(
    'not valid SQL: syntax error at or near "selec"'
  );
  expect(plainError("Invalid Error: Error: closed address: https://a.b/c")).toContain("its own tables only");
  expect(plainError("Invalid Error: PendingQuery can only take a single statement")).toBe("one statement at a time, please");
});

test("a label names template and sampler only where they tell rows apart, and both ends of a long name survive", () => {
  const rows = [
    {model: "m", template: "plain", sampler: "cold"},
    {model: "m", template: "plain", sampler: "warm"}
  ];
  expect(rows.map(evaluationLabels(rows))).toEqual(["m · cold", "m · warm"]);
  expect(shorten("reference/amber-120b", 12)).toBe("refere…-120b");
  fc.assert(
    fc.property(fc.string(), fc.integer({min: 3, max: 40}), (text, length) => shorten(text, length).length <= Math.max(length, 0))
  );
});

test("the policy names every inline script by hash, stands first, and lets only pages with Arquero evaluate", () => {
  const page =
    '<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<script type="module">\n\nlet a = 1;\n</script><script src="/x.js"></script></head></html>';
  const html = withPolicy(page);
  // printf '\n\nlet a = 1;\n' | openssl dgst -sha256 -binary | base64
  expect(html).toContain("'sha256-64jEN7zjlbLf6Yy4p0+/z+010aHZUP2sR1IBxz22kWc='");
  expect(html.match(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[^']+'; /)).not.toBeNull();
  expect(html.indexOf("Content-Security-Policy")).toBeLessThan(html.indexOf("<script"));
  expect(html).not.toContain("'unsafe-eval'");
  expect(withPolicy(page.replace("/x.js", "/_npm/arquero@8.0.3/_esm.js"))).toContain("'unsafe-eval'");
  expect(withPolicy(html)).toBe(html);
});
