import {JSDOM} from "jsdom";
import {expect, test} from "vitest";
import {percentScript} from "../../pipelines/site/percentSigns.js";

test("a percent sign stays with its number in prose, also in prose that comes later, and answers of models stay as they are", async () => {
  const {window} = new JSDOM(
    `<!DOCTYPE html><head>${percentScript()}</head><body><p>about 66.0 % [64.1, 67.9]</p><p>7 <b>%</b> and <code>5 % 3</code></p><div>5 % 2</div>`,
    {runScripts: "dangerously"}
  );
  const {document} = window;
  const later = document.createElement("section");
  later.innerHTML =
    '<figcaption>95 % intervals</figcaption><p><span>12</span><span> %</span></p><p class="rb-untrusted">3 % of it</p>';
  document.body.append(later);
  const sentence = document.createElement("p");
  document.body.append(sentence);
  sentence.append("1 %, then ");
  await new Promise(resolve => setTimeout(resolve));
  (sentence.firstChild as Text).data = "2 %";
  await new Promise(resolve => setTimeout(resolve));
  expect(Array.from(document.querySelectorAll("p, code, div, figcaption"), each => each.textContent)).toEqual([
    "about 66.0\u00a0% [64.1, 67.9]",
    "7 % and 5 % 3",
    "5 % 3",
    "5 % 2",
    "95\u00a0% intervals",
    "12\u00a0%",
    "3 % of it",
    "2\u00a0%"
  ]);
});
