// What the page shows of a fit beyond its parameters: of the whole book from the study's tables, of a selection or a reader's file from a
// worker.
import type {Table} from "apache-arrow";
import type {Sql} from "../../pipelines/charts/shared/sql.js";
import {groupBy} from "../../pipelines/stats/groupBy.js";
import type {AnswerSimilarity} from "../../pipelines/studies/irt/diagnose/answerSimilarity.js";
import type {MantelHaenszel} from "../../pipelines/studies/irt/diagnose/dif.js";
import type {Residual} from "../../pipelines/studies/irt/diagnose/observed.js";
import type {ClosePair, ModelChecks} from "../../pipelines/studies/irt/diagnose/warnings.js";
import type {InformationCurve} from "../../pipelines/studies/irt/informationCurves.js";
import {plainRows} from "../shared/answers.js";
import {curveTable, type OpenTables} from "../shared/tables.js";
import {onFirstCall, type Working} from "../shared/worker.js";
import {byRank, type Ranked} from "./abilities.js";
import {answered, type Calibration, hasScores, type Readable} from "./calibration.js";
import {byMisfit, type DifRow, type Misfit, type ResidualCells, residualMapOf} from "./checks.js";
import {irtWorker} from "./fitting.js";
import {informationOf} from "./items.js";
import type {IrtTasks} from "./tasks.js";

export interface Diagnosed {
  information(): InformationCurve[];
  ranks(): Promise<Ranked[]>;
  misfits(): Promise<Misfit[]>;
  residuals(): Promise<ResidualCells>;
  dif(group: string): Promise<DifRow[]>;
  checks(): Promise<ModelChecks>;
}

interface Diagnoser {
  /** of the whole book or file, or of a part of the items */
  of(calibration: Readable, options: {isStored: boolean}): Diagnosed;
}

/**
 * Opens the diagnoses of a page: those of the whole book are read from the study's tables, others are computed in a worker, which ends with
 * the page. Ranks and fits of items, which several sections show, are worked out once.
 * @param file the table irt_information as Arrow · @param suite whose rows are read
 */
export async function diagnoser(
  sql: OpenTables,
  {file, suite}: {file: Parameters<typeof curveTable>[0]; suite: string},
  invalidation: Promise<unknown>
): Promise<Diagnoser> {
  const curves = (await curveTable(file, sql, "irt_information")) as Table;
  const worker = onFirstCall(irtWorker);
  invalidation.then(() => worker.end());
  return {
    of(calibration, {isStored}) {
      const diagnosed = isStored ? published(sql, curves, calibration, suite) : computed(worker, calibration);
      return {...diagnosed, ranks: onlyOnce(diagnosed.ranks), misfits: onlyOnce(diagnosed.misfits)};
    }
  };
}

function onlyOnce<T>(compute: () => T): () => T {
  let value: {of: T} | undefined;
  return () => (value ??= {of: compute()}).of;
}

/** Computed from a calibration, all but the curves in a worker. */
const computed = (worker: Working<IrtTasks>, calibration: Readable): Diagnosed => ({
  information: () => informationOf(calibration),
  ranks: () => worker.call("ranks", {persons: calibration.persons}),
  // item fit is of right or wrong answers
  misfits: async () => (hasScores(calibration) ? [] : worker.call("misfits", await answered(calibration))),
  residuals: async () => worker.call("residuals", await answered(calibration)),
  dif: async group => worker.call("dif", {calibration: await answered(calibration), group}),
  checks: async () => worker.call("checks", await answered(calibration))
});

interface ItemColumns {
  id: string;
  infit: number;
  zInfit: number;
  outfit: number;
  zOutfit: number;
  zh: number;
  rest: number;
  low: number;
  high: number;
  x2: number | null;
  df: number | null;
  p: number | null;
  adjusted: number | null;
}
interface PersonColumns {
  id: string;
  rank: number;
  low: number;
  high: number;
  zh: number | null;
  fitted: number;
}
interface PairColumns {
  one: string;
  other: string;
  n: number;
  r: number;
  low: number;
  high: number;
  adjusted: number;
  copy_group: number | null;
}
interface CheckColumns {
  compared_pairs: number;
  alike_pairs: number;
  effective: number;
  q3_pairs: number | null;
  q3_strong: number;
  q3_mean: number | null;
  q3_one: string | null;
  q3_other: string | null;
  q3_most: number;
  q3_n: number;
  m2: string;
}

/** Whether the tables speak of these evaluations: points may have been brought in for evaluations without samples, which were never fitted. */
export const isPublished = (evaluations: readonly string[], abilities: readonly {id: string}[]): boolean => {
  const known = new Set(abilities.map(({id}) => id));
  return evaluations.every(id => known.has(id));
};

