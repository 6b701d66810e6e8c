// Makes the study tables `lengths`, `effective_lengths` and `length_contrasts`.

import {literal} from "../../rows/literal.js";
import {CORRECT, type Status, TRUNCATED} from "../../score/status.js";
import {groupBy} from "../../stats/groupBy.js";
import type {EvaluationKey} from "../../store/rows.node.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {evaluationOf, maker, NAMES, type StudyStore} from "../maker.node.js";
import {type Cell, type Clustered, type LengthAccuracy, lengthAccuracy} from "./answers.js";
import {type Place, type Position, placeOf, thirdOf} from "./axis.js";
import {type Contrast, contrastsOf, type PairedAnswer} from "./contrasts.js";
import {effectiveLengths, type Fitted, SHARES} from "./effective.js";
import {lengthTables} from "./tables.js";

interface Point extends EvaluationKey {
  base_task: string;
  params: string;
  generator_version: number;
  correct: number;
  incorrect: number;
  truncated: number;
  guess_sum: number;
  simulated: boolean;
}

const POINTS = `select eval_id, ${NAMES}, base_task, params,
  generator_version, sum(correct)::double as correct, sum(incorrect)::double as incorrect, sum(truncated)::double as truncated,
  sum(guess_sum)::double as guess_sum, bool_or(simulated) as simulated
  from points group by eval_id, base_task, params, generator_version order by all`;

/** Writes the tables into a store, without rows where no point has a length. */
export const make = maker(lengthTables, async ({stage, open}) => {
  const store = await open();
  const placed = (await store.rows<Point>(POINTS)).filter(({params}) => placeOf(params) !== null);
  const read = await answersIn(store);
  for (const [eval_id, points] of groupBy(placed, each => each.eval_id)) {
    const answers = await read(eval_id, new Set(points.map(({base_task}) => base_task)));
    for (const task of groupBy(points, ({base_task, generator_version}) => `${generator_version} ${base_task}`).values())
      for (const series of seriesOf(task.map(point => cellOf(point, answers.get(keyOf(point)))))) append(stage, task[0]!, series);
  }
});

type PointAnswers = Pick<PlacedCell, "answers" | "clusters">;

const keyOf = ({base_task, params, generator_version}: Pick<Point, "base_task" | "params" | "generator_version">): string =>
  `${generator_version} ${base_task} ${params}`;

function cellOf(point: Point, found: PointAnswers = {answers: [], clusters: []}): PlacedCell {
  const {params, correct, incorrect, truncated, guess_sum} = point;
  return {...placeOf(params)!, correct, n: correct + incorrect, truncated, guess_sum, ...found};
}

/** A reader of the answers of one evaluation by point. Tests of stores without pairs each ask something of their own. */
async function answersIn({
  connection,
  tables,
  has
}: StudyStore): Promise<(eval_id: string, tasks: ReadonlySet<string>) => Promise<Map<string, PointAnswers>>> {
  if (!tables.includes("samples")) return async () => new Map();
  const paired = await has("items", "pair_id");
  return async (eval_id, tasks) => {
    const rows = await connection.streamAndRead(`select generator_version || ' ' || base_task || ' ' || params as point,
      params, coalesce(${paired ? "pair_id" : "null"}, samples.item_id) as pair, trial, status, guess_chance
      from samples ${paired ? "left join (select item_id, any_value(pair_id) as pair_id from items group by item_id) as asked using (item_id)" : ""}
      where eval_id = ${literal(eval_id)} and base_task in (${[...tasks].map(literal).join(", ")}) order by 1, 3, 4`);
    const found = new Map<string, {answers: PlacedCell["answers"][number][]; clusters: PlacedCell["clusters"][number][]}>();
    const places = new Map<string, ReturnType<typeof placeOf>>();
    await rows.readAll();
    const [points = [], params = [], pairs = [], trials = [], statuses = [], guesses = []] = rows.getColumnsJS() as Partial<
      [string[], string[], string[], number[], Status[], number[]]
    >;
    for (const [i, point] of points.entries()) {
      if (!places.has(params[i]!)) places.set(params[i]!, placeOf(params[i]!));
      const place = places.get(params[i]!);
      if (!place) continue;
      const [pair, status] = [pairs[i]!, statuses[i]!];
      let own = found.get(point);
      if (!own) found.set(point, (own = {answers: [], clusters: []}));
      const {length, depth} = place;
      if (trials[i] === 0) own.answers.push({pair, length, depth, status, guess: guesses[i]!});
      if (status === TRUNCATED) continue;
      const last = own.clusters.at(-1);
      const right = status === CORRECT ? 1 : 0;
      if (last?.cluster !== pair) own.clusters.push({cluster: pair, correct: right, n: 1});
      else {
        last.correct += right;
        last.n++;
      }
    }
    return found;
  };
}

