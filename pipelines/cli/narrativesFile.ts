// Reads files of narratives, line by line.
import {stat} from "node:fs/promises";
import {type NarrativeLine, narrativeLine} from "../generate/narratives/narrative.js";
import {oneLine} from "../infer/failure.js";
import {UserError} from "../rows/error.js";
import {openRows} from "../rows/openRows.node.js";
import {checkedRow} from "../store/lines.node.js";

/** A line of a file: a narrative, or why it is none. */
export type ReadLine = {line: number} & ({row: NarrativeLine; bad?: undefined} | {row?: undefined; bad: string});

/** The file's lines, one after the other. Throws a UserError where its first record is no narrative, since it is then another file. */
export async function* narrativesIn(file: string): AsyncGenerator<ReadLine> {
  const there = await stat(file).catch(() => null);
  if (!there) throw new UserError(`no such file: ${file}`);
  if (there.isDirectory()) throw new UserError(`${file} is a folder; name a file of narratives`);
  let isFirst = true;
  for await (const row of openRows(file)) {
    const {line} = row;
    const read = checkedRow(row, narrativeLine);
    if ("bad" in read && isFirst) throw new UserError(`${file}:${line} is not a narrative: ${oneLine(read.bad)}`);
    isFirst = false;
    yield "bad" in read ? {line, bad: oneLine(read.bad)} : {line, row: read.row};
  }
}
