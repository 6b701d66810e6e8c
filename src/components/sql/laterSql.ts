// SQL of later versions of DuckDB that the version in pages does not have, with the SQL to write instead in both.

/** DuckDB's version in pages, and the one of commands. */
export const PAGE_VERSION = "0.9.1";
export const COMMAND_VERSION = "1.5.5";

export interface LaterConstruct {
  /** the SQL of later versions */
  construct: string;
  /** the SQL for both versions, in words that end a sentence */
  instead: string;
  /** matches queries that contain it; their texts in quotes and their comments are empty */
  query: RegExp;
  /** matches DuckDB's message about it; null where the version in pages answers, with other rows */
  message: RegExp | null;
  /** two queries over `t(g, x, accuracy)`: the construct, and its replacement, with the same rows in later versions */
  example: string;
  replacement: string;
}

const SYNTAX = /syntax error at or near/i;
const noFunction = (names: string): RegExp => new RegExp(`function with name "?(?:${names})"? `, "i");
const noOverload = (names: string): RegExp => new RegExp(`no function matches .*'(?:${names})\\(`, "i");
const call = (names: string): RegExp => new RegExp(`\\b(?:${names})\\s*\\(`, "i");
const starPattern = (operator: string): Pick<LaterConstruct, "query" | "message"> => ({
  query: new RegExp(`\\*\\s*${operator}\\b`, "i"),
  message: /STAR expression is only allowed/i
});
const laterFunction = (names: string): Pick<LaterConstruct, "query" | "message"> => ({
  query: call(names),
  message: noFunction(names)
});

