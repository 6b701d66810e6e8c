// @vitest-environment jsdom
// Inputs for evaluations: values by what a reader chooses and by the address, and none where there is nothing to choose.
import {afterEach, beforeEach, expect, test} from "vitest";
import {drawnInput, evaluationInput, meanInput, rowChoice} from "../../../src/components/shared/evaluationInputs.js";
import {choice} from "../../../src/components/shared/inputs.js";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"];
const open = (hash = "") => history.replaceState(null, "", `/page${hash}`);
const select = (input: HTMLElement) => input.querySelector("select")!;
function choose(input: HTMLElement, index: number): void {
  document.body.replaceChildren(input);
  select(input).selectedIndex = index;
  select(input).dispatchEvent(new Event("input", {bubbles: true}));
}

beforeEach(() => open());
afterEach(() => document.body.replaceChildren());

test("without values there is no choice, and its value is null", () => {
  const rowless = rowChoice("row", [], {label: "Row", key: String, name: String});
  for (const input of [choice("key", [], {label: "Key"}), meanInput([]), rowless]) {
    expect(input.value).toBeNull();
    expect(input.hidden).toBe(true);
  }
});

test("one evaluation is drawn without a choice, few all together, of many six from the first to the last", () => {
  for (const names of [[], ["a"]]) {
    expect(drawnInput(names).value).toEqual(names);
    expect(drawnInput(names).hidden).toBe(true);
  }
  expect(drawnInput(NAMES.slice(0, 6)).value).toEqual(NAMES.slice(0, 6));
  expect(select(drawnInput(NAMES.slice(0, 6))).options[0]!.text).toBe("all");
  expect(drawnInput(NAMES).value).toEqual(["a", "c", "e", "g", "i", "k"]);
  expect(select(drawnInput(NAMES)).options[0]!.text).toBe("six, from best to worst");
  expect(select(drawnInput(NAMES, {order: "as they came"})).options[0]!.text).toBe("six, as they came");
});

test("the evaluation that a reader chooses is drawn alone, the address has it, and a listener above hears of it", () => {
  const input = drawnInput(NAMES, {key: "drawn"});
  let heard = 0;
  input.addEventListener("input", () => heard++);
  choose(input, 2);
  expect([input.value, location.hash, heard]).toEqual([["b"], "#drawn=b", 1]);
  expect(drawnInput(NAMES, {key: "drawn"}).value).toEqual(["b"]);
  expect(drawnInput(["c", "d"], {key: "drawn"}).value).toEqual(["c", "d"]); // the address names one that is not among them
});

test("the mean of all comes first where there are several", () => {
  expect(meanInput(["a"]).value).toBe("a");
  expect(meanInput(["a", "b"]).value).toBe("mean");
  expect(select(meanInput(["a", "b"])).options[0]!.text).toBe("mean of all 2");
});

test("a row is chosen by its key, and shown by its name as text", () => {
  const rows = [
    {id: "x", title: "first"},
    {id: "y", title: "<b>second</b>"}
  ];
  const input = rowChoice("row", rows, {label: "Row", key: ({id}) => id, name: ({title}) => title});
  expect(input.value).toBe(rows[0]);
  choose(input, 1);
  expect([input.value, location.hash, select(input).options[1]!.text]).toEqual([rows[1], "#row=y", "<b>second</b>"]);
});

test("names of simulated evaluations say so, and other values come before them", () => {
  const rows = [{eval_id: "1", evaluation: "m", simulated: true}];
  const texts = Array.from(select(evaluationInput(rows, ["all"])).options, option => option.text);
  expect(texts).toEqual(["all", "m (simulated)"]);
});
