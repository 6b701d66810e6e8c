// A file that is written in pieces, whole or not at all.
import {once} from "node:events";
import {createWriteStream} from "node:fs";
import {finished} from "node:stream/promises";
import {replaceFile} from "../../store/files.node.js";

/** Writes a file from pieces of text, beside its place first. */
export const writeText = (file: string, pieces: AsyncIterable<string>): Promise<void> =>
  replaceFile(file, async temporary => {
    const out = createWriteStream(temporary);
    for await (const piece of pieces) if (!out.write(piece)) await once(out, "drain");
    out.end();
    await finished(out);
  });