/** Read from the tables of the study. @param curves the table irt_information as Arrow · @param suite whose rows are read */
export function published(sql: Sql, curves: Table, calibration: Calibration, suite = ""): Diagnosed {
  const {items, persons, personIds} = calibration;
  const people = async () => {
    const rows = plainRows<PersonColumns>(
      await sql`select eval_id as id, rank, rank_low as low, rank_high as high, zh, fitted from irt_ability where truncated = 'missing'`
    );
    const byId = new Map(rows.map(row => [row.id, row]));
    return personIds.map(id => byId.get(id)!);
  };
  return {
    information: () => curvesIn(curves, suite),
    ranks: async () => byRank(persons, await people()),
    async misfits() {
      const rows = plainRows<ItemColumns>(
        await sql`select item_id as id, infit, infit_z as zInfit, outfit, outfit_z as zOutfit, zh,
        rest, rest_low as low, rest_high as high, sx2 as x2, sx2_df as df, misfit_p as p, misfit_adjusted as adjusted from irt_items where a is not null`
      );
      const byId = new Map(rows.map(row => [row.id, row]));
      const fits = items.map(({id, n, right}) => {
        const {id: _, rest, low, high, x2, df, p, adjusted, ...squares} = byId.get(id)!;
        const screen = {n, right, alike: null, ...defined({rest, low, high}), negative: high !== null && high < 0};
        return {n, ...defined(squares), screen, sx2: df === null ? null : {x2, df}, p, adjusted};
      });
      return byMisfit(items, fits);
    },
    residuals: async () =>
      residualMapOf(
        calibration,
        plainRows<Residual>(
          await sql`select "row", "column", n, observed, expected, z from irt_residuals order by "row", "column"`
        )
      ),
    async dif(group) {
      const rows = plainRows<MantelHaenszel & {id: string}>(
        await sql`select item_id as id, n, odds, delta, low, high, chi2, p, adjusted, size from irt_dif where model_group = ${group}`
      );
      const byId = new Map(rows.map(({id, ...row}) => [id, row]));
      return items.flatMap(item => (byId.has(item.id) ? [{...byId.get(item.id)!, item}] : [])).sort((a, b) => a.p - b.p);
    },
    async checks() {
      const [row] = plainRows<CheckColumns>(
        await sql`select * from irt_fit where irt_model = '3pl' and truncated = 'missing'`
      ) as [CheckColumns];
      const pairs = plainRows<PairColumns>(
        await sql`select one, other, n, r, low, high, adjusted, copy_group from irt_similarity order by rank`
      );
      const known = await people();
      const ids = items.map(({id}) => id);
      const q3 = {
        pairs: row.q3_pairs!,
        strong: row.q3_strong,
        mean: row.q3_mean,
        strongest: pairIn(ids, [row.q3_one, row.q3_other], {r: row.q3_most, n: row.q3_n})
      };
      return {
        q3: row.q3_pairs === null ? null : q3,
        similarity: {
          ...similarityIn(personIds, pairs),
          compared: row.compared_pairs,
          alike: row.alike_pairs,
          effective: row.effective
        },
        m2: row.m2,
        persons: known.map(({zh, fitted}) => ({zh: zh ?? Number.NaN, n: fitted}))
      };
    }
  };
}

/** Pairs and groups of copies by index. */
function similarityIn(names: readonly string[], pairs: readonly PairColumns[]): Pick<AnswerSimilarity, "pairs" | "copies"> {
  const place = new Map(names.map((name, i) => [name, i]));
  const inGroups = pairs.flatMap(pair => (pair.copy_group === null ? [] : [{...pair, group: pair.copy_group}]));
  const groups = [...groupBy(inGroups, ({group}) => group).values()];
  return {
    pairs: pairs.map(({one, other, copy_group: _, ...pair}) => ({...pair, i: place.get(one)!, j: place.get(other)!})),
    copies: groups.map(group => [...new Set(group.flatMap(({one, other}) => [place.get(one)!, place.get(other)!]))])
  };
}

/** The table's rows; lists are views of the file's bytes. */
const curvesIn = (table: Table, suite: string): InformationCurve[] => {
  const suites = table.getChild("suite");
  const rows = Array.from({length: table.numRows}, (_, i) => i).filter(i => (suites?.get(i) ?? "") === suite);
  return rows.map(i => ({
    category: String(table.getChild("base_task")!.get(i)),
    items: Number(table.getChild("items")!.get(i)),
    theta: table.getChild("theta")!.get(i).toArray() as Float32Array,
    information: table.getChild("information")!.get(i).toArray() as Float32Array
  }));
};

/** Null in a table is what is not defined. */
const defined = <T extends Record<string, number>>(row: T): T =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, value ?? Number.NaN])) as T;

function pairIn(
  names: readonly string[],
  [one, other]: readonly [string | null, string | null],
  of: Pick<ClosePair, "r" | "n">
): ClosePair | null {
  return one === null || other === null ? null : {i: names.indexOf(one), j: names.indexOf(other), ...of};
}
