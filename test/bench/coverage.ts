// npm run -s coverage [-- NAME… --write]: how often 95 % intervals by empirical Bayes hold the truth, and how far the population of items is
// found, by simulation with fixed seeds, and how often intervals of real models' answers hold. Minutes each. With --write the rows of
// docs/coverage.md are written; test/studies/irt/coverage.simulation.test.ts compares them with a part of the same simulation.
import {readFileSync, writeFileSync} from "node:fs";
import {randomOf} from "../../pipelines/generate/seed.js";
import {Z975} from "../../pipelines/stats/distributions.js";
import {bankOf, indexOf} from "../../pipelines/studies/adaptive/bank.js";
import {factorAt} from "../../pipelines/studies/adaptive/inflatedErrors.js";
import {discrepancies, expectedItem, inflationOf} from "../../pipelines/studies/adaptive/inflation.js";
import {openPosterior} from "../../pipelines/studies/adaptive/posterior.js";
import {replayForm} from "../../pipelines/studies/adaptive/replay.js";
import type {BenchmarkErrors} from "../../pipelines/studies/adaptive/shortForm/errors.js";
import {BINNINGS} from "../../pipelines/studies/calibration/bins.js";
import {fit as fitted} from "../../pipelines/studies/irt/estimate/fit.js";
import {partOf, RIGHT} from "../../pipelines/studies/irt/item.js";
import {SHARE_GRID, shareRow, withShareRows} from "../score/shareCoverage.js";
import {PASS_GRID, passRow, withPassRows} from "../stats/passCoverage.js";
import {BENCHMARKS, SHORT_FORMS_FILE, shortFormErrors, shortFormRows, withShortFormRows} from "../studies/adaptive/shortForm.js";
import {CONFIDENCES, gapRow, withGapRows} from "../studies/calibration/gaps.js";
import {
  PERFORMANCE_GRID,
  performanceRow,
  repetitionsOf,
  withPerformanceRows
} from "../studies/contamination/performanceCoverage.js";
import {abilityCoverage, abilityRow, TRUTHS, withAbilityRows} from "../studies/irt/abilityCoverage.js";
import {COVERAGE_FILE, coverageOf, coverageRow, type Parameter, withRows} from "../studies/irt/coverage.js";
import {SCORE_SIZES, SCORE_TRUTHS, scoreCoverage, scoreRow, withScoreRows} from "../studies/irt/scored/coverage.js";
import {accuracies, answers, family, guessingItems, normal, rankCorrelation} from "../studies/irt/simulated.js";
import {ACCURACIES, ANSWERS, JUDGES, judgedRow, LABELS, withJudgedRows} from "../studies/preferences/judging/judgedAnswers.js";
import {type RealCoverage, realCoverage, realRow, SETS, withRealRows} from "../studies/splitHalf/table.js";

/** Of the simulation of adaptive tests: lengths looked at, and how many models are tested. */
const LENGTHS = [10, 20, 50, 100, 200, 300, 400, 600, 1_000];
const OTHERS = 300;
const STUDIES: Record<string, () => string[] | Promise<string[]>> = {
  "200x20": () => covered(200, 20, 20),
  "500x40": () => covered(500, 40, 40),
  "2000x40": () => covered(2_000, 40, 20),
  "500x100": () => covered(500, 100, 20),
  "2000x100": () => covered(2_000, 100, 10),
  "60x2000": () => covered(60, 2_000, 5),
  ...Object.fromEntries([60, 100, 500, 2_000].map(persons => [`adaptive${persons}`, () => adaptiveLines(persons)])),
  ...Object.fromEntries(
    [5, 10, 19, 40].flatMap(models =>
      [200, 1_000, 5_000].map(items => [`abilities${models}x${items}`, () => abilityLines(models, items)])
    )
  ),
  ...Object.fromEntries(SCORE_SIZES.map(size => [`scores${size.persons}x${size.items}`, () => scoreLines(size)])),
  calibration: () => calibrationRows(),
  pass: () => passRows(),
  repeats: () => repeatRows(),
  judged: () => judgedRows(),
  real: () => realRows(),
  short: () => shortForms(),
  paraphrases: async () => [...(await import("./paraphrases.js")).paraphraseLines({isWritten})],
  detectors: () => detectorLines(),
  performance: () => performanceRows(),
  family: () => [1, 0.5, 0.25, 0.1].flatMap(spread => ["3pl", "2pl"].map(model => familyLine(spread, model as "3pl" | "2pl")))
};

const isWritten = process.argv.includes("--write");
const asked = process.argv
  .slice(2)
  .filter(word => word !== "--write")
  .map(word => word.replace(/^--/, ""));
