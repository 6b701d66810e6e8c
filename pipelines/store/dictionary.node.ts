// Dictionaries of staged tables in DuckDB: the texts of a column by their codes.
import type {DuckDBConnection} from "@duckdb/node-api";
import {literal, quoted} from "./sorted.node.js";

/** Saves texts with their codes in a table of a connection. */
export async function saveWords(connection: DuckDBConnection, name: string, words: ReadonlyMap<string, number>): Promise<void> {
  await connection.run(`create or replace temp table ${quoted(name)} (code UINTEGER, word VARCHAR)`);
  const appender = await connection.createAppender(name, "main", "temp");
  for (const [word, code] of words) {
    appender.appendUInteger(code);
    appender.appendVarchar(word);
    appender.endRow();
  }
  appender.closeSync();
}

/** Most words and characters of a dictionary that is written into the statement which reads it. */
const MOST_WRITTEN = {words: 100, characters: 10_000};

/**
 * A dictionary as two lists in SQL: each code's text, and each code's rank among the sorted texts. A short one is written out, since to put it
 * into a table takes several statements; they are stored in DuckDB otherwise.
 */
export async function saveDictionary(
  connection: DuckDBConnection,
  name: string,
  words: readonly string[]
): Promise<{words: string; rank: string}> {
  if (words.length <= MOST_WRITTEN.words) {
    const written = words.map(literal).join(", ");
    if (written.length <= MOST_WRITTEN.characters && !written.includes("\0")) {
      const bytes = words.map(word => Buffer.from(word));
      const sorted = [...words.keys()].sort((a, b) => Buffer.compare(bytes[a]!, bytes[b]!)); // as DuckDB sorts texts
      const rank = new Uint32Array(words.length);
      for (const [place, code] of sorted.entries()) rank[code] = place;
      return {words: `([${written}]::VARCHAR[])`, rank: `([${rank.join(", ")}]::BIGINT[])`};
    }
  }
  await saveWords(connection, name, new Map(words.map((word, code) => [word, code])));
  await connection.run(`set variable ${quoted(`${name}_words`)} = (select list(word order by code) from ${quoted(name)})`);
  await connection.run(
    `set variable ${quoted(`${name}_rank`)} = (select list(rank order by code) from (select code, row_number() over (order by word) - 1 as rank from ${quoted(name)}))`
  );
  return {words: `getvariable(${literal(`${name}_words`)})`, rank: `getvariable(${literal(`${name}_rank`)})`};
}
