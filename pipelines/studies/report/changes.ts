// What changed between two reports: the overall scores of the evaluations that either has.
import {canonicalJson, sha256Hex} from "../../book/canonical.js";
import {newcombe} from "../../stats/newcombe.js";
import type {ChangeRow, Overall} from "./rows.js";
import type {ReportDocument} from "./schema.js";

/** The report before: its date, and its overall scores. */
export interface Previous {
  date: string;
  scores: Overall[];
}

/** The tables that a report is made from. */
const MADE_FROM = ["samples", "items", "measures", "points"];

/** Digest of the tables that a report is made from, by what the store's manifest says of them. */
export const reportDigest = (
  tables: Readonly<Record<string, {rows: number; bytes: number; sha256?: string | undefined}>>
): string =>
  sha256Hex(
    canonicalJson(
      MADE_FROM.flatMap(name => {
        const of = tables[name];
        return of ? [[name, of.sha256 ?? `${of.rows} rows, ${of.bytes} bytes`]] : [];
      })
    )
  );

/**
 * The report before the one of a store with this digest: the earlier document itself, or where that is of the same tables, the one that it
 * was compared with. So the same store gives the same report, however often it is made. Null where there was none.
 */
export function previousOf(earlier: ReportDocument | null, digest: string): Previous | null {
  if (earlier === null) return null;
  if (earlier.digest !== digest) return {date: earlier.date, scores: overallOf(earlier)};
  if (earlier.changes === null) return null;
  const {since, evaluations} = earlier.changes;
  return {
    date: since,
    scores: evaluations
      .filter(({kind}) => kind !== "new")
      .map(({eval_id, model, template, sampler, simulated, suite_id, before}) => ({
        eval_id,
        model,
        template,
        sampler,
        simulated,
        suite_id,
        ...before
      }))
  };
}

const overallOf = ({suites}: ReportDocument): Overall[] =>
  suites.flatMap(({suite_id, evaluations}) =>
    evaluations.flatMap(({eval_id, model, template, sampler, simulated, scores}) =>
      scores
        .filter(({scope}) => scope === "overall")
        .map(({score, low, high, n}) => ({eval_id, model, template, sampler, simulated, suite_id, score, low, high, n}))
    )
  );

const NOTHING = {score: null, low: null, high: null, n: 0};

/** A row for each evaluation and suite of either report; the interval of a change takes both for independent (Newcombe 1998, method 10). */
export function changesOf(previous: Previous | null, now: readonly Overall[]): ChangeRow[] {
  if (previous === null) return [];
  const idOf = ({eval_id, suite_id}: Overall) => JSON.stringify([eval_id, suite_id]);
  const then = new Map(previous.scores.map(each => [idOf(each), each]));
  const present = new Map(now.map(each => [idOf(each), each]));
  return [...new Map([...then, ...present]).entries()].map(([id, {score: _, low: __, high: ___, n: ____, ...named}]) => {
    const [before, after] = [then.get(id) ?? NOTHING, present.get(id) ?? NOTHING];
    const kind = !then.has(id) ? "new" : !present.has(id) ? "gone" : "both";
    return {
      ...named,
      since: previous.date,
      kind,
      ...prefixed("before", before),
      ...prefixed("after", after),
      ...difference(before, after)
    };
  });
}

type Scored = Pick<Overall, "score" | "low" | "high" | "n">;

const prefixed = <Name extends "before" | "after">(name: Name, {score, low, high, n}: Scored) =>
  ({[name]: score, [`${name}_low`]: low, [`${name}_high`]: high, [`${name}_n`]: n}) as Record<
    Name | `${Name}_low` | `${Name}_high`,
    number | null
  > &
    Record<`${Name}_n`, number>;

function difference(before: Scored, after: Scored): Pick<ChangeRow, "change" | "change_low" | "change_high"> {
  if (before.score === null || after.score === null) return {change: null, change_low: null, change_high: null};
  const change = after.score - before.score;
  if (before.low === null || before.high === null || after.low === null || after.high === null)
    return {change, change_low: null, change_high: null};
  const {low, high} = newcombe(
    {value: after.score, low: after.low, high: after.high},
    {value: before.score, low: before.low, high: before.high}
  );
  return {change, change_low: low, change_high: high};
}
