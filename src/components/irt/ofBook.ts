// Reads the workbook's own fit from the published tables, and the answers when something needs them: there may be millions.

import type {Shown} from "../../pipelines/store/shown.js";
import type {ComparedTest, Evaluation, Gathered} from "../../pipelines/studies/compare/answers.js";
import {evaluationsQuery, testsQuery} from "../../pipelines/studies/compare/answers.sql.js";
import {MISSING, type Responses, RIGHT, WRONG} from "../../pipelines/studies/irt/item.js";
import {answersOf, plainRows} from "../shared/answers.js";
import {evaluationNames, type Sql} from "../shared/charts.js";
import {type Calibration, columns, type Moved, type Readable, readable} from "./calibration.js";
import {comparedFits, type FitRow} from "./checks.js";
import {isPublished} from "./diagnosed.js";
import {calibrationOf, type Facts, type FitFile, fittedIn, ofFit} from "./ofFit.js";

/** Converts first answers to responses: truncated answers and those not asked are missing. */
function responsesOf({tests, evaluations, answers}: Gathered): Responses {
  const cells = new Uint8Array(evaluations.length * tests.length);
  for (const [i, {right, wrong}] of answers.entries())
    for (let j = 0; j < tests.length; j++) cells[i * tests.length + j] = right[j] ? RIGHT : wrong[j] ? WRONG : MISSING;
  return {persons: evaluations.map(({eval_id}) => eval_id), items: tests.map(({item_id}) => item_id), cells};
}

interface ItemRow {
  id: string;
  n: number;
  right: number;
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
  calibration: Readable;
  /** models that were compared on held-out answers, the best first */
  fits: FitRow[];
  /** whether the study's tables describe exactly these evaluations and this suite */
  published: boolean;
  /** the suite that they are of; empty where they are of the whole store */
  suite: string;
}

/** @param shown the evaluations and the suite that the tables are restricted to; null for everything */
export async function ofBook(sql: Sql, shown: Shown | null = null): Promise<OfBook> {
  const [testRows, evaluationRows, itemRows, abilityRows, fitRows] = await Promise.all([
    sql.query(testsQuery),
    sql.query(evaluationsQuery),
    sql`select item_id as id, n, correct as "right", a, b, c, d, se_a, se_b, se_c, se_d from irt_items where a is not null`,
    sql`select eval_id as id, truncated, n, theta as eap, se as eap_se, low as lo, high as hi from irt_ability`,
    sql`select * from irt_fit order by irt_model, truncated`
  ]);
  const asked = {
    tests: plainRows<ComparedTest>(testRows, ["tiers"]),
    evaluations: plainRows<Evaluation>(evaluationRows, ["groups"])
  };
  const abilities = plainRows<AbilityRow>(abilityRows);
  const fits = plainRows<FitRow & {suite: string}>(fitRows);
  const missing = abilities.filter(({truncated}) => truncated === "missing");
  const converged = fits.every(fit => fit.converged);
  const item = plainRows<ItemRow>(itemRows);
  const fit = {model: "3pl", estimate: fits[0]?.estimate ?? "eb", converged, item, ability: missing};
  const suite = fits[0]?.suite ?? "";
  const isWhole = shown === null || (shown.evaluations === null && shown.suite === suite);
  const ids = asked.evaluations.map(({eval_id}) => eval_id);
  const published = isWhole && isPublished(ids, missing);
  const facts = factsOf(asked);
  const calibration = published
    ? fromTables(sql, {fit, asked, facts})
    : readable(ofFit(fit, responsesOf(await answersOf(sql, {first: true})), {facts}));
  const counts = new Map(missing.map(({id, n}) => [id, n]));
  const persons = calibration.persons.map((person, i) => ({...person, n: counts.get(calibration.personIds[i]!) ?? person.n}));
  const guessing = fits.find(({irt_model}) => irt_model === "3pl")?.guessing ?? null;
  return {
    calibration: {...calibration, persons, guessing, moved: movedOf({...calibration, persons}, abilities)},
    fits: comparedFits(fits),
    published,
    suite
  };
}

type Asked = Pick<Gathered, "tests" | "evaluations">;

/** The calibration as the study's tables describe it, which counted the answers. */
function fromTables(sql: Sql, {fit, asked, facts}: {fit: FitFile & {item: ItemRow[]}; asked: Asked; facts: Facts}): Readable {
  const ids = asked.evaluations.map(({eval_id}) => eval_id);
  const tests = asked.tests.map(({item_id}) => item_id);
  const items = fittedIn(fit.item, tests);
  const places = new Map(tests.map((id, j) => [id, j]));
  let reading: Promise<Responses> | undefined;
  const readAll = () => (reading ??= answersOf(sql, {first: true}).then(responsesOf));
  return {
    ...calibrationOf(fit, {items, persons: ids.map(id => ({id, n: 0})), facts}),
    leftOut: tests.length - items.length,
    async readResponses(chosen = [...items.keys()]) {
      const [first] = chosen;
      if (chosen.length === 1 && !reading) return answersTo(sql, items[first!]!.id, ids);
      return columns(
        await readAll(),
        chosen.map(i => places.get(items[i]!.id)!)
      );
    }
  };
}

/** The responses of evaluations to one item. */
async function answersTo(sql: Sql, item: string, persons: readonly string[]): Promise<Responses> {
  const rows = plainRows<{eval_id: string; status: number}>(
    await sql`select eval_id, status from samples where item_id = ${item} and trial = 0`
  );
  const statuses = new Map(rows.map(({eval_id, status}) => [eval_id, status]));
  return {persons: [...persons], items: [item], cells: Uint8Array.from(persons, id => cellOf(statuses.get(id)))};
}

const cellOf = (status: number | undefined): number => (status === 1 ? RIGHT : status === 0 ? WRONG : MISSING);

function factsOf({tests, evaluations}: Asked): Facts {
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

function movedOf({persons, personIds}: Calibration, abilities: readonly AbilityRow[]): Moved[] {
  const of = (truncated: AbilityRow["truncated"]) =>
    new Map(abilities.filter(row => row.truncated === truncated).map(row => [row.id, row]));
  const [missing, wrong] = [of("missing"), of("wrong")];
  return personIds.flatMap((id, i) => {
    const [kept, counted] = [missing.get(id), wrong.get(id)];
    return kept && counted
      ? [{person: persons[i]!, wrong: counted.eap, low: counted.lo, high: counted.hi, truncated: counted.n - kept.n}]
      : [];
  });
}
