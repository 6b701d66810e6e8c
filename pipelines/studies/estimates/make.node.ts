// Makes the table `estimates`: the rows of every study of rates.
import {ESTIMATES} from "../../store/estimates.sql.js";
import {hallucination} from "../hallucination/study.js";
import {evaluationOf, maker, type StudyStore} from "../maker.node.js";
import {type AnswerSums, estimatesOf, type RateStudy, sumsQuery} from "../rateStudy.js";
import {injection} from "../safety/injection.js";
import {estimatesTables} from "./tables.js";

/** The studies of rates. */
const STUDIES: readonly RateStudy[] = [hallucination, injection];

/** Writes the table into a store, without rows of studies whose questions the store does not have. */
export const make = maker(estimatesTables, async ({stage, open}) => {
  const store = await open();
  for (const study of STUDIES) {
    if (!(await hasAll(store, study.needs))) continue;
    for (const sums of await store.rows<AnswerSums>(sumsQuery(study))) {
      const {base_task, facet, facet_value, simulated} = sums;
      const shared = {study: study.name, ...evaluationOf(sums), base_task, facet, facet_value, simulated};
      for (const [measure, estimate] of Object.entries(estimatesOf(study, sums)))
        stage.append(ESTIMATES, {...shared, measure, ...estimate});
    }
  }
});

/** Whether a store has all of these tables with these columns. */
async function hasAll({has}: StudyStore, needs: RateStudy["needs"]): Promise<boolean> {
  for (const [table, columns] of Object.entries(needs)) if (!(await has(table, ...columns))) return false;
  return true;
}
