// A Parquet file that is cut, overwritten or has flipped bits, in DuckDB's many words for it. Pure and browser-safe.

const FAULT =
  /too small to be a Parquet|magic bytes|Failed to read (?:Parquet )?file|footer length|TProtocolException|decompression fail|Snappy|encoding found in Parquet|ParquetReader|Parquet file .*(?:corrupt|invalid)/i;
const FILE = /['"]([^'"]+\.parquet)['"]/;

/** The damaged file that an error of DuckDB speaks of ("" where it names none); null where it speaks of no such thing. */
export function damagedFile(message: string): string | null {
  const [line] = message.split("\n", 1);
  return FAULT.test(line!) ? (FILE.exec(line!)?.[1] ?? "") : null;
}
