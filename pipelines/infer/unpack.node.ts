// Unpacks bodies that servers send compressed: gzip, deflate, br and zstd, and several of them one over the other.
import {Duplex, pipeline, Transform} from "node:stream";
import {constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw} from "node:zlib";
import {EXPANDED, MAX_RATIO} from "../rows/bytes.node.js";
import {packingOf} from "../rows/format.js";
import {Unzstd} from "../rows/zstd.js";

/** Value of the request header `accept-encoding`: the codings that are unpacked here. */
export const ACCEPT_ENCODING = "gzip, deflate, br, zstd";

/** A compressed body is damaged, or becomes too large. */
export class UnpackError extends Error {
  override name = "UnpackError";
  constructor(
    message: string,
    /** Whether repeating the request may help. */
    readonly retryable = true
  ) {
    super(message);
  }
}

/** Most codings of one body. */
const MAX_CODINGS = 4;
/** Bytes that show how a body is packed. */
const MAGIC_BYTES = 4;
/** First characters of bodies that are not packed, even if their header says so: some proxies unpack a body and leave the header. */
const PLAIN = /^(?:\s*[{[]\s*["{\]}\s]|data:|event:|: )/;

/** Whether a body may begin with the marks of gzip or zstd, by its first byte. */
const mayBePacked = (byte: number): boolean => byte === 0x1f || byte === 0x28 || (byte & 0xf0) === 0x50;
/** The header of zlib (RFC 1950 § 2.2), which some servers leave out of `deflate`. */
const hasZlibHeader = ([a, b]: Uint8Array): boolean => (a! & 0x0f) === 8 && ((a! << 8) | b!) % 31 === 0;

/** Data are passed on at once, and missing last bytes are no error, since the text shows whether a body is whole. */
const ZLIB = {flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH};
const BROTLI = {flush: constants.BROTLI_OPERATION_FLUSH, finishFlush: constants.BROTLI_OPERATION_FLUSH};

/** Unpacks zstd as far as its bytes are taken, so that a bound stops a body before all of it is unpacked. */
async function* unzstd(packed: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  const frames = new Unzstd();
  for await (const chunk of packed) yield* frames.push(chunk);
}

/** The streams that undo codings, given the first bytes of a body where those are known. */
const decoders: Record<string, (first: Uint8Array | null) => Duplex> = {
  gzip: () => createGunzip(ZLIB),
  "x-gzip": () => createGunzip(ZLIB),
  deflate: first => (first && !hasZlibHeader(first) ? createInflateRaw(ZLIB) : createInflate(ZLIB)),
  br: () => createBrotliDecompress(BROTLI),
  zstd: () => Duplex.from(unzstd)
};

/** The codings of a body by its header, the one to undo first at the beginning. */
const codingsOf = (header: string | string[] | undefined): string[] =>
  [header ?? []]
    .flat()
    .join(",")
    .toLowerCase()
    .split(",")
    .map(name => name.trim())
    .filter(name => name !== "" && name !== "identity")
    .reverse();

/** The codings that a body has in fact, by its header and its first bytes. Names that are no coding, such as `utf-8`, are passed over. */
function codingsIn(header: string | string[] | undefined, first: Uint8Array): string[] {
  const codings = codingsOf(header).filter(name => name in decoders);
  if (codings.length > MAX_CODINGS) throw new UnpackError(`more than ${MAX_CODINGS} codings of one body`);
  const [outer] = codings;
  const packing = packingOf(first);
  if (outer === undefined) return packing === null ? [] : [packing];
  if (PLAIN.test(Buffer.from(first.subarray(0, 8)).toString("latin1"))) return [];
  if (outer.endsWith("gzip") && packing !== "gzip") return [];
  return outer === "zstd" && packing !== "zstd" ? [] : codings;
}

/** Streams that unpack a body one after the other, with a bound on what it may become; none where it is not packed. */
function unpackingStreams(header: string | string[] | undefined, first: Uint8Array): Duplex[] {
  const codings = codingsIn(header, first);
  if (codings.length === 0) return [];
  let [packed, unpacked] = [0, 0];
  const counting = new Transform({
    transform(chunk: Buffer, _, done) {
      packed += chunk.length;
      done(null, chunk);
    }
  });
  const bounding = () =>
    new Transform({
      transform(chunk: Buffer, _, done) {
        unpacked += chunk.length;
        const isTooLarge = unpacked > EXPANDED && unpacked > MAX_RATIO * packed;
        done(isTooLarge ? new UnpackError(`one compressed byte becomes more than ${MAX_RATIO}`, false) : null, chunk);
      }
    });
  return [counting, ...codings.flatMap((name, i) => [decoders[name]!(i === 0 ? first : null), bounding()])];
}

const damaged = (error: Error): UnpackError =>
  error instanceof UnpackError ? error : new UnpackError(`compressed body is damaged: ${error.message}`);

interface Reader {
  data(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

/** Passes a body on to its reader, unpacked where it is packed. It is a class for the reason given in send.node.ts. */
export class Unpacker {
  /** Bytes that have come before it is known how the body is packed. */
  #first: Uint8Array | null = new Uint8Array();
  #streams: Duplex[] = [];

  constructor(
    readonly header: string | string[] | undefined,
    readonly reader: Reader
  ) {}

  write(chunk: Uint8Array): void {
    if (this.#first === null) {
      this.#pass(chunk);
      return;
    }
    const first = this.#first.length === 0 ? chunk : Buffer.concat([this.#first, chunk]);
    this.#first = first;
    const isPlain = this.header === undefined && first.length > 0 && !mayBePacked(first[0]!);
    if (isPlain || first.length >= MAGIC_BYTES) this.#begin(first);
  }

  /** Passes on what is left; `end` of the reader is called after the last byte. */
  end(): void {
    if (this.#first !== null && this.#first.length > 0) this.#begin(this.#first);
    if (this.#streams.length === 0) this.reader.end();
    else this.#streams[0]!.end();
  }

  destroy(): void {
    for (const stream of this.#streams) stream.destroy();
  }

  #begin(first: Uint8Array): void {
    this.#first = null;
    this.#streams = unpackingStreams(this.header, first);
    const last = this.#streams.at(-1);
    if (last) {
      last.on("data", (chunk: Buffer) => this.reader.data(chunk));
      pipeline(this.#streams, (error: Error | null | undefined) =>
        error ? this.reader.fail(damaged(error)) : this.reader.end()
      );
    }
    this.#pass(first);
  }

  #pass(chunk: Uint8Array): void {
    if (this.#streams.length === 0) this.reader.data(chunk);
    else this.#streams[0]!.write(chunk);
  }
}

/** The bytes of a body, unpacked where it is packed. Throws UnpackError. */
export async function* unpackedBody(
  body: AsyncIterable<Buffer>,
  header: string | string[] | undefined
): AsyncGenerator<Buffer, void, undefined> {
  const source = body[Symbol.asyncIterator]();
  let first = Buffer.alloc(0);
  while (first.length < MAGIC_BYTES) {
    const next = await source.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  let broken: unknown;
  const whole = async function* (): AsyncGenerator<Buffer> {
    yield first;
    try {
      yield* {[Symbol.asyncIterator]: () => source};
    } catch (error) {
      broken = error;
      throw error;
    }
  };
  const streams = unpackingStreams(header, first);
  if (streams.length === 0) {
    yield* whole();
    return;
  }
  const last = streams.at(-1)!;
  pipeline([whole(), ...streams] as never, () => {}); // the loop below gets its error too
  try {
    yield* last as AsyncIterable<Buffer>;
  } catch (error) {
    throw broken ?? damaged(error as Error);
  }
}
