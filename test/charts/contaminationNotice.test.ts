// @vitest-environment jsdom
// The notice of page Contamination that a corpus has planted copies: of those alone that were made so.
import {expect, test} from "vitest";
import {plantedNotice} from "../../pipelines/charts/contamination/rates.js";

const PLANTED = {corpus: "planted", source: "made by npm run -s contamination -- simulate"};
const REAL = {corpus: "GPTeacher", source: "https://github.com/teknium1/GPTeacher, commit 48107512"};
const COPIED = [{verdict: "clean"}, {verdict: "near"}] as const;

test("a planted corpus has the badge and says what it does not show; corpora of others and none have no notice", () => {
  expect(plantedNotice([], []).textContent).toBe("");
  expect(plantedNotice([REAL, {corpus: "x", source: "a simulated text"}], COPIED).textContent).toBe("");
  const notice = plantedNotice([PLANTED, PLANTED], COPIED) as HTMLElement;
  expect(notice.querySelectorAll(".rb-simulated").length).toBe(1);
  expect(notice.textContent).toContain("Copies of tests were planted in this corpus");
  expect(notice.textContent).not.toContain("planted:");
});

test("where none of the tests is among the copies nothing is called simulated, and the way to other texts is named", () => {
  for (const audited of [[], [{verdict: "clean"}, {verdict: "not_testable"}]] as const) {
    const notice = plantedNotice([PLANTED], audited) as HTMLElement;
    expect(notice.querySelectorAll(".rb-simulated").length).toBe(0);
    expect(notice.textContent).toMatch(/says nothing of the training data.*corpora in data\/book\.yaml.*npm run build/su);
  }
});

test("among other corpora the planted one is named, as text", () => {
  const notice = plantedNotice([REAL, {...PLANTED, corpus: "<b>mine</b>"}], COPIED) as HTMLElement;
  expect(notice.textContent).toContain("<b>mine</b>: Copies of tests");
  expect(notice.querySelector("b")).toBeNull();
});
