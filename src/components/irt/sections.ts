// Sections of page Item response: the sentence, figure and table of each.
import type {ModelChecks} from "../../pipelines/studies/irt/diagnose/warnings.js";
import type {InformationCurve} from "../../pipelines/studies/irt/informationCurves.js";
import type {Generalizability} from "../../pipelines/studies/irt/variance/components.js";
import {tableBox} from "../shared/page.js";
import {
  abilityColumns,
  abilityPlot,
  abilitySentence,
  movesPlot,
  type Ranked,
  truncationSentences,
  wrightMap,
  wrightSentence
} from "./abilities.js";
import type {Calibration, Readable} from "./calibration.js";
import {
  type DifRow,
  difColumns,
  difSentence,
  type FitRow,
  findings,
  findingsList,
  headroomPlot,
  type Misfit,
  misfitColumns,
  misfitCsv,
  misfitSentence,
  modelColumns,
  modelSentence,
  type ResidualCells,
  residualHeatmap,
  residualSentence,
  type SaturationRow,
  saturationColumns,
  saturationRows,
  saturationSentence
} from "./checks.js";
import {allItemsColumn, contaminatedFinding, corpusColumn, itemReading, type Verdicts} from "./contaminated.js";
import {along, chosenItem, informationPlot, informationSentence, itemCharts, parameterPlot, parameterSentence} from "./items.js";
import {
  type Dependence,
  dependenceColumns,
  dependenceSentence,
  releaseSentence,
  type Suspect,
  suspectColumns,
  suspectSentence
} from "./suspects.js";
import {planInput, planReading, varianceColumns, varianceReading} from "./variance.js";

/** Rows of a table of abilities or fits at most; its CSV file has all. */
const MAX_ROWS = 500;
/** Rows of a table of differences between groups at most. */
const MAX_DIFFERENCES = 200;

/** The table of abilities. @param whole the calibration with all items, where contaminated ones are left out of the others */
const abilityTable = (rows: readonly Ranked[], whole: Calibration | null): DocumentFragment =>
  tableBox("abilities", rows.slice(0, MAX_ROWS), [...abilityColumns(), ...(whole ? [allItemsColumn(whole)] : [])], {
    ...{sort: "rank", key: "ability-sort"},
    csv: ["ability.csv", () => rows.map(({groups, ...row}) => row)]
  });

/** The table of room at the top. */
const saturationTable = (rows: readonly SaturationRow[], calibration: Calibration): DocumentFragment =>
  tableBox("saturation", rows, saturationColumns(calibration), {key: "saturation-sort", tall: false});

/** The table of variance components. */
const varianceTable = ({rows}: Generalizability): DocumentFragment =>
  tableBox("variance", rows, varianceColumns(), {
    ...{key: null, tall: false},
    csv: ["variance.csv", () => rows]
  });

/** The table of items with their fit. @param verdicts of the audit of the corpora; without any there is no column of them */
const misfitTable = (fits: readonly Misfit[], verdicts: Verdicts): DocumentFragment =>
  tableBox("misfits", fits.slice(0, MAX_ROWS), [...misfitColumns(fits), ...(verdicts.size > 0 ? [corpusColumn(verdicts)] : [])], {
    key: "misfit-sort",
    csv: ["item-fit.csv", () => misfitCsv(fits)]
  });

/** The table of items to be checked. */
function suspectTable(suspects: readonly Suspect[]): DocumentFragment {
  const rows = suspects.filter(({reason}) => reason !== null);
  return tableBox("suspects", rows, suspectColumns(rows), {
    key: "suspect-sort",
    csv: ["items-to-check.csv", () => rows]
  });
}

/** The table of categories by the dependence of their items. */
const dependenceTable = (rows: readonly Dependence[]): DocumentFragment =>
  tableBox("dependence", rows, dependenceColumns(), {key: "dependence-sort", tall: false});

/** The table of items that are harder for a group. */
const difTable = (rows: readonly DifRow[]): DocumentFragment =>
  tableBox("dif", rows.slice(0, MAX_DIFFERENCES), difColumns(), {key: "dif-sort"});

/** The table of compared models. */
const modelTable = (fits: readonly FitRow[]): DocumentFragment =>
  tableBox("models", fits, modelColumns(), {key: null, tall: false});

