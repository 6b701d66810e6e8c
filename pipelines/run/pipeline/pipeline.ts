// The pipeline from a book to its report: contamination check, inference, answer extraction, scoring, item response, report. Each step brings
// up to date what is missing or behind, so that a pipeline that was killed goes on where it stood.
import {lastValueFrom, of} from "rxjs";
import {contaminationCheck} from "./contaminationCheck.js";
import {inference} from "./inference.js";
import {irtUpdate} from "./irtUpdate.js";
import {reportFiles} from "./reportFiles.js";
import {type Progress, STEPS, type StepName, step, type Work} from "./step.js";
import {extraction, scoring} from "./studySteps.js";

/** The steps that are asked for: one alone, those from one on, or all. */
export const stepsOf = ({only, from}: {only?: StepName | undefined; from?: StepName | undefined}): StepName[] =>
  only ? [only] : STEPS.slice(from ? STEPS.indexOf(from) : 0);

/** Takes the steps one after the other, and resolves with what they have made. */
export const pipeline = (work: Work, asked: readonly StepName[] = STEPS): Promise<Progress> =>
  lastValueFrom(
    of<Progress>({work, asked, made: [], status: null}).pipe(
      step("contamination", contaminationCheck),
      step("inference", inference),
      step("extraction", extraction),
      step("scoring", scoring),
      step("irt", irtUpdate),
      step("report", reportFiles)
    )
  );
