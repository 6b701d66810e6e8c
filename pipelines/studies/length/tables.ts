// The tables of the study of length.
import {double, evaluation, integer, key, simulated, type Table, text} from "../../store/columns.js";
import {POSITIONS} from "./axis.js";
import {CONTRASTS} from "./contrasts.js";
import {RANGES} from "./effective.js";

const series = {
  ...evaluation,
  base_task: key("the task's name"),
  series: key(
    "the parameters that its points share, canonical JSON: all but length and depth; empty for the mean of all series that were asked at every length"
  ),
  generator_version: integer("version of the task's generator")
};
const low = "lower end of its 95 % interval";
const order = ["model", "template", "sampler", "base_task", "series", "generator_version"];

export const lengthTables = {
  lengths: {
    description:
      "one row per evaluation, series of points that differ in length and depth alone, length and position: its accuracy",
    columns: {
      ...series,
      length: integer(
        "tokens of the question, as its parameters say (context_tokens, target_tokens, or a bank's category such as 4k or qa1 4k)"
      ),
      position: key(
        `${POSITIONS.join(", ")}: the third of the text in which what the answer rests on stands; all = the mean of the positions at this length, each with the same weight`
      ),
      depth: double("where it stands, 0–1; null where it is spread, and of all positions"),
      accuracy: double("excess accuracy over untruncated answers, 0 guessing, 1 knowing"),
      low: double(`${low}: Wilson's, on the effective number of answers`),
      high: double("upper end"),
      guess: double("mean guess chance"),
      n: integer("untruncated answers"),
      correct: integer("right ones"),
      truncated: integer("answers that the token limit stopped; they are left out"),
      effective: double("independent answers that they are worth"),
      simulated
    },
    order: [...order, "length", "position", "depth"]
  },
  effective_lengths: {
    description:
      "one row per evaluation, series and share: the longest questions at which that share of the accuracy on the shortest is left",
    columns: {
      ...series,
      share: double("share of the excess accuracy at the shortest length"),
      range: key(
        `${RANGES.join(", ")}: whether it lies among the lengths asked, beyond the longest, or below the shortest that is not 0; null where there is none`
      ),
      tokens: double("the effective length; null unless it lies within the lengths asked"),
      low: double(`${low}, by profile likelihood; null where it lies below the shortest length that is not 0`),
      high: double("upper end; null where it lies beyond the longest"),
      reason: text("why there is none; null where there is one"),
      n: integer("untruncated answers at all lengths"),
      lengths: integer("lengths that have such answers"),
      shortest: integer("the shortest of them, tokens"),
      shortest_positive: integer("the shortest that is not 0; null where there is none"),
      longest: integer("the longest"),
      top: double("of the fitted curve top ÷ (1 + (length ÷ half_tokens)^slope): accuracy without loss by length"),
      half_tokens: double("tokens at which half of it is left; null where the curve is flat"),
      slope: double("its slope"),
      misfit: double(
        "p-value of the deviance from the curve; below 0.05 the interval is widened for it; null with three lengths or fewer"
      ),
      simulated
    },
    order: [...order, "share"]
  },
  length_contrasts: {
    description: "one row per evaluation, series, contrast and length: paired differences over tests that ask the same",
    columns: {
      ...series,
      contrast: key(
        `${CONTRASTS.join(", ")}: the shortest length minus this one, or both ends of the text minus its middle third (lost in the middle)`
      ),
      length: integer("tokens; null for the mean of all lengths"),
      depth: double("the depth that a loss is of; null for the mean of all positions"),
      n: integer("questions with finished answers on both sides (first answers; truncated ones are left out)"),
      value: double("difference of excess accuracy; positive where length, or the middle, costs answers"),
      low: double(`${low}; null for a single question`),
      high: double("upper end"),
      p: double("two-sided p-value of no difference"),
      only_first: integer(
        "questions that only the first side got right; null where a side has several answers to one, and so the next three"
      ),
      only_second: integer("that only the second side got right"),
      exact: double("McNemar's exact p"),
      mid: double("its mid-p"),
      simulated
    },
    order: [...order, "contrast", "length", "depth"]
  }
} satisfies Record<string, Table>;
