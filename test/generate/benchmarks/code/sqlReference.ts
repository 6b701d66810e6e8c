// Queries that answer questions of ZenSQL, written from the text of a prompt alone.
import {SQL_OPENING, sql} from "../../../../pipelines/generate/benchmarks/code/sql.js";
import type {Random} from "../../../../pipelines/generate/seed.js";
import type {DrawnItem} from "../../../../pipelines/generate/task.js";
import {openSandbox, type Sandbox} from "../../../../pipelines/run/sandbox/sandbox.js";
import type {Execution} from "../../../../pipelines/score/scorers/execution.js";
import {rowsIn} from "../../../../pipelines/score/scorers/query.js";
import {openDuckDB} from "../../../../pipelines/store/duckdb.node.js";
import type {Measured} from "../quality/measure.js";

/** Names of the tables and columns in a prompt: those of people, articles and events, by their place. */
interface Names {
  [name: string]: string;
}

function namesIn(prompt: string): Names {
  const tables = [...prompt.matchAll(/CREATE TABLE (\w+) \(\n([\s\S]*?)\n\);/gu)].map(([, table, body]) => [
    table!,
    ...body!.split("\n").map(line => line.trim().split(" ")[0]!)
  ]);
  const [[P, p, name, town, year, above], [T, t, label, kind, size], [E, e, , , , amount]] = tables as [
    string[],
    string[],
    string[]
  ];
  return {P, p, name, town, year, above, T, t, label, kind, size, E, e, amount} as Names;
}

/** A pattern of a question, and the query by what it captures. */
type Reading = [pattern: RegExp, query: (names: Names, parts: string[]) => string];

const joined = ({P, p, T, t, E}: Names): string => `${E} e join ${P} p using (${p}) join ${T} t using (${t})`;
/** All pairs of a person and somebody in the person's circle. */
const circles = ({P, p, above}: Names): string =>
  `circle(top, ${p}) as (select ${p}, ${p} from ${P} union all select c.top, q.${p} from circle c join ${P} q on q.${above} = c.${p})`;

