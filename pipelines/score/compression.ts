import {gzipSync} from "node:zlib";

/** Sizes of a reasoning trace: UTF-8 bytes, and bytes after gzip at level 6. Their ratio is a cheap measure of its entropy. */
export function traceSizes(trace: string): {trace_bytes: number; compressed_bytes: number} {
  const bytes = Buffer.from(trace, "utf8");
  // A small output chunk spares zlib its default 16 kB buffer per call; the bytes are the same.
  return {trace_bytes: bytes.length, compressed_bytes: gzipSync(bytes, {level: 6, chunkSize: 4096}).length};
}
