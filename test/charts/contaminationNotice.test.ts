// @vitest-environment jsdom
// The notice of page Contamination that a corpus has planted copies: of those alone that were made so.
import {expect, test} from "vitest";
import {plantedNotice} from "../../pipelines/charts/contamination/rates.js";

const PLANTED = {corpus: "planted", source: "made by npm run -s contamination -- simulate"};
const REAL = {corpus: "GPTeacher", source: "https://github.com/teknium1/GPTeacher, commit 48107512"};

test("a planted corpus has the badge and says what it does not show; corpora of others and none have no notice", () => {
  expect(plantedNotice([]).textContent).toBe("");
  expect(plantedNotice([REAL, {corpus: "x", source: "a simulated text"}]).textContent).toBe("");
  const notice = plantedNotice([PLANTED, PLANTED]) as HTMLElement;
  expect(notice.querySelectorAll(".rb-simulated").length).toBe(1);
  expect(notice.textContent).toContain("Copies of tests were planted in this corpus");
  expect(notice.textContent).not.toContain("planted:");
});

test("among other corpora the planted one is named, as text", () => {
  const notice = plantedNotice([REAL, {...PLANTED, corpus: "<b>mine</b>"}]) as HTMLElement;
  expect(notice.textContent).toContain("<b>mine</b>: Copies of tests");
  expect(notice.querySelector("b")).toBeNull();
});
