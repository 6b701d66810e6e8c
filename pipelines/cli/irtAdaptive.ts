// The command `irt adaptive`: adaptive tests with a fitted bank, replayed on stored responses or simulated.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {normal} from "../generate/normal.js";
import {randomOf} from "../generate/seed.js";
import {report} from "../infer/progress.node.js";
import {UserError} from "../rows/error.js";
import {spearman} from "../stats/correlation.js";
import {csvText, tableText} from "../store/show.js";
import {type Bank, bankOf, indexOf} from "../studies/adaptive/bank.js";
import {overPersons, rmse} from "../studies/adaptive/comparison.js";
import {bankOfFit, usable} from "../studies/adaptive/fittedBank.node.js";
import {INTERVALS} from "../studies/adaptive/posterior.js";
import {simulatedAnswer} from "../studies/adaptive/replay.js";
import {scoredRows} from "../studies/adaptive/scoredRows.js";
import {openSession, type Session} from "../studies/adaptive/session.js";
import {readScores} from "../studies/irt/readResponses.node.js";
import {option, printingCommand} from "./command.js";
import {missingOption, path, wholeNumber} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";
import {stopOptions} from "./stopOptions.js";

interface Person {
  id: string;
  /** answer to each item of the bank, from 0 to 1; NaN where missing */
  scores: Float64Array;
  /** The ability that the test should find: the estimate from all answers, or the simulated ability. */
  truth: number;
}

export const adaptiveCommand = printingCommand({
  name: "irt adaptive",
  summary: "replay the adaptive test that each model of a matrix would have had, on the items of a fit",
  options: z.strictObject({
    bank: path("fit.json of irt fit"),
    responses: path("a file of rows, as irt fit reads it: answers are taken from there").optional(),
    missing: missingOption,
    simulate: wholeNumber("n simulated models with abilities from N(0, 1) instead").optional(),
    ...stopOptions,
    interval: option(
      z.enum(INTERVALS).default("likelihood"),
      "95 % interval of an ability: by its answers' likelihood, or by the posterior",
      {
        value: "kind"
      }
    ),
    out: path("write one row per model there: .json or .csv").optional()
  }),
  examples: ["--bank fit.json --responses responses.csv --se 0.3", "--bank fit.json --simulate 100 --max 50"],
  async run({bank: file, responses, missing, simulate, out, se, min, max, criterion, among, interval}, io) {
    if ((responses === undefined) === (simulate === undefined))
      throw new UserError("give --responses, or --simulate with a number");
    await checkOut(out, {endings: [".json", ".csv"]});
    const {bank: calibrated, note} = usable(await bankOfFit(file));
    const log = report();
    if (note !== null) log.warn(note);
    const bank = bankOf(calibrated.items);
    const index = indexOf(bank);
    const prior = {mean: 0, sd: calibrated.spread};
    const persons =
      responses === undefined
        ? simulated(bank, simulate!, prior.sd)
        : scoredRows(bank, await readScores(responses, {missing, model: calibrated.model}), {
            file: responses,
            prior,
            scale: calibrated.scale
          }).map(({posterior, ...row}) => ({...row, truth: posterior.mean}));
    // Simulated answers follow the item curves exactly, so standard errors need no inflation.
    const inflation = responses === undefined ? [] : calibrated.inflation;
    const stop = {se: se === undefined && max === undefined ? 0.2 : se, min, max};
    const rows = persons.map(({id, scores, truth}): Row => {
      const barred = Uint8Array.from(scores, score => Number(Number.isNaN(score)));
      const session = openSession(index, {
        criterion,
        among,
        prior,
        inflation,
        interval,
        stop,
        barred,
        random: randomOf(`irt adaptive ${id}`)
      });
      const ended = walk(session, scores);
      return {id, ...session.ability(), items: session.asked.length, ended, truth};
    });
    if (out !== undefined)
      await writeOut(out.endsWith(".csv") ? csvText(asTable(rows)) : `${JSON.stringify(rows, null, 1)}\n`, out, io);
    log.info(summary(rows, responses === undefined ? "the simulated abilities" : "the abilities by all answers"));
    return rows;
  },
  print: (rows, {out}) => (out === undefined ? tableText(asTable(rows)) : "")
});

function walk(session: Session, scores: Float64Array): string {
  for (let ended = session.stopped(); ; ended = session.stopped()) {
    if (ended) return ended;
    for (const item of session.next()) session.answer(item, scores[item]!);
  }
}

function simulated(bank: Bank, count: number, spread: number): Person[] {
  const random = randomOf("irt adaptive, simulated");
  return Array.from({length: count}, (_, i) => {
    const truth = spread * normal(random);
    const answer = simulatedAnswer(bank, truth, random);
    return {id: `simulated-${i + 1}`, truth, scores: Float64Array.from(bank.ids, (_, item) => Number(answer(item)))};
  });
}

type Row = {id: string; theta: number; se: number; low: number; high: number; items: number; ended: string; truth: number};

const asTable = (rows: readonly Row[]) => ({
  columns: ["id", "theta", "se", "low", "high", "items", "ended", "truth"],
  rows: rows.map(({id, theta, se, low, high, items, ended, truth}) => [id, theta, se, low, high, items, ended, truth])
});

function summary(rows: readonly Row[], truth: string): string {
  const of = (statistic: typeof rmse) =>
    overPersons(rows.length, chosen =>
      statistic(
        chosen.map(i => rows[i]!.theta),
        chosen.map(i => rows[i]!.truth)
      )
    );
  const text = ({value, low, high}: {value: number; low: number; high: number}) =>
    `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;
  const items = rows.reduce((sum, row) => sum + row.items, 0) / rows.length;
  const covered = rows.filter(({low, high, truth}) => low <= truth && truth <= high).length;
  return `${plural(rows.length, "model")}, ${items.toFixed(1)} items each; against ${truth}: RMSE ${text(of(rmse))}, rank correlation ${text(of(spearman))}, ${covered} of ${rows.length} intervals contain them`;
}
