// Reads the workbook's own fit and answers from the published tables.

import type {Gathered} from "../../pipelines/studies/compare/answers.js";
import {MISSING, type Responses, RIGHT, WRONG} from "../../pipelines/studies/irt/item.js";
import {answersOf, plainRows} from "../shared/answers.js";
import {evaluationNames, type Sql} from "../shared/charts.js";
import type {Calibration, Moved} from "./calibration.js";
import type {FitRow} from "./checks.js";
import {isPublished} from "./diagnosed.js";
import {type Facts, ofFit} from "./ofFit.js";

/** Converts statuses to responses: truncated answers and those not asked are missing. */
function responsesOf({tests, evaluations, answers}: Gathered): Responses {
  const cells = new Uint8Array(evaluations.length * tests.length);
  for (const [i, own] of answers.entries())
    for (let j = 0; j < tests.length; j++) cells[i * tests.length + j] = own[j] === 1 ? RIGHT : own[j] === 0 ? WRONG : MISSING;
  return {persons: evaluations.map(({eval_id}) => eval_id), items: tests.map(({item_id}) => item_id), cells};
}

interface ItemRow {
  id: string;
  a: number;
  b: number;
  c: number;
  d: number;
  se_a: number;
  se_b: number;
  se_c: number;
  se_d: number;
}
interface AbilityRow {
  id: string;
  truncated: "missing" | "wrong";
  n: number;
  eap: number;
  eap_se: number;
  lo: number;
  hi: number;
}
export interface OfBook {
  calibration: Calibration;
  fits: FitRow[];
  /** whether the study's tables speak of exactly these evaluations */
  published: boolean;
}

export async function ofBook(sql: Sql): Promise<OfBook> {
  const [gathered, itemRows, abilityRows, fitRows] = await Promise.all([
    answersOf(sql),
    sql`select item_id as id, a, b, c, d, se_a, se_b, se_c, se_d from irt_items where a is not null`,
    sql`select eval_id as id, truncated, n, theta as eap, se as eap_se, low as lo, high as hi from irt_ability`,
    sql`select * from irt_fit order by irt_model, truncated`
  ]);
  const abilities = plainRows<AbilityRow>(abilityRows);
  const fits = plainRows<FitRow>(fitRows);
  const missing = abilities.filter(({truncated}) => truncated === "missing");
  const converged = fits.every(fit => fit.converged);
  const item = plainRows<ItemRow>(itemRows);
  const fit = {model: "3pl", estimate: fits[0]?.estimate ?? "eb", converged, item, ability: missing};
  const calibration = ofFit(fit, responsesOf(gathered), {facts: factsOf(gathered)});
  const guessing = fits.find(({irt_model}) => irt_model === "3pl")?.guessing ?? null;
  return {
    calibration: {...calibration, guessing, moved: movedOf(calibration, gathered, abilities)},
    fits,
    published: isPublished(calibration, missing)
  };
}

function factsOf({tests, evaluations}: Gathered): Facts {
  const known = new Map(tests.map(test => [test.item_id, test]));
  const byId = new Map(evaluations.map(each => [each.eval_id, each]));
  const name = evaluationNames(evaluations);
  return {
    item: id => ({category: known.get(id)!.category || known.get(id)!.base_task, params: known.get(id)!.params}),
    person: id => {
      const evaluation = byId.get(id)!;
      return {name: name(evaluation), model: evaluation.model, groups: evaluation.groups, simulated: evaluation.simulated};
    }
  };
}

function movedOf({persons}: Calibration, {evaluations}: Gathered, abilities: readonly AbilityRow[]): Moved[] {
  const of = (truncated: AbilityRow["truncated"]) =>
    new Map(abilities.filter(row => row.truncated === truncated).map(row => [row.id, row]));
  const [missing, wrong] = [of("missing"), of("wrong")];
  return evaluations.flatMap(({eval_id}, i) => {
    const [kept, counted] = [missing.get(eval_id), wrong.get(eval_id)];
    return kept && counted
      ? [{person: persons[i]!, wrong: counted.eap, low: counted.lo, high: counted.hi, truncated: counted.n - kept.n}]
      : [];
  });
}
