// The sentence on items to be checked: counts of a list that has an end are not counts of all.
import {expect, test} from "vitest";
import {type Suspect, suspectSentence} from "../../../src/components/irt/suspects.js";

const suspect = (rank: number, adjusted: number): Suspect => ({
  ...{reason: "order", rank, item_id: `i${rank}`, category: "c", n: 93, right: 40, q: 0.8, p: adjusted / 9, adjusted},
  ...{rest: null, rest_low: null, rest_high: null, expected: "", rival: null, rival_n: null, other_expected: null},
  ...{tested: 691, decidable: 600, evaluations: 93}
});
const listed = (significant: number) => Array.from({length: 30}, (_, i) => suspect(i + 1, i < significant ? 0.01 : 0.2));

test("a list that is significant to its end says that further items may be", () => {
  expect(suspectSentence(listed(30))).toContain("30 items that abler evaluations fail most");
  expect(suspectSentence(listed(30))).toContain("the list ends there, and all of them are significant");
  expect(suspectSentence(listed(30))).toContain("further items may be, which are not counted");
});

test("a list with items that are not significant counts those that are, since all others have larger p", () => {
  expect(suspectSentence(listed(12))).toContain("12 of the list are significant");
  expect(suspectSentence(listed(1))).toContain("1 of the list is significant");
  expect(suspectSentence(listed(0))).toContain("0 of the list are significant");
  expect(suspectSentence(listed(12))).not.toContain("further items may be");
  expect(suspectSentence([])).toContain("No item was checked here");
});
