import {JSDOM} from "jsdom";
import {expect, test} from "vitest";
import {percentScript} from "../../pipelines/site/percentSigns.js";

const BODY =
  "<p>about 66.0 % [64.1, 67.9] and 5 %</p><p>7 <b>%</b> and <code>5 % 3</code></p><div>5 % 2</div><p class='rb-untrusted'>3 % of it</p>";
/** A page with the script, and the turn of its observer. */
const opened = () => new JSDOM(`<!DOCTYPE html><head>${percentScript()}</head><body>${BODY}`, {runScripts: "dangerously"}).window;
const turn = () => new Promise(resolve => setTimeout(resolve));
const unbroken = ({document}: {document: Document}) =>
  Array.from(document.querySelectorAll<HTMLElement>("span"), each => [each.textContent, each.style.whiteSpace]);

test("a percent sign stays with its number in prose, the text stays the same, and answers of models are left alone", async () => {
  const window = opened();
  await turn();
  expect(unbroken(window)).toEqual([
    ["0 %", "nowrap"],
    ["5 %", "nowrap"]
  ]);
  const plain = new JSDOM(`<body>${BODY}`).window.document.body.textContent;
  expect(window.document.body.textContent).toBe(plain);
});

test("prose that comes later is treated alike, and a text that is replaced leaves nothing behind", async () => {
  const window = opened();
  const {document} = window;
  const sentence = document.createElement("p");
  document.body.replaceChildren(sentence);
  const text = document.createTextNode("has 12 % of all");
  sentence.append(text);
  await turn();
  expect(unbroken(window)).toEqual([["2 %", "nowrap"]]);
  expect(sentence.textContent).toBe("has 12 % of all");
  text.remove(); // as a cell does with what it displayed before
  sentence.append("none");
  await turn();
  expect(sentence.textContent).toBe("none");
  expect(text.data).toBe("has 12 % of all");
  sentence.append(text);
  await turn();
  expect(sentence.textContent).toBe("nonehas 12 % of all");
  expect(unbroken(window)).toEqual([["2 %", "nowrap"]]);
});

test("a text that is replaced before it was seen is not brought back", async () => {
  const window = opened();
  const sentence = window.document.createElement("p");
  window.document.body.replaceChildren(sentence);
  for (const share of [1, 2, 3]) {
    sentence.textContent = `${share} % of them`;
    if (share === 2) await turn();
  }
  await turn();
  expect(sentence.textContent).toBe("3 % of them");
});
