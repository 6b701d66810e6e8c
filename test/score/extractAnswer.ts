// The answer of a text in canonical spelling, or null if it states none.

import type {AnswerForm} from "../../pipelines/generate/task.js";
import {findAnswer} from "../../pipelines/score/extract.js";

export const extractAnswer = (final: string, form: AnswerForm): string | null => findAnswer(final, form)?.answer ?? null;