const today = new Date().toISOString().slice(0, 10);
const rows: string[] = [];
const gapRows: string[] = [];
const abilityRows: string[] = [];
const simulatedPasses: string[] = [];
const simulatedRepeats: string[] = [];
const scoreRows: string[] = [];
const gradeRows: string[] = [];
const effectRows: string[] = [];
const answered: RealCoverage[] = [];
const replayed: BenchmarkErrors[] = [];
const unknown = asked.find(name => !(name in STUDIES));
if (unknown) {
  process.stderr.write(`no study "${unknown}"; expected some of: ${Object.keys(STUDIES).join(", ")}\n`);
  process.exit(2);
}
for (const [name, study] of Object.entries(STUDIES))
  if (asked.length === 0 || asked.includes(name))
    for (const line of await study()) process.stdout.write(`${name.padEnd(9)} ${line}\n`);
if (isWritten) {
  let document = withRows(readFileSync(COVERAGE_FILE, "utf8"), rows);
  if (abilityRows.length > 0) document = withAbilityRows(document, abilityRows);
  if (scoreRows.length > 0) document = withScoreRows(document, scoreRows);
  if (gradeRows.length > 0) document = withJudgedRows(document, gradeRows);
  if (gapRows.length > 0) document = withGapRows(document, gapRows);
  if (simulatedRepeats.length > 0) document = withShareRows(document, simulatedRepeats);
  if (simulatedPasses.length > 0) document = withPassRows(document, simulatedPasses);
  if (effectRows.length > 0) document = withPerformanceRows(document, effectRows);
  if (replayed.length > 0) {
    document = withShortFormRows(document, replayed.flatMap(shortFormRows));
    writeFileSync(SHORT_FORMS_FILE, `${JSON.stringify(replayed, null, 2)}\n`);
  }
  if (answered.length > 0) {
    document = withRealRows(document, answered.map(realRow));
    writeFileSync("src/realCoverage.json", `${JSON.stringify(answered, null, 2)}\n`); // page About shows it
  }
  writeFileSync(COVERAGE_FILE, document);
}

/** Rows of the published answers: 200 splits of each set. */
async function realRows(): Promise<string[]> {
  for (const set of SETS) answered.push(await realCoverage(set, {splits: 200, date: today}));
  return answered.map(realRow);
}

/** Rows of short forms on the published answers, each model without its family. */
async function shortForms(): Promise<string[]> {
  for (const set of BENCHMARKS) replayed.push(await shortFormErrors(set, today));
  return replayed.flatMap(shortFormRows);
}

/** Rows of abilities under each truth; so many repetitions that they have some hundred intervals, fewer of the largest matrices. */
function abilityLines(models: number, items: number): string[] {
  const repetitions = Math.ceil((items > 1_000 ? 40 : items > 200 ? 120 : 300) / models);
  return TRUTHS.map(truth => {
    const grid = {models, items, truth, repetitions};
    const row = abilityRow(grid, abilityCoverage(grid), today);
    abilityRows.push(row);
    return row;
  });
}

/** Rows of graded and continuous scores of one size. */
function scoreLines(size: (typeof SCORE_SIZES)[number]): string[] {
  return SCORE_TRUTHS.map(truth => {
    const row = scoreRow({...size, truth}, scoreCoverage({...size, truth}), today);
    scoreRows.push(row);
    return row;
  });
}

/** Rows of effects by performance: models × items × scatter. */
function performanceRows(): string[] {
  for (const cell of PERFORMANCE_GRID) effectRows.push(performanceRow(cell, {repetitions: repetitionsOf(cell), date: today}));
  return effectRows;
}

/** False alarms of the detectors of contamination, for page Contamination and docs/contamination-probes.md. */
async function detectorLines(): Promise<string[]> {
  const {allFalseAlarms, DETECTORS_FILE, withDetectorTable} = await import("../studies/contamination/detectorAlarms.js");
  const {alarmsText} = await import("../../pipelines/studies/contamination/detectors.js");
  const alarms = [...allFalseAlarms()];
  if (isWritten) {
    writeFileSync(DETECTORS_FILE, `${JSON.stringify(alarms, null, 2)}\n`);
    const document = "docs/contamination-probes.md";
    writeFileSync(document, withDetectorTable(readFileSync(document, "utf8"), alarms, today));
  }
  return alarms.map(row => `${row.id}, ${row.case} (${row.condition}): ${alarmsText(row)}`);
}

/** Rows of the calibration error: confidences × answers × bins, each at all gaps. */
function calibrationRows(): string[] {
  for (const confidences of CONFIDENCES)
    for (const n of [20, 60, 200, 1_000])
      for (const binning of BINNINGS) gapRows.push(gapRow({confidences, n, binning}, {repetitions: 400, date: today}));
  return gapRows;
}

/** Rows of pass^k: items × trials × chances of success. */
function passRows(): string[] {
  for (const cell of PASS_GRID) simulatedPasses.push(passRow(cell, {repetitions: 2_000, date: today}));
  return simulatedPasses;
}

/** Rows of accuracy from all repeats: tests × repeats × chances to be right. */
function repeatRows(): string[] {
  for (const cell of SHARE_GRID) simulatedRepeats.push(shareRow(cell, {repetitions: 2_000, date: today}));
  return simulatedRepeats;
}

