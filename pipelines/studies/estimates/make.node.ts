// Makes the table `estimates`: the rows of every study of rates.
import {ESTIMATES} from "../../store/estimates.sql.js";
import {hallucination} from "../hallucination/study.js";
import {languages} from "../languages/study.node.js";
import {evaluationOf, maker, type StudyStore} from "../maker.node.js";
import {multimodal} from "../multimodal/make.node.js";
import {type EstimateStudy, studyOfShares} from "../rateStudy.js";
import {repetitions} from "../repetitions/study.js";
import {injection} from "../safety/injection.js";
import {estimatesTables} from "./tables.js";

/** The studies of rates. */
const STUDIES: readonly EstimateStudy[] = [
  studyOfShares(hallucination),
  studyOfShares(injection),
  languages,
  multimodal,
  repetitions
];

/** Writes the table into a store, without rows of studies whose questions the store does not have. */
export const make = maker(estimatesTables, async ({stage, open}) => {
  const store = await open();
  for (const study of STUDIES) {
    if (!(await hasAll(store, study.needs))) continue;
    for await (const {base_task, facet, facet_value, simulated, measures, ...names} of study.sets(store)) {
      const shared = {study: study.name, ...evaluationOf(names), base_task, facet, facet_value, simulated};
      for (const [measure, {value, n, truncated, ...rest}] of Object.entries(measures))
        if (value !== null || n || truncated) stage.append(ESTIMATES, {...shared, measure, value, n, truncated, ...rest});
    }
  }
});

/** Whether a store has all of these tables with these columns. */
async function hasAll({has}: StudyStore, needs: EstimateStudy["needs"]): Promise<boolean> {
  for (const [table, columns] of Object.entries(needs)) if (!(await has(table, ...columns))) return false;
  return true;
}
