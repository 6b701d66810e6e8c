// Identities of items: what they are made of, and the set that finds repeated ones.
import {createHash} from "node:crypto";
import fc from "fast-check";
import {expect, test} from "vitest";
import {idSet, wordAt} from "../../../pipelines/book/banks/idSet.js";
import {contentId} from "../../../pipelines/book/banks/item.node.js";

/** Texts of every kind, those that JSON must escape not least: quotes, backslashes, control characters, halves of surrogate pairs. */
const anyText = fc.oneof(
  fc.string(),
  fc.string({unit: "binary"}),
  fc
    .array(fc.constantFrom('"', "\\", "\n", "\u0000", "\u001f", "\u2028", "\ud800", "\udc00", "é", "a"), {maxLength: 6})
    .map(all => all.join(""))
);

test("an identity is SHA-256 over the JSON of question, choices and answer, whatever the texts hold", () => {
  fc.assert(
    fc.property(anyText, fc.array(anyText, {maxLength: 5}), anyText, anyText, (question, choices, answer, category) => {
      const digest = createHash("sha256")
        .update(JSON.stringify([question, choices, answer]), "utf8")
        .digest("hex");
      const item = {question, choices, answer, domain: "x", category};
      expect(contentId(item)).toBe(digest.slice(0, 16));
      expect(contentId(item, JSON.stringify(item))).toBe(digest.slice(0, 16));
    }),
    {numRuns: 500}
  );
});

const words = (id: string): [number, number] => [wordAt(id, 0), wordAt(id, 8)];

test("a set of identities says what a set of texts says", () => {
  // Few different digits, so that identities repeat, share one half and are all zeros.
  const id = fc
    .array(fc.constantFrom("00000000", "00000001", "ffffffff", "9a0f0000"), {minLength: 2, maxLength: 2})
    .map(all => all.join(""));
  fc.assert(
    fc.property(fc.array(id), ids => {
      const [ours, theirs] = [idSet(), new Set<string>()];
      for (const each of ids) {
        expect(ours.has(...words(each))).toBe(theirs.has(each));
        expect(ours.add(...words(each))).toBe(!theirs.has(each));
        theirs.add(each);
        expect(ours.has(...words(each))).toBe(true);
      }
    })
  );
});

test("a set of identities keeps what it holds while it grows", () => {
  const ids = Array.from({length: 20_000}, (_, i) => createHash("sha256").update(`${i}`).digest("hex").slice(0, 16));
  const set = idSet();
  expect(ids.every(id => set.add(...words(id)))).toBe(true);
  expect(ids.some(id => set.add(...words(id)))).toBe(false);
  expect(ids.every(id => set.has(...words(id)))).toBe(true);
  expect(set.has(...words("0123456789abcdef"))).toBe(false);
});