/** The first that matches is named, so that the narrower ones are first. */
export const LATER_CONSTRUCTS: readonly LaterConstruct[] = [
  {
    construct: "max(x, n), min(x, n)",
    instead: "`list(x order by x desc)[1:n]` for the n largest, or `greatest(x, n)` for the larger of two values",
    query: call("max|min"),
    message: noOverload("max|min"),
    example: "select max(x, 2) as v from t",
    replacement: "select list(x order by x desc)[1:2] as v from t"
  },
  {
    construct: "arg_max(y, x, n), max_by(y, x, n)",
    instead: "`list(y order by x desc)[1:n]`",
    query: call("arg_max|arg_min|max_by|min_by"),
    message: noOverload("arg_max|arg_min|max_by|min_by"),
    example: "select arg_max(g, x, 2) as v from t",
    replacement: "select list(g order by x desc)[1:2] as v from t"
  },
  {
    construct: "* rename (x as y)",
    instead: "`* exclude (x), x as y`",
    query: /\*[^;]*\brename\b/i,
    message: /syntax error at or near "rename"/i,
    example: "select * rename (x as y) from (select g, x from t)",
    replacement: "select * exclude (x), x as y from (select g, x from t)"
  },
  {
    construct: "* exclude (t.x)",
    instead: "`t.* exclude (x)`",
    query: /\bexclude\s*\([^)]*\w\.\w/i,
    message: /syntax error at or near "\."/i,
    example: "select * exclude (t.x) from t",
    replacement: "select t.* exclude (x) from t"
  },
  {
    construct: "* not like 'a%'",
    instead: "`columns('^[^a]')`, which takes a regular expression",
    ...starPattern("not"),
    example: "select * not like 'a%' from t",
    replacement: "select columns('^[^a]') from t"
  },
  {
    construct: "* like '%c%', * ilike '%c%', * glob 'c*', * similar to 'c'",
    instead: "`columns('c')`, which takes a regular expression (`(?i)c` for both cases)",
    ...starPattern("(?:i?like|glob|similar)"),
    example: "select * like '%acc%' from t",
    replacement: "select columns('acc') from t"
  },
  {
    construct: "columns(lambda c: …)",
    instead: "`columns('^a')`, which takes a regular expression",
    query: /\bcolumns\s*\(\s*lambda\b/i,
    message: SYNTAX,
    example: "select columns(lambda c: c like 'a%') from t",
    replacement: "select columns('^a') from t"
  },
  {
    construct: "*columns(…) as arguments",
    instead: "the names: `coalesce(x, accuracy)`",
    query: /[(,]\s*\*\s*columns\s*\(/i,
    message: /syntax error at or near "columns"/i,
    example: "select coalesce(*columns('x|accuracy')) as v from t",
    replacement: "select coalesce(x, accuracy) as v from t"
  },
  {
    construct: "list_reduce(l, lambda a, b: a + b)",
    instead: "`list_sum(l)`, `list_max(l)` or another of `list_aggregate(l, 'name')`",
    query: call("list_reduce|array_reduce|reduce"),
    message: /syntax error at or near|function with name "?(?:list_|array_)?reduce/i,
    example: "select list_reduce([1, 2, 3], lambda a, b: a + b)::int as v",
    replacement: "select list_sum([1, 2, 3])::int as v"
  },
  {
    construct: "lambda v, i: …, (v, i) -> … (i is the position)",
    instead: "`[l[i] * i for i in range(1, len(l) + 1)::int[]]`",
    query: /\blambda\s+\w+\s*,\s*\w+\s*:|\(\s*\w+\s*,\s*\w+\s*\)\s*->/i,
    message: /syntax error at or near|number of parameters in lambda/i,
    example: "select list_transform(l, lambda v, i: v * i) as v from (select [10, 20] as l)",
    replacement: "select [l[i] * i for i in range(1, len(l) + 1)::int[]] as v from (select [10, 20] as l)"
  },
  {
    construct: "lambda v: …",
    instead: "`v -> v + 1`, or a list comprehension: `[v + 1 for v in l if v > 1]`",
    query: /\blambda\s+\w+\s*:/i,
    message: SYNTAX,
    example: "select list_transform(list_filter([1, 2, 3], lambda v: v > 1), lambda v: v + 1) as v",
    replacement: "select [v + 1 for v in [1, 2, 3] if v > 1] as v"
  },
  {
    construct: "[… for v, i in l] (i is the position)",
    instead: "`[l[i] * i for i in range(1, len(l) + 1)::int[]]`",
    query: /\bfor\s+\w+\s*,\s*\w+\s+in\b/i,
    message: /syntax error at or near ","/i,
    example: "select [v * i for v, i in [10, 20]]::int[] as v",
    replacement: "select [l[i] * i for i in range(1, len(l) + 1)::int[]] as v from (select [10, 20] as l)"
  },
  {
    construct: "json_object, json_group_array, to_json",
    instead: "text: `'[' || string_agg(x::varchar, ',' order by x) || ']'`",
    ...laterFunction("json_object|json_array|json_group_array|json_group_object|to_json|row_to_json|array_to_json|json_quote"),
    example: "select json_group_array(x)::varchar as v from (select x from t order by x)",
    replacement: "select '[' || string_agg(x::varchar, ',' order by x) || ']' as v from (select x from t order by x)"
  },
  {
    construct: "json_array_length(j)",
    instead: "`len(string_split(j, ','))` for a list of plain values",
    ...laterFunction("json_array_length"),
    example: "select json_array_length('[1,2]')::int as v",
    replacement: "select len(string_split('[1,2]', ','))::int as v"
  },
  {
    construct: "j::json",
    instead: "the text `j` as it is",
    query: /::\s*json\b|\bas\s+json\s*\)/i,
    message: /type with name "?json"? /i,
    example: "select '{\"a\":1}'::json::varchar as v",
    replacement: "select '{\"a\":1}' as v"
  },
  {
    construct: "json_extract(j, '$.a'), j -> 'a', j ->> 'a', other functions of JSON",
    instead: `\`regexp_extract(j, '"a":"?([^",}]*)', 1)\``,
    query: /->|\bjson_\w+\s*\(|\bjson\s*\(/i,
    message: /exists in the json extension|function with name "?(?:json|from_json|read_json|read_ndjson)/i,
    example: "select (j ->> 'length')::int as v from (select '{\"length\":3}' as j)",
    replacement: `select regexp_extract(j, '"length":"?([^",}]*)', 1)::int as v from (select '{"length":3}' as j)`
  },
  {
    construct: "weighted_avg(x, w), wavg(x, w)",
    instead: "`sum(x * w) / sum(w) filter (where x is not null)`",
    ...laterFunction("weighted_avg|wavg"),
    example: "select weighted_avg(accuracy, x) as v from t",
    replacement: "select sum(accuracy * x) / sum(x) filter (where accuracy is not null) as v from t"
  },
  {
    construct: "approx_top_k(g, n)",
    instead: "`list(g order by n desc)[1:n]` of counted groups",
    ...laterFunction("approx_top_k"),
    example: "select approx_top_k(g, 1) as v from t",
    replacement: "select list(g order by n desc)[1:1] as v from (select g, count(*) as n from t group by g)"
  },
  {
    construct: "countif(condition)",
    instead: "`count_if(condition)`, or `count(*) filter (where condition)`",
    ...laterFunction("countif"),
    example: "select countif(x > 1)::int as v from t",
    replacement: "select count_if(x > 1)::int as v from t"
  },
  {
    construct: "listagg(g, ',')",
    instead: "`string_agg(g, ',')`",
    ...laterFunction("listagg"),
    example: "select listagg(g, ',' order by x) as v from t",
    replacement: "select string_agg(g, ',' order by x) as v from t"
  },
  {
    construct: "histogram(x, bounds)",
    instead: "`count(*) filter (where x <= b)` for each bound, or a group for each bin",
    query: call("histogram"),
    message: noOverload("histogram"),
    example: "select map_values(histogram(x, [1, 3]))[2]::int as v from t",
    replacement: "select (count(*) filter (where x > 1 and x <= 3))::int as v from t"
  },
  {
    construct: "over (… exclude current row)",
    instead: "the value of the row taken off: `(sum(x) over () - x) / (count(x) over () - 1)`",
    query: /\bexclude\s+(?:current\s+row|group|ties|no\s+others)\b/i,
    message: /syntax error at or near "exclude"/i,
    example:
      "select avg(x) over (order by x rows between unbounded preceding and unbounded following exclude current row) as v from t order by v",
    replacement: "select (sum(x) over () - x) / (count(x) over () - 1) as v from t order by v"
  },
  {
    construct: "first_value(x order by y) over (), row_number(order by x) over ()",
    instead: "the order in the window: `first_value(x) over (order by y)`",
    query: /\([^()]*\border\s+by\b[^()]*\)\s*over\b/i,
    message: /ORDER BY is not implemented for window functions|syntax error at or near "order"/i,
    example: "select first_value(g order by x desc) over () as v from t",
    replacement: "select first_value(g) over (order by x desc) as v from t"
  },
  {
    construct: "over (order by x groups between …)",
    instead: "`over (order by d range between …)` over `dense_rank() over (order by x) as d`",
    query: /\bgroups\s+(?:between|\d+|unbounded|current)\b/i,
    message: /syntax error at or near "groups"/i,
    example: "select min(x) over (order by x groups between 1 preceding and current row) as v from t order by v",
    replacement:
      "select min(x) over (order by d range between 1 preceding and current row) as v from (select x, dense_rank() over (order by x) as d from t) order by v"
  },
  {
    construct: "x in [1, 2]",
    instead: "`x in (1, 2)`, or `list_contains([1, 2], x)`",
    query: /\bin\s*\[/i,
    message: /syntax error at or near "\["/i,
    example: "select x in [1, 2] as v from t",
    replacement: "select list_contains([1, 2], x) as v from t"
  },
  {
    construct: "[1, 2, 3][1:2], [1, 2].list_sum()",
    instead: "parentheses around the list: `([1, 2, 3])[1:2]`",
    query: /\]\s*(?:\[|\.)/,
    message: /syntax error at or near "(?:\[|\.)"/i,
    example: "select [1, 2, 3][1:2] as v",
    replacement: "select ([1, 2, 3])[1:2] as v"
  },
  {
    construct: "list_concat(a, b, c)",
    instead: "`a || b || c`",
    query: call("list_concat|list_cat|array_concat|array_cat"),
    message: noOverload("list_concat|list_cat|array_concat|array_cat"),
    example: "select list_concat([1], [2], [3]) as v",
    replacement: "select [1] || [2] || [3] as v"
  },
  {
    construct: "list_select(l, [2, 1])",
    instead: "`[l[i] for i in [2, 1]]`",
    ...laterFunction("list_select|array_select"),
    example: "select list_select([10, 20], [2, 1]) as v",
    replacement: "select [l[i] for i in [2, 1]] as v from (select [10, 20] as l)"
  },
  {
    construct: "list_where(l, mask)",
    instead: "`[l[i] for i in (range(1, len(l) + 1)::int[]) if mask[i]]`",
    ...laterFunction("list_where|array_where"),
    example: "select list_where(l, m) as v from (select [10, 20] as l, [true, false] as m)",
    replacement:
      "select [l[i] for i in (range(1, len(l) + 1)::int[]) if m[i]] as v from (select [10, 20] as l, [true, false] as m)"
  },
  {
    construct: "list_cosine_distance(a, b)",
    instead: "`1 - list_cosine_similarity(a, b)`",
    ...laterFunction("list_cosine_distance|array_cosine_distance"),
    example: "select list_cosine_distance([1.0, 0.0], [0.0, 1.0]) as v",
    replacement: "select 1 - list_cosine_similarity([1.0, 0.0], [0.0, 1.0]) as v"
  },
  {
    construct: "map_extract_value(m, k)",
    instead: "`map_extract(m, k)[1]`",
    ...laterFunction("map_extract_value"),
    example: "select map_extract_value(map(['a'], [1]), 'a') as v",
    replacement: "select map_extract(map(['a'], [1]), 'a')[1] as v"
  },
  {
    construct: "map_contains(m, k)",
    instead: "`list_contains(map_keys(m), k)`",
    ...laterFunction("map_contains"),
    example: "select map_contains(map(['a'], [1]), 'a') as v",
    replacement: "select list_contains(map_keys(map(['a'], [1])), 'a') as v"
  },
  {
    construct: "struct_update(s, a := 2), struct_concat(s, r)",
    instead: "the fields one by one: `{'a': 2, 'b': s.b}`",
    ...laterFunction("struct_update|struct_concat"),
    example: "select struct_update(s, a := 2) as v from (select {'a': 1, 'b': 5} as s)",
    replacement: "select {'a': 2, 'b': s.b} as v from (select {'a': 1, 'b': 5} as s)"
  },
  {
    construct: "a: expression",
    instead: "`expression as a`",
    query: /(?:\bselect|,)\s*"?\w+"?\s*:(?!=|:)/i,
    message: /syntax error at or near ":"/i,
    example: "select a: 1, b: 2",
    replacement: "select 1 as a, 2 as b"
  },
  {
    construct: "try(expression)",
    instead: "`try_cast(x as type)`, or a `case` for what fails",
    ...laterFunction("try"),
    example: "select try(cast('a' as int)) as v",
    replacement: "select try_cast('a' as int) as v"
  },
  {
    construct: "log(base, x)",
    instead: "`ln(x) / ln(base)`",
    query: call("log"),
    message: noOverload("log"),
    example: "select log(2, 8) as v",
    replacement: "select ln(8) / ln(2) as v"
  },
  {
    construct: "trunc(x, digits)",
    instead: "`trunc(x * 100) / 100`",
    query: call("trunc"),
    message: noOverload("trunc"),
    example: "select trunc(1.239, 2)::double as v",
    replacement: "select trunc(1.239 * 100) / 100 as v"
  },
  {
    construct: "sinh(x), cosh(x), tanh(x)",
    instead: "`exp`: `(exp(x) - exp(-x)) / 2`",
    ...laterFunction("sinh|cosh|tanh"),
    example: "select round(sinh(1), 9) as v",
    replacement: "select round((exp(1) - exp(-1)) / 2, 9) as v"
  },
  {
    construct: "days_in_month(d)",
    instead: "`day(last_day(d))`",
    ...laterFunction("days_in_month"),
    example: "select days_in_month(date '2020-02-01')::int as v",
    replacement: "select day(last_day(date '2020-02-01'))::int as v"
  },
  {
    construct: "parse_filename(path)",
    instead: "`split_part(path, '/', -1)`",
    ...laterFunction("parse_filename"),
    example: "select parse_filename('a/b.c') as v",
    replacement: "select split_part('a/b.c', '/', -1) as v"
  },
  {
    construct: "t at time zone 'UTC', time zones",
    instead: "the timestamp as it is: all times in tables are in UTC",
    query: /\bat\s+time\s+zone\b|\btimezone\s*\(/i,
    message: noOverload("timezone"),
    example: "select epoch((timestamp '2020-01-01' at time zone 'UTC'))::int as v",
    replacement: "select epoch(timestamp '2020-01-01')::int as v"
  },
  {
    construct: "1_000",
    instead: "`1000`",
    query: /(?<![\w.])\d+_\d/,
    message: SYNTAX,
    example: "select x from t where x < 1_000",
    replacement: "select x from t where x < 1000"
  },
  {
    construct: "1_000 without a name after it",
    instead: "`1000`; 0.9.1 reads `1 as _000`",
    query: /(?<![\w.])\d+_\d/,
    message: null,
    example: "select 1_000",
    replacement: "select 1000"
  },
  {
    construct: "m['key'] of a map",
    instead: "`map_extract(m, 'key')[1]`; 0.9.1 returns a list of one value",
    query: /^(?=[\s\S]*\b(?:map|histogram|map_from_entries)\s*[({])[\s\S]*[\w)}"]\[''\]/i,
    message: null,
    example: "select m['a'] as v from (select map(['a'], [1]) as m)",
    replacement: "select map_extract(m, 'a')[1] as v from (select map(['a'], [1]) as m)"
  },
  {
    construct: "except all, intersect all",
    instead: "`row_number() over (partition by …)` as a further column; 0.9.1 leaves `all` out",
    query: /\b(?:except|intersect)\s+all\b/i,
    message: null,
    example: "select g from t except all select 'a' order by g",
    replacement:
      "select g from (select g, row_number() over (partition by g) as k from t except select 'a' as g, 1 as k) order by g"
  },
  {
    construct: "unnest(l, max_depth := 2)",
    instead: "`unnest(flatten(l))`; 0.9.1 returns one list",
    query: /\bmax_depth\s*:=/i,
    message: null,
    example: "select unnest([[1], [2]], max_depth := 2) as v",
    replacement: "select unnest(flatten([[1], [2]])) as v"
  },
  {
    construct: "greatest(l, m), least(l, m) of lists",
    instead: "`case when m > l then m else l end`; 0.9.1 returns text",
    query: /\b(?:greatest|least)\s*\(\s*\[/i,
    message: null,
    example: "select greatest([1], [2]) as v",
    replacement: "select case when [2] > [1] then [2] else [1] end as v"
  }
];

/** Note on integers of 64 bits and decimals in lists and structs, whose bits DuckDB-WASM 1.28.0 takes for those of a double. */
export const NESTED_NUMBERS =
  "pages misread integers of 64 bits and decimals in lists and structs: cast them, as in `range(3)::int[]`, `list(n::int)`, `{'n': count(*)::int}`, `[1.5::double]`";

/** Functions that later versions have and pages do not, without an equal row in the table. */
export const LATER_FUNCTIONS: ReadonlySet<string> = new Set(
  "acosh approx_top_k asinh atanh equi_width_bins fill getvariable histogram_exact histogram_values kurtosis_pop list_grade_up list_zip make_timestamp_ms make_timestamp_ns map_contains_entry map_contains_value nanosecond parse_dirname parse_dirpath parse_path query query_table read_text read_blob regexp_escape regexp_split_to_table sha1 struct_contains struct_keys struct_values to_centuries url_decode url_encode uuidv7".split(
    " "
  )
);

/** A query without comments, and with nothing in its texts. */
const bare = (query: string): string =>
  query.replace(/'(?:[^']|'')*'|--[^\n]*|\/\*[\s\S]*?\*\//g, part => (part[0] === "'" ? "''" : " "));

const sentence = ({construct, instead, message}: LaterConstruct): string =>
  `pages run DuckDB ${PAGE_VERSION}, which ${message === null ? "reads" : "does not have"} \`${construct}\`${message === null ? " differently" : ""}; write ${instead}`;

/** The SQL to write in the place of what the version in pages does not have, by the query and DuckDB's message about it; null where it has all. */
export function replacement(query: string, message: string): string | null {
  const text = bare(query);
  const row = LATER_CONSTRUCTS.find(each => each.message?.test(message) && each.query.test(text));
  if (row) return sentence(row);
  const name = /function with name "?(\w+)"? /i.exec(message)?.[1]?.toLowerCase();
  if (name === undefined || !LATER_FUNCTIONS.has(name)) return null;
  return `pages run DuckDB ${PAGE_VERSION}, which does not have \`${name}\`; \`npm run sql\` runs ${COMMAND_VERSION}, which has`;
}

/** Notes on the parts of an answered query whose rows differ from those of later versions. */
export function differences(query: string, rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const text = bare(query);
  const notes = LATER_CONSTRUCTS.filter(each => each.message === null && each.query.test(text)).map(sentence);
  return rows.some(row => Object.values(row).some(value => typeof value === "object" && hasMisread(value)))
    ? [...notes, NESTED_NUMBERS]
    : notes;
}

/** Largest number that is smaller than any normal one: the bits of an integer up to 2^52, read as a fraction. */
const MAX_SUBNORMAL = 2 ** -1022 - 2 ** -1074;

function hasMisread(value: unknown): boolean {
  if (typeof value === "number") return value !== 0 && Math.abs(value) <= MAX_SUBNORMAL;
  if (typeof value !== "object" || value === null || value instanceof Date) return false;
  const parts = Symbol.iterator in value ? (value as Iterable<unknown>) : Object.values(value);
  for (const part of parts) if (hasMisread(part)) return true;
  return false;
}

/** The constructs as a table of Markdown, which docs/sql.md has. */
export function laterTable(): string {
  const escaped = (text: string) => text.replaceAll("|", "\\|");
  const rows = LATER_CONSTRUCTS.map(({construct, instead, message}) => [
    `\`${escaped(construct)}\``,
    escaped(instead),
    message === null ? "other rows" : "an error"
  ]);
  return [["DuckDB 1.5", "in both versions", "in pages"], ["---", "---", "---"], ...rows]
    .map(cells => `| ${cells.join(" | ")} |`)
    .join("\n");
}
