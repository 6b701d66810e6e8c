// Tables of page Item response.
import type {ModelChecks} from "../../pipelines/studies/irt/diagnose/warnings.js";
import type {Generalizability} from "../../pipelines/studies/irt/variance/components.js";
import {tableBox} from "../shared/page.js";
import {abilityColumns, type Ranked} from "./abilities.js";
import type {Calibration} from "./calibration.js";
import {
  type DifRow,
  difColumns,
  type FitRow,
  findings,
  findingsList,
  type Misfit,
  misfitColumns,
  misfitCsv,
  modelColumns,
  type SaturationRow,
  saturationColumns
} from "./checks.js";
import {allItemsColumn, contaminatedFinding, corpusColumn, type Verdicts} from "./contaminated.js";
import {type Dependence, dependenceColumns, type Suspect, suspectColumns} from "./suspects.js";
import {varianceColumns} from "./variance.js";

/** Rows of a table of abilities or fits at most; its CSV file has all. */
const MAX_ROWS = 500;
/** Rows of a table of differences between groups at most. */
const MAX_DIFFERENCES = 200;

/** The table of abilities. @param whole the calibration with all items, where contaminated ones are left out of the others */
export const abilityTable = (rows: readonly Ranked[], whole: Calibration | null): DocumentFragment =>
  tableBox("abilities", rows.slice(0, MAX_ROWS), [...abilityColumns(), ...(whole ? [allItemsColumn(whole)] : [])], {
    ...{sort: "rank", key: "ability-sort"},
    csv: ["ability.csv", () => rows.map(({groups, ...row}) => row)]
  });

/** The table of room at the top. */
export const saturationTable = (rows: readonly SaturationRow[], calibration: Calibration): DocumentFragment =>
  tableBox("saturation", rows, saturationColumns(calibration), {key: "saturation-sort", tall: false});

/** The table of variance components. */
export const varianceTable = ({rows}: Generalizability): DocumentFragment =>
  tableBox("variance", rows, varianceColumns(), {
    ...{key: null, tall: false},
    csv: ["variance.csv", () => rows]
  });

/** The table of items with their fit. @param verdicts of the audit of the corpora; without any there is no column of them */
export const misfitTable = (fits: readonly Misfit[], verdicts: Verdicts): DocumentFragment =>
  tableBox("misfits", fits.slice(0, MAX_ROWS), [...misfitColumns(fits), ...(verdicts.size > 0 ? [corpusColumn(verdicts)] : [])], {
    key: "misfit-sort",
    csv: ["item-fit.csv", () => misfitCsv(fits)]
  });

/** The table of items to be checked. */
export function suspectTable(suspects: readonly Suspect[]): DocumentFragment {
  const rows = suspects.filter(({reason}) => reason !== null);
  return tableBox("suspects", rows, suspectColumns(rows), {
    key: "suspect-sort",
    csv: ["items-to-check.csv", () => rows]
  });
}

/** The table of categories by the dependence of their items. */
export const dependenceTable = (rows: readonly Dependence[]): DocumentFragment =>
  tableBox("dependence", rows, dependenceColumns(), {key: "dependence-sort", tall: false});

/** The table of items that are harder for a group. */
export const difTable = (rows: readonly DifRow[]): DocumentFragment =>
  tableBox("dif", rows.slice(0, MAX_DIFFERENCES), difColumns(), {key: "dif-sort"});

/** The table of compared models. */
export const modelTable = (fits: readonly FitRow[]): DocumentFragment =>
  tableBox("models", fits, modelColumns(), {key: null, tall: false});

/** The list of findings. @param verdicts of the audit of the corpora; null for items that it does not know */
export function findingsTable(
  calibration: Calibration,
  {fits, checks, verdicts}: {fits: readonly Misfit[]; checks: ModelChecks; verdicts: Verdicts | null}
): HTMLElement {
  const contaminated = verdicts ? [contaminatedFinding(fits, verdicts)] : [];
  return findingsList([...findings(calibration, fits, checks), ...contaminated]);
}
