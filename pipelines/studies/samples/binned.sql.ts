// The numbers of samples that page Explore draws, in DuckDB's SQL over table `sample_index`.

const known = (column: string): string => `if(${column} < 0, null, ${column})`;

/** Number of each sample by its name in addresses; null where it is unknown. Latencies are read only when a reader asks for them. */
const BINNED = {
  tokens: known("completion_tokens"),
  prompt: known("prompt_tokens"),
  characters: known("characters"),
  cost: "if(isfinite(cost), 1000 * cost, null)",
  // unknown where nobody else was asked
  difficulty: "100 * ((wrong - (status <> 1)::integer)::double / nullif(asked - 1, 0)::double)",
  index: known('"index"')
};
export type BinnedKey = keyof typeof BINNED;
export const BINNED_KEYS = Object.keys(BINNED) as BinnedKey[];

/** The status of each sample and some of its numbers, each as its key. */
const binned = (index: string, keys: readonly BinnedKey[]): string => {
  const asked = `(select item, count(*) as asked, count(*) filter (status <> 1) as wrong from ${index} group by item)`;
  return `(select status, ${keys.map(key => `(${BINNED[key]})::double as "${key}"`).join(", ")}
    from ${index} ${keys.includes("difficulty") ? `join ${asked} using (item)` : ""})`;
};

/**
 * What the bins of a number follow from: how many samples there are, the least and the greatest value, how many are unknown, and whether all
 * are whole.
 * @param index a relation with the columns of table `sample_index`
 */
export const extentQuery = (index: string, key: BinnedKey): string =>
  `select count(*)::integer, coalesce(min("${key}"), 'inf'::double), coalesce(max("${key}"), '-inf'::double), (count(*) - count("${key}"))::integer,
    coalesce(bool_and("${key}" = trunc("${key}")), true) from ${binned(index, [key])}`;

/** Values of some numbers, and how many samples that are wrong, right and truncated have them. */
export const alikeQuery = (index: string, keys: readonly BinnedKey[]): string => {
  const list = keys.map(key => `"${key}"`).join(", ");
  const counts = [0, 1, 2].map(status => `(count(*) filter (status = ${status}))::integer`).join(", ");
  return `select ${list}, ${counts} from ${binned(index, keys)} group by ${list}`;
};
