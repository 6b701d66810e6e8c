// Names of hive partitions (`model=…`), escaped as Hive and Spark do, so that every engine that reads such folders reads the same values.

/** How Hive calls the partition of null and of the empty text. */
const NOTHING = "__HIVE_DEFAULT_PARTITION__";
/** What Hive's and Spark's writers escape: what file systems, patterns and the form itself give a meaning. Other letters stay as they are. */
const SPECIAL = /[\u0000-\u001f\u007f"#%'*/:=?\\{}[\]^]/g;

const hex = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;

/** The address of an exported file, relative to its version's folder: the escapes of its name are escaped once more, as an address wants it. */
export const addressOf = (path: string): string =>
  path
    .split("/")
    .map(part => encodeURIComponent(part).replaceAll("%3D", "="))
    .join("/");

/** The folder of one value of a partition column. */
export const partitionFolder = (column: string, value: string | null): string =>
  `${column}=${value === null || value === "" ? NOTHING : value.replace(SPECIAL, hex)}`;
