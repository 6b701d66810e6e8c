// The pipeline from a book to its report: contamination check, inference, answer extraction, scoring, item response, report. Each step brings
// up to date what is missing or behind, so that a pipeline that was killed continues where it was.
import type {Status} from "../../store/manifest.node.js";
import {contaminationCheck} from "./contaminationCheck.js";
import {inference} from "./inference.js";
import {irtUpdate} from "./irtUpdate.js";
import {reportFiles} from "./reportFiles.js";
import {type Done, type Made, type Progress, STEPS, type StepName, type Work} from "./step.js";
import {extraction, scoring} from "./studySteps.js";

const ACTIONS: Record<StepName, (work: Work) => Promise<Done>> = {
  contamination: contaminationCheck,
  inference,
  extraction,
  scoring,
  irt: irtUpdate,
  report: reportFiles
};

/** The requested steps: one alone, those from one on, or all. */
export const stepsOf = ({only, from}: {only?: StepName | undefined; from?: StepName | undefined}): StepName[] =>
  only ? [only] : STEPS.slice(from ? STEPS.indexOf(from) : 0);

/** Runs the steps one after the other, with a line of progress before and after each. Throws the signal's reason between two steps. */
export async function pipeline(work: Work, steps: readonly StepName[] = STEPS): Promise<Progress> {
  const made: (Made & {step: StepName})[] = [];
  let status: Status | null = null;
  let {maxCost} = work;
  for (const step of STEPS) {
    if (!steps.includes(step)) continue;
    const place = `${STEPS.indexOf(step) + 1}/${STEPS.length} ${step}`;
    work.stop?.throwIfAborted();
    work.report.info(`${place} …`);
    const done = await ACTIONS[step]({...work, maxCost});
    work.report.info(`${place}: ${done.line}`);
    if (maxCost !== undefined) maxCost = Math.max(0, maxCost - (done.cost ?? 0));
    status = done.status ?? status;
    made.push(...(done.made ?? []).map(each => ({...each, step})));
  }
  return {made, status};
}
