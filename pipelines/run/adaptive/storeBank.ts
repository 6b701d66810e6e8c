// The store's own bank of calibrated items: the study tables irt_items and irt_ability, with the inflation of standard errors found by
// replays.
import {UserError} from "../../rows/error.js";
import {literal} from "../../rows/literal.js";
import {openTables} from "../../store/sql.node.js";
import type {CalibratedBank} from "../../studies/adaptive/fittedBank.node.js";
import {expectedItem} from "../../studies/adaptive/inflation.js";
import {isOfTheseTables, study} from "../../studies/make.node.js";
import {chosenPart} from "../../studies/suiteParts.js";

/**
 * The bank of a store, or of one of its suites where these are fitted apart; its study tables are made first where they are out of date.
 * @throws UserError where the store has too few responses to fit, or suites that are fitted apart and none is named
 */
export async function bankOfStore(folder: string, suite?: string): Promise<CalibratedBank> {
  await study("irt_items", folder);
  // later sessions change what the table shows of them, but not the results of replays
  if (!(await isOfTheseTables("adaptive_quality", folder))) await study("adaptive_quality", folder);
  const {connection, close} = await openTables(folder);
  try {
    const read = async <T>(query: string) => (await connection.runAndReadAll(query)).getRowObjectsJS() as unknown as T[];
    const parts = await read<{suite: string}>("select distinct suite from irt_items where a is not null order by 1");
    const part = chosenPart(
      parts.map(each => each.suite),
      suite,
      folder
    );
    const ofPart = `suite = ${literal(part)}`;
    const items = await read<{id: string; a: number; d: number; c: number; se_a: number; se_b: number}>(
      `select item_id as id, a, d, c, se_a, se_b from irt_items where a is not null and ${ofPart} order by 1`
    );
    if (items.length === 0)
      throw new UserError(`${folder} has too few evaluations to calibrate its items; name a fit.json with --bank`);
    const abilities = await read<CalibratedBank["abilities"][number]>(
      `select eval_id as id, theta, se from irt_ability where truncated = 'missing' and ${ofPart} order by 1`
    );
    const inflation = await read<CalibratedBank["inflation"][number]>(
      `select items, any_value(inflation) as factor from adaptive_quality where inflation is not null and ${ofPart} group by items order by items`
    );
    return {
      source: folder,
      model: "3pl",
      spread: 1,
      scale: [0, 1],
      abilities,
      inflation,
      items: items.map(item => expectedItem({...item, u: 1}))
    };
  } finally {
    close();
  }
}
