// The commands `irt score` and `irt link`: keep a scale fixed while models and items change.

import {type Command, Option} from "commander";
import {UserError} from "../book/error.js";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {Z975} from "../stats/distributions.js";
import {csvText, significant, tableText} from "../store/show.js";
import {type Drift, drift} from "../studies/irt/diagnose/drift.js";
import {anchorsOf, LINKS, type Linking} from "../studies/irt/estimate/link.js";
import {scores} from "../studies/irt/estimate/score.js";
import {itemsOf} from "../studies/irt/fitFile.js";
import {MISSING, type Responses} from "../studies/irt/item.js";
import {onScale} from "../studies/irt/onScale.js";
import {readFit} from "../studies/irt/readFit.node.js";
import {readResponses} from "../studies/irt/readResponses.node.js";
import {checkOut, writeOut} from "./out.js";

/** Adds the subcommands to `irt`. */
export function calibrationOfIrt(irt: Command): void {
  irt
    .command("score")
    .description("abilities of new models on the items of a fit, which are not changed")
    .requiredOption("--bank <file>", "fit.json of irt fit")
    .requiredOption("--responses <file>", "CSV, JSON lines or Parquet, as irt fit reads it; items are matched by name")
    .option("--out <file>", "CSV file to write instead of printing")
    .action(scoreCommand);
  irt
    .command("link")
    .description(
      "convert a new fit to the scale of an earlier one through the items that both have, and flag those whose difficulty has drifted"
    )
    .requiredOption("--fixed <file>", "fit.json whose scale is kept")
    .requiredOption("--anew <file>", "fit.json to convert to that scale")
    .addOption(new Option("--method <name>", "how the scales are linked").choices(LINKS).default(LINKS[0]))
    .option("--q <share>", "false discovery rate of the drift flags", Number, 0.05)
    .option("--out <file>", "JSON file for the new fit on the fixed scale")
    .action(linkCommand);
}

async function scoreCommand({
  bank: file,
  responses: answers,
  out
}: {
  bank: string;
  responses: string;
  out?: string;
}): Promise<void> {
  await checkOut(out);
  const fit = await readFit(file);
  const spread = fit.spread ?? 1;
  // Abilities are estimated with a standard normal population, then converted to the fit's own unit (Rasch: logits).
  const items = itemsOf(fit).map(item => ({...item, a: item.a * spread}));
  const responses = await readResponses(answers);
  const {part, known} = matched(responses, items);
  if (known === 0)
    throw new UserError(`${answers} has no item of ${file}; items are matched by name, such as "${items[0]?.id ?? ""}"`);
  const found = scores(items, part).map(({eap, se, n}, i) => [
    part.persons[i]!,
    n,
    eap * spread,
    se * spread,
    (eap - Z975 * se) * spread,
    (eap + Z975 * se) * spread
  ]);
  await print({columns: ["id", "n", "eap", "eap_se", "lo", "hi"], rows: found}, out);
  report().info(
    `irt: ${plural(part.persons.length, "model")} scored on ${known} of the fit's ${items.length} items; ${responses.items.length - known} of ${plural(responses.items.length, "item")} of ${answers} are not in the fit`
  );
}

/** Responses in the order of the items; items that the matrix lacks are missing. */
function matched({persons, items: names, cells}: Responses, items: readonly {id: string}[]): {part: Responses; known: number} {
  const place = new Map(names.map((name, j) => [name, j]));
  const from = items.map(({id}) => place.get(id));
  const part = Uint8Array.from(
    persons.flatMap((_, i) => from.map(j => (j === undefined ? MISSING : cells[i * names.length + j]!)))
  );
  return {part: {persons, items: items.map(({id}) => id), cells: part}, known: from.filter(j => j !== undefined).length};
}

async function linkCommand({
  fixed,
  anew,
  method,
  q,
  out
}: {
  fixed: string;
  anew: string;
  method: Linking;
  q: number;
  out?: string;
}): Promise<void> {
  if (!(q > 0 && q < 1)) throw new UserError(`--q expects a share between 0 and 1, got "${q}"`);
  await checkOut(out);
  const [before, after] = [await readFit(fixed), await readFit(anew)];
  const anchors = anchorsOf(itemsOf(before), itemsOf(after)).filter(([a, b]) => Number.isFinite(a.se_b + b.se_b));
  if (anchors.length < 2)
    throw new UserError(`${fixed} and ${anew} share ${plural(anchors.length, "fitted item")} by name; linking needs at least 2`);
  const {link, items} = drift(anchors, {method, q});
  const order: (keyof Drift)[] = ["id", "before", "after", "change", "low", "high", "p", "adjusted", "drifted"];
  const rows = [...items].sort((a, b) => a.p - b.p).map(row => order.map(key => row[key]));
  await print({columns: order, rows});
  if (out) await writeOut(`${JSON.stringify(onScale(after, link), null, 1)}\n`, out);
  const {A, B, seA, seB} = link;
  report().info(
    `irt: ability = ${A.toFixed(4)} (se ${seA.toFixed(4)}) × new ability + ${B.toFixed(4)} (se ${seB.toFixed(4)}), by ${link.anchors} of ${anchors.length} anchors; ${items.filter(({drifted}) => drifted).length} drifted${out ? ` → ${out}` : ""}`
  );
}

const print = (table: {columns: string[]; rows: unknown[][]}, out?: string): Promise<void> =>
  writeOut(out === undefined ? tableText({...table, rows: table.rows.map(row => row.map(short))}) : csvText(table), out);
const short = significant(5);
