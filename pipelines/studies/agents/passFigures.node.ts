// Reads published pass^k from a file of rows: one row per model and domain, or one record per submission as on the leaderboard of tau2-bench.
import {UserError} from "../../rows/error.js";
import {openRows} from "../../rows/openRows.node.js";
import {groupBy} from "../../stats/groupBy.js";
import type {PassFigures} from "./passTable.js";

/** Tasks of tau2-bench by domain, where a file of its leaderboard does not say. */
const TAU2_TASKS: Readonly<Record<string, number>> = {airline: 50, retail: 114, telecom: 114, banking_knowledge: 97};
/** Decimals beyond which figures are computed rather than rounded. */
const MAX_DECIMALS = 6;
/** Decimals that a fraction of 1 has at least: 0 and 1 are exact, not rounded to whole numbers. */
const MIN_DECIMALS = 2;
const MAX_TRIALS = 16;
const MAX_TASKS = 1_000_000;
const FIGURE = /^pass[_^@ -]?(?:hat[_ -]?)?(\d{1,2})$/iu;

interface Written {
  place: string;
  model: string;
  /** name that the submission alone has, for models that were submitted more than once */
  submission: string;
  domain: string;
  tasks: number | undefined;
  /** percentages or fractions, as they are written */
  written: (number | null)[];
}

/**
 * Reads the figures of a file, in any format of rows. Figures above 1 anywhere in the file mean percent.
 * @param tasks numbers of tasks by domain; "" for all other domains
 * @throws UserError naming file and line where a row has no model, no figure or no number of tasks
 */
export async function readPassFigures(file: string, {tasks = {}}: {tasks?: Record<string, number>} = {}): Promise<PassFigures[]> {
  const rows: Written[] = [];
  for await (const {value, line, bad} of openRows(file, {isTyped: true})) {
    const place = `${file}:${line}`;
    if (bad !== undefined) throw new UserError(`${place} ${bad}`);
    if (typeof value !== "object" || value === null)
      throw new UserError(`${place} expected a record with model and pass_1, pass_2, …`);
    rows.push(...recordRows(value as Record<string, unknown>, place));
  }
  if (rows.length === 0) throw new UserError(`${file} has no rows; expected model, tasks and pass_1, pass_2, …`);
  const isPercent = rows.some(({written}) => written.some(figure => figure !== null && figure > 1));
  const scale = isPercent ? 100 : 1;
  const named = groupBy(rows, ({model, domain}) => JSON.stringify([model, domain]));
  return rows.map(({place, model: name, submission, domain, tasks: own, written}) => {
    const isRepeated = named.get(JSON.stringify([name, domain]))!.length > 1;
    const model = isRepeated ? `${name} (${submission})` : name;
    const count = own ?? tasks[domain] ?? tasks[""] ?? TAU2_TASKS[domain];
    if (count === undefined)
      throw new UserError(
        `${place} the number of tasks is missing; add a column tasks, or --tasks ${domain === "" ? "N" : `${domain}=N`}`
      );
    if (!Number.isInteger(count) || count < 1 || count > MAX_TASKS)
      throw new UserError(`${place} tasks must be a whole number from 1 to ${MAX_TASKS}, got ${count}`);
    const wrong = written.find(figure => figure !== null && !(figure >= 0 && figure <= scale));
    if (wrong !== undefined) throw new UserError(`${place} pass^k must be from 0 to ${scale}, got ${wrong}`);
    const figures = written.map(figure => (figure === null ? null : figure / scale));
    return {
      model,
      submission,
      domain,
      tasks: count,
      figures,
      rounding: (0.5 * 10 ** -Math.max(isPercent ? 0 : MIN_DECIMALS, ...written.map(decimalsOf))) / scale
    };
  });
}

/** The rows of a record: one, or one for each domain of `results`. */
function recordRows(record: Record<string, unknown>, place: string): Written[] {
  const model = record.model ?? record.model_name;
  if (typeof model !== "string" || model === "")
    throw new UserError(`${place} model is missing; the columns are: ${Object.keys(record).join(", ")}`);
  const {results} = record;
  const submission = typeof record.folder === "string" ? record.folder : place;
  if (typeof results !== "object" || results === null) return [rowOf(record, {place, model, submission})];
  // A submission may name a domain without figures.
  return Object.entries(results as Record<string, Record<string, unknown>>)
    .filter(([, figures]) => Object.entries(figures).some(([name, value]) => FIGURE.test(name) && value !== null))
    .map(([domain, figures]) => rowOf({...figures, domain}, {place, model, submission}));
}

function rowOf(record: Record<string, unknown>, names: Pick<Written, "place" | "model" | "submission">): Written {
  const {place} = names;
  const written: (number | null)[] = [];
  for (const [name, value] of Object.entries(record)) {
    const k = Number(FIGURE.exec(name)?.[1] ?? 0);
    if (k === 0) continue;
    if (k > MAX_TRIALS) throw new UserError(`${place} ${name} is more than ${MAX_TRIALS} trials`);
    const isMissing = value === null || value === undefined || value === "";
    if (!isMissing && typeof value !== "number")
      throw new UserError(`${place} ${name} must be a number, got ${JSON.stringify(value)}`);
    written[k - 1] = isMissing ? null : (value as number);
  }
  if (written.length === 0)
    throw new UserError(`${place} has no figure such as pass_1; the columns are: ${Object.keys(record).join(", ")}`);
  const {tasks, domain} = record;
  return {
    ...names,
    domain: typeof domain === "string" ? domain : "",
    tasks: typeof tasks === "number" ? tasks : undefined,
    written: Array.from(written, figure => figure ?? null)
  };
}

/** Decimals of a figure as it is written; many mean that it was not rounded. */
function decimalsOf(figure: number | null): number {
  if (figure === null) return 0;
  const [, fraction = ""] = String(figure).split(".");
  return Math.min(MAX_DECIMALS, fraction.length);
}
