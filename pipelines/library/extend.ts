// What tasks and scorers of the user's own import as "reasonbook/extend" (docs/add-a-task.md).

export type {AnswerFormat} from "../book/answerFormat.js";
export {letterForm, optionLines} from "../generate/parts/choice.js";
export {integerForm, lineForm, lineFormWithCase, numberForm} from "../generate/parts/forms.js";
export {questionsOf} from "../generate/question.js";
export type {Random} from "../generate/seed.js";
export {type AnswerForm, AT_ONCE, type Question, type Step, type Task, THINK, task} from "../generate/task.js";
export {kindOf, kindOfForm, numberKind, spellExpected, textKind, textKindWithCase} from "../score/answer/kinds.js";
export {optionKind} from "../score/answer/optionKind.js";
export {type ReadOptions, readAnswer} from "../score/answer/read.js";
export type {Reading} from "../score/answer/reading.js";
export type {ValueKind} from "../score/answer/values.js";
export {type OwnScorer, scorer} from "../score/scorers/own.js";
export {type ScoredTest, unscored, type Verdict, verdictFields, wrong} from "../score/scorers/scorer.js";
