// The command `analyze passk`: from published pass^k to counts of tasks, intervals and ranks.
import {z} from "zod";
import {plural} from "../book/plural.js";
import {csvText, tableText} from "../store/show.js";
import type {QueryResult} from "../store/sql.node.js";
import {readPassFigures} from "../studies/agents/passFigures.node.js";
import {neededText, PASS_STATUSES, type PassRow, passTable} from "../studies/agents/passTable.js";
import {option, positional, printingCommand} from "./command.js";
import {path} from "./optionTypes.js";
import {checkOut, writeOut} from "./out.js";

const estimate = z.object({value: z.number(), low: z.number(), high: z.number()});
const rowSchema = z.object({
  model: z.string(),
  domain: z.string().describe("empty where the file names none"),
  tasks: z.int(),
  trials: z.int().describe("the largest k of a figure"),
  status: z
    .enum(PASS_STATUSES)
    .describe(
      "recovered: one list of counts has these figures; several: more than one has; incomplete: figures are missing, intervals are the widest possible; impossible: no list has them"
    ),
  solved: z.array(z.int()).nullable().describe("tasks solved 0, 1, …, trials times; null unless recovered"),
  exact: z.array(z.number()).nullable().describe("the same in real numbers, without rounding; null where figures are missing"),
  passes: z
    .array(z.object({k: z.int(), value: z.number(), low: z.number().nullable(), high: z.number().nullable()}))
    .describe("pass^k as published, 0 to 1, with 95 % intervals over tasks; null where the figures are impossible"),
  unstable: estimate
    .nullable()
    .describe("share of tasks solved in some trials only, with its 95 % interval; null unless recovered"),
  rank: z
    .object({rank: z.int(), low: z.int(), high: z.int()})
    .nullable()
    .describe("by pass^1 within the domain, with a simultaneous 95 % interval; null where the figures are impossible"),
  sameAs: z.array(z.string()).describe("models of the domain with the same figures to the last digit")
});

const tasksOption = option(
  z
    .string()
    .transform((text, context) => {
      const pairs = text.split(",").map(part => {
        const [domain, count] = part.includes("=") ? part.split("=") : ["", part];
        return [domain!.trim(), Number(count)] as const;
      });
      if (pairs.every(([, count]) => Number.isInteger(count) && count > 0)) return Object.fromEntries(pairs);
      context.addIssue("expects numbers of tasks");
      return z.NEVER;
    })
    .optional(),
  "number of tasks where the file has no column of it, for all domains or for each; those of tau2-bench are known",
  {value: "n", expects: "a whole number, or DOMAIN=N,DOMAIN=N"}
);

export const passKCommand = printingCommand({
  name: "analyze passk",
  summary: "recover from published pass^1, pass^2, … how often each task was solved: intervals, ranks, impossible figures",
  options: z.strictObject({
    file: positional(
      z.string(),
      "rows of model, domain, tasks and pass_1, pass_2, … in any format, or the leaderboard of tau2-bench as JSON"
    ),
    tasks: tasksOption,
    out: path("CSV file for all rows, one for each k, in addition to the table").optional()
  }),
  examples: ["leaderboard.json", "results.csv --tasks retail=114,airline=50 --out passk.csv"],
  outputSchema: () => z.toJSONSchema(z.array(rowSchema)),
  async run({file, tasks, out}, io): Promise<PassRow[]> {
    await checkOut(out);
    const rows = passTable(await readPassFigures(file, {tasks}));
    if (out !== undefined) await writeOut(csvText(tidy(rows)), out, io);
    return rows;
  },
  print: rows => {
    const domains = [...new Set(rows.map(({domain}) => domain))];
    return [...domains.map(domain => domainText(rows.filter(row => row.domain === domain))), summaryText(rows)].join("\n");
  }
});

const percent = (share: number): string => (100 * share).toFixed(1);
const interval = ({low, high}: {low: number | null; high: number | null}): string =>
  low === null || high === null ? "" : `[${percent(low)}, ${percent(high)}]`;

/** The rows of a domain, the best first; impossible ones last. */
function domainText(rows: readonly PassRow[]): string {
  const {domain, tasks} = rows[0]!;
  const sorted = [...rows].sort(
    (a, b) => Number(a.rank === null) - Number(b.rank === null) || (b.passes[0]?.value ?? 0) - (a.passes[0]?.value ?? 0)
  );
  const lines = sorted.map(row => {
    const first = row.passes[0];
    const last = row.passes.at(-1);
    return [
      row.model,
      row.rank === null ? "" : row.rank.low === row.rank.high ? `${row.rank.rank}` : `${row.rank.low}–${row.rank.high}`,
      first === undefined ? "" : `${percent(first.value)} ${interval(first)}`,
      last === undefined || last === first ? "" : `^${last.k} ${percent(last.value)} ${interval(last)}`,
      row.unstable === null ? "" : `${percent(row.unstable.value)} ${interval(row.unstable)}`,
      row.solved?.join(" ") ?? row.status
    ];
  });
  const columns = ["model", "rank", "pass^1, %", "last pass^k, %", "solved sometimes, %", "tasks solved 0, 1, … times"];
  return `${domain === "" ? "" : `${domain}, `}${plural(tasks, "task")}\n\n${tableText({columns, rows: lines}, {count: false})}`;
}

/** The figures that cannot be as published with their arithmetic, and equal figures. */
function summaryText(rows: readonly PassRow[]): string {
  const count = (status: PassRow["status"]): number => rows.filter(row => row.status === status).length;
  const impossible = rows
    .filter(({status}) => status === "impossible")
    .map(
      ({model, domain, tasks, exact}) =>
        `${model}${domain && `, ${domain}`}: cannot be as published; ${neededText({tasks, exact: exact!})}`
    );
  const seen = new Set<string>();
  const same = rows.flatMap(({model, domain, sameAs}) => {
    const names = [model, ...sameAs].sort();
    const key = JSON.stringify([domain, names]);
    if (sameAs.length === 0 || seen.has(key)) return [];
    seen.add(key);
    return [`${names.join(" and ")}${domain && `, ${domain}`}: the same figures to the last digit`];
  });
  const parts = PASS_STATUSES.filter(status => count(status) > 0).map(status => `${count(status)} ${status}`);
  return `${[`${plural(rows.length, "row")}: ${parts.join(", ")}; intervals are 95 %, over tasks`, ...impossible, ...same].join("\n")}\n`;
}

/** One row for each k. */
function tidy(rows: readonly PassRow[]): QueryResult {
  const columns = [
    "model",
    "domain",
    "tasks",
    "trials",
    "status",
    "solved",
    "k",
    "value",
    "low",
    "high",
    "rank",
    "rank_low",
    "rank_high"
  ];
  return {
    columns,
    rows: rows.flatMap(({model, domain, tasks, trials, status, solved, passes, rank}) =>
      passes.map(({k, value, low, high}) => [
        ...[model, domain, tasks, trials, status, solved?.join(" ") ?? null],
        ...[k, value, low, high, rank?.rank ?? null, rank?.low ?? null, rank?.high ?? null]
      ])
    )
  };
}
