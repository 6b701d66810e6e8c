// The workbook's own answers and their fit, from the published tables.

import type {Gathered} from "../../pipelines/study/answers.js";
import {fit} from "../../pipelines/study/irt/fit.js";
import {MISSING, type Responses, RIGHT, WRONG} from "../../pipelines/study/irt/item.js";
import {answersOf} from "../answers.js";
import {evaluationNames} from "../label.js";
import type {Sql} from "../tables.js";
import type {Calibration} from "./calibration.js";
import {type Facts, fitFile, ofFit} from "./ofFit.js";

/** Statuses as responses: truncated, and what was not asked, is missing, or truncated is wrong. */
function responsesOf({tests, evaluations, answers}: Gathered, truncated: number): Responses {
  const cells = new Uint8Array(evaluations.length * tests.length);
  for (const [i, own] of answers.entries())
    for (let j = 0; j < tests.length; j++)
      cells[i * tests.length + j] = own[j] === 1 ? RIGHT : own[j] === 0 ? WRONG : own[j] === 2 ? truncated : MISSING;
  return {persons: evaluations.map(({eval_id}) => eval_id), items: tests.map(({item_id}) => item_id), cells};
}

export async function ofBook(sql: Sql): Promise<Calibration> {
  const gathered = await answersOf(sql);
  const tests = new Map(gathered.tests.map(test => [test.item_id, test]));
  const evaluations = new Map(gathered.evaluations.map(each => [each.eval_id, each]));
  const name = evaluationNames(gathered.evaluations);
  const facts: Facts = {
    item: id => ({category: tests.get(id)!.base_task, params: tests.get(id)!.params}),
    person: id => {
      const evaluation = evaluations.get(id)!;
      return {name: name(evaluation), model: evaluation.model, groups: evaluation.groups, simulated: evaluation.simulated};
    }
  };
  const responses = responsesOf(gathered, MISSING);
  return ofFit(fitFile(fit(responses, {model: "2pl", estimate: "eb"})), responses, {facts, wrong: responsesOf(gathered, WRONG)});
}