/** Rows of a judge's grades corrected by people: judges × answers × labels × accuracy. */
function judgedRows(): string[] {
  for (const [sensitivity, specificity] of JUDGES)
    for (const answers of ANSWERS)
      for (const labels of LABELS)
        for (const accuracy of ACCURACIES)
          gradeRows.push(judgedRow({accuracy, sensitivity, specificity, answers, labels}, {repetitions: 1_000, date: today}));
  return gradeRows;
}

/** Lines of a study of intervals; its row of docs/coverage.md is written with --write. */
function covered(persons: number, size: number, repetitions: number): string[] {
  const {shares, items, abilities, converged, spreads} = coverageOf({persons, size, repetitions});
  rows.push(coverageRow({persons, size, repetitions, shares, items, abilities, date: today}));
  const percent = (name: Parameter) => `${name} ${(100 * shares[name]).toFixed(1)} %`;
  return [
    `${converged} of ${repetitions} converged; covers ${(["a", "b", "c", "d"] as const).map(percent).join(", ")} of ${items} items, ${percent("ability")} of ${abilities}; spread found ÷ true: log a ${spreads[0]!.toFixed(2)}, d ${spreads[1]!.toFixed(2)}, logit c ${spreads[2]!.toFixed(2)}`
  ];
}

/**
 * A bank of 2,200 items from so many models that differ from task to task (nine tasks, spread 0.4): adaptive tests of 300 other models on one
 * half, compared with their abilities by the other half, whose own error is added.
 */
function adaptiveLines(persons: number): string[] {
  const random = randomOf(`adaptive coverage ${persons}`);
  const curves = guessingItems(2_200, random);
  const people = Array.from({length: persons + OTHERS}, () => {
    const theta = normal(random);
    return Array.from({length: 9}, () => theta + 0.4 * normal(random));
  });
  const met = people.map(tasks => curves.map((item, j) => ({...item, d: item.d + item.a * tasks[j % 9]!})));
  const responses = answers(
    people.map(() => 0),
    person => met[person]!,
    `adaptive coverage answers ${persons}`
  );
  const rows = (from: number, to: number) =>
    partOf(responses, {rows: Array.from({length: to - from}, (_, i) => from + i), columns: [...responses.items.keys()]});
  const fit = fitted(rows(0, persons), {model: "3pl", estimate: "eb"});
  const column = new Map(responses.items.map((id, j) => [id, j]));
  const half = (odd: number) =>
    bankOf(fit.items.filter(({id}) => Math.floor(column.get(id)! / 9) % 2 === odd).map(item => expectedItem(item)));
  const [session, rest] = [half(0), half(1)];
  const index = indexOf(session);
  const cellsOf = (bank: typeof rest, person: number) =>
    Uint8Array.from(bank.ids, id => responses.cells[person * responses.items.length + column.get(id)!]!);
  const inflation = inflationOf([
    discrepancies(
      index,
      Array.from({length: persons}, (_, i) => cellsOf(session, i)),
      {random: randomOf("coverage")}
    )
  ]);
  const hits = LENGTHS.map(() => [0, 0]);
  for (let i = persons; i < people.length; i++) {
    const truth = openPosterior(rest);
    for (const [k, cell] of cellsOf(rest, i).entries()) truth.add(k, cell === RIGHT);
    for (const [k, {items, theta, se}] of replayForm(index, "adaptive", {at: LENGTHS, cells: cellsOf(session, i)}).entries())
      for (const [at, factor] of [1, factorAt(inflation, items)].entries())
        hits[k]![at]! += Number(Math.abs(theta - truth.mean) <= Z975 * Math.hypot(factor * se, truth.sd));
  }
  const percent = (count: number) => ((100 * count) / OTHERS).toFixed(1);
  return [
    `${persons} models, ${fit.converged ? "converged" : "NOT CONVERGED"}: covers ${LENGTHS.map((items, k) => `${percent(hits[k]![1]!)} % at ${items} (${percent(hits[k]![0]!)} before inflation by ${factorAt(inflation, items).toFixed(2)})`).join(", ")} of ${OTHERS}`
  ];
}

function familyLine(spread: number, model: "3pl" | "2pl"): string {
  const {responses, theta} = family(320, 735, {seed: `family ${spread}`, spread});
  const values: number[] = [];
  const fit = fitted(responses, {model, estimate: "eb", progress: ({value}) => values.push(value)});
  const falls = values.slice(1).map((value, k) => values[k]! - value);
  const eap = fit.ability.map(each => each.eap);
  return `abilities' spread ${spread}, ${model}: ${fit.converged ? "converged" : "NOT CONVERGED"} after ${fit.iterations} cycles at ${fit.loglik.toFixed(1)}, largest fall between cycles ${Math.max(0, ...falls).toFixed(2)}; rank correlation with accuracy ${rankCorrelation(eap, accuracies(responses)).toFixed(3)}, with the truth ${rankCorrelation(eap, theta).toFixed(3)}`;
}
