// SQL that reads Parquet files, each by its exact name.

import {literal} from "./literal.js";

/**
 * A Parquet file as a source of an SQL query: exactly that file, whatever its name looks like, and its own columns alone. Without this, DuckDB
 * takes `*`, `?` and `[` in a path for a pattern, and makes a column of a folder named `model=abc`.
 * @param options further named parameters of read_parquet, as SQL
 */
export const parquetSource = (files: string | readonly string[], options = ""): string =>
  `read_parquet(${typeof files === "string" ? exactPath(files) : `[${files.map(exactPath).join(", ")}]`}, hive_partitioning = false${options && `, ${options}`})`;

/** A path as an SQL literal without patterns. */
export const exactPath = (file: string): string => literal(file.replace(/[*?[]/gu, "[$&]"));
