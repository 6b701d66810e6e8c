// Refusal of tests by two versions of one generator: equal parameters make different tests, so that they are never pooled or compared.

/** The sentence of every refusal. `where` says where the second version stands, `wayOut` what the reader can do. */
export const mixedVersions = (
  task: string,
  [one, other]: readonly [one: number, other: number],
  {where = "", wayOut = ""}: {where?: string; wayOut?: string} = {}
): string =>
  `${task} of generator versions ${one} and ${other}${where}: two versions make different tests and are never mixed${wayOut && `; ${wayOut}`}`;

/** SQL for a task of which a table has several versions: its name, the lowest and the highest; no row where there is none. */
export const mixedVersionsIn = (table: string): string =>
  `select base_task, min(generator_version)::int as low, max(generator_version)::int as high from ${table} group by 1 having low < high order by 1 limit 1`;
