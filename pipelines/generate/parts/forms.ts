// Answers that are counts.
import type {AnswerForm} from "../task.js";

/** A whole number, in whatever grouping; its canonical spelling has neither grouping nor leading zeros. */
export const integerForm: AnswerForm = {values: "integer"};
/** A number; its canonical spelling is a decimal fraction, or `p/q` where that does not end. */
export const numberForm: AnswerForm = {values: "number"};
/** A line of text, compared without case. */
export const lineForm: AnswerForm = {values: "line"};
/** A line of text in which upper and lower case differ. */
export const lineFormWithCase: AnswerForm = {values: "line with case"};
