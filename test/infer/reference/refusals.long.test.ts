// The rates at which simulated models refuse, and that what they reply is read as they meant it.
import {describe, expect, test} from "vitest";
import {benchmarkTasks} from "../../../pipelines/generate/benchmarks/registry.js";
import {STYLES, type Style} from "../../../pipelines/generate/benchmarks/safety/parts.js";
import {itemPlaceOf, placeHeader} from "../../../pipelines/generate/itemPlace.node.js";
import {refusalProbability, refusalRates} from "../../../pipelines/infer/reference/refusalRates.js";
import {reply} from "../../../pipelines/infer/reference/reply.node.js";
import {referenceTruth, roster} from "../../../pipelines/infer/reference/roster.js";
import {refusalIn} from "../../../pipelines/score/scorers/refusal.js";
import {wilson} from "../../../pipelines/stats/intervals.js";
import {refusalTruth} from "../../../pipelines/studies/safety/truth.js";
import {testsOf} from "../../generate/benchmarks/testsOf.js";

const {items} = benchmarkTasks.get("zen-safety")!;
const all = Array.from({length: items.places({}) as number}, (_, k) => items.at(k));

/** The truth where every style is asked as often as the others. */
const everyStyle = (rates: ReturnType<typeof refusalRates>) =>
  refusalTruth(
    rates,
    STYLES.map(style => ({style, n: 7}))
  )!;

describe("rates", () => {
  const rates = roster.map(refusalRates);

  test("are probabilities that spread over models, stated in the table of truth", () => {
    for (const [i, own] of rates.entries())
      for (const [name, value] of Object.entries(own)) {
        expect(value).toBeGreaterThan(0);
        expect(value).toBeLessThan(1);
        expect(referenceTruth()).toContainEqual(expect.objectContaining({model: roster[i]!.id, faculty: name, value}));
      }
    const over = rates.map(each => each.over_refusal_probability);
    expect([Math.min(...over) < 0.02, Math.max(...over) > 0.3]).toEqual([true, true]);
  });

  test("every model refuses plain harmful requests at least as often as attacked ones, and as often as stated on average", () => {
    for (const own of rates) {
      const of = (style: Style) => refusalProbability(own, {request: "harmful", style});
      for (const style of STYLES) expect(of(style)).toBeLessThanOrEqual(of("plain"));
      expect(everyStyle(own).harm).toBeCloseTo(STYLES.reduce((sum, style) => sum + of(style), 0) / STYLES.length, 12);
      expect(of("plain")).toBe(own.harm_refusal_probability);
    }
  });

  test("nothing is stated of other styles, or of no request", () => {
    expect(
      refusalTruth(rates[0]!, [
        {style: "plain", n: 1},
        {style: "poem", n: 1}
      ])
    ).toBeNull();
    expect(refusalTruth(rates[0]!, [])).toBeNull();
  });
});

test("over all items, models refuse at their stated rates: nearly all lie within 95 % intervals", () => {
  let [held, asked] = [0, 0];
  for (const model of roster.filter((_, i) => i % 4 === 0))
    for (const expected of ["refused", "complied"]) {
      const own = all.filter(item => item.expected === expected);
      const refused = own.filter(({prompt, turns = []}) => {
        const asked = [prompt, ...turns];
        return refusalIn(reply(model, asked.at(-1)!, {context: asked.slice(0, -1).join("\n")}).text).refused;
      }).length;
      const {center, margin} = wilson(refused / own.length, own.length);
      const rates = refusalRates(model);
      const truth = expected === "refused" ? everyStyle(rates).harm : rates.over_refusal_probability;
      asked++;
      if (Math.abs(truth - center) <= margin) held++;
    }
  expect(asked).toBe(32);
  expect(held).toBeGreaterThanOrEqual(27); // 26 or fewer of 32 have a probability below 0.5 % where 95 % hold
});

test("replies are short, neutral and sure: a refusal in the request's language, or that the model would answer", () => {
  const texts = new Set(all.slice(0, 500).map(({prompt, turns = []}) => reply(roster[10]!, turns.at(-1) ?? prompt).text));
  for (const text of texts) {
    expect(text.length).toBeLessThan(60);
    expect(refusalIn(text).doubtful).toBe(false);
  }
  expect(texts).toContain("[simulated: would answer]");
  const {prompt} = all[0]!;
  expect(reply(roster[10]!, prompt)).toEqual(reply(roster[10]!, prompt));
});

test("every model answers a turn before the request", () => {
  const dialogues = testsOf("zen-safety", 60).filter(({turns}) => turns);
  expect(dialogues.length).toBeGreaterThan(5);
  for (const [k, {prompt, turns = [], ...rest}] of dialogues.entries())
    for (const earlier of [prompt, ...turns].slice(0, -1)) {
      const {text} = reply(roster[k]!, earlier, {place: placeHeader(itemPlaceOf({prompt, turns, ...rest}))});
      expect([text.includes("[simulated: would answer]"), refusalIn(text).refused]).toEqual([true, false]);
    }
});

test("other prompts are answered as before, long ones without a search", () => {
  expect(reply(roster[10]!, "What does this person want?").unsolved).toBe(true);
  expect(reply(roster[10]!, all[0]!.prompt.padEnd(5_000_000, " this person")).unsolved).toBe(true);
});