/** Returns the list of findings. @param verdicts of the audit of the corpora; null for items that it does not know */
export function describeFindings(
  calibration: Calibration,
  {fits, checks, verdicts}: {fits: readonly Misfit[]; checks: ModelChecks; verdicts: Verdicts | null}
): HTMLElement {
  const contaminated = verdicts ? [contaminatedFinding(fits, verdicts)] : [];
  return findingsList([...findings(calibration, fits, checks), ...contaminated]);
}

interface Size {
  width: number;
}

/** Describes abilities. @param whole the calibration with all items, where contaminated ones are left out of the others */
export const describeAbilities = (rows: readonly Ranked[], whole: Calibration | null = null) => ({
  reading: abilitySentence(rows),
  figure: (size: Size) => abilityPlot(rows, size),
  table: () => abilityTable(rows, whole)
});

/** Describes items and evaluations on one scale. */
export const describeScale = (calibration: Calibration) => ({
  reading: wrightSentence(calibration),
  figure: (size: Size) => wrightMap(calibration, size)
});

/** Describes the room at the top of each category. */
export function describeRoom(calibration: Calibration) {
  const rows = saturationRows(calibration);
  return {
    reading: saturationSentence(rows, calibration),
    figure: (size: Size) => headroomPlot(rows, calibration, size),
    table: () => saturationTable(rows, calibration)
  };
}

/** Describes where the items measure best. */
export const describeInformation = (curves: readonly InformationCurve[], calibration: Calibration) => ({
  reading: informationSentence(curves, calibration),
  figure: (size: Size) => informationPlot(curves, calibration, size)
});

/** Describes what counting truncated answers as wrong would change, and whether more are asked of medium difficulty. */
export const describeTruncation = (calibration: Calibration) => ({
  ...truncationSentences(calibration),
  figure: (size: Size) => movesPlot(calibration, size)
});

/** Describes variance components, and a plan by them. */
export const describeVariance = (study: Generalizability, calibration: Calibration) => ({
  reading: () => varianceReading(study, calibration),
  table: () => varianceTable(study),
  planInput: () => planInput(study),
  planReading: (wanted: Parameters<typeof planReading>[1]) => planReading(study, wanted)
});

/** Describes the fit of items. @param verdicts of the audit of the corpora; without any there is no column of them */
export const describeMisfits = (fits: readonly Misfit[], verdicts: Verdicts = new Map()) => ({
  reading: misfitSentence(fits),
  table: () => misfitTable(fits, verdicts)
});

/** Describes items to be checked. */
export const describeSuspects = (rows: readonly Suspect[]) => ({
  reading: suspectSentence(rows),
  release: releaseSentence(rows),
  table: () => suspectTable(rows)
});

/** Describes the dependence of the items of a category. */
export const describeDependence = (rows: readonly Dependence[]) => ({
  reading: dependenceSentence(rows),
  table: () => dependenceTable(rows)
});

/** Describes an item by its id; null where no item of this id was fitted. */
export async function describeItem(calibration: Readable, id: string, verdicts: Verdicts) {
  const chosen = await chosenItem(calibration, id);
  return (
    chosen && {
      reading: itemReading(chosen, calibration, verdicts),
      figure: (size: Size) => itemCharts(chosen, calibration, size)
    }
  );
}

/** Describes difficulty along a parameter of a task; null where its items have none. */
export function describeParameter(calibration: Calibration, task: string, parameter: string) {
  const line = along(calibration, task, parameter);
  if (line.levels.length < 2) return null;
  return {reading: parameterSentence(line), figure: (size: Size) => parameterPlot(line, calibration, size)};
}

/** Describes where answers differ from the model. */
export const describeResiduals = (cells: ResidualCells, calibration: Calibration) => ({
  reading: residualSentence(cells),
  figure: (size: Size) => residualHeatmap(cells, calibration, size)
});

/** Describes items that are harder for a group; null without any. */
export const describeDif = (rows: readonly DifRow[], group: string, calibration: Calibration) =>
  rows.length === 0 ? null : {reading: difSentence(rows, group, calibration), table: () => difTable(rows)};

/** Describes models that were compared on held-out answers. */
export const describeModels = (fits: readonly FitRow[]) => ({reading: modelSentence(fits), table: () => modelTable(fits)});
