// Scores whether instructions were followed that a program can check: IFEval (Zhou et al. 2023, arXiv:2311.07911), strict and loose.
import type {InstructionId} from "../../book/scorers.js";
import type {Check} from "./check.js";
import {layoutChecks} from "./layoutChecks.js";
import {type Scoring, unscored} from "./scorer.js";
import {wordChecks} from "./wordChecks.js";

const checks: Record<InstructionId, Check> = {...wordChecks, ...layoutChecks};

/** The answer, and what IFEval's loose reading accepts for it: without first or last line, without asterisks. */
function variants(answer: string): string[] {
  const lines = answer.split("\n");
  const readings = [lines, lines.slice(1), lines.slice(0, -1), lines.slice(1, -1)].map(part => part.join("\n").trim());
  return [...new Set([answer, ...readings, ...[answer, ...readings].map(text => text.replaceAll("*", ""))])];
}

export const instructions: Scoring<"instructions"> = (answer, {prompt}, {instructions: asked}) => {
  if (answer.trim() === "")
    return {right: false, parsed: false, answer: null, answer_rule: null, measures: {followed: 0, followed_loose: 0}};
  const followed = {strict: 0, loose: 0};
  for (const {id, kwargs} of asked) {
    const given = {...(id === "combination:repeat_prompt" && {prompt_to_repeat: prompt}), ...present(kwargs)};
    try {
      const strict = checks[id](answer, given);
      followed.strict += strict ? 1 : 0;
      followed.loose += strict || variants(answer).some(text => text.trim() !== "" && checks[id](text, given)) ? 1 : 0;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return unscored(`instruction ${id}: ${error.message}`);
    }
  }
  return {
    right: followed.strict === asked.length,
    parsed: true,
    answer: `${followed.strict} of ${asked.length} followed`,
    answer_rule: "whole text",
    measures: {followed: followed.strict / asked.length, followed_loose: followed.loose / asked.length}
  };
};

/** Arguments that are given: IFEval's data have null for those of other instructions. */
const present = (kwargs: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(kwargs).filter(([, value]) => value !== null && value !== undefined));