const READINGS: readonly Reading[] = [
  [
    /^List the \w+ from (\w+) or (\w+) who .* in (\d+) or later, with a name .* from (\w) to (\w)(, and whose)?/u,
    ({P, name, year, town, above}, [one, other, from, first, last, top]) =>
      `select ${name}, ${year} from ${P} where ${town} in ('${one}', '${other}') and ${year} >= ${from} and left(${name}, 1) between '${first}' and '${last}'${top ? ` and ${above} is null` : ""}`
  ],
  [
    /^List the \w+ from (\S+) to (\S+), both included, that are .* have at least (\d+)/u,
    ({E, e, amount}, [from, to, least]) =>
      `select ${e}, day from ${E} where day between '${from}' and '${to}' and (${amount} is null or ${amount} >= ${least})`
  ],
  [
    /^List the \w+ on (\S+) or later of \w+ with the \w+ (\w+) by \w+ from (\w+)\.$/u,
    (n, [day, kind, town]) =>
      `select p.${n.name}, t.${n.label}, e.day from ${joined(n)} where e.day >= '${day}' and t.${n.kind} = '${kind}' and p.${n.town} = '${town}'`
  ],
  [
    /^For each \w+ on (\S+) or later of a \w+ with a \w+ of at least (\d+), by \w+ \w+ not from (\w+) whose/u,
    (n, [day, size, town]) =>
      `select q.${n.name}, p.${n.name}, t.${n.label} from ${joined(n)} join ${n.P} q on q.${n.p} = p.${n.above} where e.day >= '${day}' and t.${n.size} >= ${size} and p.${n.town} <> '${town}'`
  ],
  [
    /^For each \w+ with at least (\d+) \w+ on (\S+) or later by .* in (\d+) or earlier, give/u,
    (n, [least, day, year]) =>
      `select p.${n.town}, count(distinct p.${n.p}), count(*) from ${joined(n)} where e.day >= '${day}' and p.${n.year} <= ${year} group by 1 having count(*) >= ${least}`
  ],
  [
    /^Of the .* on (\S+) or earlier by .* in (\d+) or earlier, .* at least (\d+) of them/u,
    (n, [day, year, least]) =>
      `select t.${n.kind}, count(*), avg(e.${n.amount}) from ${joined(n)} where e.${n.amount} is not null and e.day <= '${day}' and p.${n.year} <= ${year} group by 1 having count(*) >= ${least}`
  ],
  [
    /larger than the average \w+ of all .* at least (\d+) \w+ on (\S+) or later by .* in (\d+) or earlier;/u,
    ({P, p, year: joining, T, t, label, kind, size, E, e}, [least, day, year]) =>
      `select o.${label}, o.${kind}, count(e.${e}) from ${T} o join ${E} e on e.${t} = o.${t} and e.day >= '${day}' join ${P} p on p.${p} = e.${p} and p.${joining} <= ${year} where o.${size} > (select avg(i.${size}) from ${T} i where i.${kind} = o.${kind}) group by o.${t}, 1, 2 having count(e.${e}) >= ${least}`
  ],
  [
    /^Order the \w+ of each .* on (\S+) or later by .* in (\d+) or earlier, .* Give number (\d+)/u,
    (n, [day, year, rank]) =>
      `with totals as (select t.${n.t}, t.${n.kind} as k, t.${n.label} as l, sum(e.${n.amount}) as s from ${joined(n)} where e.${n.amount} is not null and e.day >= '${day}' and p.${n.year} <= ${year} group by all) select k, l, s from totals qualify row_number() over (partition by k order by s desc, ${n.t} asc) = ${rank}`
  ],
  [
    /^Add up the .* on (\S+) or later, .* at least (\d+), of each/u,
    (n, [day, limit]) =>
      `with sums as (select p.${n.name} as n, e.day, e.${n.e} as e, sum(e.${n.amount}) over (partition by p.${n.p} order by e.day asc, e.${n.e} rows unbounded preceding) as s from ${joined(n)} where e.${n.amount} is not null and e.day >= '${day}') select n, min(day), min(s) from sums where s >= ${limit} group by n`
  ],
  [
    /For each \w+ with at least (\d+) \w+ in the circle, .* on (\S+) or later of \w+ with a \w+ of at most (\d+);/u,
    (n, [least, day, size]) =>
      `with recursive ${circles(n)}, sized as (select top, count(*) as members from circle group by top having count(*) >= ${least}), totals as (select top, sum(e.${n.amount}) as s from circle c join ${n.E} e using (${n.p}) join ${n.T} t using (${n.t}) where e.${n.amount} is not null and e.day >= '${day}' and t.${n.size} <= ${size} group by top), both_known as (select top, members, s from sized join totals using (top)) select p.${n.name}, members, s from both_known join ${n.P} p on p.${n.p} = top where s > (select avg(s) from both_known)`
  ],
  [
    /^Look at \w+ on (\S+) or later alone\. Give the \w+ other than (\w+) who/u,
    (n, [day, name]) =>
      `with f as (select p.${n.p} as p, p.${n.name} as n, t.${n.kind} as k from ${joined(n)} where e.day >= '${day}'), counts as (select p, n, count(*) as c from f group by p, n) select n, c from counts o where n <> '${name}' and c > (select avg(c) from counts) and not exists (select k from f where n = '${name}' except select k from f where f.p = o.p)`
  ],
  [
    /^A run is .* on (\S+) or later\. Look at .* in (\d+) or earlier\./u,
    (n, [day, year]) =>
      `with months as (select distinct p.${n.town} as town, p.${n.name} as n, year(e.day) * 12 + month(e.day) as m from ${joined(n)} where e.day >= '${day}' and p.${n.year} <= ${year}), islands as (select town, n, m - row_number() over (partition by n order by m asc) as island from months), lengths as (select town, n, count(*) as c from islands group by town, n, island), longest as (select town, n, max(c) as c from lengths group by town, n) select town, n, c from longest where c >= 2 qualify rank() over (partition by town order by c desc) = 1`
  ],
  [
    /Look at \w+ on (\S+) or later alone\. Give the \w+ whose \w+ is not (\w+) that have \w+ by the circle of (\w+) and/u,
    (n, [day, kind, name]) =>
      `with recursive ${circles(n)}, inside as (select ${n.p} from circle where top = (select ${n.p} from ${n.P} where ${n.name} = '${name}')), f as (select * from ${n.E} where day >= '${day}'), just as (select ${n.t} from f where ${n.p} in (select ${n.p} from inside) except select ${n.t} from f where ${n.p} not in (select ${n.p} from inside)) select t.${n.label}, count(*), arg_max(p.${n.name}, (e.day, e.${n.e})) from f e join just using (${n.t}) join ${n.T} t using (${n.t}) join ${n.P} p using (${n.p}) where t.${n.kind} <> '${kind}' group by t.${n.t}, 1`
  ]
];

