// Makes the study tables `calibration`, `calibration_bins` and `calibration_selective`.

import {literal} from "../../rows/literal.js";
import {CORRECT, TRUNCATED} from "../../score/status.js";
import type {Row, Stage} from "../../store/writer.node.js";
import {maker, NAMES, type StudyStore} from "../maker.node.js";
import {BINNINGS} from "./bins.js";
import {acrossCategories, calibrationOf} from "./measures.js";
import {SOURCES, type Source} from "./sources.js";
import {calibrationStudyTables} from "./tables.js";

/** Writes the tables into a store, without rows where no answer has a confidence. */
export const make = maker(calibrationStudyTables, async ({stage, open}) => {
  const {connection, tables, rows} = await open();
  if (!(tables.includes("measures") && tables.includes("samples"))) return;
  await connection.run(answersOf(tables.includes("items")));
  const evaluations = await rows<Evaluated>(
    `select eval_id, ${NAMES}, bool_or(simulated) as simulated from answers group by eval_id order by eval_id`
  );
  for (const {eval_id, simulated, ...named} of evaluations)
    for (const source of SOURCES)
      append(stage, await answersIn(connection, eval_id, source), {eval_id, ...named, source}, simulated);
});

/**
 * First answers with what they have of each source. A loglikelihood scorer's own measure `confidence` is the probability of the right choice,
 * not of the chosen one, and says nothing of the answer.
 */
const answersOf = (items: boolean): string => `create temp table answers as
  with measured as (select eval_id, item_id, trial,
      max(case when name = 'confidence' then value end) as confidence, max(case when name = 'confidence_chosen' then value end) as chosen,
      max(case when name = 'confidence_missing' then value end) as missing, max(case when name = 'mean_logprob' then value end) as logprob,
      bool_or(name in ('acc_bytes', 'confidence_chosen')) as likelihood
    from measures where name in ('confidence', 'confidence_chosen', 'confidence_missing', 'mean_logprob', 'acc_bytes') and trial = 0
    group by eval_id, item_id, trial)
  ${items ? ", asked as (select item_id, any_value(category) as category from items group by item_id)" : ""}
  select samples.eval_id, samples.item_id, model, template, sampler, simulated, status,
    coalesce(case when json_valid(params) then json_extract_string(params, '$.of') end, ${items ? "nullif(category, '')," : ""} base_task) as category,
    case when not coalesce(likelihood, false) then confidence end as stated,
    case when not coalesce(likelihood, false) then missing end as missing, chosen as choice, exp(logprob) as tokens
  from samples left join measured using (eval_id, item_id, trial) ${items ? "left join asked using (item_id)" : ""} where trial = 0`;

interface Evaluated extends Row {
  eval_id: string;
  simulated: boolean;
}

interface Answers {
  category: string[];
  /** NaN where there is none. */
  confidence: Float64Array;
  right: Uint8Array;
  truncated: Uint8Array;
  missing: Uint8Array;
}

/** The answers of an evaluation in categories that have a confidence of this source, or miss one. */
async function answersIn(connection: StudyStore["connection"], eval_id: string, source: Source): Promise<Answers> {
  const found = await connection.runAndReadAll(`select category, ${source}::double as confidence, status,
      ${source === "stated" ? "missing is not null and stated is null" : "false"} as missing
    from answers where eval_id = ${literal(eval_id)} and category in
      (select category from answers where eval_id = ${literal(eval_id)} and ${source === "stated" ? "(stated is not null or missing is not null)" : `${source} is not null`})
    order by category, item_id`);
  const [category = [], confidence = [], status = [], missing = []] = found.getColumnsJS() as [
    string[]?,
    (number | null)[]?,
    number[]?,
    boolean[]?
  ];
  return {
    category,
    confidence: Float64Array.from(confidence, value => value ?? Number.NaN),
    right: Uint8Array.from(status, value => Number(value === CORRECT)),
    truncated: Uint8Array.from(status, value => Number(value === TRUNCATED)),
    missing: Uint8Array.from(missing, Number)
  };
}

function append(stage: Stage, answers: Answers, own: Row, simulated: boolean): void {
  const {category, confidence, right, truncated, missing} = answers;
  if (category.length === 0) return;
  const stated = Uint32Array.from(confidence.keys()).filter(i => !Number.isNaN(confidence[i]!) && truncated[i] === 0);
  const {values, unit} = scaled(Float64Array.from(stated, i => confidence[i]!));
  const read = new Float64Array(confidence.length).fill(Number.NaN);
  for (const [at, i] of stated.entries()) read[i] = values[at]!;
  const names = [...new Set(category)];
  const groups: {accuracy: number; confidence: number}[] = [];
  const group = (name: string, places: Uint32Array, more: Row) => {
    const count = (holds: (i: number) => boolean) => places.reduce((sum, i) => sum + Number(holds(i)), 0);
    const known = places.filter(i => !Number.isNaN(read[i]!));
    const counts = {
      missing: count(i => missing[i] === 1 && truncated[i] === 0),
      unreadable: count(i => truncated[i] === 0 && !Number.isNaN(confidence[i]!)) - known.length,
      truncated: count(i => truncated[i] === 1)
    };
    const row: Row = {...own, category: name, simulated};
    if (known.length === 0) return void stage.append("calibration", {...row, ...counts, ...more, ...NONE, unit});
    const {measures, bins, selective} = calibrationOf({
      confidence: Float64Array.from(known, i => read[i]!),
      right: Uint8Array.from(known, i => right[i]!)
    });
    if (name !== "") groups.push({accuracy: measures.accuracy!, confidence: measures.confidence!});
    stage.append("calibration", {...row, ...counts, ...measures, ...(name === "" ? acrossCategories(groups) : more), unit});
    for (const binning of BINNINGS) for (const bin of bins[binning]) stage.append("calibration_bins", {...row, binning, ...bin});
    for (const stop of selective) stage.append("calibration_selective", {...row, ...stop});
  };
  const places = Uint32Array.from(category.keys());
  for (const name of names)
    group(
      name,
      places.filter(i => category[i] === name),
      acrossNone
    );
  group("", places, acrossNone);
}

const acrossNone: Row = {categories: null, correlation: null, correlation_low: null, correlation_high: null};
/** The computed columns of a group without any confidence. */
const NONE: Row = {
  ...Object.fromEntries(
    Object.entries(calibrationStudyTables.calibration.columns)
      .filter(([, {type}]) => type === "double")
      .map(([name]) => [name, null])
  ),
  n: 0,
  correct: 0,
  distinct_values: 0
};

// Reads confidences that others measured: shares from 0 to 1, or percents where some exceed 1.

interface Scaled {
  /** NaN where a value is none. */
  values: Float64Array;
  unit: "share" | "percent";
  /** Values that are no confidence: below 0, beyond 100 %, or among percents a fraction that may be a share. */
  unreadable: number;
}

/** The confidences of one evaluation and source on the scale from 0 to 1. A value above 1 says that all are percents. */
export function scaled(given: ArrayLike<number>): Scaled {
  let percent = false;
  for (let i = 0; i < given.length; i++) if (given[i]! > 1 && given[i]! <= 100) percent = true;
  const values = new Float64Array(given.length);
  let unreadable = 0;
  for (let i = 0; i < given.length; i++) {
    const value = given[i]!;
    const share = percent ? (value > 0 && value < 1 ? Number.NaN : value / 100) : value;
    const known = share >= 0 && share <= 1;
    values[i] = known ? share : Number.NaN;
    if (!known) unreadable++;
  }
  return {values, unit: percent ? "percent" : "share", unreadable};
}
