// Reads the points table into objects, so that a filter change takes milliseconds and does not wait for DuckDB.
import {SHARE_COLUMNS} from "../../score/testShares.js";
import type {EvaluationName} from "../../store/evaluationName.js";
import type {GridPlace, PlacedPoint, Value} from "../../studies/manifold/surface.js";
import type {Rows} from "../shared/sql.js";

export interface Evaluation extends EvaluationName {
  /** model, template and sampler, separated by spaces, which none of them contains */
  key: string;
  simulated: boolean;
}

export interface EvaluatedPoint extends PlacedPoint {
  evaluation: Evaluation;
  groups: readonly string[];
}

/** Unit separator, which neither names nor JSON text contain. */
const SEPARATOR = "\u001f";

/** Query with two texts and some numbers per row; texts that many rows share are parsed once. */
export const pointsQuery = `select
  concat_ws(chr(31), model, template, sampler, simulated::varchar, coalesce(array_to_string(groups, ' '), '')) as evaluation,
  concat_ws(chr(31), base_task, generator_version::varchar, coalesce(array_to_string(tiers, ' '), ''),
    coalesce(array_to_string(surfaces, ' '), ''), coalesce(array_to_string(projections, ' '), ''), params) as place,
  correct::double as correct, incorrect::double as incorrect, truncated::double as truncated,
  ended_unknown::double as ended_unknown, guess_sum::double as guess_sum, answers::double as answers, shares, share_squares, share_tests::double as share_tests, share_guess, completion_tokens::double as completion_tokens, tokens_squared::double as tokens_squared, cost::double as cost
from points`;

/** Converts the rows of `pointsQuery`. */
export function readPoints(rows: Rows): EvaluatedPoint[] {
  const evaluated = remembered(readEvaluation);
  const placed = remembered(readPlace);
  const column = (name: string) => {
    const vector = rows.getChildAt(rows.schema.fields.findIndex(field => field.name === name));
    return (row: number) => vector?.get(row);
  };
  const [evaluation, place] = [column("evaluation"), column("place")] as ((row: number) => string)[];
  const names = [
    "correct",
    "incorrect",
    "truncated",
    "ended_unknown",
    "guess_sum",
    "completion_tokens",
    "tokens_squared",
    "cost"
  ];
  const numbers = names.map(column) as ((row: number) => number)[];
  const [correct, incorrect, truncated, unknown, guess, tokens, squares, cost] = numbers;
  const sums = SHARE_COLUMNS.map(name => [name, column(name)] as const);
  return Array.from({length: rows.numRows}, (_, row) => ({
    ...evaluated(evaluation!(row)),
    place: placed(place!(row)),
    correct: correct!(row),
    incorrect: incorrect!(row),
    truncated: truncated!(row),
    ended_unknown: unknown!(row),
    guess_sum: guess!(row),
    ...Object.fromEntries(sums.map(([name, value]) => [name, value(row) as number])),
    completion_tokens: tokens!(row),
    tokens_squared: squares!(row) ?? null,
    cost: cost!(row)
  }));
}

function readEvaluation(text: string): Pick<EvaluatedPoint, "evaluation" | "groups"> {
  const [model, template, sampler, simulated, groups] = text.split(SEPARATOR) as [string, string, string, string, string];
  const evaluation = {key: [model, template, sampler].join(" "), model, template, sampler, simulated: simulated === "true"};
  return {evaluation, groups: splitWords(groups)};
}

function readPlace(text: string): GridPlace {
  const [base_task, version, tiers, surfaces, projections, params_json] = text.split(SEPARATOR) as [
    string,
    string,
    string,
    string,
    string,
    string
  ];
  return {
    base_task,
    generator_version: Number(version),
    tiers: splitWords(tiers),
    surfaces: splitWords(surfaces),
    projections: splitWords(projections),
    params_json,
    params: JSON.parse(params_json) as Record<string, Value>
  };
}

const splitWords = (text: string): string[] => (text === "" ? [] : text.split(" "));

function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = read(text)));
    return value;
  };
}
