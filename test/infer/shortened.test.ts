import {createHash} from "node:crypto";
import fc from "fast-check";
import {expect, test} from "vitest";
import {isShortened, KEPT_OF_RESPONSE, KEPT_WHOLE, shortened} from "../../pipelines/infer/shortened.node.js";

/** Whether no half of a surrogate pair stands alone. */
const isWhole = (text: string) => !/\p{Cs}/u.test(text);
const sha256 = (text: string) => createHash("sha256").update(text, "utf8").digest("hex");

test("a text up to the limit stays as it is, to the last character", () => {
  for (const text of ["", "why?", "a".repeat(KEPT_WHOLE)]) {
    expect(shortened(text)).toBe(text);
    expect(isShortened(text)).toBe(false);
  }
});

test("of a longer one beginning, end, length and digest of the whole are kept, and shortening it again changes nothing", () => {
  fc.assert(
    fc.property(fc.string({minLength: 1, maxLength: 40, unit: "binary"}), fc.integer({min: 0, max: 9}), (part, more) => {
      const text = part.repeat(Math.ceil((KEPT_WHOLE + 1) / part.length) + more);
      const short = shortened(text);
      expect(short.length).toBeLessThan(KEPT_WHOLE);
      expect(isShortened(short)).toBe(true);
      expect(shortened(short)).toBe(short);
      expect(short).toContain(`SHA-256 ${sha256(text)}`);
      const [head, tail] = short.split(/\n\n\[… [\d,]+ characters are left out here; the whole has SHA-256 [\da-f]{64} …\]\n\n/u);
      const left = Number(/\[… ([\d,]+) characters are left out here/u.exec(short)![1]!.replaceAll(",", ""));
      expect(head!.length + tail!.length + left).toBe(text.length);
      if (isWhole(text)) expect([text.startsWith(head!), text.endsWith(tail!)]).toEqual([true, true]);
    }),
    {numRuns: 10}
  );
});

test("fewer characters at either end give a shorter text of the same form, with the same digest", () => {
  const text = `What is told here?${"é🙂 ".repeat(KEPT_WHOLE)}Answer: <place>`;
  const [long, short] = [shortened(text), shortened(text, KEPT_OF_RESPONSE)];
  expect(short.length).toBeLessThan(2 * KEPT_OF_RESPONSE + 200);
  for (const each of [long, short]) {
    expect(isShortened(each)).toBe(true);
    expect(each).toContain(`SHA-256 ${sha256(text)}`);
    expect(each.startsWith("What is told here?") && each.endsWith("Answer: <place>")).toBe(true);
    expect(shortened(each, KEPT_OF_RESPONSE)).toBe(each);
  }
  for (const whole of ["", "why?", "a".repeat(KEPT_WHOLE)]) expect(shortened(whole, KEPT_OF_RESPONSE)).toBe(whole);
});

test("no character is cut in two", () => {
  const short = shortened(`x${"🙂".repeat(KEPT_WHOLE)}`);
  expect(isWhole(short)).toBe(true);
});