/** A query that answers the question in a prompt. Throws `SyntaxError` where it is none of ZenSQL. */
export function referenceQuery(prompt: string): string {
  const question = prompt.slice(prompt.lastIndexOf(");\n\n") + 4, prompt.lastIndexOf("\nColumns, in this order"));
  for (const [pattern, query] of READINGS) {
    const parts = pattern.exec(question);
    if (parts && prompt.startsWith(SQL_OPENING)) return query(namesIn(prompt), parts.slice(1));
  }
  throw new SyntaxError(`unknown question: ${question}`);
}

let sandbox: Sandbox | undefined;

/** What the sandbox makes of a query as the answer to an item. */
export async function executedAs(query: string, {expected, scorer}: DrawnItem): Promise<Execution> {
  if (scorer?.kind !== "sql") throw new TypeError("not an item of ZenSQL");
  const {setup, milliseconds} = scorer;
  sandbox ??= openSandbox();
  const executed = await sandbox.execute({query, setup, rows: rowsIn(expected)!, milliseconds});
  if ("missing" in executed) throw new Error(executed.missing);
  return executed;
}

/** Operators of a query and mistakes in their place; some are errors of syntax. */
const MISTAKES: Readonly<Record<string, string>> = {
  ...{
    ">=": ">",
    "<=": "<",
    "<>": "=",
    " is null": " is not null",
    " is not null": " is null",
    " not in ": " in "
  },
  ...{"count(distinct ": "count(", "sum(": "max(", "avg(": "max(", "min(": "max(", "max(": "min(", "arg_max(": "arg_min("},
  ...{" desc": " asc", " asc": " desc", " join ": " anti join ", " except ": " union ", "not exists": "exists"},
  ...{"partition by": "order by", "group by": "order by", "row_number()": "rank() desc", "rank()": "row_number()", recursive: ""}
};
const OPERATORS = new RegExp(
  Object.keys(MISTAKES)
    .toSorted((a, b) => b.length - a.length)
    .map(each => each.replace(/[()]/gu, "\\$&"))
    .join("|"),
  "gu"
);

/** A query in which each operator is a mistake with a probability. */
export const mistaken = (query: string, probability: number, random: Random): string =>
  query.replace(OPERATORS, operator => (random.chance(probability) ? MISTAKES[operator]! : operator));

/** Operators, without projections, on the longest path of DuckDB's plan before it is optimised: each needs the result of the one before it. */
export async function planDepth({prompt, scorer}: DrawnItem): Promise<number> {
  const {connection, close} = await openDuckDB();
  try {
    await connection.run(`pragma disable_optimizer; ${scorer?.kind === "sql" ? scorer.setup : ""}`);
    const reader = await connection.runAndReadAll(`explain (format json) ${referenceQuery(prompt)}`);
    return Math.max(...(JSON.parse(String(reader.getRows()[0]![1])) as Plan[]).map(depthOf));
  } finally {
    close();
  }
}

interface Plan {
  name: string;
  children: Plan[];
}
const depthOf = ({name, children}: Plan): number => (name === "PROJECTION" ? 0 : 1) + Math.max(0, ...children.map(depthOf));

/** ZenSQL, with queries from its questions as the second solver, of which each operator is a step. */
export const measuredSql: Measured = {
  benchmark: sql,
  least_rate: 200,
  solve(prompt) {
    const query = referenceQuery(prompt);
    return {answer: query, steps: 1 + (query.match(OPERATORS)?.length ?? 0)};
  },
  isRight: async (item, answer) => (await executedAs(answer, item)).failure === null,
  steps: planDepth
};
