// Cells of benchmarks whose items are problems of a family and a level, with whole numbers as answers.
import type {Cell, MadeItem} from "../benchmarks/benchmark.js";
import type {Random} from "../seed.js";
import {THINK} from "../task.js";
import type {Problem} from "./expressions.js";

/** Makes a problem of a level from 1. */
export type Family = (level: number, random: Random) => Problem & {guess_chance?: number};

/** Returns a cell for each family and level. @param size items of a cell · @param opening the words that begin every question */
export const levelCells = (
  families: Readonly<Record<string, Family>>,
  {levels = 5, size, opening, think}: {levels?: number; size: number; opening: string; think?: boolean}
): Cell[] =>
  Object.entries(families).flatMap(([family, make]) =>
    Array.from({length: levels}, (_, i) => ({
      facets: {family, level: i + 1},
      size,
      item: (_: number, random: Random): MadeItem => {
        const {question, answer, steps, guess_chance = 0} = make(i + 1, random);
        return {
          prompt: `${opening}\n\n${question}\n\n${THINK} with a line of the form\nAnswer: <integer>`,
          expected: String(answer),
          guess_chance,
          ...(think && {think}),
          scorer: {kind: "number", absolute: 0, relative: 0},
          ...(steps && {steps})
        };
      }
    }))
  );
