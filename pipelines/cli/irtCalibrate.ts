// The commands `irt score` and `irt link`: keep a scale fixed while models and items change.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {Z975} from "../stats/distributions.js";
import {csvText, significant, tableText} from "../store/show.js";
import {bankOf} from "../studies/adaptive/bank.js";
import {bankOfFit, usable} from "../studies/adaptive/fittedBank.node.js";
import {scoredRows} from "../studies/adaptive/scoredRows.js";
import {type Drift, drift} from "../studies/irt/diagnose/drift.js";
import {anchorsOf, LINKS} from "../studies/irt/estimate/link.js";
import {type Score, scores} from "../studies/irt/estimate/score.js";
import {type FitFile, isScoredFit, itemsOf} from "../studies/irt/fitFile.js";
import {MISSING, type Responses, type ScoredResponses} from "../studies/irt/item.js";
import {onScale} from "../studies/irt/outputs.js";
import {readFit} from "../studies/irt/readFit.node.js";
import {readScores} from "../studies/irt/readResponses.node.js";
import {option, printingCommand} from "./command.js";
import {missingOption, path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const ABILITY_COLUMNS = ["id", "n", "eap", "eap_se", "lo", "hi"] as const;

export const scoreCommand = printingCommand({
  name: "irt score",
  summary: "estimate abilities of new models on the items of a fit, which are not changed",
  options: z.strictObject({
    bank: path("fit.json of irt fit"),
    responses: path("a file of rows, as irt fit reads it; items are matched by name"),
    missing: missingOption,
    out: path("CSV file to write instead of printing").optional()
  }),
  examples: ["--bank fit.json --responses new.csv", "--bank fit.json --responses new.csv --out abilities.csv"],
  async run({bank: file, responses: answers, missing, out}, io) {
    await checkOut(out);
    const fit = await readFit(file);
    const spread = fit.spread ?? 1;
    // Abilities are estimated with a standard normal population, then converted to the fit's own unit (Rasch: logits).
    const items = itemsOf(fit).map(item => ({...item, a: item.a * spread}));
    const responses = await readScores(answers, {missing, model: fit.model ?? ""});
    const {part, known} = matched(responses, items);
    if (known === 0)
      throw new UserError(`${answers} has no item of ${file}; items are matched by name, such as "${items[0]?.id ?? ""}"`);
    const estimates = isScoredFit(fit) ? await scoresOfBank(file, responses, answers) : scores(items, part);
    const abilities = estimates.map(({eap, se, n}, i) => ({
      id: part.persons[i]!,
      n,
      eap: eap * spread,
      eap_se: se * spread,
      lo: (eap - Z975 * se) * spread,
      hi: (eap + Z975 * se) * spread
    }));
    if (out !== undefined)
      await writeOut(csvText({columns: [...ABILITY_COLUMNS], rows: abilities.map(row => Object.values(row))}), out, io);
    report().info(
      `irt: ${plural(part.persons.length, "model")} scored on ${known} of the fit's ${items.length} items; ${responses.items.length - known} of ${plural(responses.items.length, "item")} of ${answers} are not in the fit`
    );
    return abilities;
  },
  print: (abilities, {out}) =>
    out === undefined
      ? shortTable(
          [...ABILITY_COLUMNS],
          abilities.map(row => Object.values(row))
        )
      : ""
});

/** Abilities by scores between right and wrong. */
async function scoresOfBank(file: string, responses: ScoredResponses, answers: string): Promise<Score[]> {
  const {items, scale} = usable(await bankOfFit(file)).bank;
  return scoredRows(bankOf(items), responses, {file: answers, prior: {mean: 0, sd: 1}, scale}).map(
    ({scores: row, posterior}) => ({
      eap: posterior.mean,
      se: posterior.sd,
      n: row.filter(score => !Number.isNaN(score)).length
    })
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

/** Reads a fit of right or wrong answers; those of scores have no link. */
async function readBinaryFit(file: string): Promise<FitFile> {
  const fit = await readFit(file);
  if (isScoredFit(fit)) throw new UserError(`${file} is a ${fit.model} fit; fits of right or wrong answers are linked`);
  return fit;
}

const DRIFT_COLUMNS: (keyof Drift)[] = ["id", "before", "after", "change", "low", "high", "p", "adjusted", "drifted"];

export const linkCommand = printingCommand({
  name: "irt link",
  summary:
    "convert a new fit to the scale of an earlier one through the items that both have, and flag those whose difficulty has drifted",
  options: z.strictObject({
    fixed: path("fit.json whose scale is kept"),
    anew: path("fit.json to convert to that scale"),
    method: option(z.enum(LINKS).default(LINKS[0]), "method that links the scales", {value: "name"}),
    q: option(z.number().gt(0).lt(1).default(0.05), "false discovery rate of the drift flags", {
      value: "share",
      expects: "a share between 0 and 1"
    }),
    out: path("JSON file for the new fit on the fixed scale").optional()
  }),
  examples: ["--fixed fit.json --anew new.json", "--fixed fit.json --anew new.json --out linked.json"],
  async run({fixed, anew, method, q, out}, io) {
    await checkOut(out);
    const [before, after] = [await readBinaryFit(fixed), await readBinaryFit(anew)];
    const anchors = anchorsOf(itemsOf(before), itemsOf(after)).filter(([a, b]) => Number.isFinite(a.se_b + b.se_b));
    if (anchors.length < 2)
      throw new UserError(
        `${fixed} and ${anew} share ${plural(anchors.length, "fitted item")} by name; linking needs at least 2`
      );
    const {link, items} = drift(anchors, {method, q});
    if (out) await writeOut(`${JSON.stringify(onScale(after, link), null, 1)}\n`, out, io);
    const {A, B, seA, seB} = link;
    report().info(
      `irt: ability = ${A.toFixed(4)} (se ${seA.toFixed(4)}) × new ability + ${B.toFixed(4)} (se ${seB.toFixed(4)}), by ${link.anchors} of ${anchors.length} anchors; ${items.filter(({drifted}) => drifted).length} drifted${out ? ` → ${out}` : ""}`
    );
    return {link, items: [...items].sort((a, b) => a.p - b.p)};
  },
  print: ({items}) =>
    shortTable(
      DRIFT_COLUMNS,
      items.map(row => DRIFT_COLUMNS.map(key => row[key]))
    )
});

const shortTable = (columns: string[], rows: readonly unknown[][]): string =>
  tableText({columns, rows: rows.map(row => row.map(short))});
const short = significant(5);
