// Further right answers and left-out facts of ZenHallu, by hand.
import {expect, test} from "vitest";
import {isLeftOut} from "../../../../pipelines/generate/benchmarks/hallu/facts/exceptions.js";
import {factsOf, hallu, SUBJECTS} from "../../../../pipelines/generate/benchmarks/hallu/hallu.js";
import {randomOf} from "../../../../pipelines/generate/seed.js";
import {verdict} from "../../../score/scorers/scoring.js";

/** Items of real entities, so many draws of each number. */
const items = hallu.cells
  .filter(({facets}) => facets.entity === "real")
  .flatMap(({size, item}) =>
    Array.from({length: size}, (_, k) => [0, 1, 2, 3, 4, 5].map(draw => item(k, randomOf(`${draw}:${k}`)))).flat()
  );
const about = (entity: string, form: string) =>
  items.find(({prompt}) => new RegExp(`(?<![\\p{L}/])${entity}(?![\\p{L}/])`, "u").test(prompt) && prompt.includes(`<${form}>`));

test.each([
  ["South Africa", "city", ["Pretoria", "Cape Town", "Bloemfontein", "Pretoria, Cape Town and Bloemfontein"], ["Johannesburg"]],
  ["Myanmar", "city", ["Naypyidaw", "Nay Pyi Taw"], ["Yangon"]],
  ["Mali", "three letters", ["XOF", "West African CFA franc"], ["XAF", "EUR"]],
  ["Africa/Nairobi", "UTC±hh:mm", ["UTC+03:00", "+03", "UTC+3", "GMT+3", "+0300", "+3"], ["+02", "-03", "UTC"]]
])("%s has several right answers to <%s>", (entity, form, right, wrong) => {
  const item = about(entity, form);
  const currency = items.find(
    ({expected, prompt}) =>
      expected === "XOF" && /ISO 4217/u.test(prompt) && !/\(a currency\)|currency called|the currency CFA/u.test(prompt)
  );
  const asked = (entity === "Mali" ? currency : item)!;
  for (const answer of right)
    expect([answer, verdict(`Answer: ${answer}`, asked.scorer as Record<string, unknown>, asked).right]).toEqual([answer, true]);
  for (const answer of wrong)
    expect([answer, verdict(`Answer: ${answer}`, asked.scorer as Record<string, unknown>, asked).right]).toEqual([answer, false]);
});

test("no item asks for a fact that is left out, and every entity that is left out is in a table", () => {
  for (const entity of ["Western Sahara", "Kosovo", "Africa/El_Aaiun", "Europe/Simferopol", "the Leone"]) {
    expect([entity, items.some(({prompt}) => new RegExp(`(?<![\\p{L}/])${entity}(?![\\p{L}/])`, "u").test(prompt))]).toEqual([
      entity,
      false
    ]);
    expect([entity, SUBJECTS.some(subject => factsOf(subject).some(fact => fact.entity === entity.replace("the ", "")))]).toEqual(
      [entity, true]
    );
  }
  expect(isLeftOut("Israel", "capital")).toBe(true);
  expect(isLeftOut("Israel", "currency")).toBe(false);
  expect(items.every(({prompt}) => !/capital(?: city)? of (?:Israel|Palestine|Hong Kong|Tokelau)[?.]/u.test(prompt))).toBe(true);
});
