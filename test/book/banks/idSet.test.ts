import {hash} from "node:crypto";
import {expect, test} from "vitest";
import {idSet} from "../../../pipelines/book/banks/idSet.js";

test("it holds what a Set holds: 20,000 digests, half of them twice, and the extremes", () => {
  const ids = Array.from({length: 20_000}, (_, i) => hash("sha256", String(i % 10_000), "hex").slice(0, 16));
  ids.push("0000000000000000", "0000000000000000", "ffffffffffffffff", "0000000000000001", "0000000100000000");
  const [ours, theirs] = [idSet(), new Set<string>()];
  const differing: string[] = [];
  for (const id of ids) {
    if (ours.has(id) !== theirs.has(id)) differing.push(id);
    ours.add(id);
    theirs.add(id);
  }
  expect(differing).toEqual([]);
  expect(ours.size).toBe(theirs.size);
  expect([...theirs].every(id => ours.has(id))).toBe(true);
  expect(idSet().has("0000000000000000")).toBe(false);
});
