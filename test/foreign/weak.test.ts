// A model behind an endpoint of other hands that is right on one of fifty tests: every command answers, and no estimate leaves its interval.
import {expect, onTestFinished, test} from "vitest";
import {commands} from "../../pipelines/analyze/registry.js";
import {answerOrReason, closeStore, rowsOf, UNREADABLE} from "./stores.js";
import {ASKED, weakRun} from "./weak.js";

/** Estimates with the columns of their intervals, wherever a row has all three. */
const ESTIMATES = [
  ["accuracy", "low", "high"],
  ["truncated", "truncated_low", "truncated_high"],
  ["tokens", "tokens_low", "tokens_high"],
  ["score", "score_low", "score_high"],
  ["score", "low", "high"],
  ["value", "low", "high"],
  ["correct", "correct_low", "correct_high"],
  ["tokens_per_correct", "tokens_per_correct_low", "tokens_per_correct_high"]
] as const;

/** Words about generated tests alone take long and rest on no answer. */
const WITHOUT_ANSWERS = ["fft", "spectra"];

test("a run that is right on 1 of 50", async () => {
  await using run = await weakRun();
  onTestFinished(closeStore);
  const [{correct, samples}] = (await rowsOf<{correct: number; samples: number}>(run.store, "evals")) as [
    {correct: number; samples: number}
  ];
  expect([correct, samples]).toEqual([1, ASKED]);
  for (const name of commands.keys()) {
    if (WITHOUT_ANSWERS.includes(name) || commands.get(name)!.needs.includes("spectrum_features")) continue;
    const options = name === "surface" ? {x: "length", y: "max_depth"} : name === "projection" ? {x: "length"} : {};
    const filter = name === "surface" || name === "projection" ? {task: ["arithmetic"]} : {};
    for (const format of ["table", "markdown", "csv"] as const) {
      const {text, reason} = await answerOrReason(run.store, name, {format, options, filter});
      expect(reason ?? text, `${name} ${format}`).not.toMatch(UNREADABLE);
      if (reason !== null)
        expect(reason, name).toMatch(
          /two evaluations|two models|two prompts|nothing to compare|repeated answers|same lists in two forms|no point here has a length|no category of a suite|question about an image|injected instruction|question about facts|agent tasks|has a confidence|asked for programs|requests to refuse|in several languages|in the history/
        );
    }
    const {text} = await answerOrReason(run.store, name, {options, filter});
    for (const row of text === "" ? [] : (JSON.parse(text) as Record<string, number | null>[]))
      for (const [value, low, high] of ESTIMATES) {
        const [x, a, b] = [row[value], row[low], row[high]];
        if (typeof x !== "number" || typeof a !== "number" || typeof b !== "number") continue;
        if (value === "correct" && x > 1) continue; // a count, not a share
        if (value === "score" && low === "low" && "score_low" in row) continue; // low and high are the accuracy's
        expect(a <= x && x <= b, `${name}: ${value} ${x} [${a}, ${b}]`).toBe(true);
      }
  }
}, 600_000);
