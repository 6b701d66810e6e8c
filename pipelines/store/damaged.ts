// Recognises the various errors with which DuckDB reports a truncated, overwritten or otherwise damaged Parquet file. Pure and
// browser-safe.

const FAULT =
  /too small to be a Parquet|magic bytes|Failed to read (?:Parquet )?file|footer length|TProtocolException|decompression fail|Snappy|encoding found in Parquet|ParquetReader|don't know what type|Out of buffer|Could not read enough bytes|Parquet file .*(?:corrupt|invalid)/i;
const FILE = /['"]([^'"]+\.parquet)['"]/;

/** The damaged file that an error message of DuckDB names ("" where it names none); null where the error is of another kind. */
export function damagedFile(message: string): string | null {
  const [line] = message.split("\n", 1);
  return FAULT.test(line!) ? (FILE.exec(line!)?.[1] ?? "") : null;
}
