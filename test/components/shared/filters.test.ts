// @vitest-environment jsdom
// Filters that a page folds: which inputs are below *Filters*, what the address sets, and what a chip sets back.
import {afterEach, expect, test} from "vitest";
import {choice, choices, noChoice, showAll} from "../../../src/components/shared/inputs.js";

const inputs = () => ({
  task: choice("task", ["all", "sums"], {label: "Task"}),
  tier: choice("tier", ["all", "easy", "<b>hard</b>"], {label: "Tier"}),
  group: choice("group", ["all", "large"], {label: "Group", names: {large: "70 B or more"}})
});
/** The inputs of a page at an address, with tier and group folded. */
function page(hash: string) {
  history.replaceState(null, "", `/clusters${hash}`);
  const form = choices(inputs(), {folded: ["tier", "group", "absent"]});
  document.body.replaceChildren(form);
  return {form, chips: () => Array.from(form.querySelectorAll<HTMLButtonElement>(".rb-chip"), chip => chip.textContent)};
}
afterEach(() => document.body.replaceChildren());

test("folded inputs are below Filters, closed, and the value is that of all inputs", () => {
  const {form, chips} = page("");
  const labels = (selector: string) => Array.from(form.querySelectorAll(`${selector} label`), label => label.textContent);
  expect(labels("details")).toEqual(["Tier", "Group"]);
  expect(labels("form").concat()).toContain("Task");
  expect(form.querySelector("details")!.open).toBe(false);
  expect(form.value).toEqual({task: "all", tier: "all", group: "all"});
  expect(chips()).toEqual([]);
});

test("without a folded input that exists there are no Filters", () => {
  for (const folded of [undefined, [], ["domain"]])
    expect(choices(inputs(), folded && {folded}).querySelector("details")).toBeNull();
  expect(choices({none: noChoice()}, {folded: ["none"]}).querySelectorAll("details").length).toBe(1);
});

test("an address that opens all sections opens the filters, too", () => {
  expect(page("#open=*").form.querySelector("details")!.open).toBe(true);
  expect(page("#open=table").form.querySelector("details")!.open).toBe(false);
});

test("what the address sets has a chip, as text; a chip sets its input back and leaves the others", () => {
  const {form, chips} = page("#tier=<b>hard</b>&group=large&task=sums");
  expect(chips()).toEqual(["Tier: <b>hard</b> ×", "Group: 70 B or more ×"]);
  form.querySelector<HTMLButtonElement>(".rb-chip")!.click();
  expect(form.value).toEqual({task: "sums", tier: "all", group: "large"});
  expect(chips()).toEqual(["Group: 70 B or more ×"]);
  expect(location.hash).toBe("#group=large&task=sums");
  form.querySelector<HTMLButtonElement>(".rb-chip")!.click();
  expect([form.value.group, chips(), location.hash]).toEqual(["all", [], "#task=sums"]);
});

test("a choice that a reader makes below Filters gets its chip", () => {
  const {form, chips} = page("");
  const [tier] = form.querySelectorAll<HTMLSelectElement>("details select");
  tier!.selectedIndex = 1;
  tier!.dispatchEvent(new Event("input", {bubbles: true}));
  expect(chips()).toEqual(["Tier: easy ×"]);
  expect(location.hash).toBe("#tier=easy");
});

test("few rows are all shown, without a button; of many the first, until a reader asks for all", () => {
  history.replaceState(null, "", "/clusters");
  for (const total of [0, 1, 20]) expect([showAll(total).value, showAll(total).textContent]).toEqual([total, ""]);
  const input = showAll(64);
  document.body.replaceChildren(input);
  const button = input.querySelector("button")!;
  expect([input.value, button.textContent]).toEqual([20, "Show all 64"]);
  button.click();
  expect([input.value, button.textContent, location.hash]).toEqual([64, "Show the first 20", "#rows=all"]);
  expect(showAll(64).value).toBe(64); // from the address
  button.click();
  expect([input.value, location.hash]).toEqual([20, ""]);
  history.replaceState(null, "", "/clusters#open=*");
  expect(showAll(64).value).toBe(64);
});
