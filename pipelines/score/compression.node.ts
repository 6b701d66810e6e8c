// Sizes of compressed reasoning traces.
import {deflateRawSync, gzipSync} from "node:zlib";

/** Sizes of a reasoning trace: UTF-8 bytes, and bytes after gzip at level 6. Their ratio is an inexpensive estimate of its entropy. */
export function traceSizes(trace: string): {trace_bytes: number; compressed_bytes: number} {
  const bytes = Buffer.from(trace, "utf8");
  // A small output chunk avoids zlib's default buffer of 16 kB per call; the compressed bytes are the same.
  return {trace_bytes: bytes.length, compressed_bytes: gzipSync(bytes, {level: 6, chunkSize: 4096}).length};
}

/**
 * Bytes after DEFLATE at level 6, without the 18 bytes of gzip's header and checksum. Window and memory suffice for parts of up to 2,048
 * bytes; the default allocates 256 kB per call, which takes longer than the compression.
 */
const deflated = (bytes: Uint8Array): number =>
  deflateRawSync(bytes, {level: 6, windowBits: 12, memLevel: 6, chunkSize: 2048}).length;

/** Compressed sizes of parts of equal length; null where a trace is shorter than the part. */
interface MatchedSizes {
  first_512: number | null;
  first_1024: number | null;
  first_2048: number | null;
  last_1024: number | null;
}

/** Most UTF-8 bytes of one UTF-16 unit. */
const MOST_BYTES = 3;
const NONE: MatchedSizes = {first_512: null, first_1024: null, first_2048: null, last_1024: null};

/**
 * Compressed sizes that can be compared between traces of any length. A compressor adapts to its input, so longer texts compress better
 * whatever their content; parts of equal length avoid this. Parts are counted in bytes; one may begin or end within a character.
 */
export function matchedSizes(trace: string): MatchedSizes {
  if (MOST_BYTES * trace.length < 512) return NONE;
  const bytes = Buffer.from(trace, "utf8");
  if (bytes.length < 512) return NONE;
  const first = (length: number) => (bytes.length >= length ? deflated(bytes.subarray(0, length)) : null);
  return {
    first_512: first(512),
    first_1024: first(1024),
    first_2048: first(2048),
    last_1024: bytes.length >= 1024 ? deflated(bytes.subarray(-1024)) : null
  };
}
