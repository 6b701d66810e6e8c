// Answers that are counts: how a whole number is recognised in free text.
import type {AnswerForm} from "../task.js";

/** A whole number in digits, thousands grouped by commas or not; its canonical spelling has neither commas nor leading zeros. */
export const integerForm: AnswerForm = {
  // A sign or a fraction is included in the match, so that -3 and 2.5 are not read as 3 and 5.
  literal: /(?<![\p{N}\p{L}_]|\d[.,])(?:(?<![)\]}])[-+−–])?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?(?![\p{L}_])/gu,
  normalise(text) {
    const match = /^([-+]?)0*(\d+)(?:\.0*)?$/u.exec(text.trim().replace(/[−–]/gu, "-").replaceAll(",", ""));
    if (!match) return null;
    return match[1] === "-" && match[2] !== "0" ? `-${match[2]}` : match[2]!;
  }
};