function append(stage: Stage, point: Point, {series, lengths, fitted, contrasts}: Series): void {
  const {base_task, generator_version, simulated} = point;
  const own: Row = {...evaluationOf(point), base_task, series, generator_version, simulated};
  for (const row of lengths) stage.append("lengths", {...own, ...row});
  for (const row of contrasts) stage.append("length_contrasts", {...own, ...row});
  const whole = lengths.filter(({position}) => position === "all");
  const asked = whole.map(({length}) => length);
  const positive = asked.filter(length => length > 0);
  const facts = {
    n: whole.reduce((sum, {n}) => sum + n, 0),
    lengths: asked.length,
    shortest: asked[0] ?? null,
    shortest_positive: positive[0] ?? null,
    longest: asked.at(-1) ?? null
  };
  if ("reason" in fitted) {
    const none = {range: null, tokens: null, low: null, high: null, top: null, half_tokens: null, slope: null, misfit: null};
    for (const share of SHARES) stage.append("effective_lengths", {...own, share, ...none, ...facts, reason: fitted.reason});
    return;
  }
  const {curve, misfit, effective} = fitted;
  const half_tokens = Number.isFinite(curve.half) ? curve.half : null;
  for (const row of effective)
    stage.append("effective_lengths", {...own, ...row, ...facts, top: curve.top, half_tokens, slope: curve.slope, misfit});
}

// The rows of the study for the points of one evaluation and task: accuracies by length and position, effective lengths, contrasts.

/** A point with its counts, and its answers where the store has them. */
interface PlacedCell extends Place, Cell {
  /** First answers. */
  answers: readonly PairedAnswer[];
  /** Right and untruncated answers by what was asked, repetitions included. */
  clusters: readonly Omit<Clustered, "cell">[];
}

interface SeriesLength extends LengthAccuracy {
  length: number;
  position: Position;
  depth: number | null;
}

interface Series {
  /** Canonical JSON of the parameters that its points share; empty for all series of a task together. */
  series: string;
  lengths: SeriesLength[];
  fitted: Fitted | {reason: string};
  contrasts: Contrast[];
}

/** Each series of a task, and all of them together where several were asked at all of its lengths. */
function seriesOf(cells: readonly PlacedCell[]): Series[] {
  const all = [...groupBy(cells, ({series}) => series)].sort(([a], [b]) => (a < b ? -1 : 1));
  const lengths = new Set(cells.map(({length}) => length)).size;
  const whole = all.filter(([, own]) => new Set(own.map(({length}) => length)).size === lengths);
  const together =
    whole.length > 1 && lengths > 1
      ? [
          oneSeries(
            "",
            whole.flatMap(([, own]) => own)
          )
        ]
      : [];
  return [...together, ...all.map(([series, own]) => oneSeries(series, own))];
}

function oneSeries(series: string, cells: readonly PlacedCell[]): Series {
  const byLength = [...groupBy(cells, ({length}) => length)].sort(([a], [b]) => a - b);
  const whole = byLength.flatMap(([length, own]) => accuracyOf(own, {length, position: "all", depth: null}));
  const parts = byLength.flatMap(([length, own]) =>
    [...groupBy(own, ({depth}) => depth ?? -1).values()]
      .sort(([a], [b]) => (a!.depth ?? -1) - (b!.depth ?? -1))
      .flatMap(([first, ...rest]) =>
        accuracyOf([first!, ...rest], {length, position: thirdOf(first!.depth), depth: first!.depth})
      )
  );
  return {
    series,
    lengths: [...whole, ...parts],
    fitted: effectiveLengths(whole),
    contrasts: contrastsOf(cells.flatMap(({answers}) => answers))
  };
}

function accuracyOf(cells: readonly PlacedCell[], at: Pick<SeriesLength, "length" | "position" | "depth">): SeriesLength[] {
  const clustered = cells.flatMap(({clusters}, cell) => clusters.map(each => ({...each, cell})));
  const found = lengthAccuracy(cells, clustered);
  return found ? [{...at, ...found}] : [];
}
