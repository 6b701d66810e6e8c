// Makes the table of abilities without contaminated tests, from the store's samples, the fitted items and the verdicts on tests.
import {join} from "node:path";
import {Z975} from "../../../stats/distributions.js";
import {groupBy} from "../../../stats/groupBy.js";
import {fileOf} from "../../../store/publish.node.js";
import {readRows} from "../../../store/sql.node.js";
import {isContaminated, type Verdict} from "../../contamination/settings.js";
import {scores} from "../../irt/estimate/score.js";
import {type Item, MISSING, type Responses, RIGHT} from "../../irt/item.js";
import {storeResponses} from "../../irt/storedResponses.js";
import {maker} from "../../maker.node.js";
import {samplesOfPart} from "../../suiteParts.js";
import {storedVerdicts} from "../make.node.js";
import {adjustedAbilityTables} from "./tables.js";

/** Writes the study table into a store; where no test was looked for in any corpus, or no item was fitted, it has no rows. */
export const make = maker(adjustedAbilityTables, async ({folder, stage, open}) => {
  const verdicts = await storedVerdicts(folder);
  if (verdicts.size === 0) return;
  const items: (Item & {suite: string})[] = [];
  const query = "select suite, item_id as id, a, d, c from t where a is not null";
  for await (const row of readRows(join(folder, fileOf("irt_items")), {query}))
    items.push({...(row as unknown as Pick<(typeof items)[number], "suite" | "id" | "a" | "d" | "c">), u: 1});
  for (const [suite, fitted] of groupBy(items, each => each.suite)) {
    const {connection} = await open();
    const {responses, evaluations} = await storeResponses(connection, "missing", await samplesOfPart(connection, suite));
    for (const [i, ability] of adjustedAbilities(fitted, responses, verdicts).entries())
      stage.append("adjusted_ability", {...evaluations[i]!, ...ability, suite});
  }
});

// Abilities with and without contaminated items, under curves that are taken as known.

/** Ability of one person by some items; null without an answer to any. */
interface Ability {
  n: number;
  correct: number;
  theta: number | null;
  se: number | null;
  low: number | null;
  high: number | null;
}

/** Ability by items that are not contaminated, and by all of them. */
type AdjustedAbility = Ability & {[Name in keyof Ability as `all_${Name}`]: Ability[Name]};

/**
 * Posterior means of every person's ability by clean items and by all, under a standard normal population. The curves are those of one fit
 * over all items, so that both are on one scale; they are taken as known.
 * @param items fitted ones; others of the responses are passed over
 */
export function adjustedAbilities(
  items: readonly Item[],
  {persons, items: ids, cells}: Responses,
  verdicts: ReadonlyMap<string, Verdict>
): AdjustedAbility[] {
  const place = new Map(ids.map((id, i) => [id, i]));
  const fitted = items.filter(({id}) => place.has(id));
  const by = (kept: readonly Item[]): Ability[] => {
    const own = new Uint8Array(persons.length * kept.length);
    for (const i of persons.keys())
      for (const [j, {id}] of kept.entries()) own[i * kept.length + j] = cells[i * ids.length + place.get(id)!]!;
    return scores(kept, {persons, cells: own}).map(({eap, se}, i) => {
      const row = own.subarray(i * kept.length, (i + 1) * kept.length);
      const n = row.reduce((sum, cell) => sum + Number(cell !== MISSING), 0);
      const correct = row.reduce((sum, cell) => sum + Number(cell === RIGHT), 0);
      if (n === 0) return {n, correct, theta: null, se: null, low: null, high: null};
      return {n, correct, theta: eap, se, low: eap - Z975 * se, high: eap + Z975 * se};
    });
  };
  const all = by(fitted);
  return by(fitted.filter(({id}) => !isContaminated(verdicts.get(id)))).map((ability, i) => {
    const {n, correct, theta, se, low, high} = all[i]!;
    return {...ability, all_n: n, all_correct: correct, all_theta: theta, all_se: se, all_low: low, all_high: high};
  });
}
