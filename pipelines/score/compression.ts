import {deflateRawSync, gzipSync} from "node:zlib";

/** Sizes of a reasoning trace: UTF-8 bytes, and bytes after gzip at level 6. Their ratio is a cheap measure of its entropy. */
export function traceSizes(trace: string): {trace_bytes: number; compressed_bytes: number} {
  const bytes = Buffer.from(trace, "utf8");
  // A small output chunk spares zlib its default 16 kB buffer per call; the bytes are the same.
  return {trace_bytes: bytes.length, compressed_bytes: gzipSync(bytes, {level: 6, chunkSize: 4096}).length};
}

/**
 * Bytes after DEFLATE at level 6, without gzip's header and checksum of 18 bytes. Window and memory are those of parts up to 2,048 bytes:
 * the default takes 256 kB a call, which costs more than the compression.
 */
const deflated = (bytes: Uint8Array): number =>
  deflateRawSync(bytes, {level: 6, windowBits: 12, memLevel: 6, chunkSize: 2048}).length;

/** Compressed sizes of equally long parts; null where a trace is shorter than the part. */
export interface MatchedSizes {
  first_512: number | null;
  first_1024: number | null;
  first_2048: number | null;
  last_1024: number | null;
}

/** A UTF-16 unit takes at most so many bytes of UTF-8. */
const MOST_BYTES = 3;
const NONE: MatchedSizes = {first_512: null, first_1024: null, first_2048: null, last_1024: null};

/**
 * Sizes by which traces of any length can be compared: a compressor learns as it goes, hence long texts compress better whatever they say.
 * Parts are counted in bytes; one may begin or end within a character.
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
