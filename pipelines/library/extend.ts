// What tasks and scorers of the user's own import as "reasonbook/extend" (docs/add-a-task.md).

export type {AnswerFormat} from "../book/answerFormat.js";
export {letterForm, optionLines} from "../generate/parts/choice.js";
export {integerForm} from "../generate/parts/integer.js";
export {questionsOf} from "../generate/question.js";
export type {Random} from "../generate/seed.js";
export {type AnswerForm, AT_ONCE, type Question, type Step, type Task, THINK, task} from "../generate/task.js";
export {type ExtractedAnswer, findAnswer} from "../score/extract.js";
export {lineForm, lineFormWithCase, numberForm} from "../score/form.js";
export {type OwnScorer, scorer} from "../score/scorers/own.js";
export {type ScoredTest, unscored, type Verdict, wrong} from "../score/scorers/scorer.js";
