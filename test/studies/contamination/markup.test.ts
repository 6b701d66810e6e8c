// Markup that is taken out of texts, and what looks like markup and stays.
import fc from "fast-check";
import {expect, test} from "vitest";
import {withoutMarkup} from "../../../pipelines/studies/contamination/markup.js";

test("mathematics, code and TeX stay", () => {
  for (const text of [
    "a <b and c> d, x < y > z, a<b, b>c",
    "2 * 3 * 4, a*b*c, x**2, f(*args, **kwargs)",
    "std::vector<int> v; if (i<n && p>q) a[i] = b[i] & c;",
    "$\\nabla f \\neq 0$, $\\nu$, $a \\not= b$, $\\frac{1}{2}$, \\textbf{x}",
    "AT&T, R&D; a && b, &unknown; &#x110000; &#xd800;",
    "f(x)[1](y), [a](b c), x[i](j)",
    "C# and F#, #include, ##",
    ""
  ])
    expect(withoutMarkup(text)).toBe(text);
});

test("tags, entities, quotations, lists, headings, links and escapes", () => {
  expect(withoutMarkup('<p class="a">One&nbsp;<b>tw</b>o &lt; 3<br/>4</p>')).toBe("\nOne two < 3\n4\n");
  expect(withoutMarkup("> > # Title\n> - *one* and **two**\n\n## Next")).toBe("# Title\n- one and two\n\nNext");
  expect(withoutMarkup("see [the page](https://example.org/a_b) ![chart](./a.png)")).toBe("see the page chart");
  expect(withoutMarkup('{"text": "one\\ntwo \\"three\\" \\\\nfour"}')).toBe('{"text": "one\ntwo "three" \nfour"}');
  expect(withoutMarkup("caf&#233; &#x1F600;")).toBe("café 😀");
});

test("any text: it only becomes shorter, and halves of tags and long runs of signs come to an end", () => {
  fc.assert(fc.property(fc.string({unit: "grapheme"}), text => withoutMarkup(text).length <= text.length));
  for (const unit of ["\\", "<b ", "<b a=", "*", "* ", "> ", "[", "[a](", "&#1", "<b a=b ", " ", "\t>", "<!--", "\\r"])
    expect(withoutMarkup(unit.repeat(1_000_000 / unit.length)).length).toBeLessThanOrEqual(1_000_000);
});
